// MPI ranks, each on a device of its own: every rank adds up its part of a series on its device, and
// MPI adds up the ranks' results.
//
//   OMPI_CXX=gpuc mpicxx -std=c++20 -O2 examples/mpi_sum.cpp -o mpi_sum
//   mpirun -n 4 ./mpi_sum
#include <gpu/gpu.hpp>

#include <cmath>
#include <cstdio>
#include <mpi.h>
#include <vector>

// Partial sums of 4/1 - 4/3 + 4/5 - ..., which is pi; each thread takes every `stride`-th term.
[[gpu::kernel]] void add_up(long first, long count, std::span<double> sums) {
  const long thread = static_cast<long>(gpu::global_idx().x), stride = static_cast<long>(sums.size());
  if (thread >= stride)
    return;
  double sum = 0;
  for (long i = thread; i < count; i += stride)
    sum += ((first + i) % 2 ? -4.0 : 4.0) / static_cast<double>(2 * (first + i) + 1);
  sums[thread] = sum;
}

// The devices are shared out among the ranks of one machine.
static gpu::device device_of_this_rank() {
  MPI_Comm neighbours;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &neighbours);
  int rank = 0;
  MPI_Comm_rank(neighbours, &rank);
  MPI_Comm_free(&neighbours);
  const gpu::device chosen = gpu::current_device(); // its back end is the one to use
  const auto all = gpu::devices();
  unsigned count = 0;
  for (const gpu::device &d : all)
    count += d.backend == chosen.backend;
  for (const gpu::device &d : all)
    if (d.backend == chosen.backend && d.index == static_cast<unsigned>(rank) % count)
      return d;
  return chosen;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const gpu::device device = device_of_this_rank();
  device.make_current();

  constexpr long terms = 40'000'000;
  const long first = terms * rank / ranks, last = terms * (rank + 1) / ranks;
  // Memory that the device and MPI both use. An MPI that knows CUDA takes the addresses of a
  // gpu::buffer too.
  std::vector<double, gpu::pinned_allocator<double>> sums(4096), totals(4096);
  gpu::launch<add_up>(gpu::launch_config::cover(sums.size()), first, last - first, sums);
  MPI_Allreduce(sums.data(), totals.data(), static_cast<int>(sums.size()), MPI_DOUBLE, MPI_SUM,
                MPI_COMM_WORLD);
  double pi = 0;
  for (const double total : totals)
    pi += total;
  if (rank == 0)
    std::printf("%d ranks, the first on %.*s: %.7f\n", ranks, static_cast<int>(device.name.size()),
                device.name.data(), pi);
  MPI_Finalize();
  return std::abs(pi - 3.14159265) < 1e-6 ? 0 : 1;
}
