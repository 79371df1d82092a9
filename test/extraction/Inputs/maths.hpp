#pragma once
#include "detail/cube.hpp"
inline int square(int x) { return x * x; }
template <class T> T cube(T x) { return detail::cube_of(x); }
[[gpu::kernel]] inline void header_kernel(int *p) { *p = square(3) + cube(2); }
