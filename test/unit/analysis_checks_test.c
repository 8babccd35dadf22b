/* FILE: test/unit/analysis_checks_test.c
 * WHAT: the checks that keep descriptions of loops safe: each of these tests fails without one of them.
 */
#include "body_sample.h"

static const char not_known[] = "it accesses an object that is not known";

static void checks_objects(void **state) {
  (void)state;
  static const char record[] =
      "(type pair record \"struct pair\" :bytes 32)(variable h pair[8] v6)(variable z pair)"
      "(variable p double*)";
  check_refused("(variable z double.volatile v6)(variable r double&)", "(declare r z) (= (at a i) r)",
                "it accesses a volatile object", "r)");
  check_refused("(variable this double* :this)", "(= (at this i) 1.0)",
                "it accesses an object that the region does not name", "(at this");
  check_iteration("(variable p double*)", "(declare p (& s)) (= (at a i) (* p))", "read",
                  "read v5 `(*` around 0\n");
  check_refused("(variable p double*)", "(declare p (& s)) (= (* p) 1.0)", "iterations write to one variable",
                "(* p)");
  check_refused(record, "(declare z) (declare p (& (. z \"x\" double))) (= (at p 1) 1.0)", not_known,
                "(at p");
  check_refused("(variable w double[]* v6)", "(= (at (at w i) 2) 1.0)", not_known, "(at (at w");
  check_refused("", "(= x (! (convert float* b)))", "it converts a pointer", "(convert");
  /* A member is a part of the element. */
  check_iteration(record, "(= (. (at h i) \"x\" double) 1.0)", "write",
                  "write v6 `(.` around 0 subscript=1*d0 extent=8\n");
}

static void checks_variables(void **state) {
  (void)state;
  static const char reason[] = "an iteration may read what another one left in a variable";
  check_refused(
      "(type pair record \"struct pair\" :bytes 16)(variable h pair[8] v6)(variable z pair v7 :private)",
      "(= z (at h i)) (= (at h 0) z)", reason, "z)");
  check_refused("(variable z double v6 :private)", "(= (choose i z (at b (convert int z))) 1.0)", reason,
                "z)");
  check_iteration("(variable z double v6 :lastprivate)", "(= z 1.0) (= (at a i) z)", "write",
                  "write v1 `(at a i)` around 0 certain subscript=1*d0 extent=100\n");
  check_iteration("", "(declare x (at b i))", "read",
                  "read v2 `(at b i)` around 0 subscript=1*d0 extent=0\n");
  check_refused("(variable u int v6 :reduction \"-\")", "(++ u)",
                "a reduction variable is used otherwise than in updates", "u)");
  check((struct expectation){"", "(variable y int v6)",
                             "(for (declare i 0) (< i n) (++ i) (block (declare y 0) (+= y 1)))",
                             "accumulator", ""});
  /* The values of variables of the iteration are not those of the region. */
  check_iteration("(variable y int v6)", "(declare y) (= (at b y) 0.0)", "dimension write",
                  "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                  "dimension d1 symbol i32 v0\n"
                  "dimension d2 unknown i32\n"
                  "write v2 `(at b y)` around 0 certain subscript=1*d2 extent=0\n");
  check((struct expectation){":directive", "(variable z int v6 :private)",
                             "(for (declare i 0) (< i z) (++ i) (empty))", "dimension",
                             "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                             "dimension d1 unknown i32\n"});
}

static void checks_headers(void **state) {
  (void)state;
  /* The step changes another variable. */
  check_obstacle(":directive", "", "(for (declare i 0) (< i n) (+= i (post++ j)) (empty))", HEADER, NULL);
  check((struct expectation){":directive", "(variable z int v6 :private)",
                             "(for (= z 0) (< z n) (++ z) (= (at a z) 0.0))", "dimension write",
                             "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                             "dimension d1 symbol i32 v0\n"
                             "write v1 `(at a z)` around 0 certain subscript=1*d0 extent=100\n"});
  /* A counter of few bits may wrap; a negative one is large in an unsigned comparison; a bound that is cut may be another one. */
  static const struct {
    const char *first, *condition, *lines;
  } rows[] = {
      {"(declare h (constant \"0\" short 0))", "(< (convert int h) (at c 0))",
       "dimension d2 sequential i16 at `for` around 0 step 0 most=-1+1*d3\ndimension d3 unknown i32\n"},
      {"(declare k 0)", "(< (convert unsigned_int k) 9u)",
       "dimension d2 sequential i32 at `for` around 0 step 1 first=0\n"},
      {"(declare k 0)", "(< k (convert int (convert short n)))",
       "dimension d2 sequential i32 at `for` around 0 step 1 first=0 most=-1+1*d1\n"},
  };
  /* The accesses in the loop assume what its header assumes; those after it do not. */
  check_iteration(
      "",
      "(for (declare k 0) (< k (convert int (convert short n))) (++ k) (= (at b k) 0.0))"
      "(= (at a i) 0.0)",
      "write",
      "write v2 `(at b k)` around 2 certain subscript=1*d2 extent=0 fits i16 around 0 value=1*d1\n"
      "write v1 `(at a i)` around 0 certain subscript=1*d0 extent=100\n");
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
    check_iteration(
        "(variable h short)",
        cleave_arena_format(arena, "(for %s %s (++ %s) (empty))", rows[r].first, rows[r].condition,
                            r ? "k" : "h"),
        "dimension",
        cleave_arena_format(arena,
                            "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                            "dimension d1 symbol i32 v0\n%s",
                            rows[r].lines));
  /* What the body does that is not described may change the counter. */
  static const char *const statements[] = {
      "(call \"f\" void (& i))", "(opaque-statement (code \"AsmStmt\" (use i write)))",
      "(opaque-statement (code \"AsmStmt\" (use i address)))",
      "(block (declare p (& i)) (opaque-statement (code \"AsmStmt\" (use p read))))"};
  for (size_t s = 0; s < sizeof statements / sizeof *statements; s++) {
    const char *loop = cleave_arena_format(arena, "(for (declare i 0) (< i n) (++ i) %s)", statements[s]);
    assert_null(
        cleave_describe_headers(arena, read_body(body_with(":directive", "(variable p int*)", loop))));
  }
  assert_non_null(cleave_describe_headers(
      arena, read_body(body_with(
                 ":directive", "",
                 "(for (declare i 0) (< i n) (++ i) (opaque-statement (code \"AsmStmt\" (use i read))))"))));
}

static void checks_inner_loops(void **state) {
  (void)state;
  check_iteration("", "(declare k) (for (= k 0) (< k 9) (++ k) (empty)) (= (at b k) 0.0)", "dimension write",
                  "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                  "dimension d1 symbol i32 v0\n"
                  "dimension d2 sequential i32 at `for` around 0 step 1 first=0 most=8\n"
                  "dimension d3 unknown i32\n"
                  "write v2 `(at b k)` around 0 certain subscript=1*d3 extent=0\n");
  check_iteration("", "(for (declare k 0) (< k 9) (+= k (at c 0)) (empty))", "read",
                  "read v3 `(at c 0)` around 0 subscript=0 extent=0\n");
  /* The counter is changed in the step of a loop, in an argument, by a copy of a pointer. */
  static const char *const statements[] = {
      "(for (empty) i (+= k 2) (empty))", "(if i (call \"f\" double (convert double (post++ k))))",
      "(inline \"f\" void (block (declare p (& k)) (declare q p) (= (* q) 5)))"};
  for (size_t s = 0; s < sizeof statements / sizeof *statements; s++)
    check_iteration("(variable p int* :callees)(variable q int* :callees)",
                    cleave_arena_format(arena,
                                        "(for (declare k 0) (< k 9) (++ k) (block (= (at b k) 0.0) %s))",
                                        statements[s]),
                    "write", "write v2 `(at b k)` around 0 subscript=1*d2 extent=0\n");
}

/* A reference to what a pointer points to: the pointer counts as changed. */
static void checks_references_to_targets(void **state) {
  (void)state;
  check_refused("(variable p int* :callees)(variable r int& :callees)",
                "(inline \"f\" void (block (declare p (& i)) (declare r (* p)) (= r 5)))", HEADER, NULL);
  check_iteration("(variable p int* :callees)(variable r int& :callees)",
                  "(declare k 0) (inline \"f\" void (block (declare p (& k)) (declare r (* p)) (= r 5)))"
                  "(= (at a k) 0.0)",
                  "write", "write v1 `(at a k)` around 0 certain subscript=1*d2 extent=100\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST(checks_objects), TEST(checks_variables), TEST(checks_headers),
                                     TEST(checks_inner_loops), TEST(checks_references_to_targets)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
