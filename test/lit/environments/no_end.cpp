// Regions in code that control never leaves, or leaves in unusual ways: plain clang compiles all of it, so cleave does. 'if
// consteval' has no
// condition, in host code and in a region.
// RUN: %cleave_cxx -std=c++23 -O0 -w %host_offload %s -o %t -Rpass=cleave 2>&1 | FileCheck %s
// RUN: env CLEAVE_QUIET=on %run %t | FileCheck %s --check-prefix=RESULT
// CHECK-NOT: error
// RESULT: {{^}}6 7 5 11 5 12 1 15 50{{$}}
#include <cstdio>
#include <cstdlib>
enum { N = 40 };
static double a[N], b[N], sums[4];

// CHECK: CLV001
#define REGION \
  _Pragma("omp target map(tofrom : a, b)") { \
    _Pragma("omp parallel for") for (int i = 0; i < N; i++) b[i] = a[i] + 1; \
    _Pragma("omp parallel for") for (int i = 0; i < N; i++) a[i] = b[i]; \
  }

[[noreturn]] void in_switch(int n) {
  for (;;) {
    switch (n) {
    case 1:
      REGION
      break;
    default:
      n = 1;
      continue;
    }
    if (a[0] > 8)
      exit(3);
  }
}
void backwards() {
again:
  REGION
  goto again;
}
void *computed(int n) {
  static void *places[] = {&&first, &&second};
  goto *places[n];
first:
  REGION
second:
  REGION
  goto *places[1];
}
int value(int n) {
  return ({
    for (;;) {
      REGION
      if (n++ > 3)
        break;
    }
    n;
  });
}
int assembler(int n) {
  asm goto("" : : : : out);
  for (;;) {
    REGION
    asm goto("" : : : : out);
  }
out:
  REGION
  return n;
}
template <int K> int chosen(int n) {
  struct local {
    int in_method() {
      while (true) {
        REGION
      }
    }
  };
  auto never = [&] {
    for (;;) {
      REGION
      n++;
    }
  };
  if constexpr (K > 2) {
    for (;;) {
      REGION
    }
  } else if (n > 100) {
    never();
  } else if (n > 90) {
    return local().in_method();
  }
  REGION
  return n;
}
int after_throw(int n) {
  try {
    REGION
    throw n;
    REGION
  } catch (int thrown) {
    for (;;) {
      REGION
      if (thrown-- == 0)
        return n;
    }
  }
}
int dead(int n) {
  if (n)
    return n;
  abort();
  REGION
}
template int chosen<3>(int);

// What runs.
static void both(int t) {
  if consteval {
    a[0] = -1;
  } else {
    REGION
  }
  if !consteval {
    REGION
    a[1] += t;
  }
  REGION
}
static double consteval_in_region() {
  double h[4] = {}, last = 0;
#pragma omp target teams distribute parallel for map(to : a) reduction(+ : h) map(tofrom : h)
  for (int i = 0; i < N; i++) {
    h[i % 4] += 1;
    if consteval {
      h[1] = 1;
    }
  }
#pragma omp target map(tofrom : a, last)
  {
    for (int i = 0; i < N; i++) {
      if consteval {
        last = 0;
      } else {
        last += 1;
      }
      a[i] = last;
    }
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      if not consteval {
        a[i] += 1;
      }
  }
  return h[1] + last;
}

int main() {
  for (int i = 0; i < N; i++)
    a[i] = 0;
  for (int t = 0; t < 2; t++)
    both(t);
  printf("%g %g ", a[0], a[1]);
  printf("%d %g ", value(0), a[2]);
  printf("%d %g ", chosen<1>(5), a[3]);
  printf("%d %g ", after_throw(1), a[4]);
  printf("%g\n", consteval_in_region());
}
