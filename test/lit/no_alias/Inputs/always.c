/* always.c: checks that find no overlap anywhere. */
int cleave_disjoint(int device, int written, int count, ...);
int cleave_disjoint(int device, int written, int count, ...) {
  (void)device, (void)written, (void)count;
  return 1;
}
int cleave_disjoint_accesses(int device, int written, int count, ...);
int cleave_disjoint_accesses(int device, int written, int count, ...) {
  (void)device, (void)written, (void)count;
  return 1;
}
