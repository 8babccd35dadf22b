/* FILE: test/unit/analysis_forms_test.c
 * WHAT: the description of scans, rows and atomic constructs, and definite assignment. Expected results are computed by hand.
 */
#include "body_sample.h"

static const struct cleave_body *form_body(const char *properties, const char *more, const char *loop,
                                           const char **text) {
  *text = body_with(properties, more, loop);
  return read_body(*text);
}

static void compare(const char *description, const char *text, const char *kinds, const char *expected,
                    const char *loop) {
  const char *lines = description ? select_lines(quote(description, text), kinds) : "none\n";
  if (strcmp(lines, expected) != 0)
    fail_msg("described:\n%s\nexpected:\n%s\nof\n%s", lines, expected, loop);
}

/* ---- Scans ---------------------------------------------------------------------------------------------------------- */

#define SCAN "scan carried removed"

static void check_scan(const char *more, const char *statements, const char *kinds, const char *lines) {
  const char *text,
      *loop = cleave_arena_format(arena, "(for (declare i 0) (< i n) (++ i) (block %s))", statements);
  const struct cleave_body *body = form_body("", more, loop, &text);
  const struct cleave_loop_accesses *result = cleave_describe_scan(arena, body);
  compare(result ? cleave_description_text(arena, result) : NULL, text, kinds, lines, loop);
}

static void scans_sums(void **state) {
  (void)state;
  check_scan("", "(+= s (at b i))(= (at a i) s)", SCAN,
             "scan of 1 values\ncarried v5 1\nremoved `(= (at a i) s)` keeps -\n");
  check_scan("", "(+= s (at b i))", SCAN, "scan of 1 values only updates\ncarried v5 1\n");
  /* A variable of the body that is set from the carried value is removed with the stores that use it. */
  check_scan(
      "", "(+= s (at b i))(declare x (* s 2.0))(= (at a i) x)", SCAN,
      "scan of 1 values\ncarried v5 1\nremoved `(declare x (* s 2.0))` keeps -\nremoved `(= (at a i) x)` keeps -\n");
  /* One that the update needs stays. */
  check_scan("", "(declare x (at b i))(+= s x)(if (> x 0.0) (= (at a i) s))", SCAN,
             "scan of 1 values\ncarried v5 1\nremoved `(= (at a i) s)` keeps -\n");
  check_scan("", "(+= s (at b i))(if (> s 0.0) (= (at a i) 1.0))", SCAN,
             "scan of 1 values\ncarried v5 1\nremoved `(if (> s 0.0) (= (at a i) 1.0))` keeps -\n");
}

static void scans_extrema(void **state) {
  (void)state;
  check_scan("", "(if (< s (at b i)) (= s (at b i)))(= (at a i) s)", SCAN,
             "scan of 1 values\ncarried v5 9\nremoved `(= (at a i) s)` keeps -\n");
}

/* An update that needs a carried value, by itself or by a variable, an array, a record or a pointer of the body, is none of a scan. */
static void refuses_dependent_updates(void **state) {
  (void)state;
  const char *more =
      "(variable q double v6)\n(variable t double[2])\n(variable p double*)\n(type pair record \"struct pair\")\n(variable r pair)\n";
  check_scan(more, "(+= s (at b i))(+= q s)", SCAN, "none\n");
  check_scan(more, "(+= s (at b i))(declare x s)(+= q x)", SCAN, "none\n");
  check_scan(more, "(+= s (at b i))(declare x 0.0)(if (> s 0.0) (= x 1.0))(+= q x)", SCAN, "none\n");
  check_scan(more, "(declare t)(+= s (at b i))(= (at t 0) s)(+= q (at t 0))", SCAN, "none\n");
  check_scan(more, "(declare t)(declare p (decay t))(+= s (at b i))(= (at p 0) s)(+= q (at t 0))", SCAN,
             "none\n");
  check_scan(more, "(declare r)(+= s (at b i))(= (. r first double) s)(+= q (. r first double))", SCAN,
             "none\n");
  /* The update is in a part that is removed. */
  check_scan(more, "(+= s (at b i))(if (> s 0.0) (+= q 1.0))", SCAN, "none\n");
  /* Two operators. */
  check_scan(more, "(+= s (at b i))(*= s 2.0)", SCAN, "none\n");
  /* Nothing is carried. */
  check_scan(more, "(= (at a i) (at b i))", SCAN, "none\n");
}

/* a[c++] = e: the place grows after each store. */
static void places_elements(void **state) {
  (void)state;
  const char *more = "(variable z int v6)\n";
  check_scan(
      more, "(if (> (at b i) 0.0) (= (at a (post++ z)) (at b i)))", SCAN " write",
      "write v1 `(at a (post++ z))` around 0 placed subscript=1*d2 extent=100\nscan of 1 values\ncarried v6 1\n"
      "removed `(= (at a (post++ z)) (at b i))` keeps `(post++ z)`\n");
  check_scan(more, "(= (at a z) (at b i))(+= z 2)", "write",
             "write v1 `(at a z)` around 0 placed certain subscript=1*d2 extent=100\n");
  /* The counter does not grow later, shrinks, or another store is to the array. */
  check_scan(more, "(+= z 2)(= (at a z) (at b i))", "write",
             "write v1 `(at a z)` around 0 certain subscript=1*d2 extent=100\n");
  check_scan(more, "(= (at a (post++ z)) (at b i))(-- z)", SCAN, "none\n");
  check_scan(more, "(= (at a z) 0.0)(= (at a z) (at b i))(++ z)", "write",
             "write v1 `(at a z)` around 0 certain subscript=1*d2 extent=100\n"
             "write v1 `(at a z)` around 0 certain subscript=1*d3 extent=100\n");
}

static void carries_in_elements(void **state) {
  (void)state;
  check_scan(
      "", "(= (at a (+ i 1)) (+ (at a i) (at b i)))", SCAN,
      "scan of 0 values\ncarried in v1 'double' floating bytes 8 combiner 1 `(= (at a (+ i 1)) (+ (at a i) (at b i)))` reads "
      "`(at a i)` operand `(at b i)`\n");
  check_scan("", "(= (at a (+ i 1)) (- (at b i) (at a i)))", SCAN, "none\n");
  check_scan("", "(+= (at a (+ i 1)) (at a i))", "read",
             "read v1 `(at a i)` around 0 carried subscript=1*d0 extent=100\n");
}

/* ---- Atomic constructs ------------------------------------------------------------------------------------------------ */

#define ATOMICS "updated update"

static void check_atomics(const char *more, const char *statements, const char *lines) {
  const char *text,
      *loop = cleave_arena_format(arena, "(for (declare i 0) (< i n) (++ i) (block %s))", statements);
  const struct cleave_body *body = form_body(":directive", more, loop, &text);
  const struct cleave_atomic_updates *result = cleave_describe_atomics(arena, body);
  compare(result ? cleave_atomics_text(arena, result) : NULL, text, "updated", lines, loop);
}

static void finds_atomic_updates(void **state) {
  (void)state;
  check_atomics("", "(atomic (++ (at c (% i 10))))", "updated v3 'int' bytes 4 combiner 1\n");
  check_atomics("", "(atomic (+= (at b 0) 1.0))(atomic (+= (at b i) (at a i)))",
                "updated v2 'double' bytes 8 floating combiner 1\n");
  /* Two operators; another use of the array; an operation that rounds. */
  check_atomics("", "(atomic (+= (at b 0) 1.0))(atomic (*= (at b i) 2.0))",
                "updated v2 'double' bytes 8 floating combiner 0\n");
  check_atomics("", "(atomic (+= (at b 0) 1.0))(= (at a i) (at b i))",
                "updated v2 'double' bytes 8 floating combiner 1 used otherwise\n");
  check_atomics("", "(atomic (= (at c 0) (convert int (+ (convert double (at c 0)) 1.5))))",
                "updated v3 'int' bytes 4 combiner 0\n");
}

static void refuses_other_atomics(void **state) {
  (void)state;
  check_atomics("", "(= (at a i) 0.0)", "none\n");                  /* no atomic construct */
  check_atomics("", "(atomic (= (at c i) 1))", "none\n");           /* no update */
  check_atomics("", "(atomic (++ j))", "none\n");                   /* of no element */
  check_atomics("", "(atomic (+= (at c 0) (at c 1)))", "none\n");   /* the value uses the array */
  check_atomics("", "(atomic (+= (at c (post++ j)) 1))", "none\n"); /* the subscript has an effect */
  check_atomics("(variable t int[3])\n", "(declare t)(atomic (++ (at t 0)))",
                "none\n"); /* the array is private */
}

/* ---- Rows ------------------------------------------------------------------------------------------------------------- */

#define ROWS "rows counter sum update operand"

static void check_rows(const char *more, const char *statements, const char *kinds, const char *lines) {
  const char *text,
      *loop = cleave_arena_format(arena, "(for (declare i 0) (< i n) (++ i) (block %s))", statements);
  const struct cleave_body *body = form_body(":directive", more, loop, &text);
  const struct cleave_row_loop *result = cleave_describe_rows(arena, body);
  compare(result ? cleave_rows_text(arena, result) : NULL, text, kinds, lines, loop);
}

#define ROW "(for (declare k (at c i)) (< k (at c (+ i 1))) (++ k) "

static void finds_rows(void **state) {
  (void)state;
  check_rows(
      "", "(declare x 0.0)" ROW "(+= x (at b k)))(= (at a i) x)", "counter sum update operand",
      "counter 'k' 'int' body `(+= x (at b k))` reduction\nsum 'x' 'double' combiner 1 floating bytes 8\n"
      "update `(+= x (at b k))` certain speculatable\noperand `(at b k)` 'double' bytes 8 as 0\n");
  check_rows("", ROW "(= (at b k) 0.0))", "counter sum",
             "counter 'k' 'int' body `(= (at b k) 0.0)` reduction stores\n");
  /* The bounds are those of all rows. */
  check_rows("", "(declare x 0.0)(for (declare k 0) (< k n) (++ k) (+= x (at b k)))", "counter",
             "counter 'k' 'int' body `(+= x (at b k))` reduction\n");
  check_rows("", ROW "(= (at c k) 0))", "counter",
             "counter 'k' 'int' body `(= (at c k) 0)` reduction stores\n");
  check_rows("", "(declare j (at c i))(for (declare k 0) (< k j) (++ k) (++ j))", "counter", "none\n");
  /* The loop may end early; the statements before it store. */
  check_rows("", "(declare x 0.0)" ROW "(block (+= x (at b k)) (if (> x 1.0) (break))))", "counter",
             "none\n");
  check_rows("", "(= (at a i) 0.0)" ROW "(= (at b k) 0.0))", "counter", "none\n");
}

/* Variables that each iteration assigns before it reads them are not carried. */
static void knows_definite_assignment(void **state) {
  (void)state;
  check_rows("", "(declare x 0.0)(declare j)" ROW "(block (= j (at c k)) (+= x (at b j))))(= (at a i) x)",
             "sum", "sum 'x' 'double' combiner 1 floating bytes 8\n");
  /* On both paths. */
  check_rows("",
             "(declare x 0.0)(declare j)" ROW
             "(block (if (> (at b k) 0.0) (= j 1) else (= j 2)) (+= x (at b j))))(= (at a i) x)",
             "sum", "sum 'x' 'double' combiner 1 floating bytes 8\n");
  /* On one of them: the value of the iteration before may be read. */
  check_rows("",
             "(declare x 0.0)(declare j 0)" ROW
             "(block (if (> (at b k) 0.0) (= j 1)) (+= x (at b j))))(= (at a i) x)",
             "sum", "none\n");
  /* A jump ends the other path. */
  check_rows("",
             "(declare x 0.0)(declare j)" ROW
             "(block (if (> (at b k) 0.0) (= j 1) else (continue)) (+= x (at b j))))(= (at a i) x)",
             "sum", "sum 'x' 'double' combiner 1 floating bytes 8\n");
  /* A loop may have no iterations, and a do loop has one. */
  check_rows("(variable z int)\n",
             "(declare x 0.0)(declare j 0)(declare z)" ROW
             "(block (for (= z 0) (< z n) (++ z) (= j z)) (+= x (at b j))))(= (at a i) x)",
             "sum", "none\n");
  check_rows("(variable z int)\n",
             "(declare x 0.0)(declare j)(declare z)" ROW
             "(block (= z 0) (do (block (= j z) (++ z)) (< z n)) (+= x (at b j))))(= (at a i) x)",
             "sum", "sum 'x' 'double' combiner 1 floating bytes 8\n");
  /* Operands are evaluated in any order. */
  check_rows("", "(declare x 0.0)(declare j 0)" ROW "(+= x (at b (+ (= j (at c k)) j))))(= (at a i) x)",
             "sum", "none\n");
}

/* Updates in the order of the source, with operands that are evaluated before. */
static void separates_updates(void **state) {
  (void)state;
  /* Two operators: no reduction. */
  check_rows(
      "", "(declare x 0.0)" ROW "(= x (+ (* x 0.5) (at b k))))(= (at a i) x)", "counter sum update operand",
      "counter 'k' 'int' body `(= x (+ (* x 0.5) (at b k)))`\nsum 'x' 'double' combiner 0 floating bytes 8\n"
      "update `(= x (+ (* x 0.5) (at b k)))` certain speculatable\noperand `(at b k)` 'double' bytes 8 as 0\n");
  /* What is evaluated under a condition on a sum stays there. */
  check_rows("", "(declare x 0.0)" ROW "(if (< x 1.0) (= x (+ (* x 0.5) (at b (at c k))))))(= (at a i) x)",
             "update operand",
             "update `(if (< x 1.0) (= x (+ (* x 0.5) (at b (at c k)))))` certain reads memory\n");
  /* Equal operands are one. */
  check_rows("", "(declare x 0.0)" ROW "(= x (+ (* x (at b k)) (at b k))))(= (at a i) x)", "operand",
             "operand `(at b k)` 'double' bytes 8 as 0\noperand `(at b k)` 'double' bytes 8 as 0\n");
  /* Under a condition that does not use the sum, an update is not certain. */
  check_rows("", "(declare x 0.0)" ROW "(if (> (at b k) 0.0) (= x (+ (* x 0.5) 1.0))))(= (at a i) x)",
             "update", "update `(= x (+ (* x 0.5) 1.0))` speculatable\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST(scans_sums),
                                     TEST(scans_extrema),
                                     TEST(refuses_dependent_updates),
                                     TEST(places_elements),
                                     TEST(carries_in_elements),
                                     TEST(finds_atomic_updates),
                                     TEST(refuses_other_atomics),
                                     TEST(finds_rows),
                                     TEST(knows_definite_assignment),
                                     TEST(separates_updates)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
