/* FILE: test/unit/fission_test.c
 * WHAT: the planner's decisions on hand-made regions, without clang.
 */
#include "sample.h"

#include "print/value_printer.h"

#define PARALLEL_FOR (CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR)
#define DISTRIBUTE_PARALLEL_FOR (CLEAVE_CONSTRUCT_DISTRIBUTE | PARALLEL_FOR)
#define ELEMENT (CLEAVE_USE_READ | CLEAVE_USE_ELEMENT_READ)
#define ELEMENT_WRITE (ELEMENT | CLEAVE_USE_ELEMENT_WRITE)

/* Two loops over mapped arrays: what most regions look like. */
struct two_loops {
  struct sample *sample;
  uint32_t a, b, n, root, first, second;
};

static const char two_loops_text[] = "#pragma omp target map(to: a[0:n]) map(from: b[0:n])\n"
                                     "{\n"
                                     "#pragma omp parallel for\n"
                                     "for (int i = 0; i < n; i++) b[i] = a[i];\n"
                                     "s = 0;\n"
                                     "#pragma omp parallel for schedule(static)\n"
                                     "for (int j = 0; j < n; j++) b[j] += s;\n"
                                     "}\n";

static struct two_loops two_loops_new(void) {
  struct two_loops it;
  struct sample *sample = it.sample = sample_new(
      two_loops_text, "#pragma omp target map(to: a[0:n]) map(from: b[0:n])", CLEAVE_CONSTRUCT_TARGET);
  it.a = sample_variable(sample, "a", "double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_MAPPED);
  it.b = sample_variable(sample, "b", "double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_MAPPED);
  it.n = sample_variable(sample, "n", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  sample_map(sample, it.a, CLEAVE_MAP_TO, "a[0:n]");
  sample_map(sample, it.b, CLEAVE_MAP_FROM, "b[0:n]");
  it.root = sample_node(sample, CLEAVE_NODE_COMPOUND, CLEAVE_NO_NODE, strchr(two_loops_text, '{'));
  sample->region.nodes[0].range.end--; /* without the line end */
  it.first = sample_loop(sample, it.root, PARALLEL_FOR, "#pragma omp parallel for\n",
                         "for (int i = 0; i < n; i++) b[i] = a[i];");
  sample->region.nodes[it.first].directive.end--;
  sample_use(sample, it.first, it.a, ELEMENT);
  sample_use(sample, it.first, it.b, ELEMENT_WRITE);
  sample_use(sample, it.first, it.n, CLEAVE_USE_READ);
  return it;
}

static void add_second_loop(struct two_loops *it) {
  it->second = sample_loop(it->sample, it->root, PARALLEL_FOR, "#pragma omp parallel for schedule(static)",
                           "for (int j = 0; j < n; j++) b[j] += s;");
  sample_use(it->sample, it->second, it->b, ELEMENT_WRITE);
  sample_use(it->sample, it->second, it->n, CLEAVE_USE_READ);
}

static void splits_and_widens_two_loops(void **state) {
  (void)state;
  struct two_loops it = two_loops_new();
  add_second_loop(&it);
  struct cleave_plan *plan = sample_plan(it.sample);
  assert_true(plan->transforms);
  assert_int_equal(plan->kernels, 2);
  assert_int_equal(plan->widened, 2);
  assert_string_equal(cleave_directive_text(&it.sample->unit, plan->environment),
                      "target data map(to: a[0:n]) map(from: b[0:n])");
  assert_string_equal(cleave_directive_text(&it.sample->unit, plan->root->children[0]->directive),
                      "target teams distribute parallel for map(to: a[0:n]) map(from: b[0:n])");
  assert_string_equal(cleave_directive_text(&it.sample->unit, plan->root->children[1]->directive),
                      "target teams distribute parallel for map(from: b[0:n])");
  sample_free(it.sample);
}

static void widens_a_single_loop_without_environment(void **state) {
  (void)state;
  struct two_loops it = two_loops_new();
  it.sample->options.split = false; /* widening is no split */
  struct cleave_plan *plan = sample_plan(it.sample);
  assert_true(plan->transforms);
  assert_null(plan->environment);
  assert_null(sample_remark(plan, CLEAVE_REASON_REGION_SPLIT));
  assert_non_null(sample_remark(plan, CLEAVE_REASON_LOOP_WIDENED));
  sample_free(it.sample);
}

/* target parallel for: one node, whose directive is the region's. */
static void widens_a_combined_loop(void **state) {
  (void)state;
  static const char directive[] = "#pragma omp target parallel for map(from: b[0:n]) schedule(dynamic)";
  static const char text[] = "#pragma omp target parallel for map(from: b[0:n]) schedule(dynamic)\n"
                             "for (int i = 0; i < n; i++) b[i] = i;\n";
  struct sample *sample = sample_new(text, directive, CLEAVE_CONSTRUCT_TARGET | PARALLEL_FOR);
  uint32_t b = sample_variable(sample, "b", "double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_MAPPED);
  sample_map(sample, b, CLEAVE_MAP_FROM, "b[0:n]");
  uint32_t loop = sample_loop(sample, CLEAVE_NO_NODE, CLEAVE_CONSTRUCT_TARGET | PARALLEL_FOR, directive,
                              "for (int i = 0; i < n; i++) b[i] = i;");
  sample_clause(sample, loop, CLEAVE_CLAUSE_MAP, "map(from: b[0:n])");
  sample_clause(sample, loop, CLEAVE_CLAUSE_SCHEDULE, "schedule(dynamic)");
  sample_use(sample, loop, b, ELEMENT_WRITE);
  struct cleave_plan *plan = sample_plan(sample);
  assert_true(plan->transforms);
  assert_int_equal(plan->widened, 1);
  assert_null(plan->environment);
  assert_string_equal(cleave_directive_text(&sample->unit, plan->root->directive),
                      "target teams distribute parallel for map(from: b[0:n])");
  sample_free(sample);
}

static void options_switch_off(void **state) {
  (void)state;
  struct two_loops it = two_loops_new();
  add_second_loop(&it);
  it.sample->options.split = false;
  struct cleave_plan *plan = sample_plan(it.sample);
  assert_false(plan->transforms);
  assert_non_null(sample_remark(plan, CLEAVE_REASON_REGION_SPLIT_OFF));
  it.sample->options.split = true;
  it.sample->options.widen = false;
  plan = sample_plan(it.sample);
  assert_true(plan->transforms);
  assert_int_equal(plan->widened, 0);
  assert_string_equal(cleave_directive_text(&it.sample->unit, plan->root->children[1]->directive),
                      "target parallel for map(from: b[0:n])");
  it.sample->options.widen = true;
  it.sample->options.bisect = 2; /* two widenings, and no decision left for the split */
  plan = sample_plan(it.sample);
  assert_false(plan->transforms);
  assert_non_null(sample_remark(plan, CLEAVE_REASON_REGION_BISECT));
  sample_free(it.sample);
}

/* A search by halving needs this: a higher limit never undoes what a lower one did. */
static void nothing_follows_the_limit_of_bisect(void **state) {
  (void)state;
  struct two_loops two = two_loops_new(), one = two_loops_new();
  add_second_loop(&two);
  for (long limit = 0; limit <= 5; limit++) {
    struct cleave_decisions decisions = {0};
    two.sample->options.bisect = limit;
    struct cleave_plan *first = cleave_fission_plan(&two.sample->unit, 0, &two.sample->options, &decisions);
    struct cleave_plan *second = cleave_fission_plan(&one.sample->unit, 0, &two.sample->options, &decisions);
    assert_int_equal(first->transforms, limit >= 3);     /* two widenings and the split */
    assert_int_equal(first->engine != NULL, limit >= 4); /* and its transfers */
    assert_int_equal(second->transforms, limit >= 5);
  }
  sample_free(one.sample);
  sample_free(two.sample);
}

/* s is written by serial code and read by a loop: a copy of s, mapped. Its value comes from outside
 * only if something reads that. */
static void check_scalar_written_between_loops(bool read_before) {
  struct two_loops it = two_loops_new();
  uint32_t s = sample_variable(it.sample, "s", "double", CLEAVE_TYPE_FLOATING, CLEAVE_SHARING_FIRSTPRIVATE);
  if (read_before)
    sample_use(it.sample, it.first, s, CLEAVE_USE_READ);
  uint32_t serial = sample_node(it.sample, CLEAVE_NODE_EXPRESSION, it.root, "s = 0;");
  sample_use(it.sample, serial, s, CLEAVE_USE_WRITE);
  sample_assignment(it.sample, serial, s);
  sample_use(it.sample, serial, it.a, ELEMENT);
  sample_fact(it.sample, serial, CLEAVE_FACT_INDIRECTION, NULL);
  add_second_loop(&it);
  sample_use(it.sample, it.second, s, CLEAVE_USE_READ);
  struct cleave_plan *plan = sample_plan(it.sample);
  assert_true(plan->transforms);
  assert_int_equal(plan->serial_kernels, 1);
  assert_int_equal(plan->privatized_count, 1);
  assert_int_equal(plan->privatized[0].copies, read_before);
  assert_non_null(strstr(cleave_directive_text(&it.sample->unit, plan->environment),
                         read_before ? "map(to: a[0:n], s)" : "map(alloc: s)"));
  assert_string_equal(cleave_directive_text(&it.sample->unit, plan->root->children[1]->directive),
                      "target parallel num_threads(1) map(to: a[0:n]) map(alloc: s)");
  assert_non_null(
      strstr(cleave_directive_text(&it.sample->unit, plan->root->children[2]->directive), "map(alloc: s)"));
  sample_free(it.sample);
}

static void scalar_written_between_loops(void **state) {
  (void)state;
  check_scalar_written_between_loops(true);
  check_scalar_written_between_loops(false);
}

/* An integer that only host values determine is computed by the host and never mapped. */
static void integer_of_the_host(void **state) {
  (void)state;
  struct two_loops it = two_loops_new();
  uint32_t s = sample_variable(it.sample, "s", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  uint32_t serial = sample_node(it.sample, CLEAVE_NODE_EXPRESSION, it.root, "s = 0;");
  sample_use(it.sample, serial, s, CLEAVE_USE_WRITE);
  add_second_loop(&it);
  sample_use(it.sample, it.second, s, CLEAVE_USE_READ);
  struct cleave_plan *plan = sample_plan(it.sample);
  assert_true(plan->transforms);
  assert_int_equal(plan->serial_kernels, 0);
  assert_int_equal(plan->root->children[1]->kind, CLEAVE_PLAN_HOST);
  assert_int_equal(plan->privatized_count, 1);
  assert_null(strstr(cleave_directive_text(&it.sample->unit, plan->environment), "s)"));
  sample_free(it.sample);
}

static void reduction_result_lives_on_the_device(void **state) {
  (void)state;
  struct two_loops it = two_loops_new();
  uint32_t s = sample_variable(it.sample, "s", "double", CLEAVE_TYPE_FLOATING, CLEAVE_SHARING_FIRSTPRIVATE);
  add_second_loop(&it);
  sample_use(it.sample, it.second, s, CLEAVE_USE_READ | CLEAVE_USE_WRITE);
  struct cleave_clause *clause =
      sample_clause(it.sample, it.second, CLEAVE_CLAUSE_REDUCTION, "schedule(static)");
  sample_clause_variable(it.sample, clause, s);
  struct cleave_plan *plan = sample_plan(it.sample);
  assert_true(plan->transforms);
  assert_non_null(
      strstr(cleave_directive_text(&it.sample->unit, plan->root->children[1]->directive), "map(alloc: s)"));
  assert_null(plan->root->children[1]->inner_directive);
  it.sample->unit.openmp_version = 45; /* map and reduction may not name one variable */
  plan = sample_plan(it.sample);
  assert_non_null(plan->root->children[1]->inner_directive);
  assert_non_null(
      strstr(cleave_directive_text(&it.sample->unit, plan->root->children[1]->directive), "target map("));
  sample_free(it.sample);
}

static void loop_with_member_of_no_variable_has_its_own_directive(void **state) {
  (void)state;
  struct two_loops it = two_loops_new();
  add_second_loop(&it);
  it.sample->region.nodes[it.second].has_member_of_no_variable = true;
  struct cleave_plan *plan = sample_plan(it.sample);
  assert_true(plan->transforms);
  assert_null(plan->root->children[0]->inner_directive);
  assert_non_null(
      strstr(cleave_directive_text(&it.sample->unit, plan->root->children[1]->directive), "target map("));
  assert_non_null(strstr(cleave_directive_text(&it.sample->unit, plan->root->children[1]->inner_directive),
                         "teams distribute parallel for"));
  sample_free(it.sample);
}

static void assert_refused(struct sample *sample, unsigned code, const char *name) {
  struct cleave_plan *plan = sample_plan(sample);
  assert_false(plan->transforms);
  const struct cleave_remark *remark = sample_remark(plan, code);
  if (!remark)
    fail_msg("expected CLV%03u, got CLV%03u", code, plan->remark_count ? plan->remarks[0].code : 0);
  if (name)
    assert_non_null(strstr(remark->message, name));
}

static void refuses_races(void **state) {
  (void)state;
  struct two_loops it = two_loops_new();
  uint32_t s = sample_variable(it.sample, "s", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  add_second_loop(&it);
  sample_use(it.sample, it.second, s, CLEAVE_USE_READ | CLEAVE_USE_WRITE);
  assert_refused(it.sample, CLEAVE_REASON_SHARED_SCALAR_WRITTEN, "'s'");
  struct cleave_node *loop = &it.sample->region.nodes[it.second];
  loop->uses[loop->use_count - 1].flags |= CLEAVE_USE_PROTECTED; /* atomic: no race */
  assert_true(sample_plan(it.sample)->transforms);
  sample_free(it.sample);
}

static void refuses_code_of_every_team(void **state) {
  (void)state;
  struct two_loops it = two_loops_new();
  it.sample->region.construct |= CLEAVE_CONSTRUCT_TEAMS;
  it.sample->region.nodes[it.first].construct = DISTRIBUTE_PARALLEL_FOR;
  uint32_t s = sample_variable(it.sample, "s", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  uint32_t serial = sample_node(it.sample, CLEAVE_NODE_EXPRESSION, it.root, "s = 0;");
  sample_use(it.sample, serial, s, CLEAVE_USE_WRITE);
  sample_fact(it.sample, serial, CLEAVE_FACT_OMP_ATOMIC, NULL);
  assert_refused(it.sample, CLEAVE_REASON_REPLICATED_CODE, "team");
  sample_free(it.sample);

  it = two_loops_new(); /* parallel for under teams: every team runs all of it */
  it.sample->region.construct |= CLEAVE_CONSTRUCT_TEAMS;
  add_second_loop(&it);
  sample_fact(it.sample, it.first, CLEAVE_FACT_OMP_ATOMIC, NULL);
  assert_refused(it.sample, CLEAVE_REASON_LOOP_IN_EVERY_TEAM, NULL);
  sample_free(it.sample);
}

static void refuses_what_it_cannot_carry(void **state) {
  (void)state;
  static const struct {
    enum cleave_fact_kind fact;
    const char *name;
    unsigned code;
  } facts[] = {
      {CLEAVE_FACT_GOTO, NULL, CLEAVE_REASON_JUMP},
      {CLEAVE_FACT_LABEL, NULL, CLEAVE_REASON_JUMP},
      {CLEAVE_FACT_CALL, "exit", CLEAVE_REASON_LEAVES_PROGRAM},
      {CLEAVE_FACT_STATIC_LOCAL, "s", CLEAVE_REASON_STATIC_LOCAL},
      {CLEAVE_FACT_THIS, NULL, CLEAVE_REASON_REGION_MEMBER},
      {CLEAVE_FACT_MACRO_BOUNDARY, NULL, CLEAVE_REASON_MACRO_BOUNDARY},
  };
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    struct two_loops it = two_loops_new();
    uint32_t serial = sample_node(it.sample, CLEAVE_NODE_EXPRESSION, it.root, "s = 0;");
    sample_use(it.sample, serial, it.b, ELEMENT_WRITE);
    add_second_loop(&it);
    assert_true(sample_plan(it.sample)->transforms);
    sample_fact(it.sample, serial, facts[i].fact, facts[i].name);
    assert_refused(it.sample, facts[i].code, NULL);
    sample_free(it.sample);
  }
  static const struct {
    uint32_t flag;
    unsigned code;
  } places[] = {
      {CLEAVE_REGION_IN_MACRO, CLEAVE_REASON_REGION_MACRO},
      {CLEAVE_REGION_IN_HEADER, CLEAVE_REASON_REGION_HEADER},
      {CLEAVE_REGION_IN_TEMPLATE, CLEAVE_REASON_REGION_TEMPLATE},
      {CLEAVE_REGION_IN_TARGET_FUNCTION, CLEAVE_REASON_REGION_NESTED},
  };
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    struct two_loops it = two_loops_new();
    add_second_loop(&it);
    it.sample->region.flags = places[i].flag;
    assert_refused(it.sample, places[i].code, NULL);
    sample_free(it.sample);
  }
  /* A capture needs a type that a copy can be declared with. */
  struct two_loops it = two_loops_new();
  add_second_loop(&it);
  it.sample->region.flags = CLEAVE_REGION_IN_LAMBDA;
  assert_true(sample_plan(it.sample)->transforms);
  it.sample->region.variables[it.b].is_lambda_capture = true;
  it.sample->region.variables[it.b].type = NULL;
  assert_refused(it.sample, CLEAVE_REASON_REGION_LAMBDA, NULL);
  sample_free(it.sample);
}

/* Which kernels are compiled for any number of threads: those of the whole device, where neither clause
 * nor option says anything. */
static void threads_are_free_where_nobody_says(void **state) {
  (void)state;
  static const struct {
    enum cleave_clause_kind clause; /* OTHER: none */
    bool assumed, option, free;
  } rows[] = {{CLEAVE_CLAUSE_OTHER, false, true, true},
              {CLEAVE_CLAUSE_OTHER, false, false, false},
              {CLEAVE_CLAUSE_NUM_THREADS, true, true, false}, /* widened all the same */
              {CLEAVE_CLAUSE_NUM_THREADS, false, true, false}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct two_loops it = two_loops_new();
    add_second_loop(&it);
    if (rows[i].clause != CLEAVE_CLAUSE_OTHER)
      sample_clause(it.sample, it.second, rows[i].clause, "schedule(static)");
    it.sample->region.hints = rows[i].assumed ? CLEAVE_HINT_WIDEN_ASSUME : 0;
    it.sample->options.geometry = rows[i].option;
    struct cleave_plan *plan = sample_plan(it.sample);
    assert_true(plan->transforms);
    if (plan->root->children[1]->free_threads != rows[i].free)
      fail_msg("row %zu: free_threads is %d", i, plan->root->children[1]->free_threads);
    /* Not in the text that readers see. */
    assert_null(
        strstr(cleave_directive_text(&it.sample->unit, plan->root->children[1]->directive), "__builtin"));
    sample_free(it.sample);
  }
}

/* Whether widen(assume) stands in for the proof that is missing. */
static bool yields_to_the_user(unsigned code) {
  return code == CLEAVE_REASON_WIDEN_CHUNK || code == CLEAVE_REASON_WIDEN_TEAM_SIZE ||
         code == CLEAVE_REASON_WIDEN_CALL;
}

/* What keeps a loop in one team; the region is split all the same. Each row three times: without a
 * pragma, with widen(assume) in front of the region, and with widen(off) of the loop against that. */
static void widening_needs_its_proof(void **state) {
  (void)state;
  static const struct {
    enum cleave_clause_kind clause; /* or a fact, where CLEAVE_CLAUSE_OTHER */
    uint32_t flags;
    enum cleave_fact_kind fact;
    const char *name;
    unsigned code; /* 0: is widened */
  } rows[] = {
      {CLEAVE_CLAUSE_SCHEDULE, CLEAVE_CLAUSE_IS_STATIC, 0, NULL, 0},
      {CLEAVE_CLAUSE_SCHEDULE, CLEAVE_CLAUSE_IS_STATIC | CLEAVE_CLAUSE_HAS_CHUNK, 0, NULL,
       CLEAVE_REASON_WIDEN_CHUNK},
      {CLEAVE_CLAUSE_NUM_THREADS, 0, 0, NULL, CLEAVE_REASON_WIDEN_TEAM_SIZE},
      {CLEAVE_CLAUSE_IF, 0, 0, NULL, CLEAVE_REASON_WIDEN_TEAM_SIZE},
      {CLEAVE_CLAUSE_ORDERED, 0, 0, NULL, CLEAVE_REASON_WIDEN_CLAUSE},
      {CLEAVE_CLAUSE_LINEAR, 0, 0, NULL, CLEAVE_REASON_WIDEN_CLAUSE},
      {CLEAVE_CLAUSE_OTHER, 0, CLEAVE_FACT_CALL, "omp_get_thread_num", CLEAVE_REASON_WIDEN_THREAD_QUERY},
      {CLEAVE_CLAUSE_OTHER, 0, CLEAVE_FACT_CALL, "opaque", CLEAVE_REASON_WIDEN_CALL},
      {CLEAVE_CLAUSE_OTHER, 0, CLEAVE_FACT_CALL, NULL, CLEAVE_REASON_WIDEN_CALL},
      {CLEAVE_CLAUSE_OTHER, 0, CLEAVE_FACT_CALL, "sqrtf", 0},
      {CLEAVE_CLAUSE_OTHER, 0, CLEAVE_FACT_CALL, "__builtin_fabs", 0},
      {CLEAVE_CLAUSE_OTHER, 0, CLEAVE_FACT_OMP_CRITICAL, NULL, CLEAVE_REASON_WIDEN_CRITICAL},
      {CLEAVE_CLAUSE_OTHER, 0, CLEAVE_FACT_OMP_BARRIER, NULL, CLEAVE_REASON_WIDEN_SYNCHRONIZATION},
      {CLEAVE_CLAUSE_OTHER, 0, CLEAVE_FACT_OMP_TASK, NULL, CLEAVE_REASON_WIDEN_SYNCHRONIZATION},
      {CLEAVE_CLAUSE_OTHER, 0, CLEAVE_FACT_OMP_WORKSHARING, NULL, CLEAVE_REASON_WIDEN_SYNCHRONIZATION},
      {CLEAVE_CLAUSE_OTHER, 0, CLEAVE_FACT_ASM, NULL, CLEAVE_REASON_WIDEN_VOLATILE},
      {CLEAVE_CLAUSE_OTHER, 0, CLEAVE_FACT_OMP_ATOMIC, NULL, 0},
      {CLEAVE_CLAUSE_OTHER, 0, CLEAVE_FACT_OMP_PARALLEL, NULL, 0},
  };
  for (size_t i = 0; i < 3 * (sizeof rows / sizeof *rows); i++) {
    const size_t row = i / 3;
    struct two_loops it = two_loops_new();
    add_second_loop(&it);
    if (rows[row].clause != CLEAVE_CLAUSE_OTHER)
      sample_clause(it.sample, it.second, rows[row].clause, "schedule(static)")->flags = rows[row].flags;
    else
      sample_fact(it.sample, it.second, rows[row].fact, rows[row].name);
    unsigned code = rows[row].code, expected = code ? code : CLEAVE_REASON_LOOP_WIDENED;
    it.sample->region.hints = i % 3 ? CLEAVE_HINT_WIDEN_ASSUME : 0;
    if (i % 3 == 1 && yields_to_the_user(code)) {
      code = 0;
      expected = CLEAVE_REASON_LOOP_WIDENED_ASSUMED;
    } else if (i % 3 == 2) {
      it.sample->region.nodes[it.second].hints = CLEAVE_HINT_WIDEN_OFF;
      code = expected = CLEAVE_REASON_WIDEN_PRAGMA;
    }
    struct cleave_plan *plan = sample_plan(it.sample);
    assert_true(plan->transforms);
    assert_true(plan->root->children[0]->widened);
    if (plan->root->children[1]->widened != !code)
      fail_msg("row %zu: widened is %d", row, plan->root->children[1]->widened);
    assert_non_null(sample_remark(plan, expected));
    sample_free(it.sample);
  }
}

static void pragma_leaves_a_region_alone(void **state) {
  (void)state;
  struct two_loops it = two_loops_new();
  add_second_loop(&it);
  it.sample->region.hints = CLEAVE_HINT_SPLIT_OFF | CLEAVE_HINT_WIDEN_ASSUME;
  struct cleave_plan *plan = sample_plan(it.sample);
  assert_false(plan->transforms);
  assert_int_equal(plan->remark_count, 1);
  assert_int_equal(plan->remarks[0].code, CLEAVE_REASON_REGION_PRAGMA);
  sample_free(it.sample);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(splits_and_widens_two_loops),
      cmocka_unit_test(widens_a_single_loop_without_environment),
      cmocka_unit_test(widens_a_combined_loop),
      cmocka_unit_test(options_switch_off),
      cmocka_unit_test(nothing_follows_the_limit_of_bisect),
      cmocka_unit_test(scalar_written_between_loops),
      cmocka_unit_test(integer_of_the_host),
      cmocka_unit_test(reduction_result_lives_on_the_device),
      cmocka_unit_test(loop_with_member_of_no_variable_has_its_own_directive),
      cmocka_unit_test(refuses_races),
      cmocka_unit_test(refuses_code_of_every_team),
      cmocka_unit_test(refuses_what_it_cannot_carry),
      cmocka_unit_test(widening_needs_its_proof),
      cmocka_unit_test(threads_are_free_where_nobody_says),
      cmocka_unit_test(pragma_leaves_a_region_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
