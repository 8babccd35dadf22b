/* FILE: lib/print/print.h
 * WHAT: converts plans to edits, and edits to text in two forms:
 *         for the compiler  each statement keeps its line, so that diagnostics, debug information and kernel names
 *                           keep their lines. A directive becomes a _Pragma on the line that it replaces;
 *         for a reader      each directive has a line of its own, indented.
 *
 * The unit's arena owns all results. The functions do not fail. Several threads may print different units.
 */
#ifndef CLEAVE_PRINT_PRINT_H
#define CLEAVE_PRINT_PRINT_H

#include "model/edits.h"
#include "model/environment_plan.h"
#include "model/host_code.h"
#include "model/plan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Appends the edits of PLAN to EDITS; nothing if the plan does not transform. */
void cleave_print_plan(const struct cleave_unit *unit, const struct cleave_plan *plan,
                       struct cleave_edits *edits);

/* ---- loop_scopes.c ---- */

/* Puts braces around the generated loops in the edits from FIRST on, if the language of UNIT is C89. */
void cleave_print_scope_loops(const struct cleave_unit *unit, struct cleave_edits *edits, size_t first);

/* The parts of the edits of an environment. At equal offsets, earlier edits come first: append the first part before the
 * edits of the regions, the second one after them, inner environments first, and then the third one. */
enum cleave_environment_part { CLEAVE_BEGIN_FOR_READER, CLEAVE_ENVIRONMENT_END, CLEAVE_BEGIN_FOR_COMPILER };

/* Appends PART of the edits of ENVIRONMENT. */
void cleave_print_environment(const struct cleave_unit *unit, const struct cleave_host_function *function,
                              const struct cleave_environment *environment, enum cleave_environment_part part,
                              struct cleave_edits *edits);

/* Returns the first word that the COUNT edits of REGION insert and that is the name of a macro at that place; NULL
 * if there is none. Macros in copied user text are intended and are not returned. */
const char *cleave_print_find_macro(const struct cleave_unit *unit, const struct cleave_region *region,
                                    const struct cleave_edit *edits, size_t count);
/* The same for edits between regions: the first word that is the name of a macro defined somewhere in RANGE. */
const char *cleave_print_find_macro_in(const struct cleave_unit *unit, struct cleave_range range,
                                       const struct cleave_edit *edits, size_t count);

/* Appends an edit that includes omp.h, if the text for readers needs it and UNIT does not include it. Call it after
 * the last cleave_print_plan. */
void cleave_print_include(const struct cleave_unit *unit, struct cleave_edits *edits);

/* Sorts EDITS by offset. Call it once, after the last edit is appended. */
void cleave_print_sort(struct cleave_edits *edits);

/* Return the text of UNIT with sorted EDITS applied, NUL-terminated; *LENGTH is its length in bytes. */
const char *cleave_print_for_compiler(const struct cleave_unit *unit, const struct cleave_edits *edits,
                                      size_t *length);
const char *cleave_print_for_reader(const struct cleave_unit *unit, const struct cleave_edits *edits,
                                    size_t *length);

/* Returns declarations of the functions that the texts for the compiler call, one on each line, in the language of
 * UNIT; NULL if no function is called. EDITS is an array with the edits of COUNT files. The declarations precede all
 * other text. */
const char *cleave_print_declarations(const struct cleave_unit *unit, const struct cleave_edits *edits,
                                      size_t count);

/* Returns a hash by which the host and device compilations compare the COUNT edits and the hints of REGION: 64-bit
 * FNV-1a of places, inserted text and hints. Places are those in the user's text, because macros may expand differently
 * on the device. */
uint64_t cleave_print_digest(const struct cleave_unit *unit, const struct cleave_region *region,
                             const struct cleave_edit *edits, size_t count);

/* The same for edits that belong to no region. Offsets count from BEGIN. */
uint64_t cleave_print_edits_digest(const struct cleave_unit *unit, uint32_t begin,
                                   const struct cleave_edit *edits, size_t count);

/* ---- macro_expansion.c: macros expanded in the source ------------------------------------------------------------ */

/* A file with macros replaced by their expansions. */
struct cleave_expanded {
  const char *text; /* with the same number of lines; NULL if no macro has to be expanded */
  size_t length;
  struct cleave_substitution *substitutions;
  size_t substitution_count;
};

/* Expands the macros of UNIT that contain parts of directives or statements, in the regions whose entry in WANTED is
 * true. Sets the entry to false if no macro of the region has to be expanded, or if one cannot be expanded. Each
 * token keeps its line. */
struct cleave_expanded cleave_print_expand(const struct cleave_unit *unit, bool *wanted);

/* Returns the offset in the user's text of the token at OFFSET of UNIT. Both are on the same line. */
uint32_t cleave_print_origin(const struct cleave_unit *unit, uint32_t offset);

/* ---- columns.c: columns for debuggers and optimizer remarks ------------------------ */

/* A line of the user's text, and the same line of the text for the compiler. */
struct cleave_changed_line {
  uint32_t offset; /* of the user's line */
  const char *original, *rewritten;
  size_t original_length, rewritten_length;
};

/* Returns the lines of UNIT that differ in TEXT (LENGTH bytes, the same number of lines), in ascending order. */
struct cleave_changed_line *cleave_print_changed_lines(const struct cleave_unit *unit, const char *text,
                                                       size_t length, size_t *count);

/* Returns the column of the user's line for COLUMN of the rewritten line. Columns are bytes, counted from 1. A
 * column in the common prefix stays; one in the common suffix keeps its distance from the end of the line. All
 * other columns map to the first word of the user's line that differs. */
unsigned cleave_print_original_column(const struct cleave_changed_line *line, unsigned column);

#ifdef __cplusplus
}
#endif
#endif
