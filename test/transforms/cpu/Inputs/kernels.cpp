// Kernels whose results Inputs/main.cpp checks.
#include "device.h"

struct float3 {
  float x, y, z;
};
struct params {
  int *out;
  short scale;
  bool negate;
  double bias[3];
};

KERNEL vector_add(const float *a, const float *b, float *c, unsigned long n) {
  unsigned long i = gx();
  if (i < n)
    c[i] = a[i] + b[i];
}

// Sum by a tree, with a barrier in a loop and shared memory (the test gives it its attribute).
static float partial[256];

KERNEL block_sum(const float *in, float *out) {
  unsigned t = tx();
  partial[t] = in[gx()];
  sync();
  for (unsigned half = block_dim_x() / 2; half > 0; half /= 2) {
    if (t < half)
      partial[t] += partial[t + half];
    sync();
  }
  if (t == 0)
    out[bx()] = partial[0];
}

KERNEL reverse_dynamic(int *data) {
  int *tile = static_cast<int *>(__gpuc_dynamic_shared());
  unsigned t = tx(), n = block_dim_x();
  tile[t] = data[gx()];
  sync();
  data[gx()] = tile[n - 1 - t];
}

KERNEL shuffle_sum(const int *in, int *out) {
  int sum = in[gx()];
  for (unsigned step = 16; step > 0; step /= 2)
    sum += int(exchange(sum, lane() ^ step));
  out[gx()] = sum;
}

// Lanes leave the loop at different times; those left vote among themselves.
KERNEL ballot_early_exit(unsigned *out) {
  unsigned t = gx(), rounds = 0, last = 0;
  if (t % 32 == 5)
    return;
  for (unsigned i = 0; i <= t % 7; ++i) {
    last = ballot(t % 2 == 0);
    ++rounds;
  }
  unsigned all = ballot(true);
  out[t * 3] = rounds;
  out[t * 3 + 1] = last;
  out[t * 3 + 2] = all;
}

KERNEL three_d(unsigned *out) {
  gpu::detail::cpu_block *b = __gpuc_cpu_block();
  unsigned item = (tz() * b->block_dim[1] + ty()) * b->block_dim[0] + tx();
  unsigned block =
      (b->block_idx[2] * b->grid_dim[1] + b->block_idx[1]) * b->grid_dim[0] + b->block_idx[0];
  unsigned code = tx() | ty() << 8 | tz() << 16;
  sync();
  out[block * b->threads + item] = item == __gpuc_cpu_item() ? code : ~0u;
}

__attribute__((noinline)) unsigned fibonacci_of_thread(unsigned n) {
  return n < 2 ? tx() : fibonacci_of_thread(n - 1) + fibonacci_of_thread(n - 2);
}
KERNEL recursive(unsigned *out) { out[gx()] = fibonacci_of_thread(6); }

KERNEL struct_args(params p, bool twice, float3 v, signed char c, float *w) {
  v.x += tx();
  v.y *= 2;
  sync();
  int value = p.scale * int(p.bias[tx() % 3]) * (twice ? 2 : 1) + c;
  p.out[gx()] = p.negate ? -value : value;
  w[gx()] = v.x + v.y + v.z;
}

__attribute__((noinline)) void fill(int *array, int n, int seed) {
  for (int i = 0; i < n; ++i)
    array[i] = seed * i;
}
KERNEL local_array(int *out) {
  int values[100];
  fill(values, 100, tx());
  sync();
  int sum = 0;
  for (int round = 0; round < 4; ++round) {
    for (int i = round; i < 100; i += 4)
      sum += values[i];
    values[round] = -1;
    sync();
  }
  out[gx()] = sum + values[0] + values[3];
}

// Barriers on both sides of a branch and in a switch: each thread passes the same number.
KERNEL divergent_barriers(int *out) {
  int v = tx();
  if (v % 2)
    sync();
  else {
    v += 10;
    sync();
  }
  switch (v % 3) {
  case 0:
    v *= 2;
    sync();
    break;
  case 1:
    sync();
    [[fallthrough]];
  default:
    v += 100;
  }
  out[gx()] = v;
}

KERNEL irreducible(int *out) {
  int n = tx() % 5, v = 0;
  if (tx() & 1)
    goto inside;
again:
  v += 1;
  exchange(v, 0);
inside:
  v += 10;
  exchange(v, 1);
  if (n-- > 0)
    goto again;
  out[gx()] = v;
}

// Keeps a scalar across the barrier that each iteration changes.
KERNEL tiled_product(const float *a, const float *b, float *c, unsigned n) {
  float *tile_a = static_cast<float *>(__gpuc_dynamic_shared()), *tile_b = tile_a + 64;
  gpu::detail::cpu_block *blk = __gpuc_cpu_block();
  unsigned x = tx(), y = ty(), column = blk->block_idx[0] * 8 + x, row = blk->block_idx[1] * 8 + y;
  float sum = 0;
  for (unsigned k = 0; k < n; k += 8) {
    tile_a[y * 8 + x] = a[row * n + k + x];
    tile_b[y * 8 + x] = b[(k + y) * n + column];
    sync();
    for (unsigned i = 0; i < 8; ++i)
      sum += tile_a[y * 8 + i] * tile_b[i * 8 + x];
    sync();
  }
  c[row * n + column] = sum;
}
