// With -save-temps each stage of clang reads a file of the one before. The image has the same kernel information, and
// the same code. The PTX in it has other names.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %cleave cc -O2 -fopenmp --offload-arch=sm_90 %s -o prog
// RUN: %cleave inspect prog | sed '/^prog/d; s/, [0-9]* bytes$//' > expected
// RUN: FileCheck %s < expected
// CHECK: 2 streams, {{[0-9]+}} arguments
// RUN: %cleave cc -O2 -fopenmp --offload-arch=sm_90 -save-temps %s -o prog
// RUN: %cleave inspect prog | sed '/^prog/d; s/, [0-9]* bytes$//' | diff expected -
// RUN: %cleave cc -O2 -fopenmp --offload-arch=sm_90 --save-temps=obj %s -o prog
// RUN: %cleave inspect prog | sed '/^prog/d; s/, [0-9]* bytes$//' | diff expected -
static void add(int n, double *y, const double *a) {
#pragma omp target map(tofrom : y[0 : n]) map(to : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] += a[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] *= a[i];
  }
}

int main(void) {
  double y[8] = {0}, a[8] = {0};
  add(8, y, a);
  return 0;
}
