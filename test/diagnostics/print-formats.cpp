// Format strings are checked when the program is compiled; each mistake at its call.
// RUN: %exits 1 %gpuc --offload-arch=cpu,sm_75 -c %s -o %t.o 2>&1 | FileCheck %s
#include <gpu/gpu.hpp>
#include <vector>

[[gpu::kernel]] void k(int x, float f, std::string_view s, int *p) {
  // CHECK: print-formats.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: call to consteval function
  // CHECK: note: {{.*}}format_error_too_few_arguments
  gpu::println("{} {}", x);
  // CHECK: print-formats.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: call to consteval function
  // CHECK: note: {{.*}}format_error_presentation_type_is_not_for_an_integer
  gpu::println("{:s}", x);
  // CHECK: print-formats.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: call to consteval function
  // CHECK: note: {{.*}}format_error_presentation_type_is_not_for_a_floating_point
  gpu::println("{:d}", f);
  // CHECK: print-formats.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: call to consteval function
  // CHECK: note: {{.*}}format_error_opening_brace_without_closing_one
  gpu::println("{", x);
  // CHECK: print-formats.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: call to consteval function
  // CHECK: note: {{.*}}format_error_closing_brace_without_opening_one
  gpu::print("}", x);
  // CHECK: print-formats.cpp:[[#@LINE+2]]:{{[0-9]+}}: error: call to consteval function
  // CHECK: note: {{.*}}format_error_sign_needs_a_number
  gpu::print("{:+}", s);
  gpu::println("{{}} {:>8} {:+.3e} {:#x}", s, f, x);
}
int main() { gpu::launch<k>({}, 1, 2.0f, "", nullptr); }
