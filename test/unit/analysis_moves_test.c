/* FILE: test/unit/analysis_moves_test.c
 * WHAT: variables that each iteration of a loop moves, and loops that such a variable counts (lib/analysis/moved_variables.c).
 */
#include "body_sample.h"

/* LOOP, after declarations of j = 3 and of the pointer p = b; the subscript of the write to `b` in it, and the dimension of the write. */
static void check_moved(const char *loop, const char *place, unsigned around, const char *subscript) {
  check_iteration(
      "(variable p double*)(variable e double*)(variable u unsigned_int)",
      cleave_arena_format(arena, "(declare j 3)(declare p b)(declare e (+ b n))(declare u 9u)%s", loop),
      "write",
      cleave_arena_format(arena, "write v2 `%s` around %u%s subscript=%s extent=0\n", place, around,
                          strstr(loop, "(for (declare k") ? " certain" : "", subscript));
}

#define COUNTED(body) "(for (declare k 0) (< k 9) (++ k) (block " body "))"

static void follows_moves(void **state) {
  (void)state;
  check_moved(COUNTED("(= (at b j) 0.0)(++ j)"), "(at b j)", 2, "3+1*d2");
  check_moved(COUNTED("(++ j)(= (at b j) 0.0)"), "(at b j)", 2, "4+1*d2");
  check_moved(COUNTED("(= (at b j) 0.0)(+= j 2)(-- j)"), "(at b j)", 2, "3+1*d2");
  check_moved(COUNTED("(= (at b j) 0.0)(= j (+ j 5))"), "(at b j)", 2, "3+5*d2");
  check_moved(COUNTED("(= (at b (post++ j)) 0.0)"), "(at b (post++ j))", 2, "3+1*d2");
  check_moved(COUNTED("(= (at b (++ j)) 0.0)"), "(at b (++ j))", 2, "4+1*d2");
  check_moved(COUNTED("(evaluate (post++ j))(= (at b (post++ j)) 0.0)"), "(at b (post++ j))", 2, "4+2*d2");
  check_moved("(for (declare k 0) (< k 9) (+= k 2) (block (= (at b j) 0.0)(+= j 6)))", "(at b j)", 2,
              "3+3*d2");
  check_moved(COUNTED("(= (* (post++ p)) 0.0)"), "(* (post++ p))", 3, "1*d3");
  check_moved(COUNTED("(= (* (++ p)) 0.0)"), "(* (++ p))", 3, "1+1*d3");
}

/* Steps that an iteration may execute never, or twice, and amounts that differ. */
static void forgets_moves(void **state) {
  (void)state;
  static const char *const bodies[] = {
      "(= (at b j) 0.0)(if i (++ j))",
      "(= (at b j) 0.0)(if i (continue))(++ j)",
      "(= (at b j) 0.0)(while (< k 2) (++ j))",
      "(= (at b j) 0.0)(+= j k)",
      "(= (at b j) 0.0)(= j (- 5 j))",
      "(= (at b j) 0.0)(++ j)(if i (= j 7))",
      "(= (at b (post++ j)) (convert double j))",
      "(= (at b (+ j (post++ j))) 0.0)",
      "(= (at b j) 0.0)(evaluate (&& (convert bool i) (convert bool (post++ j))))",
  };
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    struct cleave_obstacle obstacle;
    const char *loop = cleave_arena_format(
        arena, "(for (declare i 0) (< i n) (++ i) (block (declare j 3)%s))",
        cleave_arena_format(arena, "(for (declare k 0) (< k 9) (++ k) (block %s))", bodies[i]));
    const struct cleave_loop_accesses *result =
        cleave_describe_loop(arena, read_body(body_with(":directive", "", loop)), &obstacle);
    if (!result)
      fail_msg("no description: %s of %s", obstacle.reason, loop);
    const char *text = select_lines(cleave_description_text(arena, result), "write");
    if (strstr(text, "subscript=3") || !strstr(text, "write v2"))
      fail_msg("a value is known in %s:\n%s", loop, text);
  }
}

/* The first dimension of a loop in the body of LOOP, after "sequential"; NULL: there is none. */
static void check_dimension(const char *loop, const char *expected) {
  struct cleave_obstacle obstacle;
  const char *whole = cleave_arena_format(
      arena,
      "(for (declare i 0) (< i n) (++ i) (block (declare j 3)(declare p b)(declare e (+ b n))(declare u 9u)(declare k 0)%s))",
      loop);
  const struct cleave_loop_accesses *result = cleave_describe_loop(
      arena,
      read_body(body_with(":directive", "(variable p double*)(variable e double*)(variable u unsigned_int)",
                          whole)),
      &obstacle);
  if (!result)
    fail_msg("no description: %s of %s", obstacle.reason, whole);
  const char *found = strstr(cleave_description_text(arena, result), " sequential ");
  const char *step = found ? strstr(found, "step") : NULL;
  if (expected ? !step || strncmp(step, expected, strlen(expected)) != 0 : found != NULL)
    fail_msg("'%s' instead of '%s' of %s", step ? step : "nothing", expected ? expected : "nothing", whole);
}

static void describes_loops_of_moves(void **state) {
  (void)state;
  check_dimension("(while (< j n) (block (= (at b j) 0.0)(++ j)))", "step 1 first=3 most=-1+1*d1");
  check_dimension("(while (> (post-- j) 0) (= (at b j) 0.0))", "step -1 first=2 least=0");
  check_dimension("(while (>= (-- j) 0) (= (at b j) 0.0))", "step -1 first=2 least=0");
  check_dimension("(while (> (post-- u) 0u) (= (at b u) 0.0))", "step -1 first=8 least=0");
  check_dimension("(for (empty) (!= p e) (++ p) (= (* p) 0.0))", "step 1 first=0 most=-1+1*d1");
  /* The bound changes, the condition does not end the loop, the variable goes away from the bound. */
  check_dimension("(while (< j n) (block (= (at b j) 0.0)(if i (++ j))))", NULL);
  check_dimension("(while (< j k) (block (= (at b j) 0.0)(++ j)(= k j)))", NULL);
  check_dimension("(while (> j n) (block (= (at b j) 0.0)(++ j)))", NULL);
  check_dimension("(while (!= j n) (block (= (at b j) 0.0)(+= j 2)))", NULL);
  check_dimension("(while (!= u 20u) (block (= (at b u) 0.0)(++ u)))", NULL);
  check_dimension("(while (> (post-- u) 0u) (block (= (at b u) 0.0)(if i (break))))", NULL);
  check_dimension("(for (empty) (!= p a) (++ p) (= (* p) 0.0))", NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(follows_moves),
      TEST(forgets_moves),
      TEST(describes_loops_of_moves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
