/* FILE: test/corpus/reactor.c
 * WHAT: neutron diffusion in two groups, power iteration: a struct with its arrays stays on the device; the host reads the source.
 * USE:  reactor N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define GROUPS 2

typedef struct {
  double *diffusion, *removal, *fission; /* by cell */
  double *flux, *old;                    /* by cell */
} group_t;

typedef struct {
  int n, cells;
  double h2, k;
  double *source, *scatter;
  group_t group[GROUPS];
} reactor_t;

static double *zeros(int n) { return calloc(n, sizeof(double)); }

static reactor_t *build(int n) {
  reactor_t *r = malloc(sizeof *r);
  r->n = n, r->cells = n * n, r->h2 = 25.0 / (n * n), r->k = 1.0;
  r->source = zeros(r->cells), r->scatter = zeros(r->cells);
  for (int g = 0; g < GROUPS; g++) {
    group_t *group = &r->group[g];
    group->diffusion = zeros(r->cells), group->removal = zeros(r->cells), group->fission = zeros(r->cells);
    group->flux = zeros(r->cells), group->old = zeros(r->cells);
    for (int c = 0; c < r->cells; c++) {
      const int core = abs(c / n - n / 2) < n / 3 && abs(c % n - n / 2) < n / 3;
      group->diffusion[c] = g ? 0.4 : 1.2;
      group->removal[c] = (g ? 0.08 : 0.03) + (core ? 0.0 : 0.02);
      group->fission[c] = core ? (g ? 0.12 : 0.008) : 0.0;
      group->flux[c] = group->old[c] = 1.0;
    }
  }
  for (int c = 0; c < r->cells; c++)
    r->scatter[c] = 0.02;
  return r;
}

static void copy_in(reactor_t *r) {
  const int cells = r->cells;
  double *source = r->source, *scatter = r->scatter;
#pragma omp target enter data map(to : source[0 : cells], scatter[0 : cells])
  for (int g = 0; g < GROUPS; g++) {
    group_t *group = &r->group[g];
#pragma omp target enter data map(to : group->diffusion[0 : cells], group->removal[0 : cells])                       \
    map(to : group->fission[0 : cells], group->flux[0 : cells], group->old[0 : cells])
  }
}

static void copy_out(reactor_t *r) {
  const int cells = r->cells;
  double *source = r->source, *scatter = r->scatter;
  for (int g = 0; g < GROUPS; g++) {
    group_t *group = &r->group[g];
#pragma omp target exit data map(release : group->diffusion[0 : cells], group->removal[0 : cells])                   \
    map(release : group->fission[0 : cells], group->old[0 : cells]) map(from : group->flux[0 : cells])
  }
#pragma omp target exit data map(release : source[0 : cells], scatter[0 : cells])
}

static double fission_source(reactor_t *r) {
  const int cells = r->cells;
  const double *f0 = r->group[0].fission, *f1 = r->group[1].fission, *x0 = r->group[0].flux, *x1 = r->group[1].flux;
  double *source = r->source;
  double total = 0.0;
#pragma omp target map(tofrom : total)
  {
#pragma omp parallel for
    for (int c = 0; c < cells; c++)
      source[c] = f0[c] * x0[c] + f1[c] * x1[c];
#pragma omp parallel for reduction(+ : total)
    for (int c = 0; c < cells; c++)
      total += source[c];
  }
  return total;
}

/* Sweeps of the Jacobi method for one group; the arrays on the device are found by their presence. */
static void solve_group(reactor_t *r, int g, double k, int sweeps) {
  const int n = r->n, cells = r->cells;
  const double h2 = r->h2;
  group_t *group = &r->group[g];
  double *flux = group->flux, *old = group->old, *diffusion = group->diffusion, *removal = group->removal;
  const double *source = r->source, *scatter = r->scatter, *fast = r->group[0].flux;
  int s, i, j;
#pragma omp target map(present, alloc : flux[0 : cells], old[0 : cells])
  for (s = 0; s < sweeps; s++) {
#pragma omp parallel for
    for (i = 0; i < cells; i++)
      old[i] = flux[i];
#pragma omp parallel for collapse(2)
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++) {
        const int c = i * n + j;
        const double d = diffusion[c] / h2, q = g ? scatter[c] * fast[c] : source[c] / k;
        double sum = q;
        if (i > 0)
          sum += d * old[c - n];
        if (i < n - 1)
          sum += d * old[c + n];
        if (j > 0)
          sum += d * old[c - 1];
        if (j < n - 1)
          sum += d * old[c + 1];
        flux[c] = sum / (removal[c] + 4.0 * d);
      }
  }
}

static void solve_serial(reactor_t *r, int g, double k, int sweeps) {
  const int n = r->n;
  group_t *group = &r->group[g];
  for (int s = 0; s < sweeps; s++) {
    for (int c = 0; c < r->cells; c++)
      group->old[c] = group->flux[c];
    for (int c = 0; c < r->cells; c++) {
      const double d = group->diffusion[c] / r->h2, *old = group->old + c;
      double sum = g ? r->scatter[c] * r->group[0].flux[c] : r->source[c] / k;
      sum += d * ((c >= n ? old[-n] : 0.0) + (c < r->cells - n ? old[n] : 0.0));
      sum += d * ((c % n ? old[-1] : 0.0) + (c % n < n - 1 ? old[1] : 0.0));
      group->flux[c] = sum / (group->removal[c] + 4.0 * d);
    }
  }
}

static double source_serial(reactor_t *r) {
  double total = 0.0;
  for (int c = 0; c < r->cells; c++) {
    r->source[c] = r->group[0].fission[c] * r->group[0].flux[c] + r->group[1].fission[c] * r->group[1].flux[c];
    total += r->source[c];
  }
  return total;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 24, steps = argc > 2 ? atoi(argv[2]) : 5;
  reactor_t *r = build(n), *e = build(n);
  copy_in(r);
  double last = fission_source(r), expected = source_serial(e), worst = 0.0, sum = 0.0;
  for (int step = 0; step < steps; step++) {
    for (int g = 0; g < GROUPS; g++) {
      solve_group(r, g, r->k, 4);
      solve_serial(e, g, e->k, 4);
    }
    const double now = fission_source(r), other = source_serial(e);
    r->k *= now / last, last = now;
    e->k *= other / expected, expected = other;
  }
  copy_out(r);
  for (int c = 0; c < r->cells; c++) {
    worst = fmax(worst, fabs(r->group[0].flux[c] - e->group[0].flux[c]) + fabs(r->group[1].flux[c] - e->group[1].flux[c]));
    sum += r->group[0].flux[c] * (1 + c % 3) + r->group[1].flux[c];
  }
  const int ok = worst < 1e-10 && fabs(r->k - e->k) < 1e-11;
  printf("reactor: checksum %.8e, k %.6e: %s\n", sum, r->k, ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
