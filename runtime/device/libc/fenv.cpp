//===- fenv.cpp - The floating-point environment ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GPUs keep no exception flags, and an instruction's rounding is part of it:
// no flag is ever set, and the one rounding direction is to the nearest. What
// asks for more is answered with failure.
//
//===----------------------------------------------------------------------===//

#include "internal.hpp"

#include <cfenv>
#include <cstring>

extern "C" {

WEAK int feclearexcept(int) noexcept { return 0; }
WEAK int feraiseexcept(int exceptions) noexcept { return exceptions & FE_ALL_EXCEPT; }
WEAK int fesetexcept(int exceptions) noexcept { return exceptions & FE_ALL_EXCEPT; }
WEAK int fetestexcept(int) noexcept { return 0; }
WEAK int fetestexceptflag(const fexcept_t *, int) noexcept { return 0; }
WEAK int fegetexceptflag(fexcept_t *flags, int) noexcept {
  *flags = 0;
  return 0;
}
WEAK int fesetexceptflag(const fexcept_t *flags, int exceptions) noexcept {
  return *flags & exceptions & FE_ALL_EXCEPT;
}

WEAK int fegetround() noexcept { return FE_TONEAREST; }
WEAK int fesetround(int direction) noexcept { return direction != FE_TONEAREST; }

WEAK int fegetenv(fenv_t *environment) noexcept {
  std::memset(environment, 0, sizeof *environment);
  return 0;
}
WEAK int fesetenv(const fenv_t *) noexcept { return 0; }
WEAK int feholdexcept(fenv_t *environment) noexcept { return fegetenv(environment); }
WEAK int feupdateenv(const fenv_t *) noexcept { return 0; }

WEAK int feenableexcept(int exceptions) noexcept { return exceptions ? -1 : 0; }
WEAK int fedisableexcept(int) noexcept { return 0; }
WEAK int fegetexcept() noexcept { return 0; }
WEAK int fegetmode(femode_t *mode) noexcept {
  std::memset(mode, 0, sizeof *mode);
  return 0;
}
WEAK int fesetmode(const femode_t *) noexcept { return 0; }

} // extern "C"
