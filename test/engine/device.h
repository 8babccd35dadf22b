/* FILE: test/engine/device.h
 * WHAT: the libomptarget of device.c, for tests of the engine.
 */
#ifndef CLEAVE_TEST_ENGINE_DEVICE_H
#define CLEAVE_TEST_ENGINE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

/* How many devices there are, with the numbers from 0 on. Data environments are on device 0 alone. */
enum { MOST_DEVICES = 3 };
extern int device_total;

/* What omp_get_max_threads and omp_get_max_teams say. */
extern int threads_of_kernels, teams_of_kernels;

/* Switches the engine on. */
void make_devices(void);

/* Called, if they are not NULL, when a data environment is about to end, and when an object is about to be
 * copied back. */
extern void (*at_end)(void);
extern void (*at_return)(void);

/* The map types that libomptarget got with the last construct, if they are to be kept. */
enum { MOST_TYPES = 8 };
extern bool keep_types;
extern int64_t types_at_begin[MOST_TYPES], types_at_end[MOST_TYPES];

#endif
