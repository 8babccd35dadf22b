// What test/compile.sh must find: PLANTED stands for a warning of cleave's, BROKEN for text that does not compile.
#if defined(PLANTED) && defined(__OPTIMIZE__)
#warning planted
#endif
void add(int n, double *x) {
#ifdef BROKEN
  y = 0;
#endif
  int unused; // plain clang has a warning, too
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++) x[i] += 1;
}
