// Graphs: a stream's launches, copies, zeroing, host calls and printing kept and done again; streams
// that join; what cannot be captured is an error and ends the capture.
// RUN: %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t && %t | FileCheck %s
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | FileCheck %s %}
#include <cstdio>
#include <gpu/gpu.hpp>
#include <stdexcept>
#include <vector>

static int failures = 0;
#define CHECK(...)                                                                                 \
  ((__VA_ARGS__) ? void() : (void)(++failures, std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__)))

[[gpu::kernel]] void add(std::span<int> xs, int n) {
  if (const auto i = gpu::global_idx().x; i < xs.size())
    xs[i] += n;
}

[[gpu::kernel]] void say(const int *value) { gpu::println("value {}", *value); }

static void replays() {
  gpu::stream s, side;
  gpu::event fork, join;
  auto data = gpu::buffer<int>::zeroed(300), other = gpu::buffer<int>::zeroed(300);
  std::vector<int, gpu::pinned_allocator<int>> out(300);
  int calls = 0;
  const gpu::graph work = s.capture([&] {
    s.launch<add>(gpu::launch_config::cover(300), data.span(), 2);
    fork.record(s);
    side.wait(fork);
    side.launch<add>(gpu::launch_config::cover(300), other.span(), 10);
    join.record(side);
    s.wait(join);
    s.parallel_for(300, [a = data.span(), b = other.span()](std::size_t i) { a[i] += b[i]; });
    s.launch<say>(gpu::launch_config{}, data.data());
    s.copy(std::span<int>(out), std::span<const int>(data.span()));
    s.call([&calls] { ++calls; });
  });
  s.synchronize();
  CHECK(data.to_vector()[0] == 0); // nothing was done yet
  for (int i = 0; i < 3; ++i)
    s.launch(work);
  s.synchronize();
  // 2 + 10 = 12, 12 + 2 + 20 = 34, 34 + 2 + 30 = 66
  CHECK(out == decltype(out)(300, 66));
  CHECK(calls == 3);
  side.launch<add>(gpu::launch_config::cover(300), other.span(), 1); // is done, not kept
  side.synchronize();
  CHECK(other.to_vector()[7] == 31);
}

template <class Body> static std::string error_of(gpu::stream &s, Body body) {
  try {
    (void)s.capture(body);
  } catch (const gpu::error &e) {
    return e.what();
  }
  return "";
}

static void refusals() {
  gpu::stream s;
  gpu::buffer<int> b(10);
  int host[10] = {};
  const auto has = [](const std::string &text, const char *part) {
    return text.find(part) != text.npos;
  };
  CHECK(has(error_of(s, [&] { gpu::launch<add>(gpu::launch_config{}, b.span(), 1); }),
            "can give work to streams only"));
  CHECK(has(error_of(s, [&] { b.copy_to(host); }), "captures a stream"));
  CHECK(has(error_of(s, [&] { s.synchronize(); }), "while it is captured"));
  CHECK(has(error_of(s, [&] { gpu::buffer<int> in_order(10, s); }), "allocate it before"));
  CHECK(has(error_of(s, [&] { (void)s.capture([] {}); }), "captures a stream already"));
  try {
    (void)s.capture([] { throw std::runtime_error("mine"); });
  } catch (const std::runtime_error &e) {
    CHECK(std::string(e.what()) == "mine");
  }
  s.launch<add>(gpu::launch_config{}, b.span(), 1); // the stream works again
  s.synchronize();
  s.launch(gpu::graph()); // nothing to do
}

int main() {
  replays();
  refusals();
  // CHECK: value 12
  // CHECK-NEXT: value 34
  // CHECK-NEXT: value 66
  // CHECK-NEXT: ok
  std::puts(failures ? "failed" : "ok");
  return failures != 0;
}
