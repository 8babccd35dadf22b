/* FILE: test/unit/simulator_forms.h
 * WHAT: executes one instruction form per row of a table, with edge values and random ones, and compares each result with
 *       an expected value that the test computes.
 *
 * A row names its operands by letters: result, "=", sources. h r l: 16, 32 and 64 bits; f d: float and double; x y: f16
 * and bf16; X Y: pairs of these; s: 32 bits with small values (shifts); p: a predicate.
 */
#ifndef CLEAVE_TEST_SIMULATOR_FORMS_H
#define CLEAVE_TEST_SIMULATOR_FORMS_H

#include <math.h>

#include "simulator_program.h"

enum { FORM_SAMPLES = 4096, FORM_THREADS = 128, FORM_OPERANDS = 4 };

typedef uint64_t expected_value(const uint64_t *v); /* of operands v[0], v[1], ... */

struct form {
  const char *text; /* "$" stands for the operands; without it they follow, unless the text has registers */
  const char *operands; /* "r=rr" */
  expected_value *expected;
};

/* ---- Access to operands in expected values ---- */

#define U16(i) ((uint16_t)v[i])
#define S16(i) ((int16_t)v[i])
#define U32(i) ((uint32_t)v[i])
#define S32(i) ((int32_t)v[i])
#define U64(i) ((uint64_t)v[i])
#define S64(i) ((int64_t)v[i])
#define F32(i) form_float(U32(i))
#define F64(i) form_double(v[i])
#define EXPECTED(NAME, EXPRESSION)                                                                           \
  static uint64_t NAME(const uint64_t *v) {                                                                  \
    (void)v;                                                                                                 \
    return (uint64_t)(EXPRESSION);                                                                           \
  }

static inline float form_float(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
static inline double form_double(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
static inline uint64_t form_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}
static inline uint64_t form_double_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* ---- Operand values ---- */

static const uint64_t form_integers[] = {0,
                                         1,
                                         2,
                                         3,
                                         7,
                                         8,
                                         15,
                                         16,
                                         17,
                                         31,
                                         32,
                                         33,
                                         63,
                                         64,
                                         65,
                                         127,
                                         128,
                                         255,
                                         256,
                                         0x7fff,
                                         0x8000,
                                         0x8001,
                                         0xffff,
                                         0x10000,
                                         0x7fffff,
                                         0x800000,
                                         0xffffff,
                                         0x7ffffffe,
                                         0x7fffffff,
                                         0x80000000,
                                         0x80000001,
                                         0xfffffffe,
                                         0xffffffff,
                                         0x100000000,
                                         0x7ffffffffffffffe,
                                         0x7fffffffffffffff,
                                         0x8000000000000000,
                                         0x8000000000000001,
                                         0xffffffff80000000,
                                         0xffffffffffff8000,
                                         0xffffffffffffff80,
                                         0xfffffffffffffffe,
                                         0xffffffffffffffff,
                                         0x5555555555555555,
                                         0xaaaaaaaaaaaaaaaa,
                                         0x0123456789abcdef};
static const uint32_t form_floats[] = {
    0,          0x80000000, 1,          0x80000001, 0x007fffff, 0x807fffff, 0x00800000, 0x80800000,
    0x00800001, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3f000001, 0x3effffff, 0x3fc00000,
    0xbfc00000, 0x40200000, 0xc0200000, 0x3f7fffff, 0x3f800001, 0x4b000000, 0x4b000001, 0x4affffff,
    0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f7fffff, 0x4f800000, 0x5effffff, 0x5f000000,
    0xdf000000, 0x5f7fffff, 0x5f800000, 0x437f0000, 0x437f8000, 0x43800000, 0xc3008000, 0x46fffe00,
    0x477fe000, 0x477ff000, 0x477fefff, 0x33000000, 0x33000001, 0x7f7fffff, 0xff7fffff, 0x7e800000,
    0x7f000000, 0x7e800001, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7fc12345, 0x7f800001,
    0xff812345, 0x3eaaaaab, 0x40490fdb, 0x40c90fdb, 0x00000400, 0x7fffffff};
static const uint64_t form_doubles[] = {0,
                                        1ull << 63,
                                        1,
                                        (1ull << 63) + 1,
                                        0x000fffffffffffff,
                                        0x0010000000000000,
                                        0x8010000000000000,
                                        0x3ff0000000000000,
                                        0xbff0000000000000,
                                        0x3fe0000000000000,
                                        0xbfe0000000000000,
                                        0x3fe0000000000001,
                                        0x3fdfffffffffffff,
                                        0x3ff8000000000000,
                                        0xbff8000000000000,
                                        0x4004000000000000,
                                        0xc004000000000000,
                                        0x41dfffffffc00000,
                                        0x41dfffffffe00000,
                                        0x41e0000000000000,
                                        0xc1e0000000000000,
                                        0xc1e0000000100000,
                                        0xc1e0000000200000,
                                        0x41efffffffe00000,
                                        0x41effffffff00000,
                                        0x41f0000000000000,
                                        0x43dfffffffffffff,
                                        0x43e0000000000000,
                                        0xc3e0000000000000,
                                        0xc3e0000000000001,
                                        0x43efffffffffffff,
                                        0x43f0000000000000,
                                        0x406fe00000000000,
                                        0x406ff00000000000,
                                        0x4070000000000000,
                                        0xc060100000000000,
                                        0x40efffe000000000,
                                        0x47efffffe0000000,
                                        0x47effffff0000000,
                                        0x47efffffefffffff,
                                        0x36a0000000000000,
                                        0x3690000000000000,
                                        0x3690000000000001,
                                        0x380fffffffffffff,
                                        0x3ff0000010000000,
                                        0x3ff0000010000001,
                                        0x3ff0000030000000,
                                        0x40effc0000000000,
                                        0x40effe0000000000,
                                        0x3ff0020000000000,
                                        0x3ff0060000000000,
                                        0x3ff0010000000001,
                                        0x7fefffffffffffff,
                                        0xffefffffffffffff,
                                        0x7ff0000000000000,
                                        0xfff0000000000000,
                                        0x7ff8000000000000,
                                        0xfff8000000000000,
                                        0x7ff8123456789abc,
                                        0x7ff0000000000001,
                                        0x400921fb54442d18,
                                        0x3fd5555555555555};
static const uint16_t form_halves[] = {
    0,      0x8000, 1,      0x8001, 0x03ff, 0x0400, 0x83ff, 0x3c00, 0xbc00, 0x3800, 0x3c01, 0x3bff,
    0x3e00, 0x4100, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7e00, 0xfe00, 0x7d23, 0x7fff, 0x5bff, 0x2c00,
    0x007f, 0x0080, 0x3f80, 0xbf80, 0x3f81, 0x7f7f, 0x7f80, 0xff80, 0x7fc0, 0x7f81, 0x3f00, 0x4300};
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static inline uint64_t form_random(void) {
  static uint64_t state = 0x9e3779b97f4a7c15;
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

static inline size_t form_edge_count(char kind) {
  return kind == 'f'                                                ? COUNT_OF(form_floats)
         : kind == 'd'                                              ? COUNT_OF(form_doubles)
         : kind == 'x' || kind == 'y' || kind == 'X' || kind == 'Y' ? COUNT_OF(form_halves)
                                                                    : COUNT_OF(form_integers);
}

static inline uint64_t form_edge(char kind, size_t i) {
  switch (kind) {
  case 'f':
    return form_floats[i];
  case 'd':
    return form_doubles[i];
  case 'x':
  case 'y':
    return form_halves[i];
  case 'X':
  case 'Y':
    return form_halves[i] | (uint64_t)form_halves[form_random() % COUNT_OF(form_halves)] << 16;
  default:
    return form_integers[i];
  }
}

/* The first samples hold all pairs of edge values of the first two operands. */
static inline uint64_t form_value(char kind, size_t sample, size_t operand, const char *kinds) {
  const size_t edges = form_edge_count(kind), first = form_edge_count(kinds[0]), which = form_random() % 4;
  uint64_t value = form_random();
  if (operand == 0 && sample / first < edges)
    value = form_edge(kind, sample % first);
  else if (operand == 1 && sample / first < edges)
    value = form_edge(kind, sample / first);
  else if (which)
    value = form_edge(kind, (size_t)(value % edges));
  else if (kind == 'f' && value & 1) /* a moderate exponent */
    value = (value >> 8 & 0x807fffff) | (uint64_t)(100 + value % 60) << 23;
  if (kind == 's')
    value = which ? value % 300 : value;
  return kind == 'p' ? value >> 5 & 1 : value;
}

static inline unsigned form_bytes(char kind) { return strchr("hxy", kind) ? 2 : strchr("ld", kind) ? 8 : 4; }

static inline uint64_t form_truncate(char kind, uint64_t value) {
  const unsigned bytes = form_bytes(kind);
  return bytes == 8 ? value : value & ((1ull << 8 * bytes) - 1);
}

/* ---- The kernel ---- */

static inline const char *form_register(char kind, unsigned number, char name[8]) {
  const unsigned bytes = form_bytes(kind);
  snprintf(name, 8, "%%%c%u", kind == 'p' ? 'p' : bytes == 2 ? 'h' : bytes == 4 ? 'r' : 'l', number);
  return name;
}

static inline void form_write(const struct form *form, char *text, size_t size) {
  char name[8], list[64] = "";
  const char *sources = form->operands + 2;
  size_t used = (size_t)snprintf(
      text, size,
      ".visible .entry k(.param .u64 pd, .param .u64 p0, .param .u64 p1, .param .u64 p2, .param .u64 p3) {\n"
      ".reg .pred %%p<8>; .reg .b16 %%h<8>; .reg .b32 %%r<16>; .reg .b64 %%l<16>;\n"
      "mov.u32 %%r10, %%ctaid.x; mov.u32 %%r11, %%ntid.x; mov.u32 %%r12, %%tid.x;\n"
      "mad.lo.u32 %%r10, %%r10, %%r11, %%r12; mul.wide.u32 %%l10, %%r10, 8;\n");
  strcat(list, form_register(form->operands[0], 0, name));
  for (unsigned i = 0; sources[i]; i++) {
    form_register(sources[i], i + 1, name);
    strcat(strcat(list, ", "), name);
    used += (size_t)snprintf(text + used, size - used,
                             "ld.param.u64 %%l11, [p%u]; add.u64 %%l11, %%l11, %%l10;\n"
                             "ld.global.b%u %s, [%%l11];\n",
                             i, 8 * form_bytes(sources[i]), sources[i] == 'p' ? "%r13" : name);
    if (sources[i] == 'p')
      used += (size_t)snprintf(text + used, size - used, "setp.ne.u32 %s, %%r13, 0;\n", name);
  }
  const char *dollar = strchr(form->text, '$');
  if (dollar)
    used += (size_t)snprintf(text + used, size - used, "%.*s%s%s;\n", (int)(dollar - form->text), form->text,
                             list, dollar + 1);
  else
    used += (size_t)snprintf(text + used, size - used, "%s %s;\n", form->text,
                             strchr(form->text, '%') ? "" : list);
  if (form->operands[0] == 'p')
    used += (size_t)snprintf(text + used, size - used, "selp.u32 %%r0, 1, 0, %%p0;\n");
  form_register(form->operands[0] == 'p' ? 'r' : form->operands[0], 0, name);
  snprintf(text + used, size - used,
           "ld.param.u64 %%l11, [pd]; add.u64 %%l11, %%l11, %%l10; st.global.b%u [%%l11], %s; ret; }\n",
           8 * form_bytes(form->operands[0]), name);
}

/* ---- Comparison ---- */

static inline bool form_near(double expected, double got, double tolerance) {
  if (isnan(expected) || isnan(got))
    return isnan(expected) && isnan(got);
  if (isinf(expected) || isinf(got) || expected == 0)
    return expected == got || (expected == 0 && fabs(got) < 1e-30);
  return fabs(got - expected) <= tolerance * fabs(expected) + 1e-37 * (tolerance > 0);
}

static inline bool form_half_same(uint16_t expected, uint16_t got, bool bfloat) {
  const uint16_t infinity = bfloat ? 0x7f80 : 0x7c00;
  return (expected & 0x7fff) > infinity ? got == 0x7fff : got == expected;
}

/* A NaN of 32 or 16 bits is the canonical one; one of 64 bits may have any payload. */
static inline bool form_same(const struct form *form, double tolerance, uint64_t expected, uint64_t got) {
  switch (form->operands[0]) {
  case 'f':
    if (tolerance > 0)
      return form_near((double)form_float((uint32_t)expected), (double)form_float((uint32_t)got), tolerance);
    return isnan(form_float((uint32_t)expected)) ? got == 0x7fffffff : got == expected;
  case 'd':
    if (tolerance > 0)
      return form_near(form_double(expected), form_double(got), tolerance);
    return isnan(form_double(expected)) ? isnan(form_double(got)) : got == expected;
  case 'X':
  case 'Y':
    return form_half_same((uint16_t)expected, (uint16_t)got, form->operands[0] == 'Y') &&
           form_half_same((uint16_t)(expected >> 16), (uint16_t)(got >> 16), form->operands[0] == 'Y');
  case 'x':
  case 'y':
    return form_half_same((uint16_t)expected, (uint16_t)got, form->operands[0] == 'y');
  default:
    return got == expected;
  }
}

/* Returns whether all samples of FORM are right; prints the first that is not. TOLERANCE: relative; 0: exact. */
static inline bool form_check(const struct form *form, double tolerance) {
  static uint64_t values[FORM_OPERANDS][FORM_SAMPLES], results[FORM_SAMPLES];
  const char *kinds = form->operands + 2;
  const size_t count = strlen(kinds);
  for (size_t i = 0; i < FORM_SAMPLES; i++)
    for (size_t o = 0; o < count; o++)
      values[o][i] = form_truncate(kinds[o], form_value(kinds[o], i, o, kinds));
  char text[4096], error[512] = "";
  form_write(form, text, sizeof text);
  memset(results, 0, sizeof results);
  struct gpu_program *program = program_try(text, error, sizeof error);
  if (!program)
    return print_error("%s: %s\n", form->text, error), false;
  uint64_t parameters[1 + FORM_OPERANDS] = {(uint64_t)(uintptr_t)results};
  for (size_t o = 0; o < FORM_OPERANDS; o++)
    parameters[o + 1] = (uint64_t)(uintptr_t)values[o];
  enum gpu_status status = program_execute(program, FORM_SAMPLES / FORM_THREADS, FORM_THREADS, parameters,
                                           sizeof parameters, error, sizeof error);
  gpu_program_unload(program);
  if (status != GPU_DONE)
    return print_error("%s: %s\n", form->text, error), false;
  for (size_t i = 0; i < FORM_SAMPLES; i++) {
    uint64_t v[FORM_OPERANDS] = {0};
    for (size_t o = 0; o < count; o++)
      v[o] = values[o][i];
    const uint64_t expected = form_truncate(form->operands[0], form->expected(v));
    if (!form_same(form, tolerance, expected, results[i]))
      return print_error("%s of 0x%llx, 0x%llx, 0x%llx, 0x%llx: 0x%llx, expected 0x%llx\n", form->text,
                         (unsigned long long)v[0], (unsigned long long)v[1], (unsigned long long)v[2],
                         (unsigned long long)v[3], (unsigned long long)results[i],
                         (unsigned long long)expected),
             false;
  }
  return true;
}

static inline void forms_check(const struct form *forms, size_t count, double tolerance) {
  size_t wrong = 0;
  for (size_t i = 0; i < count; i++)
    wrong += !form_check(&forms[i], tolerance);
  if (wrong)
    fail_msg("%zu of %zu forms are wrong", wrong, count);
}
#define CHECK_FORMS(table) forms_check(table, COUNT_OF(table), 0)

#endif
