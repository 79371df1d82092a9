//===- CpuLoops.cpp - Loops over the items of a block ---------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds `cpu_kernel::run`: a switch over the regions, for each a loop over the
// rows of the block and in it a loop along x with unit stride, into which the
// region's code is inlined.
//
// Items of a region that touch the same memory, other than by atomics, race; so
// the plain accesses of one iteration do not depend on those of another, which
// the inner loop says to the vectoriser. Regions behind a suspend point run for
// the items that wait there. Mostly that is all of them, which is found out
// first: the loop for that case has no condition around its body.
//
//===----------------------------------------------------------------------===//

#include "CpuWorkGroupImpl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace gpuc;
using namespace gpuc::cpu;

namespace {

/// Regions of up to this many instructions also get a loop without conditions around the body.
constexpr unsigned UncheckedLimit = 2000;

class RunBuilder {
public:
  RunBuilder(Function &Run, const CutKernel &Cut, bool KeepsItem)
      : Run(Run), Cut(Cut), KeepsItem(KeepsItem), B(Run.getContext()) {}

  void build();

private:
  BasicBlock *newBlock(const Twine &Name) {
    return BasicBlock::Create(Run.getContext(), Name, &Run);
  }
  void buildEntry();
  Value *buildAllWaitAt(unsigned Region);
  void buildRegion(unsigned Region);
  void buildColumns(Function &Body, std::optional<unsigned> WaitsAt, ArrayRef<Value *> RowArgs,
                    Value *XEnd, BasicBlock *After, bool Vectorize);
  MDNode *scalarLoopMetadata();
  void buildBody(Function &Body, ArrayRef<Value *> Args, BasicBlock *Done);

  Function &Run;
  const CutKernel &Cut;
  bool KeepsItem;
  IRBuilder<> B;
  Value *Context = nullptr, *CtxRows = nullptr, *Next = nullptr;
  Value *Uniform; ///< copies of the uniform values
  Value *First = nullptr, *Last = nullptr, *DimX = nullptr, *DimY = nullptr;
  Value *FirstX = nullptr, *FirstY = nullptr, *FirstZ = nullptr;
  BasicBlock *Exit = nullptr;
  SmallVector<CallInst *> Calls;
  SmallVector<Function *> Bodies; ///< all that is called
};

void RunBuilder::build() {
  append_range(Bodies, Cut.Regions);
  buildEntry();
  for (CallInst *Call : Calls) {
    InlineFunctionInfo Info;
    [[maybe_unused]] InlineResult Result = InlineFunction(*Call, Info);
    assert(Result.isSuccess() && "a region cannot be inlined");
  }
  for (Function *Body : Bodies)
    Body->eraseFromParent();
}

void RunBuilder::buildEntry() {
  B.SetInsertPoint(newBlock("entry"));
  Exit = newBlock("exit");
  Type *I32 = B.getInt32Ty(), *I64 = B.getInt64Ty();
  Value *Block = Run.getArg(0);
  Context = loadField(B, Block, FieldContext, B.getPtrTy(), "context");
  Next = loadField(B, Block, FieldNext, B.getPtrTy(), "next");
  Value *Threads = B.CreateZExt(loadField(B, Block, FieldThreads, I32, "threads"), I64);
  CtxRows =
      B.CreateAnd(B.CreateAdd(Threads, B.getInt64(63), "", true, true), ~uint64_t(63), "ctx_rows");
  Value *DimX32 = loadField(B, Block, FieldBlockDim, I32, "dim.x");
  DimY = loadField(B, Block, FieldBlockDim + 4, I32, "dim.y");
  DimX = B.CreateZExt(DimX32, I64);
  Value *First32 = Run.getArg(3), *Last32 = Run.getArg(4);
  First = B.CreateZExt(First32, I64);
  Last = B.CreateZExt(Last32, I64);

  Uniform = PoisonValue::get(B.getPtrTy());
  if (Cut.UniformBytes > 0) {
    AllocaInst *Copies = B.CreateAlloca(B.getInt8Ty(), B.getInt64(Cut.UniformBytes), "uniform");
    Copies->setAlignment(Align(ContextAlign));
    Uniform = Copies;
  }

  BasicBlock *Some = newBlock("some");
  B.CreateCondBr(B.CreateICmpULT(First32, Last32), Some, Exit);
  B.SetInsertPoint(Some);
  Value *Row = B.CreateUDiv(First32, DimX32, "first.row");
  FirstX = B.CreateZExt(B.CreateURem(First32, DimX32), I64, "first.x");
  FirstY = B.CreateURem(Row, DimY, "first.y");
  FirstZ = B.CreateUDiv(Row, DimY, "first.z");

  SmallVector<BasicBlock *> Enters;
  for (unsigned R = 0; R < Cut.Regions.size(); ++R)
    Enters.push_back(newBlock("region." + Twine(R)));
  SwitchInst *Switch = B.CreateSwitch(Run.getArg(2), Exit, Enters.size());
  for (auto [R, Enter] : enumerate(Enters)) {
    Switch->addCase(B.getInt32(R), Enter);
    B.SetInsertPoint(Enter);
    buildRegion(R);
  }
  B.SetInsertPoint(Exit);
  B.CreateRetVoid();
}

/// Whether all items wait before \p Region.
Value *RunBuilder::buildAllWaitAt(unsigned Region) {
  BasicBlock *Enter = B.GetInsertBlock();
  BasicBlock *Scan = newBlock("scan"), *Scanned = newBlock("scanned");
  B.CreateBr(Scan);
  B.SetInsertPoint(Scan);
  PHINode *Item = B.CreatePHI(B.getInt64Ty(), 2, "item");
  PHINode *Differs = B.CreatePHI(B.getInt32Ty(), 2, "differs");
  LoadInst *At = B.CreateLoad(B.getInt32Ty(), B.CreateInBoundsGEP(B.getInt32Ty(), Next, Item));
  Value *NextDiffers = B.CreateOr(Differs, B.CreateXor(At, B.getInt32(Region)));
  Value *NextItem = B.CreateAdd(Item, B.getInt64(1), "", true, true);
  Item->addIncoming(First, Enter);
  Item->addIncoming(NextItem, Scan);
  Differs->addIncoming(B.getInt32(0), Enter);
  Differs->addIncoming(NextDiffers, Scan);
  B.CreateCondBr(B.CreateICmpULT(NextItem, Last), Scan, Scanned);
  B.SetInsertPoint(Scanned);
  return B.CreateICmpEQ(NextDiffers, B.getInt32(0), "all");
}

/// The loop over rows of constant y and z. Each row has the choice of two loops along x: a fast one
/// where all items take part and nothing unusual happens, and one for everything else.
void RunBuilder::buildRegion(unsigned Region) {
  Function &Body = *Cut.Regions[Region];
  bool Small = Body.getInstructionCount() <= UncheckedLimit;
  RowVersion Version(Body);
  bool HasVersion = Small && Version.isUseful();
  // Copied first, as the items write what the next region is to read.
  if (Region > 0 && Cut.UniformBytes > 0) {
    Value *Row = B.CreateMul(CtxRows, B.getInt64(Cut.UniformOffset), "", true, true);
    B.CreateMemCpy(Uniform, Align(ContextAlign), B.CreateInBoundsGEP(B.getInt8Ty(), Context, Row),
                   Align(ContextAlign), Cut.UniformBytes);
  }
  Value *AllWait = Small && Region > 0 ? buildAllWaitAt(Region) : nullptr;

  BasicBlock *Enter = B.GetInsertBlock(), *Rows = newBlock("rows"), *Latch = newBlock("rows.latch");
  B.CreateBr(Rows);
  B.SetInsertPoint(Rows);
  PHINode *Item = B.CreatePHI(B.getInt64Ty(), 2, "row.item");
  PHINode *X = B.CreatePHI(B.getInt64Ty(), 2, "row.x");
  PHINode *Y = B.CreatePHI(B.getInt32Ty(), 2, "y");
  PHINode *Z = B.CreatePHI(B.getInt32Ty(), 2, "z");
  Value *Left = B.CreateAdd(X, B.CreateSub(Last, Item, "", true, true), "", true, true);
  Value *XEnd = B.CreateBinaryIntrinsic(Intrinsic::umin, DimX, Left, nullptr, "x.end");
  Value *X32 = B.CreateTrunc(X, B.getInt32Ty(), "", true, true);
  Value *FirstArgs[] = {Run.getArg(0), Run.getArg(1), Context, CtxRows, Item, X32, Y, Z,
                        X32,           Uniform};

  Value *Fast = AllWait;
  Function *FastBody = &Body;
  if (HasVersion) {
    Value *XLast = B.CreateSub(XEnd, B.getInt64(1), "", true, true);
    SmallVector<Value *> LastArgs(std::begin(FirstArgs), std::end(FirstArgs));
    LastArgs[PItem] = B.CreateAdd(Item, B.CreateSub(XLast, X, "", true, true), "", true, true);
    LastArgs[PX] = B.CreateTrunc(XLast, B.getInt32Ty());
    Value *Ordinary = Version.holds(B, FirstArgs, LastArgs);
    Fast = Fast ? B.CreateAnd(Fast, Ordinary, "fast") : Ordinary;
    FastBody = Version.make();
    Bodies.push_back(FastBody);
  }
  std::optional<unsigned> WaitsAt = Region > 0 ? std::optional(Region) : std::nullopt;
  if (Fast) {
    BasicBlock *FastRow = newBlock("row.fast"), *SlowRow = newBlock("row.slow");
    B.CreateCondBr(Fast, FastRow, SlowRow, MDBuilder(B.getContext()).createLikelyBranchWeights());
    B.SetInsertPoint(FastRow);
    buildColumns(*FastBody, std::nullopt, FirstArgs, XEnd, Latch, /*Vectorize=*/true);
    B.SetInsertPoint(SlowRow);
  }
  // Where the fast loop takes nearly all rows, vector code for the others is not worth its size.
  bool Rare = Fast && (WaitsAt || Version.hasGuard());
  buildColumns(Body, WaitsAt, FirstArgs, XEnd, Latch, !Rare);

  B.SetInsertPoint(Latch);
  Value *NextItem = B.CreateAdd(Item, B.CreateSub(XEnd, X, "", true, true), "", true, true);
  Value *Y1 = B.CreateAdd(Y, B.getInt32(1), "", true);
  Value *Wraps = B.CreateICmpEQ(Y1, DimY);
  Value *NextY = B.CreateSelect(Wraps, B.getInt32(0), Y1);
  Value *NextZ = B.CreateAdd(Z, B.CreateZExt(Wraps, B.getInt32Ty()), "", true);
  std::tuple<PHINode *, Value *, Value *> Phis[] = {
      {Item, First, NextItem}, {X, FirstX, B.getInt64(0)}, {Y, FirstY, NextY}, {Z, FirstZ, NextZ}};
  for (auto [Phi, Start, Again] : Phis) {
    Phi->addIncoming(Start, Enter);
    Phi->addIncoming(Again, Latch);
  }
  B.CreateCondBr(B.CreateICmpULT(NextItem, Last), Rows, Exit);
}

/// The loop along x, from that of \p RowArgs, the arguments of the first item, to \p XEnd; then to
/// \p After. With \p WaitsAt it is for those items only that wait at that region.
void RunBuilder::buildColumns(Function &Body, std::optional<unsigned> WaitsAt,
                              ArrayRef<Value *> RowArgs, Value *XEnd, BasicBlock *After,
                              bool Vectorize) {
  Type *I32 = B.getInt32Ty();
  BasicBlock *Enter = B.GetInsertBlock();
  Value *X = B.CreateZExt(RowArgs[PX], B.getInt64Ty());
  Value *Shift = B.CreateSub(RowArgs[PItem], X, "shift", true, true);
  BasicBlock *Columns = newBlock("columns"), *Latch = newBlock("columns.latch");
  B.CreateBr(Columns);
  B.SetInsertPoint(Columns);
  PHINode *X64 = B.CreatePHI(B.getInt64Ty(), 2, "x64");
  SmallVector<Value *> Args(RowArgs.begin(), RowArgs.end());
  Args[PItem] = B.CreateAdd(Shift, X64, "item", true, true);
  Args[PX] = B.CreateTrunc(X64, I32, "x", true, true);
  if (WaitsAt) {
    BasicBlock *Waits = newBlock("waits");
    Value *At = B.CreateLoad(I32, B.CreateInBoundsGEP(I32, Next, Args[PItem]));
    B.CreateCondBr(B.CreateICmpEQ(At, B.getInt32(*WaitsAt)), Waits, Latch);
    B.SetInsertPoint(Waits);
  }
  buildBody(Body, Args, Latch);

  B.SetInsertPoint(Latch);
  Value *NextX = B.CreateAdd(X64, B.getInt64(1), "", true, true);
  X64->addIncoming(X, Enter);
  X64->addIncoming(NextX, Latch);
  BranchInst *Back = B.CreateCondBr(B.CreateICmpULT(NextX, XEnd), Columns, After);

  if (!Vectorize)
    Back->setMetadata(LLVMContext::MD_loop, scalarLoopMetadata());
}

/// Accesses of different items are not marked as independent, though free of races they are: with
/// llvm.loop.parallel_accesses, LLVM 22's loop transformations gave wrong results at -O3.
MDNode *RunBuilder::scalarLoopMetadata() {
  LLVMContext &Ctx = Run.getContext();
  MDNode *Loop = MDNode::getDistinct(
      Ctx, {nullptr, MDNode::get(Ctx, {MDString::get(Ctx, "llvm.loop.vectorize.enable"),
                                       ConstantAsMetadata::get(B.getFalse())})});
  Loop->replaceOperandWith(0, Loop);
  return Loop;
}

/// Runs the item of \p Args, then goes to \p Done.
void RunBuilder::buildBody(Function &Body, ArrayRef<Value *> Args, BasicBlock *Done) {
  if (KeepsItem)
    B.CreateAlignedStore(B.CreateTrunc(Args[PItem], B.getInt32Ty()),
                         B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), Run.getArg(0), FieldItem),
                         Align(4));
  CallInst *Call = B.CreateCall(&Body, Args);
  Calls.push_back(Call);
  if (Cut.Regions.size() > 1)
    B.CreateStore(Call, B.CreateInBoundsGEP(B.getInt32Ty(), Next, Args[PItem]));
  B.CreateBr(Done);
}

} // namespace

Function *cpu::makeRun(const Twine &Name, const CutKernel &Cut, bool KeepsItem,
                       DISubprogram *Subprogram) {
  Function *Model = Cut.Regions.front();
  LLVMContext &Ctx = Model->getContext();
  Type *Ptr = PointerType::getUnqual(Ctx), *I32 = Type::getInt32Ty(Ctx);
  auto *Ty = FunctionType::get(Type::getVoidTy(Ctx), {Ptr, Ptr, I32, I32, I32}, false);
  Function *Run = Function::Create(Ty, GlobalValue::InternalLinkage, Name, Model->getParent());
  Run->addFnAttrs(AttrBuilder(Ctx, Model->getAttributes().getFnAttrs()));
  static constexpr StringLiteral Names[] = {"block", "args", "region", "first", "last"};
  for (auto [Arg, ArgName] : zip_equal(Run->args(), Names))
    Arg.setName(ArgName);
  RunBuilder(*Run, Cut, KeepsItem).build();
  Run->setSubprogram(Subprogram);
  return Run;
}
