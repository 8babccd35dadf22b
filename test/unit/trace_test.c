/* FILE: test/unit/trace_test.c
 * WHAT: tests of the recorder of traces (lib/trace/recorder.c) and of what it writes, read back with
 *       lib/timeline.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "trace/recorder.h"
#include "trace/trace_file.h"
#include "trace/trace_write.h"
#include "timeline/timeline.h"

static char path[] = "/tmp/trace_test.XXXXXX";

/* There is no driver here. */
void cleave_trace_measure_driver(void) {}

/* What has been recorded so far, as a reader sees it. */
static const struct cleave_timeline *read_back(struct cleave_arena *arena) {
  struct cleave_timeline *timeline = cleave_arena_allocate(arena, sizeof *timeline);
  char *text;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  assert_true(cleave_trace_write(out));
  fclose(out);
  const char *wrong = cleave_timeline_read(text, size, arena, timeline);
  if (wrong)
    print_message("%s\n%s\n", wrong, text);
  assert_null(wrong);
  free(text);
  return timeline;
}

/* The youngest event with this line. */
static const struct cleave_timeline_event *find(const struct cleave_timeline *timeline, uint32_t line) {
  for (size_t i = timeline->event_count; i-- > 0;)
    if (timeline->events[i].line == line)
      return &timeline->events[i];
  fail_msg("there is no event with line %u", line);
  return NULL;
}

static void texts_are_copied_and_any_bytes_are_written(void **state) {
  (void)state;
  static const struct {
    const char *given, *read;
  } cases[] = {
      {"a[0:n]", "a[0:n]"},
      {"\"quoted\\ {}\"", "\"quoted\\ {}\""},
      {"\xc3\xb6 \xe2\x82\xac \xf0\x9d\x84\x9e", "\xc3\xb6 \xe2\x82\xac \xf0\x9d\x84\x9e"},
      {"cut \xe2\x82", "cut ??"},
      {"overlong \xc0\xaf \xe0\x80\xaf", "overlong ?? ???"},
      {"surrogate \xed\xa0\x80", "surrogate ???"},
      {"beyond \xf4\x90\x80\x80", "beyond ????"},
      {"lone \x80\xff", "lone ??"},
      {"tab\there\n", "tab?here?"}, /* by the reader, for terminals */
  };
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s", cases[i].given);
    struct cleave_trace_event *event = cleave_trace_begin(&(struct cleave_trace_event){
        .kind = CLEAVE_TRACE_TO_DEVICE, .name = name, .file = name, .line = 100 + i, .bytes = i});
    assert_non_null(event);
    memset(name, 'x', sizeof name - 1);
    cleave_trace_end(event);
  }
  struct cleave_arena *arena = cleave_arena_new();
  const struct cleave_timeline *timeline = read_back(arena);
  for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_string_equal(find(timeline, 100 + i)->name, cases[i].read);
    assert_string_equal(find(timeline, 100 + i)->file, cases[i].read);
    assert_int_equal(find(timeline, 100 + i)->bytes, i);
    assert_false(find(timeline, 100 + i)->unfinished);
  }
  cleave_arena_free(arena);
}

static void times_are_exact_and_streams_are_lanes(void **state) {
  (void)state;
  cleave_trace_add(&(struct cleave_trace_event){.kind = CLEAVE_TRACE_KERNEL,
                                                .name = "f",
                                                .line = 200,
                                                .device = 3,
                                                .stream = 2,
                                                .begin = 1234567890123,
                                                .end = 1234567890124});
  struct cleave_arena *arena = cleave_arena_new();
  /* Streams alone do not say so: the transfer engine has some on the host device, in the host's time. */
  assert_false(read_back(arena)->measured);
  cleave_trace_add(&(struct cleave_trace_event){.kind = CLEAVE_TRACE_ENQUEUE,
                                                .name = "f",
                                                .line = 201,
                                                .device = 3,
                                                .begin = 1234567890100,
                                                .end = 1234567890120});
  const struct cleave_timeline *timeline = read_back(arena);
  const struct cleave_timeline_event *event = find(timeline, 200);
  assert_int_equal(event->time.begin, 1234567890123);
  assert_int_equal(event->time.end, 1234567890124);
  assert_string_equal(timeline->lanes[event->lane].name, "device 3 stream 2");
  assert_true(timeline->measured);
  cleave_arena_free(arena);
}

static void a_release_has_the_name_of_what_it_releases(void **state) {
  (void)state;
  static const struct {
    enum cleave_trace_kind kind;
    const char *name;
    int32_t device;
    uint64_t bytes, address;
  } steps[] = {
      {CLEAVE_TRACE_ALLOCATION, "first", 0, 10, 0x1000}, {CLEAVE_TRACE_RELEASE, NULL, 0, 0, 0x1000},
      {CLEAVE_TRACE_ALLOCATION, "again", 0, 20, 0x1000}, {CLEAVE_TRACE_ALLOCATION, "other", 1, 30, 0x1000},
      {CLEAVE_TRACE_RELEASE, NULL, 0, 0, 0x1000},        {CLEAVE_TRACE_RELEASE, NULL, 1, 0, 0x1000},
      {CLEAVE_TRACE_RELEASE, NULL, 1, 0, 0x1000},
  };
  for (uint32_t i = 0; i < sizeof steps / sizeof *steps; i++)
    cleave_trace_add(&(struct cleave_trace_event){.kind = steps[i].kind,
                                                  .name = steps[i].name,
                                                  .line = 300 + i,
                                                  .device = steps[i].device,
                                                  .bytes = steps[i].bytes,
                                                  .address = steps[i].address,
                                                  .begin = 10 + i,
                                                  .end = 11 + i});
  struct cleave_arena *arena = cleave_arena_new();
  const struct cleave_timeline *timeline = read_back(arena);
  assert_string_equal(find(timeline, 301)->name, "first");
  assert_int_equal(find(timeline, 301)->bytes, 10);
  assert_string_equal(find(timeline, 304)->name, "again");
  assert_string_equal(find(timeline, 305)->name, "other");
  /* Released twice, or the allocation was not recorded. */
  assert_string_equal(find(timeline, 306)->name, "0x1000");
  cleave_arena_free(arena);
}

static void what_is_under_way_ends_now_and_says_so(void **state) {
  (void)state;
  struct cleave_trace_event *event =
      cleave_trace_begin(&(struct cleave_trace_event){.kind = CLEAVE_TRACE_KERNEL, .name = "f", .line = 400});
  struct cleave_arena *arena = cleave_arena_new();
  const struct cleave_timeline_event *read = find(read_back(arena), 400);
  assert_true(read->unfinished);
  assert_true(read->time.end >= read->time.begin);
  cleave_trace_end(event);
  assert_false(find(read_back(arena), 400)->unfinished);
  cleave_arena_free(arena);
}

enum { THREADS = 4, EVENTS = 5000 };

static void *record_events(void *line) {
  for (int i = 0; i < EVENTS; i++) {
    char name[16];
    snprintf(name, sizeof name, "v%d", i % 300);
    cleave_trace_end(cleave_trace_begin(&(struct cleave_trace_event){
        .kind = CLEAVE_TRACE_TO_DEVICE, .name = name, .line = *(uint32_t *)line, .bytes = (uint64_t)i}));
  }
  return NULL;
}

static void threads_record_while_others_read(void **state) {
  (void)state;
  pthread_t threads[THREADS];
  uint32_t lines[THREADS];
  for (uint32_t i = 0; i < THREADS; i++) {
    lines[i] = 500 + i;
    assert_int_equal(pthread_create(&threads[i], NULL, record_events, &lines[i]), 0);
  }
  struct cleave_arena *arena = cleave_arena_new();
  for (int i = 0; i < 5; i++)
    read_back(arena);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  const struct cleave_timeline *timeline = read_back(arena);
  size_t counts[THREADS] = {0}, lanes[THREADS] = {0};
  uint64_t bytes[THREADS] = {0};
  for (size_t i = 0; i < timeline->event_count; i++) {
    const struct cleave_timeline_event *event = &timeline->events[i];
    if (event->line < 500 || event->line >= 500 + THREADS)
      continue;
    const uint32_t thread = event->line - 500;
    if (counts[thread])
      assert_int_equal(event->lane, lanes[thread]);
    lanes[thread] = event->lane;
    counts[thread]++;
    bytes[thread] += event->bytes;
  }
  for (int i = 0; i < THREADS; i++) {
    assert_int_equal(counts[i], EVENTS);
    assert_int_equal(bytes[i], (uint64_t)EVENTS * (EVENTS - 1) / 2);
    for (int k = 0; k < i; k++)
      assert_int_not_equal(lanes[i], lanes[k]);
  }
  assert_int_equal(timeline->dropped, 0);
  cleave_arena_free(arena);
}

static int start(void **state) {
  (void)state;
  const int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  setenv("CLEAVE_TRACE", path, 1);
  cleave_trace_start();
  return cleave_trace_is_on() ? 0 : -1;
}

static int end(void **state) {
  (void)state;
  return unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(texts_are_copied_and_any_bytes_are_written),
      cmocka_unit_test(times_are_exact_and_streams_are_lanes),
      cmocka_unit_test(a_release_has_the_name_of_what_it_releases),
      cmocka_unit_test(what_is_under_way_ends_now_and_says_so),
      cmocka_unit_test(threads_record_while_others_read),
  };
  return cmocka_run_group_tests(tests, start, end);
}
