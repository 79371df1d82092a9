// Reductions and scans of blocks of one thread, of part of a warp, and of many warps, in 3-D, with
// types larger than a word.
// RUN: %gpuc -O0 --offload-arch=cpu %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu %s -o %t && %t
#include <cstdio>
#include <gpu/gpu.hpp>
#include <vector>

struct wide {
  long sum, count;
  friend wide operator+(const wide &a, const wide &b) { return {a.sum + b.sum, a.count + b.count}; }
};

[[gpu::kernel]] void block(long *out) {
  const unsigned t = gpu::thread_rank();
  const long x = t + 1;
  long *o = out + 6 * t;
  o[0] = gpu::block_sum(x);
  o[1] = gpu::block_inclusive_scan(x);
  o[2] = gpu::block_exclusive_scan(x);
  o[3] = gpu::block_max(x) - gpu::block_min(x);
  const wide w = gpu::block_reduce(wide{x, 1});
  o[4] = w.sum * 10000 + w.count;
  o[5] = gpu::sync_threads_count(x % 2 == 0) + 1000 * gpu::sync_threads_or(x == 1) +
         2000 * gpu::sync_threads_and(x > 1);
}

int main() {
  for (gpu::dim3 shape :
       {gpu::dim3(1), gpu::dim3(20), gpu::dim3(64), gpu::dim3(8, 5, 3), gpu::dim3(1024)}) {
    const long n = static_cast<long>(shape.count());
    gpu::buffer<long> b(6 * n);
    gpu::launch<block>(gpu::launch_config{.threads = shape}, b.data());
    const std::vector<long> out = b.to_vector();
    for (long t = 0; t < n; ++t) {
      const long sum = n * (n + 1) / 2;
      const long wanted[6] = {sum,   (t + 1) * (t + 2) / 2, t * (t + 1) / 2,
                              n - 1, sum * 10000 + n,       n / 2 + 1000};
      for (int i = 0; i < 6; ++i)
        if (out[6 * t + i] != wanted[i])
          return std::printf("%ld threads, thread %ld, %d: %ld, wanted %ld\n", n, t, i,
                             out[6 * t + i], wanted[i]),
                 1;
    }
  }
}
