/* FILE: test/unit/analysis_flow_test.c
 * WHAT: values of assigned variables, moved pointers, and counters, in descriptions of loops. Expected values are computed by hand.
 */
#include "body_sample.h"

/* The iteration is STATEMENTS and `b[k] = 0`. In that, k is VALUE, a sum of dimensions; NULL: any value. */
static void check_value(const char *more, const char *statements, const char *value) {
  const char *loop = cleave_arena_format(
      arena, "(for (declare i 0) (< i n) (++ i) (block %s (= (at b k) 0.0)))", statements);
  const struct cleave_body *body = read_body(body_with(":directive", more, loop));
  struct cleave_obstacle obstacle = {NULL, 0};
  const struct cleave_loop_accesses *result = cleave_describe_loop(arena, body, &obstacle);
  if (!result)
    fail_msg("no description: %s of %s", obstacle.reason, loop);
  const struct cleave_polynomial *found = NULL;
  for (size_t i = 0; i < result->access_count; i++)
    if (result->accesses[i].variable == 2 && result->accesses[i].writes)
      found = &result->accesses[i].subscripts[0];
  assert_non_null(found);
  if (!value) {
    if (found->term_count != 1 || found->terms[0].factor_count != 1 ||
        result->dimensions[found->terms[0].factors[0]].kind != CLEAVE_DIMENSION_UNKNOWN)
      fail_msg("a value is known after %s:\n%s", statements, cleave_description_text(arena, result));
    return;
  }
  const char *lines = select_lines(cleave_description_text(arena, result), "write");
  const char *line = strstr(lines, "write v2");
  assert_non_null(line);
  const char *expected = cleave_arena_format(arena, " subscript=%s extent", value);
  if (!strstr(line, expected))
    fail_msg("'%s' instead of%s after %s", line, expected, statements);
}

/* ---- Values --------------------------------------------------------------------------------------------------------- */

static void follows_assignments(void **state) {
  (void)state;
  check_iteration("(variable y int)\n(variable z int)\n",
                  "(declare y (+ i 1)) (declare z y) (= (at a z) 0.0) (declare k y) (++ k) (= (at b k) 0.0)",
                  ALL_ACCESSES,
                  "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                  "dimension d1 symbol i32 v0\n"
                  "write v1 `(at a z)` around 0 certain subscript=1+1*d0 extent=100\n"
                  "write v2 `(at b k)` around 0 certain subscript=2+1*d0 extent=0\n");
  check_value("", "(declare k i) (= k (+ k 2))", "2+1*d0");
  check_value("", "(declare k) (= k (* 3 i)) (-= k i) (+= k 5)", "5+2*d0");
  check_value("", "(declare k i) (post-- k) (-- k)", "-2+1*d0");
  check_value("", "(declare j i) (declare k j) (= j 7)", "1*d0");
  check_value("(variable z int v6 :private)", "(= z i) (declare k z) (= z 1)", "1*d0");
  /* Of another type: a sum may be cut, and a condition has no polynomial. */
  check_value("(variable h short)", "(declare h (convert short i)) (++ h) (declare k (convert int h))", NULL);
  check_value("(variable u unsigned_int)", "(declare u 1u) (+= u 1u) (declare k (convert int u))", NULL);
  check_value("", "(declare k i) (+= k 1L :computed long)", NULL);
  check_value("", "(declare k i) (*= k 2)", NULL);
  check_value("", "(declare k (at c i))", NULL);
  check_value("(variable t bool)", "(declare t (convert bool i)) (declare k (convert int t))", NULL);
  /* The conversion must be proved where the value is used. */
  check_iteration("(variable h short)", "(declare h (convert short (* 2 i))) (= (at b (convert int h)) 0.0)",
                  "write",
                  "write v2 `(at b (convert int h))` around 0 certain subscript=2*d0 extent=0"
                  " fits i16 around 0 value=2*d0\n");
}

static void forgets_where_paths_meet(void **state) {
  (void)state;
  check_value("", "(declare k i) (if i (= k 1))", NULL);
  check_value("", "(declare k i) (if i (= k 1) else (= k 1))", NULL);
  check_value("", "(declare k i) (declare j 0) (if i (= j 1))", "1*d0");
  check_value("", "(declare k i) (&& i (= k 1))", NULL);
  check_value("", "(declare k i) (? i (= k 1) (= k 2))", NULL);
  check_value("", "(declare k i) (declare j (? i (post++ k) 2))", NULL);
  check_value("", "(declare k i) (if (= k 3) (empty))", NULL);
  check_value("", "(declare k i) (while i (= k 1))", NULL);
  check_value("", "(declare k i) (do (= k 1) i)", NULL);
  check_value("", "(declare k i) (for (declare j 0) (< j 9) (++ j) (= k 1))", NULL);
  check_value("", "(declare k i) (for (declare j 0) (< j 9) (comma (++ j) (++ k)) (empty))", NULL);
  check_value("", "(declare k i) (for (declare j 0) (&& (< j 9) (< (++ k) 3)) (++ j) (empty))", NULL);
  check_value("", "(declare k i) (switch i (block (case (= k 1)) (break) (case (= k 2))))", NULL);
  check_value("", "(declare k i) (for (= k 0) (< k 9) (++ k) (empty))", NULL);
  check_value("", "(declare k i) (while (< (= k 5) i) (empty))", "5");
  check_value("", "(declare k i) (while (&& i (= k 5)) (empty))", NULL);
  /* The labels of a switch: control comes from its begin, or from the statement before. */
  static const char *const inside[] = {
      "(declare k i) (switch i (block (= k 1) (case (= (at b k) 0.0))))",
      "(declare k i) (switch i (block (case (= k 1)) (case (= (at b k) 0.0))))",
      "(declare k i) (for (declare j 0) (< j 9) (++ j) (block (= (at b k) 0.0) (= k 1)))",
      "(declare k i) (while i (block (= (at b k) 0.0) (++ k)))",
      "(declare k i) (do (block (= (at b k) 0.0) (++ k)) i)",
      "(declare k i) (for (declare j 0) (< j 9) (++ k) (= (at b k) 0.0))"};
  for (size_t s = 0; s < sizeof inside / sizeof *inside; s++) {
    const struct cleave_body *body = read_body(
        body_with(":directive", "",
                  cleave_arena_format(arena, "(for (declare i 0) (< i n) (++ i) (block %s))", inside[s])));
    struct cleave_obstacle obstacle;
    const struct cleave_loop_accesses *result = cleave_describe_loop(arena, body, &obstacle);
    assert_non_null(result);
    const struct cleave_access *last = &result->accesses[result->access_count - 1];
    assert_int_equal(last->variable, 2);
    assert_int_equal(last->subscripts[0].term_count, 1);
    assert_int_equal(result->dimensions[last->subscripts[0].terms[0].factors[0]].kind,
                     CLEAVE_DIMENSION_UNKNOWN);
  }
  check_value("", "(declare k i) (if i (block (= k 1) (= (at a k) 0.0)) else (= (at a k) 1.0))", NULL);
}

static void knows_other_names(void **state) {
  (void)state;
  /* A variable that is written and has another name has no value. */
  check_value("(variable r int&)", "(declare k i) (declare r k) (= r 5)", NULL);
  check_value("(variable r int&)", "(declare k i) (declare r k) (++ k)", NULL);
  check_value("(variable r int&)", "(declare k i) (declare r k)", "1*d0");
  check_value("(variable r int&)", "(declare j i) (declare r j) (declare k r)", "1*d0");
  check_value("(variable r int& :callees)", "(declare k i) (inline \"f\" void (block (declare r k) (++ r)))",
              NULL);
  check_value("(variable p int* :callees)",
              "(declare k i) (inline \"f\" void (block (declare p (& k)) (= (* p) 3)))", NULL);
  /* Places that are no variable. */
  check_value("", "(declare k i) (declare j 0) (= (choose i k j) 5)", NULL);
  check_value("", "(declare k i) (declare j 0) (++ (choose i k j))", NULL);
  check_value("", "(declare k i) (++ (after (= k 3) k))", NULL);
  check_value("", "(declare k i) (+= (after (= k 3) k) 2)", NULL);
}

/* One expression reads a variable and changes it in a called function: the order is not known. */
static void knows_order_of_effects(void **state) {
  (void)state;
  check_value("", "(declare j i) (declare k (+ j (inline \"operator()\" int (block (+= j 5) (return 0)))))",
              NULL);
  check_value("", "(declare j i) (inline \"operator()\" void (block (+= j 5))) (declare k j)", "5+1*d0");
  check_iteration(
      "", "(declare j i) (= (at b (+ j (inline \"operator()\" int (block (+= j 5) (return 0))))) 0.0)",
      ALL_ACCESSES,
      "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
      "dimension d1 symbol i32 v0\n"
      "dimension d2 unknown i32\n"
      "write v2 `(at b (+ j (inline \"operator()\" int (block (+= j 5) (return 0)))))` around 0 certain"
      " subscript=1*d2 extent=0\n");
  check_value("", "(declare j i) (declare k (post++ j))", NULL);
  check_value("", "(declare j i) (declare k (comma (= j 4) j))", NULL);
}

static void follows_called_functions(void **state) {
  (void)state;
  static const char y[] = "(variable y int :callees)(variable z int :callees)";
  check_value(y, "(declare k (inline \"f\" int (block (declare y i) (++ y) (return y))))", "1+1*d0");
  check_value(y, "(declare k (inline \"f\" int (block (declare y i) (if y (return 4)) (++ y) (return y))))",
              NULL);
  check_value(y, "(declare k (inline \"f\" int (block (declare y i) (if y (= y 4)) (return y))))", NULL);
  /* What follows an early return may not be executed. */
  check_value("", "(declare k i) (inline \"operator()\" void (block (if i (return)) (= k 2)))", NULL);
  check_value("", "(declare k i) (inline \"operator()\" void (block (= k 2) (return)))", "2");
  check_value(y,
              "(declare k (inline \"f\" int (block (declare z 0) (for (declare y 0) (< y 9) (++ y) (+= z y))"
              " (return z))))",
              NULL);
}

/* ---- Moved pointers --------------------------------------------------------------------------------------------------- */

static void follows_moved_pointers(void **state) {
  (void)state;
  static const char p[] = "(variable p double*)(variable q double*)";
  static const char begin[] = "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                              "dimension d1 symbol i32 v0\n";
  check_iteration(
      p, "(declare p (+ b i)) (++ p) (= (* p) 0.0)", ALL_ACCESSES,
      cleave_arena_format(arena, "%swrite v2 `(* p)` around 0 certain subscript=1+1*d0 extent=0\n", begin));
  check_iteration(
      p, "(declare p (at m i)) (= p (+ p (at c 0))) (= (at p 1) 0.0)", "read write",
      "read v3 `(at c 0)` around 0 subscript=0 extent=0\n"
      "write v4 `(at p 1)` around 0 certain subscript=1*d0 extent=20 subscript=1+1*d3 extent=30\n");
  check_iteration(p, "(declare p a) (for (declare k 0) (< k 9) (++ k) (block (= (* p) 0.0) (+= p (at c k))))",
                  "read write",
                  "write v1 `(* p)` around 3 certain subscript=1*d2 extent=100\n"
                  "read v3 `(at c k)` around 3 subscript=1*d3 extent=0\n");
  /* Bound to another array, */
  static const char element[] = "write v1 `(at p i)` around 0 certain subscript=1*d0 extent=100\n";
  check_iteration(p, "(declare p b) (= p a) (= (at p i) 0.0)", "write", element);
  check_iteration(p, "(declare q a) (declare p b) (= p q) (= (at p i) 0.0)", "write", element);
  check_iteration(p, "(declare q a) (declare p b) (= p (+ q 1)) (= (at p i) 0.0)", "write",
                  "write v1 `(at p i)` around 0 certain subscript=1+1*d0 extent=100\n");
  /* perhaps: to the array, or to another one; and in a loop that may not be executed */
  static const char reason[] = "it accesses an object that is not known";
  check_refused(p, "(declare p b) (if (< i 9) (= p a)) (= (at p i) 0.0)", reason, "(at p i)");
  check_iteration(p, "(declare p a) (if (< i 9) (= p (+ p 9))) (= (at p i) 0.0)", "write",
                  "write v1 `(at p i)` around 0 certain subscript=1*d0+1*d3 extent=100\n");
  check_iteration(p, "(declare q a) (declare p a) (if (< i 9) (= p (+ q 9))) (= (at p i) 0.0)", "write",
                  "write v1 `(at p i)` around 0 certain subscript=1*d0+1*d3 extent=100\n");
  check_refused(p,
                "(declare q a) (declare p a) (for (declare k 0) (< k 9) (++ k) (block (= p q) (= q b)))"
                "(= (at p i) 0.0)",
                reason, "(at p i)");
  check_refused(p, "(declare q a) (declare p b) (if (< i 9) (= p q)) (= (at p i) 0.0)", reason, "(at p i)");
  check_refused(p,
                "(declare q a) (declare p b) (switch i (block (case (= p q)) (break)"
                "(case (= (at p i) 0.0)) (break)))",
                reason, "(at p i)");
  /* or its address is taken. */
  check_refused("(variable p double*)(variable r double*&)",
                "(declare p b) (declare r p) (= r a) (= (at p i) 0.0)", reason, "(at p i)");
  check_refused("(variable p double*)(variable q double*)(variable r double*&)",
                "(declare q a) (declare p b) (declare r (choose i p q)) (= r a)",
                "the object of a reference is not known", "(declare r");
  check_refused("(variable p double*)(variable h double** :callees)",
                "(declare p b) (inline \"f\" void (block (declare h (& p)) (= (* h) a))) (= (at p i) 0.0)",
                reason, "(at p i)");
  check_refused(p, "(declare p b) (= (choose i p q) a)", "it assigns a pointer", "(= (choose");
  check_refused(p, "(declare q a) (declare p b) (++ p) (++ (choose i p q))", "it moves a pointer",
                "(++ (choose");
  check_refused(p, "(declare p) (++ p) (= (* p) 0.0)", reason, "(* p)");
  check_refused(p, "(declare p (? i b a)) (++ p)", "it computes with pointers", "(? i b");
  /* There is no array to move in. */
  check_refused("(type pair record \"struct pair\" :bytes 16)(variable h pair[8] v6)(variable p double*)",
                "(declare p (& (. (at h i) \"x\" double))) (++ p) (= (* p) 1.0)", reason, "(* p)");
  check_iteration("(type pair record \"struct pair\" :bytes 48)(variable h pair[8] v6)(variable p double*)",
                  "(declare p (. (at h i) \"v\" double[4])) (++ p) (= (* p) 1.0)", "write",
                  "write v6 `(*` around 0 subscript=1*d0 extent=8 inner=1 extent=4\n");
}

/* ---- References ------------------------------------------------------------------------------------------------------- */

static void follows_read_references(void **state) {
  (void)state;
  /* What it is bound to is read there; in an inner loop it may have changed. */
  check_iteration("(variable r double&)", "(declare r (choose i (at a 0) (at b 1))) (= (at b i) r)", ACCESSES,
                  "read v1 `(at a 0)` around 0 subscript=0 extent=100\n"
                  "read v2 `(at b 1)` around 0 subscript=1 extent=0\n"
                  "write v2 `(at b i)` around 0 certain subscript=1*d0 extent=0\n");
  static const char reason[] = "it accesses an object that is not known";
  check_refused("(variable r double&)",
                "(declare r (choose i (at a 0) (at b 1))) (for (declare k 0) (< k 9) (++ k) (= (at a k) r))",
                reason, "r)");
  check_refused("(variable r double&)(variable t double&)",
                "(declare r (choose i (at a 0) (at b 1))) (declare t r)"
                "(for (declare k 0) (< k 9) (++ k) (= (at a k) t))",
                reason, "t)");
  check_refused("(variable r double&)", "(declare r (choose i (at a 0) (at b 1))) (= r 1.0)",
                "the object of a reference is not known", "(declare r");
  check_refused("(variable y int :callees)(variable r double&)",
                "(declare k i) (declare r (* (inline \"f\" double (block (declare y (post++ k))"
                " (if y (return-place (at a y))) (return-place (at b 1))))))",
                "the object of a reference is not known", NULL);
  /* A function that returns one of several references. */
  check_iteration(
      "(variable y int :callees)",
      "(= (* (inline \"f\" double (block (declare y i) (if y (return-place (at a y))) (return-place (at b 1)))))"
      " 0.0)",
      ACCESSES,
      "write v1 `(at a y)` around 0 subscript=1*d0 extent=100\n"
      "write v2 `(at b 1)` around 0 subscript=1 extent=0\n");
  check_iteration(
      "(variable y int :callees)",
      "(= (* (inline \"f\" double (block (declare y i) (if y (return-place (at a y))) (++ y) (return-place (at b "
      "y))))) 0.0)",
      "write",
      "write v1 `(at a y)` around 0 subscript=1*d2 extent=100\n"
      "write v2 `(at b y)` around 0 subscript=1*d3 extent=0\n");
}

/* ---- Counters --------------------------------------------------------------------------------------------------------- */

static const char counters[] = "(variable h short)(variable u unsigned_int)(variable e unsigned_char)"
                               "(variable t int :callees)";

/* HEADER of a loop with BODY, and the line of its counter after the dimension's number. */
static void check_counter(const char *header, const char *body, const char *line) {
  const char *loop = cleave_arena_format(
      arena, "(for (declare i 0) (< i n) (++ i) (for %s (block (= (at b 0) 1.0) %s)))", header, body);
  struct cleave_obstacle obstacle;
  const struct cleave_loop_accesses *result =
      cleave_describe_loop(arena, read_body(body_with(":directive", counters, loop)), &obstacle);
  if (!result)
    fail_msg("no description: %s of %s", obstacle.reason, loop);
  const char *text = select_lines(cleave_description_text(arena, result), "dimension");
  const char *found = strstr(text, " sequential ");
  assert_non_null(found);
  const char *step = strstr(found, "step");
  if (strncmp(step, line, strlen(line)) != 0)
    fail_msg("'%s' instead of '%s' of %s", step, line, loop);
}

static void describes_small_counters(void **state) {
  (void)state;
  check_counter("(declare h (constant \"0\" short 0)) (< (convert int h) n) (++ h)", "",
                "step 1 first=0 most=-1+1*d1\n");
  check_counter("(declare e (constant \"3\" unsigned_char 3)) (<= (convert int e) 300) (++ e)", "",
                "step 1 first=3 most=300\n");
  check_counter("(declare h (convert short n :value 9)) (> (convert int h) 0) (-- h)", "",
                "step -1 first=9 least=1\n");
  check_counter("(declare u 2u) (<= u 10u) (++ u)", "", "step 1 first=2 most=10\n");
  /* A step of more than one may pass over the values for which the condition is false. */
  check_counter("(declare u 2u) (< u 10u) (+= u 3u)", "", "step 0 most=9\n");
  check_counter("(declare h (constant \"0\" short 0)) (< (convert int h) n) (+= h 2)", "",
                "step 0 most=-1+1*d1\n");
  /* Something else may end the loop. */
  static const char *const others[] = {"(if i (break))", "(switch i (case (break))) (if i (break))"};
  for (size_t o = 0; o < sizeof others / sizeof *others; o++)
    check_counter("(declare u 2u) (<= u 10u) (++ u)", others[o], "step 0 most=10\n");
  check_counter("(declare u 2u) (<= u 10u) (++ u)", "(switch i (case (break)))", "step 1 first=2 most=10\n");
  check_counter("(declare u 2u) (<= u 10u) (++ u)", "(while i (break))", "step 1 first=2 most=10\n");
  check_counter("(declare u 2u) (<= u 10u) (++ u)", "(declare x (call \"f\" double))", "step 0 most=10\n");
  /* The bound changes: 250, ..., 255, 0 if it is 300 first and then 1. */
  check_counter("(declare e (constant \"250\" unsigned_char 250)) (< (convert int e) (at c 0)) (++ e)", "",
                "step 0 most=");
  check_counter("(declare e (constant \"250\" unsigned_char 250)) (< (convert int e) (/ (at c 0) 2)) (++ e)",
                "", "step 0 most=");
  /* A return ends the loop of a called function. */
  check_iteration(
      counters,
      "(declare k (inline \"f\" int (block (for (declare u 2u) (<= u 10u) (++ u) (block (= (at b 0) 1.0)"
      " (while i (return 1)))) (return 2))))",
      "dimension",
      "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
      "dimension d1 symbol i32 v0\n"
      "dimension d2 sequential u32 at `for` around 0 step 0 most=10\n"
      "dimension d3 unknown i32\n");
}

static void describes_unequal_bounds(void **state) {
  (void)state;
  check_counter("(declare k 0) (!= k n) (++ k)", "", "step 1 first=0 most=-1+1*d1\n");
  check_counter("(declare k 9) (!= 0 k) (-- k)", "", "step -1 first=9 least=1\n");
  /* Another step, an unsigned or a small counter, another end of the loop: the counter may be beside the bound. */
  check_counter("(declare k 0) (!= k n) (+= k 2)", "", "step 2 first=0\n");
  check_counter("(declare u 0u) (!= u 9u) (++ u)", "", "step 0\n");
  check_counter("(declare h (constant \"0\" short 0)) (!= (convert int h) n) (++ h)", "", "step 0\n");
  check_counter("(declare k 0) (!= k n) (++ k)", "(if i (break))", "step 1 first=0\n");
  check_counter("(declare k 0) (!= k n) (++ k)", "(declare x (call \"exit\" double))", "step 1 first=0\n");
  check_iteration(
      counters,
      "(declare j (inline \"f\" int (block (for (declare k 0) (!= k n) (++ k) (if (at c k) (return "
      "k))) (return 2))))",
      "dimension",
      "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
      "dimension d1 symbol i32 v0\n"
      "dimension d2 sequential i32 at `for` around 0 step 1 first=0\n"
      "dimension d3 unknown i32\n");
}

/* The innermost loop of a nest may end by a `break`. */
static void knows_breaks_of_nests(void **state) {
  (void)state;
  check_iteration(
      "", "(for (declare k 0) (< k 9) (++ k) (block (= (at b k) 0.0) (if (at c k) (break))))",
      "nest inner write",
      "nest d0 'i' 'int' body `(block (for (declare k 0) (< k 9) (++ k) (block (= (at b k) 0.0) (if (at c "
      "k) (break)))))` values -\n"
      "nest d2 'k' 'int' body `(block (= (at b k) 0.0) (if (at c k) (break)))` values - breaks\n"
      "inner d2 'k' 'int' body `(block (= (at b k) 0.0) (if (at c k) (break)))` values - breaks at `(for`\n"
      "write v2 `(at b k)` around 2 subscript=1*d2 extent=0\n");
  check_iteration(
      "", "(for (declare k 0) (< k 9) (++ k) (switch k (case (break))))", "nest",
      "nest d0 'i' 'int' body `(block (for (declare k 0) (< k 9) (++ k) (switch k (case (break)))))` "
      "values -\n"
      "nest d2 'k' 'int' body `(switch k (case (break)))` values -\n");
}

/* ---- Choices of bounds ------------------------------------------------------------------------------------------------ */

static void bounds_choices(void **state) {
  (void)state;
  static const struct {
    const char *first, *bound, *line;
  } rows[] = {
      {"0", "(? (< n i) n i)", "upper=-1+1*d1 upper=-1+1*d0"},
      {"0", "(? (> n i) i n)", "upper=-1+1*d0 upper=-1+1*d1"},
      {"0", "(? (> i n) n i)", "upper=-1+1*d1 upper=-1+1*d0"},
      {"(? (< i 2) 2 i)", "n", "lower=2 lower=1*d0"},
      /* the larger bound, the smaller first value: nothing is known */
      {"(? (< i 2) i 2)", "(? (< n i) i n)", NULL},
      /* another condition, of values that differ by a constant, or do not */
      {"(? (< (at c 0) 5) 0 1)", "(? (< (at c 0) 5) n (- n 1))", "lower=0 upper=-1+1*d1"},
      {"0", "(? (< (at c 0) 5) n i)", NULL},
      /* a function that returns one of two values */
      {"0", "(inline \"min\" int (block (if (< n i) (return n)) (return i)))", "upper=-1+1*d1 upper=-1+1*d0"},
      {"0", "(inline \"f\" int (block (if (< n i) (return n)) (if (< i 3) (return 9)) (return i)))", NULL},
  };
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    const char *loop = cleave_arena_format(
        arena, "(for (declare i 0) (< i n) (++ i) (for (declare k %s) (< k %s) (++ k) (empty)))",
        rows[r].first, rows[r].bound);
    const struct cleave_body *body = read_body(body_with(":directive", "", loop));
    struct cleave_obstacle obstacle;
    const struct cleave_loop_accesses *described = cleave_describe_loop(arena, body, &obstacle);
    if (!described)
      fail_msg("%s: %s", loop, obstacle.reason);
    const char *text = cleave_description_text(arena, described);
    const char *line = strstr(text, "sequential");
    const char *end = strchr(line, '\n');
    const char *own = cleave_arena_copy(arena, line, (size_t)(end - line));
    const char *more = strstr(own, "lower") ? strstr(own, "lower") : strstr(own, "upper");
    if (rows[r].line ? !more || strcmp(more, rows[r].line) != 0 : more != NULL)
      fail_msg("'%s' instead of '%s' for %s", more ? more : "nothing",
               rows[r].line ? rows[r].line : "nothing", loop);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(follows_assignments),     TEST(forgets_where_paths_meet), TEST(knows_other_names),
      TEST(knows_order_of_effects),  TEST(follows_called_functions), TEST(follows_moved_pointers),
      TEST(follows_read_references), TEST(describes_small_counters), TEST(describes_unequal_bounds),
      TEST(knows_breaks_of_nests),   TEST(bounds_choices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
