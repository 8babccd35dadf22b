/* FILE: test/unit/analysis_parts_test.c
 * WHAT: records of the body: members with known values, and where they are forgotten (lib/analysis/parts.c).
 */
#include "body_sample.h"

static const char not_known[] = "it accesses an object that is not known";

/* struct view { double *p; int n; }; struct pair { struct view one, other; }; */
#define VIEW                                                                                                 \
  "(type view record \"struct view\" :bytes 16 :holds-pointers)(variable z view)(variable w view)"           \
  "(type pair record \"struct pair\" :bytes 32 :holds-pointers)(variable h pair)"                            \
  "(variable this view* :callees)(variable t view :callees)(variable r view&)"
#define P(record) "(. " record " \"p\" double* :index 0)"
#define N(record) "(. " record " \"n\" int :index 1)"
#define MADE "(declare z (list view b i))"
#define AT(record) "(at " P(record) " " N(record) ")"
#define STORE "(= " AT("z") " 0.0)"

/* STATEMENTS, then an assignment to PLACE, an element of `b`. */
static void check_element(const char *statements, const char *place, const char *subscript) {
  check_iteration(
      VIEW, cleave_arena_format(arena, "%s(= %s 0.0)", statements, place), "write",
      cleave_arena_format(arena, "write v2 `%s` around 0 certain subscript=%s extent=0\n", place, subscript));
}

static void follows_members(void **state) {
  (void)state;
  check_element(MADE, AT("z"), "1*d0");
  check_element(MADE "(= " N("z") " 3)", AT("z"), "3");
  check_element(MADE "(+= " N("z") " 3)", AT("z"), "3+1*d0");
  check_element("(declare z)(= " P("z") " (+ b 2))(= " N("z") " i)", AT("z"), "2+1*d0");
  /* copies, references, records in records */
  check_element(MADE "(declare w z)(= " N("z") " 3)", AT("w"), "1*d0");
  check_element(MADE "(declare r z)(= " N("r") " 3)", AT("z"), "3");
#define MADE_PAIR MADE "(declare h (list pair z z))(= " N("(. h \"one\" view :index 0)") " 3)"
  check_element(MADE_PAIR, AT("(. h \"one\" view :index 0)"), "3");
  check_element(MADE_PAIR, AT("(. h \"other\" view :index 1)"), "1*d0");
  /* the value of a record from its own members */
  check_element(MADE "(= z (list view (+ " P("z") " 1) (+ " N("z") " 1)))", AT("z"), "2+1*d0");
  /* called functions */
  check_element(MADE,
                "(* (inline \"at\" double (block (declare this (& z))(return-place " AT("(* this)") "))))",
                "1*d0");
  check_element(
      "(declare z (inline \"view\" view (block (declare t)(= " P("t") " b)(= " N("t") " 4)(return t))))",
      AT("z"), "4");
}

static void forgets_members(void **state) {
  (void)state;
  check_refused(VIEW, "(declare z)" STORE, not_known, "(at");
  check_refused(VIEW, MADE "(if (< i 9) (= " P("z") " a))" STORE, not_known, "(at");
  check_refused(VIEW, MADE "(for (declare k 0) (< k 9) (++ k) (block " STORE "(= " P("z") " a)))", not_known,
                "(at");
  check_refused(VIEW, MADE "(declare r z)(if (< i 9) (= " P("r") " a))" STORE, not_known, "(at");
  check_refused(VIEW, MADE "(declare w (list view a 1))(if (< i 9) (= z w))" STORE, not_known, "(at");
  check_refused(VIEW,
                MADE "(if (< i 9) (evaluate (inline \"set\" void (block (declare this (& z))(= " P(
                    "(* this)") " a)))))" STORE,
                not_known, "(at");
  check_refused(VIEW, MADE "(switch i (block (case (= " P("z") " a)) (break) (case " STORE ") (break)))",
                not_known, "(at");
  /* Nothing is known of the other members either. */
  check_refused(VIEW, MADE "(if (< i 9) (= " N("z") " 3))" STORE, not_known, "(at");
}

int main(void) {
  const struct CMUnitTest tests[] = {TEST(follows_members), TEST(forgets_members)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
