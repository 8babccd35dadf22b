/* FILE: lib/model/affine.h
 * WHAT: the accesses of a parallel loop's iterations: its counters, inner loops, and every memory access,
 *       with subscripts as polynomials. The reader fills it in; lib/polyhedral and lib/transfers read it.
 *
 * A loop is described only if the reader supports every statement of its body. The description omits
 * conditions around accesses and unknown bounds, so it may contain more accesses than the loop executes,
 * never fewer.
 */
#ifndef CLEAVE_MODEL_AFFINE_H
#define CLEAVE_MODEL_AFFINE_H

#include "model/clause.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CLEAVE_NO_DIMENSION UINT32_MAX
#define CLEAVE_TERM_FACTORS 4

/* COEFFICIENT times the values of dimensions, in ascending order; a factor may repeat. */
struct cleave_term {
  int64_t coefficient; /* never 0 */
  uint32_t factors[CLEAVE_TERM_FACTORS];
  uint32_t factor_count;
};

/* The sum of the terms, over the unbounded integers. No two terms have the same factors. No terms: 0. */
struct cleave_polynomial {
  struct cleave_term *terms;
  size_t term_count;
};

enum cleave_dimension_kind {
  CLEAVE_DIMENSION_SYMBOL,     /* an integer variable, declared outside the loop, that the loop reads */
  CLEAVE_DIMENSION_PARALLEL,   /* counter of an associated loop */
  CLEAVE_DIMENSION_SEQUENTIAL, /* counter of a loop in the body, changed by its header only */
  CLEAVE_DIMENSION_QUOTIENT,   /* numerator / denominator, rounded towards 0 as C does, or down */
  CLEAVE_DIMENSION_UNKNOWN     /* any value of its type, possibly different at each evaluation */
};

/* An integer variable of subscripts. */
struct cleave_dimension {
  enum cleave_dimension_kind kind;
  uint32_t variable; /* SYMBOL, and the counter of a FOR node: index into region->variables */
  unsigned bits;     /* of its type */
  bool is_signed;
  /* UNKNOWN: the text of a member that the region does not assign, `v.n`, `p->n` or `n` of `this`; empty: none, or not known. OBJECT is the
   * variable v or p, CLEAVE_NO_VARIABLE for `this`. */
  uint32_t member_begin, member_end, object;
  /* PARALLEL, SEQUENTIAL: `offset` is the position of the loop's `for`, 0 if it comes from a macro. `around`
   * is the enclosing described loop, CLEAVE_NO_DIMENSION for the outermost. The counter starts at `first` (if
   * has_first) and advances by `step`; 0: unknown step. If known, `least` <= counter <= `most` holds in the
   * body. */
  uint32_t offset;
  uint32_t around;
  bool has_first, has_least, has_most;
  bool has_hint; /* the program has a pragma about the loop, `#pragma unroll` */
  int64_t step;
  struct cleave_polynomial first, least, most;
  /* PARALLEL, SEQUENTIAL: more values that the counter is not below, and not above: `i < min(n, m)`. They tell not all about the
   * iterations. */
  struct cleave_polynomial lower[2], upper[2];
  uint32_t lower_count, upper_count;
  /* QUOTIENT: */
  struct cleave_polynomial numerator;
  int64_t denominator; /* above 0 */
  bool rounds_down;    /* to the next lower integer, as `i >> 1` does, instead of towards 0 */
};

/* An expression that C evaluates in a type of BITS bits. Its value is VALUE only if VALUE fits in that type.
 * An access is usable only if that is proved. */
struct cleave_fit {
  struct cleave_polynomial value;
  unsigned bits;
  bool is_signed;
  uint32_t around; /* the innermost enclosing loop */
};

/* An access to one element of an array or of a pointee, or to a variable. */
struct cleave_access {
  uint32_t variable; /* the array or pointer: index into region->variables */
  bool writes;
  bool updates; /* it reads the element and then writes it */
  bool
      is_placed; /* it writes `a[c]`, where c is a carried value that grows after each such write: no two write the same element */
  bool is_carried; /* it reads the element of a cleave_carried_element */
  /* It is an atomic update of an integer, and so is each access to its array, by the same operation, which no value is read from. In any
   * order they leave the same values (model/region.h: `atomics`). */
  bool commutes;
  /* Of a write: it assigns the whole element in every iteration of the enclosing loops. If first value, step
   * and bounds of such a loop are all known, it executes all iterations that they imply. */
  bool certain;
  uint32_t offset, end;                 /* of its text in the unit's; END is 0 in a macro, and of a member */
  uint32_t around;                      /* the innermost loop around it: a dimension */
  struct cleave_polynomial *subscripts; /* none: the variable itself */
  size_t subscript_count;
  /* extents[k]: the number of elements that subscript k may select. extents[0] is known only for arrays of
   * constant size. No terms: unknown. */
  struct cleave_polynomial *extents;
  /* The subscripts of arrays that are members of the record that the subscripts above select: `q[i].v[k]`, `s.v[k]`. Accesses with other
   * members of that record may have others. */
  struct cleave_polynomial *inner, *inner_extents;
  size_t inner_count;
  struct cleave_fit *fits; /* assumptions of the subscripts */
  size_t fit_count;
};

/* A list item of an explicit map clause: LENGTH elements of an array or pointee, starting at FIRST; complete
 * rows if the elements are arrays. Both are polynomials over symbols. */
struct cleave_section {
  uint32_t variable; /* the array or pointer */
  struct cleave_polynomial first, length;
};

/* The header of the outermost associated loop, if it has the form `for (i = FIRST; i < BOUND; i++)`: the
 * ranges of the two integer expressions, which can be replaced. Empty ranges: another form. */
struct cleave_loop_header {
  uint32_t first_begin, first_end, bound_begin, bound_end;
  bool bound_is_last; /* `<=` */
};

/* A variable that each iteration of a loop moves by BY, a sum of constants and symbols. */
struct cleave_moved_variable {
  const char *name;
  bool is_pointer;
  struct cleave_polynomial by;
};

/* How code gets to iteration number T of a loop, from the state before the loop: it executes the statement FIRST, moves each variable by T
 * times its amount, and evaluates CONDITION. The condition compares the first of these variables with a value that no iteration changes,
 * and has no effect but on that variable. */
struct cleave_loop_start {
  uint32_t first_begin, first_end; /* without a semicolon; empty: there is none */
  /* Of `for (VARIABLE : RANGE)`, instead of a first statement and a condition: the only moved variable is the iterator, which has no name.
   * RANGE is empty for other loops. */
  uint32_t range_begin, range_end, variable_begin, variable_end;
  uint32_t condition_begin, condition_end;
  struct cleave_moved_variable *moved;
  size_t moved_count;
  bool is_ordered; /* the condition does not hold for a T after the last iteration; else it may hold again */
};

/* A loop of a nest. Its body is the next loop, and before it only statements that set values. A value is a number or a pointer that
 * is declared there or private to the iteration, and that no inner loop changes. The expression that sets it has no side effects,
 * calls no function, and names no variable that the counter of an inner loop hides. So has the condition of `if (c)` around the loop, or
 * of `if (c) continue;` before it. */
struct cleave_nest_loop {
  uint32_t dimension;                /* of its counter */
  const char *counter, *type;        /* the counter's name and canonical type, without qualifiers */
  uint32_t body_begin, body_end;     /* empty if its text begins or ends inside a macro */
  uint32_t values_begin, values_end; /* the statements before this loop; empty: there are none */
  bool breaks;                       /* a `break` in its body ends it */
  const struct cleave_loop_start
      *start; /* NULL: code gets to an iteration by the value of the counter only */
};

/* A described loop around which there are only loops, up to the innermost associated one, and whose header changes nothing but the
 * counter. No variable carries a value from one of several such loops in a body to another. */
struct cleave_inner_loop {
  struct cleave_nest_loop loop; /* the dimension of its counter tells what is around it; without values */
  uint32_t begin;               /* of its text */
};

/* A described loop in the body of another loop, between other statements: each iteration of the loops around it executes it. Its header
 * changes nothing but the counter. */
struct cleave_direct_loop {
  struct cleave_nest_loop loop;              /* without values */
  uint32_t begin;                            /* of its text */
  uint32_t statements_begin, statements_end; /* all statements of the body that contains it */
  bool divides_by_variable; /* its body divides integers by a value that is 0 or not a constant */
};

/* A variable that the body declares. */
struct cleave_local {
  const char *name, *type; /* its canonical type, without qualifiers */
  uint32_t declared_at;    /* of the name */
  bool is_plain;           /* a number that is neither volatile nor const, and whose address is not taken */
};

/* An expression of an arithmetic type that each iteration of the described loops around it evaluates
 * unless a jump leaves them. It has no side effects and calls no function. */
struct cleave_operand {
  uint32_t begin, end; /* of its text */
  uint32_t around;     /* the innermost described loop: a dimension */
  unsigned bytes;      /* of its type */
  /* It is a product of floating-point numbers that is added. The compiler may contract both operations. */
  bool is_contracted;
};

/* A variable from outside of a serial loop that its iterations only update, by one operator: `s += e`, `s = s + e`. The reader
 * checks that no other use of it is in the loop. It has no access. */
struct cleave_accumulator {
  uint32_t variable;
  const char *operation; /* of a reduction clause: "+", "*", "&", "|" or "^" */
};

/* A number from outside of a serial loop that carries a value from one iteration to the next: the loop updates it by one operation, and may
 * read it elsewhere. It has no access. */
struct cleave_carried_value {
  uint32_t variable;
  enum cleave_combiner combiner;
};

/* A statement of the body, `a[i] = a[i - 1] + e` or `a[i] += a[i - 1]`, that may carry a value in the elements of an array: its left
 * operand is the element that it writes, READ another element of the array, and OPERAND the value that it combines into that one. For
 * `a[i] += a[i - 1]` OPERAND is `a[i]`. */
struct cleave_carried_element {
  uint32_t array;
  const char *type; /* canonical, of the elements */
  bool is_floating, is_unsigned;
  unsigned bytes;
  enum cleave_combiner combiner;
  bool subtracts; /* `a[i] = a[i - 1] - e` */
  uint32_t begin, end, read_begin, read_end, operand_begin, operand_end;
};

/* A statement of the loop's body. Of `a[c++] = e;` the update remains: KEPT, an expression; else that is empty. */
struct cleave_removed_text {
  uint32_t begin, end, kept_begin, kept_end;
};

/* A serial loop whose iterations depend on each other by carried values alone. Without the REMOVED parts, the body consists of the
 * updates and of what they need: it reads no carried value but to update it, and writes to variables of the body only. */
struct cleave_scan_loop {
  struct cleave_carried_value *values; /* by variable */
  size_t value_count;
  const struct cleave_carried_element *element; /* instead of VALUES; or NULL */
  bool only_updates;                            /* no statement reads a value but to update it: sums */
  struct cleave_removed_text *removed;          /* ascending */
  size_t removed_count;
};

/* A variable that belongs to an iteration of a parallel loop, and that carries a value from one iteration of an inner loop to the next. */
struct cleave_row_sum {
  const char *name, *type; /* its canonical type, without qualifiers */
  enum cleave_combiner
      combiner; /* if the inner loop only updates it, by one operation; else CLEAVE_COMBINER_UNKNOWN */
  bool is_floating, is_unsigned;
  unsigned bytes;
};

/* An expression in an update that uses no sum. It has no side effects, and is defined wherever the update is executed. */
struct cleave_row_operand {
  uint32_t begin, end; /* of its text */
  const char *type;    /* canonical: an arithmetic type of the same size on host and device */
  unsigned bytes;
  uint32_t same_as; /* the index of the first operand of the update that has the same value */
};

/* Statements side by side in the body of an inner loop, each an assignment to a sum, or an `if` with a condition on one. An iteration
 * executes the updates in source order, each at most once. */
struct cleave_row_update {
  uint32_t begin, end;
  bool is_certain;      /* each iteration executes it */
  bool is_speculatable; /* with operands 0 it is defined, and only changes sums */
  bool reads_memory;    /* an expression in it that is no operand may read an element */
  struct cleave_row_operand *operands;
  size_t operand_count;
};

/* A parallel loop whose iterations are rows: BEFORE, then `for (counter = FIRST; counter < BOUND; counter++) BODY` over the elements of
 * the row, then AFTER. BEFORE writes to variables of the iteration only; BODY also stores to memory if `has_stores`. They call no
 * function but mathematical ones. No iteration of the inner loop uses what another one computes in a variable, but for the sums. AFTER
 * uses none of its variables but the sums, and the counter if `keeps_counter`. FIRST and BOUND name no variable that it changes; they read
 * memory, or variables that BEFORE sets. */
struct cleave_row_loop {
  uint32_t before_begin, before_end, after_begin, after_end; /* empty: no statements */
  uint32_t loop_begin, loop_end;                             /* the inner loop */
  uint32_t first_begin, first_end, bound_begin, bound_end;
  bool bound_is_last; /* `<=` */
  bool is_uniform;    /* all rows have the same number of elements, or one that the host can compute */
  bool
      keeps_counter; /* BEFORE declares the counter; AFTER may use its last value, the first one that reaches BOUND */
  const char *
      compared; /* the type in which the counter is compared with BOUND: an integer type of at least 32 bits */
  /* Equal in two loops: FIRST or BOUND has the same value where the outer counters have, as long as memory does not change. "": not
   * known. */
  const char *first_key, *bound_key;
  uint32_t body_begin, body_end;
  const char *counter, *type; /* an integer type of at least 32 bits */
  struct cleave_row_sum *sums;
  size_t sum_count;
  bool
      is_reduction; /* each sum has a combiner, and BODY only updates it: in any order, as far as variables are concerned */
  bool
      has_stores; /* BODY writes elements of arrays and targets of pointers, none of them declared or private in the loop */
  struct cleave_row_update
      *updates; /* all statements of BODY that use sums; none: they cannot be separated */
  size_t update_count;
  /* The next inner loop of the row, with the same FIRST and BOUND. Its BEFORE consists of the statements between the loops, and may use
   * the sums of earlier loops. The last loop has the AFTER of the row. NULL: none. */
  const struct cleave_row_loop *later;
  /* Of a fused kernel, which has the sums and updates of all parts in the first one: the next part. NULL: none. */
  const struct cleave_row_loop *next;
};

/* An array, or what a pointer points to, with elements that atomic constructs of a loop update: integers or real floating-point numbers. */
struct cleave_updated_array {
  uint32_t variable;
  const char *type; /* of an element */
  unsigned bytes;   /* of an element */
  bool is_floating;
  enum cleave_combiner
      combiner; /* of all updates; UNKNOWN: they have several, or one is no integer operation on integers */
  bool has_other_uses; /* the loop uses the array outside of these constructs */
};

/* An atomic construct that updates one element and has no clause but `update` and `relaxed`. The subscript and the value have no effects
 * and do not use the array. */
struct cleave_atomic_update {
  size_t array;  /* an index into the arrays */
  size_t access; /* an index into the accesses */
  /* From the directive to the semicolon; what is under the directive; the subscript; what the element is combined with, empty: 1 or -1. */
  uint32_t begin, end, statement_begin, subscript_begin, subscript_end, value_begin, value_end;
};

/* The accesses of a loop whose only directives are such atomic constructs. They are accesses that update the element and are not
 * certain. */
struct cleave_atomic_updates {
  struct cleave_loop_accesses *accesses;
  struct cleave_updated_array *arrays;
  size_t array_count;
  struct cleave_atomic_update *updates; /* in source order */
  size_t update_count;
};

struct cleave_loop_accesses {
  struct cleave_loop_header header;
  /* The nest, from the outermost associated loop inwards. Beyond the associated loops, only described loops whose
   * headers change nothing but the counter. */
  struct cleave_nest_loop *nest;
  size_t nest_count;
  /* With the loops of the nest from the first one on whose counter does not tell all about an iteration: its header or its body also moves
   * other variables, or it is no loop over an integer. The dimension of such a loop may be the number of the iteration. Each has a
   * START. */
  size_t long_nest_count;
  struct cleave_inner_loop
      *inner; /* in source order; none if the body of the innermost associated loop has other statements */
  size_t inner_count;
  struct cleave_direct_loop *direct; /* in the body of the innermost associated loop, and in each other */
  size_t direct_count;
  struct cleave_local *locals; /* counters of loops included */
  size_t local_count;
  struct cleave_operand *operands; /* one before those in it */
  size_t operand_count;
  /* The body of the innermost associated loop; empty if its text begins or ends inside a macro. */
  uint32_t body_begin, body_end;
  uint32_t loop_count; /* loops of any kind in the body, including undescribed ones */
  /* Of the loops that a directive is associated with: the most element accesses of an iteration, those of called functions included, if
   * known. */
  bool knows_elements;
  uint64_t element_count;
  bool has_jump;    /* the body contains break, continue, goto, a label or return */
  bool has_members; /* an access, or a symbol, names a member (cleave_variable.is_member) */
  struct cleave_dimension *dimensions;
  size_t dimension_count;
  struct cleave_accumulator *accumulators; /* of a serial loop; a parallel loop lists them in its clauses */
  size_t accumulator_count;
  const struct cleave_scan_loop *scan; /* NULL: the loop carries no value */
  struct cleave_access *accesses;      /* in execution order, where one is defined */
  size_t access_count;
  struct cleave_section *sections;
  size_t section_count;
};

#ifdef __cplusplus
}
#endif
#endif
