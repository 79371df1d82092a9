//===- main.cpp - The gpuc program ----------------------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "gpuc/Driver/Driver.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/StringSaver.h"
#include <cstdlib>
#include <limits>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#endif

#ifdef __GLIBC__
/// A compile allocates some 150 MiB in small pieces, from several threads, and frees little of it.
/// Taking it from one heap of huge pages saves a fifth of the processor time of a compile: most of
/// that went into page faults.
static void prepareHeap() {
  constexpr size_t HeapSize = size_t(256) << 20, HugePage = size_t(2) << 20;
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, int(HeapSize / 4));
  void *Heap = std::malloc(HeapSize);
  if (!Heap)
    return;
  auto Begin = llvm::alignTo(reinterpret_cast<uintptr_t>(Heap), HugePage);
  auto End = llvm::alignDown(reinterpret_cast<uintptr_t>(Heap) + HeapSize, HugePage);
  madvise(reinterpret_cast<void *>(Begin), End - Begin, MADV_HUGEPAGE); // best effort
  std::free(Heap);
}
#else
static void prepareHeap() {}
#endif

int main(int ArgCount, const char **Args) {
  prepareHeap();
  llvm::InitLLVM Setup(ArgCount, Args);
  llvm::setBugReportMsg("gpuc: internal error; please report it with the source and command line "
                        "below\n");
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Saver(Allocator);
  llvm::SmallVector<const char *, 64> Expanded(Args, Args + ArgCount);
  llvm::cl::ExpandResponseFiles(Saver, llvm::cl::TokenizeGNUCommandLine, Expanded);

  int ExitStatus = 0;
  auto Options = gpuc::parseOptions({Expanded.begin() + 1, Expanded.end()}, ExitStatus);
  if (!Options)
    return ExitStatus;
  static int Anchor;
  return gpuc::runDriver(*Options, llvm::sys::fs::getMainExecutable(Args[0], &Anchor));
}
