/* FILE: lib/data_check/call_buffers.h
 * WHAT: the buffers of system calls.
 */
#ifndef CLEAVE_DATA_CHECK_CALL_BUFFERS_H
#define CLEAVE_DATA_CHECK_CALL_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The name of system call NUMBER if its buffers are known, or NULL. */
const char *cleave_call_name(long number);

/* Calls VISIT for each buffer of the program that the call accesses. IS_WRITTEN: the kernel writes it. Returns false if the call is not
 * known. */
bool cleave_call_buffers(long number, const long arguments[6],
                         void (*visit)(void *context, uintptr_t address, size_t bytes, bool is_written),
                         void *context);

#endif
