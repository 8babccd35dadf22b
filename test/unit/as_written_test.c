/* FILE: test/unit/as_written_test.c
 * WHAT: which split regions are there as they are written, too, and what is told of their loops.
 */
#include "loop_words.h"

#define PARALLEL_FOR (CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR)
#define ELEMENT (CLEAVE_USE_READ | CLEAVE_USE_ELEMENT_READ | CLEAVE_USE_ELEMENT_WRITE)

static const char text[] = "#pragma omp target map(tofrom: a[0:n])\n"
                           "{\n"
                           "#pragma omp parallel for\n"
                           "for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i] += 1;\n"
                           "#pragma omp parallel for schedule(static)\n"
                           "for (;;) while (a[i]) a[i]--;\n"
                           "}\n";
#define FIRST "for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[i] += 1;"
#define SECOND "for (;;) while (a[i]) a[i]--;"

/* A region of two loops: the first is what WORDS say of it (loop_words.h), the second has N iterations. */
struct both {
  struct sample *sample;
  uint32_t a, n, m, first, second;
};

static void describe(struct both *it, uint32_t loop, const char *words) {
  struct builder builder = {.sample = it->sample, .around = CLEAVE_NO_DIMENSION};
  builder.loop = cleave_arena_allocate(it->sample->unit.arena, sizeof *builder.loop);
  it->sample->region.nodes[loop].accesses = builder.loop;
  builder.loop->loop_count = 1;
  char *copy = cleave_arena_copy(it->sample->unit.arena, words, strlen(words)), *rest;
  for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
    add_line(&builder, line);
}

static struct both new_region(const char *words) {
  struct both it = {.sample = sample_new(text, "#pragma omp target map(tofrom: a[0:n])",
                                         CLEAVE_CONSTRUCT_TARGET)};
  struct sample *sample = it.sample;
  it.a = sample_variable(sample, "a", "double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_MAPPED);
  it.n = sample_variable(sample, "n", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  it.m = sample_variable(sample, "m", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  sample_map(sample, it.a, CLEAVE_MAP_TOFROM, "a[0:n]");
  const uint32_t root = sample_node(sample, CLEAVE_NODE_COMPOUND, CLEAVE_NO_NODE, strchr(text, '{'));
  sample->region.nodes[root].range.end--; /* without the line end */
  it.first = sample_loop(sample, root, PARALLEL_FOR, "#pragma omp parallel for\n", FIRST);
  sample->region.nodes[it.first].directive.end--;
  it.second = sample_loop(sample, root, PARALLEL_FOR, "#pragma omp parallel for schedule(static)", SECOND);
  for (uint32_t loop = it.first; loop <= it.second; loop++) {
    sample_use(sample, loop, it.a, ELEMENT);
    sample_use(sample, loop, it.n, CLEAVE_USE_READ);
  }
  describe(&it, it.first, words);
  describe(&it, it.second, "for i 0 n-1 1\nw a i\n");
  return it;
}

static const char nest[] = "for i 0 n-1 1\nseq j 0 m-1 1\nw a i\n";

static const struct cleave_as_written *planned(const struct both *it) {
  const struct cleave_plan *plan = sample_plan(it->sample);
  assert_true(plan->transforms);
  assert_int_equal(!plan->as_written, !sample_remark(plan, CLEAVE_REASON_AS_WRITTEN));
  return plan->as_written;
}

static void numbers_of_its_loops(void **state) {
  (void)state;
  struct both it = new_region(nest);
  const struct cleave_as_written *region = planned(&it);
  assert_non_null(region);
  assert_string_equal(region->device, "-1");
  assert_int_equal(region->kernels, 2);
  assert_int_equal(region->loop_count, 2);
  assert_string_equal(region->loops[0].trip_count,
                      "((0. + 1. * (double)n - 1.) / 1. + 1.)");
  assert_string_equal(region->loops[0].steps,
                      "4. + 1. * ((0. + 1. * (double)m - 1.) / 1. + 1.)");
  /* How often `while` is executed is not known. */
  assert_string_equal(region->loops[1].trip_count, region->loops[0].trip_count);
  assert_string_equal(region->loops[1].steps, "0.");
  sample_free(it.sample);
}

/* Up to four accesses are one wait; loops in each other are multiplied. */
static void steps_of_a_loop(void **state) {
  (void)state;
  static const struct {
    const char *words, *steps;
  } rows[] = {
      {"for i 0 n-1 1\nr a i\nr a i\nr a i\nr a i\nseq j 1 8 1\nw a j\n",
       "4. + 1. * ((0. + 8. - 1.) / 1. + 1.)"},
      {"for i 0 n-1 1\nr a i\nr a i\nr a i\nr a i\nr a i\nseq j 0 7 1\nw a j\n",
       "8. + 1. * ((0. + 7.) / 1. + 1.)"},
      {"for i 0 n-1 1\nseq j 9 0 -2\nr a j\nr a j\nr a j\nr a j\nw a i\n",
       "4. + 2. * ((0. + 9.) / 2. + 1.)"},
      {"for i 0 n-1 1\nseq j ? m-1 1\nw a i\n", "0."},
      {"for i 0 n-1 1\nseq j 0 m-1 0\nw a i\n", "0."},
      {"for i 0 n-1 1\nseq j 0 i 1\nw a i\n", "0."},    /* of another iteration there are others */
      {"for i 0 n-1 1\nw a i\n", "0."},                 /* a `for` is not described */
      {"for i 0 n-1 1\nseq j 0 m-1 1\nend\nseq k 0 m-1 1\nw a i\n", "0."}, /* or one that is not there */
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct both it = new_region(rows[i].words);
    const struct cleave_as_written *region = planned(&it);
    assert_non_null(region);
    assert_string_equal(region->loops[0].steps, rows[i].steps);
    sample_free(it.sample);
  }
  struct both it = new_region(nest);
  sample_fact(it.sample, it.first, CLEAVE_FACT_CALL, "sqrt");
  assert_string_equal(planned(&it)->loops[0].steps, "0.");
  sample_free(it.sample);
}

static void trip_counts_must_be_the_hosts(void **state) {
  (void)state;
  static const char *const unknown[] = {"for i 0 ? 1\nseq j 0 m-1 1\nw a i\n", "for i 0 n-1 0\nw a i\n",
                                        "for i ? n-1 1\nw a i\n"};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
    struct both it = new_region(unknown[i]);
    assert_null(planned(&it));
    sample_free(it.sample);
  }
  struct both it = new_region(nest); /* the body of a loop is not described */
  it.sample->region.nodes[it.second].accesses = NULL;
  assert_null(planned(&it));
  sample_free(it.sample);
}

static void what_is_asked_for(void **state) {
  (void)state;
  struct both it = new_region(nest);
  it.sample->options.as_written = false;
  assert_null(planned(&it));
  it.sample->options.as_written = true;
  it.sample->options.may_call = false; /* the program's text cannot call libcleave */
  assert_null(planned(&it));
  it.sample->options.may_call = true;
  assert_non_null(planned(&it));
  /* Without its split form a region is as it is written anyway. */
  it.sample->options.split = false;
  const struct cleave_plan *plan = sample_plan(it.sample);
  assert_false(plan->transforms);
  assert_null(plan->as_written);
  sample_free(it.sample);
}

/* Clauses that say in how many threads, or when: it would be another program's choice. */
static void clauses_of_its_own(void **state) {
  (void)state;
  struct both it = new_region(nest);
  sample_clause(it.sample, it.second, CLEAVE_CLAUSE_NUM_THREADS, "schedule(static)");
  assert_null(planned(&it));
  sample_free(it.sample);
  it = new_region(nest);
  it.sample->region.variables[it.a].has_variable_length = true; /* clang loses it */
  assert_null(planned(&it));
  sample_free(it.sample);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_of_its_loops),       cmocka_unit_test(steps_of_a_loop),
      cmocka_unit_test(trip_counts_must_be_the_hosts), cmocka_unit_test(what_is_asked_for),
      cmocka_unit_test(clauses_of_its_own),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
