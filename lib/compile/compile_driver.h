/* FILE: lib/compile/compile_driver.h
 * WHAT: the whole way of one translation unit through the core: unit -> plans -> edits -> text, and
 *       the agreement between the host's and the device's run of the compiler.
 * WHO:  called by passes/frontend once per compiler run; by the unit tests with hand-made units.
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

/* What became of one file. Everything is owned by the unit's arena. */
struct cleave_result {
  /* The rewritten file, for the compiler: as many lines as before, each statement on the line
   * where it was. NULL if no region is transformed. */
  const char *text;
  size_t length;
  /* The rewritten file as a person would write it. NULL if no region is transformed. */
  const char *readable;
  size_t readable_length;
  /* For each region, whether it is transformed. */
  bool *transformed;
  /* What was done and what was not, in source order. */
  struct cleave_remark *remarks;
  size_t remark_count;
  /* A file-scope asm, in C, that holds only a comment: part of the host's unit, it carries the plan
   * to the device's run inside the host IR. Part of the first file's result alone, for all of them.
   * NULL if no region is transformed; not in `text`. */
  const char *stamp;
  /* The first result's: lines of declarations that the texts of all files need before them; or NULL. */
  const char *declarations;
};

/* Plans and rewrites the COUNT files of one translation unit, the main file first, as OPTIONS say. They
 * share an arena, and the result, one for each file, lives as long as it. Takes nothing over. */
struct cleave_result *cleave_compile_files(const struct cleave_unit *const *units, size_t count,
                                           const struct cleave_options *options);

/* What the core asks of the reader of files when macros are in the way. */
struct cleave_reader {
  void *context;
  /* Fills in the invocations of the units. */
  void (*read_invocations)(void *context);
  /* Reads the translation unit again, with TEXTS[i] as the contents of the i-th file where it has a text.
   * Returns as many units as before, of the same arena; NULL if there are more or less of them. */
  struct cleave_unit **(*read_again)(void *context, const struct cleave_expanded *texts);
};

/* The same, and regions that macros keep from being transformed are read again by READER, with these
 * macros written out. Those that are not transformed then either keep their macros. The places in all
 * remarks are those of UNITS. */
struct cleave_result *cleave_compile_expanding(struct cleave_unit *const *units, size_t count,
                                               const struct cleave_options *options,
                                               const struct cleave_reader *reader);

/* The same as cleave_compile_files, for a single file. */
struct cleave_result *cleave_compile(const struct cleave_unit *unit, const struct cleave_options *options);

/* Compares the device's own RESULTS with the stamp of the host's run, found in HOST_ASM, the module
 * asm of the host IR ("" or NULL if it has none). Returns NULL if both decided alike; otherwise the
 * first difference, as a remark of kind CLEAVE_REMARK_ERROR at the region in question; the number of its
 * file goes to *FILE. */
const struct cleave_remark *cleave_compile_check_files(const struct cleave_unit *const *units, size_t count,
                                                       const struct cleave_result *results,
                                                       const char *host_asm, size_t *file);

/* The same for a single file. */
const struct cleave_remark *cleave_compile_check(const struct cleave_unit *unit,
                                                 const struct cleave_result *result, const char *host_asm);

/* Whether the host's run transformed anything, by HOST_ASM as above. If not, the device's run has
 * nothing to do either, and need not even parse the file to find that out. */
bool cleave_compile_host_transforms(const char *host_asm);

/* The facts that `cleave explain` prints about the files of one translation unit: a JSON object, whose members
 * docs/explain.md describes. */
const char *cleave_compile_report(const struct cleave_unit *const *units, size_t count,
                                  const struct cleave_result *results);

/* One line of the verdicts, without a line end, such as "main.c: 3 of 4 regions split; 1 refused: CLV226". NULL if the
 * files have no region. */
const char *cleave_drive_summary(const struct cleave_unit *const *units, size_t count,
                                 const struct cleave_result *results);

/* Whether TEXT (LENGTH bytes, a file before preprocessing) can hold a target region that
 * cleave might transform, or a pragma of cleave. False only if a look at the AST cannot find one: it spares the second
 * parse, and costs one pass over the text. What TEXT includes has to be asked about as well. */
bool cleave_compile_may_transform(const char *text, size_t length);

/* An #include: the name between its quotes or angles, inside the text; NULL if a macro says it. */
struct cleave_include {
  const char *name;
  size_t length;
  bool angled;
};

/* Finds the next #include of TEXT (LENGTH bytes) behind *AT, whether or not it is in a comment or in a
 * part that is left out, and moves *AT. Returns false if there is none. */
bool cleave_compile_next_include(const char *text, size_t length, size_t *at, struct cleave_include *include);

#ifdef __cplusplus
}
#endif
#endif
