//===- KernelModel.h - Kernels in Clang's AST -------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about declarations that the host's and the device's parse answer
// alike.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_LIB_FRONTEND_KERNELMODEL_H
#define GPUC_LIB_FRONTEND_KERNELMODEL_H

#include "gpuc/Frontend/Kernel.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace gpuc {

/// The annotation `Name` of `D` ("gpu::kernel"), or null.
const clang::AnnotateAttr *findAnnotation(const clang::Decl *D, llvm::StringRef Name);

/// Whether `D` is a kernel by its own or a later declaration of it.
inline bool isKernel(const clang::Decl *D) {
  return D && findAnnotation(D->getMostRecentDecl(), "gpu::kernel");
}

/// The definition that a person wrote for `FD`: itself, or the pattern that it instantiates.
const clang::FunctionDecl *writtenFunction(const clang::FunctionDecl *FD);

using LocalTypes = llvm::SmallPtrSet<const clang::TagDecl *, 4>;

/// Adds to `Types` the closures and local classes that the template arguments of `FD` mention:
/// types that no explicit instantiation can name.
void collectLocalTypes(const clang::FunctionDecl *FD, LocalTypes &Types);

/// Whether the device source can name the instantiation `FD`: with template arguments that read
/// back as what they are, unlike local types, floating-point values or addresses.
bool isSpellable(const clang::FunctionDecl *FD);

/// `Kernel::Identity` of `FD`.
std::string identity(const clang::FunctionDecl *FD);

/// The model of the kernel `FD`, all but its symbol.
Kernel describeKernel(const clang::FunctionDecl *FD);

/// `Name` as a string literal, for line markers.
std::string quoteFileName(llvm::StringRef Name);

/// Calls `Visit` for every function and function template that is defined in `D`, through
/// namespaces and linkage specifications.
void forEachFunction(clang::Decl *D, llvm::function_ref<void(clang::FunctionDecl *)> Visit);

} // namespace gpuc

#endif // GPUC_LIB_FRONTEND_KERNELMODEL_H
