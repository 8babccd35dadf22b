/* FILE: test/corpus/mlp.c
 * WHAT: training of a multilayer perceptron by gradient descent: forward and backward regions for each layer, a loss for each epoch.
 * USE:  mlp N STEPS   N: samples, STEPS: epochs
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int in, out;
  float *weight, *bias;         /* out x in, out */
  float *output, *delta;        /* batch x out */
  float *weight_grad, *bias_grad;
} layer;

static layer new_layer(int in, int out, int batch, unsigned seed) {
  layer l = {in, out, malloc(sizeof(float) * in * out), calloc(out, sizeof(float)), calloc(batch * out, sizeof(float)),
             calloc(batch * out, sizeof(float)), calloc(in * out, sizeof(float)), calloc(out, sizeof(float))};
  for (int i = 0; i < in * out; i++) {
    seed = seed * 1664525u + 1013904223u;
    l.weight[i] = ((float)(seed >> 8) / 16777216.0f - 0.5f) * sqrtf(4.0f / in);
  }
  return l;
}

static void forward(layer *l, const float *input, int batch) {
  const int in = l->in, out = l->out;
#pragma omp target teams distribute parallel for collapse(2) map(to : input[0 : batch * in])                         \
    map(to : l->weight[0 : in * out], l->bias[0 : out]) map(from : l->output[0 : batch * out])
  for (int b = 0; b < batch; b++)
    for (int o = 0; o < out; o++) {
      float sum = l->bias[o];
      for (int i = 0; i < in; i++)
        sum += l->weight[o * in + i] * input[b * in + i];
      l->output[b * out + o] = tanhf(sum);
    }
}

static float loss(layer *l, const float *target, int batch) {
  const int count = batch * l->out;
  float *output = l->output, *delta = l->delta;
  float sum = 0.0f;
#pragma omp target map(to : output[0 : count], target[0 : count]) map(from : delta[0 : count]) map(tofrom : sum)
  {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < count; i++) {
      const float d = output[i] - target[i];
      sum += 0.5f * d * d;
    }
#pragma omp parallel for
    for (int i = 0; i < count; i++)
      delta[i] = (output[i] - target[i]) * (1.0f - output[i] * output[i]);
  }
  return sum / count;
}

/* Gradients of a layer, and the errors of the layer below unless BELOW is NULL. */
static void backward(layer *l, const float *input, layer *below, int batch) {
  const int in = l->in, out = l->out;
  const float *delta = l->delta, *weight = l->weight;
  float *weight_grad = l->weight_grad, *bias_grad = l->bias_grad;
#pragma omp target map(to : delta[0 : batch * out], input[0 : batch * in])                                           \
    map(from : weight_grad[0 : in * out], bias_grad[0 : out])
  {
#pragma omp parallel for
    for (int o = 0; o < out; o++)
      for (int i = 0; i < in; i++) {
        float sum = 0.0f;
        for (int b = 0; b < batch; b++)
          sum += delta[b * out + o] * input[b * in + i];
        weight_grad[o * in + i] = sum / batch;
      }
#pragma omp parallel for
    for (int o = 0; o < out; o++) {
      float sum = 0.0f;
      for (int b = 0; b < batch; b++)
        sum += delta[b * out + o];
      bias_grad[o] = sum / batch;
    }
  }
  if (!below)
    return;
  float *error = below->delta;
#pragma omp target teams distribute parallel for map(to : delta[0 : batch * out], weight[0 : in * out])              \
    map(to : input[0 : batch * in]) map(from : error[0 : batch * in])
  for (int b = 0; b < batch; b++)
    for (int i = 0; i < in; i++) {
      float sum = 0.0f;
      for (int o = 0; o < out; o++)
        sum += weight[o * in + i] * delta[b * out + o];
      error[b * in + i] = sum * (1.0f - input[b * in + i] * input[b * in + i]);
    }
}

static void descend(layer *l, float rate) {
  const int in = l->in, out = l->out;
#pragma omp target map(tofrom : l->weight[0 : in * out], l->bias[0 : out])                                           \
    map(to : l->weight_grad[0 : in * out], l->bias_grad[0 : out])
  {
#pragma omp parallel for simd
    for (int i = 0; i < in * out; i++)
      l->weight[i] -= rate * l->weight_grad[i];
#pragma omp parallel for simd
    for (int i = 0; i < out; i++)
      l->bias[i] -= rate * l->bias_grad[i];
  }
}

static float train(layer *hidden, layer *final, const float *x, const float *y, int batch, int epochs) {
  float error = 0.0f;
  for (int epoch = 0; epoch < epochs; epoch++) {
    forward(hidden, x, batch);
    forward(final, hidden->output, batch);
    error = loss(final, y, batch);
    backward(final, hidden->output, hidden, batch);
    backward(hidden, x, NULL, batch);
    descend(final, 0.3f);
    descend(hidden, 0.3f);
  }
  return error;
}

/* One layer after the other on the host, in double. */
static double train_serial(int in, int mid, int out, const float *x, const float *y, int batch, int epochs) {
  layer h = new_layer(in, mid, batch, 1), f = new_layer(mid, out, batch, 2);
  double error = 0.0;
  for (int epoch = 0; epoch < epochs; epoch++) {
    layer *layers[] = {&h, &f};
    const float *inputs[] = {x, h.output};
    for (int k = 0; k < 2; k++)
      for (int b = 0; b < batch; b++)
        for (int o = 0; o < layers[k]->out; o++) {
          double sum = layers[k]->bias[o];
          for (int i = 0; i < layers[k]->in; i++)
            sum += layers[k]->weight[o * layers[k]->in + i] * inputs[k][b * layers[k]->in + i];
          layers[k]->output[b * layers[k]->out + o] = (float)tanh(sum);
        }
    error = 0.0;
    for (int i = 0; i < batch * out; i++) {
      const double d = f.output[i] - y[i];
      error += 0.5 * d * d / (batch * out);
      f.delta[i] = (float)(d * (1.0 - f.output[i] * f.output[i]));
    }
    for (int b = 0; b < batch; b++)
      for (int i = 0; i < mid; i++) {
        double sum = 0.0;
        for (int o = 0; o < out; o++)
          sum += f.weight[o * mid + i] * f.delta[b * out + o];
        h.delta[b * mid + i] = (float)(sum * (1.0 - h.output[b * mid + i] * h.output[b * mid + i]));
      }
    for (int k = 0; k < 2; k++)
      for (int o = 0; o < layers[k]->out; o++)
        for (int b = 0; b < batch; b++) {
          const float step = 0.3f * layers[k]->delta[b * layers[k]->out + o] / batch;
          layers[k]->bias[o] -= step;
          for (int i = 0; i < layers[k]->in; i++)
            layers[k]->weight[o * layers[k]->in + i] -= step * inputs[k][b * layers[k]->in + i];
        }
  }
  return error;
}

int main(int argc, char **argv) {
  const int batch = argc > 1 ? atoi(argv[1]) : 64, epochs = argc > 2 ? atoi(argv[2]) : 5;
  const int in = 12, mid = 24, out = 3;
  float *x = malloc(sizeof(float) * batch * in), *y = malloc(sizeof(float) * batch * out);
  for (int i = 0; i < batch * in; i++)
    x[i] = sinf(0.7f * i);
  for (int i = 0; i < batch * out; i++)
    y[i] = 0.8f * cosf(0.3f * i);
  layer hidden = new_layer(in, mid, batch, 1), final = new_layer(mid, out, batch, 2);
  const double error = train(&hidden, &final, x, y, batch, epochs);
  const double expected = train_serial(in, mid, out, x, y, batch, epochs);
  double sum = 0.0;
  for (int i = 0; i < in * mid; i++)
    sum += fabs(hidden.weight[i]);
  const int ok = fabs(error - expected) < 1e-4 * expected;
  printf("mlp: checksum %.4e, loss %.4e: %s\n", sum, error, ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
