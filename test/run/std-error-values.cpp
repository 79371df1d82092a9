// Failures as values: optional, a value or an error code, and an error category of the program's.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <charconv>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <tuple>
#include <variant>

enum class fault { none, not_a_number, division_by_zero, unknown_operator };

class fault_category : public std::error_category {
public:
  const char *name() const noexcept override { return "calculator"; }
  std::string message(int code) const override {
    switch (static_cast<fault>(code)) {
    case fault::not_a_number:
      return "not a number";
    case fault::division_by_zero:
      return "division by zero";
    case fault::unknown_operator:
      return "unknown operator";
    default:
      return "no fault";
    }
  }
  std::error_condition default_error_condition(int code) const noexcept override {
    if (static_cast<fault>(code) == fault::division_by_zero)
      return std::errc::argument_out_of_domain;
    return {code, *this};
  }
};

template <class T> class result {
public:
  result(T value) : content(std::move(value)) {}
  result(std::error_code code) : content(code) {}
  explicit operator bool() const { return content.index() == 0; }
  const T &operator*() const { return std::get<0>(content); }
  std::error_code error() const { return *this ? std::error_code() : std::get<1>(content); }
  template <class F> auto then(F f) const -> decltype(f(**this)) {
    if (*this)
      return f(**this);
    return error();
  }

private:
  std::variant<T, std::error_code> content;
};

static std::optional<int> number(std::string_view text) {
  int n = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), n);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size())
    return std::nullopt;
  return n;
}

static std::string report(unsigned thread) {
  const fault_category category;
  auto failure = [&category](fault f) { return std::error_code(static_cast<int>(f), category); };
  auto parse = [&](std::string_view text) -> result<int> {
    if (const std::optional<int> n = number(text))
      return *n;
    return failure(fault::not_a_number);
  };
  auto calculate = [&](std::string_view a, char op, std::string_view b) {
    return parse(a).then([&](int x) {
      return parse(b).then([&](int y) -> result<int> {
        switch (op) {
        case '+':
          return x + y;
        case '/':
          if (y == 0)
            return failure(fault::division_by_zero);
          return x / y;
        }
        return failure(fault::unknown_operator);
      });
    });
  };
  std::ostringstream out;
  const std::string n = std::to_string(thread * 3);
  for (const auto &[a, op, b] : {std::tuple<std::string_view, char, std::string_view>(n, '+', "4"),
                                 {n, '/', "0"},
                                 {"x1", '+', "2"},
                                 {"7", '/', "2"},
                                 {"1", '^', n}})
    if (const result<int> r = calculate(a, op, b))
      out << *r << '\n';
    else
      out << r.error() << ' ' << r.error().message() << ' '
          << (r.error() == std::errc::argument_out_of_domain) << '\n';
  const std::error_code missing = std::make_error_code(std::errc::no_such_file_or_directory);
  out << missing.message() << ' ' << missing << ' '
      << number("12").value_or(0) + number("").value_or(-1);
  return out.str();
}
