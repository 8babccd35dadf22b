/* FILE: test/corpus/canny.c
 * WHAT: edges in a sequence of images: blur, gradients, thinning, thresholds with hysteresis, a histogram.
 * USE:  canny N STEPS   N: rows, STEPS: images
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char pixel;
#define BINS 16

static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }

static void paint(int h, int w, pixel image[h][w], int frame) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const int dx = x - w / 2 - 3 * frame, dy = y - h / 2;
      image[y][x] = dx * dx + dy * dy < h * h / 16 ? 200 : (pixel)(40 + (x * 7 + y * 13) % 16);
    }
}

/* A separable filter: rows, then columns. */
static void blur(int h, int w, const pixel in[h][w], float tmp[h][w], float out[h][w]) {
  static const float kernel[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
#pragma omp target map(to : in[0 : h][0 : w], kernel) map(from : out[0 : h][0 : w]) map(alloc : tmp[0 : h][0 : w])
  {
#pragma omp parallel for collapse(2)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        float sum = 0.0f;
        for (int k = -2; k <= 2; k++)
          sum += kernel[k + 2] * in[y][clamp(x + k, 0, w - 1)];
        tmp[y][x] = sum;
      }
#pragma omp parallel for collapse(2)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        float sum = 0.0f;
        for (int k = -2; k <= 2; k++)
          sum += kernel[k + 2] * tmp[clamp(y + k, 0, h - 1)][x];
        out[y][x] = sum;
      }
  }
}

static void gradients(int h, int w, const float in[h][w], float magnitude[h][w], int direction[h][w]) {
#pragma omp target teams distribute parallel for collapse(2) map(to : in[0 : h][0 : w])                              \
    map(from : magnitude[0 : h][0 : w], direction[0 : h][0 : w])
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      const int up = clamp(y - 1, 0, h - 1), down = clamp(y + 1, 0, h - 1);
      const int left = clamp(x - 1, 0, w - 1), right = clamp(x + 1, 0, w - 1);
      const float gx = in[up][right] + 2.0f * in[y][right] + in[down][right] - in[up][left] - 2.0f * in[y][left] -
                       in[down][left];
      const float gy = in[down][left] + 2.0f * in[down][x] + in[down][right] - in[up][left] - 2.0f * in[up][x] -
                       in[up][right];
      magnitude[y][x] = fabsf(gx) + fabsf(gy);
      direction[y][x] = fabsf(gx) > 2.0f * fabsf(gy) ? 0 : fabsf(gy) > 2.0f * fabsf(gx) ? 1 : gx * gy > 0.0f ? 2 : 3;
    }
}

/* Thinning, strong and weak edges, and growth of strong edges for as long as there are changes. */
static int edges(int h, int w, float magnitude[h][w], int direction[h][w], pixel edge[h][w], float low, float high) {
  int changed, rounds = 0;
#pragma omp target map(to : magnitude[0 : h][0 : w], direction[0 : h][0 : w]) map(from : edge[0 : h][0 : w])         \
    map(tofrom : rounds) map(alloc : changed)
  {
#pragma omp parallel for
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const int dy[4] = {0, 1, 1, 1}, dx[4] = {1, 0, 1, -1};
        const int d = direction[y][x];
        const float here = magnitude[y][x];
        const float a = magnitude[clamp(y + dy[d], 0, h - 1)][clamp(x + dx[d], 0, w - 1)];
        const float b = magnitude[clamp(y - dy[d], 0, h - 1)][clamp(x - dx[d], 0, w - 1)];
        edge[y][x] = here < a || here < b || here < low ? 0 : here < high ? 1 : 2;
      }
    do {
      changed = 0;
#pragma omp parallel for reduction(+ : changed)
      for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
          int strong = 0;
          for (int k = 0; k < 9; k++)
            strong |= edge[y + k / 3 - 1][x + k % 3 - 1] == 2;
          if (edge[y][x] == 1 && strong) {
            edge[y][x] = 3;
            changed++;
          }
        }
#pragma omp parallel for
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          if (edge[y][x] == 3)
            edge[y][x] = 2;
      rounds++;
    } while (changed > 0);
  }
  return rounds;
}

static void histogram(int h, int w, float magnitude[h][w], int *bins) {
#pragma omp target map(to : magnitude[0 : h][0 : w]) map(tofrom : bins[0 : BINS])
  {
    int local[BINS] = {0};
#pragma omp parallel for collapse(2)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const int bin = clamp((int)(magnitude[y][x] / 64.0f), 0, BINS - 1);
#pragma omp atomic
        local[bin]++;
      }
#pragma omp parallel for
    for (int i = 0; i < BINS; i++)
      bins[i] += local[i];
  }
}

int main(int argc, char **argv) {
  const int h = argc > 1 ? atoi(argv[1]) : 48, w = h + 16, frames = argc > 2 ? atoi(argv[2]) : 2;
  pixel(*image)[w] = malloc(sizeof(pixel[h][w])), (*edge)[w] = malloc(sizeof(pixel[h][w]));
  float(*tmp)[w] = malloc(sizeof(float[h][w])), (*smooth)[w] = malloc(sizeof(float[h][w]));
  float(*magnitude)[w] = malloc(sizeof(float[h][w]));
  int(*direction)[w] = malloc(sizeof(int[h][w])), bins[BINS] = {0}, expected[BINS] = {0}, wrong = 0;
  long strong = 0, rounds = 0;
  for (int frame = 0; frame < frames; frame++) {
    paint(h, w, image, frame);
    blur(h, w, image, tmp, smooth);
    gradients(h, w, smooth, magnitude, direction);
    histogram(h, w, magnitude, bins);
    rounds += edges(h, w, magnitude, direction, edge, 120.0f, 300.0f);
    /* On the host: the blurred image and its histogram; no weak edge next to a strong one. */
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        static const float kernel[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
        float sum = 0.0f;
        for (int k = 0; k < 25; k++)
          sum += kernel[k / 5] * kernel[k % 5] * image[clamp(y + k / 5 - 2, 0, h - 1)][clamp(x + k % 5 - 2, 0, w - 1)];
        wrong += fabsf(sum - smooth[y][x]) > 0.01f;
        expected[clamp((int)(magnitude[y][x] / 64.0f), 0, BINS - 1)]++;
        for (int k = 0; k < 9 && edge[y][x] == 1 && y && x && y < h - 1 && x < w - 1; k++)
          wrong += edge[y + k / 3 - 1][x + k % 3 - 1] == 2;
        strong += edge[y][x] == 2;
      }
  }
  for (int i = 0; i < BINS; i++)
    wrong += bins[i] != expected[i];
  const int ok = !wrong && strong > 0;
  printf("canny: checksum %ld: %s\n", strong, ok ? "ok" : "WRONG");
  (void)rounds;
  return ok ? 0 : 1;
}
