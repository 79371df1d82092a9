// <cstdio> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cstdio>
#include <stdio.h>
#include <string>
#include <unistd.h>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  char text[128];
  h.add(std::snprintf(text, sizeof text, "%5u|%-4d|%x|%+.3f|%e|%g|%s|%c|%%|%p", i, -3, i, i / 7.0,
                      12345.678, 1e-5, "text", 'c', nullptr));
  h.add(text).add(std::snprintf(text, 8, "%s", "cut after seven")).add(text);
  int n = 0, hex = 0;
  double d = 0;
  char word[16] = {};
  h.add(std::sscanf("12 3.5 words 0xff", "%d %lf %15s %i", &n, &d, word, &hex));
  h.add(n).add_exact(d).add(word).add(hex);
  const std::string name =
      "/tmp/gpuc-header-cstdio-" + std::to_string(getpid()) + "-" + std::to_string(i);
  std::FILE *file = std::fopen(name.c_str(), "w+");
  if (!file)
    return 0;
  h.add(std::fprintf(file, "line %u\nsecond\n", i)).add(std::fputs("third", file));
  h.add(std::fwrite("raw\n", 1, 4, file)).add(std::ftell(file)).add(std::fputc('!', file));
  std::rewind(file);
  while (std::fgets(text, sizeof text, file))
    h.add(text);
  h.add(std::feof(file)).add(std::ferror(file)).add(std::fseek(file, -5, SEEK_END));
  h.add(std::fgetc(file)).add(std::ungetc('u', file)).add(getc(file));
  h.add(std::fread(text, 1, 3, file)).add(text[2]).add(std::fclose(file));
  const std::string other = name + "-renamed";
  h.add(std::rename(name.c_str(), other.c_str())).add(std::remove(other.c_str()));
  h.add(std::fopen("/nonexistent/file", "r") == nullptr);
  std::fprintf(stderr, "thread %u\n", i);
  return h.value();
}
