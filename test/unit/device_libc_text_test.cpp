//===- device_libc_text_test.cpp - Tests of the device's text ---*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers and their text: decimal.hpp, strtol, strtod, printf and scanf, against
// the host's.
//
//===----------------------------------------------------------------------===//

#include "device_libc.hpp"

#include "decimal.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cerrno>
#include <cfloat>
#include <charconv>
#include <climits>
#include <clocale>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace decimal = gpuc::decimal;

extern "C" {
DEVICE(strtol);
DEVICE(strtoul);
DEVICE(strtoll);
DEVICE(strtoull);
DEVICE(strtod);
DEVICE(strtof);
DEVICE(strtold);
DEVICE(wcstol);
DEVICE(wcstod);
DEVICE(atoi);
DEVICE(atof);
DEVICE(printf);
DEVICE(fprintf);
DEVICE(snprintf);
DEVICE(vsnprintf);
DEVICE(sprintf);
DEVICE(asprintf);
DEVICE(swprintf);
DEVICE(dprintf);
DEVICE(puts);
DEVICE(putchar);
DEVICE(fputs);
DEVICE(perror);
int device_sscanf(const char *, const char *, ...);
int device___isoc99_sscanf(const char *, const char *, ...);
long device___isoc23_strtol(const char *, char **, int);
extern FILE *device_stdout, *device_stderr;
int *device___errno_location();
void device___gpuc_print_format(unsigned stream, const char *format, ...);
}

namespace {

/// Doubles of all kinds: any bits, moderate ones, short decimals, powers, and next to those.
class doubles {
public:
  explicit doubles(unsigned seed) : random_(seed) {}

  double operator()() {
    for (;;) {
      double value = 0;
      switch (random_() % 6) {
      case 0:
      case 1:
        value = std::bit_cast<double>(random_());
        break;
      case 2:
        value = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random_())),
                           -static_cast<int>(random_() % 80));
        break;
      case 3:
        value = static_cast<double>(random_() % 1000000) / std::pow(10, random_() % 8);
        break;
      case 4:
        value = std::ldexp(1, static_cast<int>(random_() % 2098) - 1074);
        break;
      case 5:
        value = static_cast<double>(random_() % 4096) / 64;
        break;
      }
      if (random_() % 8 == 0)
        value = std::nextafter(value, 0);
      if (std::isfinite(value))
        return value;
    }
  }

  std::mt19937_64 &random() { return random_; }

private:
  std::mt19937_64 random_;
};

/// asprintf as a string.
[[gnu::format(printf, 1, 2)]] std::string text(const char *format, ...) {
  va_list list;
  va_start(list, format);
  char *made = nullptr;
  EXPECT_GE(vasprintf(&made, format, list), 0);
  va_end(list);
  const std::string result = made;
  std::free(made);
  return result;
}

template <class Float> void expect_shortest(Float value) {
  char digits[17], expected[64];
  int exponent = 0;
  unsigned count = decimal::shortest_digits(value, digits, exponent);
  if (count == 0)
    digits[count++] = '0';
  std::string ours(digits, 1);
  if (count > 1)
    ours.append(".").append(digits + 1, count - 1);
  ours += text("e%c%02d", exponent < 0 ? '-' : '+', std::abs(exponent));
  const auto end = std::to_chars(expected, expected + sizeof expected, std::fabs(value),
                                 std::chars_format::scientific);
  ASSERT_EQ(ours, std::string(expected, end.ptr)) << value;
}

TEST(DeviceDecimal, ShortestDigitsAreThoseOfToChars) {
  doubles next(1);
  for (int i = 0; i < 100000; ++i) {
    expect_shortest(next());
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(next.random()()));
    if (std::isfinite(value))
      expect_shortest(value);
  }
  for (double value : {0.0, 5e-324, DBL_MIN, DBL_MAX, 5e-324 * 3, 0x1p-44, 9007199254740993.0})
    expect_shortest(value);
  for (int exponent = -149; exponent < 128; ++exponent)
    expect_shortest(std::ldexp(1.0f, exponent));
}

TEST(DeviceDecimal, IsConstexpr) {
  constexpr double third = [] {
    double value = 0;
    const char digits[] = "0.3333333333333333";
    decimal::parse_float(digits, digits + sizeof digits - 1, decimal::parse_general, value);
    return value;
  }();
  static_assert(third == 0.3333333333333333);
  constexpr int exponent = [] {
    int exponent = 0;
    char digits[decimal::max_digits] = {};
    return decimal::fixed_digits(1234.5, true, 5, digits, exponent) == 5 ? exponent : -1;
  }();
  static_assert(exponent == 3);
}

/// Our vsnprintf and the host's agree on the text and the result.
template <class... T> void expect_printed(const char *format, T... arguments) {
  static char ours[4000], theirs[4000];
  const int size = device_snprintf(ours, sizeof ours, format, arguments...);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-security"
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  ASSERT_EQ(size, std::snprintf(theirs, sizeof theirs, format, arguments...)) << format << ours;
#pragma GCC diagnostic pop
  if (size >= 0) {
    ASSERT_STREQ(ours, theirs) << format;
  }
}

TEST(DevicePrintf, FormatsDoublesAsTheHost) {
  doubles next(2);
  for (int i = 0; i < 200000; ++i) {
    auto &random = next.random();
    std::string format = "%";
    for (const char flag : {'-', '+', ' ', '#', '0'})
      if (random() % 5 == 0)
        format += flag;
    if (random() % 2)
      format += std::to_string(random() % 40 + 1);
    const int precision = static_cast<int>(random() % 24) - 1;
    if (precision >= 0)
      format += "." + std::to_string(random() % 200 ? precision : precision * 50);
    const char conversion = "eEfFgGaA"[random() % 8];
    // glibc up to 2.36 forgets the zeros of "%#.2g" for 99.5.
    if (conversion == 'g' || conversion == 'G')
      std::erase(format, '#');
    format += conversion;
    expect_printed(format.c_str(), next());
  }
}

TEST(DevicePrintf, FormatsExtremeDoublesAsTheHost) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {DBL_MAX, DBL_MIN, 5e-324, 0x0.fffffffffffffp-1022, 0.1, 0.5, 1.5, 2.5,
                             1e22, 1e23, 9.995, 0.0, -0.0, infinity, -infinity, std::nan("")})
    for (const char *format :
         {"%f", "%.0f", "%.1000f", "%.0e", "%.766e", "%.767e", "%.768e", "%g", "%.1000g", "%a",
          "%.0a", "%.3a", "%.20a", "%+010.3f", "%-15gx", "%015a", "%F", "% G", "%.3E"})
      expect_printed(format, value);
  EXPECT_EQ(text("%#.2g", 99.0), "99.");
  char ours[32];
  device_snprintf(ours, sizeof ours, "%#.2g", 99.5);
  EXPECT_STREQ(ours, "1.0e+02");
}

TEST(DevicePrintf, FormatsIntegersAsTheHost) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; ++i) {
    std::string format = "%";
    for (const char flag : {'-', '+', ' ', '#', '0'})
      if (random() % 5 == 0)
        format += flag;
    if (random() % 2)
      format += std::to_string(random() % 30 + 1);
    if (random() % 3 == 0)
      format += "." + std::to_string(random() % 30);
    const char *lengths[] = {"", "hh", "h", "l", "ll", "j", "z", "t"};
    format += lengths[random() % 8];
    format += "diuoxX"[random() % 6];
    expect_printed(format.c_str(), static_cast<long>(random() >> random() % 64));
    expect_printed(format.c_str(), -static_cast<long>(random() % 3));
  }
}

TEST(DevicePrintf, FormatsTheRestAsTheHost) {
  expect_printed("100%% %5c|%-5c|%s|%8.3s|%-8s|%.0s|", 'a', 'b', "text", "truncated", "left", "no");
  expect_printed("%s %.3s %.8s", static_cast<char *>(nullptr), static_cast<char *>(nullptr),
                 static_cast<char *>(nullptr));
  expect_printed("%p %20p %-20p| %p", &stdout, &stdout, &stdout, nullptr);
  expect_printed("%*d|%-*d|%.*f|%*.*s", 8, 42, 8, 42, 3, 3.14159, -10, 2, "abc");
  expect_printed("%.*d|%.*s", -1, 5, -5, "all");
  expect_printed("%2$s %1$d %2$s %3$.*4$f", 1, "two", 3.0, 2);
  expect_printed("%3$c%2$*1$ld", 10, 77L, 'x');
  expect_printed("%y %d", 1);
  expect_printed("%5", 1);
  expect_printed("%ld %hhd %hd %zu %jd %td", 1L << 40, 300, 70000, ~size_t{0}, intmax_t{-1},
                 ptrdiff_t{5});
  expect_printed("%Lf", 1.5L);
  int ours = -1, theirs = -1;
  char buffer[32];
  device_snprintf(buffer, 3, "abcdef%nghi", &ours);
  const size_t room = static_cast<size_t>(device_atoi("3")); // the compiler warns where it knows it
  std::snprintf(buffer, room, "abcdef%nghi", &theirs);
  EXPECT_EQ(ours, theirs);
  EXPECT_STREQ(buffer, "ab");
  EXPECT_EQ(device_snprintf(nullptr, 0, "%s", "four"), 4);
  EXPECT_EQ(device_snprintf(buffer, sizeof buffer, "%b %#B %08b", 10, 5, 3), 19);
  EXPECT_STREQ(buffer, "1010 0B101 00000011");
  EXPECT_EQ(device_snprintf(nullptr, 0, "%2147483647d%d", 1, 1), -1);
  EXPECT_EQ(*device___errno_location(), EOVERFLOW);
}

TEST(DevicePrintf, WritesWideTextAsUtf8) {
  char ours[64];
  EXPECT_EQ(device_sprintf(ours, "%ls|%lc|%.4ls|%6ls", L"\u00e9\u20ac", wint_t{0x1f600},
                           L"\u20ac\u20ac", L"\u00e9"),
            21);
  EXPECT_STREQ(ours, "\xc3\xa9\xe2\x82\xac|\xf0\x9f\x98\x80|\xe2\x82\xac|    \xc3\xa9");
  EXPECT_EQ(device_sprintf(ours, "%lc", wint_t{0xd800}), -1);
  wchar_t wide[16];
  EXPECT_EQ(device_swprintf(wide, 16, L"%d-%ls-%s", 5, L"\u20ac", "x"), 5);
  EXPECT_STREQ(wide, L"5-\u20ac-x");
  EXPECT_EQ(device_swprintf(wide, 3, L"%d", 12345), -1);
}

TEST(DevicePrintf, SendsTextToTheHost) {
  take_printed();
  EXPECT_EQ(device_printf("%d %s\n", 5, "five"), 7);
  EXPECT_EQ(device_fprintf(device_stderr, "%.2f|", 2.5), 5);
  EXPECT_GE(device_puts("line"), 0);
  EXPECT_EQ(device_putchar('c'), 'c');
  EXPECT_GE(device_fputs("text\n", device_stdout), 0);
  EXPECT_EQ(take_printed(), "5 five\n2.50|line\nctext\n");
  const std::string large(3000, 'x');
  EXPECT_EQ(device_printf("%s", large.c_str()), 3000);
  EXPECT_EQ(take_printed(), large);
  char *made = nullptr;
  EXPECT_EQ(device_asprintf(&made, "%s!", large.c_str()), 3001);
  EXPECT_EQ(made, large + "!");
  std::free(made);
  EXPECT_EQ(device_dprintf(1, "%d", 12), 2);
  EXPECT_EQ(take_printed(), "12");
  *device___errno_location() = ENOENT;
  device_perror("file");
  EXPECT_EQ(take_printed(), "file: No such file or directory\n");
}

TEST(DevicePrintf, LeavesFormattingToTheHostWhereTheSizeIsNotWanted) {
  take_printed();
  device___gpuc_print_format(1, "%d %5.2f %s %c %lx %p %%\n", -1, 3.14159, "text", 'c', ~0ul,
                             nullptr);
  EXPECT_EQ(take_printed(), "-1  3.14 text c ffffffffffffffff (nil) %\n");
  device___gpuc_print_format(1, "%*d|%.*s|%-*.*f|%s", 5, 42, 3, "abcdef", 8, 2, 1.5,
                             static_cast<char *>(nullptr));
  EXPECT_EQ(take_printed(), "   42|abc|1.50    |(null)");
  device___gpuc_print_format(1, "%d%d%d%d%d%d%d%d%d%d%d%d%s%d%d%d%d%d%d%d%d%d%d\n", 1, 2, 3, 4, 5,
                             6, 7, 8, 9, 10, 11, 12, "s", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  EXPECT_EQ(take_printed(), "123456789101112s12345678910\n");
}

/// Both read the same from a text, with the same end and errno.
template <class Ours, class Theirs>
void expect_read(const std::string &input, Ours ours, Theirs theirs) {
  char *end = nullptr, *host_end = nullptr;
  errno = *device___errno_location() = 0;
  const auto value = ours(input.c_str(), &end);
  const auto expected = theirs(input.c_str(), &host_end);
  ASSERT_EQ(end, host_end) << input;
  ASSERT_EQ(*device___errno_location(), errno) << input;
  if constexpr (std::is_floating_point_v<decltype(expected)>) {
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(value));
      ASSERT_EQ(std::signbit(value), std::signbit(expected)) << input;
      return;
    }
    ASSERT_EQ(std::signbit(value), std::signbit(expected)) << input;
  }
  ASSERT_EQ(value, expected) << input;
}

void expect_doubles(const std::string &input) {
  expect_read(input, device_strtod, [](auto p, auto e) { return std::strtod(p, e); });
  expect_read(input, device_strtof, [](auto p, auto e) { return std::strtof(p, e); });
}

TEST(DeviceStrto, ReadsIntegersAsTheHost) {
  std::mt19937_64 random(4);
  std::vector<std::string> inputs = {"",
                                     " ",
                                     "+",
                                     "-",
                                     "0x",
                                     "0xg",
                                     "0b1",
                                     "08",
                                     "  -0x7f",
                                     "+-1",
                                     "zz",
                                     "Zz9",
                                     "1 2",
                                     "\t\n12",
                                     "0X1F",
                                     "9223372036854775807",
                                     "9223372036854775808",
                                     "-9223372036854775808",
                                     "-9223372036854775809",
                                     "18446744073709551615",
                                     "18446744073709551616",
                                     "-18446744073709551615",
                                     "99999999999999999999999"};
  for (int i = 0; i < 5000; ++i) {
    std::string input = random() % 4 ? "" : random() % 2 ? "-" : "0x";
    for (unsigned size = random() % 22; size; --size)
      input += "0123456789abfzx"[random() % (random() % 8 ? 10 : 15)];
    inputs.push_back(input);
  }
  for (const auto &input : inputs)
    for (const int base : {0, 10, 16, 8, 2, 36, 7}) {
      expect_read(
          input, [&](auto p, auto e) { return device_strtol(p, e, base); },
          [&](auto p, auto e) { return std::strtol(p, e, base); });
      expect_read(
          input, [&](auto p, auto e) { return device_strtoull(p, e, base); },
          [&](auto p, auto e) { return std::strtoull(p, e, base); });
    }
  expect_read(
      "5", [](auto p, auto e) { return device_strtol(p, e, 1); },
      [](auto p, auto e) {
        *e = const_cast<char *>(p), errno = EINVAL;
        return 0L;
      });
  EXPECT_EQ(device___isoc23_strtol("0b101", nullptr, 0), 5);
  EXPECT_EQ(device_atoi(" -17x"), -17);
  EXPECT_EQ(device_wcstol(L" -0x10", nullptr, 0), -16);
}

TEST(DeviceStrto, ReadsDoublesAsTheHost) {
  doubles next(5);
  auto &random = next.random();
  for (int i = 0; i < 60000; ++i) {
    expect_doubles(text("%.*e", static_cast<int>(random() % 20), next()));
    expect_doubles(text("%.*g", static_cast<int>(random() % 25), next()));
    expect_doubles(text("%lu.%lue%d", random() >> random() % 64, random() >> random() % 64,
                        static_cast<int>(random() % 680) - 345));
    expect_doubles(text("%a", next()));
  }
}

TEST(DeviceStrto, RoundsTiesToEven) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 4000; ++i) {
    int exponent = static_cast<int>(random() % 2000) - 1074;
    std::uint64_t mantissa = random() >> 11 | std::uint64_t{1} << 52;
    if (i % 4 == 0) {
      exponent = -1074; // denormal
      mantissa %= std::uint64_t{1} << (random() % 52 + 1);
    }
    // Half-way between two doubles, then a little more and less.
    std::string half =
        text("%.1100Lf", std::ldexp(static_cast<long double>(2 * mantissa + 1), exponent - 1));
    expect_doubles(half);
    expect_doubles(half + "00001");
    half.back() = '1';
    expect_doubles(half);
    expect_doubles(
        text("%.40Le", std::ldexp(static_cast<long double>(2 * mantissa + 1), exponent - 1)));
    const float value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (std::isfinite(value))
      expect_doubles(text("%.200e", (double{value} + std::nextafter(value, INFINITY)) / 2));
  }
}

TEST(DeviceStrto, ReadsSpecialTextsAsTheHost) {
  for (const char *input : {"inf",
                            "-Infinity",
                            "nan",
                            "-nan(abc)",
                            "nan(ab",
                            "infinit",
                            "+1",
                            "+-1",
                            "1e400",
                            "1e-400",
                            "-1e-400",
                            "1.",
                            ".",
                            ".5",
                            "-.5",
                            "1e",
                            "1e+",
                            "0x",
                            "0x.8p1",
                            "0x1p",
                            "0xp1",
                            "0x.p1",
                            "0xinf",
                            "0x-1",
                            "1.7976931348623158e308",
                            "1.7976931348623159e308",
                            "2.4703282292062327e-324",
                            "2.4703282292062328e-324",
                            "0e999999999999999999999",
                            "0.00000000000000000000000000000000000000000000000000001e53",
                            "10000000000000000000000000000000000000000000000000000e-52",
                            "1e99999999999999999999",
                            "3.4028235e38",
                            "3.4028236e38",
                            "7.0064923216240854e-46",
                            "0x1p-1075",
                            "0x1.8p-1075",
                            "0x1p1024",
                            "0x1.fffffffffffff8p1023",
                            "0x1.fffffffffffff7p1023",
                            "1,5",
                            "  12  ",
                            "123456789012345678901234567890",
                            "e5",
                            "0x1P+3",
                            "00001.50000"})
    expect_doubles(input);
  EXPECT_EQ(device_strtold("1.5", nullptr), 1.5L);
  EXPECT_EQ(device_atof("2.5abc"), 2.5);
  wchar_t *end = nullptr;
  const wchar_t wide[] = L" 2.5e1\u20ac";
  EXPECT_EQ(device_wcstod(wide, &end), 25);
  EXPECT_EQ(end, wide + 6);
}

template <class T> bool equal(const T &a, const T &b) { return a == b; }
bool equal(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool equal(float a, float b) { return equal(double{a}, double{b}); }
bool equal(long double a, long double b) { // a double on devices
  return equal(static_cast<double>(a), static_cast<double>(b));
}

/// Both scan the same into all of `T`'s, which were zeros.
template <class... T> void expect_scanned(const char *input, const char *format) {
  std::tuple<T...> ours{}, theirs{};
  const int result =
      std::apply([&](auto &...to) { return device_sscanf(input, format, &to...); }, ours);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
  const int expected =
      std::apply([&](auto &...to) { return std::sscanf(input, format, &to...); }, theirs);
#pragma GCC diagnostic pop
  EXPECT_EQ(result, expected) << input << ' ' << format;
  const auto same = [&]<size_t... i>(std::index_sequence<i...>) {
    return (equal(std::get<i>(ours), std::get<i>(theirs)) && ...);
  };
  EXPECT_TRUE(same(std::index_sequence_for<T...>())) << input << ' ' << format;
}

struct small_text {
  char bytes[32];
  bool operator==(const small_text &) const = default;
};

TEST(DeviceScanf, ReadsAsTheHost) {
  for (const char *input : {"12 34", "  -5\n77", "0x1f 010", "abc", "", "   ", "12", "12,34", "-",
                            "+7 -8", "99999999999999999999 1", "-99999999999999999999 1"}) {
    expect_scanned<long, long>(input, "%ld %ld");
    expect_scanned<long, long>(input, "%li %li");
    expect_scanned<long, long>(input, "%lx%lo");
    expect_scanned<unsigned long, long>(input, "%lu,%ld");
    expect_scanned<int, int>(input, "%2d%1d");
    expect_scanned<int>(input, "%*d%d");
    expect_scanned<short, signed char>(input, "%hd%hhd");
    expect_scanned<int, int>(input, "%d%n");
    expect_scanned<small_text>(input, "%31s");
    expect_scanned<small_text, int>(input, "%31[0-9 ]%d");
    expect_scanned<small_text, small_text>(input, "%3c%s");
    expect_scanned<double, double>(input, "%lf %lf");
  }
  for (const char *input : {"1.5e3x", "-.5 2", "inf nan", "infinity", "infix", "0x1.8p1", "1e",
                            "1e+5", "0x", "nanx", ".", "3.14159", "1234567890", "1e5"}) {
    expect_scanned<double, double>(input, "%lf%lf");
    expect_scanned<float, small_text>(input, "%f%s");
    expect_scanned<float, float>(input, "%3f%f");
    expect_scanned<long double>(input, "%Lg");
  }
  expect_scanned<small_text, small_text>("key = value", "%[^= ] = %s");
  expect_scanned<small_text, small_text>("a]b-c", "%[]a]%[^]]");
  expect_scanned<small_text>("a-b-", "%[a-]");
  expect_scanned<int, int>("10%20", "%d%%%d");
  expect_scanned<int, int>("x5 y6", "x%d y%d");
  expect_scanned<int, int>("x5 z6", "x%d y%d");
  expect_scanned<void *>("0x7fff1234", "%p");
}

TEST(DeviceScanf, AllocatesAndReadsWideText) {
  char *word = nullptr;
  const std::string large(200, 'w');
  EXPECT_EQ(device_sscanf((large + " x").c_str(), "%ms", &word), 1);
  EXPECT_EQ(word, large);
  std::free(word);
  wchar_t wide[8] = {};
  EXPECT_EQ(device___isoc99_sscanf("\xe2\x82\xac\xc3\xa9 z", "%ls", wide), 1);
  EXPECT_STREQ(wide, L"\u20ac\u00e9");
  const std::string digits = "0." + std::string(900, '1');
  double value = 0;
  EXPECT_EQ(device_sscanf(digits.c_str(), "%lf", &value), 1);
  EXPECT_EQ(value, std::strtod(digits.c_str(), nullptr));
}

} // namespace
