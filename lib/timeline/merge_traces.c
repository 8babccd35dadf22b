/* FILE: lib/timeline/merge_traces.c
 * WHAT: puts the traces of several processes together: one timeline, and one file for Perfetto.
 *
 * Each trace counts its times from its own begin, whose time it states by the wall clock and by the monotonic clock. All processes of
 * a machine have the same monotonic clock. So times of one machine are exact, and those of another machine are as exact as
 * the two wall clocks agree.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "timeline/timeline.h"

/* Digits of a time in us that keep its ns for some days. */
enum { DIGITS = 15 };

static int compare_numbers(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* By rank. Processes without a rank come first. */
static int by_rank(const void *a, const void *b) {
  const struct cleave_timeline *left = *(struct cleave_timeline *const *)a,
                               *right = *(struct cleave_timeline *const *)b;
  const struct cleave_timeline_trace *one = left->traces, *other = right->traces;
  int order = compare_numbers(one->rank, other->rank);
  order = order ? order : strcmp(one->host, other->host);
  order = order ? order : compare_numbers(one->process, other->process);
  return order ? order : compare_numbers((int64_t)one->source, (int64_t)other->source);
}

static int by_begin(const void *a, const void *b) {
  const struct cleave_timeline_event *left = a, *right = b;
  const int order = compare_numbers(left->time.begin, right->time.begin);
  return order ? order : compare_numbers((int64_t)left->lane, (int64_t)right->lane);
}

/* The begin of PART's trace in ns of the wall clock of its machine. The first trace of a machine relates the two clocks. */
static int64_t find_start(const struct cleave_timeline *const *parts, const struct cleave_timeline *part) {
  const struct cleave_timeline_trace *trace = part->traces;
  while (strcmp((*parts)->traces->host, trace->host))
    parts++;
  return (*parts)->traces->start + trace->monotonic - (*parts)->traces->monotonic;
}

static void add_part(struct cleave_timeline *merged, const struct cleave_timeline *part, int64_t offset,
                     struct cleave_arena *arena) {
  const size_t index = merged->trace_count++, first_lane = merged->lane_count;
  struct cleave_timeline_trace *trace = &merged->traces[index];
  *trace = *part->traces;
  trace->offset = offset;
  trace->name = trace->rank < 0
                    ? cleave_arena_format(arena, "process %" PRId64 " (%s)", trace->process, trace->host)
                    : cleave_arena_format(arena, "rank %" PRId64 " (%s)", trace->rank, trace->host);
  for (size_t i = 0; i < part->lane_count; i++) {
    struct cleave_timeline_lane lane = part->lanes[i];
    lane.trace = index;
    lane.name = cleave_arena_format(arena, "%s %s", trace->name, lane.name);
    CLEAVE_APPEND(arena, merged->lanes, merged->lane_count, lane);
  }
  for (size_t i = 0; i < part->event_count; i++) {
    struct cleave_timeline_event *event = &merged->events[merged->event_count++];
    *event = part->events[i];
    event->trace = index;
    event->lane += first_lane;
    event->time.begin += offset;
    event->time.end += offset;
  }
  merged->dropped += part->dropped;
  merged->measured |= part->measured;
}

const char *cleave_timeline_merge(const struct cleave_timeline *parts, size_t count,
                                  struct cleave_arena *arena, struct cleave_timeline *merged) {
  const struct cleave_timeline **sorted = cleave_arena_allocate(arena, (count + 1) * sizeof *sorted);
  int64_t *starts = cleave_arena_allocate(arena, (count + 1) * sizeof *starts), first = INT64_MAX;
  size_t events = 0;
  for (size_t i = 0; i < count; i++) {
    sorted[i] = &parts[i];
    events += parts[i].event_count;
    if (!parts[i].traces->start)
      return "one of them does not state when it began; record it again with this version of cleave";
  }
  qsort(sorted, count, sizeof(struct cleave_timeline *), by_rank);
  for (size_t i = 0; i < count; i++) {
    starts[i] = find_start(sorted, sorted[i]);
    first = starts[i] < first ? starts[i] : first;
  }
  *merged =
      (struct cleave_timeline){.events = cleave_arena_allocate(arena, (events + 1) * sizeof *merged->events),
                               .traces = cleave_arena_allocate(arena, count * sizeof *merged->traces)};
  for (size_t i = 0; i < count; i++)
    add_part(merged, sorted[i], starts[i] - first, arena);
  if (merged->event_count)
    qsort(merged->events, merged->event_count, sizeof *merged->events, by_begin);
  return NULL;
}

/* The numbers of processes in the file: those of trace N begin with N times the result. */
static int64_t processes_per_trace(const struct cleave_timeline *merged) {
  int64_t most = 99;
  for (size_t i = 0; i < merged->lane_count; i++)
    most = merged->lanes[i].process > most ? merged->lanes[i].process : most;
  return most + 1;
}

/* Adds TRACE's name, offset and number to EVENT, an element of "traceEvents". */
static void change_event(json_t *event, const struct cleave_timeline_trace *trace, int64_t first_process) {
  const json_int_t process = json_integer_value(json_object_get(event, "pid"));
  const char *name = json_string_value(json_object_get(event, "name"));
  json_t *arguments = json_object_get(event, "args"), *time = json_object_get(event, "ts");
  json_object_set_new(event, "pid", json_integer(first_process + process));
  if (time)
    json_object_set_new(event, "ts", json_real(json_number_value(time) + (double)trace->offset / 1000));
  else if (name && !strcmp(name, "process_name"))
    json_object_set_new(
        arguments, "name",
        json_sprintf("%s %s", trace->name, json_string_value(json_object_get(arguments, "name"))));
  else if (name && !strcmp(name, "process_sort_index"))
    json_object_set_new(arguments, "sort_index", json_integer(first_process));
}

static bool write_events(FILE *out, const char *text, size_t length,
                         const struct cleave_timeline_trace *trace, int64_t first_process, bool *any) {
  json_t *root = json_loadb(text, length, 0, NULL), *event;
  size_t index;
  bool well = root;
  json_array_foreach(json_object_get(root, "traceEvents"), index, event) {
    change_event(event, trace, first_process);
    fputs(*any ? ",\n" : "\n", out);
    *any = true;
    well &= !json_dumpf(event, out, JSON_COMPACT | JSON_REAL_PRECISION(DIGITS));
  }
  json_decref(root);
  return well;
}

bool cleave_timeline_write(FILE *out, const struct cleave_timeline *merged, const char *const *texts,
                           const size_t *lengths) {
  const int64_t processes = processes_per_trace(merged);
  bool well = true, any = false;
  fputs("{\"otherData\":{\"format\":\"" CLEAVE_TRACE_FORMAT_MERGED "\"},\n\"displayTimeUnit\":\"ns\",\n"
        "\"traceEvents\":[",
        out);
  for (size_t i = 0; i < merged->trace_count; i++) {
    const struct cleave_timeline_trace *trace = &merged->traces[i];
    well &=
        write_events(out, texts[trace->source], lengths[trace->source], trace, (int64_t)i * processes, &any);
  }
  fputs("\n]}\n", out);
  return well && !fflush(out) && !ferror(out);
}
