//===- Checks.h - Errors in kernels and launches ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_LIB_FRONTEND_CHECKS_H
#define GPUC_LIB_FRONTEND_CHECKS_H

#include "Reachability.h"

namespace gpuc {

/// Reports what is wrong with the signature, parameters and launch bounds of `FD`, a kernel or an
/// instantiation of one. True if nothing is.
bool checkKernel(const clang::FunctionDecl *FD);

/// Reports why a parameter of the kernel `FD` cannot cross to a device, with the member or capture
/// that is at fault. True if it can. Part of `checkKernel`.
bool checkParameter(const clang::FunctionDecl *FD, const clang::ParmVarDecl *Param);

/// Reports `[[gpu::shared]]` and `[[gpu::constant]]` variables whose type or initialiser does not
/// fit the storage.
void checkStorage(clang::ASTContext &Ctx);

/// Reports uses of variables in device code that only the host has.
void checkVariables(clang::ASTContext &Ctx, llvm::ArrayRef<VariableUse> Uses);

/// Reports launches whose arguments do not fit the kernel, launches of what is no kernel, and
/// kernels that are called like functions, each at the place in the user's code.
void checkLaunches(clang::ASTContext &Ctx, llvm::ArrayRef<UserFunction> Functions,
                   const BodyMap &Bodies);

} // namespace gpuc

#endif // GPUC_LIB_FRONTEND_CHECKS_H
