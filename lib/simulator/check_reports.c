/* FILE: lib/simulator/check_reports.c
 * WHAT: reports of the checks: one for each kind and pair of source places of a launch.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "simulator/checks.h"

enum { REPORTS_WRITTEN = 20, REPORTS_KEPT = 1000, REPORT_LENGTH = 1024 };

struct report {
  enum report_kind kind;
  const struct operation *operation;
  const struct operation *other; /* NULL: none */
  uint64_t block, count;
  char text[REPORT_LENGTH];
};

struct check_reports {
  struct report *items;
  size_t count;
  uint64_t left_out; /* of new places, because there were too many */
};

/* Source lines, not instructions, make reports distinct. */
static bool is_same_place(const struct operation *left, const struct operation *right) {
  if (left == right || !left || !right)
    return left == right;
  const struct ptx_instruction *a = left->source, *b = right->source;
  return a && b && a->source_line && a->source_line == b->source_line && a->file == b->file &&
         a->inlined_at == b->inlined_at;
}

/* The report of these places; a new one if there is none; NULL if there are too many. */
static struct report *find_report(struct check_reports *reports, const struct operation *operation,
                                  enum report_kind kind, const struct operation *other) {
  for (size_t i = 0; i < reports->count; i++) {
    struct report *report = &reports->items[i];
    if (report->kind == kind && is_same_place(report->other, other) &&
        is_same_place(report->operation, operation))
      return report;
  }
  if (reports->count == REPORTS_KEPT) {
    reports->left_out++;
    return NULL;
  }
  if (!reports->items)
    reports->items = calloc(REPORTS_KEPT, sizeof *reports->items);
  struct report *report = &reports->items[reports->count++];
  *report = (struct report){.kind = kind, .operation = operation, .other = other, .block = UINT64_MAX};
  return report;
}

void check_report(struct warp *warp, const struct operation *operation, unsigned lane, enum report_kind kind,
                  const struct operation *other, const char *format, ...) {
  struct launch_state *launch = warp->block->launch;
  pthread_mutex_lock(&launch->lock);
  if (!launch->reports)
    launch->reports = calloc(1, sizeof *launch->reports);
  struct report *report = find_report(launch->reports, operation, kind, other);
  if (report)
    report->count++;
  if (report && report->block > warp->block->number) {
    char what[REPORT_LENGTH / 2], where[REPORT_LENGTH / 2];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    warp_describe(warp, operation, lane, where, sizeof where);
    snprintf(report->text, sizeof report->text, "%s: %s", what, where);
    report->block = warp->block->number;
  }
  pthread_mutex_unlock(&launch->lock);
}

static int compare_reports(const void *a, const void *b) {
  const struct report *left = a, *right = b;
  if (left->block != right->block)
    return left->block < right->block ? -1 : 1;
  return left->kind != right->kind ? (int)left->kind - (int)right->kind : strcmp(left->text, right->text);
}

static void write_line(const struct gpu_launch *launch, const char *line) {
  if (launch->report)
    launch->report(launch->report_context, line);
  else
    fprintf(stderr, "%s\n", line);
}

void check_finish(struct launch_state *launch) {
  struct check_reports *reports = launch->reports;
  if (!reports)
    return;
  char line[REPORT_LENGTH + 64];
  qsort(reports->items, reports->count, sizeof *reports->items, compare_reports);
  for (size_t i = 0; i < reports->count && i < REPORTS_WRITTEN; i++) {
    const struct report *report = &reports->items[i];
    if (report->count == 1)
      write_line(launch->launch, report->text);
    else if (snprintf(line, sizeof line, "%s (%llu times)", report->text, (unsigned long long)report->count) >
             0)
      write_line(launch->launch, line);
  }
  if (reports->count > REPORTS_WRITTEN) {
    snprintf(line, sizeof line, "%zu%s more reports at other source lines", reports->count - REPORTS_WRITTEN,
             reports->left_out ? " or" : "");
    write_line(launch->launch, line);
  }
  if (launch->status == GPU_DONE) {
    launch->status = GPU_CHECK_FAILED;
    snprintf(launch->error, sizeof launch->error, "kernel %s: checks found faults at %zu source places",
             launch->kernel->kernel.name, reports->count);
  }
  free(reports->items);
  free(reports);
  launch->reports = NULL;
}
