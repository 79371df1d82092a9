//===- stack.cpp - Local memory from the heap -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `alloca` becomes on GPUs (lib/Transforms/DynamicAllocas.cpp): blocks of the
// heap in a list that the function frees when it returns.
//
//===----------------------------------------------------------------------===//

#include "support.hpp"

#include <stddef.h>
#include <stdlib.h>

namespace {

/// Stands before each block.
struct block {
  block *next;
  void *memory; ///< what to free
};

GPUC_FAILURE void fail_allocation() {
  __gpuc_fail(nullptr, "no memory for alloca or a variable-length array", nullptr);
}

} // namespace

extern "C" {

void *__gpuc_stack_allocate(block **list, size_t size, size_t alignment) {
  if (alignment < alignof(block))
    alignment = alignof(block);
  const size_t header = sizeof(block) > alignment ? sizeof(block) : alignment;
  auto *memory = static_cast<char *>(alignment > 16 ? aligned_alloc(alignment, header + size)
                                                    : malloc(header + size));
  if (!memory)
    fail_allocation();
  auto *made = reinterpret_cast<block *>(memory + header) - 1;
  *made = {*list, memory};
  *list = made;
  return memory + header;
}

void __gpuc_stack_free(block **list) {
  for (block *b = *list; b;) {
    block *next = b->next;
    free(b->memory);
    b = next;
  }
}

} // extern "C"
