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

/* Parses the file with clang and the plugin, with the plugin arguments MODE ("NAME=VALUE", ended by NULL), and writes
 * the output of the plugin to OUTPUT. Returns false after an error message if the file does not compile. */
bool cleave_plugin_output(const struct cleave_compilation *compilation, const char *const *mode,
                          struct cleave_output *output);

#endif
