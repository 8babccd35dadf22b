/* FILE: lib/simulator/library.c
 * WHAT: functions that device code calls and no module defines: output, memory, assertions, and CUDA's mathematical
 *       functions (libdevice), which are the host's. Their results are as accurate as the host's C library, so they may
 *       differ in the last bits from those of a GPU.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "simulator/floating.h"
#include "simulator/lanes.h"

static uint64_t argument_bits(const struct warp *warp, const struct call_site *site, size_t number,
                              unsigned lane, size_t bytes) {
  uint64_t bits = 0;
  memcpy(&bits, library_argument(warp, site, number, lane), bytes);
  return bits;
}

/* ---- Mathematical functions -------------------------------------------------------------------- */

/* A signature is the type of the result and those of the arguments: d double, f float, i int, l long long, and p, q, r
 * pointers to double, float, int through which the function returns a further result. */
typedef union {
  double d;
  float f;
  int32_t i;
  int64_t l;
} value;

typedef void math_function(const value *in, value *out, value *further);

static double normcdf_of(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }
static double rhypot_of(double x, double y) { return 1 / hypot(x, y); }
static double pi_times(double x) { return x * 3.14159265358979323846; }
static double sinpi_of(double x) {
  const double reduced = fmod(x, 2);
  return fabs(x) >= 0x1p52           ? copysign(0, x)
         : reduced == trunc(reduced) ? copysign(0, x)
                                     : sin(pi_times(reduced));
}
static double cospi_of(double x) {
  const double reduced = fabs(fmod(x, 2));
  return reduced == 0.5 || reduced == 1.5 ? 0 : cos(pi_times(reduced));
}
static double power_of_int(double x, int32_t n) { return pow(x, n); }
static double clamp_unit(double x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
static int32_t to_int(double x) {
  return isnan(x) ? 0 : x >= 2147483647.0 ? INT32_MAX : x <= -2147483648.0 ? INT32_MIN : (int32_t)x;
}
static int64_t to_long(double x) {
  return isnan(x) ? INT64_MIN : x >= 0x1p63 ? INT64_MAX : x <= -0x1p63 ? INT64_MIN : (int64_t)x;
}

/* X(name, signature, expression): for double. A second row with f at the end of the name is made for float by the same
 * expression in double precision, whose result is rounded once. */
#define UNARY(X)                                                                                             \
  X(sin, sin(x))                                                                                             \
  X(cos, cos(x))                                                                                             \
  X(tan, tan(x))                                                                                             \
  X(asin, asin(x))                                                                                           \
  X(acos, acos(x))                                                                                           \
  X(atan, atan(x))                                                                                           \
  X(sinh, sinh(x))                                                                                           \
  X(cosh, cosh(x))                                                                                           \
  X(tanh, tanh(x))                                                                                           \
  X(asinh, asinh(x))                                                                                         \
  X(acosh, acosh(x))                                                                                         \
  X(atanh, atanh(x))                                                                                         \
  X(exp, exp(x))                                                                                             \
  X(exp2, exp2(x))                                                                                           \
  X(exp10, pow(10, x))                                                                                       \
  X(expm1, expm1(x))                                                                                         \
  X(log, log(x))                                                                                             \
  X(log2, log2(x))                                                                                           \
  X(log10, log10(x))                                                                                         \
  X(log1p, log1p(x))                                                                                         \
  X(logb, logb(x))                                                                                           \
  X(sqrt, sqrt(x))                                                                                           \
  X(rsqrt, 1 / sqrt(x))                                                                                      \
  X(cbrt, cbrt(x))                                                                                           \
  X(rcbrt, 1 / cbrt(x))                                                                                      \
  X(fabs, fabs(x))                                                                                           \
  X(ceil, ceil(x))                                                                                           \
  X(floor, floor(x))                                                                                         \
  X(trunc, trunc(x))                                                                                         \
  X(round, round(x))                                                                                         \
  X(rint, rint(x))                                                                                           \
  X(nearbyint, nearbyint(x))                                                                                 \
  X(erf, erf(x))                                                                                             \
  X(erfc, erfc(x))                                                                                           \
  X(erfcx, exp(x *x) * erfc(x))                                                                              \
  X(normcdf, normcdf_of(x))                                                                                  \
  X(tgamma, tgamma(x))                                                                                       \
  X(lgamma, lgamma(x))                                                                                       \
  X(sinpi, sinpi_of(x))                                                                                      \
  X(cospi, cospi_of(x))                                                                                      \
  X(j0, j0(x))                                                                                               \
  X(j1, j1(x))                                                                                               \
  X(y0, y0(x))                                                                                               \
  X(y1, y1(x))                                                                                               \
  X(saturate, clamp_unit(x))
#define BINARY(X)                                                                                            \
  X(pow, pow(x, y))                                                                                          \
  X(atan2, atan2(x, y))                                                                                      \
  X(fmod, fmod(x, y))                                                                                        \
  X(remainder, remainder(x, y))                                                                              \
  X(hypot, hypot(x, y))                                                                                      \
  X(rhypot, rhypot_of(x, y))                                                                                 \
  X(fmin, least_double(x, y))                                                                                \
  X(fmax, greatest_double(x, y))                                                                             \
  X(fdim, fdim(x, y))                                                                                        \
  X(copysign, copysign(x, y))

#define UNARY_FUNCTIONS(NAME, EXPRESSION)                                                                    \
  static void NAME##_d(const value *in, value *out, value *further) {                                        \
    const double x = in[0].d;                                                                                \
    (void)further;                                                                                           \
    out->d = (EXPRESSION);                                                                                   \
  }                                                                                                          \
  static void NAME##_f(const value *in, value *out, value *further) {                                        \
    const double x = (double)in[0].f;                                                                        \
    (void)further;                                                                                           \
    out->f = (float)(EXPRESSION);                                                                            \
  }
#define BINARY_FUNCTIONS(NAME, EXPRESSION)                                                                   \
  static void NAME##_d(const value *in, value *out, value *further) {                                        \
    const double x = in[0].d, y = in[1].d;                                                                   \
    (void)further;                                                                                           \
    out->d = (EXPRESSION);                                                                                   \
  }                                                                                                          \
  static void NAME##_f(const value *in, value *out, value *further) {                                        \
    const double x = (double)in[0].f, y = (double)in[1].f;                                                   \
    (void)further;                                                                                           \
    out->f = (float)(EXPRESSION);                                                                            \
  }
UNARY(UNARY_FUNCTIONS)
BINARY(BINARY_FUNCTIONS)

/* Functions of other signatures. */
#define FUNCTION(NAME, EXPRESSION)                                                                           \
  static void NAME(const value *in, value *out, value *further) {                                            \
    (void)further;                                                                                           \
    (void)in;                                                                                                \
    EXPRESSION;                                                                                              \
  }
FUNCTION(fma_d, out->d = fma(in[0].d, in[1].d, in[2].d))
FUNCTION(fma_f, out->f = fmaf(in[0].f, in[1].f, in[2].f))
FUNCTION(powi_d, out->d = power_of_int(in[0].d, in[1].i))
FUNCTION(powi_f, out->f = (float)power_of_int((double)in[0].f, in[1].i))
FUNCTION(ldexp_d, out->d = ldexp(in[0].d, in[1].i))
FUNCTION(ldexp_f, out->f = ldexpf(in[0].f, in[1].i))
FUNCTION(jn_d, out->d = jn(in[0].i, in[1].d))
FUNCTION(jn_f, out->f = (float)jn(in[0].i, (double)in[1].f))
FUNCTION(yn_d, out->d = yn(in[0].i, in[1].d))
FUNCTION(yn_f, out->f = (float)yn(in[0].i, (double)in[1].f))
FUNCTION(nextafter_d, out->d = nextafter(in[0].d, in[1].d))
FUNCTION(nextafter_f, out->f = nextafterf(in[0].f, in[1].f))
FUNCTION(ilogb_d, out->i = ilogb(in[0].d))
FUNCTION(ilogb_f, out->i = ilogbf(in[0].f))
FUNCTION(lrint_d, out->l = to_long(rint(in[0].d)))
FUNCTION(lrint_f, out->l = to_long((double)rintf(in[0].f)))
FUNCTION(lround_d, out->l = to_long(round(in[0].d)))
FUNCTION(lround_f, out->l = to_long((double)roundf(in[0].f)))
FUNCTION(isnan_d, out->i = isnan(in[0].d))
FUNCTION(isnan_f, out->i = isnan(in[0].f))
FUNCTION(isinf_d, out->i = isinf(in[0].d) != 0)
FUNCTION(isinf_f, out->i = isinf(in[0].f) != 0)
FUNCTION(isfinite_d, out->i = isfinite(in[0].d))
FUNCTION(isfinite_f, out->i = isfinite(in[0].f))
FUNCTION(signbit_d, out->i = signbit(in[0].d) != 0)
FUNCTION(signbit_f, out->i = signbit(in[0].f) != 0)
FUNCTION(abs_i, out->i = in[0].i < 0 ? (int32_t)(0u - (uint32_t)in[0].i) : in[0].i)
FUNCTION(abs_l, out->l = in[0].l < 0 ? (int64_t)(0ull - (uint64_t)in[0].l) : in[0].l)
FUNCTION(min_i, out->i = in[0].i < in[1].i ? in[0].i : in[1].i)
FUNCTION(max_i, out->i = in[0].i > in[1].i ? in[0].i : in[1].i)
FUNCTION(to_int_d, out->i = to_int(trunc(in[0].d)))
FUNCTION(frexp_d, out->d = frexp(in[0].d, &further[0].i))
FUNCTION(frexp_f, out->f = frexpf(in[0].f, &further[0].i))
FUNCTION(modf_d, out->d = modf(in[0].d, &further[0].d))
FUNCTION(modf_f, out->f = modff(in[0].f, &further[0].f))
FUNCTION(remquo_d, out->d = remquo(in[0].d, in[1].d, &further[0].i))
FUNCTION(remquo_f, out->f = remquof(in[0].f, in[1].f, &further[0].i))
FUNCTION(sincos_d, (void)out; further[0].d = sin(in[0].d); further[1].d = cos(in[0].d))
FUNCTION(sincos_f, (void)out; further[0].f = (float)sin((double)in[0].f);
         further[1].f = (float)cos((double)in[0].f))

struct math_row {
  const char *name, *signature;
  math_function *function;
};

static const struct math_row math_rows[] = {
#define UNARY_ROWS(NAME, EXPRESSION) {#NAME, "dd", NAME##_d}, {#NAME "f", "ff", NAME##_f},
#define BINARY_ROWS(NAME, EXPRESSION) {#NAME, "ddd", NAME##_d}, {#NAME "f", "fff", NAME##_f},
    UNARY(UNARY_ROWS) BINARY(BINARY_ROWS){"fma", "dddd", fma_d},
    {"fmaf", "ffff", fma_f},
    {"powi", "ddi", powi_d},
    {"powif", "ffi", powi_f},
    {"ldexp", "ddi", ldexp_d},
    {"ldexpf", "ffi", ldexp_f},
    {"scalbn", "ddi", ldexp_d},
    {"scalbnf", "ffi", ldexp_f},
    {"jn", "did", jn_d},
    {"jnf", "fif", jn_f},
    {"yn", "did", yn_d},
    {"ynf", "fif", yn_f},
    {"nextafter", "ddd", nextafter_d},
    {"nextafterf", "fff", nextafter_f},
    {"ilogb", "id", ilogb_d},
    {"ilogbf", "if", ilogb_f},
    {"llrint", "ld", lrint_d},
    {"llrintf", "lf", lrint_f},
    {"llround", "ld", lround_d},
    {"llroundf", "lf", lround_f},
    {"isnand", "id", isnan_d},
    {"isnanf", "if", isnan_f},
    {"isinfd", "id", isinf_d},
    {"isinff", "if", isinf_f},
    {"isfinited", "id", isfinite_d},
    {"finitef", "if", isfinite_f},
    {"finitel", "id", isfinite_d},
    {"signbitd", "id", signbit_d},
    {"signbitf", "if", signbit_f},
    {"abs", "ii", abs_i},
    {"llabs", "ll", abs_l},
    {"min", "iii", min_i},
    {"max", "iii", max_i},
    {"double2int_rz", "id", to_int_d},
    {"frexp", "ddr", frexp_d},
    {"frexpf", "ffr", frexp_f},
    {"modf", "ddp", modf_d},
    {"modff", "ffq", modf_f},
    {"remquo", "dddr", remquo_d},
    {"remquof", "fffr", remquo_f},
    {"sincos", "vdpp", sincos_d},
    {"sincosf", "vfqq", sincos_f},
    {"fast_sinf", "ff", sin_f},
    {"fast_cosf", "ff", cos_f},
    {"fast_tanf", "ff", tan_f},
    {"fast_expf", "ff", exp_f},
    {"fast_exp10f", "ff", exp10_f},
    {"fast_logf", "ff", log_f},
    {"fast_log2f", "ff", log2_f},
    {"fast_log10f", "ff", log10_f},
    {"fast_powf", "fff", pow_f},
    {"fast_sincosf", "vfqq", sincos_f}};

static size_t type_bytes(char type) { return type == 'f' || type == 'i' ? 4 : 8; }

static void run_math(struct warp *warp, const struct call_site *site, lane_mask mask) {
  const struct math_row *row = site->library_data;
  const struct operation *operation = &warp->operations[warp->current->pc];
  for (unsigned lane = 0; lane < LANES; lane++) {
    if (!(mask >> lane & 1))
      continue;
    value in[4] = {{0}}, out = {0}, further[2] = {{0}};
    for (size_t i = 0; i < site->argument_count; i++) {
      const uint64_t bits = argument_bits(warp, site, i, lane, type_bytes(row->signature[i + 1]));
      memcpy(&in[i], &bits, sizeof bits);
    }
    row->function(in, &out, further);
    if (row->signature[0] != 'v' && site->result_count)
      memcpy(library_result(warp, site, lane), &out, type_bytes(row->signature[0]));
    for (size_t i = 0, next = 0; i < site->argument_count; i++) {
      const char type = row->signature[i + 1];
      if (type < 'p' || type > 'r')
        continue;
      const size_t bytes = type == 'p' ? 8 : 4;
      void *to = memory_at(warp, operation, lane, (uint64_t)in[i].l, bytes);
      if (!to)
        return;
      memcpy(to, &further[next++], bytes);
    }
  }
}

/* ---- Memory and assertions --------------------------------------------------------------------- */

static void run_malloc(struct warp *warp, const struct call_site *site, lane_mask mask) {
  struct device_heap *heap = warp->block->launch->program->heap;
  for (unsigned lane = 0; lane < LANES; lane++) {
    if (!(mask >> lane & 1))
      continue;
    const uint64_t address = heap_take(heap, argument_bits(warp, site, 0, lane, 8));
    memcpy(library_result(warp, site, lane), &address, sizeof address);
  }
}

static void run_free(struct warp *warp, const struct call_site *site, lane_mask mask) {
  struct device_heap *heap = warp->block->launch->program->heap;
  for (unsigned lane = 0; lane < LANES; lane++) {
    const uint64_t address = mask >> lane & 1 ? argument_bits(warp, site, 0, lane, 8) : 0;
    if (address && !heap_give(heap, address))
      warp_fault(warp, &warp->operations[warp->current->pc], lane, GPU_ILLEGAL_ADDRESS,
                 "free of 0x%llx, which malloc did not return", (unsigned long long)address);
  }
}

static void read_text(struct warp *warp, const struct call_site *site, size_t number, unsigned lane,
                      char *text, size_t size) {
  const struct operation *operation = &warp->operations[warp->current->pc];
  const uint64_t address = argument_bits(warp, site, number, lane, 8);
  for (size_t i = 0; i < size; i++) {
    const char *from = i + 1 < size ? memory_at(warp, operation, lane, address + i, 1) : NULL;
    text[i] = from ? *from : 0;
    if (!text[i])
      return;
  }
}

/* __assertfail(expression, file, line, function, size of a character). */
static void run_assertfail(struct warp *warp, const struct call_site *site, lane_mask mask) {
  const unsigned lane = (unsigned)__builtin_ctz(mask);
  char expression[128], file[128];
  if (site->argument_count < 3)
    return;
  read_text(warp, site, 0, lane, expression, sizeof expression);
  read_text(warp, site, 1, lane, file, sizeof file);
  warp_fault(warp, &warp->operations[warp->current->pc], lane, GPU_TRAP, "assertion `%s' failed at %s:%u",
             expression, file, (unsigned)argument_bits(warp, site, 2, lane, 4));
}

bool library_find(const char *name, struct call_site *site) {
  static const struct {
    const char *name;
    library_function *function;
  } rows[] = {{"vprintf", print_formatted},
              {"malloc", run_malloc},
              {"free", run_free},
              {"__assertfail", run_assertfail}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(name, rows[i].name))
      site->library = rows[i].function;
  const char *function = strncmp(name, "__nv_", 5) ? "" : name + 5;
  if (!strncmp(function, "pure_", 5)) /* of the stand-in toolkit's libdevice */
    function += 5;
  for (size_t i = 0; !site->library && i < sizeof math_rows / sizeof *math_rows; i++)
    if (!strcmp(function, math_rows[i].name) && site->argument_count == strlen(math_rows[i].signature) - 1) {
      site->library = run_math;
      site->library_data = &math_rows[i];
    }
  return site->library != NULL;
}
