//===- Attributes.cpp - The [[gpu::…]] attributes -------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attributes are registered with Clang and become annotations of the
// declaration ("gpu::kernel", …), which templates instantiate and which reach
// the IR. Here stand the checks that need only the declaration; what needs
// types that a template may still leave open is in Checks.cpp.
//
//===----------------------------------------------------------------------===//
#include "gpuc/Frontend/Frontend.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/ParsedAttrInfo.h"
#include "clang/Sema/DeclSpec.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace {

/// Reports `Message` ("%0" is the attribute's name) as an error at the attribute.
bool reject(Sema &S, const ParsedAttr &Attr, const char *Message) {
  unsigned ID = S.Diags.getDiagnosticIDs()->getCustomDiagID(
      DiagnosticIDs::CustomDiagDesc(diag::Severity::Error, Message));
  S.Diag(Attr.getLoc(), ID) << Attr.getNormalizedFullName();
  return false;
}

/// Argument `Index` of the attribute. Clang reads a name that stands alone as a bare identifier,
/// since it does not know the attribute: that is looked up here. Null after an error.
Expr *argument(Sema &S, const ParsedAttr &Attr, unsigned Index) {
  if (!Attr.isArgIdent(Index))
    return Attr.getArgAsExpr(Index);
  IdentifierLoc *Name = Attr.getArgAsIdent(Index);
  CXXScopeSpec NoScope;
  UnqualifiedId Id;
  Id.setIdentifier(Name->getIdentifierInfo(), Name->getLoc());
  return S
      .ActOnIdExpression(S.getCurScope(), NoScope, SourceLocation(), Id,
                         /*HasTrailingLParen=*/false,
                         /*IsAddressOfOperand=*/false)
      .get();
}

/// Adds the annotation that carries the attribute on, with the attribute's expressions.
void annotate(Sema &S, Decl *D, const ParsedAttr &Attr) {
  SmallVector<Expr *, 2> Args;
  for (unsigned I = 0; I < Attr.getNumArgs(); ++I) {
    Args.push_back(argument(S, Attr, I));
    if (!Args.back())
      return;
  }
  if (clang::Attr *Annotation = S.CreateAnnotationAttr(Attr, Attr.getNormalizedFullName(), Args))
    D->addAttr(Annotation);
}

/// An attribute of functions.
struct FunctionAttrInfo : ParsedAttrInfo {
  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr, const Decl *D) const override {
    if (!isa<FunctionDecl>(D))
      return reject(S, Attr, "'%0' applies to functions only");
    return true;
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &Attr) const override {
    annotate(S, D, Attr);
    return AttributeApplied;
  }
};

struct KernelAttrInfo final : FunctionAttrInfo {
  KernelAttrInfo() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "gpu::kernel"}};
    Spellings = Names;
  }
  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr, const Decl *D) const override {
    if (!FunctionAttrInfo::diagAppertainsToDecl(S, Attr, D))
      return false;
    const auto *FD = cast<FunctionDecl>(D);
    // A definition outside the class is static by its declaration, to which it is not linked yet;
    // Checks.cpp looks at these.
    if (const auto *Method = dyn_cast<CXXMethodDecl>(FD);
        Method && !Method->isStatic() && !Method->isOutOfLine())
      return reject(S, Attr,
                    "a kernel cannot be a non-static member function; make it a static member or a "
                    "free function and pass the object as an argument");
    if (FD->isVariadic())
      return reject(S, Attr,
                    "a kernel cannot take variadic arguments; use a template parameter pack");
    if (FD->isMain())
      return reject(S, Attr, "'main' cannot be a kernel; launch a kernel from it");
    if (FD->isConsteval())
      return reject(S, Attr, "a kernel cannot be 'consteval'; it runs on a device");
    return true;
  }
};

struct DeviceAttrInfo final : FunctionAttrInfo {
  DeviceAttrInfo() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "gpu::device"}};
    Spellings = Names;
  }
};

struct LaunchBoundsAttrInfo final : FunctionAttrInfo {
  LaunchBoundsAttrInfo() {
    // Clang parses the arguments of a plugin's attribute only if it also knows the bare name.
    static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "gpu::launch_bounds"},
                                         {ParsedAttr::AS_CXX11, "launch_bounds"}};
    Spellings = Names;
    NumArgs = 1;
    OptArgs = 1;
  }
  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr, const Decl *D) const override {
    if (!Attr.hasScope())
      return reject(S, Attr, "unknown attribute '%0'; write 'gpu::launch_bounds'");
    return FunctionAttrInfo::diagAppertainsToDecl(S, Attr, D);
  }
  bool isParamExpr(size_t) const override { return true; }
};

/// An attribute of variables that live for the whole run of a block or program.
struct StorageAttrInfo : ParsedAttrInfo {
  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr, const Decl *D) const override {
    const auto *VD = dyn_cast<VarDecl>(D);
    if (!VD || isa<ParmVarDecl>(D))
      return reject(S, Attr, "'%0' applies to variables only");
    if (VD->getTSCSpec() != TSCS_unspecified)
      return reject(S, Attr, "a '%0' variable cannot be 'thread_local'");
    if (VD->isLocalVarDecl() && !VD->isStaticLocal())
      return reject(S, Attr, "a local '%0' variable must be 'static'; write '[[%0]] static'");
    return true;
  }
  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &Attr) const override {
    for (const auto *Other : D->specific_attrs<AnnotateAttr>())
      if (Other->getAnnotation() != Attr.getNormalizedFullName() &&
          (Other->getAnnotation() == "gpu::shared" || Other->getAnnotation() == "gpu::constant")) {
        reject(S, Attr, "a variable cannot be both 'gpu::shared' and 'gpu::constant'");
        return AttributeNotApplied;
      }
    annotate(S, D, Attr);
    return AttributeApplied;
  }
};

struct SharedAttrInfo final : StorageAttrInfo {
  SharedAttrInfo() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "gpu::shared"}};
    Spellings = Names;
  }
};

struct ConstantAttrInfo final : StorageAttrInfo {
  ConstantAttrInfo() {
    static constexpr Spelling Names[] = {{ParsedAttr::AS_CXX11, "gpu::constant"}};
    Spellings = Names;
  }
};

} // namespace

void gpuc::initializeFrontend() {
  static ParsedAttrInfoRegistry::Add<KernelAttrInfo> Kernel("gpu::kernel", "what a launch starts");
  static ParsedAttrInfoRegistry::Add<DeviceAttrInfo> Device("gpu::device",
                                                            "called by other sources' kernels");
  static ParsedAttrInfoRegistry::Add<LaunchBoundsAttrInfo> Bounds("gpu::launch_bounds",
                                                                  "most threads of a block");
  static ParsedAttrInfoRegistry::Add<SharedAttrInfo> Shared("gpu::shared",
                                                            "one variable for each block");
  static ParsedAttrInfoRegistry::Add<ConstantAttrInfo> Constant("gpu::constant",
                                                                "read-only device memory");
}
