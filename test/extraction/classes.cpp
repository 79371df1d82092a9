// What kernels reach in classes: constructors with initialisers, members defined out of line,
// operators, conversions, virtual functions, destructors, static members, nested templates.
// RUN: %gpuc -O0 --offload-arch=cpu,sm_75 %s -o %t && %t
// RUN: %gpuc -O2 --offload-arch=cpu,gfx1100 %s -o %t && %t
#include <gpu/gpu.hpp>
#include <cstdio>

class counter {
public:
  counter(int start, int step) : value_(start), step_{step} { advance(); }
  explicit counter(int start) : counter(start, 1) {}
  ~counter();
  void advance();
  counter &operator+=(int n);
  operator int() const { return value_; }
  static int created();
  int *last = nullptr;

private:
  int value_, step_;
};
counter::~counter() {
  if (last)
    *last = value_;
}
void counter::advance() { value_ += step_; }
counter &counter::operator+=(int n) {
  for (int i = 0; i < n; ++i)
    advance();
  return *this;
}
int counter::created() { return 1000; }

struct shape {
  virtual int area() const = 0;
  virtual int twice() const { return 2 * area(); }
};
struct square : shape {
  int side;
  square(int s) : side(s) {}
  int area() const override { return side * side; }
};
struct strange : square {
  using square::square;
  int area() const override { return side; }
};

struct vec { int x, y; };
vec operator+(vec a, vec b) { return {a.x + b.x, a.y + b.y}; }
int operator""_k(unsigned long long n) { return static_cast<int>(1000 * n); }

template <class T> struct stack {
  T items[4];
  int size = 0;
  void push(T x);
  T pop() { return items[--size]; }
};
template <class T> void stack<T>::push(T x) { items[size++] = x; }

struct api {
  [[gpu::kernel]] static void run(int *out) {
    {
      counter c(10);
      c.last = out + 1;
      c += 3;
      out[0] = c;
    }
    out[2] = counter::created();
    square q(5);
    strange s(6);
    const shape *shapes[] = {&q, &s};
    out[3] = shapes[0]->twice() + shapes[1]->twice();
    vec v = vec{1, 2} + vec{3, 4};
    out[4] = v.x * 10 + v.y;
    out[5] = 2_k;
    stack<int> st;
    st.push(7);
    st.push(8);
    out[6] = st.pop() * 10 + st.pop();
  }
};

int main() {
  gpu::buffer<int> b(7);
  gpu::launch<&api::run>({}, b.data());
  int out[7];
  b.copy_to(out);
  const int wanted[7] = {14, 14, 1000, 62, 46, 2000, 87};
  for (int i = 0; i < 7; ++i)
    if (out[i] != wanted[i])
      return std::printf("%d: %d\n", i, out[i]), 1;
}
