void scale(float *a, int n) {
#pragma cleave widen(assume)
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}
