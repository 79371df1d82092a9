// A stack machine whose instructions are std::function objects, and a compiler to it.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <cctype>
#include <functional>
#include <map>
#include <sstream>
#include <stack>
#include <string>
#include <vector>

class machine {
public:
  machine() {
    binary("+", [](long a, long b) { return a + b; });
    binary("-", std::minus<>());
    binary("*", [count = &multiplications](long a, long b) {
      ++*count;
      return a * b;
    });
    binary("%", [](long a, long b) { return b ? a % b : 0; });
    words["dup"] = [this] { push(stack.top()); };
    words["swap"] = [this] {
      const long a = pop(), b = pop();
      push(a), push(b);
    };
    words["."] = [this] { output << pop() << ' '; };
  }
  machine(const machine &) = delete;

  void define(const std::string &name, const std::string &body) {
    words[name] = [this, program = compile(body)] {
      for (const auto &step : program)
        step();
    };
  }
  void run(const std::string &source) {
    for (const auto &step : compile(source))
      step();
  }
  std::ostringstream output;
  int multiplications = 0;
  std::size_t depth() const { return stack.size(); }

private:
  using action = std::function<void()>;

  void push(long n) { stack.push(n); }
  long pop() {
    if (stack.empty())
      return 0;
    const long n = stack.top();
    stack.pop();
    return n;
  }
  void binary(const std::string &name, std::function<long(long, long)> f) {
    words[name] = [this, f = std::move(f)] {
      const long b = pop(), a = pop();
      push(f(a, b));
    };
  }
  std::vector<action> compile(const std::string &source) {
    std::vector<action> program;
    std::istringstream in(source);
    for (std::string word; in >> word;)
      if (std::isdigit(static_cast<unsigned char>(word[0])))
        program.emplace_back([this, n = std::stol(word)] { push(n); });
      else if (const auto known = words.find(word); known != words.end())
        program.push_back(known->second);
      else
        program.emplace_back([this, word] { output << word << "? "; });
    return program;
  }

  std::stack<long, std::vector<long>> stack;
  std::map<std::string, action> words;
};

static std::string report(unsigned thread) {
  machine m;
  m.define("square", "dup *");
  m.define("fourth", "square square");
  m.run(std::to_string(thread) + " 3 + fourth . 10 4 - . 2 3 swap - . oops 17 5 % 100");
  m.run("square .");
  m.output << m.depth() << ' ' << m.multiplications;
  return m.output.str();
}
