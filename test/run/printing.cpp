// Printing: whole lines, a thread's lines in order, every kind of argument, to both streams.
// RUN: %gpuc -O0 --offload-arch=cpu %s -o %t && %t 2> %t.err | FileCheck %s && FileCheck %s --check-prefix=STDERR < %t.err
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t | FileCheck %s
// RUN: %t | grep 'thread 17:' | FileCheck %s --check-prefix=ORDER
#include <cstdio>
#include <gpu/gpu.hpp>
#include <string>

[[gpu::kernel]] void kinds(std::string_view text) {
  // CHECK: true c -5 18446744073709551615 1.5 2.250 text literal nested{}
  gpu::println("{} {} {} {} {} {:.3f} {} {} nested{{}}", true, 'c', -5, ~0ull, 1.5f, 2.25, text,
               "literal");
  // CHECK-NEXT: [   7|007|0xff|+1|ff  |^^x^^]
  gpu::println("[{:4}|{:03}|{:#x}|{:+}|{:<4x}|{:^^5}]", 7, 7, 255, 1, 255, 'x');
  // CHECK-NEXT: 2 1 2
  gpu::print("{1} {0} {1}", 1, 2);
  gpu::println();
  // CHECK-NEXT: {{^}}0x10{{$}}
  gpu::println("{}", reinterpret_cast<void *>(16));
  gpu::eprintln("to standard error: {}", 1);
}
// STDERR: to standard error: 1

[[gpu::kernel]] void lines() {
  for (int i = 0; i < 20; ++i)
    gpu::println("thread {}: line {} of a length that no buffer holds twice ....................",
                 gpu::global_idx().x, i);
}
// CHECK-COUNT-5120: {{^}}thread {{[0-9]+}}: line {{[0-9]+}} of a length that no buffer holds twice ....................{{$}}
// CHECK-NEXT: after the launch
// ORDER: line 0 of
// ORDER-NEXT: line 1 of
// ORDER-NEXT: line 2 of
// ORDER: line 18 of
// ORDER-NEXT: line 19 of

int main() {
  const std::string text = "text";
  gpu::launch<kinds>({}, text);
  gpu::launch<lines>(gpu::launch_config{.blocks = 8, .threads = 32});
  gpu::println("after {}", "the launch");
}
