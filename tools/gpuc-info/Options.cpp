//===- Options.cpp - gpuc-info's options ----------------------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include <CLI/CLI.hpp>
#include <iostream>

std::optional<gpuc::info::Options> gpuc::info::parseOptions(int ArgCount, const char *const *Args,
                                                            int &ExitStatus) {
  Options Result;
  CLI::App App("Tells what device code a file has, and what its kernels need. Without a file: the "
               "devices, drivers and GPUC_ settings of this machine.",
               "gpuc-info");
  App.set_help_flag("--help", "print this help");
  App.set_version_flag("--version", "gpuc-info " GPUC_VERSION, "print the version");
  App.add_flag("--json", Result.Json, "print JSON");
  App.add_option("FILE", Result.Files, "executables, shared libraries, objects and archives");
  try {
    App.parse(ArgCount, Args);
  } catch (const CLI::Success &Printed) {
    ExitStatus = App.exit(Printed);
    return std::nullopt;
  } catch (const CLI::ParseError &E) {
    std::cerr << "gpuc-info: error: " << E.what() << "; see gpuc-info --help\n";
    ExitStatus = 1;
    return std::nullopt;
  }
  return Result;
}
