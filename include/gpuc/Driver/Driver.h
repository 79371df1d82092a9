//===- Driver.h - From a command line to files ------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_DRIVER_DRIVER_H
#define GPUC_DRIVER_DRIVER_H

#include "gpuc/Driver/Options.h"

namespace gpuc {

/// Does what the command line asks for. `ProgramPath` is where gpuc itself lies: headers, runtime
/// and device library are found from there. Returns the exit status; errors have been reported.
int runDriver(const Options &Options, const std::string &ProgramPath);

} // namespace gpuc

#endif // GPUC_DRIVER_DRIVER_H
