/* FILE: test/unit/timeline_test.c
 * WHAT: tests of lib/timeline: intervals, the reading of traces, sums.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/text.h"
#include "timeline/timeline.h"

enum { SPAN = 60 };

/* Intervals as marks on a line, which needs no arithmetic that could be wrong. */
static void mark(bool *marks, const struct cleave_interval *intervals, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (int64_t at = intervals[i].begin; at < intervals[i].end; at++)
      marks[at] = true;
}

static size_t make_intervals(struct cleave_interval *intervals) {
  const size_t count = (size_t)(rand() % 8);
  for (size_t i = 0; i < count; i++) {
    const int begin = rand() % SPAN, length = rand() % 12;
    intervals[i] = (struct cleave_interval){begin, begin + length < SPAN ? begin + length : SPAN};
  }
  return count;
}

static void random_intervals_are_as_marks_on_a_line(void **state) {
  (void)state;
  srand(1);
  for (int round = 0; round < 5000; round++) {
    struct cleave_interval a[8], b[8];
    bool a_marks[SPAN] = {0}, b_marks[SPAN] = {0};
    size_t a_count = make_intervals(a), b_count = make_intervals(b);
    mark(a_marks, a, a_count);
    mark(b_marks, b, b_count);
    a_count = cleave_intervals_join(a, a_count);
    b_count = cleave_intervals_join(b, b_count);
    int64_t length = 0, overlap = 0;
    for (int at = 0; at < SPAN; at++) {
      length += a_marks[at];
      overlap += a_marks[at] && b_marks[at];
    }
    assert_int_equal(cleave_intervals_length(a, a_count), length);
    assert_int_equal(cleave_intervals_overlap(a, a_count, b, b_count), overlap);
    assert_int_equal(cleave_intervals_overlap(b, b_count, a, a_count), overlap);
    for (size_t i = 1; i < a_count; i++)
      assert_true(a[i].begin > a[i - 1].end);
  }
}

static void joined_intervals_neither_touch_nor_are_empty(void **state) {
  (void)state;
  struct cleave_interval intervals[] = {{20, 30}, {0, 10}, {10, 15}, {40, 40}, {21, 25}};
  assert_int_equal(cleave_intervals_join(intervals, 5), 2);
  assert_int_equal(intervals[0].begin, 0);
  assert_int_equal(intervals[0].end, 15);
  assert_int_equal(intervals[1].begin, 20);
  assert_int_equal(intervals[1].end, 30);
  assert_int_equal(cleave_intervals_join(intervals, 0), 0);
}

#define HEAD                                                                                                 \
  "{\"otherData\":{\"format\":\"cleave trace 1\",\"clock\":\"device\",\"dropped\":3},\"traceEvents\":["
#define EVENT(process, begin, time, kind, name, more)                                                        \
  "{\"ph\":\"X\",\"pid\":" process ",\"tid\":1,\"ts\":" begin ",\"dur\":" time ",\"cat\":\"" kind            \
  "\",\"name\":\"" name "\",\"args\":{\"device\":0" more "}}"

/* A copy to the device of which 60 of 100 ns are beside one of two kernels. */
static const char sample[] = HEAD
    EVENT("2", "1.060", "0.080", "kernel", "f", ",\"file\":\"a.c\",\"line\":7") "," EVENT("2", "1.000", "0.100", "to device", "x", ",\"file\":\"a.c\",\"line\":7,\"bytes\":4096") "," EVENT(
        "2", "0.900", "0.120", "kernel", "g",
        ",\"file\":\"a.c\",\"line\":3") "," EVENT("1", "0.900", "0.500", "wait", "wait",
                                                  ",\"file\":\"a.c\",\"line\":7,\"unfinished\":true") "," EVENT("2",
                                                                                                                "1.200",
                                                                                                                "0.100",
                                                                                                                "from device",
                                                                                                                "x",
                                                                                                                ",\"bytes\":8") "," EVENT("2",
                                                                                                                                          "1.300",
                                                                                                                                          "0.050",
                                                                                                                                          "from device",
                                                                                                                                          "y",
                                                                                                                                          ",\"bytes\":16") "]}";

static const struct cleave_timeline *read_text(struct cleave_arena *arena, const char *text) {
  struct cleave_timeline *timeline = cleave_arena_allocate(arena, sizeof *timeline);
  const char *wrong = cleave_timeline_read(text, strlen(text), arena, timeline);
  if (wrong)
    print_message("%s\n", wrong);
  assert_null(wrong);
  return timeline;
}

static void a_trace_is_summed_up(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  const struct cleave_timeline *timeline = read_text(arena, sample);
  assert_int_equal(timeline->event_count, 6);
  assert_int_equal(timeline->lane_count, 2);
  assert_string_equal(timeline->lanes[0].name, "host thread 1");
  assert_string_equal(timeline->lanes[1].name, "device 0 stream 1");
  assert_int_equal(timeline->dropped, 3);
  assert_true(timeline->measured);
  struct cleave_timeline_summary summary;
  cleave_timeline_sum_up(timeline, arena, &summary);
  assert_int_equal(summary.whole.begin, 900);
  assert_int_equal(summary.whole.end, 1400);
  assert_int_equal(summary.sums[CLEAVE_TRACE_TO_DEVICE].bytes, 4096);
  assert_int_equal(summary.sums[CLEAVE_TRACE_FROM_DEVICE].bytes, 24);
  assert_int_equal(summary.sums[CLEAVE_TRACE_FROM_DEVICE].count, 2);
  assert_int_equal(summary.sums[CLEAVE_TRACE_KERNEL].time, 200);
  assert_int_equal(summary.transfer_time, 250);
  assert_int_equal(summary.kernel_time, 200);
  assert_int_equal(summary.hidden_time, 60);
  assert_int_equal(summary.unfinished, 1);
  assert_true(cleave_timeline_hidden_percent(&summary) == 24.0);
  assert_int_equal(summary.variable_count, 2);
  assert_string_equal(summary.variables[0].name, "x");
  assert_int_equal(summary.variables[0].time, 200);
  /* Line 7: 80 of a kernel, 100 of a transfer, 500 of a wait. */
  assert_int_equal(summary.line_count, 2);
  assert_int_equal(summary.lines[0].line, 7);
  assert_int_equal(summary.lines[0].time, 680);
  assert_int_equal(summary.lines[1].time, 120);
  cleave_arena_free(arena);
}

#define RANK(number, machine, start, monotonic)                                                              \
  "{\"otherData\":{\"format\":\"cleave trace 1\",\"rank\":" number                                           \
  ",\"ranks\":3,\"process\":7,\"host\":\"" machine "\",\"start\":" start ",\"monotonic\":" monotonic         \
  "},\"traceEvents\":["

/* Rank 0 and 2 are on machine a, whose wall clock was set back by 500 ns in between; rank 1 is on machine b. */
static void traces_of_ranks_are_put_together(void **state) {
  (void)state;
  static const char *const texts[] = {
      RANK("2", "a", "1800000000000009600", "300") "{\"ph\":\"M\",\"pid\":1,\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"host\"}}," EVENT(
          "1", "0.010", "0.005", "wait", "w", "") "]}",
      RANK("0", "a", "1800000000000010000", "200") EVENT("2", "0.020", "0.100", "kernel", "k", "") "]}",
      RANK("1", "b", "1800000000000009990", "900")
          EVENT("2", "0.050", "0.060", "to device", "x", ",\"bytes\":8") "]}",
  };
  enum { TRACES = 3 };
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_timeline parts[TRACES], merged;
  size_t lengths[TRACES];
  for (size_t i = 0; i < TRACES; i++) {
    parts[i] = *read_text(arena, texts[i]);
    parts[i].traces->source = i;
    lengths[i] = strlen(texts[i]);
  }
  assert_null(cleave_timeline_merge(parts, TRACES, arena, &merged));
  assert_int_equal(merged.trace_count, TRACES);
  static const struct {
    const char *name, *lane;
    int64_t offset; /* rank 1 began first */
    size_t source;
  } traces[TRACES] = {{"rank 0 (a)", "rank 0 (a) device 0 stream 1", 10, 1},
                      {"rank 1 (b)", "rank 1 (b) device 0 stream 1", 0, 2},
                      {"rank 2 (a)", "rank 2 (a) host thread 1", 110, 0}};
  for (size_t i = 0; i < TRACES; i++) {
    assert_string_equal(merged.traces[i].name, traces[i].name);
    assert_string_equal(merged.lanes[i].name, traces[i].lane);
    assert_int_equal(merged.traces[i].offset, traces[i].offset);
    assert_int_equal(merged.traces[i].source, traces[i].source);
  }
  static const int64_t begins[TRACES] = {30, 50, 120};
  for (size_t i = 0; i < TRACES; i++) {
    assert_int_equal(merged.events[i].trace, i);
    assert_int_equal(merged.events[i].lane, i);
    assert_int_equal(merged.events[i].time.begin, begins[i]);
  }
  /* The kernel of rank 0 runs during the copy of rank 1, and hides nothing of it. */
  struct cleave_timeline_summary summary;
  struct cleave_text text = {.arena = arena};
  cleave_timeline_sum_up(&merged, arena, &summary);
  assert_int_equal(summary.transfer_time, 60);
  assert_int_equal(summary.kernel_time, 100);
  assert_int_equal(summary.hidden_time, 0);
  assert_int_equal(summary.parts[0].kernel_time, 100);
  assert_int_equal(summary.parts[1].sums[CLEAVE_TRACE_TO_DEVICE].bytes, 8);
  cleave_timeline_print(&merged, &summary, "t", &text);
  assert_non_null(
      strstr(cleave_text_get(&text), "time of kernels: least 0 ns in rank 1 (b), most 100 ns in rank 0 (a)"));
  assert_non_null(strstr(cleave_text_get(&text), "clocks: one of each machine"));
  /* The file for viewers. */
  char *bytes;
  size_t size;
  const char *pointers[TRACES] = {texts[0], texts[1], texts[2]};
  FILE *out = open_memstream(&bytes, &size);
  assert_true(cleave_timeline_write(out, &merged, pointers, lengths));
  fclose(out);
  assert_non_null(strstr(bytes, "{\"ph\":\"X\",\"pid\":2,\"tid\":1,\"ts\":0.03,"));
  assert_non_null(strstr(bytes, "{\"ph\":\"X\",\"pid\":102,\"tid\":1,\"ts\":0.05,"));
  assert_non_null(strstr(bytes, "{\"ph\":\"X\",\"pid\":201,\"tid\":1,\"ts\":0.12,"));
  assert_non_null(strstr(bytes, "\"args\":{\"name\":\"rank 2 (a) host\"}"));
  struct cleave_timeline again;
  assert_non_null(strstr(cleave_timeline_read(bytes, size, arena, &again), "it was merged for viewers"));
  free(bytes);
  cleave_arena_free(arena);
}

static void traces_without_a_begin_are_not_merged(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  const struct cleave_timeline *timeline = read_text(arena, sample);
  const struct cleave_timeline parts[] = {*timeline, *timeline};
  struct cleave_timeline merged;
  assert_non_null(strstr(cleave_timeline_merge(parts, 2, arena, &merged), "does not state when it began"));
  cleave_arena_free(arena);
}

static void an_empty_trace_has_no_overlap(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  const struct cleave_timeline *timeline = read_text(arena, HEAD "]}");
  struct cleave_timeline_summary summary;
  struct cleave_text text = {.arena = arena};
  cleave_timeline_sum_up(timeline, arena, &summary);
  assert_true(cleave_timeline_hidden_percent(&summary) == 0);
  cleave_timeline_print(timeline, &summary, "t", &text);
  cleave_timeline_draw(timeline, &summary, 80, false, &text);
  cleave_timeline_picture(timeline, &summary, "t", &text);
  assert_non_null(strstr(cleave_text_get(&text), "t: 0 events in 0 ns"));
  cleave_arena_free(arena);
}

static void the_timeline_is_drawn_to_scale(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  const struct cleave_timeline *timeline = read_text(arena, sample);
  struct cleave_timeline_summary summary;
  struct cleave_text text = {.arena = arena};
  cleave_timeline_sum_up(timeline, arena, &summary);
  /* 17 columns for names, 2 for the bar, 50 for 500 ns. Where a kernel and a transfer take all of a
   * column, the transfer is shown. */
  cleave_timeline_draw(timeline, &summary, 69, false, &text);
  const char *wanted = "host thread 1     |..................................................\n"
                       "device 0 stream 1 |##########>>>>>>>>>>####      <<<<<<<<<<<<<<<     \n"
                       "                  |0                                           500 ns\n"
                       "> to device  < from device  # kernel  . wait\n";
  assert_string_equal(cleave_text_get(&text), wanted);
  cleave_arena_free(arena);
}

static void what_is_no_trace_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *text, *why;
  } cases[] = {
      {"", "it is empty"},
      {"{\"traceEvents\":[{\"ph\":", "it is not valid JSON, or is truncated: line 1"},
      {"hello", "it is not valid JSON"},
      {"[]", "not a trace of cleave"},
      {"{\"traceEvents\":[]}", "not a trace of cleave"},
      {"{\"otherData\":{\"format\":7},\"traceEvents\":[]}", "not a trace of cleave"},
      {"{\"otherData\":{\"format\":\"cleave trace 1\"}}", "not a trace of cleave"},
      {"{\"otherData\":{\"format\":\"cleave trace 2\"},\"traceEvents\":[]}", "this command reads"},
      {HEAD "7]}", "event 1 is not"},
      {HEAD EVENT("2", "1", "1", "kernel", "f", "") ",{}]}", "event 2 is not"},
      {HEAD EVENT("2", "1", "1", "colonel", "f", "") "]}", "event 1 is not"},
      {HEAD EVENT("2", "1", "-1", "kernel", "f", "") "]}", "event 1 is not"},
      {HEAD EVENT("2", "1e300", "1", "kernel", "f", "") "]}", "event 1 is not"},
      {HEAD EVENT("0", "1", "1", "kernel", "f", "") "]}", "event 1 is not"},
      {HEAD EVENT("-1", "1", "1", "kernel", "f", "") "]}", "event 1 is not"},
      {HEAD EVENT("2", "1", "1", "kernel", "f", ",\"line\":-1") "]}", "event 1 is not"},
      {HEAD EVENT("2", "1", "1", "kernel", "f", ",\"bytes\":\"x\"") "]}", "event 1 is not"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct cleave_arena *arena = cleave_arena_new();
    struct cleave_timeline timeline;
    const char *wrong = cleave_timeline_read(cases[i].text, strlen(cases[i].text), arena, &timeline);
    assert_non_null(wrong);
    if (!strstr(wrong, cases[i].why))
      fail_msg("%s: %s", cases[i].text, wrong);
    cleave_arena_free(arena);
  }
}

static void a_picture_is_text_that_a_browser_takes(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  const struct cleave_timeline *timeline =
      read_text(arena, HEAD EVENT("2", "1", "1", "to device", "a<b>&c\\u001b", ",\"bytes\":1536") "]}");
  struct cleave_timeline_summary summary;
  struct cleave_text text = {.arena = arena};
  cleave_timeline_sum_up(timeline, arena, &summary);
  cleave_timeline_picture(timeline, &summary, "<t>", &text);
  const char *picture = cleave_text_get(&text);
  assert_non_null(strstr(picture, "<title>to device a&lt;b&gt;&amp;c?, 1.50 KiB, 1.00 us</title>"));
  assert_non_null(strstr(picture, ">&lt;t&gt;: overlap 0.0 %"));
  cleave_arena_free(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_intervals_are_as_marks_on_a_line),
      cmocka_unit_test(joined_intervals_neither_touch_nor_are_empty),
      cmocka_unit_test(a_trace_is_summed_up),
      cmocka_unit_test(traces_of_ranks_are_put_together),
      cmocka_unit_test(traces_without_a_begin_are_not_merged),
      cmocka_unit_test(an_empty_trace_has_no_overlap),
      cmocka_unit_test(the_timeline_is_drawn_to_scale),
      cmocka_unit_test(what_is_no_trace_is_refused),
      cmocka_unit_test(a_picture_is_text_that_a_browser_takes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
