/* FILE: tools/explain_files.h
 * WHAT: the reports of the plugin on many files, several files at a time.
 */
#ifndef CLEAVE_TOOLS_EXPLAIN_FILES_H
#define CLEAVE_TOOLS_EXPLAIN_FILES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct cleave_compilation;

enum { CLEAVE_EXPLAIN_MOST_JOBS = 256 }; /* each holds two file descriptors */

struct cleave_explained {
  json_t *reports;   /* an array: one report for each file that compiles, in the order of the files */
  size_t missing;    /* the number of the other files */
  const char *first; /* the first of these; NULL: none */
  bool interrupted;  /* `reports` is not complete */
};

/* Compiles the COUNT files of COMPILATIONS, at most JOBS at a time, and shows progress on standard error. Diagnostics are printed
 * in the order of the files. Call cleave_child_hold_signals before. An interruption ends all processes that this function started.
 * The caller releases `reports`. Returns false after an error message if no file can be compiled at all. */
bool cleave_explain_files(const struct cleave_compilation *compilations, size_t count, size_t jobs,
                          struct cleave_explained *explained);

#endif
