/* FILE: lib/timeline/terminal.c
 * WHAT: draws a timeline in characters: one row per lane, one column per time slice.
 */
#include <string.h>

#include "model/text.h"
#include "timeline/timeline.h"

/* A column shows the kind with the largest share of its time. A construct encloses other events, so a column
 * shows it only if there are no others. */
static const struct {
  const char *ascii, *unicode;
} marks[CLEAVE_TRACE_KINDS] = {
    [CLEAVE_TRACE_CONSTRUCT] = {"-", "─"},
    [CLEAVE_TRACE_ENQUEUE] = {"o", "▫"},
    [CLEAVE_TRACE_TO_DEVICE] = {">", "▶"},
    [CLEAVE_TRACE_FROM_DEVICE] = {"<", "◀"},
    [CLEAVE_TRACE_BETWEEN_DEVICES] = {"=", "◆"},
    [CLEAVE_TRACE_ALLOCATION] = {"+", "+"},
    [CLEAVE_TRACE_RELEASE] = {"x", "x"},
    [CLEAVE_TRACE_KERNEL] = {"#", "█"},
    [CLEAVE_TRACE_WAIT] = {".", "░"},
    [CLEAVE_TRACE_PIN] = {"^", "^"},
};

/* A row: for each column and kind the time, as a fraction of a column. */
struct row {
  size_t width;
  double (*shares)[CLEAVE_TRACE_KINDS];
};

/* Adds an event from BEGIN to END, in columns. */
static void add(struct row *row, double begin, double end, enum cleave_trace_kind kind) {
  /* An event shorter than a column is still visible. */
  if (end - begin < 1e-6)
    end = begin + 1e-6;
  for (size_t column = (size_t)begin; column < row->width && (double)column < end; column++) {
    const double from = begin > (double)column ? begin : (double)column;
    const double to = end < (double)column + 1 ? end : (double)column + 1;
    row->shares[column][kind] += to > from ? to - from : 0;
  }
}

static const char *mark_of(const double *shares, bool unicode) {
  enum cleave_trace_kind most = CLEAVE_TRACE_CONSTRUCT;
  for (int kind = CLEAVE_TRACE_CONSTRUCT + 1; kind < CLEAVE_TRACE_KINDS; kind++)
    if (shares[kind] > (most == CLEAVE_TRACE_CONSTRUCT ? 0 : shares[most]))
      most = (enum cleave_trace_kind)kind;
  if (shares[most] <= 0)
    return " ";
  return unicode ? marks[most].unicode : marks[most].ascii;
}

void cleave_timeline_draw(const struct cleave_timeline *timeline,
                          const struct cleave_timeline_summary *summary, size_t width, bool unicode,
                          struct cleave_text *out) {
  const int64_t whole = summary->whole.end - summary->whole.begin;
  size_t label = 0;
  for (size_t i = 0; i < timeline->lane_count; i++) {
    const size_t length = strlen(timeline->lanes[i].name);
    label = length > label ? length : label;
  }
  struct row row = {.width = width > label + 22 ? width - label - 2 : 20};
  const size_t size = row.width * sizeof *row.shares;
  const double scale = (double)row.width / (double)(whole > 0 ? whole : 1);
  row.shares = cleave_arena_allocate(out->arena, size);
  for (size_t lane = 0; lane < timeline->lane_count; lane++) {
    memset(row.shares, 0, size);
    for (size_t i = 0; i < timeline->event_count; i++) {
      const struct cleave_timeline_event *event = &timeline->events[i];
      if (event->lane == lane)
        add(&row, (double)(event->time.begin - summary->whole.begin) * scale,
            (double)(event->time.end - summary->whole.begin) * scale, event->kind);
    }
    cleave_text_format(out, "%-*s |", (int)label, timeline->lanes[lane].name);
    for (size_t column = 0; column < row.width; column++)
      cleave_text_add(out, mark_of(row.shares[column], unicode));
    cleave_text_add(out, "\n");
  }
  if (!timeline->lane_count)
    return;
  cleave_text_format(out, "%-*s |0%*s\n", (int)label, "", (int)row.width - 1,
                     cleave_timeline_time(out->arena, whole));
  const char *before = "";
  for (int kind = 0; kind < CLEAVE_TRACE_KINDS; kind++)
    if (summary->sums[kind].count) {
      cleave_text_format(out, "%s%s %s", before, unicode ? marks[kind].unicode : marks[kind].ascii,
                         cleave_trace_kind_name((enum cleave_trace_kind)kind));
      before = "  ";
    }
  cleave_text_add(out, "\n");
}
