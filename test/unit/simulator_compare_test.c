/* FILE: test/unit/simulator_compare_test.c
 * WHAT: setp and set of the simulator with all comparisons and types, boolean combination, negated predicates and pairs of
 *       predicates; selp, slct; guards.
 */
#include "simulator_forms.h"
#include "simulator_half.h"

struct type {
  const char *name;
  char kind;
  bool is_signed, floating;
};
static const struct type types[] = {
    {"b16", 'h', false, false}, {"u16", 'h', false, false}, {"s16", 'h', true, false},
    {"b32", 'r', false, false}, {"u32", 'r', false, false}, {"s32", 'r', true, false},
    {"b64", 'l', false, false}, {"u64", 'l', false, false}, {"s64", 'l', true, false},
    {"f16", 'x', true, true},   {"bf16", 'y', true, true},  {"f32", 'f', true, true},
    {"f64", 'd', true, true}};

/* Results for less, equal, greater and unordered operands. */
struct comparison {
  const char *name, *holds;
  char domain; /* a: all types, s: all but bits, u: unsigned, f: floating point */
};
static const struct comparison comparisons[] = {
    {"eq", "=", 'a'},    {"ne", "<>", 'a'},   {"lt", "<", 's'},   {"le", "<=", 's'},   {"gt", ">", 's'},
    {"ge", ">=", 's'},   {"lo", "<", 'u'},    {"ls", "<=", 'u'},  {"hi", ">", 'u'},    {"hs", ">=", 'u'},
    {"equ", "=?", 'f'},  {"neu", "<>?", 'f'}, {"ltu", "<?", 'f'}, {"leu", "<=?", 'f'}, {"gtu", ">?", 'f'},
    {"geu", ">=?", 'f'}, {"num", "<=>", 'f'}, {"nan", "?", 'f'}};

/* The form that is being tested. */
static struct {
  const struct type *type;
  const struct comparison *comparison;
  bool flushes, negated;
  char combined; /* '&', '|', '^', or 0 */
} now;

static long double floating(uint64_t bits) {
  switch (now.type->kind) {
  case 'x':
    return half_number(now.flushes && !(bits & 0x7c00) ? (uint16_t)(bits & 0x8000) : (uint16_t)bits, false);
  case 'y':
    return half_number((uint16_t)bits, true);
  case 'f': {
    const float value = form_float((uint32_t)bits);
    return now.flushes && fpclassify(value) == FP_SUBNORMAL ? 0 : (long double)value;
  }
  default:
    return (long double)form_double(bits);
  }
}

static __int128 whole(uint64_t bits) {
  const unsigned width = 8 * form_bytes(now.type->kind);
  const __int128 range = (__int128)1 << width, value = (__int128)bits & (range - 1);
  return now.type->is_signed && value >= range / 2 ? value - range : value;
}

static bool holds(const uint64_t *v) {
  char outcome;
  if (now.type->floating) {
    const long double a = floating(v[0]), b = floating(v[1]);
    outcome = isnan(a) || isnan(b) ? '?' : a < b ? '<' : a > b ? '>' : '=';
  } else {
    const __int128 a = whole(v[0]), b = whole(v[1]);
    outcome = a < b ? '<' : a > b ? '>' : '=';
  }
  return strchr(now.comparison->holds, outcome) != NULL;
}

static bool combined(bool result, const uint64_t *v) {
  const bool with = now.negated ? !v[2] : v[2];
  return now.combined == '&'   ? result && with
         : now.combined == '|' ? result || with
         : now.combined == '^' ? result != with
                               : result;
}

EXPECTED(truth, combined(holds(v), v))
EXPECTED(both_truths, (combined(holds(v), v) ? 1 : 0) | (combined(!holds(v), v) ? 2 : 0))
EXPECTED(ones, combined(holds(v), v) ? 0xffffffff : 0)
EXPECTED(one, combined(holds(v), v) ? 0x3f800000 : 0)

static bool is_form(void) {
  const bool bits = now.type->name[0] == 'b' && !now.type->floating;
  switch (now.comparison->domain) {
  case 's':
    return !bits;
  case 'u':
    return !bits && !now.type->is_signed;
  case 'f':
    return now.type->floating;
  default:
    return true;
  }
}

static size_t forms, wrong;

static void check(const char *text, char result, bool predicate, expected_value *expected) {
  const char kind = now.type->kind;
  const char operands[] = {result, '=', kind, kind, predicate ? 'p' : 0, 0};
  const struct form form = {text, operands, expected};
  forms++;
  wrong += !form_check(&form, 0);
}

static void check_comparison(void) {
  char text[256];
  const char *name = now.comparison->name, *type = now.type->name, *ftz = now.flushes ? ".ftz" : "";
  snprintf(text, sizeof text, "setp.%s%s.%s", name, ftz, type);
  check(text, 'p', false, truth);
  if (now.type->kind == 'x' || now.type->kind == 'y')
    return;
  snprintf(text, sizeof text, "set.%s%s.u32.%s", name, ftz, type);
  check(text, 'r', false, ones);
  snprintf(text, sizeof text, "set.%s%s.f32.%s", name, ftz, type);
  check(text, 'r', false, one);
}

static void all_comparisons(void **state) {
  (void)state;
  memset(&now, 0, sizeof now);
  forms = wrong = 0;
  for (size_t t = 0; t < COUNT_OF(types); t++)
    for (size_t c = 0; c < COUNT_OF(comparisons); c++)
      for (int ftz = 0; ftz < 2; ftz++) {
        now.type = &types[t], now.comparison = &comparisons[c], now.flushes = ftz;
        if (is_form() && (!ftz || now.type->kind == 'x' || now.type->kind == 'f'))
          check_comparison();
      }
  print_message("%zu forms\n", forms);
  assert_int_equal(wrong, 0);
}

/* One type and comparison with all combinations. */
static void check_combination(const char *word) {
  char text[256], register_name[2][8];
  const char *type = now.type->name, *negation = now.negated ? "!" : "";
  form_register(now.type->kind, 1, register_name[0]);
  form_register(now.type->kind, 2, register_name[1]);
  snprintf(text, sizeof text, "setp.%s.%s.%s %%p0, %s, %s, %s%%p3", now.comparison->name, word, type,
           register_name[0], register_name[1], negation);
  check(text, 'p', true, truth);
  snprintf(text, sizeof text, "set.%s.%s.u32.%s %%r0, %s, %s, %s%%p3", now.comparison->name, word, type,
           register_name[0], register_name[1], negation);
  check(text, 'r', true, ones);
  snprintf(text, sizeof text,
           "setp.%s.%s.%s %%p5|%%p6, %s, %s, %s%%p3; selp.u32 %%r5, 1, 0, %%p5; selp.u32 %%r6, 2, 0, %%p6; "
           "or.b32 %%r0, %%r5, %%r6",
           now.comparison->name, word, type, register_name[0], register_name[1], negation);
  check(text, 'r', true, both_truths);
}

static void combinations_and_pairs(void **state) {
  (void)state;
  static const struct {
    const char *word;
    char sign;
  } words[] = {{"and", '&'}, {"or", '|'}, {"xor", '^'}};
  memset(&now, 0, sizeof now);
  forms = wrong = 0;
  for (size_t t = 4; t < COUNT_OF(types); t++) {
    if (types[t].kind == 'x' || types[t].kind == 'y')
      continue;
    for (size_t w = 0; w < COUNT_OF(words); w++)
      for (int negated = 0; negated < 2; negated++) {
        now.type = &types[t], now.comparison = &comparisons[t % 2 ? 2 : 1];
        now.combined = words[w].sign, now.negated = negated;
        if (is_form())
          check_combination(words[w].word);
      }
  }
  print_message("%zu forms\n", forms);
  assert_int_equal(wrong, 0);
}

/* ---- Pairs of halves, selection, guards ---- */

static bool half_less(uint64_t a, uint64_t b, bool bfloat) {
  return half_number((uint16_t)a, bfloat) < half_number((uint16_t)b, bfloat);
}
EXPECTED(pair_less,
         (half_less(v[0], v[1], false) ? 1 : 0) | (half_less(v[0] >> 16, v[1] >> 16, false) ? 2 : 0))
EXPECTED(bpair_less,
         (half_less(v[0], v[1], true) ? 1 : 0) | (half_less(v[0] >> 16, v[1] >> 16, true) ? 2 : 0))
EXPECTED(first_if, v[2] ? v[0] : v[1])
EXPECTED(first_unless, v[2] ? v[1] : v[0])
EXPECTED(first_if_positive, S32(2) >= 0 ? v[0] : v[1])
EXPECTED(first_if_at_least_0, F32(2) >= 0 ? v[0] : v[1])
EXPECTED(first_if_ftz, F32(2) >= 0 || fpclassify(F32(2)) == FP_SUBNORMAL ? v[0] : v[1])
EXPECTED(sum_or_first, v[2] ? U32(0) + U32(1) : U32(0))
EXPECTED(minimum_or_one, v[2] ? 1 : U32(0) < U32(1) ? U32(0) : U32(1))
#define PAIR_TEXT(type)                                                                                      \
  "setp.lt." type " %p5|%p6, %r1, %r2; selp.u32 %r5, 1, 0, %p5; selp.u32 %r6, 2, 0, %p6; or.b32 %r0, %r5, %r6"
static const struct form others[] = {
    {PAIR_TEXT("f16x2"), "r=XX", pair_less},
    {PAIR_TEXT("bf16x2"), "r=YY", bpair_less},
    {"selp.b16", "h=hhp", first_if},
    {"selp.u32", "r=rrp", first_if},
    {"selp.f32", "r=ffp", first_if},
    {"selp.b64", "l=llp", first_if},
    {"selp.f64", "l=ddp", first_if},
    {"selp.s32 %r0, %r1, %r2, !%p3", "r=rrp", first_unless},
    {"slct.b16.s32", "h=hhr", first_if_positive},
    {"slct.u32.s32", "r=rrr", first_if_positive},
    {"slct.f64.s32", "l=ddr", first_if_positive},
    {"slct.s32.f32", "r=rrf", first_if_at_least_0},
    {"slct.f32.f32", "r=fff", first_if_at_least_0},
    {"slct.b64.f32", "l=llf", first_if_at_least_0},
    {"slct.ftz.s32.f32", "r=rrf", first_if_ftz},
    {"mov.b32 %r0, %r1; @%p3 add.u32 %r0, %r1, %r2", "r=rrp", sum_or_first},
    {"mov.b32 %r0, 1; @!%p3 min.u32 %r0, %r1, %r2", "r=rrp", minimum_or_one},
};

static void selection_and_guards(void **state) {
  (void)state;
  CHECK_FORMS(others);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_comparisons),
                                     cmocka_unit_test(combinations_and_pairs),
                                     cmocka_unit_test(selection_and_guards)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
