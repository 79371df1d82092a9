// A cache that forgets what was used least lately: a list and a hashed map with a hash of its own.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <deque>
#include <forward_list>
#include <list>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>

struct key {
  std::string name;
  int version;
  bool operator==(const key &) const = default;
};

struct key_hash {
  std::size_t operator()(const key &k) const noexcept {
    return std::hash<std::string>()(k.name) * 31 + static_cast<std::size_t>(k.version);
  }
};

template <class Key, class Value, class Hash> class cache {
public:
  explicit cache(std::size_t n) : capacity(n) {}
  template <class Make> const Value &get(const Key &k, Make make) {
    if (const auto found = places.find(k); found != places.end()) {
      ++hits;
      entries.splice(entries.begin(), entries, found->second);
      return entries.front().second;
    }
    if (entries.size() == capacity) {
      forgotten.push_back(entries.back().first);
      places.erase(entries.back().first);
      entries.pop_back();
    }
    entries.emplace_front(k, make(k));
    places.emplace(k, entries.begin());
    return entries.front().second;
  }
  std::size_t capacity;
  int hits = 0;
  std::list<std::pair<Key, Value>> entries;
  std::unordered_map<Key, typename std::list<std::pair<Key, Value>>::iterator, Hash> places;
  std::deque<Key> forgotten;
};

static std::string report(unsigned thread) {
  cache<key, std::string, key_hash> c(5);
  std::forward_list<std::size_t> lengths;
  unsigned state = thread;
  for (int k = 0; k < 60; ++k) {
    state = state * 1103515245u + 12345u;
    const key wanted{std::string(1, static_cast<char>('a' + (state >> 16) % 4)),
                     static_cast<int>((state >> 20) % 3)};
    lengths.push_front(c.get(wanted, [](const key &made) {
                          return made.name +
                                 std::string(static_cast<std::size_t>(made.version), '!');
                        }).size());
  }
  lengths.sort();
  lengths.unique();
  std::ostringstream out;
  out << c.hits << " hits, " << c.forgotten.size() << " forgotten, last " << c.forgotten.back().name
      << c.forgotten.back().version << "\nkept:";
  for (const auto &[k, value] : c.entries)
    out << ' ' << k.name << k.version << '=' << value;
  out << "\nlengths:";
  for (std::size_t n : lengths)
    out << ' ' << n;
  out << ' ' << (c.places.size() == c.entries.size());
  return out.str();
}
