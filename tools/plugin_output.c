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

bool cleave_plugin_tools_find(struct cleave_plugin_tools *tools) {
  *tools = (struct cleave_plugin_tools){.clang = cleave_toolchain_clang()};
  if (tools->clang)
    tools->plugin = cleave_toolchain_plugin();
  return tools->plugin != NULL;
}

void cleave_plugin_tools_free(struct cleave_plugin_tools *tools) {
  free(tools->plugin);
  free(tools->clang);
}

/* Its path from the working directory of this program. */
static const char *path_of(const struct cleave_compilation *compilation, struct cleave_arena *arena) {
  return compilation->directory && *compilation->file != '/'
             ? cleave_arena_format(arena, "%s/%s", compilation->directory, compilation->file)
             : compilation->file;
}

const char *cleave_plugin_command(const struct cleave_plugin_tools *tools,
                                  const struct cleave_compilation *compilation, const char *const *mode,
                                  const struct cleave_output *output, bool colors, struct cleave_arena *arena,
                                  struct cleave_command *command) {
  const char *path = path_of(compilation, arena);
  struct stat status;
  const int error = stat(path, &status) ? errno : S_ISDIR(status.st_mode) ? EISDIR : 0;
  if (error)
    return cleave_arena_format(arena, "cannot read '%s': %s", path, strerror(error));
  *command = (struct cleave_command){.directory = compilation->directory};
  /* The arguments may be those of a whole build, with -o and libraries. */
  const char *const first[] = {tools->clang,
                               "-fsyntax-only",
                               "--offload-host-only",
                               "-Qunused-arguments",
                               "-fopenmp",
                               cleave_arena_format(arena, "-fplugin=%s", tools->plugin),
                               cleave_arena_format(arena, "-fplugin-arg-cleave-output=%s", output->path)};
  for (size_t i = 0; i < sizeof first / sizeof *first; i++)
    cleave_command_add(command, first[i]);
  if (colors)
    cleave_command_add(command, "-fcolor-diagnostics");
  if (cleave_options_ask_for_safe((const char *const *)environ))
    cleave_command_add(command, "-fplugin-arg-cleave-safe=on");
  for (; *mode; mode++)
    cleave_command_add(command, cleave_arena_format(arena, "-fplugin-arg-cleave-%s", *mode));
  for (int i = 0; i < compilation->argument_count; i++)
    cleave_command_add(command, compilation->arguments[i]);
  cleave_command_add(command, "--");
  cleave_command_add(command, compilation->file);
  return NULL;
}

const char *cleave_plugin_failure(const struct cleave_compilation *compilation, int status, int signal,
                                  const struct cleave_output *output, struct cleave_arena *arena) {
  struct stat file;
  if (!signal && status > 128) /* the driver of clang reports its compiler's end so */
    signal = status - 128;
  if (signal)
    return cleave_arena_format(arena, "clang was stopped by signal %d", signal);
  if (status)
    return "";
  /* The plugin prints nothing about an empty file. */
  if (cleave_output_size(output) || (!stat(path_of(compilation, arena), &file) && !file.st_size))
    return NULL;
  return cleave_arena_format(
      arena, "clang did not compile '%s': is it C or C++, and do the arguments contain -E or -M?",
      compilation->file);
}

/* Runs COMMAND. Its standard output is discarded, because the arguments may contain -E. */
static const char *run(const struct cleave_compilation *compilation, const struct cleave_command *command,
                       const struct cleave_output *output, struct cleave_arena *arena) {
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  int signal = 0;
  const int result = cleave_command_run_signal(command, nowhere, -1, &signal);
  close(nowhere);
  return result < 0 ? cleave_arena_format(arena, "cannot start %s: %s", command->words[0], strerror(errno))
                    : cleave_plugin_failure(compilation, result, signal, output, arena);
}

bool cleave_plugin_output(const struct cleave_compilation *compilation, const char *const *mode,
                          struct cleave_output *output) {
  struct cleave_plugin_tools tools;
  bool done = false;
  if (cleave_plugin_tools_find(&tools)) {
    struct cleave_arena *arena = cleave_arena_new();
    struct cleave_command command = {0};
    const char *why = cleave_plugin_command(&tools, compilation, mode, output, false, arena, &command);
    if (!why)
      why = run(compilation, &command, output, arena);
    if (why && *why)
      cleave_complain("%s", why);
    done = !why;
    free(command.words);
    cleave_arena_free(arena);
  }
  cleave_plugin_tools_free(&tools);
  return done;
}
