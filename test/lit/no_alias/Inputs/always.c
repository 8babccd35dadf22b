/* always.c: a check that says yes to everything. */
int cleave_disjoint(int device, int written, int count, ...);
int cleave_disjoint(int device, int written, int count, ...) {
  (void)device, (void)written, (void)count;
  return 1;
}
