//===- ArgumentChecks.cpp - What cannot cross to a device -----------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// gpu::kernel_arg says which types may cross, but not why another may not, and it
// cannot look into a class. The checks here find the member that is at fault.
//
//===----------------------------------------------------------------------===//
#include "ArgumentLayout.h"
#include "Checks.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include <optional>

using namespace clang;
using namespace gpuc;

namespace {

/// Why an object cannot be copied to a device.
struct Obstacle {
  std::string Reason;         ///< "its member 'a.name' has type 'std::string'"
  SourceLocation Declaration; ///< of the member; invalid where it is the object itself
};

/// What to pass instead of a type that owns memory of the host, or null.
const char *substituteFor(QualType Type) {
  const auto *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->getIdentifier())
    return nullptr;
  StringRef Name = Record->getName();
  if (Record->isInStdNamespace() && Name == "basic_string")
    return "std::string_view";
  if (Record->isInStdNamespace() && Name == "vector")
    return "std::span";
  const auto *Scope = dyn_cast<NamespaceDecl>(Record->getDeclContext());
  return Scope && Scope->getName() == "gpu" && Name == "buffer" ? "std::span" : nullptr;
}

/// The type as its user spells it, without the template arguments that only defaults made.
std::string shortName(QualType Type) {
  if (const auto *Record = Type->getAsCXXRecordDecl(); Record && Record->isInStdNamespace() &&
                                                       Record->getIdentifier() &&
                                                       Record->getName() == "basic_string")
    return "std::string";
  PrintingPolicy Policy{LangOptions()};
  Policy.adjustForCPlusPlus();
  Policy.UseVoidForZeroParams = false;
  return Type.getAsString(Policy);
}

/// Whether objects of the type are copied as bytes and need no destructor: gpu::kernel_arg.
bool crossesAsBytes(QualType Type, const ASTContext &Ctx) {
  if (const auto *Record = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl())
    return Record->canPassInRegisters() && Record->hasTrivialDestructor();
  return Type.isTriviallyCopyableType(Ctx);
}

/// Finds the innermost member of a class that keeps its objects from crossing.
class ObstacleFinder {
public:
  explicit ObstacleFinder(const ASTContext &Ctx) : Ctx(Ctx) {}

  std::optional<Obstacle> inObject(QualType Type) { return visit(Type, "", SourceLocation()); }

private:
  /// `Path`: of members, "a.b"; empty for the object itself.
  std::optional<Obstacle> visit(QualType Type, const std::string &Path, SourceLocation Loc) {
    if (Type->isReferenceType())
      return Obstacle{"its member '" + Path + "' is a reference, which a device cannot follow",
                      Loc};
    const auto *Record = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    if (!Record || !Record->hasDefinition())
      return std::nullopt;
    Record = Record->getDefinition();
    bool Crosses = crossesAsBytes(Type, Ctx);
    // What the standard library's classes are made of says nothing to their user.
    if (Crosses || !Record->isInStdNamespace())
      if (auto Found = inClass(Record, Path))
        return Found;
    if (Crosses)
      return std::nullopt;
    if (!Path.empty() && (Record->isInStdNamespace() || substituteFor(Type)))
      return Obstacle{"its member '" + Path + "' has type '" + shortName(Type) + "'", Loc};
    std::string Owner = Path.empty() ? "it" : "its member '" + Path + "'";
    return Obstacle{Owner + " has " + defect(Record), Loc};
  }

  std::optional<Obstacle> inClass(const CXXRecordDecl *Record, const std::string &Path) {
    for (const CXXBaseSpecifier &Base : Record->bases())
      if (auto Found = visitBase(Base, Path))
        return Found;
    for (const FieldDecl *Field : Record->fields())
      if (auto Found = visit(Field->getType(), joined(Record, Field, Path),
                             Record->isLambda() ? captureLocation(Record, Field->getFieldIndex())
                                                : Field->getLocation()))
        return Found;
    return std::nullopt;
  }

  /// A base class's members are the class's own. A base class at fault itself is named.
  std::optional<Obstacle> visitBase(const CXXBaseSpecifier &Base, const std::string &Path) {
    auto Found = visit(Base.getType(), Path, SourceLocation());
    if (!Found || Found->Declaration.isValid())
      return Found;
    const auto *Record = Base.getType()->getAsCXXRecordDecl()->getDefinition();
    return Obstacle{"its base class '" + shortName(Base.getType()) + "' has " + defect(Record),
                    Base.getBeginLoc()};
  }

  static std::string joined(const CXXRecordDecl *Record, const FieldDecl *Field,
                            const std::string &Path) {
    std::string Name = Record->isLambda() ? captureName(Record, Field->getFieldIndex())
                                          : Field->getNameAsString();
    return Path.empty() || Name.empty() ? Path + Name : Path + "." + Name;
  }

  static const char *defect(const CXXRecordDecl *Record) {
    if (Record->getNumVBases())
      return "virtual base classes, whose place only the side that made the object knows";
    if (Record->isPolymorphic())
      return "virtual functions, whose table is the host's";
    if (!Record->hasTrivialDestructor())
      return "a destructor that is not trivial";
    if (llvm::all_of(Record->ctors(), [](const CXXConstructorDecl *Ctor) {
          return !Ctor->isCopyOrMoveConstructor() || Ctor->isDeleted();
        }))
      return "no copy constructor";
    return "a copy or move constructor that is not trivial";
  }

  const ASTContext &Ctx;
};

template <unsigned N>
DiagnosticBuilder error(const ASTContext &Ctx, SourceLocation Loc, const char (&Format)[N]) {
  DiagnosticsEngine &Diags = Ctx.getDiagnostics();
  return Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, Format));
}

void noteMember(const ASTContext &Ctx, const Obstacle &Found) {
  if (Found.Declaration.isInvalid())
    return;
  DiagnosticsEngine &Diags = Ctx.getDiagnostics();
  Diags.Report(Found.Declaration, Diags.getCustomDiagID(DiagnosticsEngine::Note, "declared here"));
}

/// A kernel made of a lambda: what matters is what it captures. Reported at the capture.
bool checkLambda(const CXXRecordDecl *Lambda) {
  const ASTContext &Ctx = Lambda->getASTContext();
  bool Ok = true;
  for (const FieldDecl *Field : Lambda->fields()) {
    unsigned Index = Field->getFieldIndex();
    QualType Type = Field->getType();
    std::string Name = captureName(Lambda, Index);
    SourceLocation Loc = captureLocation(Lambda, Index);
    LambdaCaptureKind Kind = Lambda->captures().begin()[Index].getCaptureKind();
    if (Kind == LCK_ByRef || Kind == LCK_This) {
      error(Ctx, Loc,
            "the lambda of a launch captures '%0' by reference, which a device cannot follow; "
            "capture by value, or capture a pointer or 'std::span' of device memory")
          << Name;
      Ok = false;
    } else if (auto Found = ObstacleFinder(Ctx).inObject(Type)) {
      error(Ctx, Loc,
            "the lambda of a launch captures '%0' of type '%1', which cannot be copied to a "
            "device: %2; capture a pointer or 'std::span' of device memory, or the members that "
            "the lambda needs")
          << Name << shortName(Type) << Found->Reason;
      noteMember(Ctx, *Found);
      Ok = false;
    }
  }
  return Ok;
}

void reportParameter(const FunctionDecl *FD, const ParmVarDecl *Param, const Obstacle &Found) {
  const ASTContext &Ctx = FD->getASTContext();
  QualType Type = Param->getType();
  if (const char *Substitute = substituteFor(Type)) {
    error(Ctx, Param->getLocation(),
          "kernel %0 takes '%1' by value, which cannot be copied to a device; pass a '%2'")
        << FD << shortName(Type) << Substitute;
  } else if (const CXXRecordDecl *Object = launchedObject(FD);
             Object && Object == Type->getAsCXXRecordDecl()) {
    error(Ctx, Object->getLocation(),
          "the function object of a launch has type '%0', which cannot be copied to a device: %1; "
          "keep pointers or 'std::span's of device memory in it")
        << shortName(Type) << Found.Reason;
    noteMember(Ctx, Found);
  } else {
    error(Ctx, Param->getLocation(),
          "kernel %0 takes parameter %1 of type '%2', which cannot be copied to a device: %3; pass "
          "a type that is copied as bytes, or a pointer to device memory")
        << FD << Param << shortName(Type) << Found.Reason;
    noteMember(Ctx, Found);
  }
}

} // namespace

bool gpuc::checkParameter(const FunctionDecl *FD, const ParmVarDecl *Param) {
  const ASTContext &Ctx = FD->getASTContext();
  QualType Type = Param->getType();
  if (Type->isDependentType())
    return true;
  if (Type->isReferenceType()) {
    error(Ctx, Param->getLocation(),
          "kernel %0 takes parameter %1 by reference, which a device cannot follow; take it by "
          "value, or take a pointer or 'std::span' of device memory")
        << FD << Param;
    return false;
  }
  if (Type->isIncompleteType()) // Sema has reported it
    return false;
  if (const auto *Record = Type->getAsCXXRecordDecl(); Record && Record->isLambda())
    return checkLambda(Record);
  auto Found = ObstacleFinder(Ctx).inObject(Type);
  if (Found)
    reportParameter(FD, Param, *Found);
  return !Found;
}
