
void scale(float *a, int n) {
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

int omp_get_thread_num(void);
void refused(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += omp_get_thread_num();
  }
}
