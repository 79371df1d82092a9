// NCCL beside gpuc: kernels fill a buffer on each CUDA device, NCCL adds the buffers up across the
// devices in the same streams, and kernels check the sums.
//
//   gpuc -std=c++20 -O2 --offload-arch=sm_90 examples/nccl_sum.cpp -I$CUDA_PATH/include \
//       -L$CUDA_PATH/lib64 -lnccl -lcudart -o nccl_sum
#include <gpu/gpu.hpp>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <nccl.h>
#include <vector>

[[gpu::kernel]] void fill(std::span<float> xs, float value) {
  if (const auto i = gpu::global_idx().x; i < xs.size())
    xs[i] = value + static_cast<float>(i % 7);
}

[[gpu::kernel]] void count_wrong(std::span<const float> xs, float value, float devices,
                                 unsigned *wrong) {
  if (const auto i = gpu::global_idx().x;
      i < xs.size() && xs[i] != value + devices * static_cast<float>(i % 7))
    std::atomic_ref(*wrong).fetch_add(1u);
}

static void check(ncclResult_t result) {
  if (result != ncclSuccess) {
    std::fprintf(stderr, "NCCL: %s\n", ncclGetErrorString(result));
    std::exit(1);
  }
}

int main() {
  constexpr std::size_t size = 1 << 20;
  std::vector<gpu::device> devices;
  for (const gpu::device &d : gpu::devices())
    if (d.backend == "cuda")
      devices.push_back(d);
  const int count = static_cast<int>(devices.size());

  std::vector<ncclComm_t> comms(devices.size());
  check(ncclCommInitAll(comms.data(), count, nullptr)); // CUDA's numbers are gpuc's
  std::vector<gpu::stream> streams;
  std::vector<gpu::buffer<float>> data;
  float total = 0;
  for (int i = 0; i < count; ++i) {
    streams.emplace_back(devices[i]);
    data.emplace_back(size, devices[i]);
    streams[i].launch<fill>(gpu::launch_config::cover(size), data[i].span(), static_cast<float>(i));
    total += static_cast<float>(i);
  }

  check(ncclGroupStart());
  for (int i = 0; i < count; ++i)
    check(ncclAllReduce(data[i].data(), data[i].data(), size, ncclFloat, ncclSum, comms[i],
                        static_cast<cudaStream_t>(streams[i].native_handle())));
  check(ncclGroupEnd());

  unsigned wrong_in_all = 0;
  for (int i = 0; i < count; ++i) {
    gpu::buffer<unsigned> wrong(1, devices[i]);
    wrong.copy_from(std::vector<unsigned>(1));
    streams[i].launch<count_wrong>(gpu::launch_config::cover(size), data[i].span(), total,
                                   static_cast<float>(count), wrong.data());
    streams[i].synchronize();
    wrong_in_all += wrong.to_vector()[0];
  }
  for (ncclComm_t comm : comms)
    check(ncclCommDestroy(comm));
  std::printf("%d devices: %s\n", count, wrong_in_all ? "wrong sums" : "ok");
  return wrong_in_all != 0;
}
