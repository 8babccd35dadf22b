/* FILE: lib/runtime/buffers.h
 * WHAT: lets libomptarget keep the device buffers that launches need, instead of allocating them for each launch.
 */
#ifndef CLEAVE_RUNTIME_BUFFERS_H
#define CLEAVE_RUNTIME_BUFFERS_H

/* libomptarget keeps device memory of up to LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD bytes for later use: 8192 by default,
 * which is less than the buffer of a reduction over teams with more than 8 bytes. It reads the variable when it opens a
 * device, while images are registered. Between these two calls the variable is 1048576, unless the user has set it; no
 * other function of the program and no child process sees the change. Registrations do not overlap.
 *
 * Not to be called with CLEAVE_WAITS=region: the host then takes a kernel for done that may still run, and memory that another
 * thread gets from libomptarget without a call of the driver may still be in use (docs/design/waits.md). */
void cleave_buffers_begin(void);
void cleave_buffers_end(void);

#endif
