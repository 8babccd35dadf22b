/* FILE: lib/timeline/timeline.h
 * WHAT: reads, summarizes and draws a trace of libcleave (CLEAVE_TRACE).
 *
 *   read.c       reads and validates the file
 *   merge_traces.c  the traces of several processes as one
 *   intervals.c  overlap of intervals
 *   summary.c    sums in total, by variable and by line
 *   advice.c     transfers for nothing, and the directives that avoid them
 *   advice_text.c  the same as text
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
  size_t trace, lane;
  struct cleave_interval time;
  bool unfinished;    /* in progress at program exit */
  uint64_t host;      /* address of the object on the host; 0 if unknown */
  uint64_t operation; /* number of the copy, also in the work of the device for it; 0: none */
  uint64_t content;   /* hash of the data of a copy; 0 if unknown */
  const char *calls;  /* "main > step": functions that called the construct of a copy; "" if unknown */
};

/* A thread of the host, or a stream of a device. */
struct cleave_timeline_lane {
  int64_t process, thread; /* as in the file */
  size_t trace;
  const char
      *name; /* "host thread 1", "device 0 stream 2"; after the name of the trace, if there are several */
};

/* The process that wrote a trace. */
struct cleave_timeline_trace {
  const char *name; /* "rank 3 (host)", "process 1234 (host)"; "" if there is only one trace */
  const char *host; /* "" if unknown */
  int64_t rank;     /* in its job; -1: none */
  int64_t process;
  int64_t start,
      monotonic;  /* its begin in ns of the wall clock, 0: unknown, and of the machine's monotonic clock */
  int64_t offset; /* ns that were added to its times */
  size_t source;  /* its index before the merge */
};

struct cleave_timeline {
  struct cleave_timeline_event *events; /* sorted by begin */
  size_t event_count;
  struct cleave_timeline_lane *lanes; /* sorted by trace, process and thread */
  size_t lane_count;
  struct cleave_timeline_trace *traces; /* sorted by rank */
  size_t trace_count;
  uint64_t dropped; /* number of events that the recorder dropped */
  bool measured;    /* times of kernels and transfers are device times, not those of host calls */
};

/* Reads the trace of LENGTH bytes at TEXT into TIMELINE, which points into ARENA. Returns NULL on success, or
 * an error message of one line. */
const char *cleave_timeline_read(const char *text, size_t length, struct cleave_arena *arena,
                                 struct cleave_timeline *timeline);

/* Puts the traces of COUNT processes, at least one, together in MERGED, which points into ARENA and PARTS; times begin with that of
 * the first trace. Each of PARTS has one trace. Returns NULL on success, or an error message of one line. */
const char *cleave_timeline_merge(const struct cleave_timeline *parts, size_t count,
                                  struct cleave_arena *arena, struct cleave_timeline *merged);

/* Writes MERGED as one file for viewers of traces. TEXTS are the traces, in the order in which they were read. Returns false, with
 * errno set, if that fails. */
bool cleave_timeline_write(FILE *out, const struct cleave_timeline *merged, const char *const *texts,
                           const size_t *lengths);

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

/* The events of one trace. */
struct cleave_timeline_part {
  struct cleave_timeline_sum sums[CLEAVE_TRACE_KINDS];
  int64_t transfer_time, kernel_time, hidden_time; /* see struct cleave_timeline_summary */
};

struct cleave_timeline_summary {
  struct cleave_interval whole; /* from the first begin to the last end */
  struct cleave_timeline_sum sums[CLEAVE_TRACE_KINDS];
  int64_t transfer_time,
      kernel_time; /* during which at least one is in progress in a process, in ns: the sum over the processes */
  int64_t
      hidden_time; /* the part of transfer_time during which a kernel of the process is in progress, in ns */
  struct cleave_timeline_part *parts; /* of each trace */
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

/* Objects that are copied alike: under the same names, at the same lines, called by the same functions. */
struct cleave_timeline_advice {
  const char **items; /* the list items by which constructs name them; the first one first */
  size_t item_count;
  const char **places; /* "heat.c:28": the directives that copy them, in order of their first copy */
  size_t place_count;
  size_t objects; /* how many they are */
  uint64_t bytes; /* of one of them */
  int32_t device;
  const char *
      function; /* the innermost function that called all these directives, as in the symbol table; "" if unknown */
  const char *caller; /* the function that called it, if all copies have the same calls; otherwise "" */
  /* What one copy to the device before all these regions, and one copy back after them, would save: */
  struct cleave_timeline_sum
      again; /* copies to the device of data that the host has not changed since the last copy */
  struct cleave_timeline_sum unchanged; /* copies back of data that kernels have not changed */
  struct cleave_timeline_sum memory;    /* allocations and releases on the device */
  struct cleave_timeline_sum
      back; /* other copies back but the last, unless the host reads the data between them */
  size_t
      unwritten; /* copies in `again` after a copy to the device: the saving assumes that no kernel wrote the data */
  size_t new_content; /* copies to the device, but the first, of data that the host has changed */
  /* The item by which each object is first named: of objects that are first copied to the device, and of the others. */
  const char **copied_items, **allocated_items;
  size_t copied_count, allocated_count;
  bool ends_with_copy; /* kernels change the data */
  bool once;           /* copied in each direction at most once: a change of the map type is enough */
};

struct cleave_timeline_advices {
  struct cleave_timeline_advice *all; /* sorted by the time that they save, descending */
  size_t count;
  bool has_content; /* the trace has hashes of copied data */
  size_t repeated;  /* objects that are copied more than once in one direction */
  /* Of copies, allocations and releases; bytes are those of copies alone. */
  struct cleave_timeline_sum whole;             /* of all objects */
  struct cleave_timeline_sum saved, saved_back; /* all->again, unchanged and memory; all->back */
};

/* Finds transfers for nothing in TIMELINE. ADVICES points into ARENA and TIMELINE. */
void cleave_timeline_advise(const struct cleave_timeline *timeline, struct cleave_arena *arena,
                            struct cleave_timeline_advices *advices);

struct cleave_text;

/* Prints ADVICES as text. READABLE returns the name of a function in the source for its name in the symbol table. */
void cleave_timeline_print_advice(const struct cleave_timeline_advices *advices,
                                  const char *(*readable)(const char *name, struct cleave_arena *arena),
                                  struct cleave_text *out);

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
