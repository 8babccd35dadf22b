// A static function may be called fmax and compute something else: it counts as no maximum.
// RUN: %cleave explain --all %s | FileCheck %s --implicit-check-not=CLV043
static double fmax(double one, double other) { return one - other; }

// CHECK: region in differences:
double differences(const double *a, int n, int m) {
  double last = 0;
#pragma omp target teams distribute parallel for map(to : a[0 : n * m]) map(tofrom : last) reduction(max : last)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      last = fmax(last, a[i * m + j]);
  return last;
}
