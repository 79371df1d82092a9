//===- Frontend.h - Host parse and device parses ----------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUC_FRONTEND_FRONTEND_H
#define GPUC_FRONTEND_FRONTEND_H

#include "gpuc/Frontend/Kernel.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <future>
#include <memory>
#include <optional>

namespace clang {
class CompilerInvocation;
} // namespace clang
namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace gpuc {

struct Target;

/// Called once, before any parse: makes the [[gpu::…]] attributes known to Clang.
void initializeFrontend();

/// Null where the host parse found an error or no kernel.
using SharedExtraction = std::shared_ptr<const Extraction>;

/// Name under which the embed file finds kernel `Index` of the source `UnitId` when the host
/// function is internal to its object.
std::string stubSymbol(llvm::StringRef UnitId, unsigned Index);

enum class HostResult {
  Ok,
  Error,      ///< reported
  NeedsCxx20, ///< the source includes gpuc's headers and has an older standard; nothing was
              ///< reported
};

/// Runs the host's cc1 job `Invocation`, which writes what it was asked to write. `OnParsed` is
/// called once, after the parse and the checks and before code generation, with null where there
/// is nothing for a device to do. Kernels become empty functions that only have an address.
/// Diagnostics go to standard error. `MayRaiseStandard`: the
/// caller would compile again for C++20.
HostResult runHostFrontend(std::shared_ptr<clang::CompilerInvocation> Invocation,
                           llvm::StringRef UnitId, bool MayRaiseStandard,
                           std::function<void(SharedExtraction)> OnParsed);

/// A device module with the context it lives in.
struct DeviceModule {
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> Module; ///< destroyed before the context
};

/// Parses the device translation unit for the family of `Target` and generates its IR, unoptimised:
/// kernels have the device kernel calling convention and the symbols of the extraction. The parse
/// of `Preamble`, the directives that begin the main file, goes on while `Parsed` is not ready yet.
/// Diagnostics go to `DiagOS`. Nothing after an error or where `Parsed` is null.
std::optional<DeviceModule> runDeviceFrontend(const clang::CompilerInvocation &Host,
                                              const Target &Target, llvm::StringRef Preamble,
                                              std::shared_future<SharedExtraction> Parsed,
                                              llvm::raw_ostream &DiagOS);

/// The leading comments and preprocessor directives of `Source`, as much as the device translation
/// unit surely shares with it.
llvm::StringRef findPreamble(llvm::StringRef Source);

} // namespace gpuc

#endif // GPUC_FRONTEND_FRONTEND_H
