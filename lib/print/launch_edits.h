/* FILE: lib/print/launch_edits.h
 * WHAT: how the host receives the values in a loop's header from the device. Not for use outside of lib/print.
 */
#ifndef CLEAVE_PRINT_LAUNCH_EDITS_H
#define CLEAVE_PRINT_LAUNCH_EDITS_H

#include "print/writer.h"

/* The text before everything else of KERNEL, and after it, with the variables in the header. */
void cleave_open_launch(struct writer *writer, const struct cleave_plan_node *kernel);
void cleave_close_launch(struct writer *writer, const struct cleave_plan_node *kernel);

#endif
