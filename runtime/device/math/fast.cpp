//===- fast.cpp - Approximations that -ffast-math allows --------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What float intrinsics with the flag `afn` become where the back ends have no
// instructions of their own; through the GPUs' approximate powers of two and
// logarithms.
//
//===----------------------------------------------------------------------===//

#include "real.hpp"

namespace gpuc_math {
namespace {

float approximate_exp2(float x) {
#if defined(__GPUC_TARGET_NVPTX__)
  return __nvvm_ex2_approx_f(x);
#elif defined(__GPUC_TARGET_AMDGPU__)
  return __builtin_amdgcn_exp2f(x);
#else
  return __builtin_exp2f(x);
#endif
}

float approximate_log2(float x) {
#if defined(__GPUC_TARGET_NVPTX__)
  return __nvvm_lg2_approx_f(x);
#elif defined(__GPUC_TARGET_AMDGPU__)
  return __builtin_amdgcn_logf(x);
#else
  return __builtin_log2f(x);
#endif
}

} // namespace

extern "C" float __gpuc_fast_powf(float x, float y) {
  const float result = approximate_exp2(y * approximate_log2(magnitude(x)));
  if (y == 0)
    return 1;
  if (!(x < 0))
    return result;
  return !is_integer(y) ? not_a_number<float> : is_odd(y) ? -result : result;
}

} // namespace gpuc_math
