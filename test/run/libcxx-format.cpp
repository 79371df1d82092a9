// libc++ in kernels: std::format, std::print, std::to_chars.
// REQUIRES: libc++
// RUN: %gpuc -stdlib=libc++ -static-libstdc++ -std=c++23 -O2 --offload-arch=cpu %s -o %t && %t | FileCheck %s
// RUN: %gpuc -stdlib=libc++ -static-libstdc++ -std=c++23 -O0 --offload-arch=cpu %s -o %t && %t | FileCheck %s
#include <charconv>
#include <format>
#include <gpu/gpu.hpp>
#include <print>
#include <string>
#include <string_view>

template <class... Args> std::string chars(Args... args) {
  char text[400];
  return std::string(text, std::to_chars(text, text + sizeof text, args...).ptr);
}

[[gpu::kernel]] void work() {
  // CHECK: 7 3.142 text true 'c' 0x2a
  std::println("{} {:.3f} {} {} {:?} {:#x}", 7, 3.14159, "text", true, 'c', 42);
  // CHECK-NEXT: |   +5|1e-05|0.1|12345678|1.2346e+07|
  std::println("|{:+5}|{}|{}|{}|{:.5g}|", 5, 1e-5, 0.1, 12345678.0, 12345678.0);
  // CHECK-NEXT: **left**|inf|-nan|1.8p+1
  std::println("{:*^8}|{}|{}|{:a}", "left", __builtin_inf(), -__builtin_nan(""), 3.0);
  // CHECK-NEXT: 1e+23 99999999999999991611392 0.3 1.1754944e-38 5e-324
  std::println("{} {} {} {} {}", 1e23, chars(1e23, std::chars_format::fixed), chars(0.3f),
               chars(1.17549435e-38f), chars(5e-324));
  // CHECK-NEXT: 1.50e+00 1.500 1.5 1.8p+0
  std::println("{} {} {} {}", chars(1.5, std::chars_format::scientific, 2),
               chars(1.5, std::chars_format::fixed, 3), chars(1.5, std::chars_format::general, 5),
               chars(1.5, std::chars_format::hex));
  double value = 0;
  const std::string_view text = "6.02214076e23mol";
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  // CHECK-NEXT: 6.02214076e+23 mol
  std::println("{} {}", value, read.ptr);
  std::print("{0}-{1}-{0}\n", 1, std::format("{:>{}}", 2, 3)); // CHECK-NEXT: 1-  2-1
}

[[gpu::kernel]] void lines() {
  std::println("line of {}: {:.2f} {:04}", gpu::global_idx().x, 0.5 * gpu::global_idx().x,
               gpu::global_idx().x);
}

int main() {
  gpu::launch<work>(gpu::launch_config{});
  // CHECK-COUNT-256: line of {{[0-9]+}}: {{[0-9]+\.[05]0 [0-9]{4}$}}
  gpu::launch<lines>(gpu::launch_config{.blocks = 4, .threads = 64});
  std::fflush(stdout);
}
