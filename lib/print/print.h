/* FILE: lib/print/print.h
 * WHAT: plans -> edits -> text, in two forms made from the same edits:
 *         for the compiler  every statement stays on the line where it was, so that diagnostics,
 *                           debug information and kernel names keep their lines: directives become
 *                           _Pragma on the line of what they replace;
 *         for a reader      directives on lines of their own, indented, as a person writes them.
 */
#ifndef CLEAVE_PRINT_PRINT_H
#define CLEAVE_PRINT_PRINT_H

#include "model/edits.h"
#include "model/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Appends the edits of PLAN to EDITS; nothing if the plan does not transform. */
void cleave_print_plan(const struct cleave_unit *unit, const struct cleave_plan *plan,
                       struct cleave_edits *edits);

/* The first word that the COUNT edits of REGION insert and that is the name of a macro there, where it would mean
 * something else; NULL if there is none. A macro in text of the user's that an edit copies is meant. */
const char *cleave_print_find_macro(const struct cleave_unit *unit, const struct cleave_region *region,
                                    const struct cleave_edit *edits, size_t count);

/* Appends the edit that includes omp.h, if the text for readers needs it and UNIT does not. After the
 * last plan. */
void cleave_print_include(const struct cleave_unit *unit, struct cleave_edits *edits);

/* Puts EDITS in the order of their places. Call it once, after all of them. */
void cleave_print_sort(struct cleave_edits *edits);

/* The unit's text with sorted EDITS applied; NUL-terminated, owned by the unit's arena. */
const char *cleave_print_for_compiler(const struct cleave_unit *unit, const struct cleave_edits *edits,
                                      size_t *length);
const char *cleave_print_for_reader(const struct cleave_unit *unit, const struct cleave_edits *edits,
                                    size_t *length);

/* Declarations of the functions that the texts for the compiler of COUNT files call, in the language of
 * UNIT, one a line, which have to stand before any text; NULL if they call none. */
const char *cleave_print_declarations(const struct cleave_unit *unit, const struct cleave_edits *edits,
                                      size_t count);

/* A number that differs when the COUNT edits of REGION at EDITS differ, or what pragmas ask of it, for
 * host and device to compare (64-bit FNV-1a of places, pieces and hints). Places are those in the
 * user's text: macros may have expansions of their own on the device. */
uint64_t cleave_print_digest(const struct cleave_unit *unit, const struct cleave_region *region,
                             const struct cleave_edit *edits, size_t count);

/* ---- macro_expansion.c: macros written out ------------------------------------------------------------ */

/* A file in which expansions stand in the place of macros. */
struct cleave_expanded {
  const char *text; /* as many lines as the user's; NULL if no macro of the file is in the way */
  size_t length;
  struct cleave_substitution *substitutions;
  size_t substitution_count;
};

/* Writes out the macros of UNIT that hold parts of directives or statements, in the regions for which
 * WANTED is true. A region with a macro that has no expansion stays as it is: WANTED becomes false for
 * it, and for regions in which no macro is in the way. Nothing moves to another line. */
struct cleave_expanded cleave_print_expand(const struct cleave_unit *unit, bool *wanted);

/* Where the user wrote what stands at OFFSET of UNIT. It is on the same line. */
uint32_t cleave_print_origin(const struct cleave_unit *unit, uint32_t offset);

/* ---- columns.c: where debuggers and optimizer remarks find what is compiled ------------------------ */

/* A line of the user's text, and the line of the text for the compiler in its place. */
struct cleave_changed_line {
  uint32_t offset; /* of the user's line */
  const char *original, *rewritten;
  size_t original_length, rewritten_length;
};

/* The lines of UNIT that differ in TEXT (LENGTH bytes), which has as many, in order; owned by the unit's arena. */
struct cleave_changed_line *cleave_print_changed_lines(const struct cleave_unit *unit, const char *text,
                                                       size_t length, size_t *count);

/* The column of the user's line for COLUMN of the rewritten one; both count bytes from 1. What both
 * lines begin or end with keeps its place. All between maps to the first word of the user's line that differs. */
unsigned cleave_print_original_column(const struct cleave_changed_line *line, unsigned column);

#ifdef __cplusplus
}
#endif
#endif
