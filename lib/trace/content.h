/* FILE: lib/trace/content.h
 * WHAT: what CLEAVE_TRACE_CONTENT adds to a trace: hashes of the copied data, and the functions that called a construct.
 */
#ifndef CLEAVE_TRACE_CONTENT_H
#define CLEAVE_TRACE_CONTENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cleave_trace_event;

/* Whether CLEAVE_TRACE_CONTENT is on. */
bool cleave_trace_content_is_on(void);

/* Returns a hash of SIZE bytes at DATA; never 0. Equal data have equal hashes; different data have equal ones with a
 * probability of about 2^-64, but an adversary can construct them. */
uint64_t cleave_content_hash(const void *data, size_t size);

/* Stores in EVENT, a copy, the hash of its bytes on the host. */
void cleave_trace_set_content(struct cleave_trace_event *event);

/* Stores in TEXT, of SIZE bytes, the functions of the program on the stack of this thread, the outermost first, separated
 * by " > ". FUNCTION contains the construct; it comes last, also if it was inlined. Frames whose function is not known, and
 * those of the OpenMP run time and of outlined code, are left out. */
void cleave_trace_calls(const char *function, char *text, size_t size);

/* The library that contains ADDRESS is about to be unloaded. Another one may then get its place. */
void cleave_trace_calls_forget(const void *address);

#endif
