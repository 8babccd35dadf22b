#define IN_BOTH map(tofrom : a[0 : n])
static void shift(int *a, int n) {
#pragma omp target IN_BOTH
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}
static void shift_by(int *a, int n, int by) {
  _Pragma("omp target map(tofrom : a[0 : n])") {
    _Pragma("omp parallel for") for (int i = 0; i < n; i++) a[i] += by;
    _Pragma("omp parallel for") for (int i = 0; i < n; i++) a[i] *= 3;
  }
}
