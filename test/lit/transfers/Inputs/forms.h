/* FILE: test/lit/transfers/Inputs/forms.h
 * WHAT: a region in a header.
 */
inline void of_header(double *p, double *q, int n) {
#pragma omp target map(tofrom : p[0 : n], q[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      p[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      q[i] *= 2;
  }
}
