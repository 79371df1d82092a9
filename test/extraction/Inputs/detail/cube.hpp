#pragma once
namespace detail {
template <class T> T cube_of(T x) { return x * x * x; }
} // namespace detail
