/* FILE: lib/print/row_parts.h
 * WHAT: the parts of a row, for the text of its kernel (row_edits.c). Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_ROW_PARTS_H
#define CLEAVE_PRINT_ROW_PARTS_H

#include "model/affine.h"
#include "model/plan.h"

struct cleave_text;

/* What the functions below print. */
struct row_printer {
  struct cleave_text *out;
  const struct cleave_unit *unit;
  const struct cleave_mapping *mapping;
  const struct cleave_row_loop *rows; /* an inner loop of mapping->rows; of a fused kernel, all of them */
  unsigned number;                    /* of the inner loop */
};

/* Adds FORMAT with its values, the prefix of generated names for each `@`, and the suffix of the inner loop's names for each `$`. The values
 * contain no source text. */
__attribute__((format(printf, 2, 3))) void cleave_add_row_text(const struct row_printer *it,
                                                               const char *format, ...);
void cleave_add_row_source(const struct row_printer *it, uint32_t begin, uint32_t end);

/* The printer for the next inner loop of the row. Its `rows` are NULL if there is none. */
struct row_printer cleave_later_row_loop(const struct row_printer *it);
/* Whether the updates of the inner loop keep the order of the source. */
bool cleave_is_ordered_loop(const struct row_printer *it);
bool cleave_is_fused_row(const struct row_printer *it);

/* Whether some elements do not execute all updates of ROWS. */
bool cleave_has_row_flags(const struct cleave_row_loop *rows);
unsigned cleave_row_operand_count(const struct cleave_row_loop *rows);
/* The number of elements of one of the two halves of a buffer for operands. */
unsigned cleave_half_of_row_buffer(const struct cleave_mapping *mapping);
/* Calls TAKE with the type, name and number of elements of each array in shared memory. IT is the printer of the first inner loop. */
void cleave_for_each_row_array(const struct row_printer *it,
                               void (*take)(const struct row_printer *it, const char *type, const char *name,
                                            unsigned count));

/* Declares the counters of the row with number PREFIX_row of the block, and executes what precedes the elements of the inner loop. The sums of
 * earlier loops are those of the row PREFIX_member of the group. */
void cleave_begin_row(const struct row_printer *it);
/* Executes what follows the elements of the last inner loop. */
void cleave_end_row(const struct row_printer *it);
/* Executes the element NUMBER, a value of the counter's type. */
void cleave_add_row_element(const struct row_printer *it, const char *number);

#endif
