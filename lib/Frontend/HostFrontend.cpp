//===- HostFrontend.cpp - The host's compile, and what it extracts --------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host compile is Clang's own action with a consumer in front of its code
// generator. That consumer takes the bodies of kernels away, so that the host
// object has only their addresses and nothing of what they alone reach, and at
// the end of the parse checks and extracts.
//
//===----------------------------------------------------------------------===//
#include "Checks.h"
#include "Extraction.h"
#include "KernelModel.h"
#include "Reachability.h"
#include "gpuc/Frontend/Frontend.h"
#include "gpuc/Transforms/Annotations.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Mangle.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/FrontendTool/Utils.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/xxhash.h"

using namespace clang;
using namespace gpuc;

namespace {

/// Annotation of the host's function of a kernel, before its index. Names would not do: the mangled
/// name of a lambda's instantiation depends on what else was mangled before.
constexpr llvm::StringLiteral StubAnnotation = "gpuc::stub ";

/// What the parts of one host compile share.
struct HostState {
  std::string UnitId;
  std::function<void(SharedExtraction)> OnParsed;
  bool MayRaiseStandard;
  bool NeedsCxx20 = false;
  llvm::StringSet<> DeviceOnlyNames = {};
};

/// Remembers the identifiers of code that the host skips: a device may see it.
class SkippedCodeRecorder : public PPCallbacks {
public:
  SkippedCodeRecorder(Preprocessor &PP, llvm::StringSet<> &Names) : PP(PP), Names(Names) {}

  void SourceRangeSkipped(SourceRange Range, SourceLocation) override {
    const SourceManager &SM = PP.getSourceManager();
    if (SM.isInSystemHeader(Range.getBegin()))
      return;
    auto [File, Begin] = SM.getDecomposedLoc(Range.getBegin());
    unsigned End = SM.getFileOffset(Range.getEnd());
    StringRef Text = SM.getBufferData(File);
    Lexer Lex(SM.getLocForStartOfFile(File), PP.getLangOpts(), Text.begin(), Text.begin() + Begin,
              Text.end());
    Token Tok;
    while (!Lex.LexFromRawLexer(Tok) && SM.getFileOffset(Tok.getLocation()) < End)
      if (Tok.is(tok::raw_identifier))
        Names.insert(Tok.getRawIdentifier());
  }

private:
  Preprocessor &PP;
  llvm::StringSet<> &Names;
};

/// Gives a parse up that comes to gpuc's headers without C++20: silently where the caller will try
/// again, else with one error rather than hundreds.
class StandardCheck : public PPCallbacks {
public:
  StandardCheck(Preprocessor &PP, HostState &State) : PP(PP), State(State) {}

  void InclusionDirective(SourceLocation Loc, const Token &, StringRef FileName, bool,
                          CharSourceRange, OptionalFileEntryRef, StringRef, StringRef,
                          const Module *, bool, SrcMgr::CharacteristicKind) override {
    if (State.NeedsCxx20 || !FileName.starts_with("gpu/") || PP.getLangOpts().CPlusPlus20)
      return;
    DiagnosticsEngine &Diags = PP.getDiagnostics();
    State.NeedsCxx20 = State.MayRaiseStandard;
    if (State.MayRaiseStandard)
      Diags.setClient(new IgnoringDiagConsumer(), /*ShouldOwnClient=*/true);
    Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Fatal,
                                            "'%0' needs C++20; compile with '-std=c++20' or newer"))
        << FileName;
  }

private:
  Preprocessor &PP;
  HostState &State;
};

class HostConsumer : public ASTConsumer {
public:
  explicit HostConsumer(HostState &State) : State(State) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      forEachFunction(D, [&](FunctionDecl *FD) { takeBody(FD); });
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *FD) override { takeBody(FD); }

  void HandleTranslationUnit(ASTContext &Ctx) override {
    if (Ctx.getDiagnostics().hasErrorOccurred() || !usesGpu(Ctx))
      return;
    std::vector<UserFunction> Users = collectUserFunctions(Ctx);
    for (const FunctionDecl *FD : Kernels)
      checkKernel(FD);
    checkStorage(Ctx);
    checkLaunches(Ctx, Users, Bodies);
    Reached Reach = collectReached(Kernels, Bodies);
    checkVariables(Ctx, Reach.Variables);
    if (Ctx.getDiagnostics().hasErrorOccurred() || Kernels.empty())
      return;
    if (auto Result = extract(Ctx, Users, std::move(Reach.Functions)))
      State.OnParsed(std::move(Result));
  }

private:
  /// The kernel's body is for the device alone.
  void takeBody(FunctionDecl *FD) {
    if (!isKernel(FD) || FD->isDependentContext() || Bodies.contains(FD))
      return;
    if (!Names)
      Names.emplace(FD->getASTContext());
    Symbols.push_back(Names->getName(FD));
    std::string Annotation = (StubAnnotation + Twine(Kernels.size())).str();
    for (FunctionDecl *Redecl : FD->redecls())
      Redecl->addAttr(AnnotateAttr::CreateImplicit(FD->getASTContext(), Annotation, nullptr, 0));
    Kernels.push_back(FD);
    Stmt *Body = FD->getBody();
    Bodies[FD] = Body;
    FD->setBody(CompoundStmt::Create(FD->getASTContext(), {}, FPOptionsOverride(),
                                     Body->getBeginLoc(), Body->getEndLoc()));
  }

  bool usesGpu(ASTContext &Ctx) const {
    return !Kernels.empty() ||
           !Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get("gpu")).empty();
  }

  /// `Kept`: what kernels reach.
  SharedExtraction extract(ASTContext &Ctx, llvm::ArrayRef<UserFunction> Users, FunctionSet Kept) {
    auto Result = std::make_shared<Extraction>();
    llvm::StringMap<const FunctionDecl *> Identities;
    for (auto [Index, FD] : llvm::enumerate(Kernels)) {
      Kernel K = describeKernel(FD);
      if (!Identities.try_emplace(K.Identity, FD).second) {
        reportAmbiguous(Ctx, FD);
        return nullptr;
      }
      K.Symbol = Symbols[Index];
      Result->Kernels.push_back(std::move(K));
    }
    collectHolders(Kernels, Users, Kept);
    Result->DeviceSource = writeDeviceSource(Ctx, Kept, Kernels, State.DeviceOnlyNames);
    return Result;
  }

  static void reportAmbiguous(ASTContext &Ctx, const FunctionDecl *FD) {
    DiagnosticsEngine &Diags = Ctx.getDiagnostics();
    LocalTypes Types; // the lambdas
    collectLocalTypes(FD, Types);
    SourceLocation Loc = Types.empty() ? FD->getLocation() : (*Types.begin())->getLocation();
    Diags.Report(Loc,
                 Diags.getCustomDiagID(
                     DiagnosticsEngine::Error,
                     "kernel %0 is instantiated with two lambdas that stand at the same place of "
                     "the source; write them on separate lines, outside the macro"))
        << FD;
  }

  HostState &State;
  BodyMap Bodies;
  std::vector<const FunctionDecl *> Kernels;
  std::optional<ASTNameGenerator> Names;
  std::vector<std::string> Symbols; ///< of `Kernels`, in the images
};

/// Clang's action `Base`, observed.
template <class Base> class HostAction : public Base {
public:
  explicit HostAction(HostState &State) : State(State) {}

protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef File) override {
    std::unique_ptr<ASTConsumer> Inner = Base::CreateASTConsumer(CI, File);
    if (!Inner)
      return nullptr;
    Preprocessor &PP = CI.getPreprocessor();
    PP.addPPCallbacks(std::make_unique<SkippedCodeRecorder>(PP, State.DeviceOnlyNames));
    PP.addPPCallbacks(std::make_unique<StandardCheck>(PP, State));
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(std::make_unique<HostConsumer>(State));
    Consumers.push_back(std::move(Inner));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }

private:
  HostState &State;
};

/// The observed form of the action that `Kind` asks for; null for those that do not parse.
std::unique_ptr<FrontendAction> createHostAction(frontend::ActionKind Kind, HostState &State) {
  switch (Kind) {
  case frontend::EmitObj:
    return std::make_unique<HostAction<EmitObjAction>>(State);
  case frontend::EmitAssembly:
    return std::make_unique<HostAction<EmitAssemblyAction>>(State);
  case frontend::EmitLLVM:
    return std::make_unique<HostAction<EmitLLVMAction>>(State);
  case frontend::EmitBC:
    return std::make_unique<HostAction<EmitBCAction>>(State);
  case frontend::EmitLLVMOnly:
    return std::make_unique<HostAction<EmitLLVMOnlyAction>>(State);
  case frontend::ParseSyntaxOnly:
    return std::make_unique<HostAction<SyntaxOnlyAction>>(State);
  default:
    return nullptr;
  }
}

/// Makes the host's functions of kernels what the runtime knows kernels by: visible to the embed
/// file's object, and no two alike, or a linker that folds identical code would give two kernels
/// one address.
class FinishStubsPass : public llvm::PassInfoMixin<FinishStubsPass> {
public:
  explicit FinishStubsPass(HostState &State) : State(State) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &) {
    forEachAnnotation(M, [&](llvm::GlobalValue &GV, llvm::StringRef Annotation) {
      auto *F = dyn_cast<llvm::Function>(&GV);
      unsigned Index = 0;
      if (F && !F->isDeclaration() && Annotation.consume_front(StubAnnotation) &&
          !Annotation.getAsInteger(10, Index))
        finish(*F, stubSymbol(State.UnitId, Index));
    });
    return llvm::PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }

private:
  static void finish(llvm::Function &F, const std::string &Stub) {
    if (F.hasLocalLinkage()) {
      F.setLinkage(llvm::GlobalValue::ExternalLinkage);
      F.setVisibility(llvm::GlobalValue::HiddenVisibility);
      F.setName(Stub);
    }
    llvm::IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
    B.CreateStore(B.getInt64(llvm::xxh3_64bits(Stub)), B.CreateAlloca(B.getInt64Ty()),
                  /*isVolatile=*/true);
  }

  HostState &State;
};

/// What cc1 does between reading its options and running an action.
void applyGlobalOptions(CompilerInstance &CI) {
  CI.LoadRequestedPlugins();
  if (!CI.getFrontendOpts().LLVMArgs.empty()) {
    std::vector<const char *> Args = {"gpuc"};
    for (const std::string &Arg : CI.getFrontendOpts().LLVMArgs)
      Args.push_back(Arg.c_str());
    llvm::cl::ParseCommandLineOptions(Args.size(), Args.data());
  }
  if (CI.getCodeGenOpts().TimePasses)
    CI.createFrontendTimer();
}

} // namespace

std::string gpuc::stubSymbol(llvm::StringRef UnitId, unsigned Index) {
  return ("__gpuc_stub_" + UnitId + "_" + Twine(Index)).str();
}

HostResult gpuc::runHostFrontend(std::shared_ptr<CompilerInvocation> Invocation,
                                 llvm::StringRef UnitId, bool MayRaiseStandard,
                                 std::function<void(SharedExtraction)> OnParsed) {
  bool Called = false;
  HostState State{UnitId.str(),
                  [&](SharedExtraction Result) {
                    Called = true;
                    OnParsed(std::move(Result));
                  },
                  MayRaiseStandard};
  Invocation->getCodeGenOpts().PassBuilderCallbacks.push_back([&State](llvm::PassBuilder &PB) {
    PB.registerPipelineStartEPCallback(
        [&State](llvm::ModulePassManager &MPM, llvm::OptimizationLevel) {
          MPM.addPass(FinishStubsPass(State));
        });
  });
  CompilerInstance CI(std::move(Invocation));
  CI.createVirtualFileSystem();
  CI.createDiagnostics();
  bool Ok = CI.hasDiagnostics();
  if (Ok) {
    if (auto Action = createHostAction(CI.getFrontendOpts().ProgramAction, State)) {
      applyGlobalOptions(CI);
      Ok = CI.ExecuteAction(*Action);
    } else {
      Ok = ExecuteCompilerInvocation(&CI);
    }
  }
  if (!Called)
    OnParsed(nullptr);
  return State.NeedsCxx20 ? HostResult::NeedsCxx20 : Ok ? HostResult::Ok : HostResult::Error;
}
