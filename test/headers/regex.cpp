// <regex> in kernels: the same results as on the host.
// DEFINE: %{options} = -std=c++20 -O1 --offload-arch=cpu,sm_75
// RUN: %gpuc %{options} %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
// RUN: %if libc++ %{ %gpuc %{options} -stdlib=libc++ -static-libstdc++ %s -o %t && %t %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t %}
#include <regex>
#include <string>

#include "Inputs/header_test.hpp"

static std::uint64_t check(unsigned i) {
  hasher h;
  const std::string text = "key" + std::to_string(i) + " = 12.5; other=value;";
  const std::regex pair(R"((\w+)\s*=\s*([\w.]+);)");
  std::smatch match;
  h.add(std::regex_search(text, match, pair)).add(match[1].str()).add(match.position(2));
  for (std::sregex_iterator at(text.begin(), text.end(), pair), end; at != end; ++at)
    h.add(at->str(2));
  h.add(std::regex_match("2024-05-09", std::regex("\\d{4}(-\\d\\d){2}")));
  h.add(std::regex_replace(text, std::regex("[aeiou]", std::regex::icase), "<$&>"));
  h.add(std::regex_match("abab", std::regex("(a|b)*")));
  h.add(std::regex_search("xaay", std::regex("(a)\\1")));
  return h.value();
}
