// <optional>, <expected> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++23 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <expected>
#include <optional>
#include <string>

#include "Inputs/header_test.hpp"

enum class problem { none_given, too_large };

static std::expected<int, problem> half(std::optional<int> x) {
  if (!x)
    return std::unexpected(problem::none_given);
  if (*x > 50)
    return std::unexpected(problem::too_large);
  return *x / 2;
}

static std::uint64_t check(unsigned i) {
  hasher h;
  const int n = static_cast<int>(i);
  std::optional<std::string> text;
  h.add(text.has_value()).add(text.value_or("none")).add(text < std::optional<std::string>("a"));
  text.emplace(i, 'x');
  text->append("yz");
  auto copy = text;
  text = std::nullopt;
  copy.swap(text);
  h.add(*text).add(copy == std::nullopt).add(std::make_optional(n).value() == n);
  h.add(text.transform([](const std::string &s) { return s.size(); }).value());
  h.add(text.and_then([](const std::string &s) { return std::optional<int>(s[0]); }).value());
  for (const auto &result : {half(n), half(std::nullopt)}) {
    h.add(result.has_value()).add(result.value_or(-1));
    if (!result)
      h.add(result.error());
  }
  std::expected<std::string, int> e("value");
  e = std::unexpected(n);
  h.add(e.error());
  e = "another value";
  std::expected<void, int> nothing;
  return h.add(*e).add(nothing.has_value()).add(half(4) == 2).value();
}
