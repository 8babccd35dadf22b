/* FILE: tools/quantities.h
 * WHAT: numbers as reports show them: three significant digits and a unit. The arena owns the results.
 */
#ifndef CLEAVE_TOOLS_QUANTITIES_H
#define CLEAVE_TOOLS_QUANTITIES_H

struct cleave_arena;

/* "2.46 us"; TIME is in ns. */
const char *cleave_time_text(double time, struct cleave_arena *arena);
/* "781 KiB" */
const char *cleave_bytes_text(double bytes, struct cleave_arena *arena);
/* "138 k" */
const char *cleave_count_text(double count, struct cleave_arena *arena);
/* "37 %" of a PART from 0 to 1; "-" if it is negative */
const char *cleave_percent_text(double part, struct cleave_arena *arena);
/* "8.0"; "-" if VALUE is negative */
const char *cleave_decimal_text(double value, struct cleave_arena *arena);

#endif
