// A kernel in SPMD mode beside one that starts in generic mode.
void two_modes(float *a, int n, int steps) {
#pragma omp target teams distribute parallel for map(a[0:n])
  for (int i = 0; i < n; i++)
    a[i] += 1;
#pragma omp target map(a[0:n])
  for (int step = 0; step < steps; step++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += step;
    a[0] = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= 2;
  }
}
