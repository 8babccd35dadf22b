/* FILE: lib/print/huge_row_edits.h
 * WHAT: the text that shares huge rows among teams. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_HUGE_ROW_EDITS_H
#define CLEAVE_PRINT_HUGE_ROW_EDITS_H

struct row_printer;

/* Adds the declarations before the directives. */
void cleave_add_huge_row_head(const struct row_printer *it);

/* Adds a statement that leaves the row PREFIX_row with PREFIX_elements elements from PREFIX_begin on to other teams, if it is huge, and then sets
 * PREFIX_elements to -1. */
void cleave_add_huge_row_choice(const struct row_printer *it);

/* Adds a statement after that of all rows of the block, and a barrier. */
void cleave_add_end_of_choice(const struct row_printer *it);

/* Adds the statement of the teams that share huge rows. */
void cleave_add_huge_rows(const struct row_printer *it);

#endif
