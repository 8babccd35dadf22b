// A name of C is shown as it is: 'g' is not the mangled type __float128, and 'i', 'v' and 'St' are no types either.
// RUN: %clang -O1 -Wall %link_sm90 %s -o %t
// RUN: %cleave inspect %t | FileCheck %s --implicit-check-not=__float128 --implicit-check-not="int{{$}}" --implicit-check-not=std
// CHECK-DAG: SPMD {{.*}} g{{$}}
// CHECK-DAG: SPMD {{.*}} i{{$}}
// CHECK-DAG: SPMD {{.*}} v{{$}}
// CHECK-DAG: SPMD {{.*}} St{{$}}
// CHECK-DAG: SPMD {{.*}} main{{$}}
#define REGION(name)                                                                                                   \
  void name(int n, double *x) {                                                                                        \
    _Pragma("omp target teams distribute parallel for map(tofrom : x[0 : n])") for (int k = 0; k < n; k++) x[k] += 1; \
  }
REGION(g)
REGION(i)
REGION(v)
REGION(St)

int main(void) {
  double x[10] = {0};
  g(10, x), i(10, x), v(10, x), St(10, x);
#pragma omp target teams distribute parallel for map(tofrom : x)
  for (int k = 0; k < 10; k++)
    x[k] *= 2;
  return x[9] != 8;
}
