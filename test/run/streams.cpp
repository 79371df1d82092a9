// Streams: work in order, waits for events of another stream, copies, lambdas, events' times, calls
// of the host, streams of the driver's.
// RUN: %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t %}
#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>

[[gpu::kernel]] void scale(std::span<int> xs, int factor) {
  if (const auto i = gpu::global_idx().x; i < xs.size())
    xs[i] *= factor;
}

int main() {
  std::vector<int, gpu::pinned_allocator<int>> host(500, 1);
  gpu::buffer<int> a(500), b(500);
  gpu::stream first, second;
  gpu::event start, done;
  start.record(first);
  first.copy(a.span(), std::span<const int>(host));
  first.launch<scale>(gpu::launch_config::cover(500), a.span(), 3);
  first.parallel_for(500, [xs = a.span()](std::size_t i) { xs[i] += static_cast<int>(i); });
  done.record(first);
  second.wait(done);
  second.copy(b.span(), std::span<const int>(a.span()));
  second.launch(gpu::launch_config{}, [xs = b.span()] { xs[0] = -1; });
  second.synchronize();
  done.synchronize();
  if (!done.ready() || done.milliseconds_since(start) < 0)
    return std::puts("event"), 1;
  const std::vector<int> out = b.to_vector();
  for (int i = 0; i < 500; ++i)
    if (out[i] != (i ? 3 + i : -1))
      return std::printf("%d: %d\n", i, out[i]), 1;
  gpu::synchronize();

  int seen = 0; // of the host's calls, the second's
  first.call([&seen] { seen = 1; });
  first.call([&seen, text = std::vector<int>(3)] { seen += seen == 1 && text.size() == 3; });
  first.synchronize();
  if (seen != 2)
    return std::printf("calls: %d\n", seen), 1;

  {
    gpu::stream same = gpu::stream::from_native(first.native_handle());
    same.launch<scale>(gpu::launch_config::cover(500), a.span(), 0);
    same.synchronize();
  }
  if (a.to_vector()[499] != 0)
    return std::puts("adopted"), 1;
  first.launch<scale>(gpu::launch_config::cover(500), a.span(), 1); // it is still there
  first.synchronize();
}
