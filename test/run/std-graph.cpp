// A graph of nodes that own each other through shared_ptr, with weak references back.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

struct node : std::enable_shared_from_this<node> {
  node(std::string n, int &count) : name(std::move(n)), alive(count) { ++alive; }
  ~node() { --alive; }
  void own(const std::shared_ptr<node> &child) {
    children.push_back(child);
    child->parents.push_back(weak_from_this());
  }
  std::string name;
  int &alive;
  std::vector<std::shared_ptr<node>> children;
  std::vector<std::weak_ptr<node>> parents;
};

static std::string report(unsigned thread) {
  std::ostringstream out;
  int alive = 0;
  std::weak_ptr<node> observed;
  {
    std::vector<std::shared_ptr<node>> nodes;
    for (unsigned k = 0; k < 12; ++k)
      nodes.push_back(std::make_shared<node>("n" + std::to_string(k), alive));
    for (unsigned k = 1; k < 12; ++k) {
      nodes[k / 2]->own(nodes[k]);
      if ((k * 7 + thread) % 4 == 0)
        nodes[(k * 3 + thread) % k]->own(nodes[k]);
    }
    std::shared_ptr<node> root = nodes[0];
    observed = nodes[11];
    out << "owners:";
    for (const auto &n : nodes)
      out << ' ' << n.use_count();
    nodes.clear();
    // In breadth, each once.
    std::deque<std::shared_ptr<node>> open{root};
    std::map<std::string, std::size_t> depth{{root->name, 0}};
    std::set<std::shared_ptr<node>> seen{root};
    out << "\norder:";
    while (!open.empty()) {
      const std::shared_ptr<node> n = open.front();
      open.pop_front();
      out << ' ' << n->name << '/' << n->parents.size();
      for (const auto &child : n->children)
        if (seen.insert(child).second) {
          depth[child->name] = depth[n->name] + 1;
          open.push_back(child);
        }
    }
    out << "\ndepth of n11: " << depth["n11"] << ", alive: " << alive;
    root->children.erase(root->children.begin());
  }
  out << "\nafterwards alive: " << alive
      << ", observed: " << (observed.expired() ? "gone" : "there");
  return out.str();
}
