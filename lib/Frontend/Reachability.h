//===- Reachability.h - Which functions device code needs -------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two answers over the host's AST: what a kernel reaches, and which functions
// have to stay whole because they hold the lambda or local class that a kernel
// is instantiated with, or the launch that instantiates it.
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_LIB_FRONTEND_REACHABILITY_H
#define GPUC_LIB_FRONTEND_REACHABILITY_H

#include "KernelModel.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace gpuc {

/// A reference to a function from code that a person wrote.
struct FunctionUse {
  const clang::FunctionDecl *Callee;
  clang::SourceLocation Loc;
  bool IsCall; ///< the operand of a call
};

/// A function of the user's files, or one instantiation of it, and what its body refers to.
struct UserFunction {
  const clang::FunctionDecl *FD;
  std::vector<FunctionUse> Uses;
};

/// All functions that are defined outside system headers, template instantiations too.
std::vector<UserFunction> collectUserFunctions(clang::ASTContext &Ctx);

/// Bodies that the host's code generator does not see: those of kernels.
using BodyMap = llvm::DenseMap<const clang::FunctionDecl *, clang::Stmt *>;

using FunctionSet = llvm::SmallPtrSet<const clang::FunctionDecl *, 16>;

/// A use of a variable with static storage in device code.
struct VariableUse {
  const clang::VarDecl *VD;
  clang::SourceLocation Loc; ///< of the first use
};

/// What kernels reach.
struct Reached {
  FunctionSet Functions; ///< also as a person wrote them (`writtenFunction`)
  std::vector<VariableUse> Variables;
};

Reached collectReached(llvm::ArrayRef<const clang::FunctionDecl *> Kernels, const BodyMap &Bodies);

/// Adds to `Kept` what makes the instantiations among `Kernels` that the device source cannot
/// spell: the functions that hold a local type of their arguments or use them, those that
/// instantiate these in turn, and the templates that are instantiated on the way.
void collectHolders(llvm::ArrayRef<const clang::FunctionDecl *> Kernels,
                    llvm::ArrayRef<UserFunction> Functions, FunctionSet &Kept);

/// Functions that `FD`'s own body refers to.
std::vector<FunctionUse> collectUses(const clang::FunctionDecl *FD, clang::Stmt *Body);

} // namespace gpuc

#endif // GPUC_LIB_FRONTEND_REACHABILITY_H
