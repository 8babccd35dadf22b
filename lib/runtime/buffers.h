/* FILE: lib/runtime/buffers.h
 * WHAT: libomptarget keeps the device buffers of launches, and does not allocate them for each launch.
 */
#ifndef CLEAVE_RUNTIME_BUFFERS_H
#define CLEAVE_RUNTIME_BUFFERS_H

/* libomptarget keeps blocks of device memory of up to LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD bytes for later use. The default
 * is 8192, less than the buffer of a reduction of more than 8 bytes over teams. libomptarget reads the variable when it opens
 * a device, during the registration of images. Between these two calls the variable is 1048576, unless the user has set
 * it. No other function of the program and no child process sees the change. Registrations do not overlap.
 * interposer/stream_chain.c has the same number. */
void cleave_buffers_begin(void);
void cleave_buffers_end(void);

#endif
