/* FILE: test/corpus/md_lj.c
 * WHAT: molecular dynamics of Lennard-Jones particles, velocity Verlet, with neighbour lists that the host rebuilds.
 * USE:  md_lj N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NEIGHBOURS 64

struct atoms {
  int n;
  double box;
  double *x, *y, *z;
  double *vx, *vy, *vz;
  double *fx, *fy, *fz;
  int *count, *neighbour;
};

static const double dt = 0.002, cutoff = 2.5, skin = 0.3;

static double random01(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) / 16777216.0;
}

static void create(struct atoms *a, int side) {
  unsigned seed = 12345;
  double **arrays[] = {&a->x, &a->y, &a->z, &a->vx, &a->vy, &a->vz, &a->fx, &a->fy, &a->fz};
  a->n = side * side * side;
  a->box = side * 1.2;
  for (int k = 0; k < 9; k++)
    *arrays[k] = calloc(a->n, sizeof(double));
  a->count = calloc(a->n, sizeof(int));
  a->neighbour = calloc((size_t)a->n * MAX_NEIGHBOURS, sizeof(int));
  for (int i = 0; i < a->n; i++) {
    a->x[i] = (i % side + 0.1 * random01(&seed)) * 1.2;
    a->y[i] = (i / side % side + 0.1 * random01(&seed)) * 1.2;
    a->z[i] = (i / side / side + 0.1 * random01(&seed)) * 1.2;
    a->vx[i] = random01(&seed) - 0.5, a->vy[i] = random01(&seed) - 0.5, a->vz[i] = random01(&seed) - 0.5;
  }
}

static double wrap(double d, double box) { return d > 0.5 * box ? d - box : d < -0.5 * box ? d + box : d; }

static void build_neighbours(struct atoms *a) {
  const double reach = (cutoff + skin) * (cutoff + skin);
  for (int i = 0; i < a->n; i++) {
    a->count[i] = 0;
    for (int j = 0; j < a->n; j++) {
      const double dx = wrap(a->x[i] - a->x[j], a->box), dy = wrap(a->y[i] - a->y[j], a->box);
      const double dz = wrap(a->z[i] - a->z[j], a->box);
      if (i != j && dx * dx + dy * dy + dz * dz < reach && a->count[i] < MAX_NEIGHBOURS)
        a->neighbour[i * MAX_NEIGHBOURS + a->count[i]++] = j;
    }
  }
}

static double forces(struct atoms *a) {
  const int n = a->n;
  const double box = a->box, rc2 = cutoff * cutoff;
  const double *x = a->x, *y = a->y, *z = a->z;
  double *fx = a->fx, *fy = a->fy, *fz = a->fz;
  const int *count = a->count, *neighbour = a->neighbour;
  double energy = 0.0;
#pragma omp target teams distribute parallel for reduction(+ : energy) map(to : x[0 : n], y[0 : n], z[0 : n])         \
    map(to : count[0 : n], neighbour[0 : n * MAX_NEIGHBOURS]) map(from : fx[0 : n], fy[0 : n], fz[0 : n])
  for (int i = 0; i < n; i++) {
    double sx = 0.0, sy = 0.0, sz = 0.0;
    for (int k = 0; k < count[i]; k++) {
      const int j = neighbour[i * MAX_NEIGHBOURS + k];
      const double dx = wrap(x[i] - x[j], box), dy = wrap(y[i] - y[j], box), dz = wrap(z[i] - z[j], box);
      const double r2 = dx * dx + dy * dy + dz * dz;
      if (r2 < rc2) {
        const double s2 = 1.0 / r2, s6 = s2 * s2 * s2, f = 48.0 * s2 * s6 * (s6 - 0.5);
        sx += f * dx, sy += f * dy, sz += f * dz;
        energy += 2.0 * s6 * (s6 - 1.0);
      }
    }
    fx[i] = sx, fy[i] = sy, fz[i] = sz;
  }
  return energy;
}

/* Half a kick and a drift. */
static void initial_integrate(struct atoms *a) {
  const int n = a->n;
  const double half = 0.5 * dt, box = a->box;
#pragma omp target map(tofrom : a->x[0 : n], a->y[0 : n], a->z[0 : n], a->vx[0 : n], a->vy[0 : n], a->vz[0 : n])      \
    map(to : a->fx[0 : n], a->fy[0 : n], a->fz[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      a->vx[i] += half * a->fx[i];
      a->vy[i] += half * a->fy[i];
      a->vz[i] += half * a->fz[i];
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      a->x[i] += dt * a->vx[i];
      a->y[i] += dt * a->vy[i];
      a->z[i] += dt * a->vz[i];
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
      if (a->x[i] >= box) a->x[i] -= box;
      if (a->y[i] >= box) a->y[i] -= box;
      if (a->z[i] >= box) a->z[i] -= box;
      if (a->x[i] < 0.0) a->x[i] += box;
      if (a->y[i] < 0.0) a->y[i] += box;
      if (a->z[i] < 0.0) a->z[i] += box;
    }
  }
}

/* The other half, and the kinetic energy; removes the drift of the center of mass. */
static double final_integrate(struct atoms *a) {
  const int n = a->n;
  double *vx = a->vx, *vy = a->vy, *vz = a->vz;
  const double *fx = a->fx, *fy = a->fy, *fz = a->fz;
  double kinetic = 0.0, px = 0.0, py = 0.0, pz = 0.0;
#pragma omp target map(tofrom : vx[0 : n], vy[0 : n], vz[0 : n], kinetic, px, py, pz)                                \
    map(to : fx[0 : n], fy[0 : n], fz[0 : n])
  {
#pragma omp parallel for reduction(+ : px, py, pz)
    for (int i = 0; i < n; i++) {
      vx[i] += 0.5 * dt * fx[i], vy[i] += 0.5 * dt * fy[i], vz[i] += 0.5 * dt * fz[i];
      px += vx[i], py += vy[i], pz += vz[i];
    }
    px /= n;
    py /= n;
    pz /= n;
#pragma omp parallel for reduction(+ : kinetic)
    for (int i = 0; i < n; i++) {
      vx[i] -= px, vy[i] -= py, vz[i] -= pz;
      kinetic += 0.5 * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
    }
  }
  return kinetic;
}

int main(int argc, char **argv) {
  const int side = argc > 1 ? atoi(argv[1]) : 6, steps = argc > 2 ? atoi(argv[2]) : 10;
  struct atoms a;
  double first = 0.0, last = 0.0, sum = 0.0, fsum = 0.0;
  create(&a, side);
  build_neighbours(&a);
  forces(&a);
  for (int step = 0; step < steps; step++) {
    initial_integrate(&a);
    if (step % 20 == 19)
      build_neighbours(&a);
    const double potential = forces(&a);
    last = potential + final_integrate(&a);
    if (step == 0)
      first = last;
  }
  /* Energy is conserved, and the forces are those of the positions. */
  for (int i = 0; i < a.n; i++) {
    double sx = 0.0;
    for (int j = 0; j < a.n; j++) {
      const double dx = wrap(a.x[i] - a.x[j], a.box), dy = wrap(a.y[i] - a.y[j], a.box);
      const double dz = wrap(a.z[i] - a.z[j], a.box), r2 = dx * dx + dy * dy + dz * dz;
      if (i == j || r2 >= cutoff * cutoff)
        continue;
      const double s6 = 1.0 / (r2 * r2 * r2);
      sx += 48.0 / r2 * s6 * (s6 - 0.5) * dx;
    }
    fsum = fmax(fsum, fabs(sx - a.fx[i]));
    sum += a.x[i] + 2.0 * a.y[i] + 3.0 * a.z[i];
  }
  const int ok = fsum < 1e-7 && fabs(last - first) < 0.02 * a.n;
  printf("md_lj: checksum %.7e, energy %.6e: %s\n", sum, last, ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
