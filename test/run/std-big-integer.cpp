// Integers of any size: factorials, Fibonacci numbers, powers, and their decimal digits.
// DEFINE: %{build} = %gpuc -std=c++20 -O2 --offload-arch=cpu,sm_75 %s -o %t
// RUN: %{build} && %t > %t.txt
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
// RUN: %if libc++ %{ %{build} -stdlib=libc++ -static-libstdc++ && %t | diff %t.txt - %}
// RUN: %if libc++ && gpu %{ env GPUC_DEVICE=cuda %t | diff %t.txt - %}
#include "Inputs/report.hpp"

#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

class big {
public:
  big(std::uint64_t n = 0) {
    for (; n; n /= base)
      limbs.push_back(static_cast<std::uint32_t>(n % base));
  }
  big &operator+=(const big &other) {
    limbs.resize(std::max(limbs.size(), other.limbs.size()) + 1);
    std::uint32_t carry = 0;
    for (std::size_t k = 0; k < limbs.size(); ++k) {
      const std::uint32_t sum = limbs[k] + (k < other.limbs.size() ? other.limbs[k] : 0) + carry;
      limbs[k] = sum % base;
      carry = sum / base;
    }
    return trim();
  }
  friend big operator*(const big &a, const big &b) {
    big product;
    product.limbs.resize(a.limbs.size() + b.limbs.size() + 1);
    for (std::size_t i = 0; i < a.limbs.size(); ++i) {
      std::uint64_t carry = 0;
      for (std::size_t k = 0; k < b.limbs.size() || carry; ++k) {
        const std::uint64_t sum =
            product.limbs[i + k] + carry +
            (k < b.limbs.size() ? std::uint64_t(a.limbs[i]) * b.limbs[k] : std::uint64_t(0));
        product.limbs[i + k] = static_cast<std::uint32_t>(sum % base);
        carry = sum / base;
      }
    }
    return product.trim();
  }
  friend bool operator==(const big &, const big &) = default;
  friend bool operator<(const big &a, const big &b) {
    if (a.limbs.size() != b.limbs.size())
      return a.limbs.size() < b.limbs.size();
    return std::lexicographical_compare(a.limbs.rbegin(), a.limbs.rend(), b.limbs.rbegin(),
                                        b.limbs.rend());
  }
  friend std::ostream &operator<<(std::ostream &out, const big &n) {
    if (n.limbs.empty())
      return out << 0;
    out << n.limbs.back();
    for (auto limb = n.limbs.rbegin() + 1; limb != n.limbs.rend(); ++limb)
      out << std::setw(9) << std::setfill('0') << *limb;
    return out;
  }

private:
  static constexpr std::uint32_t base = 1'000'000'000;
  std::vector<std::uint32_t> limbs;
  big &trim() {
    while (!limbs.empty() && limbs.back() == 0)
      limbs.pop_back();
    return *this;
  }
};

static std::string report(unsigned thread) {
  big factorial = 1, a = 0, b = 1, power = 1;
  for (unsigned k = 2; k <= thread + 20; ++k)
    factorial = factorial * k;
  for (unsigned k = 0; k < 10 * thread; ++k) {
    big next = a;
    next += b;
    a = std::move(b);
    b = std::move(next);
  }
  for (unsigned k = 0; k < 50; ++k)
    power = power * (thread + 2);
  std::ostringstream out;
  out << thread + 20 << "! = " << factorial << "\nfibonacci(" << 10 * thread << ") = " << a << '\n'
      << thread + 2 << "^50 = " << power << '\n'
      << std::boolalpha << (a < power) << ' ' << (factorial * a == a * factorial);
  return out.str();
}
