// A hierarchy of shapes behind unique_ptr, sorted and looked at through their base.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>
#include <string>
#include <typeinfo>
#include <vector>

class shape {
public:
  virtual ~shape() = default;
  virtual double area() const = 0;
  virtual std::unique_ptr<shape> scaled(double factor) const = 0;
  virtual std::string name() const { return "shape"; }
};

class rectangle : public shape {
public:
  rectangle(double w, double h) : width(w), height(h) {}
  double area() const override { return width * height; }
  std::unique_ptr<shape> scaled(double f) const override {
    return std::make_unique<rectangle>(width * f, height * f);
  }
  std::string name() const override { return "rectangle"; }

protected:
  double width, height;
};

class square final : public rectangle {
public:
  explicit square(double side) : rectangle(side, side) {}
  std::string name() const override { return "square within " + rectangle::name(); }
};

class group : public shape {
public:
  template <class S, class... Args> group &add(Args... args) {
    members.push_back(std::make_unique<S>(args...));
    return *this;
  }
  double area() const override {
    double sum = 0;
    for (const auto &m : members)
      sum += m->area();
    return sum;
  }
  std::unique_ptr<shape> scaled(double f) const override {
    auto copy = std::make_unique<group>();
    for (const auto &m : members)
      copy->members.push_back(m->scaled(f));
    return copy;
  }
  std::vector<std::unique_ptr<shape>> members;
};

static std::string report(unsigned thread) {
  std::vector<std::unique_ptr<shape>> shapes;
  for (unsigned k = 0; k < 8; ++k)
    switch ((k * 5 + thread) % 3) {
    case 0:
      shapes.push_back(std::make_unique<square>(k + 0.5));
      break;
    case 1:
      shapes.push_back(std::make_unique<rectangle>(thread + 1, k + 1));
      break;
    default: {
      auto g = std::make_unique<group>();
      g->add<square>(1.0 + k).add<rectangle>(2.0, 0.25 * thread);
      shapes.push_back(std::move(g));
    }
    }
  shapes.push_back(shapes[2]->scaled(3));
  std::stable_sort(shapes.begin(), shapes.end(),
                   [](const auto &a, const auto &b) { return a->area() < b->area(); });
  std::ostringstream out;
  int rectangles = 0, squares = 0;
  for (const auto &s : shapes) {
    out << s->name() << ' ' << s->area();
    if (const auto *g = dynamic_cast<const group *>(s.get()))
      out << " of " << g->members.size();
    out << '\n';
    rectangles += dynamic_cast<const rectangle *>(s.get()) != nullptr;
    squares += typeid(*s) == typeid(square);
  }
  out << rectangles << " rectangles, " << squares << " of them squares";
  return out.str();
}
