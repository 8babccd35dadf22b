/* FILE: lib/print/row_groups.h
 * WHAT: a group of rows whose lanes share the elements. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_ROW_GROUPS_H
#define CLEAVE_PRINT_ROW_GROUPS_H

struct row_printer;

/* Adds the statements that execute the rows of group PREFIX_group. IT is the printer of the first inner loop. */
void cleave_add_row_group(const struct row_printer *it);

#endif
