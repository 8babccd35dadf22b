/* FILE: test/corpus/shallowwater.c
 * WHAT: shallow water equations with unified shared memory: no maps; several loops for each region, a time step from the host.
 * USE:  shallowwater N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#pragma omp requires unified_shared_memory

typedef struct {
  int n;
  double dx;
  double *h, *hu, *hv;    /* cell averages */
  double *fh, *fhu, *fhv; /* divergence of the fluxes */
  double *bed;
} ocean;

static const double g = 9.81;

static void create(ocean *o, int n) {
  double **fields[] = {&o->h, &o->hu, &o->hv, &o->fh, &o->fhu, &o->fhv, &o->bed};
  o->n = n, o->dx = 1000.0 / n;
  for (int k = 0; k < 7; k++)
    *fields[k] = calloc((size_t)n * n, sizeof(double));
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      o->bed[i * n + j] = 0.5 * sin(6.0 * i / n);
      o->h[i * n + j] = 10.0 + exp(-0.05 * ((i - n / 2) * (i - n / 2) + (j - n / 3) * (j - n / 3))) - o->bed[i * n + j];
    }
}

static double largest_speed(ocean *o) {
  const int size = o->n * o->n;
  double speed = 0.0;
#pragma omp target teams distribute parallel for reduction(max : speed) map(tofrom : speed)
  for (int i = 0; i < size; i++)
    speed = fmax(speed, fabs(o->hu[i] / o->h[i]) + fabs(o->hv[i] / o->h[i]) + sqrt(g * o->h[i]));
  return speed;
}

static void advance(ocean *o, double dt) {
  const int n = o->n;
  const double r = dt / (2.0 * o->dx);
  double *h = o->h, *hu = o->hu, *hv = o->hv, *fh = o->fh, *fhu = o->fhu, *fhv = o->fhv, *bed = o->bed;
#pragma omp target
  {
#pragma omp parallel for collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) {
        const int c = i * n + j, w = c - n, e = c + n, s = c - 1, t = c + 1;
        fh[c] = 0.25 * (h[w] + h[e] + h[s] + h[t]) - h[c] - r * (hu[e] - hu[w] + hv[t] - hv[s]);
        fhu[c] = 0.25 * (hu[w] + hu[e] + hu[s] + hu[t]) - hu[c] -
                 r * (hu[e] * hu[e] / h[e] - hu[w] * hu[w] / h[w] + 0.5 * g * (h[e] * h[e] - h[w] * h[w])) -
                 r * (hu[t] * hv[t] / h[t] - hu[s] * hv[s] / h[s]) - r * g * h[c] * (bed[e] - bed[w]);
        fhv[c] = 0.25 * (hv[w] + hv[e] + hv[s] + hv[t]) - hv[c] -
                 r * (hv[t] * hv[t] / h[t] - hv[s] * hv[s] / h[s] + 0.5 * g * (h[t] * h[t] - h[s] * h[s])) -
                 r * (hu[e] * hv[e] / h[e] - hu[w] * hv[w] / h[w]) - r * g * h[c] * (bed[t] - bed[s]);
      }
#pragma omp parallel for collapse(2)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++) {
        h[i * n + j] += fh[i * n + j];
        hu[i * n + j] += fhu[i * n + j];
        hv[i * n + j] += fhv[i * n + j];
      }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      h[i * n] = h[i * n + 1], h[i * n + n - 1] = h[i * n + n - 2];
      hv[i * n] = -hv[i * n + 1], hv[i * n + n - 1] = -hv[i * n + n - 2];
    }
#pragma omp parallel for
    for (int j = 0; j < n; j++) {
      h[j] = h[n + j], h[(n - 1) * n + j] = h[(n - 2) * n + j];
      hu[j] = -hu[n + j], hu[(n - 1) * n + j] = -hu[(n - 2) * n + j];
    }
  }
}

static void advance_serial(ocean *o, double dt) {
  const int n = o->n;
  const double r = dt / (2.0 * o->dx);
  double *h = o->h, *hu = o->hu, *hv = o->hv, *bed = o->bed;
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++) {
      const int c = i * n + j, w = c - n, e = c + n, s = c - 1, t = c + 1;
      double x[3] = {0.25 * (h[w] + h[e] + h[s] + h[t]) - h[c], 0.25 * (hu[w] + hu[e] + hu[s] + hu[t]) - hu[c],
                     0.25 * (hv[w] + hv[e] + hv[s] + hv[t]) - hv[c]};
      x[0] -= r * (hu[e] - hu[w] + hv[t] - hv[s]);
      x[1] -= r * (hu[e] * hu[e] / h[e] - hu[w] * hu[w] / h[w] + 0.5 * g * (h[e] * h[e] - h[w] * h[w]) +
                   hu[t] * hv[t] / h[t] - hu[s] * hv[s] / h[s] + g * h[c] * (bed[e] - bed[w]));
      x[2] -= r * (hv[t] * hv[t] / h[t] - hv[s] * hv[s] / h[s] + 0.5 * g * (h[t] * h[t] - h[s] * h[s]) +
                   hu[e] * hv[e] / h[e] - hu[w] * hv[w] / h[w] + g * h[c] * (bed[t] - bed[s]));
      o->fh[c] = x[0], o->fhu[c] = x[1], o->fhv[c] = x[2];
    }
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      h[i * n + j] += o->fh[i * n + j], hu[i * n + j] += o->fhu[i * n + j], hv[i * n + j] += o->fhv[i * n + j];
  for (int i = 0; i < n; i++) {
    h[i * n] = h[i * n + 1], h[i * n + n - 1] = h[i * n + n - 2];
    hv[i * n] = -hv[i * n + 1], hv[i * n + n - 1] = -hv[i * n + n - 2];
  }
  for (int j = 0; j < n; j++) {
    h[j] = h[n + j], h[(n - 1) * n + j] = h[(n - 2) * n + j];
    hu[j] = -hu[n + j], hu[(n - 1) * n + j] = -hu[(n - 2) * n + j];
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 32, steps = argc > 2 ? atoi(argv[2]) : 10;
  ocean o, p;
  double time = 0.0, worst = 0.0, sum = 0.0;
  create(&o, n);
  create(&p, n);
  for (int step = 0; step < steps; step++) {
    const double dt = 0.3 * o.dx / largest_speed(&o);
    advance(&o, dt);
    advance_serial(&p, dt);
    time += dt;
  }
  for (int i = 0; i < n * n; i++) {
    worst = fmax(worst, fabs(o.h[i] - p.h[i]) + fabs(o.hu[i] - p.hu[i]) + fabs(o.hv[i] - p.hv[i]));
    sum += o.h[i] * (1 + i % 3) + fabs(o.hu[i]);
  }
  printf("shallowwater: checksum %.8e, time %.4e: %s\n", sum, time, worst < 1e-8 ? "ok" : "WRONG");
  return worst < 1e-8 ? 0 : 1;
}
