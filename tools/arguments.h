/* FILE: tools/arguments.h
 * WHAT: the parts of a user's clang command line that cleave depends on.
 */
#ifndef CLEAVE_TOOLS_ARGUMENTS_H
#define CLEAVE_TOOLS_ARGUMENTS_H

#include <stdbool.h>

struct cleave_arguments {
  bool openmp;   /* the code is compiled, or the program linked, for OpenMP */
  bool offloads; /* a target is named; a link then includes clang's image and libomptarget */
  bool has_input;
  bool links;             /* clang would link, and not stop earlier */
  bool saves_temporaries; /* -save-temps: each stage is a separate compilation */
  bool is_static;         /* -static or -static-pie */
  bool names_openmp;      /* an option says whether directives are compiled */
  bool takes_shared;      /* the linked program can use shared libraries: no -static, no -r */
  bool indirect;          /* more arguments come from files: only clang can parse them */
  bool language_given;    /* by -x */
  bool for_processors;    /* targets are named, and all of them are processors */
  bool amd;               /* a target is an AMD GPU */
  bool has_rocm;          /* the command says where AMD's mathematical library is, or that there is none */
  int end;                /* where to add arguments: before "--", or the count of the arguments */
};

/* Whether the word after OPTION is its value. */
bool cleave_argument_takes_value(const char *option);

struct cleave_arguments cleave_arguments_read(int count, char *const *arguments);

/* Runs CLANG with -### to find its actions, and sets `openmp` and `offloads` in FOUND. MODE is an argument
 * that precedes ARGUMENTS, or NULL. If clang does not accept the arguments, both stay as they are. */
void cleave_arguments_ask(const char *clang, const char *mode, int count, char *const *arguments,
                          struct cleave_arguments *found);

#endif
