/* FILE: lib/print/row_parts.h
 * WHAT: what the texts of row_edits.c and huge_row_edits.c have in common. Not for use outside of these.
 */
#ifndef CLEAVE_PRINT_ROW_PARTS_H
#define CLEAVE_PRINT_ROW_PARTS_H

#include "model/affine.h"
#include "model/plan.h"

struct cleave_text;

/* What the functions below print. */
struct cleave_row_printer {
  struct cleave_text *out;
  const struct cleave_unit *unit;
  const struct cleave_mapping *mapping;
  const struct cleave_row_loop *rows; /* an inner loop of mapping->rows; of a fused kernel, all of them */
  unsigned number;                    /* of the inner loop */
};

/* Adds FORMAT with its values, the prefix of generated names for each `@`, and the suffix of the inner loop's names for each `$`. The values
 * contain no source text. */
__attribute__((format(printf, 2, 3))) void cleave_add_row_text(const struct cleave_row_printer *it,
                                                               const char *format, ...);

/* The printer for the next inner loop of the row. Its `rows` are NULL if there is none. */
struct cleave_row_printer cleave_later_row_loop(const struct cleave_row_printer *it);

/* Whether the updates of the inner loop keep the order of the source. */
bool cleave_is_ordered_loop(const struct cleave_row_printer *it);

/* Adds the source from BEGIN to END. */
void cleave_add_row_source(const struct cleave_row_printer *it, uint32_t begin, uint32_t end);

/* Whether the kernel is a fused one: each of its parts has its own BEFORE, BODY and AFTER. */
bool cleave_rows_are_fused(const struct cleave_row_printer *it);

/* Declares the counters of the row with number PREFIX_row of the block PREFIX_block, and executes what precedes the elements of the inner loop.
 * The sums of earlier loops are those of the row PREFIX_member of the group. */
void cleave_begin_row(const struct cleave_row_printer *it);

/* Executes what follows the elements of the row. IT is the printer of the last inner loop. */
void cleave_end_row(const struct cleave_row_printer *it);

/* The value of the inner counter in element PREFIX_element from PREFIX_begin on. */
const char *cleave_row_element_number(const struct cleave_row_printer *it);

/* Executes the element NUMBER, a value of the counter's type. */
void cleave_add_row_element(const struct cleave_row_printer *it, const char *number);

/* The value that the operation of SUM ignores. */
const char *cleave_row_neutral(const struct cleave_row_printer *it, const struct cleave_row_sum *sum);

/* `PREFIX_sum_N[INDEX] = sum`, or the other way. */
void cleave_move_row_sums(const struct cleave_row_printer *it, const char *index, bool to_memory);

/* Adds the lanes of the group of PREFIX_members rows from PREFIX_order[PREFIX_base] on, with 2 to the power of PREFIX_shift places. Each has its
 * own sums, which it leaves in shared memory. Declares PREFIX_lanes and PREFIX_lane_shift. */
void cleave_add_row_lanes(const struct cleave_row_printer *it);

/* Lets up to 16 lanes of each row combine their sums with those of the others, if there are sums. Then one thread for each row executes what
 * precedes its elements, begins with BEGIN, combines the sums, and executes END. A barrier follows. */
void cleave_combine_row_lanes(const struct cleave_row_printer *it,
                              void (*begin)(const struct cleave_row_printer *),
                              void (*end)(const struct cleave_row_printer *));

#endif
