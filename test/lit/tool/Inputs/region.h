static inline void twice(int *a, int n) {
  (void)a;
#pragma omp target parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}
