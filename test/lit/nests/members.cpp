// Nests as people write them: members of records, views, spans, rows and globals. The iterations of each inner loop are independent, but where a comment says otherwise.
// RUN: %clangxx -std=c++17 -O1 -w %host_offload %s -o %t.plain
// RUN: %cleave_cxx -std=c++17 -O1 -w %host_offload %s -o %t
// RUN: %run %t.plain >%t.expected
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run %t | diff %t.expected -
// RUN: env CLEAVE_MAP=always CLEAVE_SPLIT=always %run4 %t | diff %t.expected -
// RUN: %cleave explain --all %s -- -std=c++17 >%t.remarks
// RUN: awk -f %S/Inputs/mapped.awk %s %t.remarks | FileCheck %s
// CHECK-NOT: dependent
// CHECK: {{^}}34 mapped
// The order of the operations of an iteration does not change, so each result is the same to the bit.
// RUN: %clangxx -std=c++17 -O1 -w -ffp-contract=off %link_sm90 %s -o %t.gpu.plain
// RUN: %cleave_cxx -std=c++17 -O1 -w -ffp-contract=off %link_sm90 %s -o %t.gpu
// RUN: %gpu %t.gpu.plain >%t.gpu.expected
// RUN: env CLEAVE_MAP=always %gpu %t.gpu | diff %t.gpu.expected -
// Nests over the data structures of C++ programs: members, records, views, spans, row pointers, globals.
// One function nest_* per nest; the comment on its first line tells whether the iterations of its inner
// loop are independent of each other. main() prints "name checksum" for each.
// Reference: the same file compiled without -fopenmp.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <type_traits>
#include <vector>

static const int N = 37, M = 29;

template <class T> std::vector<T> fill(std::size_t count, unsigned seed) {
  std::vector<T> v(count);
  for (std::size_t k = 0; k < count; ++k) {
    int r = int((k * 37u + seed * 101u) % 113u);
    v[k] = std::is_floating_point<T>::value ? T((r - 50) / T(8)) : T(r);
  }
  return v;
}
template <class T> double weigh(const T *p, std::size_t count) {
  double s = 0;
  for (std::size_t k = 0; k < count; ++k) s += double(p[k]) * double(k * 7919 % 1009 + 1);
  return s;
}
void show(const char *name, double s) { std::printf("%s %.17g\n", name, s); }
template <class T> void show(const char *name, std::vector<T> &v) {
  show(name, weigh(v.data(), v.size()));
  const auto f = fill<T>(v.size(), 2); // the next nest starts afresh, in the same storage
  v.assign(f.begin(), f.end());
}

// ---- members through this, references and pointers

struct Field {
  int rows, cols;
  double dt;
  double *u, *v;
  void nest_member_this() { // independent
#pragma omp target teams distribute parallel for map(to : this[0 : 1], u[0 : rows * cols]) map(tofrom : v[0 : rows * cols])
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 1; j < cols - 1; ++j)
        v[i * cols + j] += dt * (u[i * cols + j - 1] + u[i * cols + j + 1] - 2 * u[i * cols + j]);
  }
  void nest_member_local_copies() { // independent
    const int n = rows, m = cols;
    const double h = dt, *src = u;
    double *dst = this->v;
#pragma omp target teams distribute parallel for map(to : src[0 : n * m]) map(tofrom : dst[0 : n * m])
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        dst[i * m + j] = h * src[i * m + j];
  }
  int index(int i, int j) const { return i * cols + j; }
  double at(int i, int j) const { return u[index(i, j)]; }
  void nest_member_calls() { // independent
#pragma omp target teams distribute parallel for map(to : this[0 : 1], u[0 : rows * cols]) map(tofrom : v[0 : rows * cols])
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < cols; ++j)
        v[index(i, j)] = at(i, j) + at(rows - 1 - i, j);
  }
};

template <class T, int Rows, int Cols> class Image {
  T pix[Rows * Cols];

public:
  Image(const std::vector<T> &v) {
    for (int k = 0; k < Rows * Cols; ++k) pix[k] = v[k];
  }
  const T *data() const { return pix; }
  void nest_class_template_member() { // independent
#pragma omp target teams distribute parallel for map(tofrom : this[0 : 1])
    for (int i = 0; i < Rows; ++i)
      for (int j = 0; j < Cols; ++j)
        pix[i * Cols + j] = T(255) - pix[i * Cols + j];
  }
};

struct Extents {
  int nx, ny;
};
struct State {
  double *rho, *e, *p;
};
struct Sim {
  Extents ext;
  State now;
  struct {
    double gamma, floor;
  } eos;
};
void nest_nested_records_pointer(Sim *s) { // independent
#pragma omp target teams distribute parallel for map(to : s[0 : 1], s->now.rho[0 : s->ext.nx * s->ext.ny], s->now.e[0 : s->ext.nx * s->ext.ny]) map(tofrom : s->now.p[0 : s->ext.nx * s->ext.ny])
  for (int j = 0; j < s->ext.ny; ++j)
    for (int i = 0; i < s->ext.nx; ++i) {
      const int c = i + j * s->ext.nx;
      s->now.p[c] = (s->eos.gamma - 1) * s->now.rho[c] * s->now.e[c];
      if (s->now.p[c] < s->eos.floor) s->now.p[c] = s->eos.floor;
    }
}

void nest_nested_records_reference(const Extents &g, const double &coef, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : g, x[0 : g.nx * g.ny]) map(tofrom : y[0 : g.nx * g.ny])
  for (int j = 0; j < g.ny; ++j)
    for (int i = 0; i < g.nx; ++i)
      y[j * g.nx + i] -= coef * x[j * g.nx + i];
}

struct SoA {
  float *x, *y, *mass;
};
void nest_struct_of_arrays(int n, int m, const SoA &p, double *f) { // independent
  const float *px = p.x, *py = p.y, *pm = p.mass;
#pragma omp target teams distribute parallel for map(to : px[0 : n], py[0 : n], pm[0 : n]) map(from : f[0 : n * m])
  for (int i = 0; i < n; ++i) {
    const float xi = px[i], yi = py[i];
    for (int j = 0; j < m; ++j) {
      const float dx = px[j] - xi, dy = py[j] - yi;
      f[i * m + j] = pm[j] / (dx * dx + dy * dy + 0.5f);
    }
  }
}

struct Shape {
  double scale;
  int n, m;
};
struct Scaled : Shape {
  double *data;
  void nest_inherited_members(const double *x) { // independent
#pragma omp target teams distribute parallel for map(to : this[0 : 1], x[0 : n * m]) map(from : data[0 : n * m])
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        data[i * m + j] = scale * x[i * m + j];
  }
};

template <class Derived> struct Scheme {
  void nest_crtp(int n, int m, const double *x, double *y) const { // independent
    const Derived self = static_cast<const Derived &>(*this);
#pragma omp target teams distribute parallel for firstprivate(self) map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
    for (int i = 0; i < n; ++i)
      for (int j = 1; j < m; ++j)
        y[i * m + j] = self.flux(x[i * m + j - 1], x[i * m + j]);
  }
};
struct Upwind : Scheme<Upwind> {
  double speed = 0.75;
  double flux(double l, double r) const { return speed > 0 ? speed * l : speed * r; }
};

// ---- arrays of records

struct Cell {
  double a, b, f[9];
};
void nest_array_of_structs(int n, int m, Cell *c) { // independent
#pragma omp target teams distribute parallel for map(tofrom : c[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      c[i * m + j].a += c[i * m + j].b;
}

void nest_struct_member_array(int n, int m, Cell *c) { // independent
#pragma omp target teams distribute parallel for map(tofrom : c[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      double rho = 0;
      for (int q = 0; q < 9; ++q) rho += c[i * m + j].f[q];
      for (int q = 0; q < 9; ++q) c[i * m + j].f[q] -= 0.6 * (c[i * m + j].f[q] - rho / 9);
    }
}

void nest_struct_copy(int n, int m, const Cell *c, Cell *d) { // independent
#pragma omp target teams distribute parallel for map(to : c[0 : n * m]) map(from : d[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      d[i * m + j] = c[(n - 1 - i) * m + j];
}

void nest_struct_local_update(int n, int m, Cell *c) { // independent
#pragma omp target teams distribute parallel for map(tofrom : c[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      Cell t = c[i * m + j];
      t.a = t.b * 2;
      t.f[j % 9] = i;
      c[i * m + j] = t;
    }
}

void nest_struct_element_reference(int n, int m, Cell *cells) { // independent
#pragma omp target teams distribute parallel for map(tofrom : cells[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      auto &c = cells[i * m + j];
      c.b = c.a > 1 ? c.a : c.b;
      c.f[0] += c.b;
    }
}

void nest_struct_element_pointer(int n, int m, Cell *cells) { // independent
#pragma omp target teams distribute parallel for map(tofrom : cells[0 : n * m])
  for (int i = 0; i < n; ++i) {
    Cell *const row = cells + i * m;
    for (int j = 0; j < m; ++j) {
      Cell *c = &row[j];
      c->a = c->f[1] - c->f[3];
    }
  }
}

struct Rgb {
  unsigned char r, g, b;
};
void nest_struct_aggregate_assign(int n, int m, const Rgb *in, Rgb *out) { // independent
#pragma omp target teams distribute parallel for map(to : in[0 : n * m]) map(from : out[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const Rgb p = in[i * m + j];
      const auto grey = static_cast<unsigned char>((77 * p.r + 150 * p.g + 29 * p.b) >> 8);
      out[i * m + j] = {grey, grey, p.b};
    }
}

struct Block {
  Cell cell[16];
};
void nest_records_of_arrays_of_records(int n, Block *b) { // independent
#pragma omp target teams distribute parallel for map(tofrom : b[0 : n])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 16; ++j)
      for (int q = 0; q < 9; ++q)
        b[i].cell[j].f[q] = b[i].cell[j].f[q] * b[i].cell[j].a;
}

struct Tile {
  int n;
  double w[40][32];
};
void nest_array_in_record(Tile *t, double s) { // independent
#pragma omp target teams distribute parallel for map(tofrom : t[0 : 1])
  for (int i = 0; i < t->n; ++i)
    for (int j = 0; j < 32; ++j)
      t->w[i][j] = s * t->w[i][j] + i;
}

struct Flags {
  unsigned wet : 1, kind : 3, age : 12;
};
void nest_bit_fields(int n, int m, Flags *f) { // independent
#pragma omp target teams distribute parallel for map(tofrom : f[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      f[i * m + j].kind = (f[i * m + j].kind + j) & 7;
      if (f[i * m + j].wet) f[i * m + j].age++;
    }
}

// ---- views and spans

template <class T> struct View2 {
  T *p;
  int n, m;
  T &operator()(int i, int j) const { return p[i * m + j]; }
  int extent(int d) const { return d == 0 ? n : m; }
};
template <class T> void nest_view_argument(View2<const T> in, View2<T> out) { // independent
#pragma omp target teams distribute parallel for map(to : in, out, in.p[0 : in.n * in.m]) map(tofrom : out.p[0 : out.n * out.m])
  for (int i = 0; i < out.extent(0); ++i)
    for (int j = 0; j < out.extent(1); ++j)
      out(i, j) += in(i, j);
}

template <class T> struct View3 {
  T *ptr;
  std::ptrdiff_t s0, s1;
  T &operator()(std::ptrdiff_t i, std::ptrdiff_t j, std::ptrdiff_t k) const { return ptr[i * s0 + j * s1 + k]; }
};
void nest_view_3d(int nx, int ny, int nz, double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : nx * ny * nz]) map(tofrom : y[0 : nx * ny * nz])
  for (int i = 1; i < nx - 1; ++i) {
    const View3<double> a{x, ny * nz, nz}, b{y, ny * nz, nz};
    for (int j = 1; j < ny - 1; ++j)
      for (int k = 1; k < nz - 1; ++k)
        b(i, j, k) = a(i - 1, j, k) + a(i + 1, j, k) + a(i, j - 1, k) + a(i, j + 1, k) + a(i, j, k - 1) + a(i, j, k + 1) - 6 * a(i, j, k);
  }
}

template <class T> struct Span {
  T *first;
  std::size_t count;
  T *begin() const { return first; }
  T *end() const { return first + count; }
  std::size_t size() const { return count; }
  T &operator[](std::size_t k) const { return first[k]; }
};
void nest_span_of_row(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    Span<const double> src{x + i * m, std::size_t(m)};
    Span<double> dst{y + i * m, std::size_t(m)};
    for (std::size_t j = 0; j < dst.size(); ++j)
      dst[j] = 3 * src[j];
  }
}

void nest_range_for_over_row(int n, int m, double a, double *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (double &v : Span<double>{y + i * m, std::size_t(m)})
      v = v * a + i;
}

void nest_iterator_row(int n, int m, double *y) { // independent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (double *it = y + i * m, *last = it + m; it != last; ++it)
      *it = *it < 0 ? 0 : *it;
}

void nest_pointer_increments(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    const double *src = x + i * m;
    double *dst = y + i * m;
    for (int j = 0; j < m; ++j)
      *dst++ = -*src++;
  }
}

// ---- multi-dimensional pointers

void nest_pointer_to_array(int n, const double (*a)[32], double (*b)[32]) { // independent
#pragma omp target teams distribute parallel for map(to : a[0 : n]) map(from : b[0 : n])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 32; ++j)
      b[i][j] = a[i][31 - j];
}

template <int NY, int NZ> void nest_pointer_to_array_3d(int nx, const double (*a)[NY][NZ], double (*b)[NY][NZ]) { // independent
#pragma omp target teams distribute parallel for map(to : a[0 : nx]) map(tofrom : b[0 : nx])
  for (int i = 0; i < nx; ++i)
    for (int j = 0; j < NY; ++j)
      for (int k = 1; k < NZ; ++k)
        b[i][j][k] = a[i][j][k] - a[i][j][k - 1];
}

template <std::size_t R, std::size_t C> void nest_reference_to_array(const double (&a)[R][C], double (&b)[R][C]) { // independent
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : b)
  for (std::size_t i = 0; i < R; ++i)
    for (std::size_t j = 0; j < C; ++j)
      b[i][j] += a[i][j] * a[i][j];
}

void nest_double_pointer_rows(int n, int m, double **x, double **y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n], y[0 : n])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i][j] = x[i][j] + 0.5 * x[(i + 1) % n][j];
}

void nest_row_pointers(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 1; i < n - 1; ++i) {
    const double *up = x + (i - 1) * m, *mid = x + i * m, *down = x + (i + 1) * m;
    double *out = &y[i * m];
    for (int j = 0; j < m; ++j)
      out[j] = (up[j] + 2 * mid[j] + down[j]) / 4;
  }
}

void nest_restrict(int n, int m, const float *__restrict x, float *__restrict y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      y[i * m + j] = 0.5f * (x[i * m + j] + y[i * m + j]);
}

void nest_vector_data(const std::vector<std::vector<double>> &in, std::vector<double> &out) { // independent
  const std::size_t n = in.size(), m = in.front().size();
  std::vector<double> flat;
  for (const auto &r : in) flat.insert(flat.end(), r.begin(), r.end());
  const double *x = flat.data();
  double *y = out.data();
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < m; ++j)
      y[j * n + i] = x[i * m + j]; // transposed
}

// ---- globals and constants

#pragma omp begin declare target
static const double weights[5] = {1 / 16., 4 / 16., 6 / 16., 4 / 16., 1 / 16.};
static double board[40][32];
static double gain = 1.5;
#pragma omp end declare target
namespace phys {
constexpr double g = 9.81;
const int layers = 4;
enum class Phase { solid, liquid, gas };
} // namespace phys

void nest_static_table(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 2; j < m - 2; ++j) {
      double s = 0;
      for (int k = -2; k <= 2; ++k) s += weights[k + 2] * x[i * m + j + k];
      y[i * m + j] = s;
    }
}

void nest_global_array(int n, int m, const double *x, double *y) { // independent
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : y[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      board[i][j] = gain * x[i * m + j];
      y[i * m + j] = board[i][j] - 1;
    }
}

void nest_enum_class(int n, int m, const double *x, unsigned char *phase) { // independent
  using phys::Phase;
#pragma omp target teams distribute parallel for map(to : x[0 : n * m]) map(from : phase[0 : n * m])
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const Phase p = x[i * m + j] < 0 ? Phase::solid : x[i * m + j] < phys::g / 4 ? Phase::liquid : Phase::gas;
      phase[i * m + j] = static_cast<unsigned char>(p) + (p == Phase::gas ? phys::layers : 0);
    }
}

void nest_dependent_span_recurrence(int n, int m, double *y) { // dependent
#pragma omp target teams distribute parallel for map(tofrom : y[0 : n * m])
  for (int i = 0; i < n; ++i) {
    Span<double> row{y + i * m, std::size_t(m)};
    for (std::size_t j = 1; j < row.size(); ++j)
      row[j] += 0.5 * row[j - 1];
  }
}

using Kernel = void (*)(int, int, const double *, double *);
static void run(const char *name, Kernel f) {
  auto x = fill<double>(N * M, 1), y = fill<double>(N * M, 2);
  f(N, M, x.data(), y.data());
  show(name, y);
}
#define RUN(f) run(#f, f)
static void run_cells(const char *name, void (*f)(int, int, Cell *)) {
  auto v = fill<double>(11 * N * M, 3); // a Cell is 11 reals
  f(N, M, reinterpret_cast<Cell *>(v.data()));
  show(name, v);
}
#define RUN_CELLS(f) run_cells(#f, f)

int main() {
  RUN(nest_span_of_row);
  RUN(nest_pointer_increments);
  RUN(nest_row_pointers);
  RUN(nest_static_table);
  RUN(nest_global_array);
  RUN_CELLS(nest_array_of_structs);
  RUN_CELLS(nest_struct_member_array);
  RUN_CELLS(nest_struct_local_update);
  RUN_CELLS(nest_struct_element_reference);
  RUN_CELLS(nest_struct_element_pointer);
  auto x = fill<double>(40 * 32, 1), w = fill<double>(40 * 32, 5), y = fill<double>(40 * 32, 2);
  double *px = x.data(), *py = y.data();
  Field f{N, M, 0.125, px, py};
  f.nest_member_this();
  show("nest_member_this", y);
  f.nest_member_local_copies();
  show("nest_member_local_copies", y);
  f.nest_member_calls();
  show("nest_member_calls", y);
  Image<short, 24, 20> image(fill<short>(24 * 20, 4));
  image.nest_class_template_member();
  show("nest_class_template_member", weigh(image.data(), 24 * 20));
  Sim s{{M, N}, {px, w.data(), py}, {1.4, 0.25}};
  nest_nested_records_pointer(&s);
  show("nest_nested_records_pointer", y);
  nest_nested_records_reference(Extents{M, N}, 0.3, px, py);
  show("nest_nested_records_reference", y);
  auto fx = fill<float>(N * M, 3), fy = fill<float>(N * M, 6), fm = fill<float>(N * M, 7);
  nest_struct_of_arrays(N, M, SoA{fx.data(), fy.data(), fm.data()}, py);
  show("nest_struct_of_arrays", y);
  Scaled scaled;
  scaled.scale = 1.25, scaled.n = N, scaled.m = M, scaled.data = py;
  scaled.nest_inherited_members(px);
  show("nest_inherited_members", y);
  Upwind().nest_crtp(N, M, px, py);
  show("nest_crtp", y);
  auto cells = fill<double>(11 * N * M, 3), copy = cells;
  nest_struct_copy(N, M, reinterpret_cast<Cell *>(cells.data()), reinterpret_cast<Cell *>(copy.data()));
  show("nest_struct_copy", copy);
  nest_records_of_arrays_of_records(6, reinterpret_cast<Block *>(cells.data()));
  show("nest_records_of_arrays_of_records", cells);
  auto in = fill<unsigned char>(3 * N * M, 8), out = fill<unsigned char>(3 * N * M, 2);
  nest_struct_aggregate_assign(N, M, reinterpret_cast<Rgb *>(in.data()), reinterpret_cast<Rgb *>(out.data()));
  show("nest_struct_aggregate_assign", out);
  Tile tile{36, {}};
  for (int k = 0; k < 40 * 32; ++k) tile.w[k / 32][k % 32] = x[k];
  nest_array_in_record(&tile, 0.75);
  show("nest_array_in_record", weigh(&tile.w[0][0], 40 * 32));
  std::vector<Flags> flags(N * M);
  for (unsigned k = 0; k < N * M; ++k) flags[k] = Flags{k & 1, (k / 3) & 7, k & 1023};
  nest_bit_fields(N, M, flags.data());
  std::vector<int> bits(N * M);
  for (int k = 0; k < N * M; ++k) bits[k] = int(flags[k].wet + 2 * flags[k].kind + 16 * flags[k].age);
  show("nest_bit_fields", bits);
  nest_view_argument<double>({px, N, M}, {py, N, M});
  show("nest_view_argument", y);
  nest_view_3d(8, 9, 11, px, py);
  show("nest_view_3d", y);
  nest_range_for_over_row(N, M, 0.5, py);
  show("nest_range_for_over_row", y);
  nest_iterator_row(N, M, py);
  show("nest_iterator_row", y);
  nest_pointer_to_array(N, reinterpret_cast<double(*)[32]>(px), reinterpret_cast<double(*)[32]>(py));
  show("nest_pointer_to_array", y);
  nest_pointer_to_array_3d<8, 9>(13, reinterpret_cast<double(*)[8][9]>(px), reinterpret_cast<double(*)[8][9]>(py));
  show("nest_pointer_to_array_3d", y);
  double sq[N][M], ca[N][M];
  for (int k = 0; k < N * M; ++k) ca[k / M][k % M] = x[k], sq[k / M][k % M] = y[k];
  nest_reference_to_array(ca, sq);
  show("nest_reference_to_array", weigh(&sq[0][0], N * M));
  std::vector<double *> xr(N), yr(N);
  for (int i = 0; i < N; ++i) xr[i] = px + i * M, yr[i] = py + i * M;
  double **xx = xr.data(), **yy = yr.data();
#pragma omp target enter data map(to : xx[0 : N], yy[0 : N])
  for (int i = 0; i < N; ++i) {
#pragma omp target enter data map(to : xx[i][0 : M], yy[i][0 : M])
  }
  nest_double_pointer_rows(N, M, xx, yy);
  for (int i = 0; i < N; ++i) {
#pragma omp target exit data map(release : xx[i][0 : M]) map(from : yy[i][0 : M])
  }
#pragma omp target exit data map(release : xx[0 : N], yy[0 : N])
  show("nest_double_pointer_rows", y);
  nest_restrict(N, M, fx.data(), fy.data());
  show("nest_restrict", fy);
  std::vector<std::vector<double>> rows(N, std::vector<double>(M));
  for (int k = 0; k < N * M; ++k) rows[k / M][k % M] = x[k];
  nest_vector_data(rows, y);
  show("nest_vector_data", y);
  nest_enum_class(N, M, px, out.data());
  show("nest_enum_class", out);
  nest_dependent_span_recurrence(N, M, py);
  show("nest_dependent_span_recurrence", y);
}
