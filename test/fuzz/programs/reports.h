/* FILE: test/fuzz/programs/reports.h
 * WHAT: reports of CLEAVE_CHECK=data.
 */
#ifndef CLEAVE_FUZZ_REPORTS_H
#define CLEAVE_FUZZ_REPORTS_H

#include <stdbool.h>

/* Whether each place of a report in ERRORS has one in PLAIN as well. A program may read what it has not copied back, to show that it
 * differs; one of cleave's must not do so elsewhere. */
bool reports_are_of(const char *errors, const char *plain);

#endif
