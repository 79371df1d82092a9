// Matrices with operators, beside valarray's slices.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <numeric>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <valarray>
#include <vector>

template <class T> class matrix {
public:
  matrix(std::size_t r, std::size_t c) : rows(r), columns(c), data(r * c) {}
  matrix(std::initializer_list<std::initializer_list<T>> list)
      : rows(list.size()), columns(list.begin()->size()) {
    for (const auto &row : list)
      data.insert(data.end(), row);
  }
  static matrix identity(std::size_t n) {
    matrix m(n, n);
    for (std::size_t k = 0; k < n; ++k)
      m(k, k) = 1;
    return m;
  }
  T &operator()(std::size_t r, std::size_t c) { return data[r * columns + c]; }
  const T &operator()(std::size_t r, std::size_t c) const { return data[r * columns + c]; }
  friend matrix operator*(const matrix &a, const matrix &b) {
    matrix product(a.rows, b.columns);
    for (std::size_t r = 0; r < a.rows; ++r)
      for (std::size_t c = 0; c < b.columns; ++c)
        for (std::size_t k = 0; k < a.columns; ++k)
          product(r, c) += a(r, k) * b(k, c);
    return product;
  }
  friend matrix operator+(matrix a, const matrix &b) {
    std::transform(a.data.begin(), a.data.end(), b.data.begin(), a.data.begin(), std::plus<T>());
    return a;
  }
  friend matrix power(matrix base, unsigned exponent) {
    matrix result = identity(base.rows);
    for (; exponent; exponent /= 2, base = base * base)
      if (exponent % 2)
        result = result * base;
    return result;
  }
  friend std::ostream &operator<<(std::ostream &out, const matrix &m) {
    for (std::size_t r = 0; r < m.rows; ++r) {
      for (std::size_t c = 0; c < m.columns; ++c)
        out << m(r, c) << (c + 1 < m.columns ? ' ' : '\n');
    }
    return out;
  }

private:
  std::size_t rows, columns;
  std::vector<T> data;
};

static std::string report(unsigned thread) {
  std::ostringstream out;
  const matrix<long> m{{1, static_cast<long>(thread), 0}, {2, 1, 1}, {0, 1, 3}};
  out << power(m, 7) << m + matrix<long>::identity(3);
  const matrix<double> row{{0.5, 1.5, thread + 0.25}}, column{{1}, {2}, {4}};
  out << row * column << column * row;
  std::valarray<double> grid(12);
  std::iota(std::begin(grid), std::end(grid), thread);
  grid[std::slice(1, 3, 4)] *= std::valarray<double>(10.0, 3);
  const std::valarray<double> third = grid[std::slice(8, 4, 1)];
  std::valarray<double> scaled = third / 4.0 + 1.0;
  scaled[scaled > 10.0] = 10.0;
  for (double x : scaled)
    out << x << ' ';
  out << grid.sum() << ' ' << grid.max() << ' ' << third.cshift(1)[0] << '\n';
  std::vector<long> v(10);
  std::iota(v.begin(), v.end(), thread);
  std::vector<long> sums(10);
  std::partial_sum(v.begin(), v.end(), sums.begin());
  out << std::gcd(v[6] * 6, 84L) << ' ' << std::lcm(v[1], 12L) << ' '
      << std::accumulate(v.begin(), v.end(), 0L) << ' '
      << std::inner_product(v.begin(), v.end(), sums.begin(), 0L) << ' '
      << std::transform_reduce(v.begin(), v.end(), 1L, std::plus<>(), [](long x) { return x * x; })
      << ' ' << std::reduce(sums.begin(), sums.end());
  return out.str();
}
