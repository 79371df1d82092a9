//===- KernelModel.cpp - Kernels in Clang's AST ---------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelModel.h"
#include "ArgumentLayout.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace gpuc;

const AnnotateAttr *gpuc::findAnnotation(const Decl *D, llvm::StringRef Name) {
  if (D)
    for (const auto *Attr : D->specific_attrs<AnnotateAttr>())
      if (Attr->getAnnotation() == Name)
        return Attr;
  return nullptr;
}

const FunctionDecl *gpuc::writtenFunction(const FunctionDecl *FD) {
  if (const FunctionDecl *Pattern = FD->getTemplateInstantiationPattern())
    FD = Pattern;
  const FunctionDecl *Definition = nullptr;
  return FD->hasBody(Definition) ? Definition : FD;
}

namespace {

/// Finds the closures and local classes in types and template arguments, and whether there are
/// values that do not read back as Clang prints them, or names that only a class may use.
class LocalTypeFinder {
public:
  explicit LocalTypeFinder(LocalTypes &Found) : Found(Found) {}

  bool HasUnspellableValue = false;

  void visit(const TemplateArgument &Arg) {
    switch (Arg.getKind()) {
    case TemplateArgument::Type:
      return visit(Arg.getAsType());
    case TemplateArgument::Integral:
      // The least value has no literal.
      HasUnspellableValue |=
          !Arg.getIntegralType()->isBuiltinType() || Arg.getAsIntegral().isMinSignedValue();
      return visit(Arg.getIntegralType());
    case TemplateArgument::Declaration:
      HasUnspellableValue = true;
      if (const auto *FD = dyn_cast<FunctionDecl>(Arg.getAsDecl()))
        visitArgsOf(FD);
      return;
    case TemplateArgument::StructuralValue:
      HasUnspellableValue = true;
      return visit(Arg.getStructuralValueType());
    case TemplateArgument::NullPtr:
      HasUnspellableValue = true;
      return visit(Arg.getNullPtrType());
    case TemplateArgument::Pack:
      for (const TemplateArgument &Element : Arg.pack_elements())
        visit(Element);
      return;
    default:
      return;
    }
  }

  void visitArgsOf(const FunctionDecl *FD) {
    HasUnspellableValue |= isHidden(FD);
    if (const auto *Args = FD->getTemplateSpecializationArgs())
      for (const TemplateArgument &Arg : Args->asArray())
        visit(Arg);
    // A member of a class template's specialization, or of a closure.
    for (const DeclContext *DC = FD->getDeclContext(); DC; DC = DC->getParent())
      if (const auto *Record = dyn_cast<CXXRecordDecl>(DC))
        visitRecord(Record);
  }

private:
  static bool isHidden(const Decl *D) {
    return D->getAccess() == AS_private || D->getAccess() == AS_protected;
  }

  void visit(QualType Type) {
    Type = Type.getCanonicalType();
    while (!Type->getPointeeType().isNull())
      Type = Type->getPointeeType();
    if (const auto *Array = Type->getAsArrayTypeUnsafe())
      return visit(Array->getElementType());
    if (const auto *Function = Type->getAs<FunctionProtoType>()) {
      visit(Function->getReturnType());
      for (QualType Param : Function->param_types())
        visit(Param);
      return;
    }
    if (const TagDecl *Tag = Type->getAsTagDecl()) {
      HasUnspellableValue |= isHidden(Tag);
      if (const auto *Record = dyn_cast<CXXRecordDecl>(Tag))
        return visitRecord(Record);
      if (Tag->getParentFunctionOrMethod())
        Found.insert(Tag);
    }
  }

  void visitRecord(const CXXRecordDecl *Record) {
    if (!Seen.insert(Record).second)
      return;
    if (Record->isLambda() || Record->getParentFunctionOrMethod() ||
        (!Record->getIdentifier() && !Record->getTypedefNameForAnonDecl()))
      Found.insert(Record);
    if (const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(Record))
      for (const TemplateArgument &Arg : Spec->getTemplateArgs().asArray())
        visit(Arg);
    for (const DeclContext *DC = Record->getDeclContext(); DC; DC = DC->getParent())
      if (const auto *Outer = dyn_cast<CXXRecordDecl>(DC))
        visitRecord(Outer);
  }

  LocalTypes &Found;
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
};

PrintingPolicy namePolicy(const ASTContext &Ctx) {
  PrintingPolicy Policy(Ctx.getLangOpts());
  Policy.SuppressTagKeyword = true;
  Policy.FullyQualifiedName = true;
  Policy.PrintAsCanonical = true;
  Policy.AlwaysIncludeTypeForTemplateArgument = true;
  Policy.SuppressDefaultTemplateArgs = false;
  return Policy;
}

std::string presumedLocation(const ASTContext &Ctx, SourceLocation Loc) {
  PresumedLoc Presumed = Ctx.getSourceManager().getPresumedLoc(Loc);
  if (Presumed.isInvalid())
    return "?";
  return (Twine(Presumed.getFilename()) + ":" + Twine(Presumed.getLine()) + ":" +
          Twine(Presumed.getColumn()))
      .str();
}

/// Writes what Clang's printer rounds: the bits of floating-point values.
void writeExactValue(const APValue &Value, llvm::raw_ostream &OS) {
  switch (Value.getKind()) {
  case APValue::Int:
    OS << Value.getInt() << ' ';
    return;
  case APValue::Float: {
    llvm::SmallString<32> Digits;
    Value.getFloat().bitcastToAPInt().toStringUnsigned(Digits, 16);
    OS << Digits << ' ';
    return;
  }
  case APValue::ComplexFloat:
    writeExactValue(APValue(Value.getComplexFloatReal()), OS);
    return writeExactValue(APValue(Value.getComplexFloatImag()), OS);
  case APValue::Struct:
    for (unsigned I = 0; I < Value.getStructNumBases(); ++I)
      writeExactValue(Value.getStructBase(I), OS);
    for (unsigned I = 0; I < Value.getStructNumFields(); ++I)
      writeExactValue(Value.getStructField(I), OS);
    return;
  case APValue::Array:
    for (unsigned I = 0; I < Value.getArrayInitializedElts(); ++I)
      writeExactValue(Value.getArrayInitializedElt(I), OS);
    if (Value.hasArrayFiller())
      writeExactValue(Value.getArrayFiller(), OS);
    return;
  default:
    return; // printed exactly
  }
}

/// Writes the values of the template arguments of `FD` that its printed name may round.
void writeExactArguments(const FunctionDecl *FD, llvm::raw_ostream &OS) {
  const TemplateArgumentList *Args = FD->getTemplateSpecializationArgs();
  if (!Args)
    return;
  auto Write = [&](const TemplateArgument &Arg) {
    if (Arg.getKind() == TemplateArgument::StructuralValue)
      writeExactValue(Arg.getAsStructuralValue(), OS);
  };
  for (const TemplateArgument &Arg : Args->asArray())
    if (Arg.getKind() == TemplateArgument::Pack)
      llvm::for_each(Arg.pack_elements(), Write);
    else
      Write(Arg);
}

/// Value of argument `Index` of a launch_bounds annotation; 0 where it is not there. Checks.cpp
/// has refused what is no positive constant.
unsigned launchBound(const AnnotateAttr *Bounds, unsigned Index, const ASTContext &Ctx) {
  if (!Bounds || Index >= Bounds->args_size())
    return 0;
  Expr::EvalResult Value;
  if (Bounds->args_begin()[Index]->isValueDependent() ||
      !Bounds->args_begin()[Index]->EvaluateAsInt(Value, Ctx))
    return 0;
  return static_cast<unsigned>(Value.Val.getInt().getLimitedValue(~0u));
}

} // namespace

void gpuc::collectLocalTypes(const FunctionDecl *FD, LocalTypes &Types) {
  LocalTypeFinder(Types).visitArgsOf(FD);
}

bool gpuc::isSpellable(const FunctionDecl *FD) {
  LocalTypes Types;
  LocalTypeFinder Finder(Types);
  Finder.visitArgsOf(FD);
  return Types.empty() && !Finder.HasUnspellableValue;
}

std::string gpuc::identity(const FunctionDecl *FD) {
  const ASTContext &Ctx = FD->getASTContext();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  FD->getNameForDiagnostic(OS, namePolicy(Ctx), /*Qualified=*/true);
  OS << '(';
  llvm::ListSeparator Comma;
  for (const ParmVarDecl *Param : FD->parameters()) {
    OS << Comma;
    Param->getType().getCanonicalType().print(OS, namePolicy(Ctx));
  }
  OS << ')';
  writeExactArguments(FD, OS);
  // A closure's printed name is its position, which is one for all instantiations of the function
  // around it: that function tells them apart.
  LocalTypes Types;
  collectLocalTypes(FD, Types);
  std::vector<std::string> Scopes;
  for (const TagDecl *Tag : Types)
    if (const auto *Outer = dyn_cast_or_null<FunctionDecl>(Tag->getParentFunctionOrMethod()))
      Scopes.push_back(presumedLocation(Ctx, Tag->getLocation()) + " in " + identity(Outer));
  llvm::sort(Scopes);
  for (const std::string &Scope : Scopes)
    OS << "; " << Scope;
  return Text;
}

Kernel gpuc::describeKernel(const FunctionDecl *FD) {
  const ASTContext &Ctx = FD->getASTContext();
  Kernel Result;
  Result.Identity = identity(FD);
  llvm::raw_string_ostream Name(Result.Name);
  PrintingPolicy Policy(Ctx.getLangOpts());
  FD->getNameForDiagnostic(Name, Policy, /*Qualified=*/true);
  const CXXRecordDecl *Object = launchedObject(FD);
  Result.Location = presumedLocation(Ctx, Object ? Object->getLocation() : FD->getLocation());
  Result.IsInternal = !FD->isExternallyVisible();
  for (const ParmVarDecl *Param : FD->parameters()) {
    TypeInfoChars Info = Ctx.getTypeInfoInChars(Param->getType());
    KernelParam P;
    P.Name = Param->getNameAsString();
    P.Type = Param->getType().getAsString(Policy);
    P.Size = Info.Width.getQuantity();
    P.Align = Info.Align.getQuantity();
    P.Offset = llvm::alignTo(Result.ArgsSize, P.Align);
    Result.ArgsSize = P.Offset + P.Size;
    Result.Params.push_back(std::move(P));
  }
  Result.Pointers = findPointers(FD, Result.Params);
  for (DescribedRecord &Record : describeRecords(FD))
    Result.Records.push_back(std::move(Record.Layout));
  const AnnotateAttr *Bounds = findAnnotation(FD, "gpu::launch_bounds");
  Result.MaxThreads = launchBound(Bounds, 0, Ctx);
  Result.MinBlocks = launchBound(Bounds, 1, Ctx);
  return Result;
}

std::string gpuc::quoteFileName(llvm::StringRef Name) {
  std::string Result = "\"";
  for (char C : Name) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result + '"';
}

void gpuc::forEachFunction(Decl *D, llvm::function_ref<void(FunctionDecl *)> Visit) {
  if (auto *FD = dyn_cast<FunctionDecl>(D)) {
    if (FD->doesThisDeclarationHaveABody())
      Visit(FD);
  } else if (auto *Template = dyn_cast<FunctionTemplateDecl>(D)) {
    if (Template->getTemplatedDecl()->doesThisDeclarationHaveABody())
      Visit(Template->getTemplatedDecl());
  } else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
    for (Decl *Child : cast<DeclContext>(D)->decls())
      forEachFunction(Child, Visit);
  }
}
