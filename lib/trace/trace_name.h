/* FILE: lib/trace/trace_name.h
 * WHAT: the name of a process's trace.
 */
#ifndef CLEAVE_TRACE_TRACE_NAME_H
#define CLEAVE_TRACE_TRACE_NAME_H

#include <stdbool.h>

struct cleave_job;

/* The name of the trace that process PROCESS of JOB writes for PATTERN, the value of CLEAVE_TRACE: %p is the process number, %r the
 * rank, %h the name of the machine. If other ranks would have the same name and IS_FILE, ".rankN" is added before the name's extension.
 * The caller frees the result. NULL without memory. */
char *cleave_trace_name(const char *pattern, const struct cleave_job *job, long process, bool is_file);

#endif
