/* FILE: test/unit/analysis_statements_test.c
 * WHAT: the description of loops: conditions, variables of an iteration, reductions, loops in the body.
 */
#include "body_sample.h"

/* ---- Conditions ------------------------------------------------------------------------------------------------------ */

static void knows_conditions(void **state) {
  (void)state;
  check_iteration("", "(if (at c i) (= (at a i) 0.0) else (= (at b i) 0.0)) (= (at b 0) 1.0)", ACCESSES,
                  "read v3 `(at c i)` around 0 subscript=1*d0 extent=0\n"
                  "write v1 `(at a i)` around 0 subscript=1*d0 extent=100\n"
                  "write v2 `(at b i)` around 0 subscript=1*d0 extent=0\n"
                  "write v2 `(at b 0)` around 0 certain subscript=0 extent=0\n");
  check_iteration("", "(= (choose (at c i) (at a i) (at b i)) 1.0)", ACCESSES,
                  "read v3 `(at c i)` around 0 subscript=1*d0 extent=0\n"
                  "write v1 `(at a i)` around 0 subscript=1*d0 extent=100\n"
                  "write v2 `(at b i)` around 0 subscript=1*d0 extent=0\n");
  check_iteration("", "(|| (at c i) (= (at a i) 1.0))", ACCESSES,
                  "read v3 `(at c i)` around 0 subscript=1*d0 extent=0\n"
                  "write v1 `(at a i)` around 0 subscript=1*d0 extent=100\n");
  check_iteration("", "(? i (= (at a 0) 1.0) (= (at b 0) 1.0))", ACCESSES,
                  "write v1 `(at a 0)` around 0 subscript=0 extent=100\n"
                  "write v2 `(at b 0)` around 0 subscript=0 extent=0\n");
  /* A jump out of the iteration. */
  check_iteration("", "(if i (continue)) (= (at a i) 0.0)", "loop write",
                  "loop header `0` `n` body `(block (if i (continue)) (= (at a i) 0.0))` loops 0 jump\n"
                  "write v1 `(at a i)` around 0 subscript=1*d0 extent=100\n");
}

static void knows_other_loops(void **state) {
  (void)state;
  check_iteration(
      "", "(switch (at c 0) (block (case (= (at a 0) 1.0)) (break) (case (= (at a 1) 1.0))))", "write loop",
      "loop header `0` `n` body `(block (switch (at c 0) (block (case (= (at a 0) 1.0)) (break) (case (= (at a 1) "
      "1.0)))))` loops 0 jump\n"
      "write v1 `(at a 0)` around 0 subscript=0 extent=100\n"
      "write v1 `(at a 1)` around 0 subscript=1 extent=100\n");
  check_iteration(
      "", "(while (at c 0) (= (at a 0) 1.0)) (do (= (at a 1) 1.0) (at c 1)) (= (at a 2) 1.0)",
      "loop read write",
      "loop header `0` `n` body `(block (while (at c 0) (= (at a 0) 1.0)) (do (= (at a 1) 1.0) (at c 1)) (= (at a "
      "2) 1.0))` loops 2\n"
      "read v3 `(at c 0)` around 0 subscript=0 extent=0\n"
      "write v1 `(at a 0)` around 0 subscript=0 extent=100\n"
      "write v1 `(at a 1)` around 0 subscript=1 extent=100\n"
      "read v3 `(at c 1)` around 0 subscript=1 extent=0\n"
      "write v1 `(at a 2)` around 0 certain subscript=2 extent=100\n");
}

/* Loops and jumps of code that is not described count, wherever it is. */
static void counts_loops_of_headers(void **state) {
  (void)state;
  static const char *const statements[] = {"(= (at b CODE) 1.0)", "(for (empty) () (+= x CODE) (empty))",
                                           "(declare r (at b CODE))", "(= x (? i CODE 1))"};
  for (size_t s = 0; s < sizeof statements / sizeof *statements; s++) {
    const char *at = strstr(statements[s], "CODE");
    const char *statement =
        cleave_arena_format(arena, "%.*s(opaque int (code \"StmtExpr\" :loops 2 :jump))%s",
                            (int)(at - statements[s]), statements[s], at + strlen("CODE"));
    const char *loop = cleave_arena_format(
        arena, "(for (declare i 0) (< i n) (++ i) (block %s (while i (empty))))", statement);
    const struct cleave_loop_accesses *headers =
        cleave_describe_headers(arena, read_body(body_with(":directive", "(variable r double&)", loop)));
    assert_non_null(headers);
    assert_int_equal(headers->loop_count, s == 1 ? 4 : 3);
    assert_true(headers->has_jump);
  }
}

static void follows_inner_loops(void **state) {
  (void)state;
  check_iteration("", "(for :hint (declare k i) (< k (+ n 1)) (+= k 2) (= (at b k) 0.0))", ALL_ACCESSES,
                  "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                  "dimension d1 symbol i32 v0\n"
                  "dimension d2 sequential i32 at `for` around 0 step 2 hint first=1*d0 most=1*d1\n"
                  "read v0 `n` around 0\n"
                  "write v2 `(at b k)` around 2 certain subscript=1*d2 extent=0\n");
  /* The loop may end early, or its counter is not the header's alone: no iteration is certain. */
  check_iteration("", "(for (declare k 0) (< k 9) (++ k) (block (if (at c k) (break)) (= (at b k) 0.0)))",
                  "write", "write v2 `(at b k)` around 2 subscript=1*d2 extent=0\n");
  check_iteration("", "(for (declare k 0) (< k 9) (++ k) (block (+= k (at c k)) (= (at b k) 0.0)))",
                  ALL_ACCESSES,
                  "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                  "dimension d1 symbol i32 v0\n"
                  "dimension d2 unknown i32\n"
                  "dimension d3 unknown i32\n"
                  "read v3 `(at c k)` around 0 subscript=1*d2 extent=0\n"
                  "write v2 `(at b k)` around 0 subscript=1*d3 extent=0\n");
  /* The body changes the counter by another name of it. */
  static const struct {
    const char *variables, *before, *statement;
  } names[] = {
      {"(variable r int&)", "(declare r k)", "(+= r 2)"},
      {"(variable p int*)", "(declare p (& k))", "(+= (* p) 2)"},
      {"", "", "(= (after 0 (choose i k j)) 5)"},
      {"(variable p int* :callees)(variable r int*& :callees)", "",
       "(inline \"f\" void (block (declare p (& k)) (declare r p) (= (* r) 5)))"},
      {"(variable p int* :callees)(variable r int*& :callees)(variable q int* :callees)", "",
       "(inline \"f\" void (block (declare p (& k)) (declare r p) (declare q r) (= (* q) 5)))"},
      {"(variable p int& :callees)(variable r int&)",
       "(declare r (* (inline \"f\" int (block (declare p k) (return-place p)))))", "(= r 5)"},
      {"(variable p int& :callees)", "",
       "(= (* (inline \"f\" int (block (declare p k) (return-place p)))) 5)"},
  };
  for (size_t o = 0; o < sizeof names / sizeof *names; o++) {
    const char *loop = cleave_arena_format(
        arena, "(declare j 0) (declare k 0) %s (for (= k 0) (< k 9) (++ k) (block (= (at b k) 0.0) %s))",
        names[o].before, names[o].statement);
    check_iteration(names[o].variables, loop, "write",
                    "write v2 `(at b k)` around 0 subscript=1*d2 extent=0\n");
  }
  /* A name by which the counter is only read. */
  check_iteration(
      "(variable p int& :callees)",
      "(for (declare k 0) (< k 9) (++ k) (= (at b k) (convert double (read (* (inline \"f\" int (block (declare p k)"
      " (return-place p))))))))",
      "write", "write v2 `(at b k)` around 2 certain subscript=1*d2 extent=0\n");
  /* The condition and the increment move the counter by one each. */
  check_iteration("", "(for (declare k 0) (< (post++ k) 9) (++ k) (= (at b k) 0.0))", "dimension write",
                  "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                  "dimension d1 symbol i32 v0\n"
                  "dimension d2 sequential i32 at `for` around 0 step 2 first=1 most=9\n"
                  "write v2 `(at b k)` around 2 subscript=1*d2 extent=0\n");
}

/* ---- Variables of an iteration -------------------------------------------------------------------------------------- */

static void knows_private_variables(void **state) {
  (void)state;
  static const char z[] = "(variable z double v6 :private)\n(variable f double v7 :firstprivate)\n";
  static const char reason[] = "an iteration may read what another one left in a variable";
  check_iteration(z, "(= z (at b i)) (= (at a i) (+ z f))", ACCESSES,
                  "read v2 `(at b i)` around 0 subscript=1*d0 extent=0\n"
                  "read v7 `f` around 0\n"
                  "write v1 `(at a i)` around 0 certain subscript=1*d0 extent=100\n");
  check_iteration(z, "(if i (= z 1.0) else (= z 2.0)) (= (at a i) z)", "write",
                  "write v1 `(at a i)` around 0 certain subscript=1*d0 extent=100\n");
  check_refused(z, "(= (at a i) z) (= z 1.0)", reason, "z)");
  check_refused(z, "(+= z 1.0)", reason, "z 1.0");
  check_refused(z, "(= (at a i) f) (= f 1.0)", reason, "f)");
  check_refused(z, "(if i (= z 1.0)) (= (at a i) z)", reason, "z)");
  check_refused(z, "(for (declare k 0) (< k n) (++ k) (= z 1.0)) (= (at a i) z)", reason, "z)");
  check_refused(z, "(while (at c i) (= z 1.0)) (= (at a i) z)", reason, "z)");
  check_refused(z, "(do (= z 1.0) (at c i)) (= (at a i) z)", reason, "z)");
  check_refused(z, "(switch i (block (case (= z 1.0)))) (= (at a i) z)", reason, "z)");
  check_refused("(variable z double v6 :private)\n(variable f double v7 :private)\n",
                "(= (choose i z f) 1.0) (= (at a i) z)", reason, "z)");
  check_refused("(variable z double v6 :private)\n(variable f double v7 :private)\n",
                "(= (choose i z f) 1.0) (= (at a i) f)", reason, "f)");
  check_refused("(variable z double v6 :private)\n(variable r double& :callees)\n",
                "(inline \"f\" void (block (declare r z) (if i (return)) (= r 1.0))) (= (at a i) z)", reason,
                "z)");
  check_iteration("(variable z double v6 :private)\n(variable r double& :callees)\n",
                  "(inline \"f\" void (block (declare r z) (= r 1.0) (return))) (= (at a i) z)", "write",
                  "write v1 `(at a i)` around 0 certain subscript=1*d0 extent=100\n");
  /* A jump to a label skips what is before it. */
  check_refused(z, "(switch i (block (case (= z 1.0)) (case (= (at a i) z))))", reason, "z)");
  check_refused(z, "(switch i (block (case (= z 1.0)) (if i (case (empty))) (= (at a i) z)))", reason, "z)");
  check_iteration(z, "(= z 1.0) (switch i (block (case (= (at a i) z)) (case (= (at b i) z))))", "write",
                  "write v1 `(at a i)` around 0 subscript=1*d0 extent=100\n"
                  "write v2 `(at b i)` around 0 subscript=1*d0 extent=0\n");
  static const char label[] = "a label of a switch is inside of a loop";
  check_refused("", "(switch i (for (declare k 0) (< k 9) (++ k) (case (= (at b k) 1.0))))", label, "(case");
  check_refused("", "(switch i (while i (block (case (= (at b i) 1.0)))))", label, "(case");
  check_refused("", "(switch i (do (block (case (= (at b i) 1.0))) i))", label, "(case");
  check_iteration("",
                  "(switch i (case (for (declare k 0) (< k 9) (++ k) (switch k (case (= (at b k) 1.0))))))",
                  "write", "write v2 `(at b k)` around 2 subscript=1*d2 extent=0\n");
  check_refused(z, "(&& i (= z 1.0)) (= (at a i) z)", reason, "z)");
  check_refused(z, "(? i (= z 1.0) 0.0) (= (at a i) z)", reason, "z)");
  check_refused("(type pair record \"struct pair\" :bytes 16)\n(variable z pair v6 :private)\n",
                "(= (. z \"x\" double) 1.0)", "it uses a part of a private variable", "(. z");
}

static void refuses_shared_variables(void **state) {
  (void)state;
  check_refused("", "(= s 1.0)", "iterations write to one variable", "s 1.0");
  check_refused("", "(++ s)", "iterations write to one variable", "s)");
  check_refused("(variable r double&)\n", "(declare r s) (= r 1.0)", "iterations write to one variable",
                "r 1.0");
  check_refused("(type pair record \"struct pair\" :bytes 16)\n(variable z pair v6)\n",
                "(= (. z \"x\" double) 1.0)", "iterations write to one member of a record", "(. z");
  check_refused("(variable z double)\n", "(= (at a i) z)",
                "it accesses an object that the region does not name", "z)");
  check_refused("(variable z double.volatile v6)\n", "(= (at a i) z)", "it accesses a volatile object", "z)");
  check_refused("(variable z double.volatile* v6)\n", "(= (at z i) 1.0)", "it accesses a volatile object",
                "(at z");
  check_refused("(variable z double.volatile)\n", "(declare z 1.0)", "it declares a volatile variable",
                "(declare z");
  check_refused("(variable z double*.volatile v6)\n", "(= (at z i) 1.0)",
                "it accesses an object that is not known", "(at z");
  check_refused("(variable z double.volatile v6 :reduction \"+\")\n", "(+= z 1.0)",
                "it accesses a volatile object", "z 1.0");
  check_obstacle("", "(variable z double.volatile v6)\n", "(for (declare i 0) (< i n) (++ i) (+= z 1.0))",
                 "it accesses a volatile object", "z 1.0");
  check_obstacle(
      "",
      "(type counter integer \"_Atomic(int)\" :signed :atomic :plain :bits 32 :bytes 4)(variable z counter v6)\n",
      "(for (declare i 0) (< i n) (++ i) (+= z 1))", "iterations write to one variable", "z 1");
  check_refused("", "(opaque-statement (code \"AsmStmt\" (use x write)))", "AsmStmt", "(opaque-statement");
  check_refused("", "(= x (opaque double (code \"VAArgExpr\")))", "VAArgExpr", "(opaque");
  check_refused("", "(atomic (+= (at b 0) 1.0))", "it contains an atomic construct", "(atomic");
}

/* ---- Reductions ------------------------------------------------------------------------------------------------------ */

static void knows_reductions(void **state) {
  (void)state;
  static const char sums[] =
      "(variable z double v6 :reduction \"+\")\n(variable t double v7 :reduction \"max\")\n"
      "(variable u int v8 :reduction \"+\")\n";
  static const char reason[] = "a reduction variable is used otherwise than in updates";
  check_iteration(sums, "(+= z (at b i)) (= z (+ (at a i) z)) (-= z 1.0) (++ u)", ACCESSES,
                  "read v2 `(at b i)` around 0 subscript=1*d0 extent=0\n"
                  "read v1 `(at a i)` around 0 subscript=1*d0 extent=100\n");
  check_iteration(sums,
                  "(if (< t (at b i)) (= t (at b i))) (= t (call \"fmax\" double t (at a i)))"
                  "(= t (? (> (at b 0) t) (at b 0) t))",
                  ACCESSES,
                  "read v2 `(at b i)` around 0 subscript=1*d0 extent=0\n"
                  "read v1 `(at a i)` around 0 subscript=1*d0 extent=100\n"
                  "read v2 `(at b 0)` around 0 subscript=0 extent=0\n");
  check_refused(sums, "(= (at a i) z)", reason, "z)");
  check_refused(sums, "(= z 1.0)", reason, "z 1.0");
  check_refused(sums, "(*= z 2.0)", reason, "z 2.0");
  check_refused(sums, "(= z (- (at b i) z))", reason, "z)");
  check_refused(sums, "(+= z z)", reason, "z)");
  check_refused(sums, "(= x (+= z 1.0))", reason, "z 1.0");
  check_refused(sums, "(-- u)", reason, "u)");
  check_refused(sums, "(if (> t (at b i)) (= t (at b i)))", reason, "t (at b i)) (=");
  check_refused(sums, "(if (< t (at b i)) (= t (at a i)))", reason, "t (at b i)) (=");
  check_refused("(variable z double[4] v6 :reduction \"+\")\n", "(+= (at z 1) 1.0)",
                "it uses a part of a private variable", "(at z");
}

/* Of a serial loop: variables that it only updates, by one operation. */
static void finds_accumulators(void **state) {
  (void)state;
  check((struct expectation){"", "(variable y int v6)\n",
                             "(for (declare i 0) (< i n) (++ i) (block (+= s (at b i)) (^= y i)))",
                             "read write accumulator",
                             "read v2 `(at b i)` around 0 subscript=1*d0 extent=0\n"
                             "accumulator v5 +\n"
                             "accumulator v6 ^\n"});
  static const char reason[] = "a reduction variable is used otherwise than in updates";
  check_obstacle("", "", "(for (declare i 0) (< i n) (++ i) (block (+= s (at b i)) (= (at a i) s)))", reason,
                 "s)");
  check_obstacle("", "", "(for (declare i 0) (< i n) (++ i) (block (+= s (at b i)) (*= s 2.0)))",
                 "iterations write to one variable", "s (at b i)");
  /* The value of an update is used: it is that of earlier iterations. */
  static const char *const used[] = {"(= (at b i) (? i (++ s) 9.0))",
                                     "(= (at b i) (? i 9.0 (post++ s)))",
                                     "(= (at b i) (comma 1 (+= s 1.0)))",
                                     "(= (at c i) (&& i (+= s 1.0)))",
                                     "(while (? i (+= s 1.0) 0.0) (empty))",
                                     "(for (empty) (++ s) () (empty))",
                                     "(do (empty) (+= s 1.0))",
                                     "(switch (? i (++ s) 0.0) (empty))"};
  for (size_t u = 0; u < sizeof used / sizeof *used; u++)
    check_obstacle("", "", cleave_arena_format(arena, "(for (declare i 0) (< i n) (++ i) %s)", used[u]),
                   reason, "s");
  check((struct expectation){
      "", "(variable y int v6)\n",
      "(for (declare i 0) (< i n) (++ i) (block (? i (++ s) (+= s 1.0)) (|| i (+= s 1.0))"
      " (for (declare k 0) (< k 9) (comma (++ k) (++ s)) (comma (++ s) (+= s 1.0)))))",
      "read write accumulator", "accumulator v5 +\n"});
  /* Added in floating point and cut: the order decides. */
  check_obstacle("", "(variable y int v6)\n",
                 "(for (declare i 0) (< i n) (++ i) (+= y (at b i) :computed double))",
                 "iterations write to one variable", "y (at");
  /* The counter is declared outside. */
  check_obstacle("", "(variable y int v6)\n", "(for (= y 0) (< y n) (++ y) (empty))", NULL, NULL);
}

/* ---- Loops in the body ------------------------------------------------------------------------------------------------ */

static void continues_nests(void **state) {
  (void)state;
  check_iteration(
      "(variable p double*)\n",
      "(declare p (at m i)) (declare x (* 2.0 (at b i)))"
      "(for (declare k 0) (< k 30) (++ k) (= (at p k) x))",
      "nest",
      "nest d0 'i' 'int' body `(block (declare p (at m i)) (declare x (* 2.0 (at b i)))(for (declare k 0) (< k 30) "
      "(++ k) (= (at p k) x)))` values -\n"
      "nest d2 'k' 'int' body `(= (at p k) x)` values `(declare p (at m i)) (declare x (* 2.0 (at b i)))`\n");
  /* The inner loop changes the value; a value calls a function; another statement precedes the loop. */
  static const char *const others[] = {
      "(declare x 0.0) (for (declare k 0) (< k 30) (++ k) (+= x 1.0))",
      "(declare x (call \"f\" double)) (for (declare k 0) (< k 30) (++ k) (= (at b k) x))",
      "(= (at b i) 0.0) (for (declare k 0) (< k 30) (++ k) (= (at a k) 0.0))"};
  for (size_t o = 0; o < sizeof others / sizeof *others; o++)
    check_iteration("", others[o], "nest",
                    cleave_arena_format(arena, "nest d0 'i' 'int' body `(block %s)` values -\n", others[o]));
}

static void lists_inner_loops(void **state) {
  (void)state;
  check_iteration(
      "",
      "(for (declare j 0) (< j 9) (++ j) (= (at b j) 0.0)) (for (declare k 0) (< k 9) (++ k) (= (at b k) 1.0))",
      "inner",
      "inner d2 'j' 'int' body `(= (at b j) 0.0)` values - at `(for`\n"
      "inner d3 'k' 'int' body `(= (at b k) 1.0)` values - at `(for`\n");
  /* A private variable carries a value from one loop to the other. */
  check_iteration(
      "(variable z double v6 :private)\n",
      "(for (declare j 0) (< j 9) (++ j) (= z 1.0)) (for (declare k 0) (< k 9) (++ k) (block (= z 1.0) (= (at b k) "
      "z)))",
      "inner", "");
  check_iteration(
      "(variable z int v6 :private)\n",
      "(for (= z 0) (< z 9) (++ z) (= (at b z) 1.0)) (for (= z 0) (< z 9) (++ z) (= (at b z) 2.0))", "inner",
      "inner d2 'z' 'int' body `(= (at b z) 1.0)` values - at `(for`\n"
      "inner d3 'z' 'int' body `(= (at b z) 2.0)` values - at `(for`\n");
}

static void lists_direct_loops(void **state) {
  (void)state;
  check_iteration(
      "",
      "(= (at b i) 0.0) (for (declare j 0) (< j 9) (++ j) (+= (at b i) 1.0)) (for (declare k 0) (< k 9) (++ k) (= "
      "(at b (/ k n)) 1.0))",
      "direct inner nest loop",
      "loop header `0` `n` body `(block (= (at b i) 0.0) (for (declare j 0) (< j 9) (++ j) (+= (at b i) 1.0)) (for "
      "(declare k 0) (< k 9) (++ k) (= (at b (/ k n)) 1.0)))` loops 2\n"
      "nest d0 'i' 'int' body `(block (= (at b i) 0.0) (for (declare j 0) (< j 9) (++ j) (+= (at b i) 1.0)) (for "
      "(declare k 0) (< k 9) (++ k) (= (at b (/ k n)) 1.0)))` values -\n"
      "direct d2 'j' 'int' body `(+= (at b i) 1.0)` values - at `(for` in `(= (at b i) 0.0) (for (declare j 0) (< "
      "j 9) (++ j) (+= (at b i) 1.0)) (for (declare k 0) (< k 9) (++ k) (= (at b (/ k n)) 1.0))`\n"
      "direct d3 'k' 'int' body `(= (at b (/ k n)) 1.0)` values - at `(for` in `(= (at b i) 0.0) (for (declare j "
      "0) (< j 9) (++ j) (+= (at b i) 1.0)) (for (declare k 0) (< k 9) (++ k) (= (at b (/ k n)) 1.0))` divides\n");
}

static void lists_locals_and_operands(void **state) {
  (void)state;
  check_iteration(
      "(variable q double.const)\n(variable p double*)\n",
      "(declare x (* (at b i) 2.0)) (declare q x) (= (at a i) (+ (* x q) (call \"f\" double x)))"
      "(declare k i) (declare p (+ b 1)) (inline \"g\" void (block (declare j (convert int (& k) :as numeric))))",
      "local operand",
      "local 'j' 'int' at `j` plain\n"
      "local 'k' 'int' at `k`\n"
      "local 'x' 'double' at `x` plain\n"
      "local 'q' 'double' at `q`\n"
      "local 'p' 'double *' at `p`\n"
      "operand `(* (at b i) 2.0)` around 0 bytes 8\n"
      "operand `(at b i)` around 0 bytes 8\n"
      "operand `x` around 0 bytes 8\n"
      "operand `(* x q)` around 0 bytes 8 contracted\n"
      "operand `x` around 0 bytes 8\n"
      "operand `q` around 0 bytes 8\n"
      "operand `i` around 0 bytes 4\n");
}

static void reads_sections(void **state) {
  (void)state;
  check((struct expectation){":directive",
                             "(section b (dimension 1 n)) (section m (dimension () 5) (dimension () 30))"
                             "(section m (dimension 0 5) (dimension 0 20))",
                             "(for (declare i 0) (< i n) (++ i) (empty))", "section",
                             "section v2 first=1 length=1*d1\nsection v4 first=0 length=5\n"});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(knows_conditions),    TEST(knows_other_loops),       TEST(counts_loops_of_headers),
      TEST(follows_inner_loops), TEST(knows_private_variables), TEST(refuses_shared_variables),
      TEST(knows_reductions),    TEST(finds_accumulators),      TEST(continues_nests),
      TEST(lists_inner_loops),   TEST(lists_direct_loops),      TEST(lists_locals_and_operands),
      TEST(reads_sections),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
