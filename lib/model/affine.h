/* FILE: lib/model/affine.h
 * WHAT: what the iterations of a parallel loop touch: its counters, the loops inside it, and every
 *       access to memory, with subscripts as polynomials. The reader fills it in; lib/polyhedral builds
 *       the loop model from it.
 *
 * A loop has this description only if the reader understood every statement of its body. What the
 * description leaves out on purpose makes the set of accesses larger, never smaller: conditions
 * around an access, and bounds that are not known.
 */
#ifndef CLEAVE_MODEL_AFFINE_H
#define CLEAVE_MODEL_AFFINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CLEAVE_NO_DIMENSION UINT32_MAX
#define CLEAVE_TERM_FACTORS 4

/* COEFFICIENT times the values of some dimensions, in ascending order; a factor may repeat. */
struct cleave_term {
  int64_t coefficient; /* never 0 */
  uint32_t factors[CLEAVE_TERM_FACTORS];
  uint32_t factor_count;
};

/* The sum of the terms, over the integers: it neither wraps nor overflows. No two terms have the same
 * factors. No terms: 0. */
struct cleave_polynomial {
  struct cleave_term *terms;
  size_t term_count;
};

enum cleave_dimension_kind {
  CLEAVE_DIMENSION_SYMBOL,     /* an integer variable from outside the loop that the loop reads */
  CLEAVE_DIMENSION_PARALLEL,   /* counter of an associated loop */
  CLEAVE_DIMENSION_SEQUENTIAL, /* counter of a loop in the body, which only its header changes */
  CLEAVE_DIMENSION_QUOTIENT,   /* numerator / denominator, rounded towards 0 as C does */
  CLEAVE_DIMENSION_UNKNOWN     /* any value of its type, another one at each evaluation */
};

/* An integer that subscripts are made of. */
struct cleave_dimension {
  enum cleave_dimension_kind kind;
  uint32_t variable; /* SYMBOL, and the counter of a FOR node: index into region->variables */
  unsigned bits;     /* of its type */
  bool is_signed;
  /* PARALLEL, SEQUENTIAL: `offset` is where the loop's `for` stands, 0 if its text comes from a macro;
   * `around` is the loop around it among those described here; CLEAVE_NO_DIMENSION for the outermost.
   * The counter begins with `first` (if has_first) and moves by `step` (0: not known; its sign is that
   * of the direction otherwise); `least` <= counter and counter <= `most` hold whenever the body runs,
   * where known. */
  uint32_t offset;
  uint32_t around;
  bool has_first, has_least, has_most;
  int64_t step;
  struct cleave_polynomial first, least, most;
  /* QUOTIENT: */
  struct cleave_polynomial numerator;
  int64_t denominator; /* above 0 */
};

/* An expression that C computes in a type of so many bits: VALUE is what it computes only if VALUE
 * fits. Nothing can be said of an access for which that is not proved. */
struct cleave_fit {
  struct cleave_polynomial value;
  unsigned bits;
  bool is_signed;
  uint32_t around; /* the innermost loop around it */
};

/* One element of an array, or of what a pointer points to, or a variable itself. */
struct cleave_access {
  uint32_t variable; /* the array or pointer: index into region->variables */
  bool writes;
  bool updates; /* it writes the element, and reads it before */
  /* Of a write: it gives the whole element a value, whenever the loops around it run an iteration. Each of
   * these runs all iterations that its first value, step and bounds tell, if they are all known. */
  bool certain;
  uint32_t offset;                      /* where it stands */
  uint32_t around;                      /* the innermost loop around it: a dimension */
  struct cleave_polynomial *subscripts; /* none: the variable itself */
  size_t subscript_count;
  /* extents[k]: how many elements subscript k may name. extents[0] is known of arrays of constant size
   * alone; no terms: it is not known. */
  struct cleave_polynomial *extents;
  struct cleave_fit *fits; /* what the subscripts assume */
  size_t fit_count;
};

/* An explicit map clause of the target construct names LENGTH elements of an array, or of what a pointer
 * points to, from FIRST on: whole rows, where these are arrays. Both are made of symbols. */
struct cleave_section {
  uint32_t variable; /* the array or pointer */
  struct cleave_polynomial first, length;
};

/* The header of the outermost associated loop, `for (i = FIRST; i < BOUND; i++)`, if it has this form: the
 * two expressions, of integer types, as text that can be replaced. Empty ranges: it has another one. */
struct cleave_loop_header {
  uint32_t first_begin, first_end, bound_begin, bound_end;
  bool bound_is_last; /* `<=` */
};

struct cleave_loop_accesses {
  struct cleave_loop_header header;
  /* The statement in the innermost associated loop; empty if its text begins or ends inside a macro. */
  uint32_t body_begin, body_end;
  uint32_t loop_count; /* loops of any kind in this statement, described below or not */
  bool has_jump;       /* it holds break, continue, goto, a label or return */
  struct cleave_dimension *dimensions;
  size_t dimension_count;
  struct cleave_access *accesses; /* in the order of execution, as far as there is one */
  size_t access_count;
  struct cleave_section *sections;
  size_t section_count;
};

#ifdef __cplusplus
}
#endif
#endif
