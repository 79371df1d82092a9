// Lines of a log taken apart with regular expressions.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <map>
#include <regex>
#include <sstream>
#include <string>

static std::string report(unsigned thread) {
  std::ostringstream log;
  static const char *const levels[] = {"INFO", "WARN", "ERROR"};
  for (unsigned k = 0; k < 6; ++k)
    log << "2024-0" << k + 1 << "-1" << k << " [" << levels[(k + thread) % 3] << "] worker-"
        << thread * k << ": request took " << k * 37 + thread << " ms\n";
  log << "a line of another form\n";
  const std::regex form(R"((\d{4})-(\d\d)-(\d\d) \[(\w+)\] ([a-z]+-\d+): .*?(\d+) ms)");
  std::istringstream lines(log.str());
  std::ostringstream out;
  std::map<std::string, int> sums;
  int others = 0;
  for (std::string line; std::getline(lines, line);) {
    std::smatch parts;
    if (!std::regex_match(line, parts, form)) {
      ++others;
      continue;
    }
    sums[parts[4]] += std::stoi(parts[6]);
    out << parts[3] << '.' << parts[2] << ' ' << parts[5] << ' ' << parts.position(6) << '\n';
  }
  for (const auto &[level, sum] : sums)
    out << level << ' ' << sum << '\n';
  const std::string all = log.str(),
                    shorter = std::regex_replace(all.substr(0, all.find('\n')),
                                                 std::regex("(worker)-(\\d+)"), "$2/$1");
  out << others << " other; " << shorter << '\n';
  return out.str();
}
