// Mathematical functions are other declarations on the device: builtins there, variants here, with and without errno. Host and device must read
// them alike, in rows, reductions, tiles and serial loops.
// RUN: %cleave_cc %sm90 -O2 -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: %cleave_cc %sm90 -O2 -ffast-math -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV901 --check-prefix=ANY
// RUN: %cleave_cxx %sm90 -O2 -x c++ -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s
// RUN: %cleave_cxx %sm90 -O0 -x c++ -std=c++20 -include cmath -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV901 --check-prefix=ANY
// RUN: %cleave_cc %sm90 -O1 -fno-math-errno -c %s -o %t.o -Rpass=cleave -Rpass-missed=cleave 2>&1 | FileCheck %s --implicit-check-not=CLV901 --check-prefix=ANY
// ANY: remark: CLV0
// CHECK-NOT: CLV901
#include <math.h>
#include <stdlib.h>
// CHECK: CLV046: sums staged in shared memory
void k0(int n, double *r, const double *a) {
#pragma omp target teams distribute parallel for map(to : a[0 : n * n]) map(from : r[0 : n])
  for (int i = 0; i < n; i++) { double s = 0; for (int j = 0; j < n; j++) s += sqrt(a[i * n + j]); r[i] = s; } }
void k1(int n, float *r, const float *a) {
#pragma omp target teams distribute parallel for map(to : a[0 : n * n]) map(from : r[0 : n])
  for (int i = 0; i < n; i++) { float s = 0; for (int j = 0; j < n; j++) s = fmaxf(s, expf(a[i * n + j])); r[i] = s; } }
void k2(int n, double *r, const double *a) {
#pragma omp target teams distribute parallel for map(to : a[0 : n * n]) map(from : r[0 : n])
  for (int i = 0; i < n; i++) { double s = 0; for (int j = 0; j < n; j++) s += a[i * n + j] < 0 ? 0 : pow(a[i * n + j], 2.0); r[i] = s; } }
void k3(int n, double *r, double *a) {
#pragma omp target map(tofrom : a[0 : n * n]) map(from : r[0 : n])
 {
#pragma omp parallel for
  for (int i = 0; i < n; i++) { a[i] = nextafter(a[i], 1.0) + ilogb(a[i]); }
#pragma omp parallel for
  for (int i = 0; i < n; i++) { r[i] = scalbn(a[i], 2) + __builtin_popcount(i) + lround(a[i]) + copysign(1., a[i]) + abs(i); }
 } }
double k4(int n, double *r, double *a) {
 double s = 0;
#pragma omp target teams distribute parallel for map(to : a[0 : n * n]) reduction(max : s)
  for (int i = 0; i < n; i++) s = fmax(s, fabs(a[i]));
#pragma omp target map(tofrom : a[0 : n * n]) map(from : r[0 : n])
 for (int i = 1; i < n; i++) a[i] = a[i - 1] + fabs(r[i]);
 return s; }
void k5(int n, int m, double *c, const double *a, const double *b) {
#pragma omp target teams distribute parallel for collapse(2) map(to : a[0 : n * m], b[0: n * m]) map(from : c[0 : n*n])
  for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double s = 0; for (int k = 0; k < m; k++) s += sqrt(fabs(a[i * m + k] * b[j * m + k])); c[i * n + j] = s; } }
void k6(int n, double *a, const int *row, const double *v) {
#pragma omp target teams distribute parallel for map(to : row[0:n+1], v[0 : row[n]]) map(from : a[0 : n])
  for (int i = 0; i < n; i++) { double s = 0; for (int k = row[i]; k < row[i+1]; k++) s += exp(v[k]); a[i] = log(s); } }
