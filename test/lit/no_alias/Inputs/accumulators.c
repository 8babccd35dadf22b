/* accumulators.c: six loops that add up in an array, as the PolyBench kernels write them. */
void gemm(int n, double alpha, const double *A, const double *B, double *C) {
#pragma omp target parallel for collapse(2) map(to : A[0 : n * n], B[0 : n * n]) map(tofrom : C[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i * n + j] += alpha * A[i * n + k] * B[k * n + j];
}

void syrk(int n, double alpha, const double *A, double *C) {
#pragma omp target parallel for collapse(2) map(to : A[0 : n * n]) map(tofrom : C[0 : n * n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        C[i * n + j] += alpha * A[i * n + k] * A[j * n + k];
}

void covariance(int m, int n, const double *data, double *symmat) {
#pragma omp target parallel for map(to : data[0 : n * m]) map(from : symmat[0 : m * m])
  for (int j1 = 0; j1 < m; j1++)
    for (int j2 = j1; j2 < m; j2++) {
      symmat[j1 * m + j2] = 0;
      for (int i = 0; i < n; i++)
        symmat[j1 * m + j2] += data[i * m + j1] * data[i * m + j2];
      symmat[j2 * m + j1] = symmat[j1 * m + j2];
    }
}

void mvt(int n, const double *a, double *x1, const double *y1) {
#pragma omp target parallel for map(to : a[0 : n * n], y1[0 : n]) map(tofrom : x1[0 : n])
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      x1[i] += a[i * n + j] * y1[j];
}

void atax(int n, const double *A, const double *tmp, double *y) {
#pragma omp target parallel for map(to : A[0 : n * n], tmp[0 : n]) map(tofrom : y[0 : n])
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      y[j] += A[i * n + j] * tmp[i];
}

void gesummv(int n, double alpha, double beta, const double *A, const double *B, const double *x,
             double *tmp, double *y) {
#pragma omp target parallel for map(to : A[0 : n * n], B[0 : n * n], x[0 : n]) map(from : tmp[0 : n], y[0 : n])
  for (int i = 0; i < n; i++) {
    tmp[i] = 0;
    y[i] = 0;
    for (int j = 0; j < n; j++) {
      tmp[i] += A[i * n + j] * x[j];
      y[i] += B[i * n + j] * x[j];
    }
    y[i] = alpha * tmp[i] + beta * y[i];
  }
}
