/* FILE: test/unit/fallback_test.c
 * WHAT: which split regions are there as they are written, too, and what is told of their loops.
 */
#include "loop_words.h"

#include "print/value_printer.h"

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
  struct both it = {.sample =
                        sample_new(text, "#pragma omp target map(tofrom: a[0:n])", CLEAVE_CONSTRUCT_TARGET)};
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

/* The call that the guard of the region's own form asks; NULL: there is no such version. */
static const struct cleave_expression *planned(const struct both *it) {
  const struct cleave_plan *plan = sample_plan(it->sample);
  assert_true(plan->transforms);
  assert_int_equal(!plan->versions.count, !sample_remark(plan, CLEAVE_REASON_FALLBACK));
  return plan->versions.count ? plan->versions.items[0].guard->operands[1]->operands[0] : NULL;
}

/* The text of argument number INDEX of CALL. */
static const char *argument(const struct sample *sample, const struct cleave_expression *call, size_t index) {
  assert_non_null(call);
  assert_in_range(index, 0, call->operand_count - 1);
  return cleave_expression_text(&sample->unit, call->operands[index]);
}

/* The arguments for the first loop, and for the loop of the second group. */
enum { STEPS = 5, SECOND_TRIP_COUNT = 9 };

static void numbers_of_its_loops(void **state) {
  (void)state;
  struct both it = new_region(nest);
  /* How often `while` is executed is not known. */
  assert_string_equal(cleave_expression_text(&it.sample->unit, planned(&it)),
                      "cleave_split_pays((-1), 2, 0. + (double)(sizeof *a * (n)), 2, "
                      "((0. + 1. * (double)n - 1.) / 1. + 1.), "
                      "2. + 1. * ((0. + 1. * (double)m - 1.) / 1. + 1.), "
                      "((0. + 1. * (double)n - 1.) / 1. + 1.), 0.)");
  sample_free(it.sample);
}

/* Up to four accesses are one wait; loops in each other are multiplied. */
static void steps_of_a_loop(void **state) {
  (void)state;
  static const struct {
    const char *words, *steps;
  } rows[] = {
      {"for i 0 n-1 1\nr a i\nr a i\nr a i\nr a i\nseq j 1 8 1\nw a j\n",
       "2. + 1. * ((0. + 8. - 1.) / 1. + 1.)"},
      {"for i 0 n-1 1\nr a i\nr a i\nr a i\nr a i\nr a i\nseq j 0 7 1\nw a j\n",
       "4. + 1. * ((0. + 7.) / 1. + 1.)"},
      {"for i 0 n-1 1\nseq j 9 0 -2\nr a j\nr a j\nr a j\nr a j\nw a i\n", "2. + 2. * ((0. + 9.) / 2. + 1.)"},
      {"for i 0 n-1 1\nseq j ? m-1 1\nw a i\n", "0."},
      {"for i 0 n-1 1\nseq j 0 m-1 0\nw a i\n", "0."},
      {"for i 0 n-1 1\nseq j 0 i 1\nw a i\n", "0."}, /* of another iteration there are others */
      {"for i 0 n-1 1\nw a i\n", "0."},              /* a `for` is not described */
      {"for i 0 n-1 1\nseq j 0 m-1 1\nend\nseq k 0 m-1 1\nw a i\n", "0."}, /* or one that is not there */
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct both it = new_region(rows[i].words);
    assert_string_equal(argument(it.sample, planned(&it), STEPS), rows[i].steps);
    sample_free(it.sample);
  }
  struct both it = new_region(nest);
  sample_fact(it.sample, it.first, CLEAVE_FACT_CALL, "sqrt");
  assert_string_equal(argument(it.sample, planned(&it), STEPS), "0.");
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
  it.sample->options.single_kernel_fallback = false;
  assert_null(planned(&it));
  it.sample->options.single_kernel_fallback = true;
  it.sample->options.may_call = false; /* the program's text cannot call libcleave */
  assert_null(planned(&it));
  it.sample->options.may_call = true;
  assert_non_null(planned(&it));
  /* Without its split form a region is as it is written anyway. */
  it.sample->options.split = false;
  const struct cleave_plan *plan = sample_plan(it.sample);
  assert_false(plan->transforms);
  assert_int_equal(plan->versions.count, 0);
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

/* ---- Kernels in loops and branches of the host --------------------------------------------------- */

#define IN_LOOPS "#pragma omp target map(tofrom: a[0:n])\n"
static const char nested_text[] = IN_LOOPS "for (k = 0; k < n; k++) {\n"
                                           "if (n > m) {\n"
                                           "#pragma omp parallel for\n"
                                           "for (i = 0; i < n; i++) a[i] += 1;\n"
                                           "}\n"
                                           "#pragma omp parallel for schedule(static)\n"
                                           "for (i = k; i < n; i++) a[i] += 2;\n"
                                           "}\n";

struct nested {
  struct sample *sample;
  uint32_t k, host_loop, in_branch, in_loop;
};

/* The loops: of the host, in the branch, in the host's loop. */
static struct nested new_nested(const char *host_words, const char *branch_words, const char *loop_words) {
  struct nested it = {
      .sample = sample_new(nested_text, "#pragma omp target map(tofrom: a[0:n])", CLEAVE_CONSTRUCT_TARGET)};
  struct sample *sample = it.sample;
  const uint32_t a = sample_variable(sample, "a", "double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_MAPPED);
  const uint32_t n = sample_variable(sample, "n", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  const uint32_t m = sample_variable(sample, "m", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  it.k = sample_variable(sample, "k", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  sample_map(sample, a, CLEAVE_MAP_TOFROM, "a[0:n]");
  it.host_loop = sample_node(sample, CLEAVE_NODE_FOR, CLEAVE_NO_NODE, strstr(nested_text, "for (k"));
  sample->region.nodes[it.host_loop].range.end--; /* without the line end */
  sample->region.nodes[it.host_loop].header = sample_find(sample, "for (k = 0; k < n; k++)");
  sample_assignment(sample, it.host_loop, it.k);
  sample_use(sample, it.host_loop, it.k, CLEAVE_USE_READ | CLEAVE_USE_WRITE);
  sample_use(sample, it.host_loop, n, CLEAVE_USE_READ);
  const uint32_t body = sample_node(sample, CLEAVE_NODE_COMPOUND, it.host_loop, "{\nif");
  sample->region.nodes[body].range.end = sample->region.nodes[it.host_loop].range.end;
  const uint32_t branch = sample_node(sample, CLEAVE_NODE_IF, body, "if (n > m) {");
  sample->region.nodes[branch].header = sample_find(sample, "if (n > m)");
  sample_use(sample, branch, n, CLEAVE_USE_READ);
  sample_use(sample, branch, m, CLEAVE_USE_READ);
  const uint32_t taken = sample_node(sample, CLEAVE_NODE_COMPOUND, branch, "{\n#pragma");
  sample->region.nodes[branch].range.end = sample->region.nodes[taken].range.end =
      sample_find(sample, "}\n#pragma").begin + 1;
  it.in_branch = sample_loop(sample, taken, PARALLEL_FOR, "#pragma omp parallel for\n",
                             "for (i = 0; i < n; i++) a[i] += 1;");
  sample->region.nodes[it.in_branch].directive.end--;
  it.in_loop = sample_loop(sample, body, PARALLEL_FOR, "#pragma omp parallel for schedule(static)",
                           "for (i = k; i < n; i++) a[i] += 2;");
  const uint32_t loops[] = {it.host_loop, it.in_branch, it.in_loop};
  const char *const words[] = {host_words, branch_words, loop_words};
  for (size_t i = 0; i < 3; i++) {
    if (i) {
      sample_use(sample, loops[i], a, ELEMENT);
      sample_use(sample, loops[i], n, CLEAVE_USE_READ);
    }
    struct both like = {.sample = sample};
    describe(&like, loops[i], words[i]);
  }
  struct cleave_loop_accesses *header = sample->region.nodes[it.host_loop].accesses;
  for (size_t d = 0; d < header->dimension_count; d++)
    if (header->dimensions[d].kind == CLEAVE_DIMENSION_SEQUENTIAL)
      header->dimensions[d].variable = it.k;
  return it;
}

static const struct cleave_expression *planned_nested(const struct nested *it) {
  const struct both like = {.sample = it->sample};
  return planned(&like);
}

static void groups_are_what_is_launched_equally_often(void **state) {
  (void)state;
  struct nested it = new_nested("seq k 0 n-1 1\n", "for i 0 n-1 1\nw a i\n", "for i 0 9 1\nw a i\n");
  assert_string_equal(cleave_expression_text(&it.sample->unit, planned_nested(&it)),
                      "cleave_nested_split_pays((-1), 0. + (double)(sizeof *a * (n)), 2, 1, 1, "
                      "((0. + 1. * (double)n - 1.) / 1. + 1.), 0., 1, 1, ((0. + 9.) / 1. + 1.), 0.)");
  sample_free(it.sample);
}

/* The counter of the host's loop is taken where the inner loop has most iterations. */
static void the_ends_of_a_counter(void **state) {
  (void)state;
  static const struct {
    const char *host, *loop, *trip_count; /* NULL: not known */
  } rows[] = {
      {"seq k 3 n-1 1\n", "for i k n-1 1\nw a i\n",
       "((0. + 1. * (double)n - 1. + 1. * (0. - 3.)) / 1. + 1.)"},
      {"seq k 3 n-1 1\n", "for i 0 2*k 1\nw a i\n", "((0. + 2. * (0. + 1. * (double)n - 1.)) / 1. + 1.)"},
      {"seq k n-1 3 -1\n", "for i 0 k 1\nw a i\n", "((0. + 1. * (0. + 1. * (double)n - 1.)) / 1. + 1.)"},
      {"seq k n-1 3 -1\n", "for i k 9 1\nw a i\n", "((0. + 9. + 1. * (0. - 3.)) / 1. + 1.)"},
      {"seq k n-1 3 -1\n", "for i n k -1\nw a i\n", "((0. + 1. * (double)n + 1. * (0. - 3.)) / 1. + 1.)"},
      {"seq k 0 n-1 8\n", "for i k k+7 1\nw a i\n", "((0. + 7.) / 1. + 1.)"}, /* a block */
      {"seq k 0 n-1 1\n", "for i 0 9 1\nseq j k m 1\nw a i\n", "((0. + 9.) / 1. + 1.)"},
      {"seq k 0 ? 1\n", "for i k n-1 1\nw a i\n", "((0. + 1. * (double)n - 1. + 1. * (0.)) / 1. + 1.)"},
      {"seq k 0 ? 1\n", "for i 0 k 1\nw a i\n", NULL},
      {"seq k ? n-1 1\n", "for i 0 k 1\nw a i\n", NULL},
      {"seq k 0 n-1 0\n", "for i 0 k 1\nw a i\n", NULL},
      {"seq k 0 n-1 1\n", "for i 0 k*n 1\nw a i\n", NULL}, /* n may be negative */
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct nested it = new_nested(rows[i].host, "for i 0 n-1 1\nw a i\n", rows[i].loop);
    const struct cleave_expression *call = planned_nested(&it);
    assert_int_equal(!call, !rows[i].trip_count);
    if (call)
      assert_string_equal(argument(it.sample, call, SECOND_TRIP_COUNT), rows[i].trip_count);
    sample_free(it.sample);
  }
}

/* It may be another value than the header says. */
static void a_counter_that_others_may_change(void **state) {
  (void)state;
  static const char triangle[] = "for i k n-1 1\nw a i\n";
  struct nested it = new_nested("seq k 0 n-1 1\n", "for i 0 n-1 1\nw a i\n", triangle);
  it.sample->region.variables[it.k].address_taken = true;
  assert_null(planned_nested(&it));
  sample_free(it.sample);
  it = new_nested("seq k 0 n-1 1\n", "for i 0 n-1 1\nw a i\n", triangle);
  it.sample->region.nodes[it.host_loop].accesses = NULL;
  assert_null(planned_nested(&it));
  sample_free(it.sample);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_of_its_loops),
      cmocka_unit_test(steps_of_a_loop),
      cmocka_unit_test(trip_counts_must_be_the_hosts),
      cmocka_unit_test(what_is_asked_for),
      cmocka_unit_test(clauses_of_its_own),
      cmocka_unit_test(groups_are_what_is_launched_equally_often),
      cmocka_unit_test(the_ends_of_a_counter),
      cmocka_unit_test(a_counter_that_others_may_change),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
