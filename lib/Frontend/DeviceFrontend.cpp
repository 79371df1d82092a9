//===- DeviceFrontend.cpp - The device translation unit to IR -------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device parse need not wait for the host's: the directives that begin the
// main file are the same in both, and they include the headers that take most
// of the time. So the parsed file is the preamble and an #include of the rest,
// and opening the rest waits for the extraction.
//
//===----------------------------------------------------------------------===//
#include "ArgumentLayout.h"
#include "DeviceInvocation.h"
#include "KernelModel.h"
#include "Reachability.h"
#include "gpuc/Frontend/Frontend.h"
#include "gpuc/Transforms/IndirectArguments.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/CodeGen/CodeGenABITypes.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace clang;
using namespace gpuc;

namespace {

/// Name of the file that holds the device source after its preamble; in no directory.
constexpr llvm::StringLiteral RestFile = "gpuc.device.rest.cpp";

/// A file that is there once the host parse is done; empty where that failed.
class AwaitedFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  AwaitedFileSystem(IntrusiveRefCntPtr<FileSystem> Base, unsigned PreambleSize,
                    std::shared_future<SharedExtraction> Parsed)
      : ProxyFileSystem(std::move(Base)), PreambleSize(PreambleSize), Parsed(std::move(Parsed)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const Twine &Name) override {
    return isAwaited(Name) ? awaited(Name).status(Name) : ProxyFileSystem::status(Name);
  }
  bool exists(const Twine &Name) override {
    return isAwaited(Name) || ProxyFileSystem::exists(Name);
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const Twine &Name) override {
    return isAwaited(Name) ? awaited(Name).openFileForRead(Name)
                           : ProxyFileSystem::openFileForRead(Name);
  }

private:
  bool isAwaited(const Twine &Name) const {
    return llvm::sys::path::filename(Name.str()) == RestFile;
  }

  llvm::vfs::FileSystem &awaited(const Twine &Name) {
    SharedExtraction Result = Parsed.get();
    StringRef Text = Result ? StringRef(Result->DeviceSource) : StringRef();
    Memory->addFile(Name, 0, llvm::MemoryBuffer::getMemBufferCopy(restOf(Text), RestFile));
    return *Memory;
  }

  /// The device source without its preamble, which has been parsed.
  std::string restOf(StringRef Text) const {
    if (Text.empty())
      return "";
    // Two lines of the device source stand before the main file's text: a comment and a marker.
    auto [Comment, AfterComment] = Text.split('\n');
    auto [Marker, Body] = AfterComment.split('\n');
    size_t Line = 1 + Body.take_front(PreambleSize).count('\n');
    Marker.consume_front("#line 1 ");
    return ("#line " + Twine(Line) + " " + Marker + "\n" + Body.drop_front(PreambleSize)).str();
  }

  unsigned PreambleSize;
  std::shared_future<SharedExtraction> Parsed;
  IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Memory =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
};

/// Prepares declarations before the code generator sees them: kernels become entry points with the
/// host's symbols, everything else is generated only where something needs it.
class DeviceConsumer : public ASTConsumer {
public:
  DeviceConsumer(CodeGenerator &Generator, const Target &For,
                 std::shared_future<SharedExtraction> Parsed)
      : Generator(Generator), For(For), Parsed(std::move(Parsed)) {}

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      forEachFunction(D, [&](FunctionDecl *FD) { prepare(FD); });
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *FD) override { prepare(FD); }

  void HandleTranslationUnit(ASTContext &Ctx) override {
    if (Ctx.getDiagnostics().hasErrorOccurred() || !Parsed.get())
      return;
    if (For.Family != TargetFamily::Cpu && !checkHostInstructions(Ctx))
      return;
    for (const Kernel &K : Parsed.get()->Kernels)
      if (FunctionDecl *FD = Entries.lookup(K.Identity))
        generateEntryPoint(FD, K);
      else
        report(Ctx, SourceLocation(),
               "kernel '%0' of the host code is not in the device code; is its definition or "
               "instantiation hidden by '#ifndef __GPUC_DEVICE__'?")
            << K.Name;
    if (For.Family == TargetFamily::Amdgpu)
      checkCoroutines(Ctx);
  }

private:
  template <unsigned N>
  static DiagnosticBuilder report(ASTContext &Ctx, SourceLocation Loc, const char (&Format)[N]) {
    DiagnosticsEngine &Diags = Ctx.getDiagnostics();
    return Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, Format));
  }

  void prepare(FunctionDecl *FD) {
    // Generated on use. For a template this also has the effect that `extern template`, whose
    // instantiation is in some host object, does not keep device code from one of its own.
    FD->setImplicitlyInline();
    if (FD->isDependentContext() || !Done.insert(FD).second)
      return;
    if (FD->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDefinition ||
        FD->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDeclaration)
      FD->setTemplateSpecializationKind(TSK_ImplicitInstantiation);
    const Kernel *K = isKernel(FD) ? findKernel(FD) : nullptr;
    if (!K || !Entries.try_emplace(K->Identity, FD).second)
      return;
    for (FunctionDecl *Redecl : FD->redecls()) {
      Redecl->dropAttr<AsmLabelAttr>();
      Redecl->addAttr(AsmLabelAttr::CreateImplicit(FD->getASTContext(), K->Symbol));
    }
  }

  const Kernel *findKernel(const FunctionDecl *FD) {
    // Only a kernel definition in a header comes here before the host parse is done; waiting for
    // it then is right.
    SharedExtraction Result = Parsed.get();
    if (!Result)
      return nullptr;
    std::string Id = identity(FD);
    for (const Kernel &K : Result->Kernels)
      if (K.Identity == Id)
        return &K;
    return nullptr;
  }

  /// Only at the end of the parse: an expression that names the kernel must see the type that the
  /// source gives it.
  void generateEntryPoint(FunctionDecl *FD, const Kernel &K) {
    ASTContext &Ctx = FD->getASTContext();
    if (!checkLayout(FD, K, For.Arch))
      return;
    for (FunctionDecl *Redecl : FD->redecls()) {
      const auto *Type = Redecl->getType()->castAs<FunctionType>();
      Redecl->setType(QualType(
          Ctx.adjustFunctionType(Type, Type->getExtInfo().withCallingConv(CC_DeviceKernel)), 0));
    }
    FD->addAttr(UsedAttr::CreateImplicit(Ctx));
    Generator.HandleTopLevelDecl(DeclGroupRef(FD));
  }

  /// The functions whose code is needed, in the order of their places.
  std::vector<const FunctionDecl *> reached() const {
    std::vector<const FunctionDecl *> Kernels, Result;
    for (const auto &Entry : Entries)
      Kernels.push_back(Entry.second);
    for (const FunctionDecl *FD : collectReached(Kernels, BodyMap()).Functions)
      if (FD->hasBody() && !FD->isDependentContext())
        Result.push_back(FD);
    llvm::sort(Result, [](const FunctionDecl *A, const FunctionDecl *B) {
      return A->getLocation() < B->getLocation();
    });
    return Result;
  }

  /// Finds calls of what <immintrin.h> and its kin declare, which Clang's code generator either
  /// refuses at a place in them or crashes on; returns whether there are none.
  bool checkHostInstructions(ASTContext &Ctx) {
    if (Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get("__m128")).empty())
      return true;
    for (const FunctionDecl *FD : reached()) {
      if (FD->hasAttr<TargetAttr>())
        continue; // what it may be called from is reported
      for (const FunctionUse &Use : collectUses(FD, FD->getBody()))
        if (Use.Callee->hasAttr<TargetAttr>() ||
            Ctx.BuiltinInfo.isAuxBuiltinID(Use.Callee->getBuiltinID()))
          report(Ctx, Use.Loc,
                 "%0 is for the host's processor and cannot be used in device code; leave the use "
                 "out with '#ifndef __GPUC_DEVICE__'")
              << Use.Callee;
    }
    return !Ctx.getDiagnostics().hasErrorOccurred();
  }

  /// Clang's code generator cannot make coroutines where local variables have an address space of
  /// their own.
  void checkCoroutines(ASTContext &Ctx) {
    DeclContext::lookup_result Std = Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get("std"));
    auto *Namespace = Std.empty() ? nullptr : dyn_cast<NamespaceDecl>(Std.front());
    if (!Namespace || Namespace->lookup(&Ctx.Idents.get("coroutine_traits")).empty())
      return;
    for (const FunctionDecl *FD : reached())
      if (llvm::isa<CoroutineBodyStmt>(FD->getBody()))
        report(Ctx, FD->getLocation(),
               "coroutine %0 is reached by kernels, and coroutines are not supported on AMD GPUs; "
               "leave their targets out of '--offload-arch=', or the coroutine out of their code "
               "with '#ifndef __GPUC_TARGET_AMDGPU__'")
            << FD;
  }

  CodeGenerator &Generator;
  const Target &For; ///< the first of its family
  std::shared_future<SharedExtraction> Parsed;
  llvm::StringMap<FunctionDecl *> Entries; ///< by identity
  llvm::SmallPtrSet<const FunctionDecl *, 32> Done;
};

/// Clang has no thread-local storage for GPUs; gpuc has (lib/Transforms/KernelFrame.cpp).
struct ThreadLocalTarget : TargetInfo {
  static void allowIn(TargetInfo &Target) { Target.*(&ThreadLocalTarget::TLSSupported) = true; }
};

class DeviceAction : public ASTFrontendAction {
public:
  DeviceAction(llvm::LLVMContext &Context, const Target &For, const TargetOptions &HostTarget,
               std::string HostPredefines, std::shared_future<SharedExtraction> Parsed)
      : Context(Context), For(For), HostTarget(HostTarget),
        HostPredefines(std::move(HostPredefines)), Parsed(std::move(Parsed)) {}

  CodeGenerator *Generator = nullptr;

protected:
  /// Declares the host's built-in functions too, which headers such as <immintrin.h> use in code that
  /// no kernel reaches. Not before: a target is made to resemble the auxiliary one it is made with.
  bool BeginInvocation(CompilerInstance &CI) override {
    if (For.Family != TargetFamily::Cpu)
      CI.setAuxTarget(TargetInfo::CreateTargetInfo(CI.getDiagnostics(), HostTarget));
    return true;
  }

  bool BeginSourceFileAction(CompilerInstance &CI) override {
    ThreadLocalTarget::allowIn(CI.getTarget());
    Preprocessor &PP = CI.getPreprocessor();
    PP.setPredefines(makeDevicePredefines(PP.getPredefines(), HostPredefines, For.Family));
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI, StringRef File) override {
    Context.setDiscardValueNames(CI.getCodeGenOpts().DiscardValueNames);
    std::unique_ptr<CodeGenerator> Gen = CreateLLVMCodeGen(CI, File, Context);
    Generator = Gen.get();
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(std::make_unique<DeviceConsumer>(*Gen, For, Parsed));
    Consumers.push_back(std::move(Gen));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }

public:
  std::unique_ptr<llvm::Module> Module;

protected:
  void EndSourceFileAction() override {
    if (For.Family == TargetFamily::Nvptx && Generator->GetModule())
      markIndirect();
    Module.reset(Generator->ReleaseModule().release());
  }

  /// Notes the classes that may only be passed by address, among those passed by value.
  void markIndirect() {
    llvm::SmallVector<const CXXRecordDecl *, 0> Records;
    ASTContext &Ctx = getCompilerInstance().getASTContext();
    for (const clang::Type *T : Ctx.getTypes())
      if (const auto *Record = dyn_cast<RecordType>(T))
        if (const auto *RD = dyn_cast<CXXRecordDecl>(Record->getDecl()->getDefinitionOrSelf());
            RD && RD->isCompleteDefinition() && !RD->isDependentContext() &&
            !RD->canPassInRegisters())
          Records.push_back(RD);
    markIndirectTypes(*Generator->GetModule(), [&](llvm::StructType *T) {
      return T->hasName() && llvm::any_of(Records, [&](const CXXRecordDecl *RD) {
               return T->getName().contains(RD->getName()) &&
                      CodeGen::convertTypeForMemory(Generator->CGM(),
                                                    Ctx.getCanonicalTagType(RD)) == T;
             });
    });
  }

private:
  llvm::LLVMContext &Context;
  const Target &For;
  TargetOptions HostTarget;
  std::string HostPredefines;
  std::shared_future<SharedExtraction> Parsed;
};

/// The predefined macros that a parse with these options would start with.
std::string computePredefines(const CompilerInvocation &Host) {
  CompilerInstance CI(std::make_shared<CompilerInvocation>(Host));
  CI.createVirtualFileSystem();
  CI.createDiagnostics(new IgnoringDiagConsumer());
  if (!CI.createTarget())
    return "";
  CI.createFileManager();
  CI.createSourceManager();
  CI.createPreprocessor(TU_Complete);
  return CI.getPreprocessor().getPredefines();
}

} // namespace

llvm::StringRef gpuc::findPreamble(StringRef Source) {
  Source.consume_front("\xEF\xBB\xBF"); // a byte order mark, which the device source leaves out
  size_t Size = 0;
  int Conditionals = 0;
  StringRef Rest = Source;
  // Cut after the last directive outside any conditional, before the first line of code.
  while (!Rest.empty()) {
    auto [Line, Next] = Rest.split('\n');
    StringRef Text = Line.ltrim();
    if (Line.ends_with("\\") || Text.contains("/*"))
      break;
    bool IsDirective = Text.consume_front("#");
    if (!IsDirective && !Text.empty() && !Text.starts_with("//"))
      break;
    Rest = Next;
    if (!IsDirective)
      continue;
    Text = Text.ltrim();
    if (Text.starts_with("if"))
      ++Conditionals;
    else if (Text.starts_with("endif"))
      --Conditionals;
    if (Conditionals == 0)
      Size = Source.size() - Rest.size();
  }
  return Source.take_front(Size);
}

std::optional<DeviceModule> gpuc::runDeviceFrontend(const CompilerInvocation &Host,
                                                    const Target &Target, StringRef Preamble,
                                                    std::shared_future<SharedExtraction> Parsed,
                                                    llvm::raw_ostream &DiagOS) {
  StringRef MainFile = Host.getFrontendOpts().Inputs[0].getFile();
  llvm::SmallString<128> File(MainFile);
  llvm::sys::path::replace_extension(File, ".device.cpp");
  std::string Text =
      ("#line 1 " + quoteFileName(MainFile) + "\n" + Preamble + "#include \"" + RestFile + "\"\n")
          .str();

  auto Invocation = makeDeviceInvocation(Host, Target, File);
  Invocation->getPreprocessorOpts().addRemappedFile(
      File, llvm::MemoryBuffer::getMemBufferCopy(Text, File).release());
  CompilerInstance CI(std::move(Invocation));
  CI.setVirtualFileSystem(llvm::makeIntrusiveRefCnt<AwaitedFileSystem>(
      llvm::vfs::getRealFileSystem(), Preamble.size(), Parsed));
  CI.createDiagnostics(new TextDiagnosticPrinter(DiagOS, CI.getDiagnosticOpts()));
  CI.setVerboseOutputStream(DiagOS); // for "1 error generated."

  DeviceModule Result;
  Result.Context = std::make_unique<llvm::LLVMContext>();
  DeviceAction Action(*Result.Context, Target, Host.getTargetOpts(),
                      Target.Family == TargetFamily::Cpu ? "" : computePredefines(Host), Parsed);
  if (!CI.ExecuteAction(Action) || !Parsed.get() || !Action.Module)
    return std::nullopt;
  Result.Module = std::move(Action.Module);
  return std::move(Result);
}
