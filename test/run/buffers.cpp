// Buffers: made from ranges, sized, zeroed, in a stream's order; copies to and from spans, vectors,
// parts and other buffers; moves; errors for parts and ranges that do not fit.
// RUN: %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <array>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <numeric>
#include <utility>
#include <vector>

static int failures = 0;
#define CHECK(...)                                                                                 \
  ((__VA_ARGS__) ? void() : (void)(++failures, std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__)))

template <class Body> static gpu::errc error_of(Body body) {
  try {
    body();
  } catch (const gpu::error &e) {
    return e.code();
  }
  return gpu::errc{};
}

[[gpu::kernel]] void add(std::span<const int> from, std::span<int> to, int n) {
  if (const auto i = gpu::global_idx().x; i < to.size())
    to[i] = from[i] + n;
}

static void copies() {
  std::vector<int> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0);
  gpu::buffer from_vector(numbers);
  const std::array<int, 3> three{7, 8, 9};
  gpu::buffer from_array(three);
  gpu::buffer<int> sized(1000), zeros = gpu::buffer<int>::zeroed(1000), empty;
  CHECK(from_array.size() == 3 && sized.size() == 1000 && empty.empty());
  CHECK(zeros.to_vector() == std::vector<int>(1000));

  gpu::launch<add>(gpu::launch_config::cover(1000), from_vector, sized, 5);
  auto out = sized.to_vector();
  CHECK(out[0] == 5 && out[999] == 1004);

  zeros.copy_from(sized); // of buffers
  CHECK(zeros.to_vector() == out);
  gpu::copy(zeros.span(10, 3), from_array); // into a part
  gpu::copy(zeros.span(997, 3), std::span<const int>(three));
  out = zeros.to_vector();
  CHECK(out[9] == 14 && out[10] == 7 && out[12] == 9 && out[13] == 18 && out[999] == 9);
  std::array<int, 2> two{};
  gpu::copy(two, std::as_const(zeros).span(11, 2)); // from a part
  CHECK(two[0] == 8 && two[1] == 9);

  gpu::buffer<int> moved = std::move(zeros);
  CHECK(moved.size() == 1000 && zeros.empty() && zeros.data() == nullptr);
  moved = gpu::buffer<int>(4);
  CHECK(moved.size() == 4);
}

static void mistakes() {
  gpu::buffer<int> b(10);
  std::array<int, 9> nine{};
  CHECK(error_of([&] { b.copy_to(nine); }) == gpu::errc::invalid_argument);
  CHECK(error_of([&] { b.span(8, 3); }) == gpu::errc::invalid_argument);
  CHECK(error_of([&] { b.span(~std::size_t{0}, 2); }) == gpu::errc::invalid_argument);
  CHECK(error_of([&] { gpu::copy(nine, b); }) == gpu::errc::invalid_argument);
  CHECK(error_of([] { gpu::buffer<double>(~std::size_t{0} / 4); }) == gpu::errc::out_of_memory);
}

// A buffer that ends before the stream has used it lives on until then.
static void in_stream_order() {
  gpu::stream s;
  std::vector<int> host(5000, 1);
  gpu::buffer<int> sum(host);
  for (int round = 0; round < 50; ++round) {
    gpu::buffer<int> once(5000, s), zeros = gpu::buffer<int>::zeroed(5000, s);
    s.launch<add>(gpu::launch_config::cover(5000), sum.span(), once.span(), 1);
    s.launch<add>(gpu::launch_config::cover(5000), once.span(), sum.span(), 1);
    s.parallel_for(5000, [zeros = zeros.span(), sum = sum.span()](std::size_t i) {
      sum[i] += zeros[i];
    });
  }
  gpu::buffer<int> outlives(100, s);
  s.synchronize();
  { gpu::stream gone = std::move(s); }
  CHECK(sum.to_vector() == std::vector<int>(5000, 101));
}

int main() {
  copies();
  mistakes();
  in_stream_order();
  std::puts(failures ? "failed" : "ok");
  return failures != 0;
}
