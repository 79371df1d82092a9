//===- streams.cpp - std::cout and its kind on the CPU ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cpu/streams.hpp"

GPUC_CPU_STREAM(narrow_out, _ZSt4cout, 1, false)
GPUC_CPU_STREAM(narrow_err, _ZSt4cerr, 2, true)
GPUC_CPU_STREAM(narrow_log, _ZSt4clog, 2, false)
