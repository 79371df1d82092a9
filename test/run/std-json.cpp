// A JSON reader and writer by recursive descent, with values in a variant.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <charconv>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

struct value;
using array = std::vector<value>;
using object = std::map<std::string, value, std::less<>>;
struct value {
  std::variant<std::nullptr_t, bool, double, std::string, std::shared_ptr<array>,
               std::shared_ptr<object>>
      data;
};

class parser {
public:
  explicit parser(std::string_view t) : text(t) {}
  bool failed = false;

  value parse() {
    skip();
    if (text.empty())
      return fail();
    if (take("null"))
      return {nullptr};
    if (take("true"))
      return {true};
    if (take("false"))
      return {false};
    if (text.front() == '"')
      return {string()};
    if (take("[")) {
      auto items = std::make_shared<array>();
      for (skip(); !failed && !take("]"); skip()) {
        items->push_back(parse());
        separator(']');
      }
      return {items};
    }
    if (take("{")) {
      auto members = std::make_shared<object>();
      for (skip(); !failed && !take("}"); skip()) {
        std::string key = string();
        skip();
        if (!take(":"))
          return fail();
        members->emplace(std::move(key), parse());
        separator('}');
      }
      return {members};
    }
    return number();
  }

private:
  std::string_view text;

  void skip() {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\n'))
      text.remove_prefix(1);
  }
  bool take(std::string_view word) {
    if (!text.starts_with(word))
      return false;
    text.remove_prefix(word.size());
    return true;
  }
  void separator(char end) {
    skip();
    if (!take(",") && (text.empty() || text.front() != end))
      failed = true;
  }
  value fail() {
    failed = true;
    return {nullptr};
  }
  std::string string() {
    std::string s;
    if (!take("\""))
      failed = true;
    while (!failed && !take("\"")) {
      if (text.empty()) {
        failed = true;
        break;
      }
      if (take("\\n"))
        s += '\n';
      else {
        take("\\");
        s += text.front();
        text.remove_prefix(1);
      }
    }
    return s;
  }
  // A number with at most one decimal point; libc++ and libstdc++ read it in the same way.
  value number() {
    const bool negative = take("-");
    double n = 0, unit = 1;
    long digits = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), digits);
    if (read.ec != std::errc())
      return fail();
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    n = static_cast<double>(digits);
    if (take("."))
      for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1))
        n += (text.front() - '0') * (unit /= 2);
    return {negative ? -n : n};
  }
};

struct writer {
  std::string out;
  void operator()(std::nullptr_t) { out += "null"; }
  void operator()(bool b) { out += b ? "true" : "false"; }
  void operator()(double d) {
    char text[32];
    out.append(text, std::to_chars(text, text + sizeof text, static_cast<long>(d * 1000)).ptr);
  }
  void operator()(const std::string &s) { out += '\'' + s + '\''; }
  void operator()(const std::shared_ptr<array> &items) {
    out += '[';
    for (const value &v : *items)
      std::visit(*this, v.data), out += ' ';
    out += ']';
  }
  void operator()(const std::shared_ptr<object> &members) {
    out += '{';
    for (const auto &[key, v] : *members)
      out += key + ": ", std::visit(*this, v.data), out += ' ';
    out += '}';
  }
};

static std::string report(unsigned thread) {
  const std::string source = R"({"name": "thread )" + std::to_string(thread) +
                             R"(", "list": [1, -2.25, [], {"deep": [true, [null, "a\nb\"c"]]}],
    "empty": {}, "id": )" + std::to_string(thread * 1001) +
                             "}";
  parser good(source), bad(std::string_view(source).substr(0, 40 + thread));
  writer w;
  std::visit(w, good.parse().data);
  bad.parse();
  return w.out + (good.failed ? " failed" : " ok") + (bad.failed ? " failed" : " ok");
}
