/* FILE: test/unit/clause_test.c
 * WHAT: the table of clauses and forms, and what the arguments of clauses change (model/clause.h).
 */
#include "model/clause.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static enum cleave_clause_use use(enum cleave_clause_kind kind, uint32_t flags,
                                  enum cleave_clause_form form) {
  const struct cleave_clause clause = {.kind = kind, .flags = flags};
  return cleave_clause_in(&clause, form);
}

static enum cleave_clause_use use_of_if(enum cleave_if_modifier modifier, enum cleave_clause_form form) {
  const struct cleave_clause clause = {.kind = CLEAVE_CLAUSE_IF, .modifier = modifier};
  return cleave_clause_in(&clause, form);
}

static void each_clause_has_a_name_of_its_own(void **state) {
  (void)state;
  for (int kind = 0; kind < CLEAVE_CLAUSE_KINDS; kind++) {
    assert_non_null(cleave_clause_name((enum cleave_clause_kind)kind));
    for (int other = 0; other < kind; other++)
      assert_string_not_equal(cleave_clause_name((enum cleave_clause_kind)kind),
                              cleave_clause_name((enum cleave_clause_kind)other));
  }
}

static void unknown_clauses_prevent_every_form(void **state) {
  (void)state;
  for (int form = 0; form < CLEAVE_FORMS; form++)
    assert_int_equal(use(CLEAVE_CLAUSE_OTHER, 0, (enum cleave_clause_form)form), CLEAVE_CLAUSE_USE_NO);
}

/* A version under `target teams` has its own numbers, so it must not repeat those of the source. */
static void versions_have_their_own_numbers(void **state) {
  (void)state;
  for (int kind = 0; kind < CLEAVE_CLAUSE_KINDS; kind++) {
    const enum cleave_clause_bounds bounds = cleave_clause_bounds((enum cleave_clause_kind)kind);
    const bool is_number = bounds == CLEAVE_BOUNDS_THREADS || bounds == CLEAVE_BOUNDS_TEAMS;
    assert_int_equal(use((enum cleave_clause_kind)kind, 0, CLEAVE_FORM_TEAMS) == CLEAVE_CLAUSE_USE_OWN,
                     is_number);
  }
}

static void chunks_are_those_of_the_source(void **state) {
  (void)state;
  static const uint32_t flags[] = {CLEAVE_CLAUSE_HAS_CHUNK, CLEAVE_CLAUSE_IS_RUNTIME,
                                   CLEAVE_CLAUSE_HAS_MODIFIER};
  assert_int_equal(use(CLEAVE_CLAUSE_SCHEDULE, 0, CLEAVE_FORM_NEST), CLEAVE_CLAUSE_USE_KEEP);
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
    assert_int_equal(use(CLEAVE_CLAUSE_SCHEDULE, flags[i], CLEAVE_FORM_NEST), CLEAVE_CLAUSE_USE_DROP);
    assert_int_equal(use(CLEAVE_CLAUSE_DIST_SCHEDULE, flags[i], CLEAVE_FORM_NEST), CLEAVE_CLAUSE_USE_DROP);
    assert_int_equal(use(CLEAVE_CLAUSE_SCHEDULE, flags[i], CLEAVE_FORM_LOOP), CLEAVE_CLAUSE_USE_KEEP);
  }
}

static void reductions_with_modifiers_are_not_mapped(void **state) {
  (void)state;
  assert_int_equal(use(CLEAVE_CLAUSE_REDUCTION, 0, CLEAVE_FORM_NEST), CLEAVE_CLAUSE_USE_KEEP);
  assert_int_equal(use(CLEAVE_CLAUSE_REDUCTION, CLEAVE_CLAUSE_HAS_MODIFIER, CLEAVE_FORM_NEST),
                   CLEAVE_CLAUSE_USE_NO);
  assert_int_equal(use(CLEAVE_CLAUSE_REDUCTION, CLEAVE_CLAUSE_USER_REDUCTION, CLEAVE_FORM_SERIAL),
                   CLEAVE_CLAUSE_USE_NO);
}

static void default_shared_is_the_default(void **state) {
  (void)state;
  assert_int_equal(use(CLEAVE_CLAUSE_DEFAULT, 0, CLEAVE_FORM_TEAMS), CLEAVE_CLAUSE_USE_DROP);
  assert_int_equal(use(CLEAVE_CLAUSE_DEFAULT, CLEAVE_CLAUSE_DEFAULT_NONE, CLEAVE_FORM_TEAMS),
                   CLEAVE_CLAUSE_USE_NO);
  assert_int_equal(use(CLEAVE_CLAUSE_DEFAULT, CLEAVE_CLAUSE_DEFAULT_NONE, CLEAVE_FORM_LOOP),
                   CLEAVE_CLAUSE_USE_KEEP);
  assert_int_equal(use(CLEAVE_CLAUSE_DEFAULT, CLEAVE_CLAUSE_DEFAULT_NOT_SHARED, CLEAVE_FORM_LOOP),
                   CLEAVE_CLAUSE_USE_NO);
}

static void conditions_belong_to_their_construct(void **state) {
  (void)state;
  assert_int_equal(use_of_if(CLEAVE_IF_TARGET, CLEAVE_FORM_TEAMS), CLEAVE_CLAUSE_USE_OUTER);
  assert_int_equal(use_of_if(CLEAVE_IF_TARGET, CLEAVE_FORM_LOOP), CLEAVE_CLAUSE_USE_KEEP);
  assert_int_equal(use_of_if(CLEAVE_IF_PARALLEL, CLEAVE_FORM_TEAMS), CLEAVE_CLAUSE_USE_NO);
  assert_int_equal(use_of_if(CLEAVE_IF_SIMD, CLEAVE_FORM_TEAMS), CLEAVE_CLAUSE_USE_DROP);
  assert_int_equal(use_of_if(CLEAVE_IF_SIMD, CLEAVE_FORM_REGION), CLEAVE_CLAUSE_USE_NO);
  assert_int_equal(use_of_if(CLEAVE_IF_OTHER, CLEAVE_FORM_LOOP), CLEAVE_CLAUSE_USE_NO);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_clause_has_a_name_of_its_own),
      cmocka_unit_test(unknown_clauses_prevent_every_form),
      cmocka_unit_test(versions_have_their_own_numbers),
      cmocka_unit_test(chunks_are_those_of_the_source),
      cmocka_unit_test(reductions_with_modifiers_are_not_mapped),
      cmocka_unit_test(default_shared_is_the_default),
      cmocka_unit_test(conditions_belong_to_their_construct),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
