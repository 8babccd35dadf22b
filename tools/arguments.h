/* FILE: tools/arguments.h
 * WHAT: what a user's command line asks clang for, as far as cleave must know.
 */
#ifndef CLEAVE_TOOLS_ARGUMENTS_H
#define CLEAVE_TOOLS_ARGUMENTS_H

#include <stdbool.h>

struct cleave_arguments {
  bool openmp;   /* the code is compiled, or the program linked, for OpenMP */
  bool offloads; /* a target is named; for a link, clang adds its image and libomptarget */
  bool has_input;
  bool links;             /* clang would link, not stop earlier */
  bool saves_temporaries; /* -save-temps: each stage is a compilation of its own */
  bool takes_shared;      /* what it links can use shared libraries: no -static, no -r */
  bool indirect;          /* more arguments come from files: only clang itself can tell */
  int end;                /* where to add arguments: before "--", or the count of the arguments */
};

struct cleave_arguments cleave_arguments_read(int count, char *const *arguments);

/* Asks CLANG with -### what it would do, and sets `openmp` and `offloads` in FOUND. MODE is an argument to put
 * before ARGUMENTS, or NULL. Both are false if clang does not accept the arguments. */
void cleave_arguments_ask(const char *clang, const char *mode, int count, char *const *arguments,
                          struct cleave_arguments *found);

#endif
