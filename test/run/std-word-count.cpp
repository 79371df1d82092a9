// Each thread counts the words of a text of its own, in an ordered and in a hashed map.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

static std::string text_of(unsigned thread) {
  static const char *const words[] = {"the",   "quick", "Brown", "fox",
                                      "jumps", "over",  "lazy",  "dog"};
  std::string text;
  unsigned state = thread + 1;
  for (int k = 0; k < 60; ++k) {
    state = state * 1664525u + 1013904223u;
    text += words[(state >> 24) % 8];
    text += k % 9 == 8 ? ".\n" : k % 4 == 3 ? ", " : " ";
  }
  return text;
}

static std::string normal_form(std::string word) {
  std::erase_if(word, [](unsigned char c) { return !std::isalpha(c); });
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word;
}

static std::string report(unsigned thread) {
  std::map<std::string, int> ordered;
  std::unordered_map<std::string, std::vector<int>> places;
  std::istringstream text(text_of(thread));
  int place = 0;
  for (std::string word; text >> word; ++place) {
    word = normal_form(word);
    ++ordered[word];
    places[word].push_back(place);
  }
  std::vector<std::pair<std::string, int>> common(ordered.begin(), ordered.end());
  std::stable_sort(common.begin(), common.end(),
                   [](const auto &a, const auto &b) { return a.second > b.second; });
  std::ostringstream out;
  out << place << " words, " << ordered.size() << " different\n";
  for (const auto &[word, count] : common) {
    const std::vector<int> &at = places.at(word);
    out << word << ": " << count << " from " << at.front() << " to " << at.back()
        << (static_cast<std::size_t>(count) == at.size() ? "" : " (?)") << '\n';
  }
  return out.str();
}
