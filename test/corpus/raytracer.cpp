/* FILE: test/corpus/raytracer.cpp
 * WHAT: ray tracing of spheres with classes for vectors, progressive samples, tone mapping; a camera that the host moves.
 * USE:  raytracer N STEPS   N: height of the image, STEPS: frames
 */
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Vec3 {
  float x = 0, y = 0, z = 0;
  Vec3() = default;
  Vec3(float a, float b, float c) : x(a), y(b), z(c) {}
  Vec3 operator+(const Vec3 &o) const { return {x + o.x, y + o.y, z + o.z}; }
  Vec3 operator-(const Vec3 &o) const { return {x - o.x, y - o.y, z - o.z}; }
  Vec3 operator*(float s) const { return {x * s, y * s, z * s}; }
  Vec3 &operator+=(const Vec3 &o) { return *this = *this + o; }
  float dot(const Vec3 &o) const { return x * o.x + y * o.y + z * o.z; }
  Vec3 unit() const { return *this * (1.0f / std::sqrt(dot(*this))); }
};

struct Sphere {
  Vec3 center, color;
  float radius, mirror;
  /* The distance along the ray, or -1. */
  float hit(const Vec3 &origin, const Vec3 &direction) const {
    const Vec3 oc = origin - center;
    const float b = oc.dot(direction), c = oc.dot(oc) - radius * radius, d = b * b - c;
    if (d < 0)
      return -1;
    const float t = -b - std::sqrt(d);
    return t > 1e-3f ? t : -1;
  }
};

struct Camera {
  Vec3 origin, target;
};

static Vec3 trace(const Sphere *spheres, int count, Vec3 origin, Vec3 direction) {
  Vec3 color;
  float weight = 1;
  for (int bounce = 0; bounce < 3; bounce++) {
    int nearest = -1;
    float least = 1e30f;
    for (int i = 0; i < count; i++) {
      const float t = spheres[i].hit(origin, direction);
      if (t > 0 && t < least) {
        least = t;
        nearest = i;
      }
    }
    if (nearest < 0) {
      color += Vec3(0.5f, 0.7f, 1.0f) * (weight * 0.5f * (1 + direction.y));
      break;
    }
    const Sphere &s = spheres[nearest];
    const Vec3 point = origin + direction * least, normal = (point - s.center).unit();
    const float light = std::fmax(0.1f, normal.dot(Vec3(0.6f, 0.7f, -0.4f)));
    color += s.color * (weight * light * (1 - s.mirror));
    weight *= s.mirror;
    direction = direction - normal * (2 * normal.dot(direction));
    origin = point;
  }
  return color;
}

class Renderer {
public:
  Renderer(int width, int height) : width_(width), height_(height), sum_(width * height), image_(width * height) {}

  void render(const std::vector<Sphere> &scene, Camera camera, int sample) {
    const int w = width_, h = height_, count = static_cast<int>(scene.size());
    const Sphere *spheres = scene.data();
    Vec3 *sum = sum_.data();
    const float shift = 0.25f * (sample % 4);
#pragma omp target teams distribute parallel for collapse(2) map(to : spheres[0 : count]) map(tofrom : sum[0 : w * h])
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const Vec3 pixel((x + shift) / w - 0.5f, 0.5f - (y + shift) / h, 1);
        sum[y * w + x] += trace(spheres, count, camera.origin, (camera.target + pixel - camera.origin).unit());
      }
  }

  /* Average luminance, exposure, and bytes for the display. */
  float expose(int samples) {
    const int size = width_ * height_;
    const Vec3 *sum = sum_.data();
    uint32_t *image = image_.data();
    float luminance = 0, exposure = 0;
#pragma omp target map(to : sum[0 : size]) map(from : image[0 : size]) map(tofrom : luminance, exposure)
    {
#pragma omp parallel for reduction(+ : luminance)
      for (int i = 0; i < size; i++)
        luminance += sum[i].dot(Vec3(0.21f, 0.72f, 0.07f)) / size;
      exposure = 0.5f / (luminance + 1e-6f);
#pragma omp parallel for
      for (int i = 0; i < size; i++) {
        const Vec3 c = sum[i] * exposure;
        const uint32_t r = c.x < 1 ? c.x * 255 : 255, g = c.y < 1 ? c.y * 255 : 255, b = c.z < 1 ? c.z * 255 : 255;
        image[i] = r << 16 | g << 8 | b;
      }
    }
    return luminance / samples;
  }

  int width_, height_;
  std::vector<Vec3> sum_;
  std::vector<uint32_t> image_;
};

int main(int argc, char **argv) {
  const int h = argc > 1 ? std::atoi(argv[1]) : 24, w = h + h / 3, frames = argc > 2 ? std::atoi(argv[2]) : 3;
  std::vector<Sphere> scene;
  for (int i = 0; i < 6; i++)
    scene.push_back({Vec3(i - 2.5f, 0.4f * (i % 3), 4 + i % 2), Vec3(0.3f + 0.1f * i, 0.9f - 0.1f * i, 0.5f), 0.6f, 0.1f * i});
  Renderer renderer(w, h);
  std::vector<Vec3> expected(w * h);
  float luminance = 0;
  for (int frame = 0; frame < frames; frame++) {
    Camera camera{Vec3(0.02f * frame, 0, -1), Vec3(0.02f * frame, 0, 0)};
    renderer.render(scene, camera, frame);
    for (int i = 0; i < w * h; i++) {
      const float shift = 0.25f * (frame % 4);
      const Vec3 pixel((i % w + shift) / w - 0.5f, 0.5f - (i / w + shift) / h, 1);
      expected[i] += trace(scene.data(), 6, camera.origin, (camera.target + pixel - camera.origin).unit());
    }
    luminance = renderer.expose(frame + 1);
  }
  /* Rays at the edge of a sphere may differ by rounding. */
  int wrong = 0;
  double sum = 0, average = 0;
  for (int i = 0; i < w * h; i++) {
    const Vec3 d = renderer.sum_[i] - expected[i];
    wrong += d.dot(d) > 1e-4f;
    sum += renderer.sum_[i].x + renderer.sum_[i].y;
    average += expected[i].dot(Vec3(0.21f, 0.72f, 0.07f)) / (w * h) / frames;
  }
  const bool ok = wrong <= w * h / 200 && std::fabs(average - luminance) < 1e-2;
  std::printf("raytracer: checksum %.2e: %s\n", sum, ok ? "ok" : "WRONG");
  return ok ? 0 : 1;
}
