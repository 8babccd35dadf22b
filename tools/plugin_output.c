/* FILE: tools/plugin_output.c
 * WHAT: runs clang with the plugin over one source file.
 */
#include "plugin_output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/arena.h"
#include "model/options.h"
#include "process.h"
#include "toolchain.h"

/* Runs COMMAND. Its standard output is discarded, because the arguments may contain -E. */
static bool run(const struct cleave_command *command, const char *file, bool is_empty,
                const struct cleave_output *output) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  const int result = cleave_command_run(command, nowhere, -1);
  close(nowhere);
  if (result < 0)
    cleave_complain("cannot start %s: %s", command->words[0], strerror(errno));
  else if (result > 128)
    cleave_complain("clang was stopped by signal %d", result - 128);
  else if (!result && !is_empty && !cleave_output_size(output))
    cleave_complain("clang did not compile '%s': is it C or C++, and do the arguments contain -E or -M?",
                    file);
  else
    return !result;
  return false;
}

bool cleave_plugin_output(const struct cleave_compilation *compilation, const char *const *mode,
                          struct cleave_output *output) {
  struct cleave_arena *arena = cleave_arena_new();
  const char *path = compilation->file;
  if (compilation->directory && *path != '/')
    path = cleave_arena_format(arena, "%s/%s", compilation->directory, path);
  struct stat status;
  const int error = stat(path, &status) ? errno : S_ISDIR(status.st_mode) ? EISDIR : 0;
  bool done = !error;
  if (error)
    cleave_complain("cannot read '%s': %s", path, strerror(error));
  char *clang = done ? cleave_toolchain_clang() : NULL, *plugin = clang ? cleave_toolchain_plugin() : NULL;
  if (plugin) {
    struct cleave_command command = {.directory = compilation->directory};
    /* The arguments may be those of a whole build, with -o and libraries. */
    const char *const first[] = {clang,
                                 "-fsyntax-only",
                                 "--offload-host-only",
                                 "-Qunused-arguments",
                                 "-fopenmp",
                                 cleave_arena_format(arena, "-fplugin=%s", plugin),
                                 cleave_arena_format(arena, "-fplugin-arg-cleave-output=%s", output->path)};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
      cleave_command_add(&command, first[i]);
    if (cleave_options_ask_for_safe((const char *const *)environ))
      cleave_command_add(&command, "-fplugin-arg-cleave-safe=on");
    for (; *mode; mode++)
      cleave_command_add(&command, cleave_arena_format(arena, "-fplugin-arg-cleave-%s", *mode));
    for (int i = 0; i < compilation->argument_count; i++)
      cleave_command_add(&command, compilation->arguments[i]);
    cleave_command_add(&command, "--");
    cleave_command_add(&command, compilation->file);
    done = run(&command, compilation->file, !status.st_size, output);
    free(command.words);
  }
  done &= plugin != NULL;
  free(plugin);
  free(clang);
  cleave_arena_free(arena);
  return done;
}
