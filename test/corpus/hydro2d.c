/* FILE: test/corpus/hydro2d.c
 * WHAT: compressible flow on a staggered grid: a chunk of fields that functions with several loops for each region update.
 * USE:  hydro2d N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int nx, ny;
  double dx, dt;
  double *density, *energy, *pressure, *sound, *viscosity;
  double *xvel, *yvel, *mass_flux, *energy_flux;
} chunk_t;

static double *field(int n, double value) {
  double *f = malloc(sizeof(double) * n);
  for (int i = 0; i < n; i++)
    f[i] = value;
  return f;
}

static void init(chunk_t *c, int n) {
  const int size = (n + 2) * (n + 2);
  *c = (chunk_t){.nx = n, .ny = n, .dx = 1.0 / n, .dt = 1e-4};
  c->density = field(size, 0.2), c->energy = field(size, 1.0), c->pressure = field(size, 0.0);
  c->sound = field(size, 0.0), c->viscosity = field(size, 0.0), c->xvel = field(size, 0.0);
  c->yvel = field(size, 0.0), c->mass_flux = field(size, 0.0), c->energy_flux = field(size, 0.0);
  for (int j = 1; j <= n / 2; j++)
    for (int k = 1; k <= n / 2; k++) {
      c->density[j * (n + 2) + k] = 1.0;
      c->energy[j * (n + 2) + k] = 2.5;
    }
}

static void ideal_gas(int nx, int ny, double *density, double *energy, double *pressure, double *sound) {
  const int w = nx + 2, size = w * (ny + 2);
#pragma omp target teams distribute parallel for simd collapse(2) map(to : density[:size], energy[:size])             \
    map(from : pressure[:size], sound[:size])
  for (int j = 0; j < ny + 2; j++)
    for (int k = 0; k < nx + 2; k++) {
      const double v = 1.0 / density[j * w + k];
      pressure[j * w + k] = (1.4 - 1.0) * density[j * w + k] * energy[j * w + k];
      const double pe = 0.4 * density[j * w + k], pv = -density[j * w + k] * pressure[j * w + k];
      sound[j * w + k] = sqrt(v * v * (pressure[j * w + k] * pe - pv));
    }
}

static void viscosity_and_acceleration(chunk_t *c) {
  const int nx = c->nx, ny = c->ny, w = nx + 2, size = w * (ny + 2);
  const double dx = c->dx, dt = c->dt;
  double *density = c->density, *pressure = c->pressure, *viscosity = c->viscosity, *xvel = c->xvel, *yvel = c->yvel;
#pragma omp target map(to : density[:size], pressure[:size]) map(tofrom : viscosity[:size], xvel[:size], yvel[:size])
  {
#pragma omp parallel for collapse(2)
    for (int j = 1; j <= ny; j++)
      for (int k = 1; k <= nx; k++) {
        const int at = j * w + k;
        const double div = xvel[at + 1] - xvel[at] + yvel[at + w] - yvel[at];
        viscosity[at] = div < 0.0 ? 2.0 * density[at] * div * div : 0.0;
      }
#pragma omp parallel for collapse(2)
    for (int j = 2; j <= ny; j++)
      for (int k = 2; k <= nx; k++) {
        const int at = j * w + k;
        const double mass = 0.25 * (density[at] + density[at - 1] + density[at - w] + density[at - w - 1]) * dx;
        xvel[at] -= dt / mass * (pressure[at] - pressure[at - 1] + viscosity[at] - viscosity[at - 1]);
        yvel[at] -= dt / mass * (pressure[at] - pressure[at - w] + viscosity[at] - viscosity[at - w]);
      }
  }
}

/* Donor cell in one direction: fluxes, then the update, over the fields of the chunk. */
static void advect(chunk_t *c, int direction) {
  const int w = c->nx + 2, size = w * (c->ny + 2);
  const int nx = c->nx, ny = c->ny, step = direction ? w : 1;
  const double ratio = c->dt / c->dx;
  const double *vel = direction ? c->yvel : c->xvel;
#pragma omp target map(tofrom : c->density[0 : size], c->energy[0 : size]) map(to : vel[0 : size])                    \
    map(tofrom : c->mass_flux[0 : size], c->energy_flux[0 : size])
  {
#pragma omp parallel for
    for (int j = 1; j <= ny; j++)
      for (int k = 1; k <= nx; k++) {
        const int at = j * w + k, donor = vel[at] > 0.0 ? at - step : at;
        c->mass_flux[at] = ratio * vel[at] * c->density[donor];
        c->energy_flux[at] = c->mass_flux[at] * c->energy[donor];
      }
#pragma omp parallel for
    for (int j = 1; j < ny; j++)
      for (int k = 1; k < nx; k++) {
        const int at = j * w + k;
        const double before = c->density[at];
        c->density[at] = before + c->mass_flux[at] - c->mass_flux[at + step];
        c->energy[at] = (c->energy[at] * before + c->energy_flux[at] - c->energy_flux[at + step]) / c->density[at];
      }
  }
}

static void reflect(double *f, int nx, int ny, double sign) {
  const int w = nx + 2, size = w * (ny + 2);
#pragma omp target teams map(tofrom : f[:size])
  {
#pragma omp distribute parallel for
    for (int k = 1; k <= nx; k++) {
      f[k] = sign * f[w + k];
      f[(ny + 1) * w + k] = sign * f[ny * w + k];
    }
#pragma omp distribute parallel for
    for (int j = 1; j <= ny; j++) {
      f[j * w] = sign * f[j * w + 1];
      f[j * w + nx + 1] = sign * f[j * w + nx];
    }
  }
}

static double time_step(const double *sound, const double *xvel, int size, double dx) {
  double dt = 1e-2;
#pragma omp target teams distribute parallel for reduction(min : dt) map(to : sound[:size], xvel[:size])
  for (int i = 0; i < size; i++)
    dt = fmin(dt, 0.2 * dx / (sound[i] + fabs(xvel[i]) + 1e-12));
  return dt;
}

static double total(const double *density, const double *energy, int nx, int ny) {
  const int w = nx + 2, size = w * (ny + 2);
  double sum = 0.0;
#pragma omp target teams distribute parallel for reduction(+ : sum) map(to : density[:size], energy[:size])
  for (int j = 1; j <= ny; j++)
    for (int k = 1; k <= nx; k++)
      sum += density[j * w + k] * (1.0 + energy[j * w + k]);
  return sum;
}

static void run(chunk_t *c, int steps) {
  const int size = (c->nx + 2) * (c->ny + 2);
  for (int step = 0; step < steps; step++) {
    ideal_gas(c->nx, c->ny, c->density, c->energy, c->pressure, c->sound);
    c->dt = time_step(c->sound, c->xvel, size, c->dx);
    viscosity_and_acceleration(c);
    reflect(c->xvel, c->nx, c->ny, -1.0);
    reflect(c->yvel, c->nx, c->ny, -1.0);
    advect(c, step & 1);
    advect(c, !(step & 1));
    reflect(c->density, c->nx, c->ny, 1.0);
    reflect(c->energy, c->nx, c->ny, 1.0);
  }
}

/* The same on the host, without directives. */
static void run_serial(chunk_t *c, int steps) {
  const int nx = c->nx, ny = c->ny, w = nx + 2, size = w * (ny + 2);
  double *fields[] = {c->xvel, c->yvel, c->density, c->energy};
  for (int step = 0; step < steps; step++) {
    double dt = 1e-2;
    for (int i = 0; i < size; i++) {
      const double d = c->density[i], v = 1.0 / d;
      c->pressure[i] = (1.4 - 1.0) * d * c->energy[i];
      c->sound[i] = sqrt(v * v * (c->pressure[i] * 0.4 * d + d * c->pressure[i]));
      dt = fmin(dt, 0.2 * c->dx / (c->sound[i] + fabs(c->xvel[i]) + 1e-12));
    }
    for (int j = 1; j <= ny; j++)
      for (int k = 1; k <= nx; k++) {
        const int at = j * w + k;
        const double div = c->xvel[at + 1] - c->xvel[at] + c->yvel[at + w] - c->yvel[at];
        c->viscosity[at] = div < 0.0 ? 2.0 * c->density[at] * div * div : 0.0;
      }
    for (int j = 2; j <= ny; j++)
      for (int k = 2; k <= nx; k++) {
        const int at = j * w + k;
        const double *d = c->density, *p = c->pressure, *q = c->viscosity;
        const double mass = 0.25 * (d[at] + d[at - 1] + d[at - w] + d[at - w - 1]) * c->dx;
        c->xvel[at] -= dt / mass * (p[at] - p[at - 1] + q[at] - q[at - 1]);
        c->yvel[at] -= dt / mass * (p[at] - p[at - w] + q[at] - q[at - w]);
      }
    for (int f = 0; f < 4; f++) {
      double *v = fields[f];
      const double sign = f < 2 ? -1.0 : 1.0;
      for (int sweep = 0; f == 2 && sweep < 2; sweep++) {
        const int direction = (step + sweep) & 1, s = direction ? w : 1;
        const double *vel = direction ? c->yvel : c->xvel, ratio = dt / c->dx;
        for (int j = 1; j <= ny; j++)
          for (int k = 1; k <= nx; k++) {
            const int at = j * w + k, donor = vel[at] > 0.0 ? at - s : at;
            c->mass_flux[at] = ratio * vel[at] * c->density[donor];
            c->energy_flux[at] = c->mass_flux[at] * c->energy[donor];
          }
        for (int j = 1; j < ny; j++)
          for (int k = 1; k < nx; k++) {
            const int at = j * w + k;
            const double before = c->density[at];
            c->density[at] = before + c->mass_flux[at] - c->mass_flux[at + s];
            c->energy[at] = (c->energy[at] * before + c->energy_flux[at] - c->energy_flux[at + s]) / c->density[at];
          }
      }
      for (int k = 1; k <= nx; k++)
        v[k] = sign * v[w + k], v[(ny + 1) * w + k] = sign * v[ny * w + k];
      for (int j = 1; j <= ny; j++)
        v[j * w] = sign * v[j * w + 1], v[j * w + nx + 1] = sign * v[j * w + nx];
    }
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 32, steps = argc > 2 ? atoi(argv[2]) : 5;
  chunk_t device, host;
  double worst = 0.0;
  init(&device, n);
  init(&host, n);
  run(&device, steps);
  run_serial(&host, steps);
  for (int i = 0; i < (n + 2) * (n + 2); i++)
    worst = fmax(worst, fabs(device.density[i] - host.density[i]) + fabs(device.energy[i] - host.energy[i]));
  printf("hydro2d: checksum %.8e: %s\n", total(device.density, device.energy, n, n), worst < 1e-10 ? "ok" : "WRONG");
  return worst < 1e-10 ? 0 : 1;
}
