// Forms of source that a cut or an instantiation at the end of the file must not break: directives
// in bodies, bodies that cross conditionals, digraphs, private types and kernels, kernels defined
// outside their class, `extern template`.
// RUN: %gpuc -O2 --offload-arch=cpu,sm_75 %s -o %t && env GPUC_DEVICE=cpu %t
#include <gpu/gpu.hpp>
#include <vector>

#define VALUE 1
int changes_a_macro() {
#undef VALUE
#define VALUE 2
  return VALUE;
}
#ifdef NOWHERE
int crossing() {
  return 1;
#else
int crossing(int x) {
  return x;
#endif
}
int digraphs() <% return 3; %>
[[gpu::kernel]] void macro(std::span<int> out) { out[0] = VALUE; }

class secretive {
  struct hidden {
    int v;
  };
  template <class T> [[gpu::kernel]] static void k(std::span<int> out, T t) { out[0] = t.v; }

public:
  static void run(std::span<int> out) { gpu::launch<k<hidden>>({}, out, hidden{12}); }
};

struct outside {
  static void k(std::span<int> out);
};
[[gpu::kernel]] void outside::k(std::span<int> out) { out[0] = 5; }

template <class T> int twice(T x) { return 2 * x; }
extern template int twice<int>(int);
[[gpu::kernel]] void uses_extern(std::span<int> out) { out[0] = twice(4); }
template int twice<int>(int);

int main() {
  std::vector<int> out(1);
  gpu::launch<macro>({}, out);
  if (out[0] != 2 || changes_a_macro() + crossing(1) + digraphs() != 6)
    return 1;
  secretive::run(out);
  if (out[0] != 12)
    return 2;
  gpu::launch<outside::k>({}, out);
  if (out[0] != 5)
    return 3;
  gpu::launch<uses_extern>({}, out);
  return out[0] == 8 ? 0 : 4;
}
