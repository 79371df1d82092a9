//===- ArgumentLayout.cpp - What a kernel's parameters are made of --------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host's and the device's parse each see their own definition of a class:
// macros may change it, and types such as 'long double' differ. So both describe
// what lies where, and the descriptions must be equal.
//
//===----------------------------------------------------------------------===//
#include "ArgumentLayout.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;
using namespace gpuc;

namespace {

/// Pointers of a kernel that are recorded at the most: a launch looks at each.
constexpr size_t MaxPointers = 64;

bool isInNamespace(const Decl *D, StringRef Name) {
  for (const DeclContext *DC = D->getDeclContext(); DC; DC = DC->getParent())
    if (const auto *NS = dyn_cast<NamespaceDecl>(DC);
        NS && NS->getParent()->isTranslationUnit() && NS->getName() == Name)
      return true;
  return false;
}

/// A class of a pointer and a number of elements: one that staging knows.
bool isRange(const CXXRecordDecl *Record) {
  if (!Record->getIdentifier())
    return false;
  StringRef Name = Record->getName();
  if (Record->isInStdNamespace())
    return Name == "span" || Name == "basic_string_view";
  return Name == "per_thread" && isInNamespace(Record, "gpu");
}

std::string canonicalName(QualType Type, const ASTContext &Ctx) {
  PrintingPolicy Policy(Ctx.getLangOpts());
  Policy.SuppressTagKeyword = true;
  Policy.FullyQualifiedName = true;
  Policy.PrintAsCanonical = true;
  return Type.getCanonicalType().getUnqualifiedType().getAsString(Policy);
}

/// Whether the class has a layout that can be told.
bool isLaidOut(const CXXRecordDecl *Record) {
  return Record && Record->isCompleteDefinition() && !Record->isDependentContext() &&
         !Record->isInvalidDecl();
}

const CXXRecordDecl *definitionOf(QualType Type) {
  const CXXRecordDecl *Record = Type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  return Record ? Record->getDefinition() : nullptr;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

class RecordFinder {
public:
  explicit RecordFinder(const ASTContext &Ctx) : Ctx(Ctx) {}

  std::vector<DescribedRecord> Found;

  void visit(QualType Type) {
    if (const CXXRecordDecl *Record = definitionOf(Type); isLaidOut(Record))
      visitRecord(Record);
    else if (QualType Pointee = Type->getPointeeType();
             !Pointee.isNull() && !Pointee->isFunctionType())
      Pointees.push_back(Pointee);
  }

  /// The classes that pointers lead to, but not on through theirs.
  void visitPointees() {
    for (QualType Pointee : std::exchange(Pointees, {}))
      visit(Pointee);
  }

private:
  void visitRecord(const CXXRecordDecl *Record) {
    if (!Seen.insert(Record).second)
      return;
    if (Record->getNumVBases()) // only behind a pointer: their place is the object's own matter
      return;
    for (const CXXBaseSpecifier &Base : Record->bases())
      visit(Base.getType());
    for (const FieldDecl *Field : Record->fields())
      visit(Field->getType());
    Found.push_back({Record, describe(Record)});
  }

  RecordLayout describe(const CXXRecordDecl *Record) {
    const ASTRecordLayout &Layout = Ctx.getASTRecordLayout(Record);
    RecordLayout Result;
    QualType Type = Ctx.getCanonicalTagType(Record);
    Result.Name = Type.getAsString(PrintingPolicy(Ctx.getLangOpts()));
    // Closures at one place, of several instantiations of what holds them, share a name.
    Result.Key = canonicalName(Type, Ctx);
    if (unsigned N = Names[Result.Key]++)
      Result.Key += "#" + std::to_string(N);
    Result.Size = Layout.getSize().getQuantity();
    Result.Align = Layout.getAlignment().getQuantity();
    for (const CXXBaseSpecifier &Base : Record->bases()) {
      const CXXRecordDecl *Class = definitionOf(Base.getType());
      Result.Items.push_back({"base class '" + Base.getType().getAsString() + "'",
                              canonicalName(Base.getType(), Ctx),
                              uint64_t(Ctx.toBits(Layout.getBaseClassOffset(Class))),
                              Ctx.getTypeSize(Base.getType())});
    }
    for (const FieldDecl *Field : Record->fields())
      Result.Items.push_back(describe(Record, Field, Layout));
    return Result;
  }

  LayoutItem describe(const CXXRecordDecl *Record, const FieldDecl *Field,
                      const ASTRecordLayout &Layout) const {
    LayoutItem Item;
    unsigned Index = Field->getFieldIndex();
    Item.Name = Record->isLambda() ? "capture '" + captureName(Record, Index) + "'"
                : Field->getName().empty() ? "unnamed member"
                                           : "member '" + Field->getNameAsString() + "'";
    Item.Type = canonicalName(Field->getType(), Ctx);
    Item.Offset = Layout.getFieldOffset(Index);
    Item.IsBitField = Field->isBitField();
    Item.Size = Item.IsBitField                       ? Field->getBitWidthValue()
                : Field->getType()->isReferenceType() ? Ctx.getTypeSize(Ctx.VoidPtrTy)
                                                      : Ctx.getTypeSize(Field->getType());
    return Item;
  }

  const ASTContext &Ctx;
  llvm::DenseSet<const CXXRecordDecl *> Seen;
  llvm::StringMap<unsigned> Names;
  std::vector<QualType> Pointees;
};

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// Where in a parameter something lies, in words.
struct ArgumentPath {
  std::string Outer; ///< "capture 's', "
  std::string Kind;  ///< of the last part; empty: nothing to say yet
  std::string Name;

  ArgumentPath capture(const std::string &Captured) const {
    return {Kind.empty() ? Outer : text() + ", ", "capture", Captured};
  }
  ArgumentPath member(StringRef Member) const {
    if (Member.empty())
      return *this;
    if (Kind == "member")
      return {Outer, Kind, Name + "." + Member.str()};
    return {Kind.empty() ? Outer : text() + ", ", "member", Member.str()};
  }
  ArgumentPath element(uint64_t Index) const {
    return {Outer, Kind, Name + "[" + std::to_string(Index) + "]"};
  }
  std::string text() const { return Outer + Kind + " '" + Name + "'"; }
};

class PointerFinder {
public:
  explicit PointerFinder(const ASTContext &Ctx) : Ctx(Ctx) {}

  std::vector<KernelPointer> Found;

  void visit(QualType Type, uint64_t Offset, const ArgumentPath &Path) {
    if (Found.size() >= MaxPointers)
      return;
    if (const auto *Array = Ctx.getAsConstantArrayType(Type))
      return visitArray(Array, Offset, Path);
    if (const CXXRecordDecl *Record = definitionOf(Type)) {
      if (isLaidOut(Record) && !Record->isUnion()) // which member of a union holds, none can tell
        visitRecord(Record, Offset, Path);
      return;
    }
    bool IsHostAddress =
        Type->isReferenceType() || Type->isMemberFunctionPointerType() ||
        (Type->isPointerType() && Type->getPointeeType().getAddressSpace() == LangAS::Default);
    if (IsHostAddress)
      Found.push_back({Offset, std::nullopt, Path.text()});
  }

private:
  void visitArray(const ConstantArrayType *Array, uint64_t Offset, const ArgumentPath &Path) {
    uint64_t Stride = Ctx.getTypeSizeInChars(Array->getElementType()).getQuantity();
    for (uint64_t I = 0; I < Array->getZExtSize() && Found.size() < MaxPointers; ++I) {
      size_t Before = Found.size();
      visit(Array->getElementType(), Offset + I * Stride, Path.element(I));
      if (Found.size() == Before) // no element has any
        return;
    }
  }

  void visitRecord(const CXXRecordDecl *Record, uint64_t Offset, const ArgumentPath &Path) {
    const ASTRecordLayout &Layout = Ctx.getASTRecordLayout(Record);
    if (Record->getNumVBases())
      return;
    size_t Before = Found.size();
    for (const CXXBaseSpecifier &Base : Record->bases())
      visit(Base.getType(),
            Offset + Layout.getBaseClassOffset(definitionOf(Base.getType())).getQuantity(), Path);
    for (const FieldDecl *Field : Record->fields()) {
      unsigned Index = Field->getFieldIndex();
      if (!Field->isBitField())
        visit(Field->getType(),
              Offset + Ctx.toCharUnitsFromBits(Layout.getFieldOffset(Index)).getQuantity(),
              Record->isLambda() ? Path.capture(captureName(Record, Index))
                                 : Path.member(Field->getName()));
    }
    // The pointer of an empty range may be any. It is one of two words.
    uint64_t Word = Ctx.getTypeSizeInChars(Ctx.VoidPtrTy).getQuantity();
    if (isRange(Record) && Found.size() == Before + 1) {
      Found.back().Path = Path.text();
      if (uint64_t(Layout.getSize().getQuantity()) == 2 * Word)
        Found.back().CountOffset = Found.back().Offset == Offset ? Offset + Word : Offset;
    }
  }

  const ASTContext &Ctx;
};

} // namespace

const CXXRecordDecl *gpuc::launchedObject(const FunctionDecl *FD) {
  if (!isInNamespace(FD, "gpu") || FD->param_empty())
    return nullptr;
  return definitionOf(FD->parameters().back()->getType());
}

std::string gpuc::captureName(const CXXRecordDecl *Lambda, unsigned Field) {
  const LambdaCapture &Capture = Lambda->captures().begin()[Field];
  return Capture.capturesVariable() ? Capture.getCapturedVar()->getNameAsString() : "this";
}

SourceLocation gpuc::captureLocation(const CXXRecordDecl *Lambda, unsigned Field) {
  return Lambda->captures().begin()[Field].getLocation();
}

std::vector<DescribedRecord> gpuc::describeRecords(const FunctionDecl *FD) {
  RecordFinder Finder(FD->getASTContext());
  for (const ParmVarDecl *Param : FD->parameters())
    Finder.visit(Param->getType());
  Finder.visitPointees();
  return std::move(Finder.Found);
}

std::vector<KernelPointer> gpuc::findPointers(const FunctionDecl *FD,
                                              llvm::ArrayRef<KernelParam> Params) {
  PointerFinder Finder(FD->getASTContext());
  const CXXRecordDecl *Object = launchedObject(FD);
  for (auto [Index, Param] : llvm::enumerate(FD->parameters())) {
    const CXXRecordDecl *Record = definitionOf(Param->getType());
    if (Record && isRange(Record)) // staged
      continue;
    ArgumentPath Path;
    // Of a parameter that gpuc's own headers name the user knows nothing.
    if (!Record || Record != Object)
      Path = {"", "parameter",
              Param->getName().empty() ? std::to_string(Index + 1) : Param->getNameAsString()};
    Finder.visit(Param->getType(), Params[Index].Offset, Path);
  }
  return std::move(Finder.Found);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

namespace {

/// What differs between two views of a class.
struct Difference {
  std::string Text; ///< "'T' has member 'x' at offset 8 on the host, 16 for sm_75"
  std::optional<size_t> Item = std::nullopt; ///< of the device's view
  bool IsChoice = false; ///< not how something lies, but which there are
};

/// Compares two views of a class.
class RecordComparison {
public:
  RecordComparison(const RecordLayout &Host, const DescribedRecord &Device, StringRef Arch)
      : Host(Host), Device(Device.Layout), Arch(Arch), IsLambda(Device.Decl->isLambda()),
        Owner(IsLambda ? "this lambda" : "'" + Device.Layout.Name + "'") {}

  std::optional<Difference> run() const {
    for (size_t I = 0; I < Host.Items.size() || I < Device.Items.size(); ++I)
      if (auto Found = compareItem(I))
        return Found;
    if (Host.Size != Device.Size)
      return Difference{sides(Owner + " takes", Host.Size, " bytes", Device.Size), std::nullopt};
    if (Host.Align != Device.Align)
      return Difference{sides(Owner + " is aligned to", Host.Align, " bytes", Device.Align),
                        std::nullopt};
    return std::nullopt;
  }

private:
  std::string sides(const std::string &What, uint64_t OnHost, const char *Unit,
                    uint64_t OnDevice) const {
    return (What + " " + Twine(OnHost) + Unit + " on the host, " + Twine(OnDevice) + " for " + Arch)
        .str();
  }

  static bool hasItem(const RecordLayout &Layout, const std::string &Name) {
    return llvm::any_of(Layout.Items, [&](const LayoutItem &I) { return I.Name == Name; });
  }

  /// "has member 'x'" or "captures 'x'".
  std::string having(const LayoutItem &Item) const {
    StringRef Name = Item.Name;
    return Owner + (IsLambda ? " captures " + Name.drop_front(strlen("capture ")).str()
                             : " has " + Name.str());
  }

  std::optional<Difference> compareItem(size_t I) const {
    const LayoutItem *H = I < Host.Items.size() ? &Host.Items[I] : nullptr;
    const LayoutItem *D = I < Device.Items.size() ? &Device.Items[I] : nullptr;
    std::string For = " for " + Arch.str();
    if (H && !hasItem(Device, H->Name))
      return Difference{having(*H) + " on the host, but not" + For, std::nullopt, true};
    if (D && !hasItem(Host, D->Name))
      return Difference{having(*D) + For + ", but not on the host", I, true};
    if (!H || !D || H->Name != D->Name)
      return Difference{having(H ? *H : *D) +
                            " at another place among the others on the host than" + For,
                        std::nullopt, true};
    std::string Which = IsLambda ? H->Name : H->Name + " of " + Owner;
    if (H->IsBitField != D->IsBitField)
      return Difference{
          Which + " is a bit field only" + (H->IsBitField ? " on the host" : For), I};
    if (H->Type != D->Type)
      return Difference{
          Which + " has type '" + H->Type + "' on the host, '" + D->Type + "'" + For, I};
    if (H->Size != D->Size)
      return Difference{H->IsBitField ? sides(Which + " takes", H->Size, " bits", D->Size)
                                      : sides(Which + " takes", H->Size / 8, " bytes", D->Size / 8),
                        I};
    if (H->Offset != D->Offset)
      return Difference{H->IsBitField
                            ? sides(having(*H) + " at bit", H->Offset, "", D->Offset)
                            : sides(having(*H) + " at offset", H->Offset / 8, "", D->Offset / 8),
                        I};
    return std::nullopt;
  }

  const RecordLayout &Host, &Device;
  StringRef Arch;
  bool IsLambda;
  std::string Owner;
};

void reportError(const FunctionDecl *FD, SourceLocation Loc, const std::string &Text) {
  DiagnosticsEngine &Diags = FD->getASTContext().getDiagnostics();
  Diags.Report(Loc, Diags.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << Text;
}

constexpr const char *Remedy = "; its definition must not depend on the side that compiles it, nor "
                               "have members of a type that differs, such as 'long double'";

void reportRecord(const FunctionDecl *FD, const CXXRecordDecl *Record, const Difference &Found) {
  if (Record->isLambda()) {
    const char *Help = Found.IsChoice
                           ? "; name what it captures one by one, '[a, b]', so that both sides "
                             "capture the same"
                           : "; its type must not depend on the side that compiles it, nor be "
                             "'long double'";
    return reportError(FD, Record->getLocation(), Found.Text + Help);
  }
  const CXXRecordDecl *Object = launchedObject(FD);
  std::string Of = Object ? "the function object of a launch"
                          : "an argument of kernel '" + FD->getNameAsString() + "'";
  reportError(FD, Object ? Object->getLocation() : FD->getLocation(),
              "host and device do not agree on " + Of + ": " + Found.Text + Remedy);
  SourceLocation Member = Record->getLocation();
  size_t Bases = Record->getNumBases();
  if (Found.Item && *Found.Item >= Bases)
    Member = std::next(Record->field_begin(), *Found.Item - Bases)->getLocation();
  DiagnosticsEngine &Diags = FD->getASTContext().getDiagnostics();
  Diags.Report(Member, Diags.getCustomDiagID(DiagnosticsEngine::Note, "declared here"));
}

bool checkParams(const FunctionDecl *FD, const Kernel &Host, StringRef Arch) {
  Kernel Device = describeKernel(FD);
  for (unsigned I = 0; I < Device.Params.size() && I < Host.Params.size(); ++I) {
    const KernelParam &H = Host.Params[I], &D = Device.Params[I];
    if (H.Offset == D.Offset && H.Size == D.Size && H.Align == D.Align)
      continue;
    const ParmVarDecl *Param = FD->getParamDecl(I);
    std::string What = H.Size != D.Size ? "takes " + std::to_string(H.Size) + " bytes"
                                        : "is aligned to " + std::to_string(H.Align) + " bytes";
    reportError(FD, Param->getLocation(),
                "parameter '" + Param->getNameAsString() + "' of kernel '" +
                    FD->getNameAsString() + "' has type '" + D.Type + "', which " + What +
                    " on the host, " + std::to_string(H.Size != D.Size ? D.Size : D.Align) +
                    " for " + Arch.str() + "; use a type that both sides have, such as 'double'");
    return false;
  }
  return true;
}

} // namespace

bool gpuc::checkLayout(const FunctionDecl *FD, const Kernel &Host, StringRef Arch) {
  llvm::StringMap<const RecordLayout *> HostRecords;
  for (const RecordLayout &Layout : Host.Records)
    HostRecords[Layout.Key] = &Layout;
  for (const DescribedRecord &Device : describeRecords(FD))
    if (const RecordLayout *Layout = HostRecords.lookup(Device.Layout.Key))
      if (auto Found = RecordComparison(*Layout, Device, Arch).run()) {
        reportRecord(FD, Device.Decl, *Found);
        return false;
      }
  return checkParams(FD, Host, Arch);
}
