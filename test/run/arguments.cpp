// Arguments of every kind arrive as they were passed: structs with padding, arrays in structs,
// over-aligned types, bools, enums, converted values, and a hundred bytes and more.
// RUN: %gpuc -O0 --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
#include <array>
#include <cstdio>
#include <gpu/gpu.hpp>

struct mixed {
  char c;
  double d;
  short s[3];
  bool b : 1;
  unsigned bits : 5;
};
struct alignas(32) wide {
  long x;
};
enum class colour : unsigned char { red = 7 };
struct empty {};

[[gpu::kernel]] void k(double *out, char c, mixed m, bool b, wide w, empty, colour e, float f,
                       std::array<long, 20> big, const char *text, std::nullptr_t) {
  out[0] = c;
  out[1] = m.c + m.d + m.s[2] + m.b + m.bits;
  out[2] = b;
  out[3] = static_cast<double>(w.x);
  out[4] = static_cast<double>(e);
  out[5] = f;
  out[6] = static_cast<double>(big[0] + big[19]);
  out[7] = text == nullptr;
}

int main() {
  gpu::buffer<double> b(8);
  std::array<long, 20> big{};
  big[0] = 3, big[19] = 1L << 40;
  gpu::launch<k>({}, b.data(), 65, mixed{'\1', 0.5, {0, 0, 9}, true, 17}, 3 > 2, wide{77}, empty{},
                 colour::red, 2, big, nullptr, nullptr);
  double out[8];
  b.copy_to(out);
  const double wanted[8] = {65, 28.5, 1, 77, 7, 2, 3 + static_cast<double>(1L << 40), 1};
  for (int i = 0; i < 8; ++i)
    if (out[i] != wanted[i])
      return std::printf("%d: %g\n", i, out[i]), 1;
}
