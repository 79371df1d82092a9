//===- accuracy.cpp - How exact the maths of device code is -----*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates each function of <cmath> on the device for very many arguments and
// compares the results with the host's C library in the next wider format.
// Prints a Markdown table: the largest errors in units in the last place, the
// arguments that have them, and how many special results differ (a NaN for a
// number, an infinity, the sign of a zero).
//
//   gpuc -O2 bench/math/accuracy.cpp -o accuracy
//   GPUC_DEVICE=cuda ./accuracy [samples a function in millions, 16] [function]...
//
// With ACCURACY_HOST the device library's functions, compiled for the host with
// the prefix `gpuc_`, are measured without a device (bench/math/host.sh).
//
//===----------------------------------------------------------------------===//

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#ifndef ACCURACY_HOST
#include <gpu/gpu.hpp>
#endif

// The functions: name, least and greatest argument of the dense sample. Arguments over the whole
// range of the type are sampled as well.
#define UNARY_FUNCTIONS(F)                                                                         \
  F(sin, -100, 100)                                                                                \
  F(cos, -100, 100)                                                                                \
  F(tan, -100, 100)                                                                                \
  F(asin, -1, 1)                                                                                   \
  F(acos, -1, 1)                                                                                   \
  F(atan, -10, 10)                                                                                 \
  F(sinh, -20, 20)                                                                                 \
  F(cosh, -20, 20)                                                                                 \
  F(tanh, -10, 10)                                                                                 \
  F(asinh, -10, 10)                                                                                \
  F(acosh, 1, 10)                                                                                  \
  F(atanh, -1, 1)                                                                                  \
  F(exp, -80, 80)                                                                                  \
  F(exp2, -120, 120)                                                                               \
  F(exp10, -35, 35)                                                                                \
  F(expm1, -10, 10)                                                                                \
  F(log, 0, 10)                                                                                    \
  F(log2, 0, 10)                                                                                   \
  F(log10, 0, 10)                                                                                  \
  F(log1p, -1, 10)                                                                                 \
  F(cbrt, -100, 100)                                                                               \
  F(sqrt, 0, 100)                                                                                  \
  F(erf, -6, 6)                                                                                    \
  F(erfc, -6, 27)                                                                                  \
  F(tgamma, -10, 35)                                                                               \
  F(lgamma, 0, 100)                                                                                \
  F(j0, -100, 100)                                                                                 \
  F(j1, -100, 100)                                                                                 \
  F(y0, 0, 100)                                                                                    \
  F(y1, 0, 100)                                                                                    \
  F(ceil, -100, 100)                                                                               \
  F(floor, -100, 100)                                                                              \
  F(trunc, -100, 100)                                                                              \
  F(round, -100, 100)                                                                              \
  F(roundeven, -100, 100)                                                                          \
  F(rint, -100, 100)                                                                               \
  F(nearbyint, -100, 100)                                                                          \
  F(fabs, -100, 100)                                                                               \
  F(logb, -100, 100)

#define BINARY_FUNCTIONS(F)                                                                        \
  F(pow, 0, 100, -20, 20)                                                                          \
  F(atan2, -10, 10, -10, 10)                                                                       \
  F(hypot, -100, 100, -100, 100)                                                                   \
  F(fmod, -1000, 1000, -10, 10)                                                                    \
  F(remainder, -1000, 1000, -10, 10)                                                               \
  F(fdim, -100, 100, -100, 100)                                                                    \
  F(fmax, -100, 100, -100, 100)                                                                    \
  F(fmin, -100, 100, -100, 100)                                                                    \
  F(nextafter, -100, 100, -100, 100)

// Results near a zero of these, other than at 0, are measured in units of the last place of 1: the
// relative error there is that of the argument.
static bool has_other_zeros(const std::string &name) {
  return name == "lgamma" || name == "j0" || name == "j1" || name == "y0" || name == "y1";
}

#ifdef ACCURACY_HOST
#define UNDER_TEST(name) gpuc_##name
#define KERNEL
#define DECLARE_UNARY(name, ...)                                                                   \
  extern "C" double gpuc_##name(double);                                                           \
  extern "C" float gpuc_##name##f(float);
#define DECLARE_BINARY(name, ...)                                                                  \
  extern "C" double gpuc_##name(double, double);                                                   \
  extern "C" float gpuc_##name##f(float, float);
UNARY_FUNCTIONS(DECLARE_UNARY)
BINARY_FUNCTIONS(DECLARE_BINARY)
#else
#define UNDER_TEST(name) ::name
#define KERNEL [[gpu::kernel]]
#endif

#define UNARY_OPERATION(name, ...)                                                                 \
  struct name##_operation {                                                                        \
    static double at(double x, double) { return UNDER_TEST(name)(x); }                             \
    static float at(float x, float) { return UNDER_TEST(name##f)(x); }                             \
    static long double wide(long double x, long double) { return ::name##l(x); }                   \
    static double wide(double x, double) { return ::name(x); }                                     \
  };
#define BINARY_OPERATION(name, ...)                                                                \
  struct name##_operation {                                                                        \
    static double at(double x, double y) { return UNDER_TEST(name)(x, y); }                        \
    static float at(float x, float y) { return UNDER_TEST(name##f)(x, y); }                        \
    static long double wide(long double x, long double y) { return ::name##l(x, y); }              \
    static double wide(double x, double y) { return ::name(x, y); }                                \
  };
UNARY_FUNCTIONS(UNARY_OPERATION)
BINARY_FUNCTIONS(BINARY_OPERATION)
// Not rounded in the wider format.
template <class T> T next_after(T x, T y) { return std::nextafter(x, y); }

template <class Operation, class T>
KERNEL void evaluate(const T *x, const T *y, T *result, std::size_t size
#ifdef ACCURACY_HOST
                     ,
                     std::size_t i
#endif
) {
#ifndef ACCURACY_HOST
  const std::size_t i = gpu::global_idx().x;
#endif
  if (i < size)
    result[i] = Operation::at(x[i], y[i]);
}

namespace {

/// Arguments from a fixed sequence.
class generator {
public:
  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
  }

private:
  std::uint64_t state_ = 1;
};

template <class T> T from_bits(std::uint64_t bits) {
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits >> 32));
  else
    return std::bit_cast<double>(bits);
}

template <class T> T special_value(std::uint64_t bits) {
  using limits = std::numeric_limits<T>;
  static constexpr T values[] = {0,
                                 1,
                                 2,
                                 3,
                                 T(0.5),
                                 T(0.75),
                                 T(1.5),
                                 10,
                                 limits::infinity(),
                                 limits::quiet_NaN(),
                                 limits::min(),
                                 limits::denorm_min(),
                                 limits::max(),
                                 limits::epsilon(),
                                 T(0x1p23),
                                 T(0x1p52),
                                 T(1e10),
                                 100,
                                 171,
                                 35};
  const T value = values[bits % std::size(values)];
  return bits >> 63 ? -value : value;
}

/// An argument of the i-th sample: dense in the range, anywhere, or a special value.
template <class T> T argument(generator &numbers, unsigned kind, double low, double high) {
  if (kind < 4)
    return static_cast<T>(numbers.between(low, high));
  if (kind < 7)
    return from_bits<T>(numbers.bits());
  return special_value<T>(numbers.bits());
}

template <class T> struct worst {
  double ulp = 0;
  T x = 0, y = 0;
  std::uint64_t special = 0; ///< results of another kind than the exact one's
  T special_x = 0, special_y = 0;
};

/// The distance between numbers of type T next to `value`.
template <class T, class Wide> Wide spacing(Wide value) {
  int exponent = 0;
  std::frexp(value, &exponent);
  exponent = std::max(exponent, std::numeric_limits<T>::min_exponent);
  return std::ldexp(Wide(1), exponent - std::numeric_limits<T>::digits);
}

template <class T, class Wide>
void compare(T got, Wide exact, T x, T y, bool other_zeros, worst<T> &result) {
  const T rounded = static_cast<T>(exact);
  auto differ = [&] {
    if (result.special++ == 0)
      result.special_x = x, result.special_y = y;
  };
  if (std::isnan(rounded) || std::isnan(got)) {
    if (std::isnan(rounded) != std::isnan(got))
      differ();
    return;
  }
  if (std::isinf(exact)) {
    if (got != rounded)
      differ();
    return;
  }
  if (exact == 0) {
    if (got != 0 || std::signbit(got) != std::signbit(exact))
      differ();
    return;
  }
  // One past the greatest number stands for infinity.
  const Wide limit = std::ldexp(Wide(1), std::numeric_limits<T>::max_exponent);
  Wide value = std::isinf(got) ? std::copysign(limit, Wide(got)) : Wide(got);
  if (std::abs(exact) > limit)
    exact = std::copysign(limit, exact);
  Wide unit = spacing<T>(exact);
  if (other_zeros && std::abs(x) > T(0.5))
    unit = std::max(unit, Wide(std::numeric_limits<T>::epsilon()));
  const double ulp = static_cast<double>(std::abs(value - exact) / unit);
  if (ulp > result.ulp)
    result.ulp = ulp, result.x = x, result.y = y;
}

template <class T> struct arrays {
  static constexpr std::size_t size = 1 << 20;
#ifdef ACCURACY_HOST
  std::vector<T> x = std::vector<T>(size), y = std::vector<T>(size), result = std::vector<T>(size);
#else
  std::vector<T> x = std::vector<T>(size), y = std::vector<T>(size), result = std::vector<T>(size);
  gpu::buffer<T> device_x = gpu::buffer<T>(size), device_y = gpu::buffer<T>(size),
                 device_result = gpu::buffer<T>(size);
#endif
};

template <class Operation, class T> void run(arrays<T> &data) {
#ifdef ACCURACY_HOST
  for (std::size_t i = 0; i != data.size; ++i)
    evaluate<Operation, T>(data.x.data(), data.y.data(), data.result.data(), data.size, i);
#else
  data.device_x.copy_from(data.x);
  data.device_y.copy_from(data.y);
  gpu::launch<evaluate<Operation, T>>(gpu::launch_config::cover(data.size, 256),
                                      data.device_x.data(), data.device_y.data(),
                                      data.device_result.data(), data.size);
  data.device_result.copy_to(data.result);
#endif
}

struct domain {
  double low, high, low_y, high_y;
  bool binary;
};

/// Measures a function in one type.
template <class Operation, class T>
worst<T> measure(const std::string &name, const domain &range, std::uint64_t samples) {
  using Wide = std::conditional_t<sizeof(T) == 4, double, long double>;
  static arrays<T> data;
  generator numbers;
  worst<T> result;
  const bool other_zeros = has_other_zeros(name);
  for (std::uint64_t done = 0; done < samples; done += data.size) {
    for (std::size_t i = 0; i != data.size; ++i) {
      data.x[i] = argument<T>(numbers, i % 8, range.low, range.high);
      data.y[i] = range.binary ? argument<T>(numbers, i / 8 % 8, range.low_y, range.high_y) : T(0);
    }
    run<Operation, T>(data);
    for (std::size_t i = 0; i != data.size; ++i) {
      Wide exact;
      if constexpr (requires { typename Operation::same_format; })
        exact = Operation::same(data.x[i], data.y[i]);
      else
        exact = Operation::wide(static_cast<Wide>(data.x[i]), static_cast<Wide>(data.y[i]));
      compare(data.result[i], exact, data.x[i], data.y[i], other_zeros, result);
    }
  }
  return result;
}

template <class T> std::string place(const worst<T> &found, bool binary, bool special) {
  char text[96];
  const double x = special ? found.special_x : found.x, y = special ? found.special_y : found.y;
  if (binary)
    std::snprintf(text, sizeof text, "%.9g, %.9g", x, y);
  else
    std::snprintf(text, sizeof text, "%.*g", sizeof(T) == 4 ? 9 : 17, x);
  return text;
}

template <class T> void print_cells(const worst<T> &found, bool binary) {
  std::printf(" %.2f | %s |", found.ulp,
              found.ulp > 0.5 ? place(found, binary, false).c_str() : "");
  if (found.special)
    std::printf(" %llu, at %s |", static_cast<unsigned long long>(found.special),
                place(found, binary, true).c_str());
  else
    std::printf(" |");
}

template <class Operation>
void print_row(const std::string &name, const domain &range, std::uint64_t samples) {
  std::printf("| `%s` |", name.c_str());
  print_cells(measure<Operation, float>(name, range, samples), range.binary);
  print_cells(measure<Operation, double>(name, range, samples), range.binary);
  std::printf("\n");
  std::fflush(stdout);
}

/// nextafter has no wider format to compare in.
struct nextafter_exact : nextafter_operation {
  using same_format = void;
  template <class T> static T same(T x, T y) { return next_after(x, y); }
};
struct logb_exact : logb_operation {
  using same_format = void;
  template <class T> static T same(T x, T) { return std::logb(x); }
};

} // namespace

int main(int argc, char **argv) {
  const std::uint64_t samples = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 16) << 20;
  auto wanted = [&](const char *name) {
    for (int i = 2; i < argc; ++i)
      if (!std::strcmp(argv[i], name))
        return true;
    return argc <= 2;
  };
  std::puts("| function | float: max ulp | at | special differ | double: max ulp | at | special "
            "differ |\n|---|---|---|---|---|---|---|");
#define UNARY_ROW(name, low, high)                                                                 \
  if (wanted(#name))                                                                               \
    print_row<name##_operation>(#name, {low, high, 0, 0, false}, samples);
#define BINARY_ROW(name, low, high, low_y, high_y)                                                 \
  if (wanted(#name))                                                                               \
    print_row<name##_operation>(#name, {low, high, low_y, high_y, true}, samples);
#define nextafter_operation nextafter_exact
#define logb_operation logb_exact
  UNARY_FUNCTIONS(UNARY_ROW)
  BINARY_FUNCTIONS(BINARY_ROW)
}
