// <cstring> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cstring>
#include <string.h>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  char a[80] = "a text of some length", b[80];
  h.add(std::strlen(a)).add(std::strcmp(a, "a text") > 0).add(std::strncmp(a, "a tex!", 5));
  std::strcpy(b, a + i % 10);
  std::strcat(b, " and more");
  std::strncat(b, "0123456789", i % 10);
  h.add(b)
      .add(std::strchr(b, 'o') - b)
      .add(std::strrchr(b, 'o') - b)
      .add(std::strstr(b, "some") - b);
  h.add(std::strspn(b, " aetx")).add(std::strcspn(b, "m")).add(std::strpbrk(b, "gs") - b);
  std::memmove(b + 3, b, 20);
  std::memset(b + 1, '-', i % 5);
  std::memcpy(a, b + 5, 7);
  h.add(a).add(b).add(std::memcmp(a, b, 9) < 0).add(std::memchr(a, 'f', 80) == std::strchr(a, 'f'));
  char list[] = "one, two,,three";
  for (char *part = std::strtok(list, ", "); part; part = std::strtok(nullptr, ", "))
    h.add(part);
  std::strncpy(b, "padded", 12);
  h.add(b[11]).add(std::strcoll("a", "b") < 0).add(std::strxfrm(b, "same", 9)).add(b);
  return h.add(std::strerror(2)).value();
}
