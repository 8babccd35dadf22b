/* The source of scale-sm_80.cubin and scale-sm_90.cubin: two regions that clang compiles differently.
 * See README. */
void scale(double *a, double factor, int n) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : n]) thread_limit(256)
  for (int i = 0; i < n; i++)
    a[i] *= factor;
}

void scale_l2(double *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  a[n - 1] = a[0];
}

int main(void) { return 0; }
