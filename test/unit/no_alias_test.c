/* FILE: test/unit/no_alias_test.c
 * WHAT: which kernels get a second version, and what is written for them.
 */
#include "sample.h"

#include "model/affine.h"

static const char text[] = "void f(int n, const double *A, double *C) {\n"
                           "#pragma omp target parallel for map(to: A[2:n]) map(tofrom: C[0:n])\n"
                           "  for (int i = 0; i < n; i++) // every row\n"
                           "    for (int k = 0; k < n; k++)\n"
                           "      C[i] += A[k];\n"
                           "}\n";
static const char directive[] = "#pragma omp target parallel for map(to: A[2:n]) map(tofrom: C[0:n])";
static const char loop_text[] = "for (int i = 0; i < n; i++) // every row\n"
                                "    for (int k = 0; k < n; k++)\n"
                                "      C[i] += A[k];";

enum { I, K }; /* the dimensions */

struct state {
  struct sample *sample;
  struct cleave_loop_accesses loop;
  uint32_t a, c;
};

static struct cleave_polynomial *counter(struct state *state, uint32_t dimension) {
  struct cleave_arena *arena = state->sample->unit.arena;
  struct cleave_polynomial *result = cleave_arena_allocate(arena, sizeof *result);
  struct cleave_term term = {.coefficient = 1, .factors = {dimension}, .factor_count = 1};
  CLEAVE_APPEND(arena, result->terms, result->term_count, term);
  return result;
}

static void add_access(struct state *state, uint32_t variable, bool writes, uint32_t dimension) {
  struct cleave_access access = {.variable = variable,
                                 .writes = writes,
                                 .offset = 1,
                                 .around = K,
                                 .subscripts = counter(state, dimension),
                                 .subscript_count = 1};
  CLEAVE_APPEND(state->sample->unit.arena, state->loop.accesses, state->loop.access_count, access);
}

/* C[i] += A[k], or C[k] += A[k]. */
static struct state *make(uint32_t written) {
  struct sample *sample =
      sample_new(text, directive, CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR);
  struct state *state = cleave_arena_allocate(sample->unit.arena, sizeof *state);
  state->sample = sample;
  state->c = sample_variable(sample, "C", "double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_MAPPED);
  state->a = sample_variable(sample, "A", "const double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_MAPPED);
  sample_map(sample, state->c, CLEAVE_MAP_TOFROM, "C[0:n]");
  sample_map(sample, state->a, CLEAVE_MAP_TO, "A[2:n]");
  const uint32_t node = sample_loop(sample, CLEAVE_NO_NODE, CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR,
                                    directive, loop_text);
  sample_use(sample, node, state->c, CLEAVE_USE_ELEMENT_WRITE | CLEAVE_USE_ELEMENT_READ);
  sample_use(sample, node, state->a, CLEAVE_USE_ELEMENT_READ);
  sample->region.nodes[node].accesses = &state->loop;
  const struct cleave_range body = sample_find(sample, "for (int k = 0; k < n; k++)\n      C[i] += A[k];");
  state->loop.body_begin = body.begin;
  state->loop.body_end = body.end;
  state->loop.loop_count = 1;
  sample_comment(sample, "// every row");
  const struct cleave_dimension dimensions[] = {
      {.kind = CLEAVE_DIMENSION_PARALLEL, .around = CLEAVE_NO_DIMENSION},
      {.kind = CLEAVE_DIMENSION_SEQUENTIAL, .around = I, .offset = body.begin}};
  for (size_t i = 0; i < 2; i++)
    CLEAVE_APPEND(sample->unit.arena, state->loop.dimensions, state->loop.dimension_count, dimensions[i]);
  add_access(state, state->c, true, written);
  add_access(state, state->c, false, written);
  add_access(state, state->a, false, K);
  return state;
}

/* How many versions the plan makes, and remark CODE is there, if it is not 0. */
static bool has_second(struct state *state, unsigned code) {
  const struct cleave_plan *plan = sample_plan(state->sample);
  const bool second = plan->root && plan->root->versions.count;
  assert_int_equal(sample_remark(plan, CLEAVE_REASON_NO_ALIAS) != NULL, second);
  if (code && !sample_remark(plan, code))
    fail_msg("no CLV%u, but %s", code,
             plan->remark_count ? plan->remarks[plan->remark_count - 1].message : "nothing");
  return second;
}

static void a_sum_in_memory_has_a_second_version(void **unused) {
  (void)unused;
  struct state *state = make(I);
  assert_true(has_second(state, 0));
  const struct cleave_result *result = cleave_compile(&state->sample->unit, &state->sample->options);
  assert_non_null(strstr(result->text, "cleave_disjoint((-1), 1, 2, (const volatile void *)(C), "
                                       "(__SIZE_TYPE__)(sizeof *C * (n)), (const volatile void *)"
                                       "(&A[2]), (__SIZE_TYPE__)(sizeof *A * (n)))"));
  assert_non_null(
      strstr(result->text,
             " for (int i = 0; i < n; i++) { cleave_version(); __builtin_assume_separate_storage(C, A);  "
             "_Pragma(\"clang loop unroll_count(8) distribute(disable)\") for (int k = 0; k < n; k++) C[i] "
             "+= A[k]; } "));
  assert_int_equal(cleave_unit_line(&state->sample->unit, (uint32_t)state->sample->unit.length), 7);
  size_t lines = 0;
  for (const char *at = result->text; *at; at++)
    lines += *at == '\n';
  assert_int_equal(lines, 6);
  assert_null(strstr(result->readable, "cleave_disjoint"));
  sample_free(state->sample);
}

static void other_stores_have_none(void **unused) {
  (void)unused;
  struct state *state = make(K);
  assert_false(has_second(state, 0));
  sample_free(state->sample);
  state = make(I);
  state->loop.access_count = 2; /* nothing but C */
  assert_false(has_second(state, 0));
  sample_free(state->sample);
}

static void it_can_be_switched_off(void **unused) {
  (void)unused;
  struct state *state = make(I);
  state->sample->options.no_alias = false;
  assert_false(has_second(state, 0));
  state->sample->options.no_alias = true;
  state->sample->region.hints = CLEAVE_HINT_NO_ALIAS_OFF;
  assert_false(has_second(state, 0));
  state->sample->region.hints = 0;
  state->sample->options.bisect = 1; /* spent on widening */
  assert_false(has_second(state, 0));
  state->sample->options.bisect = 2;
  assert_true(has_second(state, 0));
  state->sample->region.flags = CLEAVE_REGION_SHARED;
  assert_false(has_second(state, 0));
  state->sample->region.flags = 0;
  sample_free(state->sample);
}

/* Accesses may leave the section of a map clause, and the memory of a pointer is not known. That of an array is. */
static void unified_shared_memory_leaves_arrays(void **unused) {
  (void)unused;
  struct state *state = make(I);
  state->sample->unit.unified_shared_memory = true;
  assert_false(has_second(state, CLEAVE_REASON_NO_ALIAS_EXTENT));
  for (uint32_t v = 0; v < state->sample->region.variable_count; v++)
    if (state->sample->region.variables[v].type_class == CLEAVE_TYPE_POINTER)
      state->sample->region.variables[v].type_class = CLEAVE_TYPE_ARRAY;
  assert_true(has_second(state, 0));
  sample_free(state->sample);
}

static void a_section_must_be_known(void **unused) {
  (void)unused;
  struct state *state = make(I);
  state->sample->region.variables[state->a].is_reference = true;
  assert_false(has_second(state, CLEAVE_REASON_NO_ALIAS_EXTENT));
  state->sample->region.variables[state->a].is_reference = false;
  state->sample->region.variables[state->a].sharing = CLEAVE_SHARING_POINTER;
  assert_false(has_second(state, CLEAVE_REASON_NO_ALIAS_EXTENT));
  state->sample->region.variables[state->a].sharing = CLEAVE_SHARING_MAPPED;
  assert_true(has_second(state, 0));
  sample_free(state->sample);
  state = make(I);
  sample_map(state->sample, state->a, CLEAVE_MAP_TO, "A[2:n]"); /* two sections of one pointer */
  assert_false(has_second(state, CLEAVE_REASON_NO_ALIAS_EXTENT));
  sample_free(state->sample);
}

static void the_text_must_bear_it(void **unused) {
  (void)unused;
  static const enum cleave_fact_kind kinds[] = {CLEAVE_FACT_LABEL, CLEAVE_FACT_GOTO,
                                                CLEAVE_FACT_MACRO_BOUNDARY};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    struct state *state = make(I);
    assert_true(has_second(state, 0));
    sample_fact(state->sample, 0, kinds[i], NULL);
    assert_false(has_second(state, 0));
    sample_free(state->sample);
  }
  struct state *state = make(I); /* a repeated lambda, perhaps of a template with a static variable */
  sample_fact(state->sample, 0, CLEAVE_FACT_LAMBDA, NULL);
  assert_true(has_second(state, 0));
  sample_fact(state->sample, 0, CLEAVE_FACT_STATIC_LOCAL, NULL);
  state->sample->region.nodes[0].facts[1].in_callee = true;
  assert_false(has_second(state, 0));
  sample_free(state->sample);
  state = make(I);
  state->loop.body_end = state->loop.body_begin;
  assert_false(has_second(state, CLEAVE_REASON_NO_ALIAS_TEXT));
  sample_free(state->sample);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_sum_in_memory_has_a_second_version),
      cmocka_unit_test(other_stores_have_none),
      cmocka_unit_test(it_can_be_switched_off),
      cmocka_unit_test(unified_shared_memory_leaves_arrays),
      cmocka_unit_test(a_section_must_be_known),
      cmocka_unit_test(the_text_must_bear_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
