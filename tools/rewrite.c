/* FILE: tools/rewrite.c
 * WHAT: `cleave rewrite`: a source file with its target regions transformed.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "model/arena.h"
#include "plugin_output.h"
#include "process.h"

struct request {
  struct cleave_compilation compilation;
  const char *out, *header;
  bool diff, compiled;
};

static const struct option options[] = {{"diff", no_argument, NULL, 'd'},
                                        {"compiled", no_argument, NULL, 'c'},
                                        {"header", required_argument, NULL, 'H'},
                                        {"help", no_argument, NULL, 'h'},
                                        {0}};
const struct cleave_syntax cleave_rewrite_syntax = {"ho:", options};

/* Returns CLEAVE_DONE, CLEAVE_WRONG_USAGE after a message, or -1 after the help. */
static int read_request(struct request *request, int count, char **words) {
  const int own = cleave_words_before_separator(count, words);
  if (own < count) {
    request->compilation.arguments = words + own + 1;
    request->compilation.argument_count = count - own - 1;
  }
  for (int option; (option = cleave_next_option(own, words, &cleave_rewrite_syntax)) != -1;)
    switch (option) {
    case 'd':
      request->diff = true;
      break;
    case 'c':
      request->compiled = true;
      break;
    case 'H':
      request->header = optarg;
      break;
    case 'o':
      request->out = optarg;
      break;
    case 'h':
      cleave_help_page("rewrite");
      return -1;
    default:
      return CLEAVE_WRONG_USAGE;
    }
  request->compilation.file = words[optind];
  if (own - optind == 1)
    return CLEAVE_DONE;
  cleave_complain("rewrite requires one source file; see 'cleave help rewrite'");
  return CLEAVE_WRONG_USAGE;
}

/* Writes the difference between FILE and TEXT to DIFFERENCE, as a patch of FILE. */
static bool compare(const char *file, const struct cleave_output *text, struct cleave_output *difference) {
  struct cleave_command command = {0};
  char *before = cleave_format("%s\tas written", file);
  char *after = cleave_format("%s\tas cleave compiles it", file);
  const char *const words[] = {"diff", "-u", "--label", before, "--label", after, "--", file, text->path};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    cleave_command_add(&command, words[i]);
  int result = cleave_command_run(&command, difference->descriptor, -1);
  if (result < 0)
    cleave_complain("cannot start diff: %s: install it with 'apt-get install diffutils'", strerror(errno));
  free(command.words);
  free(before);
  free(after);
  return result == 0 || result == 1;
}

/* Writes the output of the plugin to TEXT. */
static bool rewrite(const struct request *request, struct cleave_output *text) {
  char *file = request->header ? cleave_format("file=%s", request->header) : NULL;
  const char *mode[4] = {"mode=rewrite"};
  size_t count = 1;
  if (request->compiled)
    mode[count++] = "form=compiled";
  if (file)
    mode[count++] = file;
  const bool done = cleave_plugin_output(&request->compilation, mode, text);
  free(file);
  return done;
}

int cleave_rewrite(int count, char **words) {
  struct request request = {0};
  const int status = read_request(&request, count, words);
  if (status)
    return status < 0 ? CLEAVE_DONE : status;

  struct cleave_output text, difference;
  if (!cleave_output_open(&text))
    return CLEAVE_FAILED;
  bool done = rewrite(&request, &text);
  if (done && request.diff) {
    done = cleave_output_open(&difference);
    if (done) {
      done = compare(request.header ? request.header : request.compilation.file, &text, &difference) &&
             cleave_output_deliver(&difference, request.out);
      cleave_output_close(&difference);
    }
  } else if (done) {
    done = cleave_output_deliver(&text, request.out);
  }
  cleave_output_close(&text);
  return done ? CLEAVE_DONE : CLEAVE_FAILED;
}
