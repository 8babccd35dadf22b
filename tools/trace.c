/* FILE: tools/trace.c
 * WHAT: `cleave trace`: prints and draws traces of CLEAVE_TRACE.
 */
#include <errno.h>
#include <getopt.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "commands.h"
#include "model/text.h"
#include "output.h"
#include "process.h"
#include "readable_names.h"
#include "timeline/timeline.h"

struct options {
  char **files;
  size_t file_count;
  const char *picture, *merged;
  bool draws;
};

static const struct option known[] = {{"terminal", no_argument, NULL, 't'},
                                      {"svg", required_argument, NULL, 's'},
                                      {"merge", required_argument, NULL, 'm'},
                                      {"help", no_argument, NULL, 'h'},
                                      {0}};
const struct cleave_syntax cleave_trace_syntax = {"h", known};

/* Returns CLEAVE_DONE, CLEAVE_WRONG_USAGE after a message, or -1 after the help. */
static int read_options(int count, char **words, struct options *options) {
  for (int option; (option = cleave_next_option(count, words, &cleave_trace_syntax)) != -1;)
    if (option == 't') {
      options->draws = true;
    } else if (option == 's') {
      options->picture = optarg;
    } else if (option == 'm') {
      options->merged = optarg;
    } else if (option == 'h') {
      cleave_help_page("trace");
      return -1;
    } else {
      return CLEAVE_WRONG_USAGE;
    }
  options->files = words + optind;
  options->file_count = (size_t)(count - optind);
  if (options->file_count)
    return CLEAVE_DONE;
  cleave_complain("trace requires a file, which CLEAVE_TRACE named; see 'cleave help trace'");
  return CLEAVE_WRONG_USAGE;
}

/* The columns of the terminal, or the value of COLUMNS. */
static size_t terminal_width(void) {
  struct winsize size;
  const char *columns = getenv("COLUMNS");
  const long wanted = columns ? strtol(columns, NULL, 10) : 0;
  if (wanted > 0 && wanted <= 10000)
    return (size_t)wanted;
  return !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col ? size.ws_col : 100;
}

static bool terminal_has_unicode(void) {
  return setlocale(LC_CTYPE, "") && !strcmp(nl_langinfo(CODESET), "UTF-8");
}

/* The traces as they were read. */
struct traces {
  char **texts;
  size_t *lengths;
  struct cleave_timeline *parts;
  size_t count;
};

/* Reads all files into TIMELINE. Returns false after a message. */
static bool read_traces(const struct options *options, struct cleave_arena *arena, struct traces *traces,
                        struct cleave_timeline *timeline) {
  const size_t count = options->file_count;
  traces->texts = cleave_arena_allocate(arena, count * sizeof *traces->texts);
  traces->lengths = cleave_arena_allocate(arena, count * sizeof *traces->lengths);
  traces->parts = cleave_arena_allocate(arena, count * sizeof *traces->parts);
  const char *wrong = NULL;
  for (size_t i = 0; i < count && !wrong; i++) {
    traces->texts[i] = (char *)cleave_read_file(options->files[i], &traces->lengths[i]);
    if (!traces->texts[i])
      return false;
    traces->count++;
    wrong = cleave_timeline_read(traces->texts[i], traces->lengths[i], arena, &traces->parts[i]);
    if (wrong)
      cleave_complain("'%s' is no trace: %s", options->files[i], wrong);
    else
      traces->parts[i].traces->source = i;
  }
  if (wrong)
    return false;
  *timeline = *traces->parts;
  wrong = count > 1 || options->merged ? cleave_timeline_merge(traces->parts, count, arena, timeline) : NULL;
  if (wrong)
    cleave_complain("the traces cannot be merged: %s", wrong);
  return !wrong;
}

/* Writes the file of --merge. Returns false after a message. */
static bool write_merged(const struct options *options, const struct cleave_timeline *timeline,
                         const struct traces *traces) {
  char *bytes = NULL;
  size_t size;
  FILE *out = open_memstream(&bytes, &size);
  const bool written =
      out && cleave_timeline_write(out, timeline, (const char *const *)traces->texts, traces->lengths);
  const bool well = out && !fclose(out) && written;
  if (!well)
    cleave_complain("cannot write '%s': %s", options->merged, strerror(errno));
  const bool delivered = well && cleave_output_text(bytes, size, options->merged);
  free(bytes);
  return delivered;
}

/* Prints and draws TIMELINE. Returns false after a message. */
static bool report(const struct options *options, const struct cleave_timeline *timeline,
                   struct cleave_arena *arena) {
  struct cleave_timeline_summary summary;
  struct cleave_timeline_advices advices;
  struct cleave_text text = {.arena = arena}, picture = {.arena = arena};
  const char *title = options->file_count == 1
                          ? *options->files
                          : cleave_arena_format(arena, "%zu traces", options->file_count);
  bool well = true;
  cleave_timeline_sum_up(timeline, arena, &summary);
  cleave_timeline_print(timeline, &summary, title, &text);
  cleave_timeline_advise(timeline, arena, &advices);
  cleave_timeline_print_advice(&advices, cleave_demangled, &text);
  if (options->draws) {
    cleave_text_add(&text, "\n");
    cleave_timeline_draw(timeline, &summary, terminal_width(), terminal_has_unicode(), &text);
  }
  if (options->picture) {
    cleave_timeline_picture(timeline, &summary, title, &picture);
    well = cleave_output_text(picture.data, picture.length, options->picture);
  }
  fputs(cleave_text_get(&text), stdout);
  if (fflush(stdout)) {
    cleave_complain("cannot write to standard output: %s", strerror(errno));
    well = false;
  }
  return well;
}

int cleave_trace(int count, char **words) {
  struct options options = {0};
  const int status = read_options(count, words, &options);
  if (status)
    return status < 0 ? CLEAVE_DONE : status;
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_timeline timeline;
  struct traces traces = {0};
  bool well = read_traces(&options, arena, &traces, &timeline) && report(&options, &timeline, arena);
  if (well && options.merged)
    well = write_merged(&options, &timeline, &traces);
  for (size_t i = 0; i < traces.count; i++)
    free(traces.texts[i]);
  cleave_arena_free(arena);
  return well ? CLEAVE_DONE : CLEAVE_FAILED;
}
