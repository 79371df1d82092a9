//===- CpuWorkGroupImpl.h - Stages of the CPU work-group pass ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the files of the work-group pass share. A kernel goes through them in
// this order: CpuInline (suspending callees into the kernel), CpuItem (the code
// of one work item, its arguments read from the argument block), CpuLocals and
// CpuRegions (cut at suspend points), CpuLoops (loops over the items), and
// CpuWorkGroup, which drives the others, writes the table.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_TRANSFORMS_CPUWORKGROUPIMPL_H
#define GPUC_TRANSFORMS_CPUWORKGROUPIMPL_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <optional>
#include <string>

namespace gpuc::cpu {

// What device code calls, and the values it passes; see gpu/detail/cpu_abi.hpp.
inline constexpr llvm::StringLiteral BlockName = "__gpuc_cpu_block";
inline constexpr llvm::StringLiteral ThreadIdxName = "__gpuc_cpu_thread_idx";
inline constexpr llvm::StringLiteral ItemName = "__gpuc_cpu_item";
inline constexpr llvm::StringLiteral SuspendName = "__gpuc_cpu_suspend";
inline constexpr llvm::StringLiteral DynamicSharedName = "__gpuc_dynamic_shared";
inline constexpr llvm::StringLiteral CurrentName = "__gpuc_cpu_current";
inline constexpr llvm::StringLiteral SharedAttr = "gpuc-shared";
inline constexpr llvm::StringLiteral SymbolAttr = "gpuc-symbol";

inline constexpr unsigned SuspendBlock = 0, SuspendGrid = 2;
inline constexpr uint32_t Exited = 0xffffffffu;
inline constexpr unsigned ContextAlign = 64; ///< of the context, shared and dynamic shared memory
inline constexpr unsigned ArgsAlign = 16;    ///< of the packed argument block

/// Byte offsets of the fields of `cpu_block`.
enum BlockField : unsigned {
  FieldBlockDim = 12,
  FieldThreads = 36,
  FieldItem = 40,
  FieldNext = 48,
  FieldContext = 56,
  FieldShared = 64,
  FieldDynamicShared = 72,
};

/// Parameters of the function of one work item, and of the regions cut from it. `CtxRows` is the
/// number of threads in the block rounded up to 64: a value at offset p of the context, s bytes
/// long, lies for each item at Context + p * CtxRows + Item * s. `RowX` is the x of the first item
/// in the loop along x, and `Uniform` points to copies of the values that all threads agree on, as
/// they were when the region started.
enum ItemParam : unsigned { PBlock, PArgs, PContext, PCtxRows, PItem, PX, PY, PZ, PRowX, PUniform };

/// A kernel cut at its suspend points: `Regions[r]` has the parameters `ItemParam` and returns the
/// region that the item runs next, or `Exited`.
struct CutKernel {
  llvm::SmallVector<llvm::Function *> Regions;
  llvm::SmallVector<uint8_t> Suspends; ///< kind of the suspend point before each region
  uint64_t ContextBytes = 0;           ///< a thread
  /// Values that all threads of the block agree on: a row of the context at this offset, as above,
  /// of which so many bytes are in use.
  uint64_t UniformOffset = 0, UniformBytes = 0;
};

/// Whether \p F is a kernel that the pass has to turn into a work-group function.
bool isKernel(const llvm::Function &F);

/// The call of the function named \p Name that \p I is, or null.
llvm::CallBase *callTo(llvm::Instruction &I, llvm::StringRef Name);

/// The name of \p F as the source spells it, also of an item function.
std::string nameOf(const llvm::Function &F);

/// Reports \p Message as an error at \p Where, a location in \p F.
void reportError(const llvm::Function &F, const llvm::Twine &Message,
                 const llvm::DebugLoc &Where = {});

/// Loads the field at \p Offset of the block; marked invariant, since only `item` ever changes
/// while a kernel runs.
llvm::LoadInst *loadField(llvm::IRBuilderBase &B, llvm::Value *Block, unsigned Offset,
                          llvm::Type *Ty, const llvm::Twine &Name);

// CpuInline.cpp

/// Inlines into each kernel every call on the way to a suspend point, and those to small functions
/// that ask for the running thread. False if that cannot be done, after an error.
bool inlineIntoKernels(llvm::ArrayRef<llvm::Function *> Kernels);

// CpuItem.cpp

/// Lays out the module's block-shared variables, replaces their uses by addresses in the block's
/// shared memory, and returns the bytes needed. Runs after inlining and before `makeItem`.
uint64_t lowerSharedVariables(llvm::Module &M);

/// Replaces, in \p F, which is no kernel, the questions about the running thread by reads of the
/// current block. True if \p F depends on `cpu_block::item`.
bool lowerQueriesByCurrent(llvm::Function &F);

/// Moves the body of \p Kernel to a new function of one work item, with the parameters `ItemParam`.
llvm::Function *makeItem(llvm::Function &Kernel);

/// Marks the loads of \p Item that always read the same value while its kernel runs.
void markInvariantLoads(llvm::Function &Item);

/// Whether \p I computes its value from its operands alone, and may do so anywhere in a function
/// with the parameters `ItemParam`: also a load that always reads the same, but no phi.
bool isPureFromOperands(const llvm::Instruction &I);

// CpuUniform.cpp

/// Leaves of \p Values only those that all threads of the block which wait at one of \p Suspends,
/// each the last call of its block, agree on there.
void removeDivergent(llvm::Function &Item, llvm::ArrayRef<llvm::CallInst *> Suspends,
                     llvm::SmallVectorImpl<llvm::Instruction *> &Values);

// CpuLocals.cpp

/// Where values that live across suspend points lie in a thread's context.
class ContextLayout {
public:
  /// Returns the offset of a new slot for values of \p Bytes bytes.
  uint64_t add(uint64_t Bytes) {
    uint64_t Offset = Size;
    Size += Bytes;
    return Offset;
  }
  uint64_t size() const { return Size; }

private:
  uint64_t Size = 0;
};

/// The address, in an item or region function, of the slot at \p Offset for \p Bytes bytes; with 0
/// bytes, of the row at that offset.
llvm::Value *slotAddress(llvm::IRBuilderBase &B, llvm::Function &F, uint64_t Offset,
                         uint64_t Bytes);

/// Moves the locals of \p Item whose contents live across one of \p Suspends, each the last call
/// of its block, to the context. False after an error.
bool moveLocalsToContext(llvm::Function &Item, llvm::ArrayRef<llvm::CallInst *> Suspends,
                         ContextLayout &Layout);

// CpuRegions.cpp

/// Cuts \p Item at its suspend points and deletes it. Nothing after an error.
std::optional<CutKernel> cutAtSuspends(llvm::Function &Item);

// CpuRows.cpp

/// A version of a region for rows of items that nothing unusual happens to: no item fails the test
/// at the start that lets items exit, and no index that counts the items wraps around.
class RowVersion {
public:
  explicit RowVersion(llvm::Function &Region);

  /// Whether there is anything that the version can do without.
  bool isUseful() const { return Guard || !Extensions.empty(); }

  /// Whether the region starts with a test that lets items exit.
  bool hasGuard() const { return Guard; }

  /// Whether a row is fit for it; \p First and \p Last are the region's arguments for its ends.
  llvm::Value *holds(llvm::IRBuilderBase &B, llvm::ArrayRef<llvm::Value *> First,
                     llvm::ArrayRef<llvm::Value *> Last) const;

  /// The version, a function like the region.
  llvm::Function *make() const;

private:
  void findGuard();
  bool addTest(llvm::Value *Condition, bool Outcome);
  void require(llvm::Value *Index, bool Signed);

  llvm::Function &Region;
  llvm::BranchInst *Guard = nullptr;
  unsigned GuardProceeds = 0; ///< the successor of `Guard` that does not exit
  llvm::SmallVector<std::pair<llvm::Value *, bool>> Tests;   ///< and their outcome if none exits
  llvm::SmallVector<std::pair<llvm::Value *, bool>> Growing; ///< true: as signed numbers
  llvm::SmallVector<llvm::Instruction *> Extensions;         ///< to 64 bits, of such indices
};

// CpuLoops.cpp

/// Makes `cpu_kernel::run` of a kernel out of its regions, which it consumes.
llvm::Function *makeRun(const llvm::Twine &Name, const CutKernel &Cut, bool KeepsItem,
                        llvm::DISubprogram *Subprogram);

} // namespace gpuc::cpu

#endif // GPUC_TRANSFORMS_CPUWORKGROUPIMPL_H
