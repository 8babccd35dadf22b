/* Regions with loops in one team: of 1000, 400 * 500 and an unknown number of iterations. */
void few(double *a, const int *at) {
#pragma omp target map(tofrom : a[0 : 1000]) map(to : at[0 : 1000])
#pragma omp parallel for schedule(static, 4)
  for (int i = 0; i < 1000; i++)
    a[at[i]] += 1;
}
void many(double *a, const double *b) {
#pragma omp target map(tofrom : a[0 : 400]) map(to : b[0 : 500])
#pragma omp parallel for num_threads(1)
  for (int i = 0; i < 400; i++)
    for (int k = 0; k < 500; k++)
      a[i * 7 % 400] += b[k];
}
void unknown(double *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < n; i++)
    a[i ^ 1] += 1;
}
void distributed(double *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += 1;
}
