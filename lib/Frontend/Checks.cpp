//===- Checks.cpp - Errors in kernels and launches ------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that need complete types. The headers do not refuse a launch by
// themselves: they call gpu::detail::bad_launch<Kernel, FirstBad, Args...>,
// which has no definition, and the error is made here, at the user's call and
// with the names of kernel and parameter.
//
//===----------------------------------------------------------------------===//
#include "Checks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;
using namespace gpuc;

namespace {

template <unsigned N>
DiagnosticBuilder error(const ASTContext &Ctx, SourceLocation Loc, const char (&Format)[N]) {
  DiagnosticsEngine &Diags = Ctx.getDiagnostics();
  return Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, Format));
}

template <unsigned N>
DiagnosticBuilder note(const ASTContext &Ctx, SourceLocation Loc, const char (&Format)[N]) {
  DiagnosticsEngine &Diags = Ctx.getDiagnostics();
  return Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Note, Format));
}

bool checkLaunchBounds(const FunctionDecl *FD) {
  const AnnotateAttr *Bounds = findAnnotation(FD, "gpu::launch_bounds");
  if (!Bounds)
    return true;
  const ASTContext &Ctx = FD->getASTContext();
  if (!isKernel(FD)) {
    error(Ctx, Bounds->getLocation(),
          "'gpu::launch_bounds' applies to kernels only; add '[[gpu::kernel]]' to %0")
        << FD;
    return false;
  }
  for (const Expr *Arg : Bounds->args()) {
    Expr::EvalResult Value;
    if (Arg->isValueDependent())
      continue;
    if (!Arg->EvaluateAsInt(Value, Ctx) || Value.Val.getInt().isNegative() ||
        Value.Val.getInt().isZero() || Value.Val.getInt().getActiveBits() > 31) {
      error(Ctx, Arg->getExprLoc(),
            "'gpu::launch_bounds' of kernel %0 needs positive integer constants: threads of a "
            "block, then blocks of a multiprocessor")
          << FD;
      return false;
    }
  }
  return true;
}

/// Finds storage attributes and launch bounds outside system headers.
class AttributeVisitor : public RecursiveASTVisitor<AttributeVisitor> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitVarDecl(VarDecl *VD) {
    if (VD->isTemplated() || VD->getType()->isDependentType())
      return true;
    if (findAnnotation(VD, "gpu::shared"))
      checkShared(VD);
    else if (findAnnotation(VD, "gpu::constant"))
      checkConstant(VD);
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *FD) {
    if (!isKernel(FD))
      checkLaunchBounds(FD);
    return true;
  }

private:
  static void checkShared(VarDecl *VD) {
    const ASTContext &Ctx = VD->getASTContext();
    const auto *Record = VD->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (Record && (!Record->hasTrivialDestructor() || !Record->hasTrivialDefaultConstructor()))
      error(Ctx, VD->getLocation(),
            "block-shared variable %0 has type %1, which has a constructor or destructor that "
            "would have to run once for each block; use a trivial type and initialise it in the "
            "kernel")
          << VD << VD->getType();
    else if (VD->hasInit() && !isTrivialInit(VD->getInit()))
      error(Ctx, VD->getLocation(),
            "block-shared variable %0 cannot have an initialiser; assign it in the kernel, then "
            "call 'gpu::sync_threads()'")
          << VD;
  }

  /// The call of a trivial default constructor, which `static T x[n];` has.
  static bool isTrivialInit(const Expr *Init) {
    const auto *Construct = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit());
    return Construct && Construct->getConstructor()->isDefaultConstructor() &&
           Construct->getConstructor()->isTrivial() && !Construct->requiresZeroInitialization();
  }

  static void checkConstant(VarDecl *VD) {
    const ASTContext &Ctx = VD->getASTContext();
    if (VD->getType().isDestructedType() ||
        (VD->hasInit() && !VD->getInit()->isConstantInitializer(const_cast<ASTContext &>(Ctx),
                                                                /*ForRef=*/false)))
      error(Ctx, VD->getLocation(),
            "constant-storage variable %0 needs an initialiser that is known at compile time; "
            "make it 'constexpr' or 'constinit'")
          << VD;
  }
};

bool isInGpuNamespace(const FunctionDecl *FD) {
  for (const DeclContext *DC = FD->getDeclContext(); DC; DC = DC->getParent())
    if (const auto *NS = dyn_cast<NamespaceDecl>(DC);
        NS && NS->getParent()->isTranslationUnit() && NS->getName() == "gpu")
      return true;
  return false;
}

/// The kernel that an instantiation of a launch function names, or null.
const FunctionDecl *launchedFunction(const FunctionDecl *Launch) {
  const TemplateArgumentList *Args = Launch->getTemplateSpecializationArgs();
  if (!Args || Args->size() == 0 || Args->get(0).getKind() != TemplateArgument::Declaration)
    return nullptr;
  return dyn_cast<FunctionDecl>(Args->get(0).getAsDecl());
}

/// Walks from a call in the user's code into the headers' launch functions.
class LaunchCheck {
public:
  LaunchCheck(ASTContext &Ctx, const FunctionUse &Use) : Ctx(Ctx), Use(Use) { visit(Use.Callee); }

private:
  void visit(const FunctionDecl *FD) {
    if (Done || !isInGpuNamespace(FD) || !Seen.insert(FD->getCanonicalDecl()).second)
      return;
    if (FD->getIdentifier() && FD->getName() == "bad_launch")
      return reportMismatch(FD);
    if (FD->getIdentifier() && FD->getName() == "launch")
      if (const FunctionDecl *Kernel = launchedFunction(FD); Kernel && !isKernel(Kernel))
        return reportNoKernel(Kernel);
    const FunctionDecl *Definition = nullptr;
    if (!FD->hasBody(Definition) || isKernel(FD))
      return;
    for (const FunctionUse &Inner : collectUses(Definition, Definition->getBody()))
      visit(Inner.Callee);
  }

  void reportNoKernel(const FunctionDecl *FD) {
    Done = true;
    error(Ctx, Use.Loc, "%0 is launched but is no kernel; add '[[gpu::kernel]]' to it") << FD;
    note(Ctx, FD->getLocation(), "%0 is declared here") << FD;
  }

  void reportMismatch(const FunctionDecl *BadLaunch) {
    Done = true;
    const FunctionDecl *Kernel = launchedFunction(BadLaunch);
    const TemplateArgumentList *Args = BadLaunch->getTemplateSpecializationArgs();
    if (!Kernel || Args->size() < 3)
      return;
    int64_t FirstBad = Args->get(1).getAsIntegral().getExtValue();
    auto Types = Args->get(2).pack_elements();
    if (FirstBad < 0) {
      error(Ctx, Use.Loc, "kernel %0 takes %1 argument%s1, but the launch passes %2")
          << Kernel << Kernel->getNumParams() << unsigned(Types.size());
    } else {
      const ParmVarDecl *Param = Kernel->getParamDecl(FirstBad);
      error(Ctx, Use.Loc,
            "argument %0 of the launch of kernel %1 has type %2, which does not convert to %3, "
            "the type of parameter %4")
          << unsigned(FirstBad + 1) << Kernel << Types[FirstBad].getAsType().getNonReferenceType()
          << Param->getType() << Param;
    }
    note(Ctx, Kernel->getLocation(), "kernel %0 is declared here") << Kernel;
  }

  ASTContext &Ctx;
  const FunctionUse &Use;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
  bool Done = false;
};

void checkUse(ASTContext &Ctx, const FunctionUse &Use) {
  if (Use.IsCall && isKernel(Use.Callee)) {
    error(Ctx, Use.Loc,
          "kernel %0 cannot be called like a function; launch it with 'gpu::launch<%1>(config, "
          "...)'")
        << Use.Callee << Use.Callee->getNameAsString();
    return;
  }
  if (isInGpuNamespace(Use.Callee))
    LaunchCheck(Ctx, Use);
}

} // namespace

bool gpuc::checkKernel(const FunctionDecl *FD) {
  const ASTContext &Ctx = FD->getASTContext();
  bool Ok = checkLaunchBounds(FD);
  if (const auto *Method = dyn_cast<CXXMethodDecl>(FD); Method && !Method->isStatic()) {
    error(Ctx, FD->getLocation(),
          "kernel %0 cannot be a non-static member function; make it a static member or a free "
          "function and pass the object as an argument")
        << FD;
    Ok = false;
  }
  if (!FD->getReturnType()->isVoidType() && !FD->getReturnType()->isDependentType()) {
    error(Ctx, FD->getReturnTypeSourceRange().getBegin(),
          "kernel %0 returns %1, but a kernel has no one to return a value to; return 'void' and "
          "write the result through a pointer or 'std::span' argument")
        << FD << FD->getReturnType();
    Ok = false;
  }
  for (const ParmVarDecl *Param : FD->parameters())
    Ok &= checkParameter(FD, Param);
  return Ok;
}

void gpuc::checkVariables(ASTContext &Ctx, llvm::ArrayRef<VariableUse> Uses) {
  const SourceManager &SM = Ctx.getSourceManager();
  for (const auto &[VD, Loc] : Uses) {
    if (SM.isInSystemHeader(SM.getExpansionLoc(VD->getLocation())) || VD->isStaticLocal() ||
        VD->getTLSKind() != VarDecl::TLS_None || // a device's threads have their own
        findAnnotation(VD, "gpu::shared") || findAnnotation(VD, "gpu::constant"))
      continue;
    const VarDecl *Definition = nullptr;
    const Expr *Init = VD->getAnyInitializer(Definition);
    if (VD->getType().isConstQualified() && Init &&
        Init->isConstantInitializer(Ctx, /*ForRef=*/VD->getType()->isReferenceType()))
      continue;
    error(Ctx, Loc,
          "device code uses variable %0, which lives on the host; pass its value or address as an "
          "argument of the kernel, make it 'constexpr', or give it '[[gpu::shared]]' or "
          "'[[gpu::constant]]' storage")
        << VD;
    note(Ctx, VD->getLocation(), "%0 is declared here") << VD;
  }
}

void gpuc::checkStorage(ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  for (Decl *D : Ctx.getTranslationUnitDecl()->decls())
    if (!SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation())))
      AttributeVisitor().TraverseDecl(D);
}

void gpuc::checkLaunches(ASTContext &Ctx, llvm::ArrayRef<UserFunction> Functions,
                         const BodyMap &Bodies) {
  for (const UserFunction &User : Functions)
    for (const FunctionUse &Use : User.Uses)
      checkUse(Ctx, Use);
  for (const auto &[FD, Body] : Bodies)
    for (const FunctionUse &Use : collectUses(FD, Body))
      checkUse(Ctx, Use);
}
