//===- Reachability.cpp - Which functions device code needs ---------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reachability.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace gpuc;

namespace {

/// Collects what an expression or a body refers to, implicit calls too.
class ReferenceVisitor : public RecursiveASTVisitor<ReferenceVisitor> {
public:
  std::vector<FunctionUse> Functions;
  std::vector<VariableUse> Variables;
  std::vector<const CXXRecordDecl *> Destroyed;

  bool shouldVisitImplicitCode() const { return true; }
  bool shouldVisitTemplateInstantiations() const { return true; }

  // What is not evaluated needs no definition.
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) { return true; }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *) { return true; }
  bool TraverseRequiresExpr(RequiresExpr *) { return true; }
  bool TraverseStaticAssertDecl(StaticAssertDecl *) { return true; }
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }

  bool VisitCallExpr(CallExpr *E) {
    if (auto *Ref = dyn_cast<DeclRefExpr>(E->getCallee()->IgnoreParenImpCasts()))
      Callees.insert(Ref);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    if (auto *FD = dyn_cast<FunctionDecl>(E->getDecl()))
      use(FD, E->getLocation(), Callees.contains(E));
    else if (auto *VD = dyn_cast<VarDecl>(E->getDecl()); VD && VD->hasGlobalStorage())
      Variables.push_back({VD, E->getLocation()});
    return true;
  }
  bool VisitMemberExpr(MemberExpr *E) {
    if (auto *FD = dyn_cast<FunctionDecl>(E->getMemberDecl()))
      use(FD, E->getMemberLoc(), true);
    else if (auto *VD = dyn_cast<VarDecl>(E->getMemberDecl()))
      Variables.push_back({VD, E->getMemberLoc()});
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    use(E->getConstructor(), E->getLocation(), true);
    Destroyed.push_back(E->getConstructor()->getParent());
    return true;
  }
  bool VisitCXXInheritedCtorInitExpr(CXXInheritedCtorInitExpr *E) {
    use(E->getConstructor(), E->getLocation(), true);
    return true;
  }
  bool VisitCXXNewExpr(CXXNewExpr *E) {
    use(E->getOperatorNew(), E->getBeginLoc(), true);
    use(E->getOperatorDelete(), E->getBeginLoc(), true);
    return true;
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    use(E->getOperatorDelete(), E->getBeginLoc(), true);
    if (!E->getDestroyedType().isNull())
      destroy(E->getDestroyedType());
    return true;
  }
  bool VisitCXXBindTemporaryExpr(CXXBindTemporaryExpr *E) {
    use(E->getTemporary()->getDestructor(), E->getBeginLoc(), true);
    return true;
  }
  bool VisitVarDecl(VarDecl *VD) {
    destroy(VD->getType());
    return true;
  }
  bool VisitCXXDefaultArgExpr(CXXDefaultArgExpr *E) { return TraverseStmt(E->getExpr()); }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *E) { return TraverseStmt(E->getExpr()); }
  bool VisitCXXRewrittenBinaryOperator(CXXRewrittenBinaryOperator *E) {
    return TraverseStmt(E->getSemanticForm());
  }

private:
  void use(const FunctionDecl *FD, SourceLocation Loc, bool IsCall) {
    if (FD)
      Functions.push_back({FD, Loc, IsCall});
  }
  void destroy(QualType Type) {
    if (const auto *Record = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl())
      Destroyed.push_back(Record);
  }

  llvm::SmallPtrSet<const DeclRefExpr *, 16> Callees;
};

/// The closure of what kernels reach.
class ReachWalk {
public:
  explicit ReachWalk(const BodyMap &Bodies) : Bodies(Bodies) {}

  void add(const FunctionDecl *FD) {
    const FunctionDecl *Definition = FD;
    FD->hasBody(Definition);
    if (Seen.insert(Definition).second)
      Work.push_back(Definition);
  }

  Reached run() {
    while (!Work.empty())
      scan(Work.pop_back_val());
    return std::move(Result);
  }

private:
  void scan(const FunctionDecl *FD) {
    Result.Functions.insert(writtenFunction(FD));
    Result.Functions.insert(FD);
    ReferenceVisitor Refs;
    if (auto Saved = Bodies.find(FD); Saved != Bodies.end())
      Refs.TraverseStmt(Saved->second);
    else if (FD->doesThisDeclarationHaveABody())
      Refs.TraverseStmt(FD->getBody());
    if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(FD)) {
      for (CXXCtorInitializer *Init : Ctor->inits())
        Refs.TraverseStmt(Init->getInit());
      addVirtualFunctions(Ctor->getParent());
    }
    if (const auto *Dtor = dyn_cast<CXXDestructorDecl>(FD))
      addSubobjectDestructors(Dtor->getParent());
    follow(Refs);
  }

  void follow(const ReferenceVisitor &Refs) {
    for (const FunctionUse &Use : Refs.Functions)
      add(Use.Callee);
    for (const CXXRecordDecl *Record : Refs.Destroyed)
      addDestructor(Record);
    for (const VariableUse &Use : Refs.Variables)
      if (SeenVariables.insert(Use.VD->getCanonicalDecl()).second) {
        Result.Variables.push_back(Use);
        addInitializer(Use.VD);
      }
  }

  void addInitializer(const VarDecl *VD) {
    const VarDecl *Definition = nullptr;
    const Expr *Init = VD->getAnyInitializer(Definition);
    if (!Init)
      return;
    ReferenceVisitor Refs;
    Refs.TraverseStmt(const_cast<Expr *>(Init));
    follow(Refs);
  }

  void addDestructor(const CXXRecordDecl *Record) {
    if (!Record->hasDefinition() || Record->isDependentType())
      return;
    if (const CXXDestructorDecl *Dtor = Record->getDestructor())
      add(Dtor);
  }

  void addSubobjectDestructors(const CXXRecordDecl *Record) {
    for (const CXXBaseSpecifier &Base : Record->bases())
      if (const auto *BaseRecord = Base.getType()->getAsCXXRecordDecl())
        addDestructor(BaseRecord);
    for (const FieldDecl *Field : Record->fields())
      if (const auto *Type = Field->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl())
        addDestructor(Type);
  }

  /// A constructed object may have any of its virtual functions called.
  void addVirtualFunctions(const CXXRecordDecl *Record) {
    if (!Record->isPolymorphic() || !SeenClasses.insert(Record).second)
      return;
    for (const CXXMethodDecl *Method : Record->methods())
      if (Method->isVirtual())
        add(Method);
    for (const CXXBaseSpecifier &Base : Record->bases())
      if (const auto *BaseRecord = Base.getType()->getAsCXXRecordDecl())
        addVirtualFunctions(BaseRecord);
  }

  const BodyMap &Bodies;
  Reached Result;
  llvm::SmallPtrSet<const FunctionDecl *, 32> Seen;
  llvm::SmallPtrSet<const VarDecl *, 16> SeenVariables;
  llvm::SmallPtrSet<const CXXRecordDecl *, 16> SeenClasses;
  llvm::SmallVector<const FunctionDecl *, 32> Work;
};

/// Finds the functions of the user's files. A lambda's body counts as part of the function around
/// it.
class UserFunctionVisitor : public RecursiveASTVisitor<UserFunctionVisitor> {
public:
  std::vector<UserFunction> Functions;

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitFunctionDecl(FunctionDecl *FD) {
    const auto *Method = dyn_cast<CXXMethodDecl>(FD);
    if (FD->doesThisDeclarationHaveABody() && !FD->isDependentContext() &&
        !(Method && Method->getParent()->isLambda()))
      Functions.push_back({FD, collectUses(FD, FD->getBody())});
    return true;
  }
};

/// The outermost function around `D`.
const FunctionDecl *outermostFunction(const Decl *D) {
  const FunctionDecl *Outermost = nullptr;
  for (const DeclContext *DC = D->getDeclContext(); DC; DC = DC->getParent())
    if (const auto *FD = dyn_cast<FunctionDecl>(DC))
      Outermost = FD;
  return Outermost;
}

/// The kernels that the device source cannot spell, and the local types that they are made with.
class Unspellable {
public:
  explicit Unspellable(llvm::ArrayRef<const FunctionDecl *> All) {
    for (const FunctionDecl *FD : All)
      if (FD->isTemplateInstantiation() && !isSpellable(FD)) {
        Kernels.insert(FD->getCanonicalDecl());
        collectLocalTypes(FD, Types);
      }
  }

  bool empty() const { return Kernels.empty(); }
  const LocalTypes &localTypes() const { return Types; }

  /// Whether `FD` is such a kernel, or is instantiated with one or with a type of one.
  bool isNamedBy(const FunctionDecl *FD) const {
    if (Kernels.contains(FD->getCanonicalDecl()))
      return true;
    LocalTypes Own;
    collectLocalTypes(FD, Own);
    if (llvm::any_of(Own, [&](const TagDecl *Tag) { return Types.contains(Tag); }))
      return true;
    const TemplateArgumentList *Args = FD->getTemplateSpecializationArgs();
    return Args && llvm::any_of(Args->asArray(), [&](const TemplateArgument &Arg) {
             if (Arg.getKind() != TemplateArgument::Declaration)
               return false;
             const auto *Named = dyn_cast<FunctionDecl>(Arg.getAsDecl());
             return Named && Kernels.contains(Named->getCanonicalDecl());
           });
  }

private:
  FunctionSet Kernels;
  LocalTypes Types;
};

/// Adds the templates of the user's files that `Holders` instantiate: without their bodies the
/// instantiations would be undefined.
void keepInstantiated(const FunctionSet &Holders, llvm::ArrayRef<UserFunction> Functions,
                      FunctionSet &Kept) {
  llvm::DenseMap<const FunctionDecl *, const UserFunction *> ByDecl;
  for (const UserFunction &User : Functions)
    ByDecl[User.FD->getCanonicalDecl()] = &User;
  FunctionSet Seen;
  llvm::SmallVector<const FunctionDecl *, 8> Work(Holders.begin(), Holders.end());
  while (!Work.empty()) {
    const UserFunction *User = ByDecl.lookup(Work.pop_back_val());
    if (!User)
      continue;
    for (const FunctionUse &Use : User->Uses)
      if (Use.Callee->isTemplateInstantiation() &&
          Seen.insert(Use.Callee->getCanonicalDecl()).second) {
        Kept.insert(writtenFunction(Use.Callee));
        Work.push_back(Use.Callee->getCanonicalDecl());
      }
  }
}

} // namespace

std::vector<FunctionUse> gpuc::collectUses(const FunctionDecl *FD, Stmt *Body) {
  ReferenceVisitor Refs;
  Refs.TraverseStmt(Body);
  if (const auto *Ctor = dyn_cast<CXXConstructorDecl>(FD))
    for (CXXCtorInitializer *Init : Ctor->inits())
      Refs.TraverseStmt(Init->getInit());
  return std::move(Refs.Functions);
}

std::vector<UserFunction> gpuc::collectUserFunctions(ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  UserFunctionVisitor Visitor;
  for (Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (!SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      Visitor.TraverseDecl(D);
  return std::move(Visitor.Functions);
}

Reached gpuc::collectReached(llvm::ArrayRef<const FunctionDecl *> Kernels, const BodyMap &Bodies) {
  ReachWalk Walk(Bodies);
  for (const FunctionDecl *FD : Kernels)
    Walk.add(FD);
  return Walk.run();
}

void gpuc::collectHolders(llvm::ArrayRef<const FunctionDecl *> Kernels,
                          llvm::ArrayRef<UserFunction> Functions, FunctionSet &Kept) {
  const Unspellable Wanted(Kernels);
  if (Wanted.empty())
    return;

  FunctionSet Holders;
  llvm::SmallVector<const FunctionDecl *, 8> Work;
  auto Keep = [&](const FunctionDecl *FD) {
    Kept.insert(writtenFunction(FD));
    if (Holders.insert(FD->getCanonicalDecl()).second)
      Work.push_back(FD->getCanonicalDecl());
  };
  for (const TagDecl *Tag : Wanted.localTypes())
    if (const FunctionDecl *FD = outermostFunction(Tag))
      Keep(FD);
  for (const UserFunction &User : Functions)
    if (llvm::any_of(User.Uses,
                     [&](const FunctionUse &Use) { return Wanted.isNamedBy(Use.Callee); }))
      Keep(User.FD);
  // What instantiates a holder has to stay as well.
  while (!Work.empty()) {
    const FunctionDecl *Holder = Work.pop_back_val();
    if (!Holder->isTemplateInstantiation())
      continue;
    for (const UserFunction &User : Functions)
      if (llvm::any_of(User.Uses, [&](const FunctionUse &Use) {
            return Use.Callee->getCanonicalDecl() == Holder;
          }))
        Keep(User.FD);
  }
  keepInstantiated(Holders, Functions, Kept);
}
