/* FILE: lib/timeline/timeline.h
 * WHAT: what a trace that libcleave wrote (CLEAVE_TRACE) tells: read, summed up, and drawn.
 *
 *   read.c       the file, checked
 *   intervals.c  times that overlap
 *   summary.c    sums for all, by variable and by line
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

/* From BEGIN to END, in ns; END is not part of it. */
struct cleave_interval {
  int64_t begin, end;
};

struct cleave_timeline_event {
  enum cleave_trace_kind kind;
  const char *name;
  const char *file; /* "" if not known */
  uint32_t line;    /* 0 if not known */
  int32_t device;   /* -1: none */
  uint64_t bytes;
  size_t lane;
  struct cleave_interval time;
  bool unfinished; /* under way when the program ended */
};

/* A thread of the host, or a stream of a device. */
struct cleave_timeline_lane {
  int64_t process, thread; /* as the file numbers them */
  const char *name;        /* "host thread 1", "device 0 stream 2" */
};

struct cleave_timeline {
  struct cleave_timeline_event *events; /* by begin */
  size_t event_count;
  struct cleave_timeline_lane *lanes; /* by process and thread */
  size_t lane_count;
  uint64_t dropped; /* events that the recorder had no room for */
  bool measured;    /* times of kernels and transfers are the device's, not those of the host's calls */
};

/* Reads the trace of LENGTH bytes at TEXT into TIMELINE, which lives in ARENA. Returns NULL, or one
 * line for the user that says what is wrong with it. */
const char *cleave_timeline_read(const char *text, size_t length, struct cleave_arena *arena,
                                 struct cleave_timeline *timeline);

/* Sorts the COUNT intervals and joins those that overlap or touch; empty ones vanish. Returns how many
 * are left. */
size_t cleave_intervals_join(struct cleave_interval *intervals, size_t count);

/* The sum of the lengths of joined intervals. */
int64_t cleave_intervals_length(const struct cleave_interval *intervals, size_t count);

/* For how long one of A and one of B are at the same time; both joined. */
int64_t cleave_intervals_overlap(const struct cleave_interval *a, size_t a_count,
                                 const struct cleave_interval *b, size_t b_count);

/* Events of one kind, or of several. */
struct cleave_timeline_sum {
  size_t count;
  uint64_t bytes;
  int64_t time; /* of all, one after the other */
};

/* What belongs to one variable, or one line of the source. */
struct cleave_timeline_group {
  const char *name; /* variable; of a line: the file, "" if not known */
  uint32_t line;    /* 0: of a variable */
  struct cleave_timeline_sum sums[CLEAVE_TRACE_KINDS];
  int64_t time; /* of transfers, kernels and waits */
};

struct cleave_timeline_summary {
  struct cleave_interval whole; /* from the first event's begin to the last one's end */
  struct cleave_timeline_sum sums[CLEAVE_TRACE_KINDS];
  int64_t transfer_time, kernel_time; /* in which at least one is under way */
  int64_t hidden_time;                /* of transfer_time: at least one kernel is under way, too */
  size_t unfinished;
  bool has_variables;
  struct cleave_timeline_group *variables, *lines; /* the longest time first */
  size_t variable_count, line_count;
};

/* Sums TIMELINE up; what SUMMARY points at lives in ARENA. */
void cleave_timeline_sum_up(const struct cleave_timeline *timeline, struct cleave_arena *arena,
                            struct cleave_timeline_summary *summary);

/* The share of the time of transfers in which a kernel runs, in percent; 0 without transfers. */
double cleave_timeline_hidden_percent(const struct cleave_timeline_summary *summary);

struct cleave_text;

/* What a person wants to read. TITLE names the trace. */
void cleave_timeline_print(const struct cleave_timeline *timeline,
                           const struct cleave_timeline_summary *summary, const char *title,
                           struct cleave_text *out);

/* Draws the timeline in lines of WIDTH columns; in ASCII unless UNICODE. */
void cleave_timeline_draw(const struct cleave_timeline *timeline,
                          const struct cleave_timeline_summary *summary, size_t width, bool unicode,
                          struct cleave_text *out);

/* Draws the timeline as an SVG picture. */
void cleave_timeline_picture(const struct cleave_timeline *timeline,
                             const struct cleave_timeline_summary *summary, const char *title,
                             struct cleave_text *out);

/* A time in ns in the unit that suits it: "1.25 ms". */
const char *cleave_timeline_time(struct cleave_arena *arena, int64_t time);

/* A number of bytes in the unit that suits it: "4.00 MiB". */
const char *cleave_timeline_bytes(struct cleave_arena *arena, uint64_t bytes);

#endif
