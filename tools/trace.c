/* FILE: tools/trace.c
 * WHAT: `cleave trace`: what a trace of CLEAVE_TRACE tells.
 */
#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "commands.h"
#include "model/text.h"
#include "output.h"
#include "process.h"
#include "timeline/timeline.h"

struct options {
  const char *file, *picture;
  bool draws;
};

/* Returns false, and the exit status in *STATUS, if there is nothing more to do. */
static bool read_options(int count, char **arguments, struct options *options, int *status) {
  bool only_files = false;
  *status = CLEAVE_WRONG_USAGE;
  for (int i = 0; i < count; i++) {
    const char *word = arguments[i], *value;
    if (!only_files && !strcmp(word, "--")) {
      only_files = true;
    } else if (only_files || *word != '-') {
      if (options->file) {
        cleave_complain("trace wants one file; see 'cleave help trace'");
        return false;
      }
      options->file = word;
    } else if (!strcmp(word, "--terminal")) {
      options->draws = true;
    } else if ((value = cleave_option_value("--svg", count, arguments, &i))) {
      options->picture = value;
      if (!*value) {
        cleave_complain("trace --svg wants the file to draw to: --svg=OUT");
        return false;
      }
    } else if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
      *status = cleave_help(1, (char *[]){"trace"});
      return false;
    } else {
      cleave_complain("trace has no option '%s'; see 'cleave help trace'", word);
      return false;
    }
  }
  if (!options->file)
    cleave_complain("trace wants the file that CLEAVE_TRACE named; see 'cleave help trace'");
  return options->file != NULL;
}

/* The columns of the terminal, or what COLUMNS says. */
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

static bool write_picture(const struct cleave_text *picture, const char *path) {
  struct cleave_output output;
  if (!cleave_output_open(&output))
    return false;
  const bool written =
      cleave_output_add(&output, picture->data, picture->length) && cleave_output_deliver(&output, path);
  cleave_output_close(&output);
  return written;
}

int cleave_trace(int count, char **arguments) {
  struct options options = {0};
  int status;
  if (!read_options(count, arguments, &options, &status))
    return status;
  size_t size;
  char *bytes = (char *)cleave_read_file(options.file, &size);
  if (!bytes)
    return CLEAVE_FAILED;
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_timeline timeline;
  struct cleave_timeline_summary summary;
  struct cleave_text text = {.arena = arena}, picture = {.arena = arena};
  const char *wrong = cleave_timeline_read(bytes, size, arena, &timeline);
  bool well = !wrong;
  if (wrong) {
    cleave_complain("'%s' is no trace: %s", options.file, wrong);
  } else {
    cleave_timeline_sum_up(&timeline, arena, &summary);
    cleave_timeline_print(&timeline, &summary, options.file, &text);
    if (options.draws) {
      cleave_text_add(&text, "\n");
      cleave_timeline_draw(&timeline, &summary, terminal_width(), terminal_has_unicode(), &text);
    }
    if (options.picture) {
      cleave_timeline_picture(&timeline, &summary, options.file, &picture);
      well = write_picture(&picture, options.picture);
    }
    fputs(cleave_text_get(&text), stdout);
    if (fflush(stdout)) {
      cleave_complain("cannot write to standard output: %s", strerror(errno));
      well = false;
    }
  }
  cleave_arena_free(arena);
  free(bytes);
  return well ? CLEAVE_DONE : CLEAVE_FAILED;
}
