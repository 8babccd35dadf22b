/* FILE: lib/timeline/svg.c
 * WHAT: draws a timeline as SVG: one row per lane, with constructs as thin bars above their events. Bars have
 *       tooltips.
 */
#include <stdlib.h>
#include <string.h>

#include "model/text.h"
#include "timeline/timeline.h"

/* In px. */
enum {
  WIDTH = 1200,
  LABEL = 150,
  MOST_LABEL = 500,
  ROW = 40,
  BAR = 22,
  THIN = 6,
  TOP = 76,
  BOTTOM = 40,
  LETTER = 7
};

/* Colours that colour-blind readers can distinguish. */
static const char *const colours[CLEAVE_TRACE_KINDS] = {
    [CLEAVE_TRACE_CONSTRUCT] = "#bbbbbb",
    [CLEAVE_TRACE_ENQUEUE] = "#888888",
    [CLEAVE_TRACE_TO_DEVICE] = "#0072b2",
    [CLEAVE_TRACE_FROM_DEVICE] = "#56b4e9",
    [CLEAVE_TRACE_BETWEEN_DEVICES] = "#cc79a7",
    [CLEAVE_TRACE_ALLOCATION] = "#e69f00",
    [CLEAVE_TRACE_RELEASE] = "#f0e442",
    [CLEAVE_TRACE_KERNEL] = "#009e73",
    [CLEAVE_TRACE_WAIT] = "#d55e00",
    [CLEAVE_TRACE_PIN] = "#882255",
};

static void add_escaped(struct cleave_text *out, const char *text) {
  for (; *text; text++)
    switch (*text) {
    case '<':
      cleave_text_add(out, "&lt;");
      break;
    case '>':
      cleave_text_add(out, "&gt;");
      break;
    case '&':
      cleave_text_add(out, "&amp;");
      break;
    default:
      cleave_text_append(out, text, 1);
    }
}

/* The tooltip. */
static void add_title(struct cleave_text *out, const struct cleave_timeline_event *event) {
  cleave_text_format(out, "<title>%s ", cleave_trace_kind_name(event->kind));
  add_escaped(out, event->name);
  if (event->line) {
    cleave_text_add(out, ", ");
    add_escaped(out, *event->file ? event->file : "line ");
    cleave_text_format(out, "%s%u", *event->file ? ":" : "", event->line);
  }
  if (event->bytes)
    cleave_text_format(out, ", %s", cleave_timeline_bytes(out->arena, event->bytes));
  cleave_text_format(out, ", %s%s</title>",
                     cleave_timeline_time(out->arena, event->time.end - event->time.begin),
                     event->unfinished ? ", unfinished" : "");
}

/* For each kind the end of the last bar of a lane, in px. */
typedef double last_bars[CLEAVE_TRACE_KINDS];

static void add_event(struct cleave_text *out, const struct cleave_timeline_event *event, int64_t origin,
                      int label, double scale, last_bars *ends) {
  const double x = label + (double)(event->time.begin - origin) * scale;
  const double width = (double)(event->time.end - event->time.begin) * scale;
  double *end = &ends[event->lane][event->kind];
  /* Thousands of bars may share one pixel: one is enough. */
  if (x + width < *end + 0.25)
    return;
  *end = x + width;
  const bool thin = event->kind == CLEAVE_TRACE_CONSTRUCT;
  const int y = TOP + (int)event->lane * ROW + (thin ? 2 : THIN + 3);
  cleave_text_format(out, "<g><rect x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\" fill=\"%s\"/>", x, y,
                     width > 0.5 ? width : 0.5, thin ? THIN : BAR, colours[event->kind]);
  add_title(out, event);
  if (!thin && width > (double)(strlen(event->name) + 1) * LETTER) {
    cleave_text_format(out, "<text x=\"%.2f\" y=\"%d\" class=\"in\">", x + width / 2, y + 15);
    add_escaped(out, event->name);
    cleave_text_add(out, "</text>");
  }
  cleave_text_add(out, "</g>\n");
}

static void add_legend(struct cleave_text *out, const struct cleave_timeline_summary *summary) {
  int x = LABEL;
  for (int kind = 0; kind < CLEAVE_TRACE_KINDS; kind++) {
    const char *name = cleave_trace_kind_name((enum cleave_trace_kind)kind);
    if (!summary->sums[kind].count)
      continue;
    cleave_text_format(out,
                       "<rect x=\"%d\" y=\"48\" width=\"10\" height=\"10\" fill=\"%s\"/>"
                       "<text x=\"%d\" y=\"57\">%s</text>\n",
                       x, colours[kind], x + 14, name);
    x += 32 + LETTER * (int)strlen(name);
  }
}

/* Ten evenly spaced marks. */
static void add_axis(struct cleave_text *out, int64_t whole, int label, size_t lanes) {
  const int bottom = TOP + (int)lanes * ROW;
  for (int i = 0; i <= 10; i++) {
    const double x = label + (WIDTH - label - 40) * i / 10.0;
    cleave_text_format(out,
                       "<line x1=\"%.2f\" y1=\"%d\" x2=\"%.2f\" y2=\"%d\"/>"
                       "<text x=\"%.2f\" y=\"%d\" class=\"mark\">%s</text>\n",
                       x, TOP - 4, x, bottom + 4, x, bottom + 20,
                       cleave_timeline_time(out->arena, whole / 10 * i + whole % 10 * i / 10));
  }
}

/* The width of the names of lanes, in px. */
static int label_width(const struct cleave_timeline *timeline) {
  size_t width = LABEL;
  for (size_t i = 0; i < timeline->lane_count; i++) {
    const size_t own = (strlen(timeline->lanes[i].name) + 3) * LETTER;
    width = own > width ? own : width;
  }
  return width < MOST_LABEL ? (int)width : MOST_LABEL;
}

void cleave_timeline_picture(const struct cleave_timeline *timeline,
                             const struct cleave_timeline_summary *summary, const char *title,
                             struct cleave_text *out) {
  const int64_t whole = summary->whole.end - summary->whole.begin;
  const int height = TOP + (int)timeline->lane_count * ROW + BOTTOM;
  const int label = label_width(timeline);
  const double scale = (WIDTH - label - 40) / (double)(whole > 0 ? whole : 1);
  last_bars *ends = cleave_arena_allocate(out->arena, (timeline->lane_count + 1) * sizeof *ends);
  cleave_text_format(out,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                     "height=\"%d\">\n<style>text{font:12px sans-serif;fill:#222}"
                     ".in{fill:#fff;text-anchor:middle}.mark{text-anchor:middle;fill:#666}"
                     ".title{font-size:16px}line{stroke:#ddd}</style>\n"
                     "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n"
                     "<text x=\"10\" y=\"24\" class=\"title\">",
                     WIDTH, height, WIDTH, height, WIDTH, height);
  add_escaped(out, title);
  cleave_text_format(out, ": overlap %.1f %%, %s</text>\n", cleave_timeline_hidden_percent(summary),
                     timeline->measured ? "times of the device" : "times of the host's calls");
  add_legend(out, summary);
  add_axis(out, whole, label, timeline->lane_count);
  for (size_t i = 0; i < timeline->lane_count; i++) {
    cleave_text_format(out, "<text x=\"10\" y=\"%d\">", TOP + (int)i * ROW + 24);
    add_escaped(out, timeline->lanes[i].name);
    cleave_text_add(out, "</text>\n");
  }
  for (size_t i = 0; i < timeline->event_count; i++)
    add_event(out, &timeline->events[i], summary->whole.begin, label, scale, ends);
  cleave_text_add(out, "</svg>\n");
}
