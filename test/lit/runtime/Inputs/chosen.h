/* FILE: test/lit/runtime/Inputs/chosen.h
 * WHAT: a region on the line that the one of kept.h is on. */

static void chosen_in_header(int n, float *a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 1])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}
