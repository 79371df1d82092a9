//===- DeviceInvocation.h - Clang's options for device code -----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_LIB_FRONTEND_DEVICEINVOCATION_H
#define GPUC_LIB_FRONTEND_DEVICEINVOCATION_H

#include "gpuc/CodeGen/Target.h"
#include "clang/Frontend/CompilerInvocation.h"
#include <memory>
#include <string>

namespace gpuc {

/// The options of the host compile `Host`, turned into those of a device compile of `File`.
std::shared_ptr<clang::CompilerInvocation>
makeDeviceInvocation(const clang::CompilerInvocation &Host, const Target &Target,
                     llvm::StringRef File);

/// The predefined macros of a device parse: `Own`, those that Clang has for the target, then what
/// the host's headers rely on and only `HostPredefines` has, then gpuc's.
std::string makeDevicePredefines(llvm::StringRef Own, llvm::StringRef HostPredefines,
                                 TargetFamily Family);

} // namespace gpuc

#endif // GPUC_LIB_FRONTEND_DEVICEINVOCATION_H
