//===- Report.h - Errors as text --------------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_LIB_DRIVER_REPORT_H
#define GPUC_LIB_DRIVER_REPORT_H

#include "llvm/Support/Error.h"

namespace gpuc {

/// What a user reads of `E`: lines that say themselves where the error is stay as they are, others
/// begin with the program's name.
std::string errorText(llvm::Error E);

/// Prints `errorText` and returns false.
bool reportError(llvm::Error E);

} // namespace gpuc

#endif // GPUC_LIB_DRIVER_REPORT_H
