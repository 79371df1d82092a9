//===- EmbedSource.cpp - The text of the embed file -----------------------===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The structures are those of include/gpu/detail/module.hpp, spelled again so
// that the file includes nothing: it then compiles in a few milliseconds.
// #embed rather than a list of literals: see docs/embedding.md for the figures.
//
//===----------------------------------------------------------------------===//
#include "gpuc/Embed/Embed.h"
#include "gpuc/Frontend/Frontend.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace gpuc;

namespace {

std::string quote(StringRef Text) {
  std::string Result = "\"";
  raw_string_ostream OS(Result);
  OS.write_escaped(Text);
  return Result + '"';
}

/// `image_kind` of module.hpp.
unsigned imageKind(const EmbeddedImage &Image) {
  switch (Image.For.Family) {
  case TargetFamily::Cpu:
    return 0;
  case TargetFamily::Nvptx:
    return Image.IsCubin ? 2 : 1;
  case TargetFamily::Amdgpu:
    return 3;
  }
  llvm_unreachable("unknown target family");
}

constexpr StringLiteral Declarations = R"(struct gpuc_image {
  unsigned kind;
  const char *arch;
  const void *data;
  unsigned long size;
};
struct gpuc_kernel_param {
  unsigned offset, size;
};
struct gpuc_kernel_pointer {
  unsigned offset, count_offset;
  const char *path;
};
struct gpuc_kernel {
  const void *host_function;
  const char *symbol, *name;
  const gpuc_kernel_param *params;
  unsigned param_count, args_size, max_threads, min_blocks;
  const gpuc_kernel_pointer *pointers;
  unsigned pointer_count;
};
struct gpuc_module {
  unsigned abi_version;
  const char *source;
  const gpuc_image *images;
  unsigned image_count;
  const gpuc_kernel *kernels;
  unsigned kernel_count;
};
extern "C" void __gpuc_register_module(const gpuc_module *);
extern "C" void __gpuc_unregister_module(const gpuc_module *);
)";

void writeImages(raw_ostream &OS, StringRef UnitId, ArrayRef<EmbeddedImage> Images) {
  for (auto [Index, Image] : llvm::enumerate(Images)) {
    if (Image.For.Family == TargetFamily::Cpu) {
      OS << "\nextern \"C\" __attribute__((visibility(\"hidden\"))) const char gpuc_cpu_table[] "
         << "__asm__(" << quote(cpuTableSymbol(UnitId)) << ");\n";
      continue;
    }
    // PTX is text and needs its end marked.
    OS << "\nalignas(16) static const unsigned char gpuc_image_" << Index << "[] = {\n#embed "
       << quote(Image.FileName) << '\n'
       << (Image.For.Family == TargetFamily::Nvptx && !Image.IsCubin ? ", 0" : "") << "};\n";
  }
  OS << "\nstatic const gpuc_image gpuc_images[] = {\n";
  for (auto [Index, Image] : llvm::enumerate(Images)) {
    OS << "  {" << imageKind(Image) << ", " << quote(Image.For.Arch) << ", ";
    if (Image.For.Family == TargetFamily::Cpu)
      OS << "gpuc_cpu_table, 0},\n";
    else
      OS << "gpuc_image_" << Index << ", sizeof(gpuc_image_" << Index << ")},\n";
  }
  OS << "};\n";
}

void writePointers(raw_ostream &OS, size_t Kernel, ArrayRef<KernelPointer> Pointers) {
  if (Pointers.empty())
    return;
  OS << "static const gpuc_kernel_pointer gpuc_pointers_" << Kernel << "[] = {";
  ListSeparator Comma;
  for (const KernelPointer &P : Pointers) {
    OS << Comma << '{' << P.Offset << ", ";
    if (P.CountOffset)
      OS << *P.CountOffset;
    else
      OS << "~0u";
    OS << ", " << quote(P.Path) << '}';
  }
  OS << "};\n";
}

void writeKernels(raw_ostream &OS, StringRef UnitId, ArrayRef<Kernel> Kernels) {
  for (auto [Index, K] : llvm::enumerate(Kernels)) {
    OS << "\n// " << K.Location << ": " << K.Name << "\n";
    // Weak: an instantiation that no launch names is not in the host's object.
    OS << "extern \"C\" __attribute__((weak" << (K.IsInternal ? ", visibility(\"hidden\")" : "")
       << ")) void gpuc_host_" << Index << "() __asm__("
       << quote(K.IsInternal ? stubSymbol(UnitId, Index) : K.Symbol) << ");\n";
    if (K.Params.empty())
      continue;
    OS << "static const gpuc_kernel_param gpuc_params_" << Index << "[] = {";
    ListSeparator Comma;
    for (const KernelParam &P : K.Params)
      OS << Comma << '{' << P.Offset << ", " << P.Size << '}';
    OS << "};\n";
    writePointers(OS, Index, K.Pointers);
  }
  OS << "\nstatic const gpuc_kernel gpuc_kernels[] = {\n";
  for (auto [Index, K] : llvm::enumerate(Kernels)) {
    OS << "  {reinterpret_cast<const void *>(&gpuc_host_" << Index << "), " << quote(K.Symbol)
       << ", " << quote(K.Name) << ", ";
    if (K.Params.empty())
      OS << "nullptr";
    else
      OS << "gpuc_params_" << Index;
    OS << ", " << K.Params.size() << ", " << K.ArgsSize << ", " << K.MaxThreads << ", "
       << K.MinBlocks << ", ";
    if (K.Pointers.empty())
      OS << "nullptr";
    else
      OS << "gpuc_pointers_" << Index;
    OS << ", " << K.Pointers.size() << "},\n";
  }
  OS << "};\n";
}

} // namespace

std::string gpuc::cpuTableSymbol(StringRef UnitId) { return ("__gpuc_cpu_" + UnitId).str(); }

std::string gpuc::writeEmbedSource(StringRef SourceFile, StringRef UnitId, ArrayRef<Kernel> Kernels,
                                   ArrayRef<EmbeddedImage> Images) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << "// Device images and kernels of " << quote(SourceFile) << ", generated by gpuc.\n"
     << Declarations;
  writeImages(OS, UnitId, Images);
  writeKernels(OS, UnitId, Kernels);
  // In a section of its own, where gpuc-info finds it in any file.
  OS << "\n__attribute__((section(\"gpuc_modules\"), used))\n"
        "static const gpuc_module gpuc_this_module = {3, " << quote(SourceFile)
     << ", gpuc_images, " << Images.size() << ", gpuc_kernels, " << Kernels.size()
     << "};\n"
     // Before the program's own constructors, which may launch kernels.
     << "__attribute__((constructor(101))) static void gpuc_register() {\n"
        "  __gpuc_register_module(&gpuc_this_module);\n}\n"
        "__attribute__((destructor(101))) static void gpuc_unregister() {\n"
        "  __gpuc_unregister_module(&gpuc_this_module);\n}\n";
  return Text;
}
