//===- Options.cpp - gpuc's own options -----------------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CLI11 sees gpuc's own long options and nothing else: Clang's spellings
// ("-std=…", "-Ifoo") are not ones that a general parser takes apart right.
//
//===----------------------------------------------------------------------===//
#include "gpuc/Driver/Options.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

using namespace gpuc;

namespace {

constexpr const char *Version = "gpuc " GPUC_VERSION " (Clang and LLVM " GPUC_LLVM_VERSION ")";

constexpr const char *Footer = R"(
Every other argument goes to Clang and means there what it means to clang++: sources, objects and
libraries, -c, -o, -O2, -g, -std=c++20, -I, -D, -W..., -stdlib=, -S, -emit-llvm, -v, -###.
Sources that include <gpu/gpu.hpp> are C++20 unless -std= says otherwise.

Targets:
  cpu              the host's processor
  native           the CPU and the GPUs of this machine
  sm_NN            NVIDIA compute capability, as PTX: runs on it and on newer ones
  gfxNNN           AMD processor, with :xnack+/- and :sramecc+/- where it has them
  gfxNN-generic    a family of AMD processors
Default: cpu,sm_70,gfx9-4-generic,gfx11-generic

With -fgpu-cubin, machine code from the CUDA toolkit's ptxas is embedded beside PTX.

With -save-temps, the device source, the embed source and the images stay beside the output.

Environment of compiled programs:
  GPUC_DEVICE=cpu|cuda[:n]|hip[:n]   the device that launches use

Examples:
  gpuc main.cpp -o main
  gpuc -O3 --offload-arch=cpu,sm_90 -c kernels.cpp
  gpuc -S --offload-device-only --offload-arch=sm_90 kernels.cpp -o kernels.ptx)";

bool isOwn(const std::string &Arg) {
  for (const char *Name :
       {"--offload-arch", "--offload-host-only", "--offload-device-only", "--help", "--version"})
    if (Arg == Name || Arg.rfind(std::string(Name) + "=", 0) == 0)
      return true;
  return false;
}

} // namespace

std::optional<Options> gpuc::parseOptions(const std::vector<std::string> &Args, int &ExitStatus) {
  Options Result;
  CLI::App App("A compiler driver for GPU C++: one annotated source in, one binary for NVIDIA "
               "GPUs, AMD GPUs and the CPU out.",
               "gpuc");
  App.footer(Footer);
  App.set_help_flag("--help", "print this help");
  App.set_version_flag("--version", Version, "print gpuc's and LLVM's versions");
  App.add_option("--offload-arch", Result.OffloadArchs,
                 "targets to compile device code for; a list with commas, or repeated")
      ->delimiter(',')
      ->type_name("TARGET,...");
  App.add_flag("--offload-host-only", Result.HostOnly, "compile the host's code only");
  App.add_flag("--offload-device-only", Result.DeviceOnly,
               "compile device code only: PTX, code objects; with -S assembly, with -S -emit-llvm "
               "LLVM IR");

  std::vector<std::string> Own;
  for (size_t I = 0; I < Args.size(); ++I) {
    const std::string &Arg = Args[I];
    if (Arg == "-save-temps" || Arg == "--save-temps" || Arg == "-save-temps=obj") {
      Result.SaveTemps = true;
    } else if (Arg == "-fgpu-flush-denormals-to-zero" ||
               Arg == "-fno-gpu-flush-denormals-to-zero") {
      Result.FlushDenormals = Arg[2] == 'g';
    } else if (Arg == "-fgpu-approx-transcendentals" || Arg == "-fno-gpu-approx-transcendentals") {
      Result.ApproximateTranscendentals = Arg[2] == 'g';
    } else if (Arg == "-fgpu-cubin" || Arg == "-fno-gpu-cubin") {
      Result.Cubin = Arg[2] == 'g';
    } else if (isOwn(Arg)) {
      Own.push_back(Arg);
      if (Arg == "--offload-arch" && I + 1 < Args.size())
        Own.push_back(Args[++I]);
    } else {
      Result.ClangArgs.push_back(Arg);
    }
  }
  std::reverse(Own.begin(), Own.end()); // the order CLI11 takes a vector in
  try {
    App.parse(Own);
    if (Result.HostOnly && Result.DeviceOnly)
      throw CLI::ExcludesError("--offload-host-only", "--offload-device-only");
  } catch (const CLI::Success &Printed) {
    ExitStatus = App.exit(Printed);
    return std::nullopt;
  } catch (const CLI::ParseError &E) {
    std::cerr << "gpuc: error: " << E.what() << "; see gpuc --help\n";
    ExitStatus = 1;
    return std::nullopt;
  }
  return Result;
}
