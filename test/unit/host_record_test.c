/* FILE: test/unit/host_record_test.c
 * WHAT: what calls and operations of host code do to classes of memory (environments/host_record.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "environments/host_record.h"
#include "model/arena.h"

static struct cleave_arena *arena;
static struct cleave_host_record record;
static struct cleave_memory *memory;

static int set_up(void **state) {
  (void)state;
  arena = cleave_arena_new();
  record = cleave_host_record_new(arena);
  memory = record.function.memory;
  cleave_host_add_node(&record, CLEAVE_HOST_BLOCK, CLEAVE_NO_NODE);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  cleave_arena_free(arena);
  return 0;
}

static const struct cleave_host_type none = {0}, pointer = {.is_pointer = true},
                                     vector = {.is_record = true, .library_class = "vector"};

static bool is_one_class(uint32_t left, uint32_t right) {
  return cleave_cell_class(memory, left) == cleave_cell_class(memory, right);
}

static const struct cleave_host_node *node(void) { return &record.function.nodes[0]; }

static void values_are_folded(void **state) {
  (void)state;
  const struct cleave_host_value *two = cleave_host_integer(arena, 2), *three = cleave_host_integer(arena, 3),
                                 *large = cleave_host_integer(arena, 1 << 29),
                                 *array = cleave_host_local(arena, 7);
  int64_t value = 0;
  assert_true(cleave_host_constant(cleave_host_operation(arena, CLEAVE_MULTIPLY, false, two, three), &value));
  assert_int_equal(value, 6);
  assert_true(cleave_host_constant(cleave_host_cast(arena, two, "size_t"), &value));
  assert_false(cleave_host_constant(cleave_host_cast(arena, two, "short"), &value));
  assert_false(cleave_host_constant(cleave_host_operation(arena, CLEAVE_ADD, true, two, three), &value));
  assert_false(
      cleave_host_constant(cleave_host_operation(arena, CLEAVE_MULTIPLY, false, large, three), &value));
  assert_null(cleave_host_operation(arena, CLEAVE_DIVIDE, false, two, array));
  assert_ptr_equal(cleave_host_moved(&record, array, CLEAVE_ADD, cleave_host_integer(arena, 0)), array);
  assert_null(cleave_host_moved(&record, array, CLEAVE_ADD, NULL));
  assert_null(cleave_host_moved(&record, cleave_host_address(arena, array), CLEAVE_ADD, two));
}

static void elements_are_objects(void **state) {
  (void)state;
  const struct cleave_host_type table = {.is_array = true, .distinguishes_elements = true, .extent = 4};
  const struct cleave_host_place array = cleave_host_place_at(cleave_cell_new(memory));
  const uint32_t first = cleave_host_element(&record, &array, &table, cleave_host_integer(arena, 0)).cell,
                 second = cleave_host_element(&record, &array, &table, cleave_host_integer(arena, 1)).cell;
  assert_false(is_one_class(first, second));
  cleave_host_element(&record, &array, &table, NULL); /* any of them */
  assert_true(is_one_class(first, second));
}

static void conversions_of_formats(void **state) {
  (void)state;
  assert_true(cleave_library_stores_count(NULL));
  assert_true(cleave_library_stores_count("%d%hhn"));
  assert_false(cleave_library_stores_count("%d%%n 100%"));
}

static struct cleave_host_result call_library(enum cleave_library_kind kind, uint32_t to, uint32_t from,
                                              const struct cleave_host_type *type) {
  struct cleave_library_call call = {kind, NULL, 0};
  const struct cleave_library_argument arguments[] = {{cleave_host_result_of(to), true, false, false},
                                                      {cleave_host_result_of(from), true, true, false}};
  cleave_library_begin(&record, kind, false, false);
  for (size_t i = 0; i < 2; i++)
    cleave_library_pass(&record, &call, &arguments[i]);
  return cleave_library_end(&record, &call, type);
}

static void copied_pointers_lead_to_one_class(void **state) {
  (void)state;
  const uint32_t to = cleave_cell_new(memory), from = cleave_cell_new(memory);
  const uint32_t here = cleave_cell_pointee(memory, to), there = cleave_cell_pointee(memory, from);
  call_library(CLEAVE_LIBRARY_USES, to, from, &none);
  assert_false(is_one_class(here, there));
  assert_int_equal(node()->access_count, 3); /* only the first one is written */
  const struct cleave_host_result result = call_library(CLEAVE_LIBRARY_COPIES, to, from, &pointer);
  assert_true(is_one_class(cleave_cell_pointee(memory, to), cleave_cell_pointee(memory, from)));
  assert_false(is_one_class(to, from));
  assert_int_equal(result.target, to);
  call_library(CLEAVE_LIBRARY_USES, to, from, &pointer); /* it may return either */
  assert_true(is_one_class(to, from));
  call_library(CLEAVE_LIBRARY_STARTS_THREAD, to, from, &none);
  assert_false(record.function.is_complete);
}

static void library_classes(void **state) {
  (void)state;
  assert_true(cleave_standard_class("shared_ptr") & CLEAVE_STANDARD_CALLS);
  assert_int_equal(cleave_standard_class("optional"), CLEAVE_STANDARD_CONTAINS | CLEAVE_STANDARD_COMPARES);
  assert_int_equal(cleave_standard_class("") | cleave_standard_class("vec"), 0);
  assert_true(cleave_standard_throws("erase", "basic_string"));
  assert_false(cleave_standard_throws("erase", "vector"));
  assert_true(cleave_standard_throws("at", "vector") && cleave_standard_throws("stoi", NULL));
  const struct cleave_host_type classes = {.names_classes = true};
  assert_true(cleave_standard_calls_program("insert", "map", &classes));
  assert_false(cleave_standard_calls_program("push_back", "vector", &classes));
  assert_true(cleave_standard_calls_program("sort", NULL, &classes));
  assert_false(cleave_standard_calls_program("swap", NULL, &classes));
}

/* v.data() leads to what v holds, and push_back may replace it. */
static void calls_of_containers(void **state) {
  (void)state;
  struct cleave_standard_call call = {
      .name = "data", .is_accessor = true, .has_object = true, .holder = vector, .type = pointer};
  call.type.holds_pointers = true;
  call.object = cleave_host_place_at(cleave_cell_new(memory));
  call.object.path = cleave_host_local(arena, call.object.cell);
  cleave_standard_begin(&record, &call);
  const struct cleave_host_result data = cleave_standard_end(&record, &call, NULL);
  assert_true(is_one_class(data.target, cleave_cell_pointee(memory, call.object.cell)));
  assert_int_equal(data.path->kind, CLEAVE_HOST_QUERY);
  assert_int_equal(node()->event_count, 1);
  call.name = "push_back";
  call.is_accessor = false;
  call.type = none;
  cleave_standard_begin(&record, &call);
  assert_int_equal(node()->event_count, 3);
  assert_true(node()->events[2].writes && is_one_class(node()->events[2].cell, data.target));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
  const struct CMUnitTest tests[] = {TEST(values_are_folded),      TEST(elements_are_objects),
                                     TEST(conversions_of_formats), TEST(copied_pointers_lead_to_one_class),
                                     TEST(library_classes),        TEST(calls_of_containers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
