//===- Extraction.cpp - The device translation unit -----------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source to source: the main file's text stays as it is, includes and macros
// too, except that functions which device code does not need lose their bodies.
// A line marker after each cut keeps every location on the user's file.
// Declarations always stay, so name lookup finds what it found on the host.
//
//===----------------------------------------------------------------------===//
#include "Extraction.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;
using namespace gpuc;

namespace {

constexpr llvm::StringLiteral ByteOrderMark = "\xEF\xBB\xBF";

/// A piece of the main file that is left out.
struct Cut {
  unsigned Begin, End; ///< offsets
};

class BodyCutter {
public:
  BodyCutter(ASTContext &Ctx, const FunctionSet &Kept, const llvm::StringSet<> &DeviceOnlyNames)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Kept(Kept), DeviceOnlyNames(DeviceOnlyNames) {}

  std::vector<Cut> run() {
    for (Decl *D : Ctx.getTranslationUnitDecl()->decls())
      if (SM.isWrittenInMainFile(SM.getExpansionLoc(D->getLocation())))
        visit(D);
    llvm::sort(Cuts, [](const Cut &A, const Cut &B) { return A.Begin < B.Begin; });
    return std::move(Cuts);
  }

private:
  void visit(Decl *D) {
    if (D->isImplicit())
      return;
    if (auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      return visitTemplate(Template);
    if (auto *Template = dyn_cast<ClassTemplateDecl>(D))
      return visit(Template->getTemplatedDecl());
    if (auto *Friend = dyn_cast<FriendDecl>(D)) {
      if (NamedDecl *Inner = Friend->getFriendDecl())
        visit(Inner);
      return;
    }
    if (auto *FD = dyn_cast<FunctionDecl>(D))
      return visitFunction(FD);
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, CXXRecordDecl>(D))
      for (Decl *Child : cast<DeclContext>(D)->decls())
        visit(Child);
  }

  void visitTemplate(FunctionTemplateDecl *Template) {
    // An explicit instantiation needs the body.
    for (FunctionDecl *Spec : Template->specializations())
      if (Spec->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDefinition)
        return;
    visitFunction(Template->getTemplatedDecl());
  }

  void visitFunction(FunctionDecl *FD) {
    if (!FD->doesThisDeclarationHaveABody() || FD->isDefaulted() || mustStay(FD))
      return;
    SourceLocation Begin = bodyBegin(FD), End = FD->getBody()->getEndLoc();
    if (Begin.isInvalid() || Begin.isMacroID() || End.isMacroID() ||
        !SM.isWrittenInMainFile(Begin) || !SM.isWrittenInMainFile(End))
      return;
    End = Lexer::getLocForEndOfToken(End, 0, SM, Ctx.getLangOpts());
    Cut C{SM.getFileOffset(Begin), SM.getFileOffset(End)};
    // Directives inside act on what follows.
    StringRef Text = SM.getBufferData(SM.getMainFileID()).slice(C.Begin, C.End);
    if (!Text.contains('#') && !Text.contains("%:"))
      Cuts.push_back(C);
  }

  bool mustStay(const FunctionDecl *FD) const {
    if (Kept.contains(FD) || Kept.contains(writtenFunction(FD)) || isKernel(FD) ||
        findAnnotation(FD, "gpu::device"))
      return true;
    // Constant expressions and types of the text that stays may depend on these.
    if (FD->isConstexpr() || FD->getDeclaredReturnType()->getContainedDeducedType())
      return true;
    return FD->getIdentifier() && DeviceOnlyNames.contains(FD->getName());
  }

  /// Where the body begins, for constructors at the colon of the initialisers.
  SourceLocation bodyBegin(const FunctionDecl *FD) const {
    const auto *Ctor = dyn_cast<CXXConstructorDecl>(FD);
    if (!Ctor || !llvm::any_of(Ctor->inits(),
                               [](const CXXCtorInitializer *Init) { return Init->isWritten(); }))
      return FD->getBody()->getBeginLoc();
    if (FD->getTrailingRequiresClause())
      return {};
    FunctionTypeLoc Type = FD->getFunctionTypeLoc();
    return Type ? findColon(Type.getRParenLoc(), FD->getBody()->getBeginLoc()) : SourceLocation();
  }

  SourceLocation findColon(SourceLocation From, SourceLocation To) const {
    if (From.isMacroID() || To.isMacroID())
      return {};
    int Depth = 0;
    for (auto Tok = Lexer::findNextToken(From, SM, Ctx.getLangOpts());
         Tok && SM.isBeforeInTranslationUnit(Tok->getLocation(), To);
         Tok = Lexer::findNextToken(Tok->getLocation(), SM, Ctx.getLangOpts())) {
      if (Tok->is(tok::l_paren))
        ++Depth;
      else if (Tok->is(tok::r_paren))
        --Depth;
      else if (Depth == 0 && Tok->is(tok::colon))
        return Tok->getLocation();
    }
    return {};
  }

  ASTContext &Ctx;
  const SourceManager &SM;
  const FunctionSet &Kept;
  const llvm::StringSet<> &DeviceOnlyNames;
  std::vector<Cut> Cuts;
};

/// The definition `void (*const name)(params) = &kernel<args>;`, whose initialiser instantiates
/// the kernel.
void writeInstantiation(llvm::raw_ostream &OS, const FunctionDecl *FD, unsigned Index) {
  PrintingPolicy Policy(FD->getASTContext().getLangOpts());
  Policy.FullyQualifiedName = true;
  Policy.PrintAsCanonical = true;
  Policy.SuppressTagKeyword = true;
  Policy.SuppressUnwrittenScope = true;
  Policy.SuppressDefaultTemplateArgs = false;
  OS << "[[maybe_unused]] static void (*const gpuc_kernel_" << Index << ")(";
  llvm::ListSeparator Comma;
  for (const ParmVarDecl *Param : FD->parameters()) {
    OS << Comma;
    Param->getType().getCanonicalType().getUnqualifiedType().print(OS, Policy);
  }
  OS << ") = &::";
  FD->getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  OS << ";\n";
}

} // namespace

std::string gpuc::writeDeviceSource(ASTContext &Ctx, const FunctionSet &Kept,
                                    llvm::ArrayRef<const FunctionDecl *> Kernels,
                                    const llvm::StringSet<> &DeviceOnlyNames) {
  const SourceManager &SM = Ctx.getSourceManager();
  StringRef Text = SM.getBufferData(SM.getMainFileID());
  SourceLocation Start = SM.getLocForStartOfFile(SM.getMainFileID());
  std::string File = quoteFileName(SM.getFileEntryRefForID(SM.getMainFileID())->getName());

  std::string Result;
  llvm::raw_string_ostream OS(Result);
  OS << "// Device code of " << File << ", extracted by gpuc.\n#line 1 " << File << '\n';
  unsigned Position = Text.starts_with(ByteOrderMark) ? ByteOrderMark.size() : 0;
  for (const Cut &C : BodyCutter(Ctx, Kept, DeviceOnlyNames).run()) {
    if (C.Begin < Position) // inside a piece that is gone already
      continue;
    StringRef Before = Text.slice(Position, C.Begin), Trimmed = Before.rtrim(" \t");
    OS << Trimmed << ';';
    Position = C.End;
    if (Text.slice(C.Begin, C.End).contains('\n')) {
      // Indent what follows on the line, so that columns stay as well.
      PresumedLoc End = SM.getPresumedLoc(Start.getLocWithOffset(C.End));
      OS << "\n#line " << End.getLine() << ' ' << quoteFileName(End.getFilename()) << '\n';
      OS.indent(End.getColumn() - 1);
    } else {
      OS.indent(C.End - C.Begin - 1 + Before.size() - Trimmed.size());
    }
  }
  OS << Text.substr(Position);

  bool First = true;
  for (auto [Index, FD] : llvm::enumerate(Kernels)) {
    if (!FD->isTemplateInstantiation() || !isSpellable(FD))
      continue;
    if (First)
      OS << "\n// Kernel instantiations that the host code launches.\n";
    First = false;
    writeInstantiation(OS, FD, Index);
  }
  return Result;
}
