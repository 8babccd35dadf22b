/* FILE: tools/plugin_output.h
 * WHAT: the output of the plugin for one source file.
 */
#ifndef CLEAVE_TOOLS_PLUGIN_OUTPUT_H
#define CLEAVE_TOOLS_PLUGIN_OUTPUT_H

#include "output.h"

/* One compilation of a source file. The words belong to the caller. */
struct cleave_compilation {
  const char *directory; /* working directory of the compiler; NULL: the current one */
  const char *file;
  char *const *arguments; /* arguments of clang, such as -I and -D, without FILE */
  int argument_count;
};

struct cleave_arena;
struct cleave_command;

/* The compiler and the plugin. */
struct cleave_plugin_tools {
  char *clang, *plugin;
};

/* Finds both. Returns false after an error message if one is missing. Free with cleave_plugin_tools_free in any case. */
bool cleave_plugin_tools_find(struct cleave_plugin_tools *tools);
void cleave_plugin_tools_free(struct cleave_plugin_tools *tools);

/* A command that parses the file with clang and the plugin, as cleave_plugin_output does. COLORS: diagnostics are for a terminal.
 * Its words belong to ARENA, TOOLS and COMPILATION; the caller frees its array. Returns NULL, or why the file cannot be read. */
const char *cleave_plugin_command(const struct cleave_plugin_tools *tools,
                                  const struct cleave_compilation *compilation, const char *const *mode,
                                  const struct cleave_output *output, bool colors, struct cleave_arena *arena,
                                  struct cleave_command *command);

/* Why such a command failed that ended with exit status STATUS or with SIGNAL, if it is not 0: a line in ARENA; "" if clang's
 * diagnostics say it. NULL: OUTPUT is the whole output. */
const char *cleave_plugin_failure(const struct cleave_compilation *compilation, int status, int signal,
                                  const struct cleave_output *output, struct cleave_arena *arena);

/* Parses the file with clang and the plugin, with the plugin arguments MODE ("NAME=VALUE", ended by NULL), and writes
 * the output of the plugin to OUTPUT. Returns false after an error message if the file does not compile. */
bool cleave_plugin_output(const struct cleave_compilation *compilation, const char *const *mode,
                          struct cleave_output *output);

#endif
