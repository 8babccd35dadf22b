/* FILE: tools/source.c
 * WHAT: `cleave rewrite` and `cleave explain`: what the plugin says about source files.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands.h"
#include "output.h"
#include "process.h"
#include "toolchain.h"

/* A command line `cleave COMMAND [OPTIONS] FILE... [-- ARGS...]`. */
struct request {
  const char *command;
  char **files; /* the FILEs, moved to the front of the arguments */
  int file_count;
  char **arguments;
  int argument_count;
  const char *out, *header;
  bool diff, json, help;
};

/* Decodes the command line. Returns false if it is wrong, and the user has been told. */
static bool read_request(struct request *request, int count, char **words) {
  bool rewrites = !strcmp(request->command, "rewrite");
  request->files = words;
  for (int i = 0; i < count; i++) {
    char *word = words[i];
    const char *value;
    if (!strcmp(word, "--")) {
      request->arguments = words + i + 1;
      request->argument_count = count - i - 1;
      break;
    }
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
      request->help = true;
    } else if (rewrites && !strcmp(word, "--diff")) {
      request->diff = true;
    } else if (rewrites && (value = cleave_option_value("--header", count, words, &i))) {
      request->header = value;
      if (!*value) {
        cleave_complain("--header wants the name of a header; see 'cleave help rewrite'");
        return false;
      }
    } else if (!rewrites && !strcmp(word, "--json")) {
      request->json = true;
    } else if (rewrites && !strncmp(word, "-o", 2)) {
      request->out = word[2] ? word + 2 : ++i < count ? words[i] : "";
      if (!*request->out) {
        cleave_complain("-o wants the name of a file; see 'cleave help rewrite'");
        return false;
      }
    } else if (*word == '-') {
      cleave_complain("%s has no option '%s'; see 'cleave help %s' (what is meant for clang goes "
                      "behind '--')",
                      request->command, word, request->command);
      return false;
    } else {
      request->files[request->file_count++] = word;
    }
  }
  if (request->help)
    return true;
  if (!request->file_count || (rewrites && request->file_count > 1)) {
    cleave_complain("%s wants %s; see 'cleave help %s'", request->command,
                    rewrites ? "one source file" : "a source file", request->command);
    return false;
  }
  return true;
}

/* Lets clang read FILE with the plugin, which writes to OUTPUT. Returns false if FILE does not
 * compile; clang or this function has told the user why. */
static bool ask_plugin(const struct request *request, const char *file, struct cleave_output *output) {
  struct stat status;
  if (stat(file, &status) || S_ISDIR(status.st_mode)) {
    cleave_complain("cannot read '%s': %s", file, strerror(S_ISDIR(status.st_mode) ? EISDIR : errno));
    return false;
  }
  char *clang = cleave_toolchain_clang();
  char *plugin = clang ? cleave_toolchain_plugin() : NULL;
  if (!plugin) {
    free(clang);
    return false;
  }
  char *owned[] = {
      clang,
      plugin,
      cleave_format("-fplugin=%s", plugin),
      cleave_format("-fplugin-arg-cleave-mode=%s", request->command),
      cleave_format("-fplugin-arg-cleave-output=%s", output->path),
      request->header ? cleave_format("-fplugin-arg-cleave-file=%s", request->header) : NULL,
  };
  struct cleave_command command = {0};
  cleave_command_add(&command, clang);
  cleave_command_add(&command, "-fsyntax-only");
  cleave_command_add(&command, "--offload-host-only");
  /* ARGS may be those of a whole build, with -o and libraries. */
  cleave_command_add(&command, "-Qunused-arguments");
  cleave_command_add(&command, "-fopenmp");
  for (size_t i = 2; i < sizeof owned / sizeof *owned; i++)
    if (owned[i])
      cleave_command_add(&command, owned[i]);
  if (request->json)
    cleave_command_add(&command, "-fplugin-arg-cleave-format=json");
  for (int i = 0; i < request->argument_count; i++)
    cleave_command_add(&command, request->arguments[i]);
  cleave_command_add(&command, "--");
  cleave_command_add(&command, file);

  /* Nothing comes on standard output unless ARGS ask for something else, like -E. */
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  int result = cleave_command_run(&command, nowhere, -1);
  close(nowhere);
  bool compiled = result == 0;
  if (result < 0)
    cleave_complain("cannot start %s: %s", clang, strerror(errno));
  else if (result > 128)
    cleave_complain("clang was stopped by signal %d", result - 128);
  else if (compiled && status.st_size && !cleave_output_size(output)) {
    cleave_complain("clang did not compile '%s': is it C or C++, and is there an option like -E or "
                    "-M behind '--'?",
                    file);
    compiled = false;
  }
  free(command.words);
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
    free(owned[i]);
  return compiled;
}

/* Puts into DIFFERENCE how TEXT differs from FILE, as a patch of FILE. */
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

int cleave_rewrite(int count, char **words) {
  struct request request = {.command = "rewrite"};
  if (!read_request(&request, count, words))
    return CLEAVE_WRONG_USAGE;
  if (request.help)
    return cleave_help(1, (char *[]){"rewrite", NULL});

  struct cleave_output text, difference;
  if (!cleave_output_open(&text))
    return CLEAVE_FAILED;
  bool done = ask_plugin(&request, request.files[0], &text);
  if (done && request.diff) {
    done = cleave_output_open(&difference);
    if (done) {
      done = compare(request.header ? request.header : request.files[0], &text, &difference) &&
             cleave_output_deliver(&difference, request.out);
      cleave_output_close(&difference);
    }
  } else if (done) {
    done = cleave_output_deliver(&text, request.out);
  }
  cleave_output_close(&text);
  return done ? CLEAVE_DONE : CLEAVE_FAILED;
}

int cleave_explain(int count, char **words) {
  struct request request = {.command = "explain"};
  if (!read_request(&request, count, words))
    return CLEAVE_WRONG_USAGE;
  if (request.help)
    return cleave_help(1, (char *[]){"explain", NULL});

  struct cleave_output all;
  if (!cleave_output_open(&all))
    return CLEAVE_FAILED;
  /* A file that does not compile does not keep the others from being explained. */
  bool done = true, first = true;
  for (int i = 0; i < request.file_count; i++) {
    struct cleave_output report;
    if (!cleave_output_open(&report)) {
      done = false;
      break;
    }
    bool explained = ask_plugin(&request, request.files[i], &report);
    if (explained && request.json)
      explained = cleave_output_add(&all, first ? "[" : ",", 1);
    if (explained)
      explained = cleave_output_append(&all, &report);
    cleave_output_close(&report);
    first &= !explained;
    done &= explained;
  }
  if (request.json)
    done &= cleave_output_add(&all, first ? "[]\n" : "]\n", first ? 3 : 2);
  done &= cleave_output_deliver(&all, NULL);
  cleave_output_close(&all);
  return done ? CLEAVE_DONE : CLEAVE_FAILED;
}
