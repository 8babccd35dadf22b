// A region in a template: the source files that include it choose the types.
template <class T> void ramp(T *a, T by, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i;
    by += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] *= by;
  }
}
