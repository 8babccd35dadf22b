/* Nine idioms in the dialects of C and C++: reductions of structures, sections and logical values, places of maxima, stencils, sums of
   several loops of a row, reductions of a team, bytes, atomic captures.
   RUN: rm -rf %t && mkdir %t && cd %t
   RUN: %clang %host_offload -std=gnu89 -O1 %s -o plain && %run ./plain > plain.txt
   RUN: %cleave_cc %host_offload -std=gnu89 -O1 -Wall -Wextra -Werror %s -o program
   RUN: %run4 ./program | diff plain.txt -
   RUN: bash -c 'for std in c89 c17 c23; do %cleave_cc %host_offload --offload-host-only -std=$std -Wall -Wextra -Werror -O0 -c %s -o file.o || exit 1; done'
   RUN: bash -c 'for std in c++11 c++17 c++23; do %cleave_cxx %host_offload --offload-host-only -x c++ -std=$std -Wall -Wextra -Werror -O0 -c %s -o file.o || exit 1; done'
*/
#include <stdio.h>
#include <stdlib.h>
enum { N = 48, M = 600 };
struct vec { double x, y; };
typedef struct { float re, im; } pair;
static struct vec pos[M], vel[M];
static pair spec[M];
static unsigned char pix[M], out[M];
static int hist[16], row[M + 1], key[M], best[N];
static double img[N][N], res[N][N], sum[N];
static long big[M];
#pragma omp declare reduction(vadd : struct vec : omp_out.x += omp_in.x, omp_out.y += omp_in.y) initializer(omp_priv = {0, 0})

static struct vec centre(int n) {
  struct vec c = {0, 0};
  int i;
#pragma omp target map(to : pos) map(tofrom : c, vel)
  {
#pragma omp parallel for
    for (i = 0; i < n; i++) {
      vel[i].x = pos[i].y;
      vel[i].y = -pos[i].x;
    }
#pragma omp parallel for reduction(vadd : c)
    for (i = 0; i < n; i++) {
      c.x += vel[i].x;
      c.y += vel[i].y;
    }
  }
  return c;
}

static int logic(int n) {
  int i, all = 1, any = 0, x = 0, o = 0;
  int a = -1, mn = 1000;
  long p = 1;
#pragma omp target teams distribute parallel for map(to : key) reduction(&& : all) reduction(|| : any) reduction(^ : x) reduction(| : o) reduction(& : a) reduction(min : mn) reduction(* : p)
  for (i = 0; i < n; i++) {
    all = all && key[i] >= 0;
    any = any || key[i] == 7;
    x ^= key[i];
    o |= key[i];
    a &= key[i] | 64;
    if (key[i] < mn)
      mn = key[i];
    p *= (key[i] & 1) ? -1 : 1;
  }
  return all + 2 * any + 4 * x + o + a + mn + (int)p;
}

static void sections(int n, int *h) {
  int i;
#pragma omp target teams distribute parallel for map(to : key) map(tofrom : h[0 : 16]) reduction(+ : h[0 : 16])
  for (i = 0; i < n; i++)
    h[key[i] & 15]++;
}

static void argmax(int n) {
  int i, j;
#pragma omp target teams distribute parallel for private(j) map(to : img) map(from : best)
  for (i = 0; i < n; i++) {
    double m = -1e30;
    int at = -1;
    for (j = 0; j < n; j++)
      if (img[i][j] > m) {
        m = img[i][j];
        at = j;
      }
    best[i] = at;
  }
}

static void blur(int n) {
  int i, j, k, l;
#pragma omp target teams distribute parallel for collapse(2) private(k, l) map(to : img) map(tofrom : res)
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++) {
      double s = 0;
      for (k = -1; k <= 1; k++)
        for (l = -1; l <= 1; l++)
          s += img[i + k][j + l];
      res[i][j] = s / 9;
    }
}

static void fused(int n) {
  int i, k;
#pragma omp target teams distribute parallel for private(k) map(to : row, pos) map(tofrom : big, spec)
  for (i = 0; i < n; i++) {
    long s = 0;
    float re = 0, im = 0;
    for (k = row[i]; k < row[i + 1]; k++)
      s += (long)pos[k].x;
    for (k = row[i]; k < row[i + 1]; k++) {
      re += (float)pos[k].x;
      im -= (float)pos[k].y;
    }
    big[i] = s;
    spec[i].re = re;
    spec[i].im = im;
  }
}

static void teams(int n) {
  int i;
#pragma omp target teams distribute map(to : img) map(from : sum)
  for (i = 0; i < n; i++) {
    double s = 0;
    int j;
#pragma omp parallel for reduction(+ : s)
    for (j = 0; j < n; j++)
      s += img[i][j];
    sum[i] = s;
  }
}

static void bytes(int n, unsigned char t) {
  int i;
#pragma omp target map(to : pix) map(from : out)
  {
#pragma omp parallel for
    for (i = 0; i < n; i++)
      out[i] = (unsigned char)(pix[i] > t ? pix[i] - t : 0);
#pragma omp parallel for
    for (i = 0; i < n; i++)
      out[i] = (unsigned char)(out[i] * 2 + 1);
  }
}

static long captured(int n) {
  int i, k = 0, old;
#pragma omp target map(tofrom : big, k) private(old)
  {
#pragma omp parallel for private(old)
    for (i = 0; i < n; i++)
      if (key[i] % 5 == 0) {
#pragma omp atomic capture
        old = k++;
        big[old] = 1;
      }
#pragma omp parallel for
    for (i = 0; i < n; i++) {
#pragma omp atomic update
      big[i & 7] |= key[i];
    }
  }
  return k;
}

int main(void) {
  int i, j, l;
  long k;
  double h = 0;
  struct vec c;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      img[i][j] = (i * 31 + j * 17) % 23;
  for (i = 0; i < M; i++) {
    pos[i].x = i % 9;
    pos[i].y = i % 4;
    pix[i] = (unsigned char)(i * 7);
    key[i] = i * 7919 % 101;
    row[i + 1] = i < 100 ? row[i] + i % 7 : row[i];
  }
  c = centre(M);
  l = logic(M);
  sections(M, hist);
  argmax(N);
  blur(N);
  fused(M - 1);
  teams(N);
  bytes(M, 9);
  k = captured(M);
  for (i = 0; i < N; i++)
    h = h * 0.9 + best[i] + sum[i] + res[i][i];
  for (i = 0; i < M; i++)
    h = h * 0.99 + (double)big[i] + (double)spec[i].re - (double)spec[i].im + out[i];
  for (i = 0; i < 16; i++)
    h += hist[i] * i;
  printf("%.9g %.9g %d %ld %.9g\n", c.x, c.y, l, k, h);
  return 0;
}
