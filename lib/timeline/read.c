/* FILE: lib/timeline/read.c
 * WHAT: reads a trace. Rejects other files, with an error message.
 */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "timeline/timeline.h"

/* Control characters, which would disturb a terminal or a picture, become '?'. */
static const char *copy(struct cleave_arena *arena, const json_t *string) {
  const char *text = json_string_value(string);
  char *own = cleave_arena_copy(arena, text ? text : "", text ? strlen(text) : 0);
  for (char *at = own; *at; at++)
    if ((unsigned char)*at < ' ' || *at == 0x7f)
      *at = '?';
  return own;
}

static bool is_count(const json_t *value, json_int_t limit) {
  return json_is_integer(value) && json_integer_value(value) >= 0 && json_integer_value(value) <= limit;
}

/* A number such as "0x12ab"; 0 if there is none. */
static uint64_t read_hexadecimal(const json_t *value) {
  const char *text = json_string_value(value);
  return text ? strtoull(text, NULL, 16) : 0;
}

/* A time in us, such as 12.345, in ns. At most half of the largest number, so that sums do not overflow. */
static bool read_time(const json_t *value, int64_t *time) {
  const double us = json_number_value(value);
  if (!json_is_number(value) || !(us >= 0) || us > (double)(INT64_MAX / 4) / 1000)
    return false;
  *time = llround(us * 1000);
  return true;
}

static size_t lane_of(struct cleave_timeline *timeline, struct cleave_arena *arena, int64_t process,
                      int64_t thread) {
  /* Usually the same lane as that of the previous event. */
  for (size_t i = timeline->lane_count; i-- > 0;)
    if (timeline->lanes[i].process == process && timeline->lanes[i].thread == thread)
      return i;
  struct cleave_timeline_lane lane = {
      .process = process,
      .thread = thread,
      .name = process == CLEAVE_TRACE_HOST_PROCESS
                  ? cleave_arena_format(arena, "host thread %" PRId64, thread)
                  : cleave_arena_format(arena, "device %" PRId64 " stream %" PRId64,
                                        process - CLEAVE_TRACE_FIRST_DEVICE_PROCESS, thread)};
  CLEAVE_APPEND(arena, timeline->lanes, timeline->lane_count, lane);
  return timeline->lane_count - 1;
}

/* Whether VALUE numbers the host or a device. */
static bool is_process(const json_t *value) {
  return is_count(value, INT32_MAX) && json_integer_value(value) >= CLEAVE_TRACE_HOST_PROCESS;
}

/* Reads one element of "traceEvents". Returns false if libcleave does not write such elements. */
static bool read_event(const json_t *value, struct cleave_arena *arena, struct cleave_timeline *timeline) {
  struct cleave_timeline_event event = {0};
  const char *phase = json_string_value(json_object_get(value, "ph"));
  if (phase && !strcmp(phase, "M"))
    return true; /* a label for viewers; timeline.h has its own */
  const json_t *process = json_object_get(value, "pid"), *thread = json_object_get(value, "tid");
  const char *category = json_string_value(json_object_get(value, "cat"));
  const json_t *arguments = json_object_get(value, "args");
  const json_t *bytes = json_object_get(arguments, "bytes");
  const json_t *device = json_object_get(arguments, "device");
  const json_t *line = json_object_get(arguments, "line");
  int64_t duration;
  if (!phase || strcmp(phase, "X") || !category || !cleave_trace_kind_read(category, &event.kind) ||
      !is_process(process) || !is_count(thread, UINT32_MAX) ||
      !json_is_string(json_object_get(value, "name")) ||
      !read_time(json_object_get(value, "ts"), &event.time.begin) ||
      !read_time(json_object_get(value, "dur"), &duration) || (bytes && !json_is_integer(bytes)) ||
      (line && !is_count(line, UINT32_MAX)) || !json_is_integer(device))
    return false;
  event.time.end = event.time.begin + duration;
  event.name = copy(arena, json_object_get(value, "name"));
  event.file = copy(arena, json_object_get(arguments, "file"));
  event.line = (uint32_t)json_integer_value(line);
  event.device = (int32_t)json_integer_value(device);
  event.bytes = (uint64_t)json_integer_value(bytes);
  const bool is_memory = event.kind == CLEAVE_TRACE_ALLOCATION || event.kind == CLEAVE_TRACE_RELEASE;
  event.host = read_hexadecimal(json_object_get(arguments, is_memory ? "host" : "address"));
  event.operation = (uint64_t)json_integer_value(json_object_get(arguments, "operation"));
  event.content = read_hexadecimal(json_object_get(arguments, "content"));
  event.calls = copy(arena, json_object_get(arguments, "calls"));
  event.unfinished = json_is_true(json_object_get(arguments, "unfinished"));
  event.lane = lane_of(timeline, arena, json_integer_value(process), json_integer_value(thread));
  CLEAVE_APPEND(arena, timeline->events, timeline->event_count, event);
  return true;
}

static int by_begin(const void *a, const void *b) {
  const struct cleave_timeline_event *left = a, *right = b;
  return (left->time.begin > right->time.begin) - (left->time.begin < right->time.begin);
}

/* Orders the lanes, to which the events point. */
static void sort_lanes(struct cleave_timeline *timeline, struct cleave_arena *arena) {
  const size_t count = timeline->lane_count;
  size_t *place = cleave_arena_allocate(arena, (count + 1) * sizeof *place);
  struct cleave_timeline_lane *sorted = cleave_arena_allocate(arena, (count + 1) * sizeof *sorted);
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < count; k++) {
      const struct cleave_timeline_lane *mine = &timeline->lanes[i], *other = &timeline->lanes[k];
      place[i] +=
          other->process < mine->process || (other->process == mine->process && other->thread < mine->thread);
    }
    sorted[place[i]] = timeline->lanes[i];
  }
  timeline->lanes = sorted;
  for (size_t i = 0; i < timeline->event_count; i++)
    timeline->events[i].lane = place[timeline->events[i].lane];
}

static int64_t read_integer(const json_t *value, int64_t otherwise) {
  return json_is_integer(value) ? json_integer_value(value) : otherwise;
}

/* Reads of DATA which process wrote the trace, and when. */
static void read_process(const json_t *data, struct cleave_arena *arena, struct cleave_timeline *timeline) {
  struct cleave_timeline_trace trace = {.name = "",
                                        .host = copy(arena, json_object_get(data, "host")),
                                        .rank = read_integer(json_object_get(data, "rank"), -1),
                                        .process = read_integer(json_object_get(data, "process"), 0),
                                        .start = read_integer(json_object_get(data, "start"), 0),
                                        .monotonic = read_integer(json_object_get(data, "monotonic"), 0)};
  const int64_t most = INT64_MAX / 4; /* the year 2043; sums do not overflow */
  if (trace.start < 0 || trace.start > most || trace.monotonic < 0 || trace.monotonic > most)
    trace.start = 0;
  CLEAVE_APPEND(arena, timeline->traces, timeline->trace_count, trace);
}

static const char *read_root(const json_t *root, struct cleave_arena *arena,
                             struct cleave_timeline *timeline) {
  const json_t *data = json_object_get(root, "otherData");
  const json_t *events = json_object_get(root, "traceEvents");
  const char *format = json_string_value(json_object_get(data, "format"));
  const char *clock = json_string_value(json_object_get(data, "clock"));
  const json_t *dropped = json_object_get(data, "dropped");
  if (!format || strncmp(format, "cleave trace ", 13) || !json_is_array(events))
    return "it is JSON, but not a trace of cleave; CLEAVE_TRACE=FILE makes a program write one";
  if (!strcmp(format, CLEAVE_TRACE_FORMAT_MERGED))
    return "it was merged for viewers; name the traces that it was made from";
  if (strcmp(format, CLEAVE_TRACE_FORMAT))
    return cleave_arena_format(arena, "it is in the form '%s', and this command reads '%s'", format,
                               CLEAVE_TRACE_FORMAT);
  read_process(data, arena, timeline);
  timeline->measured = clock && !strcmp(clock, "device");
  timeline->dropped = json_is_integer(dropped) ? (uint64_t)json_integer_value(dropped) : 0;
  for (size_t i = 0; i < json_array_size(events); i++)
    if (!read_event(json_array_get(events, i), arena, timeline))
      return cleave_arena_format(arena, "event %zu is not an event of cleave", i + 1);
  if (timeline->event_count)
    qsort(timeline->events, timeline->event_count, sizeof *timeline->events, by_begin);
  sort_lanes(timeline, arena);
  return NULL;
}

const char *cleave_timeline_read(const char *text, size_t length, struct cleave_arena *arena,
                                 struct cleave_timeline *timeline) {
  *timeline = (struct cleave_timeline){0};
  if (!length)
    return "it is empty: a trace is written when the program ends, and not if it crashes or is killed "
           "by SIGKILL";
  json_error_t error;
  json_t *root = json_loadb(text, length, 0, &error);
  if (!root)
    return cleave_arena_format(arena, "it is not valid JSON, or is truncated: line %d: %s", error.line,
                               error.text);
  const char *wrong = read_root(root, arena, timeline);
  json_decref(root);
  return wrong;
}
