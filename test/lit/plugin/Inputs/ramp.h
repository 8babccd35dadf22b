// Regions in a header, with and without cleave, must come to the same in every mixture of objects.
#ifndef RAMP_H
#define RAMP_H
#pragma omp declare target
int not_everywhere(int i);
#pragma omp end declare target

static inline void ramp(int *a, int n) {
#pragma omp target map(tofrom : a[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += i + __LINE__;
    a[0] = 5;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 2 + 1;
  }
#pragma omp target parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += 3;
#pragma omp target parallel for map(tofrom : a[0 : n])
  for (int i = 0; i < n; i++)
    a[i] += not_everywhere(i);
}
static inline int last_line(void) {
#ifdef WARN
  int unused_in_header = 1;
#endif
  return __LINE__;
}
#endif
