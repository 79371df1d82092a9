// Shortest paths over a grid with a priority queue, and the path itself.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

struct place {
  int row, column;
  auto operator<=>(const place &) const = default;
};

constexpr int rows = 8, columns = 24;

static std::string report(unsigned thread) {
  std::vector<std::vector<int>> cost(rows, std::vector<int>(columns));
  unsigned state = thread * 7 + 3;
  for (auto &row : cost)
    for (int &c : row) {
      state = state * 1103515245u + 12345u;
      c = (state >> 16) % 5 == 0 ? 99 : static_cast<int>((state >> 20) % 9) + 1;
    }
  constexpr int far = std::numeric_limits<int>::max();
  std::vector<std::vector<int>> distance(rows, std::vector<int>(columns, far));
  std::vector<std::vector<place>> from(rows, std::vector<place>(columns, place{-1, -1}));
  using entry = std::tuple<int, place>;
  std::priority_queue<entry, std::vector<entry>, std::greater<>> open;
  distance[0][0] = 0;
  open.emplace(0, place{0, 0});
  int visited = 0;
  while (!open.empty()) {
    const auto [so_far, at] = open.top();
    open.pop();
    if (so_far > distance[at.row][at.column])
      continue;
    ++visited;
    for (const auto &[down, right] : {std::pair(0, 1), {1, 0}, {0, -1}, {-1, 0}}) {
      const place next{at.row + down, at.column + right};
      if (next.row < 0 || next.row >= rows || next.column < 0 || next.column >= columns)
        continue;
      const int longer = so_far + cost[next.row][next.column];
      if (longer >= distance[next.row][next.column])
        continue;
      distance[next.row][next.column] = longer;
      from[next.row][next.column] = at;
      open.emplace(longer, next);
    }
  }
  std::vector<std::string> map(rows, std::string(columns, '.'));
  int length = 0;
  for (place at{rows - 1, columns - 1}; at.row >= 0; at = from[at.row][at.column], ++length)
    map[at.row][at.column] = '#';
  std::ostringstream out;
  out << "distance " << distance[rows - 1][columns - 1] << ", " << length << " places, " << visited
      << " visited\n";
  for (const std::string &line : map)
    out << line << '\n';
  return out.str();
}
