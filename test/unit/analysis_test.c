/* FILE: test/unit/analysis_test.c
 * WHAT: the description of loops: headers, subscripts, pointers, called functions. Expected results are computed by hand: a result that
 *       misses an access, or that is more certain than the code, is a wrong program.
 */
#include "body_sample.h"

/* ---- Headers -------------------------------------------------------------------------------------------------------- */

static void counts_upwards(void **state) {
  (void)state;
  check_iteration("", "(= (at a i) 0.0)", "loop nest dimension",
                  "loop header `0` `n` body `(block (= (at a i) 0.0))` loops 0\n"
                  "nest d0 'i' 'int' body `(block (= (at a i) 0.0))` values -\n"
                  "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                  "dimension d1 symbol i32 v0\n");
}

static void counts_downwards(void **state) {
  (void)state;
  check((struct expectation){":directive", NULL,
                             "(for (declare i (- n 1)) (>= i 0) (-= i 2) (= (at a i) 0.0))", "loop dimension",
                             "loop header - - body `(= (at a i) 0.0)` loops 0\n"
                             "dimension d0 parallel i32 at `for` around -1 step -2 first=-1+1*d1 least=0\n"
                             "dimension d1 symbol i32 v0\n"});
}

/* i = 1 + i, n >= i: the other sides. */
static void finds_reversed_headers(void **state) {
  (void)state;
  check((struct expectation){":directive", NULL, "(for (declare i 1) (>= n i) (= i (+ 3 i)) (empty))",
                             "loop dimension",
                             "loop header - - body `(empty)` loops 0\n"
                             "dimension d0 parallel i32 at `for` around -1 step 3 first=1 most=1*d1\n"
                             "dimension d1 symbol i32 v0\n"});
}

static void reads_associated_loops(void **state) {
  (void)state;
  check((struct expectation){
      ":directive :associated 2", NULL,
      "(for (declare i 0) (< i 20) (++ i) (for (declare j i) (<= j n) (++ j) (= (at (at m i) j) 1.0)))",
      "nest dimension write",
      "nest d0 'i' 'int' body `(for (declare j i) (<= j n) (++ j) (= (at (at m i) j) 1.0))` values -\n"
      "nest d1 'j' 'int' body `(= (at (at m i) j) 1.0)` values -\n"
      "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=19\n"
      "dimension d1 parallel i32 at `for` around 0 step 1 first=1*d0 most=1*d2\n"
      "dimension d2 symbol i32 v0\n"
      "write v4 `(at (at m i) j)` around 1 certain subscript=1*d0 extent=20 subscript=1*d1 extent=30\n"});
}

/* A counter that may wrap has no first value that bounds it, and an unknown step. */
static void knows_what_wraps(void **state) {
  (void)state;
  check_iteration("(variable u unsigned_int)\n(variable z short)\n",
                  "(for (declare u 0u) (< u 10u) (+= u 3u) (= (at b u) 0.0))"
                  "(for (declare z (convert short 0)) (< (convert int z) 10) (++ z) (= (at b z) 0.0))",
                  "dimension",
                  "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                  "dimension d1 symbol i32 v0\n"
                  "dimension d2 sequential u32 at `for` around 0 step 0 most=9\n"
                  "dimension d3 sequential i16 at `for` around 0 step 1 first=0 most=9\n");
}

static void refuses_headers(void **state) {
  (void)state;
  /* No counter, two loops that are not right inside each other, wrapping arithmetic, a clause that is not known. */
  check_obstacle(":directive", "", "(for (empty) (< n 1) () (empty))", HEADER, NULL);
  check_obstacle(
      ":directive :associated 2", "",
      "(for (declare i 0) (< i n) (++ i) (block (empty) (for (declare j 0) (< j n) (++ j) (empty))))", HEADER,
      NULL);
  check_obstacle(":directive :wraps", "", "(for (declare i 0) (< i n) (++ i) (empty))",
                 "signed arithmetic wraps (-fwrapv)", "(for");
  check_obstacle(":directive :other-clause", "", "(for (declare i 0) (< i n) (++ i) (empty))", HEADER, NULL);
  /* The body changes the counter: itself, by a reference, by the pointer parameter of a called function. */
  check_refused("", "(++ i)", HEADER, NULL);
  check_refused("(variable r int&)", "(declare r i) (+= r 1)", HEADER, NULL);
  check_refused("(variable p int* :callees)", "(inline \"f\" void (block (declare p (& i)) (+= (* p) 1)))",
                HEADER, NULL);
  /* The header changes another variable than the counter. */
  check_obstacle(":directive", "", "(for (declare i 0) (< i n) (comma (++ n) (++ i)) (empty))", HEADER, NULL);
  check_obstacle(":directive", "", "(for (declare i 0) (< i (++ n)) (++ i) (empty))", HEADER, NULL);
  check_obstacle(":directive", "(variable z int :private)",
                 "(for (declare i (= z 1)) (< i n) (++ i) (empty))", HEADER, NULL);
}

/* ---- Subscripts ----------------------------------------------------------------------------------------------------- */

static void reads_sums_and_products(void **state) {
  (void)state;
  check_iteration("", "(= (at a (+ (* 2 i) 1)) (at b (- (* i n) 3)))", ACCESSES,
                  "read v0 `n` around 0\n"
                  "read v2 `(at b (- (* i n) 3))` around 0 subscript=-3+1*d0*d1 extent=0\n"
                  "write v1 `(at a (+ (* 2 i) 1))` around 0 certain subscript=1+2*d0 extent=100\n");
}

static void reads_quotients(void **state) {
  (void)state;
  check_iteration("", "(= (at b (/ i 4)) (at a (% i 4)))", ALL_ACCESSES,
                  "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                  "dimension d1 symbol i32 v0\n"
                  "dimension d2 quotient i32 numerator=1*d0 by 4\n"
                  "dimension d3 quotient i32 numerator=1*d0 by 4\n"
                  "read v1 `(at a (% i 4))` around 0 subscript=1*d0+-4*d2 extent=100\n"
                  "write v2 `(at b (/ i 4))` around 0 certain subscript=1*d3 extent=0\n");
  /* A quotient by a negative number, or by a variable, is any value. */
  check_iteration("", "(= (at b (/ i (- 4 :value -4))) (at a (% i n)))", ALL_ACCESSES,
                  "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                  "dimension d1 symbol i32 v0\n"
                  "dimension d2 unknown i32\n"
                  "dimension d3 unknown i32\n"
                  "read v0 `n` around 0\n"
                  "read v1 `(at a (% i n))` around 0 subscript=1*d2 extent=100\n"
                  "write v2 `(at b (/ i (- 4 :value -4)))` around 0 certain subscript=1*d3 extent=0\n");
}

/* Unsigned arithmetic, and conversions that may change the value, are conditions. */
static void notes_what_must_fit(void **state) {
  (void)state;
  check_iteration(
      "", "(= (at a (- (convert unsigned_int i) 1u)) 0.0)", "write",
      "write v1 `(at a (- (convert unsigned_int i) 1u))` around 0 certain subscript=-1+1*d0 extent=100"
      " fits u32 around 0 value=1*d0 fits u32 around 0 value=-1+1*d0\n");
  check_iteration(
      "", "(= (at a (convert long i)) (at b (convert short (* 2 i))))", ACCESSES,
      "read v2 `(at b (convert short (* 2 i)))` around 0 subscript=2*d0 extent=0 fits i16 around 0 value=2*d0\n"
      "write v1 `(at a (convert long i))` around 0 certain subscript=1*d0 extent=100\n");
}

static void knows_what_is_unknown(void **state) {
  (void)state;
  check_iteration("(variable z int v6 :private)\n",
                  "(= z (at c 0)) (= (at b (at c i)) (at a z)) (= (at b (? i 1 2)) (at a (^ i 1)))",
                  ALL_ACCESSES,
                  "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
                  "dimension d1 symbol i32 v0\n"
                  "dimension d2 unknown i32\n"
                  "dimension d3 unknown i32\n"
                  "dimension d4 unknown i32\n"
                  "dimension d5 unknown i32\n"
                  "read v3 `(at c 0)` around 0 subscript=0 extent=0\n"
                  "read v1 `(at a z)` around 0 subscript=1*d2 extent=100\n"
                  "read v3 `(at c i)` around 0 subscript=1*d0 extent=0\n"
                  "write v2 `(at b (at c i))` around 0 certain subscript=1*d3 extent=0\n"
                  "read v1 `(at a (^ i 1))` around 0 subscript=1*d4 extent=100\n"
                  "write v2 `(at b (? i 1 2))` around 0 certain subscript=1*d5 extent=0\n");
}

static void reads_members(void **state) {
  (void)state;
  check_iteration(
      "(type grid record \"struct grid\" :bytes 16)\n(variable g grid v6)\n(variable h grid[8] v7)\n",
      "(= (at b (. g \"size\" int :is-kept)) (. (at h i) \"spacing\" double :index 1))", ALL_ACCESSES,
      "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
      "dimension d1 symbol i32 v0\n"
      "dimension d2 unknown i32 member `(. g \"size\" int :is-kept)` of 6\n"
      "read v7 `(.` around 0 subscript=1*d0 extent=8\n"
      "read v6 `(.` around 0\n"
      "write v2 `(at b (. g \"size\" int :is-kept))` around 0 certain subscript=1*d2 extent=0\n");
}

static void reads_arrays_of_variable_length(void **state) {
  (void)state;
  check_iteration(
      "(variable w double[n]* v6 :firstprivate)\n", "(= (at (at w i) 2) 0.0)", ALL_ACCESSES,
      "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
      "dimension d1 symbol i32 v0\n"
      "write v6 `(at (at w i) 2)` around 0 certain subscript=1*d0 extent=0 subscript=2 extent=1*d1\n");
}

/* ---- Pointers and references ---------------------------------------------------------------------------------------- */

static void follows_pointers(void **state) {
  (void)state;
  check_iteration(
      "(variable p double*)\n(variable q double*)\n",
      "(declare p (+ b (* 4 i))) (= (at p 2) 0.0) (declare q (at m i)) (= (* (- q 1)) 0.0)", ACCESSES,
      "write v2 `(at p 2)` around 0 certain subscript=2+4*d0 extent=0\n"
      "write v4 `(* (- q 1))` around 0 certain subscript=1*d0 extent=20 subscript=-1 extent=30\n");
  check_iteration("(variable p double*)\n", "(declare p (& (at a (+ i 1)))) (+= (* p) 1.0)", ACCESSES,
                  "write v1 `(* p)` around 0 updates certain subscript=1+1*d0 extent=100\n");
}

static void follows_references(void **state) {
  (void)state;
  check_iteration(
      "(variable r double&)\n(variable t double&)\n(variable u int&)\n",
      "(declare r (at a (* 2 i))) (declare t r) (= t 0.0) (declare k i) (declare u k) (= (at b u) 0.0)",
      ALL_ACCESSES,
      "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
      "dimension d1 symbol i32 v0\n"
      "write v1 `t` around 0 certain subscript=2*d0 extent=100\n"
      "write v2 `(at b u)` around 0 certain subscript=1*d0 extent=0\n");
}

static void refuses_pointers(void **state) {
  (void)state;
  check_refused("(variable p double*)\n", "(declare p) (= (* p) 0.0)",
                "it accesses an object that is not known", "(* p)");
  check_refused("(variable p double*)\n", "(declare p (? i b a))", "it computes with pointers", "(? i b a");
  check_refused("(variable p float*)\n", "(declare p (convert float* b))", "it computes with pointers",
                "(convert");
  check_refused("", "(++ b)", "it moves a pointer", "(++ b)");
  check_refused("", "(= b (+ b 1))", "it assigns a pointer", "(= b");
  check_refused("", "(= x (call \"f\" double b))", "it passes a pointer or a record to a function", "(call");
  check_refused("(variable r double&)\n", "(declare r (choose i s x)) (= r 1.0)",
                "the object of a reference is not known", "(declare r");
  check_iteration("(variable r double& v6)\n", "(= (at a i) r)", "read", "read v6 `r` around 0\n");
  check_refused("(variable r double*& v6)\n", "(= (at r i) 0.0)", "it accesses an object that is not known",
                "(at r");
  check_refused("(variable p double** v6)\n", "(= (at (at p i) 0) 1.0)",
                "it accesses an object that is not known", "(at (at p");
  check_refused("(variable p double* v6 :private)\n", "(= (at p i) 1.0)",
                "it accesses an object that is not known", "(at p");
}

/* ---- Called functions ----------------------------------------------------------------------------------------------- */

static void follows_calls(void **state) {
  (void)state;
  /* int next(int y) { return y + 1; } */
  check_iteration(
      "(variable y int :callees)\n",
      "(= (at a (inline \"next\" int (block (declare y i) (block (return (+ y 1)))))) 0.0)", ALL_ACCESSES,
      "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
      "dimension d1 symbol i32 v0\n"
      "write v1 `(at a (inline \"next\" int (block (declare y i) (block (return (+ y 1))))))` around 0 certain"
      " subscript=1+1*d0 extent=100\n");
  /* double &element(double *p, int y) { return p[y]; } */
  check_iteration(
      "(variable p double* :callees)\n(variable y int :callees)\n",
      "(= (* (inline \"element\" double (block (declare p (+ b 1)) (declare y (* 2 i)) (return-place (at p y)))))"
      " 0.0)",
      ACCESSES,
      "write v2 `(* (inline \"element\" double (block (declare p (+ b 1)) (declare y (* 2 i)) (return-place (at p "
      "y)))))` around 0 certain subscript=1+2*d0 extent=0\n");
}

/* The expression of a returned pointer or reference has effects also where the object is not used. */
static void follows_unused_calls(void **state) {
  (void)state;
  check_iteration("(variable p double* :callees)",
                  "(inline \"f\" double* (block (declare p b) (return (+ p (at c i)))))"
                  "(inline \"g\" double (block (return-place (at b (= (at c 1) 2)))))",
                  ACCESSES,
                  "read v3 `(at c i)` around 0 subscript=1*d0 extent=0\n"
                  "write v3 `(at c 1)` around 0 certain subscript=1 extent=0\n");
  static const char reason[] = "the object that a function returns is not known";
  check_refused(
      "(variable p double* :callees)",
      "(if (inline \"f\" double* (block (declare p b) (return (? (at p i) p (constant \"0\" double*))))) (empty))",
      reason, "(inline");
  check_iteration(
      "(variable p double* :callees)",
      "(inline \"f\" double* (block (declare p b) (if (at c i) (return p)) (return (+ p (++ (at c 0))))))",
      ACCESSES,
      "read v3 `(at c i)` around 0 subscript=1*d0 extent=0\n"
      "write v3 `(at c 0)` around 0 updates subscript=0 extent=0\n");
  /* Two arrays. */
  check_refused("(variable p double* :callees)",
                "(= (* (inline \"f\" double* (block (if (at c i) (return a)) (return b)))) 0.0)",
                "it accesses an object that is not known", "(*");
  check_refused(
      "(variable p double* :callees)",
      "(inline \"f\" double (block (if (at c i) (return-place (at b 1))) (return-place (at b (++ (at c 0))))))",
      reason, "(inline");
}

/* What follows a return that is not the last statement may not be executed; nor is its value known. */
static void knows_early_returns(void **state) {
  (void)state;
  check_iteration(
      "(variable y int :callees)\n",
      "(= (at b i) 1.0)"
      "(= (at a (inline \"f\" int (block (declare y i) (= (at b y) 0.0) (if y (return 1)) (return (+ y 1))))) 0.0)",
      ALL_ACCESSES,
      "dimension d0 parallel i32 at `for` around -1 step 1 first=0 most=-1+1*d1\n"
      "dimension d1 symbol i32 v0\n"
      "dimension d2 unknown i32\n"
      "write v2 `(at b i)` around 0 certain subscript=1*d0 extent=0\n"
      "write v2 `(at b y)` around 0 subscript=1*d0 extent=0\n"
      "write v1 `(at a (inline \"f\" int (block (declare y i) (= (at b y) 0.0) (if y (return 1)) (return (+ y "
      "1)))))` around 0 certain subscript=1*d2 extent=100\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(counts_upwards),          TEST(counts_downwards),     TEST(finds_reversed_headers),
      TEST(reads_associated_loops),  TEST(knows_what_wraps),     TEST(refuses_headers),
      TEST(reads_sums_and_products), TEST(reads_quotients),      TEST(notes_what_must_fit),
      TEST(knows_what_is_unknown),   TEST(reads_members),        TEST(reads_arrays_of_variable_length),
      TEST(follows_pointers),        TEST(follows_references),   TEST(refuses_pointers),
      TEST(follows_calls),           TEST(follows_unused_calls), TEST(knows_early_returns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
