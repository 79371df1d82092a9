// What the tests of the standard headers share. A test includes the header that it is about and
// defines check(), which uses what the header offers and folds the results into a hash; this file
// runs check() in every thread of a kernel and on the host, and compares.
#ifndef GPUC_TEST_HEADER_TEST_HPP
#define GPUC_TEST_HEADER_TEST_HPP

#include <cstdint>
#include <cstdio>
#include <gpu/gpu.hpp>
#include <type_traits>

// What check() returns: no addresses, no times, no last bits of inexact functions.
class hasher {
public:
  template <class T>
  requires(std::is_integral_v<T> || std::is_enum_v<T>) hasher &add(T value) {
    state = (state ^ static_cast<std::uint64_t>(value)) * 0x9e3779b97f4a7c15u;
    state ^= state >> 29;
    return *this;
  }
  // A string of any character type.
  template <class Text>
  requires requires(const Text &text) { text.size(), text.data(); }
  hasher &add(const Text &text) {
    for (std::size_t i = 0; i < text.size(); ++i)
      add(text.data()[i]);
    return add(text.size());
  }
  template <class Char>
  requires std::is_integral_v<Char> hasher &add(const Char *text) {
    for (; *text; ++text)
      add(*text);
    return add(0);
  }
  // A floating-point value that has to be the same everywhere.
  hasher &add_exact(double value) { return add(__builtin_bit_cast(std::uint64_t, value)); }
  // Whether an approximation is close enough.
  hasher &add_near(double value, double wanted, double tolerance = 1e-12) {
    const double error = value - wanted, most = tolerance * (1 + (wanted < 0 ? -wanted : wanted));
    return add(error <= most && -error <= most);
  }
  // The elements of a range, in order.
  template <class Range> hasher &add_all(const Range &range) {
    for (const auto &element : range)
      if constexpr (std::is_floating_point_v<std::remove_cvref_t<decltype(element)>>)
        add_exact(element);
      else
        add(element);
    return *this;
  }
  std::uint64_t value() const { return state; }

private:
  std::uint64_t state = 0x243f6a8885a308d3u;
};

static std::uint64_t check(unsigned i);

[[gpu::kernel]] void check_in_kernel(std::uint64_t *out) {
  const unsigned i = gpu::thread_rank();
  out[i] = check(i);
}

int main() {
  constexpr unsigned threads = 64;
  gpu::buffer<std::uint64_t> results(threads);
  gpu::launch<check_in_kernel>(gpu::launch_config{.threads = threads}, results.data());
  std::uint64_t device[threads];
  results.copy_to(device);
  for (unsigned i = 0; i < threads; ++i)
    if (const std::uint64_t host = check(i); device[i] != host) {
      std::printf("thread %u: %016llx in the kernel, %016llx on the host\n", i,
                  static_cast<unsigned long long>(device[i]),
                  static_cast<unsigned long long>(host));
      return 1;
    }
  std::puts("ok");
}

#endif // GPUC_TEST_HEADER_TEST_HPP
