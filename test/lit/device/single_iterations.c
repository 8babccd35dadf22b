// A worksharing loop with chunks of one iteration is one loop: the loop over the iterations of a chunk is removed. Other schedules keep it.
// RUN: %cleave_cc -O2 %sm90 -S %s -o - | FileCheck %s
// RUN: %clang -O2 %sm90 -fpass-plugin=%device_plugin -S %s -o - | FileCheck %s
// RUN: %clang -O2 %sm90 -S %s -o - | FileCheck %s --check-prefix=TWO
// CHECK-LABEL: .func {{.*}}rows_l{{[0-9]+}}_omp_outlined_omp_outlined
// CHECK-NOT: Depth=2
// CHECK-LABEL: .func {{.*}}pairs_l{{[0-9]+}}_omp_outlined_omp_outlined
// CHECK: Inner Loop Header: Depth=2
// TWO-LABEL: .func {{.*}}rows_l{{[0-9]+}}_omp_outlined_omp_outlined
// TWO: Inner Loop Header: Depth=2
//
// RUN: %clang -O1 -Wall %host_offload -DMAIN %s -o %t.plain
// RUN: %run %t.plain >%t.expected
// RUN: %cleave_cc -O2 %link_sm90 -DMAIN %s -o %t.gpu
// RUN: %gpu %t.gpu | diff %t.expected -

void rows(int n, int m, const float *x, float *y) {
#pragma omp target teams distribute map(to : x[0 : n * m]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    float sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int j = 0; j < m; j++)
      sum += x[i * m + j];
    y[i] = sum;
  }
}

void pairs(int n, int m, const float *x, float *y) {
#pragma omp target teams distribute map(to : x[0 : n * m]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    float sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static, 2)
    for (int j = 0; j < m; j++)
      sum += x[i * m + j];
    y[i] = sum;
  }
}

#ifdef MAIN
#include <stdio.h>

void unsigned_counter(unsigned n, unsigned m, const float *x, float *y) {
#pragma omp target teams distribute map(to : x[0 : n * m]) map(from : y[0 : n])
  for (unsigned i = 0; i < n; i++) {
    float most = -1;
#pragma omp parallel for reduction(max : most) schedule(static, 1)
    for (unsigned j = 3; j < m; j += 2)
      most = x[i * m + j] > most ? x[i * m + j] : most;
    y[i] = most;
  }
}

void long_counter(long n, long m, const float *x, float *y) {
#pragma omp target teams distribute map(to : x[0 : n * m]) map(from : y[0 : n])
  for (long i = 0; i < n; i++) {
    int count = 0;
#pragma omp parallel for reduction(+ : count) collapse(2)
    for (long j = m - 1; j >= 0; j--)
      for (int k = 0; k < 3; k++)
        count += x[i * m + j] > k;
    y[i] = count;
  }
}

void last_value(int n, int m, const float *x, float *y) {
#pragma omp target teams distribute map(to : x[0 : n * m]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    float last = 0;
    int j;
#pragma omp parallel for lastprivate(last, j)
    for (j = 0; j < m; j++)
      last = x[i * m + j];
    y[i] = last + j;
  }
}

void nested_loop(int n, int m, const float *x, float *y) {
#pragma omp target teams distribute map(to : x[0 : n * m]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++) {
#pragma omp parallel for
    for (int j = 0; j < m; j++) {
      int sum = 0;
      for (int k = 0; k <= j; k++)
        sum += (int)x[i * m + k];
#pragma omp atomic
      y[i] += sum;
    }
  }
}

int main(void) {
  enum { n = 5, most = 700 };
  static float x[n * most], y[n];
  for (int k = 0; k < n * most; k++)
    x[k] = k * 7 % 11;
  const int lengths[] = {1, 2, 31, 127, 128, 129, 256, 511, 700};
  for (unsigned l = 0; l < sizeof lengths / sizeof *lengths; l++)
    for (int form = 0; form < 6; form++) {
      const int m = lengths[l];
      for (int i = 0; i < n; i++)
        y[i] = 0;
      if (form == 0)
        rows(n, m, x, y);
      else if (form == 1)
        pairs(n, m, x, y);
      else if (form == 2)
        unsigned_counter(n, m, x, y);
      else if (form == 3)
        long_counter(n, m, x, y);
      else if (form == 4)
        last_value(n, m, x, y);
      else
        nested_loop(n, m, x, y);
      printf("%d %d:", form, m);
      for (int i = 0; i < n; i++)
        printf(" %.1f", y[i]);
      printf("\n");
    }
}
#endif
