// <format> in kernels: the same results as on the host.
// REQUIRES: libc++
// DEFINE: %{options} = -std=c++23 -O1 --offload-arch=cpu,sm_75 -stdlib=libc++
// RUN: %gpuc %{options} -static-libstdc++ %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <format>
#include <string>
#include <vector>

#include "Inputs/header_test.hpp"

struct point {
  int x, y;
};
template <> struct std::formatter<point> : std::formatter<int> {
  auto format(const point &p, auto &context) const {
    context.advance_to(std::formatter<int>::format(p.x, context));
    *context.out()++ = ';';
    return std::formatter<int>::format(p.y, context);
  }
};

static std::uint64_t check(unsigned i) {
  hasher h;
  h.add(std::format("{} {:>5} {:<4}| {:^7} {:+}", i, i, 'c', "mid", 3));
  h.add(std::format("{:#x} {:#o} {:#b} {:08.3f} {}", i, i, i, i / 3.0, 0.1 * i));
  h.add(std::format("{1} {0} {2:{3}}", "a", true, 42, 6)).add(std::format("{:e} {:a}", 1e10, 0.5));
  h.add(std::format("{:03}", point{static_cast<int>(i), 7}))
      .add(std::format("{{}} {:.3}", "abcdef"));
  std::string text;
  std::format_to(std::back_inserter(text), "{:?}", "tab\t");
  char buffer[16];
  const auto end = std::format_to_n(buffer, 10, "{:*>20}", i);
  h.add(text).add(std::string_view(buffer, end.out)).add(end.size);
  h.add(std::formatted_size("{:10}", 1)).add(std::format("{}", std::vector{1, 2, 3}));
  h.add(std::format(L"{}", 12));
  return h.add(std::vformat("{:x}", std::make_format_args(i))).value();
}
