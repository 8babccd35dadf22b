/* The CUDA driver of an old version: it lacks functions that the OpenMP run time needs. */
int cuInit(unsigned flags) { return (int)flags; }
int cuDriverGetVersion(int *version) {
  *version = 10010;
  return 0;
}
