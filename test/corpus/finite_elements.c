/* FILE: test/corpus/finite_elements.c
 * WHAT: finite elements for the Laplace operator on quadrilaterals: element matrices in local arrays, assembly by atomic updates,
 *       an iterative solver without an assembled matrix.
 * USE:  finite_elements N STEPS
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NODES 4
#define POINTS 4

typedef struct {
  int nodes, elements;
  double *x, *y;
  int *connect; /* elements x NODES */
  char *fixed;
} mesh;

static const double gauss = 0.577350269189626;

static mesh make_mesh(int n) {
  mesh m = {(n + 1) * (n + 1), n * n, NULL, NULL, NULL, NULL};
  m.x = malloc(sizeof(double) * m.nodes), m.y = malloc(sizeof(double) * m.nodes);
  m.connect = malloc(sizeof(int) * m.elements * NODES), m.fixed = calloc(m.nodes, 1);
  for (int i = 0; i < m.nodes; i++) {
    const int column = i % (n + 1), row = i / (n + 1);
    m.x[i] = (double)column / n + 0.1 / n * sin(3.0 * row);
    m.y[i] = (double)row / n + 0.1 / n * sin(2.0 * column);
    m.fixed[i] = column == 0 || column == n || row == 0 || row == n;
  }
  for (int e = 0; e < m.elements; e++) {
    const int low = e / n * (n + 1) + e % n;
    const int corner[NODES] = {low, low + 1, low + n + 2, low + n + 1};
    for (int k = 0; k < NODES; k++)
      m.connect[e * NODES + k] = corner[k];
  }
  return m;
}

/* The 4 x 4 matrix of an element, by quadrature. */
static void element_matrix(const double *ex, const double *ey, double *k) {
  for (int i = 0; i < NODES * NODES; i++)
    k[i] = 0.0;
  for (int point = 0; point < POINTS; point++) {
    const double s = point & 1 ? gauss : -gauss, t = point & 2 ? gauss : -gauss;
    const double ds[NODES] = {-0.25 * (1 - t), 0.25 * (1 - t), 0.25 * (1 + t), -0.25 * (1 + t)};
    const double dt[NODES] = {-0.25 * (1 - s), -0.25 * (1 + s), 0.25 * (1 + s), 0.25 * (1 - s)};
    double xs = 0, ys = 0, xt = 0, yt = 0;
    for (int a = 0; a < NODES; a++)
      xs += ds[a] * ex[a], ys += ds[a] * ey[a], xt += dt[a] * ex[a], yt += dt[a] * ey[a];
    const double det = xs * yt - ys * xt;
    for (int a = 0; a < NODES; a++)
      for (int b = 0; b < NODES; b++) {
        const double ax = (ds[a] * yt - dt[a] * ys) / det, ay = (dt[a] * xs - ds[a] * xt) / det;
        const double bx = (ds[b] * yt - dt[b] * ys) / det, by = (dt[b] * xs - ds[b] * xt) / det;
        k[a * NODES + b] += (ax * bx + ay * by) * det;
      }
  }
}

/* Matrices of all elements, and the diagonal of the assembled matrix. */
static void assemble(const mesh *m, double *matrices, double *diagonal) {
  const int nodes = m->nodes, elements = m->elements;
  const double *x = m->x, *y = m->y;
  const int *connect = m->connect;
#pragma omp target map(to : x[0 : nodes], y[0 : nodes], connect[0 : elements * NODES])                               \
    map(from : matrices[0 : elements * NODES * NODES], diagonal[0 : nodes])
  {
#pragma omp parallel for
    for (int i = 0; i < nodes; i++)
      diagonal[i] = 0.0;
#pragma omp parallel for
    for (int e = 0; e < elements; e++) {
      double ex[NODES], ey[NODES], k[NODES * NODES];
      for (int a = 0; a < NODES; a++) {
        ex[a] = x[connect[e * NODES + a]];
        ey[a] = y[connect[e * NODES + a]];
      }
      element_matrix(ex, ey, k);
      for (int i = 0; i < NODES * NODES; i++)
        matrices[e * NODES * NODES + i] = k[i];
      for (int a = 0; a < NODES; a++) {
#pragma omp atomic
        diagonal[connect[e * NODES + a]] += k[a * NODES + a];
      }
    }
  }
}

/* r = f - K u, element by element. */
static void residual(const mesh *m, const double *matrices, const double *u, const double *f, double *r) {
  const int nodes = m->nodes, elements = m->elements;
  const int *connect = m->connect;
#pragma omp target map(to : connect[0 : elements * NODES], matrices[0 : elements * NODES * NODES], u[0 : nodes])     \
    map(to : f[0 : nodes]) map(from : r[0 : nodes])
  {
#pragma omp parallel for
    for (int i = 0; i < nodes; i++)
      r[i] = f[i];
#pragma omp parallel for
    for (int e = 0; e < elements; e++) {
      const int *node = connect + e * NODES;
      const double *k = matrices + e * NODES * NODES;
      for (int a = 0; a < NODES; a++) {
        double sum = 0.0;
        for (int b = 0; b < NODES; b++)
          sum += k[a * NODES + b] * u[node[b]];
#pragma omp atomic
        r[node[a]] -= sum;
      }
    }
  }
}

static double relax(int nodes, const char *fixed, const double *diagonal, double *r, double *u) {
  double norm = 0.0;
#pragma omp target teams distribute parallel for reduction(+ : norm) map(tofrom : norm) map(tofrom : u[0 : nodes])  \
    map(to : fixed[0 : nodes], diagonal[0 : nodes], r[0 : nodes])
  for (int i = 0; i < nodes; i++)
    if (!fixed[i]) {
      u[i] += 0.7 * r[i] / diagonal[i];
      norm += r[i] * r[i];
    }
  return norm;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 20, steps = argc > 2 ? atoi(argv[2]) : 10;
  mesh m = make_mesh(n);
  double *matrices = malloc(sizeof(double) * m.elements * NODES * NODES), *diagonal = malloc(sizeof(double) * m.nodes);
  double *u = calloc(m.nodes, sizeof(double)), *f = malloc(sizeof(double) * m.nodes);
  double *r = malloc(sizeof(double) * m.nodes), *v = calloc(m.nodes, sizeof(double)), *s = malloc(sizeof(double) * m.nodes);
  double norm = 0.0, worst = 0.0, sum = 0.0;
  for (int i = 0; i < m.nodes; i++)
    f[i] = sin(0.3 * i) / n;
  assemble(&m, matrices, diagonal);
  for (int step = 0; step < steps; step++) {
    residual(&m, matrices, u, f, r);
    norm = relax(m.nodes, m.fixed, diagonal, r, u);
  }
  double *d = calloc(m.nodes, sizeof(double));
  for (int step = -1; step < steps; step++) {
    for (int i = 0; i < m.nodes; i++)
      s[i] = f[i];
    for (int e = 0; e < m.elements; e++) {
      double ex[NODES], ey[NODES], k[NODES * NODES];
      const int *node = m.connect + e * NODES;
      for (int a = 0; a < NODES; a++)
        ex[a] = m.x[node[a]], ey[a] = m.y[node[a]];
      element_matrix(ex, ey, k);
      for (int a = 0; a < NODES; a++) {
        for (int b = 0; b < NODES; b++)
          s[node[a]] -= k[a * NODES + b] * v[node[b]];
        d[node[a]] += step < 0 ? k[a * NODES + a] : 0.0;
      }
    }
    for (int i = 0; step >= 0 && i < m.nodes; i++)
      v[i] += m.fixed[i] ? 0.0 : 0.7 * s[i] / d[i];
  }
  for (int i = 0; i < m.nodes; i++) {
    worst = fmax(worst, fabs(u[i] - v[i]));
    sum += u[i] * (1 + i % 3);
  }
  printf("finite_elements: checksum %.7e, norm %.4e: %s\n", sum, norm, worst < 1e-10 ? "ok" : "WRONG");
  return worst < 1e-10 ? 0 : 1;
}
