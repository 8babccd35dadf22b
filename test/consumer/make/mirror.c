/* One region of two loops: two kernels. */
void mirror(double *a, double *b, int n);
void mirror(double *a, double *b, int n) {
#pragma omp target map(to : a[0 : n]) map(from : b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] = 0.0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[n - 1 - i];
  }
}
