// A launch, work of a stream, and an end as the first argument says.
#include <gpu/gpu.hpp>

#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <vector>

[[gpu::kernel]] void scale(std::span<float> xs, float factor) {
  if (const auto i = gpu::global_idx().x; i < xs.size())
    xs[i] *= factor;
}
template <class T> [[gpu::kernel]] void fill(T *xs, T value) { xs[gpu::global_idx().x] = value; }

int main(int, char **args) {
  std::vector<float> xs(1000, 1.0f);
  gpu::launch<scale>(gpu::launch_config::cover(xs.size()), xs, 2.0f);
  auto ys = gpu::buffer<float>::zeroed(1024);
  gpu::stream stream;
  stream.launch<fill<float>>(gpu::launch_config{.blocks = 4, .threads = 256, .shared_bytes = 64},
                             ys.data(), 3.0f);
  stream.call([] {});
  stream.synchronize();
  xs.resize(ys.size());
  ys.copy_to(xs);

  const std::string_view end = args[1] ? args[1] : "";
  if (end == "exit")
    std::exit(0);
  if (end == "abort")
    std::abort();
  if (end == "throw")
    throw std::runtime_error("nobody catches it");
  return xs[0] == 3 ? 0 : 1;
}
