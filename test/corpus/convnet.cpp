/* FILE: test/corpus/convnet.cpp
 * WHAT: inference of a convolutional network: layers as class templates with a common interface, kernels as lambdas and functors.
 * USE:  convnet N STEPS   N: height and width of an image, STEPS: images
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Shape {
  int channels, height, width;
  int size() const { return channels * height * width; }
};

struct Relu {
  float operator()(float x) const { return x > 0 ? x : 0; }
};
struct Sigmoid {
  float operator()(float x) const { return 1 / (1 + std::exp(-x)); }
};

template <typename F> void activate(float *x, int count, F f) {
#pragma omp target teams distribute parallel for map(tofrom : x[0 : count])
  for (int i = 0; i < count; i++)
    x[i] = f(x[i]);
}

template <int K> class Convolution {
public:
  Convolution(Shape in, int out_channels)
      : in_(in), out_{out_channels, in.height, in.width}, weight_(out_channels * in.channels * K * K), bias_(out_channels) {
    for (std::size_t i = 0; i < weight_.size(); i++)
      weight_[i] = 0.3f * std::sin(0.9f * i + K);
    for (std::size_t i = 0; i < bias_.size(); i++)
      bias_[i] = 0.05f * i;
  }
  Shape output() const { return out_; }
  float weight(int o, int c, int ky, int kx) const { return weight_[((o * in_.channels + c) * K + ky) * K + kx]; }
  float bias(int o) const { return bias_[o]; }

  void forward(const float *x, float *y) const {
    const int in = in_.channels, out = out_.channels, h = in_.height, w = in_.width;
    const float *weight = weight_.data(), *bias = bias_.data();
#pragma omp target teams distribute parallel for collapse(3) map(to : x[0 : in * h * w], bias[0 : out])              \
    map(to : weight[0 : out * in * K * K]) map(from : y[0 : out * h * w])
    for (int o = 0; o < out; o++)
      for (int row = 0; row < h; row++)
        for (int column = 0; column < w; column++) {
          float sum = bias[o];
          for (int c = 0; c < in; c++)
            for (int ky = 0; ky < K; ky++)
              for (int kx = 0; kx < K; kx++) {
                const int yy = row + ky - K / 2, xx = column + kx - K / 2;
                if (yy >= 0 && yy < h && xx >= 0 && xx < w)
                  sum += weight[((o * in + c) * K + ky) * K + kx] * x[(c * h + yy) * w + xx];
              }
          y[(o * h + row) * w + column] = sum;
        }
  }

private:
  Shape in_, out_;
  std::vector<float> weight_, bias_;
};

static void maxpool(const float *x, float *y, Shape s) {
  const int h = s.height / 2, w = s.width / 2, channels = s.channels, size = s.size();
#pragma omp target teams distribute parallel for collapse(3) map(to : x[0 : size]) map(from : y[0 : channels * h * w])
  for (int c = 0; c < channels; c++)
    for (int i = 0; i < h; i++)
      for (int j = 0; j < w; j++) {
        const float *p = x + (c * s.height + 2 * i) * s.width + 2 * j;
        const float a = p[0] > p[1] ? p[0] : p[1], b = p[s.width] > p[s.width + 1] ? p[s.width] : p[s.width + 1];
        y[(c * h + i) * w + j] = a > b ? a : b;
      }
}

/* Normalization over the batch: means and variances of the channels, then the values. */
static void normalize(float *x, float *mean, float *variance, Shape s) {
  const int channels = s.channels, area = s.height * s.width, size = s.size();
#pragma omp target map(tofrom : x[0 : size]) map(from : mean[0 : channels], variance[0 : channels])
  {
#pragma omp parallel for
    for (int c = 0; c < channels; c++) {
      float sum = 0, squares = 0;
      for (int i = 0; i < area; i++) {
        sum += x[c * area + i];
        squares += x[c * area + i] * x[c * area + i];
      }
      mean[c] = sum / area;
      variance[c] = squares / area - mean[c] * mean[c];
    }
#pragma omp parallel for collapse(2)
    for (int c = 0; c < channels; c++)
      for (int i = 0; i < area; i++)
        x[c * area + i] = (x[c * area + i] - mean[c]) / std::sqrt(variance[c] + 1e-5f);
  }
}

/* Scores of the classes and their softmax; the kernel is in a lambda. */
static void classify(const float *x, int count, float *score, int classes) {
  auto weight = [](int k, int i) { return 0.02f * ((k * 31 + i * 17) % 19 - 9); };
  auto kernel = [&]() {
#pragma omp target map(to : x[0 : count]) map(from : score[0 : classes])
    {
      float largest = -1e30f, sum = 0;
#pragma omp parallel for reduction(max : largest)
      for (int k = 0; k < classes; k++) {
        float s = 0;
        for (int i = 0; i < count; i++)
          s += weight(k, i) * x[i];
        score[k] = s;
        largest = s > largest ? s : largest;
      }
#pragma omp parallel for reduction(+ : sum)
      for (int k = 0; k < classes; k++) {
        score[k] = std::exp(score[k] - largest);
        sum += score[k];
      }
#pragma omp parallel for
      for (int k = 0; k < classes; k++)
        score[k] /= sum;
    }
  };
  kernel();
}

template <int K> std::vector<double> convolveSerial(const Convolution<K> &layer, const std::vector<double> &x, Shape s) {
  const Shape out = layer.output();
  std::vector<double> y(out.size());
  for (int o = 0; o < out.channels; o++)
    for (int i = 0; i < s.height; i++)
      for (int j = 0; j < s.width; j++) {
        double sum = layer.bias(o);
        for (int c = 0; c < s.channels; c++)
          for (int a = std::max(0, K / 2 - i); a < std::min(K, s.height + K / 2 - i); a++)
            for (int b = std::max(0, K / 2 - j); b < std::min(K, s.width + K / 2 - j); b++)
              sum += layer.weight(o, c, a, b) * x[(c * s.height + i + a - K / 2) * s.width + j + b - K / 2];
        y[(o * s.height + i) * s.width + j] = sum;
      }
  return y;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 12, images = argc > 2 ? std::atoi(argv[2]) : 2, classes = 10;
  const Shape input{3, n, n}, half{8, n / 2, n / 2};
  const Convolution<3> first(input, 8);
  const Convolution<5> second(half, 6);
  std::vector<float> x(input.size()), a(first.output().size()), b(half.size()), c(second.output().size());
  std::vector<float> mean(8), variance(8), score(classes);
  double worst = 0, total = 0;
  for (int image = 0; image < images; image++) {
    for (std::size_t i = 0; i < x.size(); i++)
      x[i] = std::cos(0.1f * i + image);
    first.forward(x.data(), a.data());
    normalize(a.data(), mean.data(), variance.data(), first.output());
    activate(a.data(), static_cast<int>(a.size()), Relu());
    maxpool(a.data(), b.data(), first.output());
    second.forward(b.data(), c.data());
    activate(c.data(), static_cast<int>(c.size()), Sigmoid());
    classify(c.data(), static_cast<int>(c.size()), score.data(), classes);

    std::vector<double> u = convolveSerial(first, std::vector<double>(x.begin(), x.end()), input), v(half.size());
    for (int k = 0; k < 8; k++) {
      double m = 0, q = 0;
      for (int i = 0; i < n * n; i++)
        m += u[k * n * n + i] / (n * n), q += u[k * n * n + i] * u[k * n * n + i] / (n * n);
      for (int i = 0; i < n * n; i++)
        u[k * n * n + i] = std::max(0.0, (u[k * n * n + i] - m) / std::sqrt(q - m * m + 1e-5));
      for (int i = 0; i < half.height; i++)
        for (int j = 0; j < half.width; j++) {
          const double *p = &u[(k * n + 2 * i) * n + 2 * j];
          v[(k * half.height + i) * half.width + j] = std::max({p[0], p[1], p[n], p[n + 1]});
        }
    }
    std::vector<double> w = convolveSerial(second, v, half), expected(classes);
    double sum = 0;
    for (double &value : w)
      value = 1 / (1 + std::exp(-value));
    for (int k = 0; k < classes; k++) {
      for (std::size_t i = 0; i < w.size(); i++)
        expected[k] += 0.02 * ((k * 31 + static_cast<int>(i) * 17) % 19 - 9) * w[i];
      sum += expected[k] = std::exp(expected[k]);
    }
    for (int k = 0; k < classes; k++) {
      worst = std::max(worst, std::fabs(score[k] - expected[k] / sum));
      total += score[k] * k;
    }
  }
  std::printf("convnet: checksum %.4e: %s\n", total, worst < 1e-3 ? "ok" : "WRONG");
  return worst < 1e-3 ? 0 : 1;
}
