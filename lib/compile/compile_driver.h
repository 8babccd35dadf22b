/* FILE: lib/compile/compile_driver.h
 * WHAT: compiles one translation unit: unit -> plans -> edits -> text; and compares the decisions of the host
 *       and device compilations.
 * USE:  passes/frontend calls it once per compiler run, the unit tests with hand-made units.
 */
#ifndef CLEAVE_COMPILE_COMPILE_DRIVER_H
#define CLEAVE_COMPILE_COMPILE_DRIVER_H

#include "model/options.h"
#include "model/region.h"
#include "model/remark.h"
#include "print/print.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The result for one file. The unit's arena owns everything. */
struct cleave_result {
  /* The transformed file for the compiler. Number of lines and line of each statement are unchanged. NULL if
   * no region is transformed. */
  const char *text;
  size_t length;
  /* The transformed file for readers. NULL if no region is transformed. */
  const char *readable;
  size_t readable_length;
  /* For each region, whether it is transformed. */
  bool *transformed;
  /* In source order. */
  struct cleave_remark *remarks;
  size_t remark_count;
  /* A file-scope asm, in C, that contains only a comment: `cleave-plan`, and LINE:DIGEST of each transformed region.
   * The digest is 0 for the lines of options->differing. The host's IR carries it to the device compilation. Set in the first file's result only; NULL if no region is
   * transformed. Not part of `text`. */
  const char *stamp;
  /* First result only: lines of declarations that must precede the texts of all files; or NULL. */
  const char *declarations;
};

/* Plans and transforms the COUNT files of one translation unit, the main file first. The units share an
 * arena, which owns the COUNT results. Does not take ownership of its arguments. */
struct cleave_result *cleave_compile_files(const struct cleave_unit *const *units, size_t count,
                                           const struct cleave_options *options);

/* Callbacks to read files again if macros prevent a transformation. */
struct cleave_reader {
  void *context;
  /* Fills in the `invocations` of the units. */
  void (*read_invocations)(void *context);
  /* Reads the translation unit again. TEXTS[i], if set, replaces the contents of file i. Returns the same
   * number of units, from the same arena; NULL if their number changed. */
  struct cleave_unit **(*read_again)(void *context, const struct cleave_expanded *texts);
};

/* As cleave_compile_files. In addition, if macros prevent the transformation of a region, READER reads it
 * again with these macros expanded. A region that still cannot be transformed keeps its macros. All remarks
 * have positions in UNITS. */
struct cleave_result *cleave_compile_expanding(struct cleave_unit *const *units, size_t count,
                                               const struct cleave_options *options,
                                               const struct cleave_reader *reader);

/* cleave_compile_files for a single file. */
struct cleave_result *cleave_compile(const struct cleave_unit *unit, const struct cleave_options *options);

/* ---- agreement.c: the same transformations in all compilations of a file ---------------------------------------- */

#define CLEAVE_STAMP_MARK "cleave-plan"

/* A translation unit as one of the compilations of a command reads it. */
struct cleave_view {
  struct cleave_unit *const *units;
  size_t count;
  struct cleave_options options;
  struct cleave_reader reader;
};

/* cleave_compile_expanding for the first of COUNT views. A region stays unchanged, with CLV901, if another view would
 * transform it differently from view REFERENCE. All views have the arena of the first one. */
struct cleave_result *cleave_compile_agreeing(struct cleave_view *views, size_t count, size_t reference);

/* The lines of the regions that the host's stamp in HOST_ASM excludes: options->differing of the device compilation.
 * ARENA owns the array of *COUNT lines. */
const uint32_t *cleave_compile_differing(struct cleave_arena *arena, const char *host_asm, size_t *count);

/* Compares the device's RESULTS with the host's stamp in HOST_ASM, the module asm of the host IR ("" or NULL
 * if it has none). Returns NULL if all decisions are equal. Otherwise returns the first difference as a
 * remark of kind CLEAVE_REMARK_ERROR, and stores the index of its file in *FILE. */
const struct cleave_remark *cleave_compile_check_files(const struct cleave_unit *const *units, size_t count,
                                                       const struct cleave_result *results,
                                                       const char *host_asm, size_t *file);

/* cleave_compile_check_files for a single file. */
const struct cleave_remark *cleave_compile_check(const struct cleave_unit *unit,
                                                 const struct cleave_result *result, const char *host_asm);

/* Whether the host compilation transformed a region, by HOST_ASM as above. If not, the device compilation
 * need not parse the file. */
bool cleave_compile_host_transforms(const char *host_asm);

/* Returns the report of `cleave explain` about one translation unit, as text or JSON. The units' arena owns
 * it. */
const char *cleave_compile_report(const struct cleave_unit *const *units, size_t count,
                                  const struct cleave_result *results);

/* One line of the verdicts, without a line end, such as "main.c: 3 of 4 regions split; 1 refused: CLV226". NULL if the
 * files have no region. */
const char *cleave_drive_summary(const struct cleave_unit *const *units, size_t count,
                                 const struct cleave_result *results);

/* Whether TEXT (LENGTH bytes, a file before preprocessing) may contain a target region that cleave might
 * transform, or a pragma of cleave. Never a false negative; avoids the second parse. One pass over the text.
 * The caller must also check included files. */
bool cleave_compile_may_transform(const char *text, size_t length);

/* An #include. `name` points into the text, between the quotes or angle brackets; NULL if it is a macro. */
struct cleave_include {
  const char *name;
  size_t length;
  bool angled;
};

/* Finds the next #include of TEXT (LENGTH bytes) after *AT and advances *AT. Also finds those in comments and
 * skipped conditional blocks. Returns false if there is none. */
bool cleave_compile_next_include(const char *text, size_t length, size_t *at, struct cleave_include *include);

#ifdef __cplusplus
}
#endif
#endif
