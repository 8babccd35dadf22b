/* FILE: lib/timeline/summary.c
 * WHAT: summarizes a timeline and prints the summary.
 */
#include <stdlib.h>
#include <string.h>

#include "model/text.h"
#include "timeline/timeline.h"

static bool is_transfer(enum cleave_trace_kind kind) {
  return kind == CLEAVE_TRACE_TO_DEVICE || kind == CLEAVE_TRACE_FROM_DEVICE ||
         kind == CLEAVE_TRACE_BETWEEN_DEVICES;
}

static void add(struct cleave_timeline_sum *sums, const struct cleave_timeline_event *event) {
  struct cleave_timeline_sum *sum = &sums[event->kind];
  sum->count++;
  sum->bytes += event->bytes;
  sum->time += event->time.end - event->time.begin;
}

/* The orders by which events are grouped: by name, and by place. */
static int by_name(const void *a, const void *b) {
  const struct cleave_timeline_event *left = *(struct cleave_timeline_event *const *)a;
  const struct cleave_timeline_event *right = *(struct cleave_timeline_event *const *)b;
  return strcmp(left->name, right->name);
}

static int by_place(const void *a, const void *b) {
  const struct cleave_timeline_event *left = *(struct cleave_timeline_event *const *)a;
  const struct cleave_timeline_event *right = *(struct cleave_timeline_event *const *)b;
  const int order = strcmp(left->file, right->file);
  return order ? order : (left->line > right->line) - (left->line < right->line);
}

static int by_time(const void *a, const void *b) {
  const struct cleave_timeline_group *left = a, *right = b;
  if (left->time != right->time)
    return left->time > right->time ? -1 : 1;
  const int order = strcmp(left->name, right->name);
  return order ? order : (left->line > right->line) - (left->line < right->line);
}

/* Groups the COUNT events at PICKED into GROUPS: events that COMPARE finds equal. */
static size_t make_groups(struct cleave_timeline_event **picked, size_t count,
                          int (*compare)(const void *, const void *), struct cleave_timeline_group **groups,
                          struct cleave_arena *arena) {
  size_t made = 0;
  if (count)
    qsort(picked, count, sizeof *picked, compare);
  for (size_t i = 0; i < count; i++) {
    if (!i || compare(&picked[i - 1], &picked[i])) {
      struct cleave_timeline_group group = {.name = picked[i]->name};
      if (compare == by_place) {
        group.name = picked[i]->file;
        group.line = picked[i]->line;
      }
      CLEAVE_APPEND(arena, *groups, made, group);
    }
    struct cleave_timeline_group *group = &(*groups)[made - 1];
    add(group->sums, picked[i]);
    if (is_transfer(picked[i]->kind) || picked[i]->kind == CLEAVE_TRACE_KERNEL ||
        picked[i]->kind == CLEAVE_TRACE_WAIT)
      group->time += picked[i]->time.end - picked[i]->time.begin;
  }
  if (made)
    qsort(*groups, made, sizeof **groups, by_time);
  return made;
}

static struct cleave_interval *allocate_intervals(struct cleave_arena *arena, size_t count) {
  return cleave_arena_allocate(arena, (count + 1) * sizeof(struct cleave_interval));
}

/* Sums of each process: a kernel of one process hides no transfer of another one. */
static void sum_up_parts(const struct cleave_timeline *timeline, struct cleave_arena *arena,
                         struct cleave_timeline_summary *summary) {
  const size_t traces = timeline->trace_count, count = timeline->event_count;
  struct cleave_interval *transfers = allocate_intervals(arena, count);
  struct cleave_interval *kernels = allocate_intervals(arena, count);
  size_t *ends = cleave_arena_allocate(arena, (traces + 2) * sizeof *ends);
  const struct cleave_timeline_event **events = cleave_arena_allocate(arena, (count + 1) * sizeof *events);
  summary->parts = cleave_arena_allocate(arena, (traces + 1) * sizeof *summary->parts);
  for (size_t i = 0; i < count; i++)
    ends[timeline->events[i].trace + 2]++;
  for (size_t i = 2; i < traces + 2; i++)
    ends[i] += ends[i - 1];
  for (size_t i = 0; i < count; i++)
    events[ends[timeline->events[i].trace + 1]++] = &timeline->events[i];
  for (size_t t = 0; t < traces; t++) {
    struct cleave_timeline_part *part = &summary->parts[t];
    size_t transfer_count = 0, kernel_count = 0;
    for (size_t i = ends[t]; i < ends[t + 1]; i++) {
      add(part->sums, events[i]);
      if (is_transfer(events[i]->kind))
        transfers[transfer_count++] = events[i]->time;
      else if (events[i]->kind == CLEAVE_TRACE_KERNEL)
        kernels[kernel_count++] = events[i]->time;
    }
    transfer_count = cleave_intervals_join(transfers, transfer_count);
    kernel_count = cleave_intervals_join(kernels, kernel_count);
    part->transfer_time = cleave_intervals_length(transfers, transfer_count);
    part->kernel_time = cleave_intervals_length(kernels, kernel_count);
    part->hidden_time = cleave_intervals_overlap(transfers, transfer_count, kernels, kernel_count);
    summary->transfer_time += part->transfer_time;
    summary->kernel_time += part->kernel_time;
    summary->hidden_time += part->hidden_time;
  }
}

void cleave_timeline_sum_up(const struct cleave_timeline *timeline, struct cleave_arena *arena,
                            struct cleave_timeline_summary *summary) {
  const size_t count = timeline->event_count;
  struct cleave_timeline_event **picked = cleave_arena_allocate(arena, (count + 1) * sizeof *picked);
  size_t variables = 0, lines = 0;
  *summary = (struct cleave_timeline_summary){0};
  sum_up_parts(timeline, arena, summary);
  for (size_t i = 0; i < count; i++) {
    struct cleave_timeline_event *event = &timeline->events[i];
    add(summary->sums, event);
    summary->unfinished += event->unfinished;
    if (!i)
      summary->whole = event->time;
    if (event->time.end > summary->whole.end)
      summary->whole.end = event->time.end;
    if (is_transfer(event->kind)) {
      picked[variables++] = event;
      /* Without debug information it is an address. */
      summary->has_variables |= strncmp(event->name, "0x", 2) && *event->name != '(';
    }
  }
  summary->variable_count = make_groups(picked, variables, by_name, &summary->variables, arena);
  for (size_t i = 0; i < count; i++)
    if (timeline->events[i].line && timeline->events[i].kind != CLEAVE_TRACE_CONSTRUCT)
      picked[lines++] = &timeline->events[i];
  summary->line_count = make_groups(picked, lines, by_place, &summary->lines, arena);
}

double cleave_timeline_hidden_percent(const struct cleave_timeline_summary *summary) {
  return summary->transfer_time ? 100.0 * (double)summary->hidden_time / (double)summary->transfer_time : 0;
}

const char *cleave_timeline_time(struct cleave_arena *arena, int64_t time) {
  if (time < 1000)
    return cleave_arena_format(arena, "%d ns", (int)time);
  if (time < 1000000)
    return cleave_arena_format(arena, "%.2f us", (double)time / 1e3);
  if (time < 1000000000)
    return cleave_arena_format(arena, "%.2f ms", (double)time / 1e6);
  return cleave_arena_format(arena, "%.3f s", (double)time / 1e9);
}

const char *cleave_timeline_bytes(struct cleave_arena *arena, uint64_t bytes) {
  static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024)
    return cleave_arena_format(arena, "%d B", (int)bytes);
  double value = (double)bytes / 1024;
  size_t unit = 0;
  for (; value >= 1024 && unit < 5; unit++)
    value /= 1024;
  return cleave_arena_format(arena, "%.2f %s", value, units[unit]);
}

static void print_sums(const struct cleave_timeline_summary *summary, struct cleave_text *out) {
  cleave_text_format(out, "  %-16s %8s %12s %16s %12s\n", "", "count", "size", "bytes", "time");
  for (int kind = 0; kind < CLEAVE_TRACE_KINDS; kind++) {
    const struct cleave_timeline_sum *sum = &summary->sums[kind];
    if (!sum->count)
      continue;
    const unsigned long long bytes = sum->bytes;
    cleave_text_format(out, "  %-16s %8zu %12s %16s %12s\n", cleave_trace_kind_name(kind), sum->count,
                       bytes ? cleave_timeline_bytes(out->arena, bytes) : "",
                       bytes ? cleave_arena_format(out->arena, "%llu", bytes) : "",
                       cleave_timeline_time(out->arena, sum->time));
  }
}

enum { MAX_ROWS = 20 };

/* The label of a line: its file, or ? if that is not known, and its number. */
static const char *label_of(struct cleave_arena *arena, const struct cleave_timeline_group *group) {
  const char *file = *group->name ? group->name : "?";
  return group->line ? cleave_arena_format(arena, "%s:%u", file, group->line) : group->name;
}

/* The width of the first column of the rows that are printed. */
static int label_width(struct cleave_arena *arena, const struct cleave_timeline_group *groups, size_t count) {
  size_t width = 16;
  for (size_t i = 0; i < count && i < MAX_ROWS; i++) {
    const size_t length = strlen(label_of(arena, &groups[i]));
    width = length > width ? length : width;
  }
  return width < 80 ? (int)width : 80;
}

static void print_variables(const struct cleave_timeline_summary *summary, struct cleave_text *out) {
  if (!summary->variable_count)
    return;
  const int width = label_width(out->arena, summary->variables, summary->variable_count);
  cleave_text_format(out, "\n  %-*s %11s %11s %12s %12s %10s\n", width, "variable", "to device",
                     "from device", "bytes to", "bytes from", "time");
  for (size_t i = 0; i < summary->variable_count && i < MAX_ROWS; i++) {
    const struct cleave_timeline_group *group = &summary->variables[i];
    const struct cleave_timeline_sum *to = &group->sums[CLEAVE_TRACE_TO_DEVICE];
    const struct cleave_timeline_sum *from = &group->sums[CLEAVE_TRACE_FROM_DEVICE];
    cleave_text_format(out, "  %-*s %11zu %11zu %12llu %12llu %10s\n", width, label_of(out->arena, group),
                       to->count, from->count, (unsigned long long)to->bytes, (unsigned long long)from->bytes,
                       cleave_timeline_time(out->arena, group->time));
  }
  if (summary->variable_count > MAX_ROWS)
    cleave_text_format(out, "  ... and %zu more\n", summary->variable_count - MAX_ROWS);
}

static void print_traces(const struct cleave_timeline *timeline,
                         const struct cleave_timeline_summary *summary, struct cleave_text *out) {
  const struct cleave_timeline_trace *traces = timeline->traces;
  size_t width = 16, longest = 0, shortest = 0;
  bool one_host = true;
  if (timeline->trace_count < 2)
    return;
  for (size_t i = 0; i < timeline->trace_count; i++) {
    const size_t length = strlen(traces[i].name);
    width = i < MAX_ROWS && length > width ? length : width;
    longest = summary->parts[i].kernel_time > summary->parts[longest].kernel_time ? i : longest;
    shortest = summary->parts[i].kernel_time < summary->parts[shortest].kernel_time ? i : shortest;
    one_host &= !strcmp(traces[i].host, traces[0].host);
  }
  cleave_text_format(out, "\n  %-*s %10s %10s %10s %10s %12s %10s %8s\n", (int)width, "process", "kernels",
                     "time", "transfers", "time", "bytes", "waiting", "overlap");
  for (size_t i = 0; i < timeline->trace_count && i < MAX_ROWS; i++) {
    const struct cleave_timeline_part *part = &summary->parts[i];
    size_t transfers = 0;
    uint64_t bytes = 0;
    for (int kind = 0; kind < CLEAVE_TRACE_KINDS; kind++)
      if (is_transfer((enum cleave_trace_kind)kind)) {
        transfers += part->sums[kind].count;
        bytes += part->sums[kind].bytes;
      }
    cleave_text_format(
        out, "  %-*s %10zu %10s %10zu %10s %12llu %10s %6.1f %%\n", (int)width, traces[i].name,
        part->sums[CLEAVE_TRACE_KERNEL].count, cleave_timeline_time(out->arena, part->kernel_time), transfers,
        cleave_timeline_time(out->arena, part->transfer_time), (unsigned long long)bytes,
        cleave_timeline_time(out->arena, part->sums[CLEAVE_TRACE_WAIT].time),
        part->transfer_time ? 100.0 * (double)part->hidden_time / (double)part->transfer_time : 0);
  }
  if (timeline->trace_count > MAX_ROWS)
    cleave_text_format(out, "  ... and %zu more\n", timeline->trace_count - MAX_ROWS);
  cleave_text_format(
      out, "  time of kernels: least %s in %s, most %s in %s\n",
      cleave_timeline_time(out->arena, summary->parts[shortest].kernel_time), traces[shortest].name,
      cleave_timeline_time(out->arena, summary->parts[longest].kernel_time), traces[longest].name);
  cleave_text_add(out, one_host ? "  clock: that of one machine\n"
                                : "  clocks: one of each machine; the timeline contains their difference\n");
}

static void print_lines(const struct cleave_timeline_summary *summary, struct cleave_text *out) {
  if (!summary->line_count)
    return;
  const int width = label_width(out->arena, summary->lines, summary->line_count);
  cleave_text_format(out, "\n  %-*s %10s %10s %10s %10s %10s\n", width, "line", "kernels", "time",
                     "transfers", "time", "waiting");
  for (size_t i = 0; i < summary->line_count && i < MAX_ROWS; i++) {
    const struct cleave_timeline_group *group = &summary->lines[i];
    const struct cleave_timeline_sum *kernels = &group->sums[CLEAVE_TRACE_KERNEL];
    size_t transfers = 0;
    int64_t time = 0;
    for (int kind = 0; kind < CLEAVE_TRACE_KINDS; kind++)
      if (is_transfer((enum cleave_trace_kind)kind)) {
        transfers += group->sums[kind].count;
        time += group->sums[kind].time;
      }
    cleave_text_format(out, "  %-*s %10zu %10s %10zu %10s %10s\n", width, label_of(out->arena, group),
                       kernels->count, cleave_timeline_time(out->arena, kernels->time), transfers,
                       cleave_timeline_time(out->arena, time),
                       cleave_timeline_time(out->arena, group->sums[CLEAVE_TRACE_WAIT].time));
  }
  if (summary->line_count > MAX_ROWS)
    cleave_text_format(out, "  ... and %zu more\n", summary->line_count - MAX_ROWS);
}

void cleave_timeline_print(const struct cleave_timeline *timeline,
                           const struct cleave_timeline_summary *summary, const char *title,
                           struct cleave_text *out) {
  cleave_text_format(out, "%s: %zu events in %s; %s\n", title, timeline->event_count,
                     cleave_timeline_time(out->arena, summary->whole.end - summary->whole.begin),
                     timeline->measured ? "times of kernels and transfers are the device's"
                                        : "times are those of the host's calls");
  print_sums(summary, out);
  if (summary->transfer_time)
    cleave_text_format(out, "  overlap %.1f %%: a kernel runs during %s of the %s of transfers\n",
                       cleave_timeline_hidden_percent(summary),
                       cleave_timeline_time(out->arena, summary->hidden_time),
                       cleave_timeline_time(out->arena, summary->transfer_time));
  print_traces(timeline, summary, out);
  print_variables(summary, out);
  print_lines(summary, out);
  if (summary->variable_count && !summary->has_variables)
    cleave_text_add(out, "\n  To see variables and files, compile with -gline-directives-only, or "
                         "with -g.\n");
  if (summary->unfinished)
    cleave_text_format(out, "\n  %zu events had not ended when the program ended.\n", summary->unfinished);
  if (timeline->dropped)
    cleave_text_format(out, "\n  %llu further events were not recorded: the buffer was full.\n",
                       (unsigned long long)timeline->dropped);
}
