// <filesystem> in kernels: the same results as on the host.
// REQUIRES: libc++
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75 -stdlib=libc++
// RUN: %gpuc %{options} -static-libstdc++ %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <filesystem>
#include <string>

#include "Inputs/header_test.hpp"

namespace fs = std::filesystem;

static std::uint64_t check(unsigned i) {
  hasher h;
  const fs::path p = fs::path("/usr") / "lib" / ".." / ("file" + std::to_string(i) + ".tar.gz");
  h.add(p.string()).add(p.filename().string()).add(p.stem().string()).add(p.extension().string());
  h.add(p.parent_path().string()).add(p.lexically_normal().string()).add(p.is_absolute());
  for (const fs::path &part : p)
    h.add(part.string());
  fs::path other = p;
  other.replace_extension(".txt").replace_filename("other");
  h.add(other.string()).add(other < p).add(p.lexically_relative("/usr/share").string());
  return h.add(fs::exists("/tmp")).add(fs::is_directory("/tmp")).add(fs::exists("/none")).value();
}
