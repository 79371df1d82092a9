//===- Print.cpp - How gpuc-info shows what it has found ------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Print.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace gpuc::info;

static void printBytes(raw_ostream &OS, uint64_t Bytes) {
  constexpr const char *Units[] = {"KiB", "MiB", "GiB", "TiB"};
  if (Bytes < 1024) {
    OS << Bytes << " bytes";
    return;
  }
  double Amount = double(Bytes) / 1024;
  unsigned Unit = 0;
  for (; Amount >= 1024 && Unit < 3; ++Unit)
    Amount /= 1024;
  OS << format("%.1f ", Amount) << Units[Unit];
}

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

void gpuc::info::printMachine(raw_ostream &OS, const Machine &M) {
  OS << "devices:\n";
  for (const Device &D : M.Devices) {
    OS << "  " << D.Selector << ": " << D.Name << ", " << D.Arch << ", ";
    printBytes(OS, D.MemoryBytes);
    OS << " of memory, " << D.Multiprocessors
       << (D.Selector == "cpu" ? " cores" : " multiprocessors") << ", warps of " << D.WarpSize
       << "; a block has at most " << D.MaxThreadsPerBlock << " threads and ";
    printBytes(OS, D.SharedBytes);
    OS << " of shared memory\n";
  }
  OS << "drivers:\n";
  for (const Backend &B : M.Backends) {
    OS << "  " << B.Name << ": " << (B.Driver.empty() ? "none" : B.Driver);
    if (!B.Note.empty())
      OS << "; " << B.Note;
    OS << '\n';
  }
  OS << "settings:\n";
  for (const Setting &S : M.Settings)
    OS << "  " << S.Name << '=' << S.Value
       << (S.Known ? "" : " (no setting of this version, which ignores it)") << '\n';
  if (M.Settings.empty())
    OS << "  none\n";
}

json::Object gpuc::info::machineToJson(const Machine &M) {
  json::Array Devices, Drivers, Settings;
  for (const Device &D : M.Devices)
    Devices.push_back(json::Object{{"device", D.Selector},
                                   {"name", json::fixUTF8(D.Name)},
                                   {"arch", D.Arch},
                                   {"memory_bytes", D.MemoryBytes},
                                   {"multiprocessors", D.Multiprocessors},
                                   {"warp_size", D.WarpSize},
                                   {"max_threads_per_block", D.MaxThreadsPerBlock},
                                   {"shared_bytes_per_block", D.SharedBytes}});
  for (const Backend &B : M.Backends)
    Drivers.push_back(
        json::Object{{"backend", B.Name}, {"version", B.Driver}, {"note", json::fixUTF8(B.Note)}});
  for (const Setting &S : M.Settings)
    Settings.push_back(json::Object{
        {"name", json::fixUTF8(S.Name)}, {"value", json::fixUTF8(S.Value)}, {"known", S.Known}});
  return json::Object{{"devices", std::move(Devices)},
                      {"drivers", std::move(Drivers)},
                      {"settings", std::move(Settings)}};
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

static void printKernel(raw_ostream &OS, const KernelInfo &K) {
  OS << "    " << K.Name << ": " << K.ParamSizes.size()
     << (K.ParamSizes.size() == 1 ? " parameter" : " parameters");
  if (!K.ParamSizes.empty()) {
    OS << " of ";
    ListSeparator Comma;
    for (unsigned Size : K.ParamSizes)
      OS << Comma << Size;
    OS << " bytes, " << K.ArgsSize << " in all";
  }
  if (K.MaxThreads)
    OS << "; launch bounds " << K.MaxThreads << " threads";
  if (K.MinBlocks)
    OS << ", " << K.MinBlocks << " blocks";
  OS << '\n';
}

static void printResources(raw_ostream &OS, const Resources &R) {
  ListSeparator Comma;
  if (R.Registers)
    OS << Comma << *R.Registers << " registers";
  if (R.ScalarRegisters)
    OS << Comma << *R.ScalarRegisters << " scalar registers";
  if (R.SharedBytes) {
    OS << Comma;
    printBytes(OS, *R.SharedBytes);
    OS << " shared";
  }
  if (R.LocalBytes) {
    OS << Comma;
    printBytes(OS, *R.LocalBytes);
    OS << " local";
  }
  if (!R.Note.empty())
    OS << " (" << R.Note << ')';
}

static void printImage(raw_ostream &OS, const ImageInfo &Image, ArrayRef<KernelInfo> Kernels) {
  OS << "    " << Image.Arch << ' ' << imageKindName(Image.Kind);
  if (!Image.Bytes.empty()) {
    OS << ", ";
    printBytes(OS, Image.Bytes.size());
  }
  OS << '\n';
  for (const KernelInfo &K : Kernels) {
    auto Found = Image.Kernels.find(K.Symbol);
    if (Found == Image.Kernels.end())
      continue;
    OS << "      " << K.Name << ": ";
    printResources(OS, Found->second);
    OS << '\n';
  }
}

void gpuc::info::printModules(raw_ostream &OS, StringRef File, ArrayRef<ModuleInfo> Modules) {
  OS << File << ":\n";
  for (const ModuleInfo &M : Modules) {
    OS << "  " << M.Source;
    if (!M.Member.empty())
      OS << " (" << M.Member << ')';
    OS << "\n   kernels:\n";
    for (const KernelInfo &K : M.Kernels)
      printKernel(OS, K);
    OS << "   images:\n";
    for (const ImageInfo &Image : M.Images)
      printImage(OS, Image, M.Kernels);
  }
}

static json::Object resourcesToJson(const Resources &R) {
  json::Object Result;
  auto Add = [&](StringRef Key, std::optional<uint64_t> Value) {
    if (Value)
      Result[Key] = *Value;
  };
  Add("registers", R.Registers);
  Add("scalar_registers", R.ScalarRegisters);
  Add("shared_bytes", R.SharedBytes);
  Add("local_bytes", R.LocalBytes);
  if (!R.Note.empty())
    Result["note"] = R.Note;
  return Result;
}

static json::Object moduleToJson(const ModuleInfo &M) {
  json::Array Kernels, Images;
  for (const KernelInfo &K : M.Kernels)
    Kernels.push_back(json::Object{{"name", json::fixUTF8(K.Name)},
                                   {"symbol", json::fixUTF8(K.Symbol)},
                                   {"parameter_bytes", json::Array(K.ParamSizes)},
                                   {"argument_bytes", K.ArgsSize},
                                   {"max_threads", K.MaxThreads},
                                   {"min_blocks", K.MinBlocks}});
  for (const ImageInfo &Image : M.Images) {
    json::Object Resources;
    for (const auto &[Symbol, R] : Image.Kernels)
      Resources[json::fixUTF8(Symbol)] = resourcesToJson(R);
    Images.push_back(json::Object{{"arch", json::fixUTF8(Image.Arch)},
                                  {"kind", imageKindName(Image.Kind)},
                                  {"bytes", Image.Bytes.size()},
                                  {"kernels", std::move(Resources)}});
  }
  json::Object Result{{"source", json::fixUTF8(M.Source)},
                      {"kernels", std::move(Kernels)},
                      {"images", std::move(Images)}};
  if (!M.Member.empty())
    Result["member"] = json::fixUTF8(M.Member);
  return Result;
}

json::Object gpuc::info::modulesToJson(StringRef File, ArrayRef<ModuleInfo> Modules) {
  json::Array All;
  for (const ModuleInfo &M : Modules)
    All.push_back(moduleToJson(M));
  return json::Object{{"file", json::fixUTF8(File)}, {"modules", std::move(All)}};
}
