// libc++ in kernels: std::filesystem and file streams.
// REQUIRES: libc++
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %gpuc -stdlib=libc++ -static-libstdc++ -std=c++23 -O2 --offload-arch=cpu %s -o %t && %t %t.dir | FileCheck %s
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gpu/gpu.hpp>
#include <string>
#include <string_view>

namespace fs = std::filesystem;

[[gpu::kernel]] void work(std::string_view directory) {
  const fs::path p = "/a/b/../c.tar.gz";
  // CHECK: c.tar.gz c.tar .gz /a/b/.. /a/c.tar.gz 5
  int count = 0;
  for (const fs::path &part : p)
    count += !part.empty();
  std::printf("%s %s %s %s %s %d\n", p.filename().c_str(), p.stem().c_str(), p.extension().c_str(),
              p.parent_path().c_str(), p.lexically_normal().c_str(), count);

  const fs::path inner = fs::path(directory) / "x" / "y";
  const bool made = fs::create_directories(inner);
  const fs::path file = inner / "file.txt";
  {
    std::ofstream out(file);
    out << "first line\n" << 42 << ' ' << 2.5 << '\n';
  }
  std::string line;
  int number = 0;
  double real = 0;
  std::ifstream in(file);
  std::getline(in, line);
  in >> number >> real;
  in.close();
  // CHECK-NEXT: 1 first line 42 2.5 18 1 1
  std::printf("%d %s %d %g %d %d %d\n", made, line.c_str(), number, real,
              static_cast<int>(fs::file_size(file)), fs::is_directory(inner),
              fs::is_regular_file(file));
  fs::rename(file, inner / "other");
  std::error_code error;
  const auto size = fs::file_size(file, error);
  // CHECK-NEXT: 0 1 1 1 No such file or directory
  std::printf("%d %d %d %d %s\n", fs::exists(file), fs::exists(inner / "other"),
              fs::remove(inner / "other"), size == static_cast<std::uintmax_t>(-1),
              error.message().c_str());
}

int main(int, char **arguments) {
  gpu::launch<work>(gpu::launch_config{}, std::string_view(arguments[1]));
}
