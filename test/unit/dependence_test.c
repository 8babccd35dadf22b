/* FILE: test/unit/dependence_test.c
 * WHAT: the dependence test, on loops described by a few words. Each row says what a loop does
 *       and whether its iterations are independent; a row that is proved although its iterations
 *       depend on each other is a wrong program.
 *
 * The words are those of loop_words.h. n and m are integers of the region, k one that the loop cannot
 * rely on; a and b are arrays, p and q pointers.
 */
#include "loop_words.h"

#include "polyhedral/dependence.h"

static const char text[] = "#pragma omp target\n#pragma omp parallel for\nfor (;;) {}\n";

static bool is_independent(const struct sample *sample, uint32_t loop) {
  const char *obstacle = NULL;
  uint32_t offset;
  struct cleave_loop_models *models = cleave_loop_models_new(&sample->region, sample->unit.arena);
  const bool proved = cleave_loop_is_independent(cleave_loop_model_get(models, loop), &obstacle, &offset);
  cleave_loop_models_free(models);
  if (!proved)
    assert_non_null(obstacle);
  return proved;
}

static bool is_proved(const char *lines) {
  struct sample *sample = sample_new(text, "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  struct builder it = {.sample = sample, .around = CLEAVE_NO_DIMENSION};
  sample_variable(sample, "a", NULL, CLEAVE_TYPE_ARRAY, CLEAVE_SHARING_MAPPED);
  sample_variable(sample, "b", NULL, CLEAVE_TYPE_ARRAY, CLEAVE_SHARING_IMPLICIT_MAP);
  sample_variable(sample, "p", "double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_MAPPED);
  sample_variable(sample, "q", "double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_POINTER);
  sample_variable(sample, "n", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  sample_variable(sample, "m", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  sample_variable(sample, "k", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_MAPPED);
  const uint32_t loop = sample_loop(sample, CLEAVE_NO_NODE, CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR,
                                    "#pragma omp parallel for", "for (;;) {}");
  it.loop = cleave_arena_allocate(sample->unit.arena, sizeof *it.loop);
  sample->region.nodes[loop].accesses = it.loop;
  char *copy = cleave_arena_copy(sample->unit.arena, lines, strlen(lines)), *rest;
  for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
    add_line(&it, line);
  const bool proved = is_independent(sample, loop);
  sample_free(sample);
  return proved;
}

struct row {
  bool independent;
  const char *loop;
};

static void check_rows(const struct row *rows, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (is_proved(rows[i].loop) != rows[i].independent)
      fail_msg("%s, but should%s be:\n%s", rows[i].independent ? "not proved" : "proved",
               rows[i].independent ? "" : " not", rows[i].loop);
}

static void one_counter(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 0 n-1 1\nw a i"},
      {true, "for i 0 n-1 1\nr a i\nw a i"},
      {true, "for i 0 n-1 1\nr a i"},
      {true, "for i 0 n-1 1\nr a i+1\nw b i"},
      {false, "for i 0 n-1 1\nr a i+1\nw a i"},
      {false, "for i 0 n-1 1\nr a i-1\nw a i"},
      {true, "for i 0 n-1 1\nw a 2*i\nr a 2*i+1"},
      {false, "for i 0 n-1 1\nw a 2*i\nr a 2*i+2"},
      {false, "for i 0 n-1 1\nw a 2*i\nr a 3*i+1"},
      {true, "for i 0 n-1 1\nw a n-i"},
      {false, "for i 0 n-1 1\nw a n-i\nr a i"},
      {false, "for i 0 n-1 1\nw a 0"},
      {false, "for i 0 n-1 1\nw a n"},
      {true, "for i 0 0 1\nw a 0"},
      /* The loop is too short to meet itself. */
      {true, "for i 0 99 1\nw a i\nr a i+100"},
      {false, "for i 0 100 1\nw a i\nr a i+100"},
      {true, "for i 0 n-1 1\nw a i\nr a i+n"},
      {false, "for i 0 n 1\nw a i\nr a i+n"},
      {true, "for i 0 ? 1\nw a i"},
      {true, "for i ? ? 0\nw a i"},
      {false, "for i ? ? 0\nw a i\nr a i+1"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void steps(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 0 n-1 2\nw a i\nr a i+1"},
      {false, "for i 0 n-1 2\nw a i\nr a i+2"},
      {true, "for i 0 n-1 4\nw a i\nr a i+1\nr a i+2\nr a i+3"},
      {true, "for i n 0 -1\nw a i"},
      {false, "for i n 0 -1\nw a i\nr a i+1"},
      {true, "for i n 0 -2\nw a i\nr a i-1"},
      {true, "for i m n 2\nw a i\nr a i+1"},
      {false, "for i ? n 2\nw a i\nr a i+1"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void nests(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 0 n-1 1\nfor j 0 m-1 1\nw a i j"},
      {false, "for i 0 n-1 1\nfor j 0 m-1 1\nw a i"},
      {false, "for i 0 n-1 1\nfor j 0 m-1 1\nw a j"},
      {false, "for i 0 n-1 1\nfor j 0 m-1 1\nw a i+j"},
      {false, "for i 0 n-2 1\nfor j 1 m-1 1\nw a i j\nr a i+1 j-1"},
      {true, "for i 0 n-1 1\nseq j 0 m-1 1\nw a i j"},
      {true, "for i 0 n-1 1\nseq j 1 m-1 1\nw a i j\nr a i j-1"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nw a i j\nr a i+1 j"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nw a j"},
      /* Triangles. */
      {true, "for i 0 m-1 1\nseq j 0 i 1\nw a i j"},
      {true, "for i 0 m-1 1\nseq j 0 i 1\nw a i j\nr a j i"}, /* they meet on the diagonal alone */
      {false, "for i 0 m-1 1\nseq j 0 i+1 1\nw a i j\nr a j i"},
      {false, "for i 0 m-1 1\nseq j 0 m-1 1\nw a i j\nr a j i"},
      {false, "for i 0 m-1 1\nseq j i m-1 1\nw a j"},
      {true, "for i 0 m-1 1\nseq j i+1 m-1 1\nw a i j\nr a j i\nr a j j"},
      /* Beyond the end of its row, a[i][j] is a[i + 1][0]. */
      {false, "for i 0 n-1 1\nseq j 0 m 1\nw a i j"},
      {false, "for i 0 n-1 1\nseq j 0-1 m-1 1\nw a i j"},
      {false, "for i 0 n-1 1\nany u\nw a i u"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void rows_in_one_subscript(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 0 n-1 1\nfor j 0 m-1 1\nw p i*m+j"},
      {true, "for i 0 n-1 1\nseq j 0 m-1 1\nw p i*m+j"},
      {false, "for i 0 n-1 1\nseq j 0 m 1\nw p i*m+j"},
      {false, "for i 0 n-1 1\nseq j 0 n-1 1\nw p i*m+j"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nw p j*m+i"},
      {true, "for i 0 m-1 1\nseq j 0 n-1 1\nw p j*m+i"},
      {true, "for i 0 m-1 1\nw p i*m\nr p i"},
      {false, "for i 0 m 1\nw p i*m\nr p i"},
      {false, "for i 1 m-1 1\nw p i*m\nr p i*m-m"},
      {true, "for i 1 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nr p j"},
      {false, "for i 1 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nr p i*m-m+j"},
      {true, "for i 0 n-1 1\nseq j 1 m-1 1\nw p i*m+j\nr p i*m+j-1"},
      {true, "for i 0 9 1\nfor j 0 n-1 1\nseq l 0 m-1 1\nw p i*n*m+j*m+l"},
      {false, "for i 0 9 1\nfor j 0 n 1\nseq l 0 m-1 1\nw p i*n*m+j*m+l"},
      {true, "for i 0 n-1 1\nseq j 0 99 1\nw p 100*i+j"},
      {false, "for i 0 n-1 1\nseq j 0 100 1\nw p 100*i+j"},
      {false, "for i 0 n-1 1\nw p i*m"}, /* m may be 0 */
      {false, "for i 0 n-1 1\nw p i*i"},
      {false, "for i 0 n-1 1\nseq j 0 k-1 1\nw p i*k+j"}, /* k may change meanwhile */
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

/* Arrays in records: accesses are compared in the subscripts that both have. */
static void arrays_in_records(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 0 n-1 1\nseq j 0 m-1 1\nw a i . j"},
      {true, "for i 0 n-1 1\nseq j 0 m-1 1\nw a i . j\nr a i"},
      {true, "for i 0 m-1 1\nw a 0 . i"},
      {true, "for i 0 m-1 1\nw a . i"},
      {true, "for i 0 m-1 1\nseq j 0 m-1 1\nw a 0 . i j\nr a 0 . i"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nw a i . j\nr a i+1 . j"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nw a i . j\nr a i+1"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nw a 0 . j"},
      {false, "for i 0 m-1 1\nw a 0 . i\nr a 0"},
      {false, "for i 0 m-1 1\nw a . i\nr a"},
      {false, "for i 0 m-2 1\nw a 0 . i\nr a 0 . i+1"},
      {false, "for i 0 m-1 1\nw a 0 . i i\nr a 0 . 1"},
      {false, "for i 0 n-1 1\nw a 0 . i"}, /* perhaps beyond the array */
      {false, "for i 0 n-1 1\nseq j 0 m 1\nw a i . j"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void quotients_and_unknowns(void **state) {
  (void)state;
  static const struct row rows[] = {
      {false, "for i 0 n-1 1\ndiv q i 4\nw a q"},
      {true, "for i 0 n-1 4\ndiv q i 4\nw a q"},
      {false, "for i 0 n-1 1\ndiv q i 4\nw a i-4*q"},
      {true, "for i 0 3 1\ndiv q i 4\nw a i-4*q"},
      {true, "for i 0 n-1 1\ndiv q i 4\nw a 4*q+i-4*q"},
      /* -1 / 4 is 0 in C, like 1 / 4. */
      {false, "for i 0-1 1 2\ndiv q i 4\nw a q"},
      {true, "for i 0-4 4 4\ndiv q i 4\nw a q"},
      {false, "for i 0 n-1 1\nany u\nw a u"},
      {false, "for i 0 n-1 1\nany u\nw a i\nr a u"},
      {true, "for i 0 n-1 1\nany u\nr a u\nw b i"},
      {false, "for i 0 n-1 1\nw a i+k"},
      {true, "for i 0 n-1 1\nw a i+n"},
      {false, "for i 0 k 1\nw a i\nr a i+k+1"}, /* two values of k */
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void values_that_must_fit(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 1 n-1 1\nw a i-1\nfit u32 i-1"},
      {false, "for i 0 n-1 1\nw a i-1\nfit u32 i-1"},
      {false, "for i 0 n-1 1\nw a 64*i\nfit u8 64*i"},
      {true, "for i 0 3 1\nw a 64*i\nfit u8 64*i"},
      {false, "for i 0 3 1\nw a 64*i\nfit s8 64*i"},
      /* No factor is negative or greater than an int. */
      {true, "for i 0 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nfit u64 i*m+j"},
      {false, "for i 0 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nfit u32 i*m+j"},
      {false, "for i 0 n-1 1\nseq j -1 m-1 1\nw p i*m+j\nfit u64 i*m+j"},
      {false, "for i 0 n-1 1\nw p i*m\nfit u64 i*m"},       /* m may be negative */
      {true, "for i 0 n-1 1\nr a i-1\nfit u32 i-1\nw b i"}, /* a is not written */
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void names(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "for i 0 n-1 1\nw a i\nr b 0"},  {false, "for i 0 n-1 1\nw p i\nr q i"},
      {false, "for i 0 n-1 1\nr p i\nw q i"}, {true, "for i 0 n-1 1\nr p i\nr q i"},
      {false, "for i 0 n-1 1\nw a i\nr p i"}, {false, "for i 0 n-1 1\nw p i\nr b i"},
      {true, "for i 0 n-1 1\nw p i\nr n"},  /* a copy of the target construct */
      {false, "for i 0 n-1 1\nw p i\nr k"}, /* p may lead to it */
      {true, "for i 0 n-1 1\nw a i\nr k"},    {false, "for i 0 n-1 1\nw a i\nr a i 0"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

static void mapped_sections(void **state) {
  (void)state;
  static const struct row rows[] = {
      {true, "map p 0 n\nmap q 0 n\nfor i 0 n-1 1\nw p i\nr q i"},
      {false, "map p 0 n\nfor i 0 n-1 1\nw p i\nr q i"},
      {false, "map p 0 n\nmap q 0 n\nfor i 0 n 1\nw p i\nr q i"},
      {false, "map p 0 n\nmap q 1 n\nfor i 0 n-1 1\nw p i\nr q i"},
      {false, "map p 0 n\nmap q 0 m\nfor i 0 n-1 1\nw p i\nr q i"},
      /* Both may lead to the same section. */
      {false, "map p 0 n\nmap q 0 n\nfor i 1 n-1 1\nw p i\nr q i-1"},
      {true, "map p 0 2*n\nmap q 0 2*n\nfor i 0 n-1 1\nw p 2*i\nr q 2*i+1"},
      {true, "map p 0 n*m\nmap q 0 n*m\nfor i 0 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nr q i*m+j"},
      {false, "map p 0 n*m\nmap q 0 n*m\nfor i 0 n 1\nseq j 0 m-1 1\nw p i*m+j\nr q i*m+j"},
      {false, "map p 0 n*m-1\nmap q 0 n*m\nfor i 0 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nr q i*m+j"},
      {false, "map p 1 n*m\nmap q 0 n*m\nfor i 0 n-1 1\nseq j 0 m-1 1\nw p i*m+j\nr q i*m+j"},
      /* Two sections of one pointer: which is meant? */
      {false, "map p 0 n\nmap p n n\nmap q 0 n\nfor i 0 n-1 1\nw p i\nr q i"},
      /* k on the device is not what the host took for the clause. */
      {false, "map p 0 k\nmap q 0 k\nfor i 0 k-1 1\nw p i\nr q i"},
      {true, "map p 0 n\nmap a\nfor i 0 n-1 1\nw p i\nr a 2*i"},
      {true, "map p 0 n\nmap k\nfor i 0 n-1 1\nw p i\nr k"},
      {false, "map p 0 n\nfor i 0 n-1 1\nw p i\nr a 2*i"},
      {false, "map p 0 n\nmap a 0 n\nfor i 0 n-1 1\nw p i\nr a 2*i"},
  };
  check_rows(rows, sizeof rows / sizeof *rows);
}

/* What is true of a symbol only as long as the loop lets it be. */
static void symbols_that_change(void **state) {
  (void)state;
  struct sample *sample = sample_new(text, "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  const uint32_t a = sample_variable(sample, "a", NULL, CLEAVE_TYPE_ARRAY, CLEAVE_SHARING_MAPPED);
  const uint32_t n = sample_variable(sample, "n", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_INSIDE);
  const uint32_t root = sample_node(sample, CLEAVE_NODE_COMPOUND, CLEAVE_NO_NODE, "#pragma omp target");
  const uint32_t loop = sample_loop(sample, root, CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR,
                                    "#pragma omp parallel for", "for (;;) {}");
  struct builder it = {.sample = sample, .around = CLEAVE_NO_DIMENSION};
  it.loop = cleave_arena_allocate(sample->unit.arena, sizeof *it.loop);
  sample->region.nodes[loop].accesses = it.loop;
  char line[] = "for i 0 9 1", write[] = "w a i+n";
  (void)a;
  sample_variable(sample, "m", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  add_line(&it, line);
  add_line(&it, write);
  assert_true(is_independent(sample, loop));
  sample->region.variables[n].address_taken = true;
  assert_false(is_independent(sample, loop));
  sample->region.variables[n].address_taken = false;
  sample->region.variables[n].sharing = CLEAVE_SHARING_FIRSTPRIVATE;
  assert_true(is_independent(sample, loop));
  /* A pointer in the region may lead to the region's own copy. */
  sample_use(sample, root, n, CLEAVE_USE_ADDRESS);
  assert_false(is_independent(sample, loop));
  sample->region.nodes[root].use_count--;
  assert_true(is_independent(sample, loop));
  sample->region.variables[n].sharing = CLEAVE_SHARING_MAPPED;
  assert_false(is_independent(sample, loop));
  sample->region.variables[n].sharing = CLEAVE_SHARING_INSIDE;
  sample_use(sample, loop, n, CLEAVE_USE_READ);
  assert_true(is_independent(sample, loop));
  sample_use(sample, loop, n, CLEAVE_USE_WRITE);
  assert_false(is_independent(sample, loop));
  sample->region.nodes[loop].accesses = NULL;
  assert_false(is_independent(sample, loop));
  sample_free(sample);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_counter),
      cmocka_unit_test(steps),
      cmocka_unit_test(nests),
      cmocka_unit_test(rows_in_one_subscript),
      cmocka_unit_test(arrays_in_records),
      cmocka_unit_test(quotients_and_unknowns),
      cmocka_unit_test(values_that_must_fit),
      cmocka_unit_test(names),
      cmocka_unit_test(mapped_sections),
      cmocka_unit_test(symbols_that_change),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
