// <locale> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <locale>
#include <sstream>
#include <string>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  const std::locale classic = std::locale::classic(), here;
  const char c = static_cast<char>('A' + i % 60);
  h.add(classic.name()).add(here == classic).add(std::isalpha(c, here)).add(std::tolower(c, here));
  const auto &types = std::use_facet<std::ctype<char>>(here);
  char text[] = "Some Text";
  types.toupper(text, text + 9);
  h.add(text).add(types.is(std::ctype_base::punct, c)).add(types.widen('x'));
  const auto &wide = std::use_facet<std::ctype<wchar_t>>(here);
  h.add(wide.narrow(L'y', '?')).add(wide.is(std::ctype_base::space, L' '));
  const auto &marks = std::use_facet<std::numpunct<char>>(here);
  h.add(marks.decimal_point()).add(marks.truename()).add(marks.grouping());
  const auto &order = std::use_facet<std::collate<char>>(here);
  h.add(order.compare(text, text + 4, text + 1, text + 5))
      .add(std::has_facet<std::num_put<char>>(here));
  std::ostringstream out;
  std::use_facet<std::num_put<char>>(here).put(out, out, '_', static_cast<long>(i));
  h.add(out.str()).add(std::use_facet<std::moneypunct<char>>(here).frac_digits());
  std::istringstream in("77 ");
  std::ios::iostate error = std::ios::goodbit;
  long value = 0;
  std::use_facet<std::num_get<char>>(here).get(in, {}, in, error, value);
  const auto &utf8 = std::use_facet<std::codecvt<char32_t, char8_t, std::mbstate_t>>(here);
  std::mbstate_t state{};
  const char8_t bytes[] = u8"\u00e9\u20ac";
  const char8_t *from = nullptr;
  char32_t points[4], *to = nullptr;
  utf8.in(state, bytes, bytes + 5, from, points, points + 4, to);
  h.add(to - points).add(points[0]).add(points[1]).add(value);
  std::locale::global(classic);
  return h.add(std::locale(classic, new std::numpunct<char>) == classic).value();
}
