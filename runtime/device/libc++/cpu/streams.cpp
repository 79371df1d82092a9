//===- streams.cpp - std::cout and its kind on the CPU ----------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cpu/streams.hpp"

GPUC_CPU_STREAM(narrow_out, _ZNSt3__14coutE, 1, false)
GPUC_CPU_STREAM(narrow_err, _ZNSt3__14cerrE, 2, true)
GPUC_CPU_STREAM(narrow_log, _ZNSt3__14clogE, 2, false)
