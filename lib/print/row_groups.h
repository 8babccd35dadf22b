/* FILE: lib/print/row_groups.h
 * WHAT: a group of rows whose lanes share the elements. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_ROW_GROUPS_H
#define CLEAVE_PRINT_ROW_GROUPS_H

struct row_printer;
struct cleave_row_sum;

/* Adds the statements that execute the rows of group PREFIX_group. IT is the printer of the first inner loop. */
void cleave_add_row_group(const struct row_printer *it);

/* The two steps of a group whose lanes have their own sums, for the inner loop of IT. Lanes execute the PREFIX_members rows from
 * PREFIX_order[PREFIX_base] on, with 2 to the power of PREFIX_shift places. They leave their sums in shared memory. */
void cleave_add_row_lanes(const struct row_printer *it);
/* Lanes combine their sums, if there are sums. Then one thread for each row executes what precedes its elements, executes BEGIN, which may be NULL,
 * combines the sums, and executes END. A barrier follows. */
void cleave_combine_row_lanes(const struct row_printer *it, void (*begin)(const struct row_printer *),
                              void (*end)(const struct row_printer *));

/* The value that the operation of SUM ignores. */
const char *cleave_row_neutral(const struct row_printer *it, const struct cleave_row_sum *sum);

#endif
