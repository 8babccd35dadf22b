/* FILE: tools/compile_commands.h
 * WHAT: the compilations that a compile_commands.json lists.
 */
#ifndef CLEAVE_TOOLS_COMPILE_COMMANDS_H
#define CLEAVE_TOOLS_COMPILE_COMMANDS_H

#include "plugin_output.h"

struct cleave_arena;

/* Reads PATH, a compile_commands.json or the folder of one. *COMPILATIONS are those of C and C++ files with -fopenmp,
 * without arguments that name outputs, in the order of their paths. FILES restricts them to these files if FILE_COUNT is
 * not 0. Everything belongs to ARENA. Returns false after an error message. */
bool cleave_compile_commands_read(const char *path, char *const *files, int file_count,
                                  struct cleave_arena *arena, struct cleave_compilation **compilations,
                                  size_t *count);

#endif
