/* FILE: test/unit/analysis_members_test.c
 * WHAT: members of records in descriptions of loops: as symbols and bases, and arrays in records. Expected results are computed by hand.
 */
#include "body_sample.h"

/* The region has a record `g` and a pointer `q` to records like that, `h`, an array of them, and `t`, a union. */
static const char records[] =
    "(type grid record \"struct grid\" :bytes 64 :holds-pointers)(type small record \"struct small\" :bytes 16)"
    "(type both record \"union both\" :bytes 16 :union :holds-pointers)"
    "(variable g grid v6)(variable q grid* v7)(variable h grid[8] v8)(variable t both v9)"
    "(variable this grid* :this)(variable z grid v10 :private)(variable y grid v11)(variable l long* v12)"
    "(variable w float* v13)(variable d double** v14)(variable e char* v15)(variable o small* v16)"
    "(variable p grid*)(variable r grid&)";

#define SIZE "(. g \"n\" int :accessible)"
#define REACHED "(. (* q) \"n\" int :accessible)"
#define VALUES "(. (* q) \"u\" double* :accessible)"

static const struct cleave_loop_accesses *describe(const char *properties, const char *statements) {
  const char *loop = cleave_arena_format(arena, "(for (declare i 0) (< i n) (++ i) (block %s))", statements);
  const struct cleave_body *body =
      read_body(body_with(cleave_arena_format(arena, ":directive%s", properties), records, loop));
  struct cleave_obstacle obstacle;
  return cleave_describe_loop(arena, body, &obstacle);
}

/* Whether a symbol of the description is the member of an index at or after CLEAVE_FIRST_MEMBER. */
static bool has_symbol(const struct cleave_loop_accesses *loop) {
  for (size_t i = 0; i < loop->dimension_count; i++)
    if (loop->dimensions[i].kind == CLEAVE_DIMENSION_SYMBOL &&
        loop->dimensions[i].variable >= CLEAVE_FIRST_MEMBER &&
        loop->dimensions[i].variable != CLEAVE_NO_VARIABLE)
      return true;
  return false;
}

static bool has_base(const struct cleave_loop_accesses *loop) {
  for (size_t i = 0; i < loop->access_count; i++)
    if (loop->accesses[i].variable >= CLEAVE_FIRST_MEMBER && loop->accesses[i].variable != CLEAVE_NO_VARIABLE)
      return true;
  return false;
}

static void checks_symbol(const char *properties, const char *statements, bool expected) {
  const struct cleave_loop_accesses *loop = describe(properties, statements);
  if (!loop)
    fail_msg("no description of %s", statements);
  if (has_symbol(loop) != expected)
    fail_msg("%s symbol in\n%s\nof %s", expected ? "no" : "a", cleave_description_text(arena, loop),
             statements);
  assert_int_equal(loop->has_members, expected);
}

/* ---- Members that no iteration changes ---------------------------------------------------------------------------------- */

static void knows_symbols(void **state) {
  (void)state;
  static const char *const members[] = {SIZE,
                                        REACHED,
                                        "(. (at q 0) \"n\" int :accessible)",
                                        "(. (* this) \"n\" int :accessible)",
                                        "(. (. (* q) \"s\" small :accessible) \"n\" int :accessible)",
                                        "(. (* (. (* q) \"next\" grid* :accessible)) \"n\" int :accessible)"};
  for (size_t m = 0; m < sizeof members / sizeof *members; m++)
    checks_symbol("", cleave_arena_format(arena, "(= (at b (+ i %s)) 0.0)", members[m]), true);
  /* Not the same in all iterations, without a name in the region, or assigned by its name. */
  static const char *const others[] = {
      "(. (at h i) \"n\" int :accessible)",
      "(. (at q 1) \"n\" int :accessible)",
      "(. (* q) \"n\" int)",
      "(. (* q) \"n\" int :accessible :assigned)",
      "(. (* q) \"\" int :accessible)",
      "(. (* q) \"n\" int.volatile :accessible)",
      "(. (. (* q) \"s\" small :accessible :assigned) \"n\" int :accessible)",
      "(. (at (. (* q) \"v\" small[4] :accessible) 0) \"n\" int :accessible)"};
  for (size_t m = 0; m < sizeof others / sizeof *others; m++)
    if (!strstr(others[m], "volatile"))
      checks_symbol("", cleave_arena_format(arena, "(= (at b (+ i %s)) 0.0)", others[m]), false);
    else
      assert_null(describe("", cleave_arena_format(arena, "(= (at b (+ i %s)) 0.0)", others[m])));
  checks_symbol(" :types-may-alias", "(= (at b (+ i " SIZE ")) 0.0)", false);
}

/* A record of the iteration has the members that the iteration has assigned. */
static void knows_records_of_iterations(void **state) {
  (void)state;
  checks_symbol("", "(declare y (at h i)) (= (at b (. y \"n\" int :accessible)) 0.0)", false);
  assert_null(describe("", "(= z (at h i)) (= (at b (. z \"n\" int :accessible)) 0.0)"));
  assert_null(describe("", "(= g (at h i)) (= (at b " SIZE ") 0.0)"));
  checks_symbol("", "(declare p (& (at h i))) (= (at b (. (* p) \"n\" int :accessible)) 0.0)", false);
  checks_symbol("", "(declare p q) (= (at b (. (* p) \"n\" int :accessible)) 0.0)", true);
  checks_symbol("", "(declare r (at h i)) (= (at b (. r \"n\" int :accessible)) 0.0)", false);
  checks_symbol("", "(declare r g) (= (at b (. r \"n\" int :accessible)) 0.0)", true);
}

static void knows_writes_to_memory(void **state) {
  (void)state;
  static const struct {
    const char *write;
    bool keeps_integers, keeps_pointers;
  } writes[] = {
      {"(= (at b i) 0.0)", true, true},
      {"(= (at w i) 0.0f)", true, true},
      {"(= (at l i) 1L)", true, true}, /* of another size */
      {"(= (at c i) 1)", false, true},
      {"(++ (at c i))", false, true},
      {"(= (at e i) (convert char 1))", false, false}, /* a character may be a part of anything */
      {"(= (at h i) (at q 1))", false, false},
      {"(= (at o i) (at o 1))", false, true}, /* a record without pointers */
      {"(= (choose i (at c i) (at c 0)) 1)", false, true},
      {"(= (. (at h i) \"k\" int :assigned) 1)", false, true},
      {"(inline \"f\" void (block (= (at c i) 1)))", false, true},
      {"(while i (= (at c i) 1))", false, true},
      {"(declare j (call \"f\" int))", false, false},
  };
  for (size_t w = 0; w < sizeof writes / sizeof *writes; w++) {
    checks_symbol("", cleave_arena_format(arena, "%s (declare x (at b " REACHED "))", writes[w].write),
                  writes[w].keeps_integers);
    const struct cleave_loop_accesses *loop =
        describe("", cleave_arena_format(arena, "%s (declare x (at " VALUES " i))", writes[w].write));
    if ((loop && has_base(loop)) != writes[w].keeps_pointers)
      fail_msg("%s base after %s", writes[w].keeps_pointers ? "no" : "a", writes[w].write);
  }
  /* A write through a pointer to pointers. */
  assert_null(describe("", "(= (* d) b) (declare x (at " VALUES " i))"));
}

static void knows_bases(void **state) {
  (void)state;
  const struct cleave_loop_accesses *loop = describe("", "(= (at " VALUES " (* 2 i)) 0.0)");
  assert_non_null(loop);
  assert_true(loop->has_members);
  assert_int_equal(loop->access_count, 1);
  assert_int_equal(loop->accesses[0].variable, CLEAVE_FIRST_MEMBER);
  assert_true(loop->accesses[0].certain);
  /* The pointer is read from a record that differs between iterations, or is assigned. */
  assert_null(describe("", "(= (at (. (at h i) \"u\" double* :accessible) i) 0.0)"));
  assert_null(describe("", "(= (at (. (* q) \"u\" double* :accessible :assigned) i) 0.0)"));
  assert_null(describe(" :types-may-alias", "(= (at " VALUES " i) 0.0)"));
}

/* Members of a union share memory. */
static void knows_unions(void **state) {
  (void)state;
  checks_symbol("", "(= (at b (. t \"n\" int :accessible)) 0.0)", false);
  checks_symbol("", "(= (at b (. (. (* q) \"t\" both :accessible) \"n\" int :accessible)) 0.0)", false);
  assert_null(describe("", "(= (at (. t \"u\" double* :accessible) i) 0.0)"));
  check_iteration(records, "(= (at (. (. (at h i) \"t\" both) \"v\" double[2]) 1) 1.0)", "write",
                  "write v8 `(at` around 0 subscript=1*d0 extent=8\n");
  /* What is around the union still counts. */
  check_iteration(records, "(= (at (. (at (. (at h i) \"a\" both[4]) 3) \"v\" double[2]) 1) 1.0)", "write",
                  "write v8 `(at` around 0 subscript=1*d0 extent=8 inner=3 extent=4\n");
  check_refused(records, "(= (at (. t \"v\" double[2]) i) 1.0)", "iterations write to one member of a record",
                "(at (.");
}

/* An expression with effects is evaluated once. */
static void evaluates_paths_once(void **state) {
  (void)state;
  check_iteration(
      records, "(declare k i) (declare x (at b (. (after (++ k) g) \"n\" int :accessible))) (= (at a k) 0.0)",
      "write", "write v1 `(at a k)` around 0 certain subscript=1+1*d0 extent=100\n");
  check_iteration(
      records,
      "(declare k i) (declare x (convert double (. (at h (post++ k)) \"n\" int :accessible))) (= (at a k) 0.0)",
      "write", "write v1 `(at a k)` around 0 certain subscript=1+1*d0 extent=100\n");
}

/* ---- Arrays in records -------------------------------------------------------------------------------------------------- */

static void knows_inner_subscripts(void **state) {
  (void)state;
  check_iteration(records, "(= (at (. (at h i) \"v\" double[4]) (+ i 1)) 1.0)", "write",
                  "write v8 `(at` around 0 subscript=1*d0 extent=8 inner=1+1*d0 extent=4\n");
  check_iteration(records, "(= (* (. (at h i) \"v\" double[4])) 1.0)", "write",
                  "write v8 `(*` around 0 subscript=1*d0 extent=8 inner=0 extent=4\n");
  check_iteration(records, "(= (at (at (. (at q i) \"v\" double[4][5]) 1) 2) 1.0)", "write",
                  "write v7 `(at` around 0 subscript=1*d0 extent=0 inner=1 extent=4 inner=2 extent=5\n");
  check_iteration(records, "(= (. (at (. (at h 1) \"a\" small[4]) i) \"x\" double) 1.0)", "write",
                  "write v8 `(.` around 0 subscript=1 extent=8 inner=1*d0 extent=4\n");
  /* A record that is no element. */
  check_iteration(records, "(= (at (. g \"v\" double[4]) i) 1.0)", "write",
                  "write v6 `(at` around 0 inner=1*d0 extent=4\n");
  check_refused(records, "(= (. g \"x\" double) 1.0)", "iterations write to one member of a record", "(. g");
  /* A whole record has all of its arrays. */
  check_iteration(records, "(= (at h i) (at q 1))", ACCESSES,
                  "read v7 `(at q 1)` around 0 subscript=1 extent=0\n"
                  "write v8 `(at h i)` around 0 certain subscript=1*d0 extent=8\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(knows_symbols), TEST(knows_records_of_iterations), TEST(knows_writes_to_memory), TEST(knows_bases),
      TEST(knows_unions),  TEST(evaluates_paths_once),        TEST(knows_inner_subscripts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
