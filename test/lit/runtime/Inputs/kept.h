/* FILE: test/lit/runtime/Inputs/kept.h
 * WHAT: a region that keeps its grid. */
static void kept_in_header(int n, float *a) {
#pragma cleave geometry(off)
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 1])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}
