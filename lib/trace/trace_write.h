/* FILE: lib/trace/trace_write.h
 * WHAT: the events of a trace as JSON.
 */
#ifndef CLEAVE_TRACE_TRACE_WRITE_H
#define CLEAVE_TRACE_TRACE_WRITE_H

#include <stdbool.h>
#include <stdio.h>

/* Writes all events that the recorder has. Returns false, with errno set, if that fails. */
bool cleave_trace_write(FILE *out);

#endif
