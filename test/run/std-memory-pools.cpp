// A tokenizer whose containers live in a buffer of the thread, with no use of the heap.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <algorithm>
#include <cctype>
#include <list>
#include <map>
#include <memory_resource>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

struct token {
  using allocator_type = std::pmr::polymorphic_allocator<char>;
  token(char k, std::string_view t, allocator_type a) : kind(k), text(t, a) {}
  token(token &&other, allocator_type a) : kind(other.kind), text(std::move(other.text), a) {}
  token(const token &other, allocator_type a) : kind(other.kind), text(other.text, a) {}
  token(token &&) = default;
  token(const token &) = default;
  char kind;
  std::pmr::string text;
};

static std::pmr::vector<token> tokens(std::string_view source, std::pmr::memory_resource *memory) {
  std::pmr::vector<token> list(memory);
  while (!source.empty()) {
    const auto first = static_cast<unsigned char>(source.front());
    std::size_t length = 1;
    char kind = 'p';
    if (std::isspace(first)) {
      source.remove_prefix(1);
      continue;
    }
    if (std::isalpha(first)) {
      kind = 'n';
      while (length < source.size() && std::isalnum(static_cast<unsigned char>(source[length])))
        ++length;
    } else if (std::isdigit(first)) {
      kind = 'd';
      length = std::min(source.find_first_not_of("0123456789."), source.size());
    }
    list.emplace_back(kind, source.substr(0, length));
    source.remove_prefix(length);
  }
  return list;
}

static std::string report(unsigned thread) {
  alignas(16) char space[6000];
  std::pmr::monotonic_buffer_resource memory(space, sizeof space, std::pmr::null_memory_resource());
  const std::string source = "total_of(thread" + std::to_string(thread) +
                             ") = 3.25 * (aVeryLongIdentifierIndeed + 17) / x;";
  std::pmr::map<char, std::pmr::list<std::pmr::string>> kinds(&memory);
  for (const token &t : tokens(source, &memory))
    kinds[t.kind].push_back(t.text);
  std::ostringstream out;
  for (const auto &[kind, texts] : kinds) {
    out << kind << ':';
    for (const auto &text : texts)
      out << ' ' << text << (text.get_allocator().resource() == &memory ? "" : "?");
    out << '\n';
  }
  std::pmr::unsynchronized_pool_resource pool(std::pmr::pool_options{16, 512});
  std::pmr::vector<std::pmr::string> copies(&pool);
  for (int k = 0; k < 20; ++k)
    copies.emplace_back(kinds['n'].back()).append(static_cast<std::size_t>(k), '+');
  out << copies.back() << ' ' << copies.size();
  return out.str();
}
