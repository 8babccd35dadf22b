/* FILE: lib/transfers/openmp_form.c
 * WHAT: the schedule of a region as OpenMP directives.
 */
#include "transfers/analysis.h"

void make_openmp_form(struct analysis *analysis) {
  (void)analysis;
}
