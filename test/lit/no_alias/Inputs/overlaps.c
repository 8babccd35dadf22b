/* overlaps.c: kernels that add up in an array which overlaps others, or does not, in all the ways that a
 * check could take for one another. Each iteration keeps to its own row, so the outcome is defined; with a
 * sum that stays in a register where arrays overlap it would be another one. A title on standard
 * error says what the arrays of the launches behind it do. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 8, ROW = 16, SIZE = ROWS * ROW, TERMS = ROW - 3 };

/* c[i][1] += a[i][0] + a[i][1] + ... */
static void add(const double *a, double *c) {
#pragma omp target parallel for map(to : a[0 : SIZE - 2]) map(tofrom : c[0 : SIZE - 2])
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < TERMS; k++)
      c[i * ROW + 1] += a[i * ROW + k];
}

/* The same with two read arrays, in a region with two kernels. */
static void add_products(const double *a, const double *b, double *c) {
#pragma omp target map(to : a[0 : SIZE - 2], b[0 : SIZE - 2]) map(tofrom : c[0 : SIZE - 2])
  {
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++)
      for (int k = 0; k < TERMS; k++)
        c[i * ROW + 1] += a[i * ROW + k] * b[i * ROW + k];
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++)
      c[i * ROW + 2] = c[i * ROW + 1] / 2;
  }
}

/* Names one element of each, and uses all. */
static void add_beyond(const double *a, double *c) {
#pragma omp target parallel for map(to : a[0 : 1]) map(tofrom : c[0 : 1])
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < TERMS; k++)
      c[i * ROW + 1] += a[i * ROW + k];
}

/* The same on the host, if ON is 0. */
static void add_beyond_if(const double *a, double *c, int on) {
#pragma omp target parallel for if (target : on) map(to : a[0 : 1]) map(tofrom : c[0 : 1])
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < TERMS; k++)
      c[i * ROW + 1] += a[i * ROW + k];
}

/* A task. */
static void add_later(const double *a, double *c) {
#pragma omp target parallel for nowait depend(in : a[0]) depend(inout : c[0]) \
    map(to : a[0 : SIZE - 2]) map(tofrom : c[0 : SIZE - 2])
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < TERMS; k++)
      c[i * ROW + 1] += a[i * ROW + k];
}

static void exchange(double **left, double **right) {
  double *other = *left;
  *left = *right;
  *right = other;
}

static double buffer[3 * SIZE];

static void fill(double *it, int count) {
  for (int i = 0; i < count; i++)
    it[i] = 1 + i % 5;
}

static const char *title;

static void begin(const char *what) {
  title = what;
  fill(buffer, 3 * SIZE);
  fflush(stdout);
  fprintf(stderr, "== %s\n", what);
}

static void show(const double *it, int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum = sum * 1.0001 + it[i];
  printf("%s: %.17g\n", title, sum);
}

int main(void) {
  double *one = malloc(SIZE * sizeof *one), *two = malloc(SIZE * sizeof *two);
  fill(one, SIZE);
  fill(two, SIZE);

  begin("apart");
  add(one, two);
  show(two, SIZE);

  begin("the same");
#pragma omp target data map(tofrom : buffer)
  add(buffer, buffer);
  show(buffer, SIZE);

  begin("shifted by one");
#pragma omp target data map(tofrom : buffer)
  add(buffer, buffer + 1);
  show(buffer, SIZE);

  begin("only what is read overlaps");
  add_products(one, one, two);
  show(two, SIZE);

  begin("one of two read arrays overlaps");
#pragma omp target data map(tofrom : buffer)
  add_products(one, buffer, buffer);
  show(buffer, SIZE);

  begin("thirds of one buffer, each mapped for itself");
  add_products(buffer, buffer + SIZE, buffer + 2 * SIZE);
  show(buffer, 3 * SIZE);

  begin("thirds of one mapped buffer");
#pragma omp target data map(tofrom : buffer)
  add_products(buffer, buffer + SIZE, buffer + 2 * SIZE);
  show(buffer, 3 * SIZE);

  begin("beyond the sections, in one mapping");
#pragma omp target data map(tofrom : buffer)
  add_beyond(buffer, buffer + 1);
  show(buffer, SIZE);

  begin("two host arrays associated with one of the device");
  const int device = omp_get_default_device();
  double *shared = omp_target_alloc((SIZE + 1) * sizeof *shared, device);
  const size_t bytes = SIZE * sizeof *shared;
  if (device != omp_get_initial_device() &&
      !omp_target_memcpy(shared, buffer, bytes + sizeof *shared, 0, 0, device, omp_get_initial_device()) &&
      !omp_target_associate_ptr(one, shared, bytes, 0, device) &&
      !omp_target_associate_ptr(two, shared, bytes, sizeof *shared, device)) {
    add(one, two);
    omp_target_memcpy(buffer, shared, bytes, 0, 0, omp_get_initial_device(), device);
    omp_target_disassociate_ptr(one, device);
    omp_target_disassociate_ptr(two, device);
  }
  omp_target_free(shared, device);
  show(buffer, SIZE);

  begin("beyond the sections, on the host");
  add_beyond_if(buffer, buffer + 1, 0);
  show(buffer, SIZE);

  begin("pointers that are exchanged between launches");
  double *from = one, *to = two;
  for (int i = 0; i < 4; i++, exchange(&from, &to))
    add(from, to);
  show(one, SIZE);
  show(two, SIZE);

  begin("pointers that are exchanged between tasks");
  for (int i = 0; i < 4; i++, exchange(&from, &to))
    add_later(from, to);
#pragma omp taskwait
  show(one, SIZE);
  show(two, SIZE);
  begin("end");
  free(one);
  free(two);
  return 0;
}
