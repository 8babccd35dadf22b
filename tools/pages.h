/* FILE: tools/pages.h
 * WHAT: manual pages and shell completion, from the help texts of the commands, their options and the table of
 *       lib/model/options.c.
 */
#ifndef CLEAVE_TOOLS_PAGES_H
#define CLEAVE_TOOLS_PAGES_H

#include <stdbool.h>

struct cleave_arena;

enum cleave_help_kind {
  CLEAVE_HELP_END,
  CLEAVE_HELP_BLANK,
  CLEAVE_HELP_TEXT,   /* a line of a paragraph */
  CLEAVE_HELP_ROW,    /* "  --json  print an array", or the same for another word */
  CLEAVE_HELP_EXAMPLE /* another indented line */
};

/* The next part of a help text. */
struct cleave_help_part {
  enum cleave_help_kind kind;
  const char *name; /* of a row: "--size N"; else the line without its indentation */
  const char *text; /* of a row, with the lines that continue it */
};

/* Reads the part at *TEXT and advances *TEXT to the next part. ARENA owns the strings of the result. */
struct cleave_help_part cleave_help_next(const char **text, struct cleave_arena *arena);

/* `cleave help man NAME`: prints a page for man in roff. `cleave help completion NAME`: prints a script for bash or zsh.
 * Returns the exit status. */
int cleave_print_manual(const char *name);
int cleave_print_completion(const char *shell);

#endif
