// <string>, <string_view> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <string>
#include <string_view>

#include "Inputs/header_test.hpp"

using namespace std::literals;

static std::uint64_t check(unsigned i) {
  hasher h;
  std::string s = "value " + std::to_string(i) + ", " + std::to_string(-1.5) + "; ";
  s.append(s).insert(6, "<>").replace(0, 5, "a longer word").erase(20, 3);
  s += 'x';
  s.push_back('y');
  h.add(s).add(s.find("lo")).add(s.rfind(',')).add(s.find_first_of("<>;")).add(s.substr(4, 9));
  h.add(s.find_last_not_of("xy"))
      .add(s.compare("b"))
      .add(s.starts_with("a l"))
      .add(s.ends_with('y'));
  h.add(std::stoi("12abc")).add(std::stoul("ff", nullptr, 16)).add(std::stoll("-99999999999"));
  h.add_exact(std::stod("2.5e-2")).add_exact(std::stof(" 0.1"));
  std::string large(100 + i, 'q'), moved = std::move(large);
  moved.resize(105, 'z');
  moved.shrink_to_fit();
  std::swap(s, moved);
  h.add(s.substr(95)).add(std::erase(moved, 'o')).add(moved).add(s < moved);
  std::string_view view = moved;
  view.remove_prefix(3);
  view.remove_suffix(2);
  h.add(view).add(view.find("word"sv)).add(view == "x").add(view.substr(2, 5)).add(view.back());
  std::wstring wide = L"wide" + std::to_wstring(i);
  std::u16string sixteen = u"\u20ac";
  std::u32string points(3, U'\U0001f600');
  std::u8string bytes = u8"\u00e9";
  h.add(wide).add(sixteen).add(points).add(bytes).add("with\0zero"s.size()).add(wide.find(L'e'));
  char copied[6] = {};
  moved.copy(copied, 5, 1);
  h.add(copied).add(std::char_traits<char>::length("four")).add(L"abc"sv.compare(L"abd"));
  return h.add(std::hash<std::string>()(s) == std::hash<std::string_view>()(s)).value();
}
