/* FILE: test/lit/reader/Inputs/region.h
 * WHAT: a header with a region.
 */
inline void in_header(int *p) {
#pragma omp target
  p[0] = 1;
}
