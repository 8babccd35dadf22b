/* FILE: test/corpus/transformer.c
 * WHAT: one block of a transformer for inference: layer normalization, attention with softmax, a feed-forward network.
 * USE:  transformer N STEPS   N: tokens, STEPS: blocks
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 16, HIDDEN = 32 };

typedef struct {
  float *gain, *shift;      /* of the normalization */
  float *wq, *wk, *wv, *wo; /* WIDTH x WIDTH */
  float *w1, *w2;           /* HIDDEN x WIDTH, WIDTH x HIDDEN */
} weights;

static float *filled(int count, float scale, int seed) {
  float *a = malloc(sizeof(float) * count);
  for (int i = 0; i < count; i++)
    a[i] = scale * sinf(0.37f * i + seed);
  return a;
}

static void matmul(float *out, const float *x, const float *w, int tokens, int in, int width) {
#pragma omp target teams distribute parallel for collapse(2) map(from : out[0 : tokens * width])                     \
    map(to : x[0 : tokens * in], w[0 : width * in])
  for (int t = 0; t < tokens; t++)
    for (int o = 0; o < width; o++) {
      float sum = 0.0f;
      for (int i = 0; i < in; i++)
        sum += x[t * in + i] * w[o * in + i];
      out[t * width + o] = sum;
    }
}

/* A team for each row: mean, variance, and the normalized row. */
static void layer_norm(float *out, const float *x, const float *gain, const float *shift, int tokens) {
#pragma omp target teams distribute map(from : out[0 : tokens * WIDTH]) map(to : x[0 : tokens * WIDTH])              \
    map(to : gain[0 : WIDTH], shift[0 : WIDTH])
  for (int t = 0; t < tokens; t++) {
    float mean = 0.0f, variance = 0.0f;
#pragma omp parallel for reduction(+ : mean)
    for (int i = 0; i < WIDTH; i++)
      mean += x[t * WIDTH + i];
    mean /= WIDTH;
#pragma omp parallel for reduction(+ : variance)
    for (int i = 0; i < WIDTH; i++)
      variance += (x[t * WIDTH + i] - mean) * (x[t * WIDTH + i] - mean);
    const float scale = 1.0f / sqrtf(variance / WIDTH + 1e-5f);
#pragma omp parallel for
    for (int i = 0; i < WIDTH; i++)
      out[t * WIDTH + i] = gain[i] * (x[t * WIDTH + i] - mean) * scale + shift[i];
  }
}

/* Scores, softmax by rows, and the weighted values. */
static void attention(float *out, const float *q, const float *k, const float *v, float *score, int tokens) {
  const int size = tokens * WIDTH;
  const float scale = 1.0f / sqrtf(WIDTH);
#pragma omp target map(from : out[0 : size]) map(to : q[0 : size], k[0 : size], v[0 : size])                         \
    map(alloc : score[0 : tokens * tokens])
  {
#pragma omp parallel for collapse(2)
    for (int a = 0; a < tokens; a++)
      for (int b = 0; b < tokens; b++) {
        float sum = 0.0f;
        for (int i = 0; i < WIDTH; i++)
          sum += q[a * WIDTH + i] * k[b * WIDTH + i];
        score[a * tokens + b] = sum * scale;
      }
#pragma omp parallel for
    for (int a = 0; a < tokens; a++) {
      float largest = score[a * tokens], sum = 0.0f;
      for (int b = 1; b < tokens; b++)
        largest = fmaxf(largest, score[a * tokens + b]);
      for (int b = 0; b < tokens; b++) {
        score[a * tokens + b] = expf(score[a * tokens + b] - largest);
        sum += score[a * tokens + b];
      }
      for (int b = 0; b < tokens; b++)
        score[a * tokens + b] /= sum;
    }
#pragma omp parallel for collapse(2)
    for (int a = 0; a < tokens; a++)
      for (int i = 0; i < WIDTH; i++) {
        float sum = 0.0f;
        for (int b = 0; b < tokens; b++)
          sum += score[a * tokens + b] * v[b * WIDTH + i];
        out[a * WIDTH + i] = sum;
      }
  }
}

static void add(float *x, const float *y, int count) {
#pragma omp target teams distribute parallel for simd map(tofrom : x[0 : count]) map(to : y[0 : count])
  for (int i = 0; i < count; i++)
    x[i] += y[i];
}

static void gelu(float *x, int count) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : count])
  for (int i = 0; i < count; i++)
    x[i] = 0.5f * x[i] * (1.0f + tanhf(0.7978845f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
}

static void block(float *x, const weights *w, float *scratch, float *hidden, float *score, int tokens) {
  const int size = tokens * WIDTH;
  float *normed = scratch, *q = scratch + size, *k = scratch + 2 * size, *v = scratch + 3 * size;
  layer_norm(normed, x, w->gain, w->shift, tokens);
  matmul(q, normed, w->wq, tokens, WIDTH, WIDTH);
  matmul(k, normed, w->wk, tokens, WIDTH, WIDTH);
  matmul(v, normed, w->wv, tokens, WIDTH, WIDTH);
  attention(normed, q, k, v, score, tokens);
  matmul(q, normed, w->wo, tokens, WIDTH, WIDTH);
  add(x, q, size);
  layer_norm(normed, x, w->gain, w->shift, tokens);
  matmul(hidden, normed, w->w1, tokens, WIDTH, HIDDEN);
  gelu(hidden, tokens * HIDDEN);
  matmul(q, hidden, w->w2, tokens, HIDDEN, WIDTH);
  add(x, q, size);
}

static void product(double *out, const double *x, const float *w, int in, int width) {
  for (int o = 0; o < width; o++) {
    out[o] = 0.0;
    for (int i = 0; i < in; i++)
      out[o] += x[i] * w[o * in + i];
  }
}

static void norm_serial(double *out, const double *x, const weights *w) {
  double mean = 0.0, variance = 0.0;
  for (int i = 0; i < WIDTH; i++)
    mean += x[i] / WIDTH;
  for (int i = 0; i < WIDTH; i++)
    variance += (x[i] - mean) * (x[i] - mean) / WIDTH;
  for (int i = 0; i < WIDTH; i++)
    out[i] = w->gain[i] * (x[i] - mean) / sqrt(variance + 1e-5) + w->shift[i];
}

static void block_serial(double *x, const weights *w, int tokens) {
  double(*q)[WIDTH] = malloc(sizeof *q * tokens), (*k)[WIDTH] = malloc(sizeof *k * tokens);
  double(*v)[WIDTH] = malloc(sizeof *v * tokens), *score = malloc(sizeof(double) * tokens);
  double row[WIDTH], other[WIDTH], hidden[HIDDEN];
  for (int t = 0; t < tokens; t++) {
    norm_serial(row, x + t * WIDTH, w);
    product(q[t], row, w->wq, WIDTH, WIDTH);
    product(k[t], row, w->wk, WIDTH, WIDTH);
    product(v[t], row, w->wv, WIDTH, WIDTH);
  }
  for (int a = 0; a < tokens; a++) {
    double sum = 0.0;
    memset(row, 0, sizeof row);
    for (int b = 0; b < tokens; b++) {
      score[b] = 0.0;
      for (int i = 0; i < WIDTH; i++)
        score[b] += q[a][i] * k[b][i] / sqrt(WIDTH);
      sum += score[b] = exp(score[b]);
      for (int i = 0; i < WIDTH; i++)
        row[i] += score[b] * v[b][i];
    }
    for (int i = 0; i < WIDTH; i++)
      row[i] /= sum;
    product(other, row, w->wo, WIDTH, WIDTH);
    for (int i = 0; i < WIDTH; i++)
      x[a * WIDTH + i] += other[i];
    norm_serial(row, x + a * WIDTH, w);
    product(hidden, row, w->w1, WIDTH, HIDDEN);
    for (int i = 0; i < HIDDEN; i++)
      hidden[i] *= 0.5 * (1.0 + tanh(0.7978845 * (hidden[i] + 0.044715 * hidden[i] * hidden[i] * hidden[i])));
    product(other, hidden, w->w2, HIDDEN, WIDTH);
    for (int i = 0; i < WIDTH; i++)
      x[a * WIDTH + i] += other[i];
  }
  free(q), free(k), free(v), free(score);
}

int main(int argc, char **argv) {
  const int tokens = argc > 1 ? atoi(argv[1]) : 24, blocks = argc > 2 ? atoi(argv[2]) : 2, size = tokens * WIDTH;
  const weights w = {filled(WIDTH, 1.0f, 1),          filled(WIDTH, 0.1f, 2),          filled(WIDTH * WIDTH, 0.2f, 3),
                     filled(WIDTH * WIDTH, 0.2f, 4),  filled(WIDTH * WIDTH, 0.2f, 5),  filled(WIDTH * WIDTH, 0.2f, 6),
                     filled(WIDTH * HIDDEN, 0.2f, 7), filled(WIDTH * HIDDEN, 0.2f, 8)};
  float *x = filled(size, 1.0f, 9), *scratch = malloc(sizeof(float) * 4 * size);
  float *hidden = malloc(sizeof(float) * tokens * HIDDEN), *score = malloc(sizeof(float) * tokens * tokens);
  double *expected = malloc(sizeof(double) * size), worst = 0.0, sum = 0.0;
  for (int i = 0; i < size; i++)
    expected[i] = x[i];
  for (int b = 0; b < blocks; b++) {
    block(x, &w, scratch, hidden, score, tokens);
    block_serial(expected, &w, tokens);
  }
  for (int i = 0; i < size; i++) {
    worst = fmax(worst, fabs(x[i] - expected[i]));
    sum += fabsf(x[i]);
  }
  printf("transformer: checksum %.4e: %s\n", sum, worst < 1e-3 ? "ok" : "WRONG");
  return worst < 1e-3 ? 0 : 1;
}
