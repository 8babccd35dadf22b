/* FILE: test/corpus/equalize.cpp
 * WHAT: equalization of images with unified shared memory: std::vectors without maps, iterators, a table in the region.
 * USE:  equalize N STEPS   N: height, STEPS: images
 */
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#pragma omp requires unified_shared_memory

constexpr int levels = 64;

struct Image {
  int width, height;
  std::vector<std::uint8_t> pixels;
  Image(int w, int h) : width(w), height(h), pixels(static_cast<std::size_t>(w) * h) {}
  int size() const { return width * height; }
};

static void paint(Image &image, int number) {
  int i = 0;
  for (auto &pixel : image.pixels) {
    const int x = i % image.width, y = i / image.width;
    pixel = static_cast<std::uint8_t>(16 + (x * y / 8 + 5 * number) % (levels - 32));
    i++;
  }
}

/* Histogram, cumulative distribution and the new pixels in one region. */
static void equalize(const Image &in, Image &out, std::vector<int> &histogram, std::vector<int> &cumulative) {
  const int size = in.size();
  const std::uint8_t *source = in.pixels.data();
  std::uint8_t *target = out.pixels.data();
  int *count = histogram.data(), *sums = cumulative.data();
#pragma omp target
  {
#pragma omp parallel for
    for (int k = 0; k < levels; k++)
      count[k] = 0;
#pragma omp parallel for
    for (int i = 0; i < size; i++) {
#pragma omp atomic
      count[source[i]]++;
    }
    int sum = 0;
    for (int k = 0; k < levels; k++) {
      sum += count[k];
      sums[k] = sum;
    }
#pragma omp parallel for
    for (int i = 0; i < size; i++)
      target[i] = static_cast<std::uint8_t>((levels - 1) * static_cast<long>(sums[source[i]]) / size);
  }
}

/* Median of nine by a sorting network in a local array. */
static void median(const Image &in, Image &out) {
  const int w = in.width, h = in.height;
  const std::uint8_t *source = in.pixels.data();
  std::uint8_t *target = out.pixels.data();
#pragma omp target teams distribute parallel for collapse(2)
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      std::uint8_t v[9];
      for (int k = 0; k < 9; k++)
        v[k] = source[(y + k / 3 - 1) * w + x + k % 3 - 1];
      for (int a = 0; a < 5; a++)
        for (int b = a + 1; b < 9; b++)
          if (v[b] < v[a]) {
            const std::uint8_t t = v[a];
            v[a] = v[b];
            v[b] = t;
          }
      target[y * w + x] = v[4];
    }
}

struct Statistics {
  double mean, deviation;
};

static Statistics measure(const Image &image) {
  const auto *begin = image.pixels.data(), *end = begin + image.size();
  double sum = 0, squares = 0;
  const int size = image.size();
#pragma omp target map(tofrom : sum, squares)
  {
#pragma omp parallel for reduction(+ : sum)
    for (const std::uint8_t *p = begin; p < end; ++p)
      sum += *p;
    const double mean = sum / size;
#pragma omp parallel for reduction(+ : squares)
    for (const std::uint8_t *p = begin; p < end; ++p)
      squares += (*p - mean) * (*p - mean);
  }
  return {sum / size, std::sqrt(squares / size)};
}

int main(int argc, char **argv) {
  const int h = argc > 1 ? std::atoi(argv[1]) : 40, w = h + 8, images = argc > 2 ? std::atoi(argv[2]) : 2;
  Image in(w, h), flat(w, h), out(w, h);
  std::vector<int> histogram(levels), cumulative(levels);
  int wrong = 0;
  double total = 0;
  for (int number = 0; number < images; number++) {
    paint(in, number);
    equalize(in, flat, histogram, cumulative);
    std::copy(flat.pixels.begin(), flat.pixels.end(), out.pixels.begin());
    median(flat, out);
    const auto [mean, deviation] = measure(out);

    std::array<long, levels> counts{};
    for (const auto pixel : in.pixels)
      counts[pixel]++;
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
    double sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        auto flatten = [&](int i) { return static_cast<std::uint8_t>((levels - 1) * counts[in.pixels[i]] / in.size()); };
        std::uint8_t expected = flatten(y * w + x);
        wrong += flat.pixels[y * w + x] != expected;
        if (x > 0 && y > 0 && x < w - 1 && y < h - 1) {
          std::array<std::uint8_t, 9> v;
          for (int k = 0; k < 9; k++)
            v[k] = flatten((y + k / 3 - 1) * w + x + k % 3 - 1);
          std::nth_element(v.begin(), v.begin() + 4, v.end());
          expected = v[4];
        }
        wrong += out.pixels[y * w + x] != expected;
        sum += expected;
      }
    wrong += std::fabs(sum / in.size() - mean) > 1e-9;
    total += mean + deviation;
  }
  std::printf("equalize: checksum %.8e: %s\n", total, wrong ? "WRONG" : "ok");
  return wrong ? 1 : 0;
}
