/* FILE: test/lit/device/Inputs/kernels.c
 * WHAT: kernels whose accesses behave in every way that has a class. Accesses that are to be told apart
 *       stand on lines of their own. Run, they do nothing that is looked at but their accesses.
 */
#include <math.h>
#include <stdlib.h>

#define PARALLEL_FOR target teams distribute parallel for
#define TEXT(x) #x
#define OMP(x) _Pragma(TEXT(omp x))

static void gemm(int n, int m, int p, double alpha, double beta, double *a, double *b, double *c) {
  OMP(PARALLEL_FOR collapse(2) map(to: a[0:n*p], b[0:p*m]) map(tofrom: c[0:n*m]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      c[i*m+j] *= beta;
      for (int k = 0; k < p; k++)
        c[i*m+j] += alpha *
                    a[i*p+k] *
                    b[k*m+j];
    }
}

static void two_matrices_by_rows(int n, double *a, double *b, double *c) {
  OMP(PARALLEL_FOR map(to: a[0:n*n], b[0:n*n]) map(tofrom: c[0:n*n]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i*n+j] = 0;
      for (int k = 0; k < n; k++)
        c[i*n+j] += a[i*n+k] *
                    b[k*n+j];
    }
}

static void rows_of_variable_length(int n, int m, double a[n][m], double b[m][n], double c[n][n]) {
  OMP(PARALLEL_FOR collapse(2) map(to: a[0:n][0:m], b[0:m][0:n]) map(from: c[0:n][0:n]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      c[i][j] = 0;
      for (int k = 0; k < m; k++)
        c[i][j] +=
            a[i][k] *
            b[k][j];
    }
}

static void syrk(int n, int m, double alpha, double *a, double *c) {
  OMP(PARALLEL_FOR collapse(2) map(to: a[0:n*m]) map(tofrom: c[0:n*n]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++)
        c[i*n+j] += alpha *
                    a[i*m+k] *
                    a[j*m+k];
}

static void syr2k(int n, int m, double alpha, double *a, double *b, double *c) {
  OMP(PARALLEL_FOR collapse(2) map(to: a[0:n*m], b[0:n*m]) map(tofrom: c[0:n*n]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < m; k++) {
        c[i*n+j] += alpha *
                    a[i*m+k] *
                    b[j*m+k];
        c[i*n+j] += alpha *
                    b[i*m+k] *
                    a[j*m+k];
      }
}

static double fixed_a[96][96], fixed_c[96][96];
static void syrk_of_constant_size(double alpha) {
  OMP(PARALLEL_FOR collapse(2) map(to: fixed_a) map(tofrom: fixed_c))
  for (int i = 0; i < 96; i++)
    for (int j = 0; j < 96; j++)
      for (int k = 0; k < 96; k++)
        fixed_c[i][j] += alpha *
                         fixed_a[i][k] *
                         fixed_a[j][k];
}

static void mean(int n, int m, double *data, double *average) {
  OMP(PARALLEL_FOR map(to: data[0:n*m]) map(from: average[0:m]))
  for (int j = 0; j < m; j++) {
    average[j] = 0;
    for (int i = 0; i < n; i++)
      average[j] += data[i*m+j];
    average[j] /= n;
  }
}

static void covariance(int n, int m, double *data, double *symmetric) {
  OMP(PARALLEL_FOR map(to: data[0:n*m]) map(from: symmetric[0:m*m]))
  for (int j1 = 0; j1 < m; j1++)
    for (int j2 = j1; j2 < m; j2++) {
      double sum = 0;
      for (int i = 0; i < n; i++)
        sum += data[i*m+j1] *
               data[i*m+j2];
      symmetric[j1*m+j2] = sum;
      symmetric[j2*m+j1] = sum;
    }
}

static void correlation(int n, int m, double *data, double *symmetric, double *deviation) {
  OMP(PARALLEL_FOR map(to: data[0:n*m]) map(from: deviation[0:m]))
  for (int j = 0; j < m; j++) {
    double sum = 0;
    for (int i = 0; i < n; i++)
      sum += data[i*m+j] * data[i*m+j];
    deviation[j] = sqrt(sum);
  }
  OMP(PARALLEL_FOR map(to: data[0:n*m]) map(from: symmetric[0:m*m]))
  for (int j1 = 0; j1 < m - 1; j1++) {
    symmetric[j1*m+j1] = 1;
    for (int j2 = j1 + 1; j2 < m; j2++) {
      double sum = 0;
      for (int i = 0; i < n; i++)
        sum += data[i*m+j1] *
               data[i*m+j2];
      symmetric[j1*m+j2] = sum;
    }
  }
}

static void atax(int n, int m, double *a, double *x, double *y, double *z) {
  OMP(PARALLEL_FOR map(to: a[0:n*m], x[0:m]) map(from: y[0:n]))
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < m; j++)
      y[i] +=
          a[i*m+j] *
          x[j];
  }
  OMP(PARALLEL_FOR map(to: a[0:n*m], y[0:n]) map(from: z[0:m]))
  for (int j = 0; j < m; j++) {
    z[j] = 0;
    for (int i = 0; i < n; i++)
      z[j] +=
          a[i*m+j] *
          y[i];
  }
}

static void gesummv(int n, double alpha, double beta, double *a, double *b, double *x, double *y) {
  OMP(PARALLEL_FOR map(to: a[0:n*n], b[0:n*n], x[0:n]) map(from: y[0:n]))
  for (int i = 0; i < n; i++) {
    double s = 0, t = 0;
    for (int j = 0; j < n; j++) {
      t += a[i*n+j] *
           x[j];
      s += b[i*n+j] *
           x[j];
    }
    y[i] = alpha * t + beta * s;
  }
}

static void fdtd(int nx, int ny, double *ex, double *ey, double *hz) {
  OMP(PARALLEL_FOR collapse(2) map(tofrom: ey[0:nx*ny]) map(to: hz[0:nx*ny]))
  for (int i = 1; i < nx; i++)
    for (int j = 0; j < ny; j++)
      ey[i*ny+j] -= 0.5 * (hz[i*ny+j] -
                           hz[(i-1)*ny+j]);
  OMP(PARALLEL_FOR map(tofrom: hz[0:nx*ny]) map(to: ex[0:nx*(ny+1)], ey[0:(nx+1)*ny]))
  for (int i = 0; i < nx; i++)
    for (int j = 0; j < ny; j++)
      hz[i*ny+j] -= 0.7 * (ex[i*(ny+1)+j+1] - ex[i*(ny+1)+j] +
                           ey[(i+1)*ny+j] -
                           ey[i*ny+j]);
}

static void srad(int rows, int cols, float *image, float *c, float *north, int *up, int *right) {
  OMP(PARALLEL_FOR collapse(2) map(to: image[0:rows*cols], up[0:rows], right[0:cols]) \
      map(from: c[0:rows*cols], north[0:rows*cols]))
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < cols; j++) {
      float here = image[i*cols+j], change =
          image[up[i]*cols+j] - here;
      change +=
          image[i*cols+
                right[j]];
      north[i*cols+j] = change;
      c[i*cols+j] = change < 0 ? 0 : change > 1 ? 1 : change;
    }
  OMP(PARALLEL_FOR map(tofrom: image[0:rows*cols]) map(to: c[0:rows*cols], up[0:rows], right[0:cols]))
  for (int i = 0; i < rows; i++) {
    int above =
        up[i];
    for (int j = 0; j < cols; j++)
      image[i*cols+j] += 0.25f *
                         (c[above*cols+j] +
                          c[i*cols+j]);
  }
}

static void lud(int n, int i, float *a) {
  OMP(PARALLEL_FOR map(tofrom: a[0:n*n]))
  for (int j = i; j < n; j++)
    for (int k = 0; k < i; k++)
      a[i*n+j] -=
          a[i*n+k] *
          a[k*n+j];
  OMP(PARALLEL_FOR map(tofrom: a[0:n*n]))
  for (int j = i + 1; j < n; j++) {
    for (int k = 0; k < i; k++)
      a[j*n+i] -=
          a[j*n+k] *
          a[k*n+i];
    a[j*n+i] /=
        a[i*n+i];
  }
}

static void sparse(int n, int entries, int *row, int *column, double *value, double *x, double *y) {
  OMP(PARALLEL_FOR map(to: row[0:n+1], column[0:entries], value[0:entries], x[0:n]) map(from: y[0:n]))
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i+1]; k++)
      sum += value[k] *
             x[column[k]];
    y[i] = sum;
  }
}

static void gather(int n, int *index, double *x, double *y) {
  OMP(PARALLEL_FOR map(to: index[0:n], x[0:n]) map(from: y[0:n]))
  for (int i = 0; i < n; i++)
    y[i] =
        x[
            index[i]];
}

struct pair {
  double x, y;
};
static void structures(int n, struct pair *p) {
  OMP(PARALLEL_FOR map(tofrom: p[0:n]))
  for (int i = 0; i < n; i++)
    p[i].y =
        p[i].x;
}

static void backwards(int n, double *x, double *y) {
  OMP(PARALLEL_FOR map(to: x[0:2*n]) map(from: y[0:n]))
  for (int i = 0; i < n; i++)
    y[n-1-i] =
        x[2*i];
}

static void downwards(unsigned n, double *x) {
  OMP(PARALLEL_FOR map(tofrom: x[0:n]))
  for (unsigned i = n; i > 0; i--)
    x[i-1] += 1;
}

static void chunks_of_eight(int n, double *x) {
  OMP(PARALLEL_FOR schedule(static, 8) map(tofrom: x[0:n]))
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

static void transpose(int n, double *x, double *y) {
  OMP(PARALLEL_FOR collapse(3) map(to: x[0:n*n*n]) map(from: y[0:n*n*n]))
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        y[i*n*n+j*n+k] =
            x[k*n*n+j*n+i];
}

#pragma omp declare target
__attribute__((noinline)) static double third(const double *p, int i) {
  return p[i*3];
}
#pragma omp end declare target
static void function(int n, double *x, double *y) {
  OMP(PARALLEL_FOR map(to: x[0:3*n]) map(from: y[0:n]))
  for (int i = 0; i < n; i++)
    y[i] = third(x, i);
}

static double reduction(int n, double *y) {
  double sum = 0;
  OMP(PARALLEL_FOR reduction(+: sum) map(to: y[0:n]) map(tofrom: sum))
  for (int i = 0; i < n; i++)
    sum += y[i];
  return sum;
}

static void clauses(int n, int t, double *x) {
  OMP(target teams distribute parallel for num_threads(64) num_teams(128) map(tofrom: x[0:n]))
  for (int i = 0; i < n; i++)
    x[i] += 1;
  OMP(PARALLEL_FOR thread_limit(t) map(tofrom: x[0:n]))
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

static void every_fourth(int n, double *x) {
  OMP(PARALLEL_FOR map(tofrom: x[0:4*n]))
  for (int i = 0; i < 4 * n; i += 4)
    x[i] += 1;
}

static void teams_and_threads(int n, double *a, double *x) {
  OMP(target teams distribute map(tofrom: a[0:n*n]) map(to: x[0:n]))
  for (int i = 0; i < n; i++) {
    double factor = x[i];
    OMP(parallel for)
    for (int j = 0; j < n; j++)
      a[i*n+j] *= factor;
  }
}

static void one_parallel_region(int n, double *x) {
  OMP(target parallel for map(tofrom: x[0:n]))
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

static void masked(int n, double *x, double *y) {
  OMP(PARALLEL_FOR map(to: x[0:n]) map(from: y[0:n]))
  for (int i = 0; i < n; i++)
    y[i] = x[i & 63] +
           x[i ^ 1];
}

/* Which element is chosen by a condition that differs from lane to lane. */
static void chosen(int n, int limit, double *x, double *y) {
  OMP(PARALLEL_FOR map(to: x[0:2*n]) map(from: y[0:n]))
  for (int i = 0; i < n; i++) {
    int at = i;
    if (x[i] > limit)
      at += n;
    y[i] =
        x[at];
  }
}

/* Lanes leave the inner loop in different iterations. */
static void searched(int n, double *x, double *y) {
  OMP(PARALLEL_FOR map(to: x[0:n*n]) map(from: y[0:n]))
  for (int i = 0; i < n; i++) {
    int k = 0;
    for (int t = 0; t < 2; t++) {
      while (
          x[i*n+k] > t)
        k++;
      y[k] = t;
    }
  }
}

#ifdef WITHOUT_CLAIM
/* Kernels whose accesses are not run: what the host's run time does with them has nothing to do with lanes. */
void dynamic(int n, double *x) {
  OMP(PARALLEL_FOR schedule(dynamic) map(tofrom: x[0:n]))
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
void blocks(int n, double *x) {
  OMP(PARALLEL_FOR schedule(static) map(tofrom: x[0:n]))
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
void serial(int n, double *x) {
  OMP(target map(tofrom: x[0:n]))
  for (int i = 0; i < n; i++)
    x[i] += 1;
}
extern double elsewhere(double *);
#pragma omp declare target(elsewhere)
void unseen(int n, double *x) {
  OMP(PARALLEL_FOR map(tofrom: x[0:n]))
  for (int i = 0; i < n; i++)
    x[i] = elsewhere(x);
}
int mapped_size;
#pragma omp declare target(mapped_size)
void size_in_memory(int n, double *x) {
  OMP(PARALLEL_FOR map(tofrom: x[0:n*n]))
  for (int i = 0; i < n; i++)
    x[i * mapped_size] += 1;
}
#endif

int main(void) {
  enum { N = 96, M = 100, P = 97 };
  double *a = calloc(N * N * N, 8), *b = calloc(N * N * N, 8), *c = calloc(N * N * N, 8);
  double *x = calloc(8 * N, 8), *y = calloc(8 * N, 8), *z = calloc(8 * N, 8);
  float *f = calloc(N * N, 4), *g = calloc(N * N, 4), *h = calloc(N * N, 4);
  static int up[N], right[N], row[N + 1];
  int *column = calloc(8 * N, 4);
  for (int i = 0; i < N; i++) {
    up[i] = i ? i - 1 : 0;
    right[i] = i < N - 1 ? i + 1 : i;
    row[i] = 8 * i;
    x[i] = i * 7 % 3;
  }
  row[N] = 8 * N;
  for (int i = 0; i < 8 * N; i++)
    column[i] = i * 37 % N;
  gemm(N, M, P, 1, 1, a, b, c);
  two_matrices_by_rows(N, a, b, c);
  rows_of_variable_length(N, M, (void *)a, (void *)b, (void *)c);
  syrk(N, M, 1, a, c);
  syr2k(N, M, 1, a, b, c);
  syrk_of_constant_size(1);
  mean(N, M, a, b);
  covariance(N, M, a, b);
  correlation(N, M, a, b, c);
  atax(N, M, a, x, y, z);
  gesummv(N, 1, 1, a, b, x, y);
  fdtd(N, M, a, b, c);
  srad(N, N, f, g, h, up, right);
  lud(N, N / 2, f);
  sparse(N, 8 * N, row, column, a, x, y);
  gather(N, column, x, y);
  structures(N, (void *)a);
  backwards(N, x, y);
  downwards(N, x);
  chunks_of_eight(8 * N, a);
  transpose(N / 2, a, b);
  function(N, a, b);
  reduction(N, a);
  clauses(N, 64, a);
  every_fourth(N, a);
  teams_and_threads(N, a, x);
  one_parallel_region(N, a);
  masked(N, x, y);
  chosen(N, 1, x, y);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i*N+j] = j < i % 5 ? 2 : 0;
  searched(N, a, y);
}
