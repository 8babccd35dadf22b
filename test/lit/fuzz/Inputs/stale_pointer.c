/* LLVM 19 leaves 'd' mapped after the first region. The second region copies 'd' again and attaches 'd.p' only if its section
 * lies at another device address than before: the digest depends on the allocator of libomptarget. */
int printf(const char *, ...);
void *malloc(__SIZE_TYPE__);
struct D {
  int n;
  int *p;
};
#pragma omp declare mapper(struct D m) map(m, m.p[0:m.n])

int main(void) {
  static struct D d = {2};
  d.p = malloc(2 * sizeof(int));
  d.p[0] = 1;
  for (int k = 0; k < 2; k++) {
#pragma omp target map(tofrom: d)
    d.p[0] += 1;
  }
  printf("1.0 %016x\n", d.p[0]);
}
