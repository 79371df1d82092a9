// Numbers and text by the C library in kernels, formatted and read as on the host.
// RUN: %gpuc -O0 --offload-arch=cpu %s -o %t && %t | FileCheck %s
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t | FileCheck %s
#include <cctype>
#include <cfloat>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <atomic>
#include <cmath>
#include <gpu/gpu.hpp>
#include <vector>

[[gpu::kernel]] void formats() {
  // CHECK: [   42|42   |00042|+42|2a|0X2A|052|-1|255]
  std::printf("[%5d|%-5d|%05d|%+d|%x|%#X|%#o|%ld|%hhu]\n", 42, 42, 42, 42, 42, 42, 42, -1L, 511);
  // CHECK-NEXT: [3.141593|3.14|1.500000e+00|0.0001|1e-05|100000|1e+06|0x1.8p+0]
  std::printf("[%f|%.2f|%e|%g|%g|%g|%g|%a]\n", 3.14159265, 3.14159265, 1.5, 1e-4, 1e-5, 1e5, 1e6,
              1.5);
  // CHECK-NEXT: [179769313486231570814527423731704356798070|308|124858368]
  char text[400];
  std::snprintf(text, sizeof text, "%.0f", DBL_MAX);
  std::printf("[%.42s|%d|%s]\n", text, static_cast<int>(std::strlen(text)) - 1, text + 300);
  // CHECK-NEXT: [inf|-INF|nan|    -inf|4.940656458412465441765687928682e-324]
  std::printf("[%f|%F|%g|%8.1f|%.30e]\n", HUGE_VAL, -HUGE_VAL, __builtin_nan(""), -HUGE_VAL,
              4.9406564584124654e-324);
  // CHECK-NEXT: [text|  te|text  |c|%|two one]
  std::printf("[%s|%4.2s|%-6s|%c|%%|", "text", "text", "text", 'c');
  std::printf("%2$s %1$s]\n", "one", "two");
}

[[gpu::kernel]] void reads() {
  char *end = nullptr;
  // CHECK: 123 -255 18446744073709551615 9223372036854775807
  std::printf("%ld %ld %lu %ld\n", std::strtol("  123abc", &end, 10), std::strtol("-0xff", nullptr, 0),
              std::strtoul("18446744073709551615", nullptr, 10),
              std::strtol("99999999999999999999", nullptr, 10));
  // CHECK-NEXT: rest abc
  std::printf("rest %s\n", end);
  // CHECK-NEXT: 0x1.999999999999ap-4 0x0.0000000000001p-1022 inf 0x1.fffffep+127
  std::printf("%a %a %f %a\n", std::strtod("0.1", nullptr), std::strtod("4.94e-324", nullptr),
              std::strtod("1e999", nullptr), std::strtof("3.4028235e38", nullptr));
  int number = 0;
  char word[16];
  double real = 0;
  // CHECK-NEXT: 3: 17 word 2.5
  const int count = std::sscanf("17, word 2.5", "%d, %15s %lf", &number, word, &real);
  std::printf("%d: %d %s %g\n", count, number, word, real);
}

[[gpu::kernel]] void strings() {
  char text[64];
  std::strcpy(text, "one,two,,three");
  char *state = nullptr;
  for (char *part = strtok_r(text, ",", &state); part; part = strtok_r(nullptr, ",", &state)) {
    for (char *p = part; *p; ++p)
      *p = static_cast<char>(std::toupper(*p));
    // CHECK: {{^}}<ONE><TWO><THREE>{{$}}
    std::printf("<%s>", part);
  }
  std::printf("\n");
  // CHECK-NEXT: 3 1 1 ello No such file or directory
  std::printf("%zu %d %d %s %s\n", std::strlen("abc"), std::strcmp("b", "a") > 0,
              std::memcmp("a", "b", 1) < 0, std::strchr("hello", 'e'), std::strerror(2));
  char *copy = strdup("duplicate");
  // CHECK-NEXT: duplicate 5
  std::printf("%s %zu\n", copy, std::wcslen(L"w\u00efde!"));
  std::free(copy);
  int values[] = {5, 3, 9, 1, 7};
  std::qsort(values, 5, sizeof(int), [](const void *a, const void *b) {
    return *static_cast<const int *>(a) - *static_cast<const int *>(b);
  });
  // CHECK-NEXT: 1 3 5 7 9
  std::printf("%d %d %d %d %d\n", values[0], values[1], values[2], values[3], values[4]);
}

/// Whether the result of printf is the size of the text also in threads that run together.
[[gpu::kernel]] void sizes(int *wrong) {
  const unsigned i = static_cast<unsigned>(gpu::global_idx().x);
  char text[64];
  const int size = std::snprintf(text, sizeof text, "%u %.3f", i, i * 0.5);
  if (size != static_cast<int>(std::strlen(text)) ||
      std::strtod(std::strchr(text, ' '), nullptr) != i * 0.5)
    std::atomic_ref(*wrong).fetch_add(1);
}

int main() {
  gpu::launch<formats>({});
  gpu::launch<reads>({});
  gpu::launch<strings>({});
  std::vector<int> wrong(1);
  gpu::buffer<int> on_device(wrong);
  gpu::launch<sizes>(gpu::launch_config::cover(10000, 128), on_device.data());
  // CHECK: wrong sizes: 0
  std::printf("wrong sizes: %d\n", on_device.to_vector()[0]);
}
