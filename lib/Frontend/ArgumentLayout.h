//===- ArgumentLayout.h - What a kernel's parameters are made of -*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_LIB_FRONTEND_ARGUMENTLAYOUT_H
#define GPUC_LIB_FRONTEND_ARGUMENTLAYOUT_H

#include "KernelModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace gpuc {

/// The class that a launch without a named kernel gives its kernel, the last parameter of `FD`:
/// that of a lambda or another function object. Null for other kernels.
const clang::CXXRecordDecl *launchedObject(const clang::FunctionDecl *FD);

/// What is captured in field `Field` of a closure: the variable's name, or "this".
std::string captureName(const clang::CXXRecordDecl *Lambda, unsigned Field);
/// Where it is captured.
clang::SourceLocation captureLocation(const clang::CXXRecordDecl *Lambda, unsigned Field);

/// A class with its layout in this parse.
struct DescribedRecord {
  const clang::CXXRecordDecl *Decl;
  RecordLayout Layout;
};

/// `Kernel::Records` of `FD`.
std::vector<DescribedRecord> describeRecords(const clang::FunctionDecl *FD);

/// `Kernel::Pointers` of `FD`, whose parameters lie as `Params` says.
std::vector<KernelPointer> findPointers(const clang::FunctionDecl *FD,
                                        llvm::ArrayRef<KernelParam> Params);

/// Compares the parameters of `FD` in a device's parse for `Arch` with what the host made of them.
/// Reports the first difference; true if there is none.
bool checkLayout(const clang::FunctionDecl *FD, const Kernel &Host, llvm::StringRef Arch);

} // namespace gpuc

#endif // GPUC_LIB_FRONTEND_ARGUMENTLAYOUT_H
