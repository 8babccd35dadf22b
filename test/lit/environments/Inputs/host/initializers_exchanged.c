/* Addresses in static initializers are exchanged elsewhere: that a region maps two arrays says nothing of what a pointer leads to that
 * had the address of one of them. */
#include "host.h"
struct pair {
  double *x, *y;
};
static double g[N], h[N], k[N], l[N];
static struct pair s = {h, g}, members = {h, g}, by_pointer = {k, l};
static double *table[3] = {l, k, g};
static double *single = g;

static __attribute__((noinline)) void add(double *to, const double *from) {
#pragma omp target teams distribute parallel for map(tofrom : to[0 : N]) map(to : from[0 : N])
  for (int i = 0; i < N; i++)
    to[i] = to[i] / 2 + from[i];
}
static __attribute__((noinline)) void by_record(void) {
  add(h, g);
  s.y[2] = 9361;
  add(h, g);
  members.y[3] += 20;
  add(h, g);
}
static __attribute__((noinline)) void through_pointer(struct pair *p, int t) {
  add(k, l);
  p->y[t] = 17;
  add(k, l);
  printf("%g ", p->x[t + 1]);
}
static __attribute__((noinline)) void by_table(int t) {
  add(l, k);
  table[1][4] = t;
  add(l, k);
  *single = 5;
  table[0][5] += table[1][6];
  add(l, k);
}
static void exchange(struct pair *p) {
  double *x = p->x;
  p->x = p->y;
  p->y = x;
}
int main(void) {
  fill(g, N);
  fill(h, N);
  fill(k, N);
  fill(l, N);
  for (int t = 0; t < 5; t++) {
    unsigned char bytes[sizeof(double *)];
    memcpy(bytes, &s.x, sizeof bytes);
    memcpy(&s.x, &s.y, sizeof bytes);
    memcpy(&s.y, bytes, sizeof bytes);
    exchange(&members);
    exchange(&by_pointer);
    double *first = table[0];
    table[0] = table[1], table[1] = table[2], table[2] = first;
    single = table[t % 3];
    by_record();
    through_pointer(&by_pointer, t);
    by_table(t);
  }
  printf("%g %g %g %g\n", sum(g, N), sum(h, N), sum(k, N), sum(l, N));
}
