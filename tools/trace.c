/* FILE: tools/trace.c
 * WHAT: `cleave trace`: prints and draws a trace of CLEAVE_TRACE.
 */
#include <errno.h>
#include <getopt.h>
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
#include "readable_names.h"
#include "timeline/timeline.h"

struct options {
  const char *file, *picture;
  bool draws;
};

/* Returns CLEAVE_DONE, CLEAVE_WRONG_USAGE after a message, or -1 after the help. */
static int read_options(int count, char **words, struct options *options) {
  static const struct option known[] = {{"terminal", no_argument, NULL, 't'},
                                        {"svg", required_argument, NULL, 's'},
                                        {"help", no_argument, NULL, 'h'},
                                        {0}};
  for (int option; (option = cleave_next_option(count, words, "h", known)) != -1;)
    if (option == 't') {
      options->draws = true;
    } else if (option == 's') {
      options->picture = optarg;
    } else if (option == 'h') {
      cleave_help_page("trace");
      return -1;
    } else {
      return CLEAVE_WRONG_USAGE;
    }
  options->file = words[optind];
  if (count - optind == 1)
    return CLEAVE_DONE;
  cleave_complain("trace requires one file, which CLEAVE_TRACE named; see 'cleave help trace'");
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

int cleave_trace(int count, char **words) {
  struct options options = {0};
  const int status = read_options(count, words, &options);
  if (status)
    return status < 0 ? CLEAVE_DONE : status;
  size_t size;
  char *bytes = (char *)cleave_read_file(options.file, &size);
  if (!bytes)
    return CLEAVE_FAILED;
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_timeline timeline;
  struct cleave_timeline_summary summary;
  struct cleave_timeline_advices advices;
  struct cleave_text text = {.arena = arena}, picture = {.arena = arena};
  const char *wrong = cleave_timeline_read(bytes, size, arena, &timeline);
  bool well = !wrong;
  if (wrong) {
    cleave_complain("'%s' is no trace: %s", options.file, wrong);
  } else {
    cleave_timeline_sum_up(&timeline, arena, &summary);
    cleave_timeline_print(&timeline, &summary, options.file, &text);
    cleave_timeline_advise(&timeline, arena, &advices);
    cleave_timeline_print_advice(&advices, cleave_demangled, &text);
    if (options.draws) {
      cleave_text_add(&text, "\n");
      cleave_timeline_draw(&timeline, &summary, terminal_width(), terminal_has_unicode(), &text);
    }
    if (options.picture) {
      cleave_timeline_picture(&timeline, &summary, options.file, &picture);
      well = cleave_output_text(picture.data, picture.length, options.picture);
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
