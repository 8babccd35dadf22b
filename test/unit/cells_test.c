/* FILE: test/unit/cells_test.c
 * WHAT: classes of memory locations: where an address may be, and which classes may be the same memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/arena.h"
#include "model/cells.h"

struct cells {
  struct cleave_arena *arena;
  struct cleave_memory *memory;
};

static int set_up(void **state) {
  static struct cells cells;
  cells.arena = cleave_arena_new();
  cells.memory = cleave_memory_new(cells.arena);
  *state = &cells;
  return 0;
}

static int tear_down(void **state) {
  cleave_arena_free(((struct cells *)*state)->arena);
  return 0;
}

/* Whether LEFT and RIGHT may be the same memory; the order does not matter. */
static bool same(struct cleave_memory *memory, uint32_t left, uint32_t right) {
  const bool found = cleave_cell_may_be_same(memory, left, right);
  assert_int_equal(cleave_cell_may_be_same(memory, right, left), found);
  return found;
}

static void unknown_addresses_meet_escaped_ones(void **state) {
  struct cleave_memory *memory = ((struct cells *)*state)->memory;
  const uint32_t kept = cleave_cell_new(memory), other = cleave_cell_new(memory),
                 read = cleave_cell_new(memory);
  cleave_cell_escape(memory, kept);
  assert_false(same(memory, kept, read));
  cleave_cell_set_unknown(memory, read);
  assert_true(same(memory, kept, read));
  assert_false(same(memory, other, read));
  cleave_cell_escape(memory, other);
  assert_false(same(memory, kept, other));
}

/* What a pointer in an escaped record leads to has escaped, in whatever order the program says so. */
static void escape_follows_pointers(void **state) {
  struct cleave_memory *memory = ((struct cells *)*state)->memory;
  static const int record, member;
  const uint32_t early = cleave_cell_new(memory), late = cleave_cell_new(memory),
                 target = cleave_cell_new(memory);
  cleave_cell_unify(memory, cleave_cell_pointee(memory, cleave_cell_member(memory, early, &record, &member)),
                    target);
  cleave_cell_escape(memory, early);
  cleave_cell_escape(memory, late);
  assert_true(cleave_cell_has_escaped(memory, target));
  const uint32_t pointer = cleave_cell_member(memory, late, &record, &member);
  assert_true(cleave_cell_has_escaped(memory, cleave_cell_pointee(memory, pointer)));
}

/* A pointer that is stored to a file leaves its record alone, but not what it leads to. */
static void held_addresses(void **state) {
  struct cleave_memory *memory = ((struct cells *)*state)->memory;
  static const int record, member;
  const uint32_t written = cleave_cell_new(memory), read = cleave_cell_new(memory),
                 target = cleave_cell_new(memory);
  cleave_cell_escape_held(memory, written);
  cleave_cell_unify(
      memory, cleave_cell_pointee(memory, cleave_cell_member(memory, written, &record, &member)), target);
  cleave_cell_set_held_unknown(memory, read);
  const uint32_t found = cleave_cell_pointee(memory, cleave_cell_member(memory, read, &record, &member));
  assert_true(same(memory, target, found));
  assert_false(same(memory, written, found));
  assert_false(same(memory, written, read));
}

/* A class gets the pointee of the class that it is unified with; that must have its origin as well. */
static void unification_keeps_origins(void **state) {
  struct cleave_memory *memory = ((struct cells *)*state)->memory;
  const uint32_t exposed = cleave_cell_new(memory), plain = cleave_cell_new(memory),
                 target = cleave_cell_new(memory);
  cleave_cell_unify(memory, cleave_cell_pointee(memory, plain), target);
  cleave_cell_expose(memory, exposed);
  cleave_cell_unify(memory, exposed, plain);
  assert_true(cleave_cell_is_exposed(memory, target));
  assert_true(cleave_cell_is_outside(memory, target));
}

static void exposure_is_not_escape(void **state) {
  struct cleave_memory *memory = ((struct cells *)*state)->memory;
  const uint32_t global = cleave_cell_new(memory), parameter = cleave_cell_new(memory);
  cleave_cell_expose(memory, global);
  cleave_cell_comes_from_outside(memory, parameter);
  assert_true(cleave_cell_may_overlap(memory, global, parameter));
  assert_false(same(memory, global, parameter));
}

static void one_object_or_several(void **state) {
  struct cleave_memory *memory = ((struct cells *)*state)->memory;
  /* long *p = &first; a null pointer adds nothing, a second variable does. */
  const uint32_t pointer = cleave_cell_new(memory), first = cleave_cell_new(memory);
  cleave_cell_unify(memory, cleave_cell_pointee(memory, pointer), first);
  cleave_cell_unify(memory, cleave_cell_pointee(memory, pointer), cleave_cell_new_null(memory));
  assert_true(cleave_cell_is_one_object(memory, first));
  cleave_cell_unify(memory, cleave_cell_pointee(memory, pointer), cleave_cell_new(memory));
  assert_false(cleave_cell_is_one_object(memory, first));

  /* A parameter leads to one object, and a copy of it to the same. */
  const uint32_t parameter = cleave_cell_new(memory), copy = cleave_cell_new(memory);
  cleave_cell_comes_from_outside(memory, cleave_cell_pointee(memory, parameter));
  cleave_cell_unify(memory, cleave_cell_pointee(memory, copy), cleave_cell_pointee(memory, parameter));
  assert_true(cleave_cell_is_one_object(memory, cleave_cell_pointee(memory, copy)));
  assert_true(cleave_cell_is_one_object(memory, cleave_cell_new_outside(memory)));

  /* static struct { long *y; } s = {&known}: other code may have stored another pointer there. */
  int record, member;
  const uint32_t object = cleave_cell_new(memory), known = cleave_cell_new(memory);
  cleave_cell_expose(memory, object);
  const uint32_t place = cleave_cell_member(memory, object, &record, &member);
  cleave_cell_unify(memory, cleave_cell_pointee(memory, place), known);
  assert_false(cleave_cell_is_one_object(memory, known));

  /* q = c ? &left : &right: q->y is a part of either, also if only left.y was named before. */
  const uint32_t left = cleave_cell_new(memory), right = cleave_cell_new(memory);
  const uint32_t part = cleave_cell_member(memory, left, &record, &member);
  assert_true(cleave_cell_is_one_object(memory, part));
  cleave_cell_unify(memory, left, right);
  assert_false(cleave_cell_is_one_object(memory, part));
  const uint32_t table = cleave_cell_new(memory), first_element = cleave_cell_element(memory, table, 0);
  cleave_cell_unify(memory, table, cleave_cell_new(memory));
  assert_false(cleave_cell_is_one_object(memory, first_element));

  /* The same, exposed after the pointer was stored. */
  const uint32_t later = cleave_cell_new(memory), stored = cleave_cell_new(memory);
  cleave_cell_unify(memory, cleave_cell_pointee(memory, later), stored);
  assert_true(cleave_cell_is_one_object(memory, stored));
  cleave_cell_expose(memory, later);
  assert_false(cleave_cell_is_one_object(memory, stored));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(unknown_addresses_meet_escaped_ones, set_up, tear_down),
      cmocka_unit_test_setup_teardown(escape_follows_pointers, set_up, tear_down),
      cmocka_unit_test_setup_teardown(held_addresses, set_up, tear_down),
      cmocka_unit_test_setup_teardown(unification_keeps_origins, set_up, tear_down),
      cmocka_unit_test_setup_teardown(one_object_or_several, set_up, tear_down),
      cmocka_unit_test_setup_teardown(exposure_is_not_escape, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
