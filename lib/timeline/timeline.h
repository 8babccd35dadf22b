/* FILE: lib/timeline/timeline.h
 * WHAT: reads, summarizes and draws a trace of libcleave (CLEAVE_TRACE).
 *
 *   read.c       reads and validates the file
 *   intervals.c  overlap of intervals
 *   summary.c    sums in total, by variable and by line
 *   terminal.c   the timeline in characters
 *   svg.c        the timeline as a picture
 */
#ifndef CLEAVE_TIMELINE_TIMELINE_H
#define CLEAVE_TIMELINE_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "model/arena.h"
#include "model/trace_kinds.h"

/* BEGIN <= time < END, in ns. */
struct cleave_interval {
  int64_t begin, end;
};

struct cleave_timeline_event {
  enum cleave_trace_kind kind;
  const char *name;
  const char *file; /* "" if unknown */
  uint32_t line;    /* 0 if unknown */
  int32_t device;   /* -1: none */
  uint64_t bytes;
  size_t lane;
  struct cleave_interval time;
  bool unfinished; /* in progress at program exit */
};

/* A thread of the host, or a stream of a device. */
struct cleave_timeline_lane {
  int64_t process, thread; /* as in the file */
  const char *name;        /* "host thread 1", "device 0 stream 2" */
};

struct cleave_timeline {
  struct cleave_timeline_event *events; /* sorted by begin */
  size_t event_count;
  struct cleave_timeline_lane *lanes; /* sorted by process and thread */
  size_t lane_count;
  uint64_t dropped; /* number of events that the recorder dropped */
  bool measured;    /* times of kernels and transfers are device times, not those of host calls */
};

/* Reads the trace of LENGTH bytes at TEXT into TIMELINE, which points into ARENA. Returns NULL on success, or
 * an error message of one line. */
const char *cleave_timeline_read(const char *text, size_t length, struct cleave_arena *arena,
                                 struct cleave_timeline *timeline);

/* Sorts COUNT intervals, merges those that overlap or touch, and removes empty ones. Returns the new count.
 */
size_t cleave_intervals_join(struct cleave_interval *intervals, size_t count);

/* Returns the total length of joined intervals, in ns. */
int64_t cleave_intervals_length(const struct cleave_interval *intervals, size_t count);

/* Returns the length of the intersection of A and B, in ns; both must be joined. */
int64_t cleave_intervals_overlap(const struct cleave_interval *a, size_t a_count,
                                 const struct cleave_interval *b, size_t b_count);

/* Events of one kind, or of several. */
struct cleave_timeline_sum {
  size_t count;
  uint64_t bytes;
  int64_t time; /* sum of durations, in ns */
};

/* The events of one variable, or of one source line. */
struct cleave_timeline_group {
  const char *name; /* the variable; of a line: the file, "" if unknown */
  uint32_t line;    /* 0 for a variable */
  struct cleave_timeline_sum sums[CLEAVE_TRACE_KINDS];
  int64_t time; /* of transfers, kernels and waits, in ns */
};

struct cleave_timeline_summary {
  struct cleave_interval whole; /* from the first begin to the last end */
  struct cleave_timeline_sum sums[CLEAVE_TRACE_KINDS];
  int64_t transfer_time, kernel_time; /* during which at least one is in progress, in ns */
  int64_t hidden_time; /* the part of transfer_time during which a kernel is in progress, in ns */
  size_t unfinished;
  bool has_variables;
  struct cleave_timeline_group *variables, *lines; /* sorted by time, descending */
  size_t variable_count, line_count;
};

/* Summarizes TIMELINE in SUMMARY, which points into ARENA. */
void cleave_timeline_sum_up(const struct cleave_timeline *timeline, struct cleave_arena *arena,
                            struct cleave_timeline_summary *summary);

/* Returns the share of transfer_time that overlaps a kernel, in percent; 0 without transfers. */
double cleave_timeline_hidden_percent(const struct cleave_timeline_summary *summary);

struct cleave_text;

/* Prints the summary as text. TITLE names the trace. */
void cleave_timeline_print(const struct cleave_timeline *timeline,
                           const struct cleave_timeline_summary *summary, const char *title,
                           struct cleave_text *out);

/* Draws the timeline in lines of WIDTH columns; in ASCII if UNICODE is false. */
void cleave_timeline_draw(const struct cleave_timeline *timeline,
                          const struct cleave_timeline_summary *summary, size_t width, bool unicode,
                          struct cleave_text *out);

/* Draws the timeline as an SVG picture. */
void cleave_timeline_picture(const struct cleave_timeline *timeline,
                             const struct cleave_timeline_summary *summary, const char *title,
                             struct cleave_text *out);

/* Formats a time in ns with a suitable unit: "1.25 ms". ARENA owns the string. */
const char *cleave_timeline_time(struct cleave_arena *arena, int64_t time);

/* Formats a number of bytes with a suitable unit: "4.00 MiB". ARENA owns the string. */
const char *cleave_timeline_bytes(struct cleave_arena *arena, uint64_t bytes);

#endif
