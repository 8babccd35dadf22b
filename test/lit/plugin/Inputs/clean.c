// Nothing to warn of.
extern void steps(float *a, double *b, long n);
void steps(float *a, double *b, long n) {
  float scale = 2;
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      a[i] = a[i] * scale;
    scale = scale * scale;
#pragma omp parallel for simd
    for (long i = 0; i < n; i++)
      b[i] += (double)(a[i] * scale);
    while (b[0] > 5) {
#pragma omp parallel for
      for (long i = 0; i < n; i++)
        b[i] -= 1;
    }
  }
}
