/* FILE: test/unit/advice_test.c
 * WHAT: tests of the advice about transfers for nothing: lib/timeline/advice.c, and hashes of data: lib/trace/content.c.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/text.h"
#include "timeline/timeline.h"
#include "trace/content.h"

static struct cleave_timeline_lane lanes[] = {{CLEAVE_TRACE_HOST_PROCESS, 1, 0, "host thread 1"},
                                              {CLEAVE_TRACE_FIRST_DEVICE_PROCESS, 1, 0, "device 0 stream 1"}};

enum { MOST = 64 };
static struct cleave_timeline_event events[MOST];
static struct cleave_timeline timeline = {.events = events, .lanes = lanes, .lane_count = 2};

static struct cleave_timeline_event *add(enum cleave_trace_kind kind, uint64_t host, uint64_t content) {
  static uint64_t operations;
  struct cleave_timeline_event *event = &events[timeline.event_count];
  const int64_t now = (int64_t)timeline.event_count++ * 100;
  *event = (struct cleave_timeline_event){.kind = kind,
                                          .name = "a[0:n]",
                                          .file = "dir/a.c",
                                          .line = 7,
                                          .bytes = 1000,
                                          .time = {now, now + 10},
                                          .host = host,
                                          .content = content,
                                          .calls = "main > run > step"};
  if (kind == CLEAVE_TRACE_TO_DEVICE || kind == CLEAVE_TRACE_FROM_DEVICE)
    event->operation = ++operations;
  return event;
}

static struct cleave_timeline_event *to(uint64_t host, uint64_t content) {
  return add(CLEAVE_TRACE_TO_DEVICE, host, content);
}

static struct cleave_timeline_event *from(uint64_t host, uint64_t content) {
  return add(CLEAVE_TRACE_FROM_DEVICE, host, content);
}

static struct cleave_arena *arena;

static int begin(void **state) {
  (void)state;
  arena = cleave_arena_new();
  timeline.event_count = 0;
  return 0;
}

static int end(void **state) {
  (void)state;
  cleave_arena_free(arena);
  return 0;
}

static struct cleave_timeline_advices advise(void) {
  struct cleave_timeline_advices advices;
  cleave_timeline_advise(&timeline, arena, &advices);
  return advices;
}

static const char *same(const char *name, struct cleave_arena *owner) {
  (void)owner;
  return name;
}

static const char *print(const struct cleave_timeline_advices *advices) {
  struct cleave_text text = {.arena = arena};
  cleave_timeline_print_advice(advices, same, &text);
  return cleave_text_get(&text);
}

static void a_round_trip_without_a_change_is_for_nothing(void **state) {
  (void)state;
  to(0x1000, 1), from(0x1000, 2);
  to(0x1000, 2), from(0x1000, 3); /* again */
  to(0x1000, 4), from(0x1000, 5); /* the host has changed it */
  const struct cleave_timeline_advices advices = advise();
  assert_int_equal(advices.count, 1);
  const struct cleave_timeline_advice *advice = &advices.all[0];
  assert_int_equal(advice->again.count, 1);
  assert_int_equal(advice->again.bytes, 1000);
  assert_int_equal(advice->again.time, 10);
  assert_int_equal(advice->unwritten, 0);
  assert_int_equal(advice->unchanged.count, 0);
  assert_int_equal(advice->back.count, 2);
  assert_int_equal(advice->new_content, 1);
  assert_true(advice->ends_with_copy && !advice->once);
  assert_string_equal(advice->function, "step");
  assert_string_equal(advice->caller, "run");
  assert_string_equal(advice->places[0], "a.c:7");
  assert_non_null(strstr(print(&advices), "update to(a[0:n])"));
}

/* Ranks have objects at the same addresses, and number their copies alike. */
static void objects_of_two_processes_are_two(void **state) {
  (void)state;
  struct cleave_timeline_event *first = to(0x1000, 1), *second = to(0x1000, 1);
  second->trace = 1;
  second->operation = first->operation;
  struct cleave_timeline_advices advices = advise();
  assert_int_equal(advices.count, 0);
  assert_int_equal(advices.whole.count, 2);
  to(0x1000, 1);
  advices = advise();
  assert_int_equal(advices.all[0].again.count, 1);
}

static void a_copy_after_a_copy_assumes_that_no_kernel_writes(void **state) {
  (void)state;
  to(0x1000, 1), to(0x1000, 1), to(0x1000, 1);
  const struct cleave_timeline_advices advices = advise();
  assert_int_equal(advices.count, 1);
  assert_int_equal(advices.all[0].again.count, 2);
  assert_int_equal(advices.all[0].unwritten, 2);
  assert_false(advices.all[0].ends_with_copy);
  const char *text = print(&advices);
  assert_non_null(strstr(text, "assumes that no kernel writes the data before 2 "));
  assert_non_null(strstr(text, "exit data map(release: a[0:n])"));
  assert_null(strstr(text, "update"));
}

static void a_copy_back_without_a_change_needs_another_map_type(void **state) {
  (void)state;
  to(0x1000, 1), from(0x1000, 1);
  to(0x2000, 1), from(0x2000, 2); /* changed: needed */
  const struct cleave_timeline_advices advices = advise();
  assert_int_equal(advices.count, 1);
  assert_true(advices.all[0].once);
  assert_int_equal(advices.all[0].unchanged.count, 1);
  assert_non_null(strstr(print(&advices), "... map(to: a[0:n])"));
}

static void the_last_copy_back_remains(void **state) {
  (void)state;
  to(0x1000, 1), from(0x1000, 2); /* changed */
  to(0x1000, 2), from(0x1000, 2);
  to(0x1000, 2), from(0x1000, 2);
  const struct cleave_timeline_advices advices = advise();
  assert_int_equal(advices.all[0].again.count, 2);
  assert_int_equal(advices.all[0].unchanged.count, 1);
  assert_int_equal(advices.all[0].back.count, 1);
}

static void allocations_belong_to_the_object_on_the_host(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    add(CLEAVE_TRACE_ALLOCATION, 0x1000, 0);
    to(0x1000, 1 + (uint64_t)i);
    add(CLEAVE_TRACE_RELEASE, 0x1000, 0);
  }
  const struct cleave_timeline_advices advices = advise();
  assert_int_equal(advices.count, 1);
  assert_int_equal(advices.all[0].memory.count, 4); /* one of each remains */
  assert_int_equal(advices.all[0].memory.time, 40);
  assert_int_equal(advices.saved.time, 40);
  assert_int_equal(advices.saved.bytes, 0);
  assert_int_equal(advices.whole.time, 90);
  assert_int_equal(advices.whole.bytes, 3000);
  for (size_t i = 0; i < timeline.event_count; i++)
    events[i].bytes = 8; /* a scalar that is new each time */
  assert_int_equal(advise().count, 0);
}

static void times_are_those_of_the_device(void **state) {
  (void)state;
  to(0x1000, 1);
  struct cleave_timeline_event *submit = to(0x1000, 1);
  submit->kind = CLEAVE_TRACE_ENQUEUE;
  const uint64_t operation = submit->operation;
  for (int piece = 0; piece < 2; piece++) {
    struct cleave_timeline_event *part = add(CLEAVE_TRACE_TO_DEVICE, 0x1000, 0);
    part->lane = 1;
    part->operation = operation;
    part->time.end = part->time.begin + 30;
  }
  /* Submitted, but never done. */
  to(0x1000, 1)->kind = CLEAVE_TRACE_ENQUEUE;
  const struct cleave_timeline_advices advices = advise();
  assert_int_equal(advices.all[0].again.count, 1);
  assert_int_equal(advices.all[0].again.time, 60);
}

static void copies_without_an_event_of_the_host_count(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++)
    to(0x1000, 1)->lane = i != 0;
  const struct cleave_timeline_advices advices = advise();
  assert_int_equal(advices.all[0].again.count, 2);
  assert_int_equal(advices.whole.count, 3);
}

static void exchanged_pointers_are_one_entry(void **state) {
  (void)state;
  uint64_t content[] = {1, 2};
  for (int i = 0; i < 4; i++) {
    const int old = i % 2, new = 1 - old;
    content[new] = 10 + (uint64_t)i;
    to(0x1000 * (uint64_t)(1 + old), content[old])->name = "u[0:n]";
    from(0x1000 * (uint64_t)(1 + new), content[new])->name = "v[0:n]";
  }
  const struct cleave_timeline_advices advices = advise();
  assert_int_equal(advices.count, 1);
  assert_int_equal(advices.all[0].objects, 2);
  assert_int_equal(advices.all[0].item_count, 2);
  assert_non_null(strstr(print(&advices), "enter data map(to: u[0:n]) map(alloc: v[0:n])"));
}

static void the_function_is_the_innermost_common_one(void **state) {
  (void)state;
  static const char *const calls[][3] = {
      {"main > run > step", "main > run > residual", "run"},
      {"main > run", "main > run > step", "run"},
      {"main > run", "main > runner", "main"},
      {"main > a > b", "start > a > b", ""},
      {"", "main", ""},
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    timeline.event_count = 0;
    to(0x1000, 1)->calls = calls[i][0];
    to(0x1000, 1)->calls = calls[i][1];
    const struct cleave_timeline_advices advices = advise();
    assert_string_equal(advices.all[0].function, calls[i][2]);
    assert_string_equal(advices.all[0].caller, "");
  }
}

static void unknown_data_are_no_equal_data(void **state) {
  (void)state;
  to(0x1000, 0), to(0x1000, 0), from(0x1000, 0);
  struct cleave_timeline_advices advices = advise();
  assert_int_equal(advices.count, 0);
  assert_false(advices.has_content);
  assert_non_null(strstr(print(&advices), "1 objects are copied more than once"));
  timeline.event_count = 0;
  to(0x1000, 1), to(0x1000, 0), to(0x1000, 1); /* one copy with nowait, say */
  advices = advise();
  assert_true(advices.has_content);
  assert_int_equal(advices.count, 0);
  timeline.event_count = 0;
  assert_string_equal(print((advices = advise(), &advices)), "");
}

static void each_byte_counts_in_a_hash(void **state) {
  (void)state;
  unsigned char data[100], copy[100];
  for (size_t i = 0; i < sizeof data; i++)
    data[i] = (unsigned char)(i * 7);
  for (size_t size = 0; size <= sizeof data; size++) {
    const uint64_t hash = cleave_content_hash(data, size);
    assert_true(hash != 0);
    memcpy(copy, data, sizeof data);
    assert_true(cleave_content_hash(copy, size) == hash);
    for (size_t i = 0; i < sizeof data; i++) {
      copy[i] ^= 1;
      assert_true((cleave_content_hash(copy, size) == hash) == (i >= size));
      copy[i] ^= 1;
    }
  }
  memset(copy, 0, sizeof copy);
  for (size_t size = 1; size <= sizeof copy; size++) /* lengths count as well */
    assert_true(cleave_content_hash(copy, size) != cleave_content_hash(copy, size - 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_round_trip_without_a_change_is_for_nothing, begin, end),
      cmocka_unit_test_setup_teardown(objects_of_two_processes_are_two, begin, end),
      cmocka_unit_test_setup_teardown(a_copy_after_a_copy_assumes_that_no_kernel_writes, begin, end),
      cmocka_unit_test_setup_teardown(a_copy_back_without_a_change_needs_another_map_type, begin, end),
      cmocka_unit_test_setup_teardown(the_last_copy_back_remains, begin, end),
      cmocka_unit_test_setup_teardown(allocations_belong_to_the_object_on_the_host, begin, end),
      cmocka_unit_test_setup_teardown(times_are_those_of_the_device, begin, end),
      cmocka_unit_test_setup_teardown(copies_without_an_event_of_the_host_count, begin, end),
      cmocka_unit_test_setup_teardown(exchanged_pointers_are_one_entry, begin, end),
      cmocka_unit_test_setup_teardown(the_function_is_the_innermost_common_one, begin, end),
      cmocka_unit_test_setup_teardown(unknown_data_are_no_equal_data, begin, end),
      cmocka_unit_test(each_byte_counts_in_a_hash),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
