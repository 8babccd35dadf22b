/* FILE: bench/synthetic/driver.h
 * WHAT: the CUDA driver as the micro programs use it: the first device's primary context, which is
 *       the one that the OpenMP run time uses too.
 */
#ifndef CLEAVE_SYNTHETIC_DRIVER_H
#define CLEAVE_SYNTHETIC_DRIVER_H

#include "cuda/cuda.h"

/* The driver's functions; filled in by driver_open. */
extern struct cleave_cuda cuda;

/* Opens the driver, and makes the primary context of device 0 the calling thread's. Ends the
 * process with 1 and one line where there is no driver or no device. */
void driver_open(void);

/* The same, but first sets how the context's threads wait (CU_CTX_SCHED_...): has an effect only
 * where nothing in the process has used the context yet. */
void driver_open_waiting(unsigned flags);

/* Makes that context the one of another thread. */
void driver_enter(void);

/* Ends the process with 1 and one line that names the call and the driver's reason. */
void driver_check(CUresult result, const char *call);
#define CHECK(function, ...) driver_check(cuda.function(__VA_ARGS__), #function)

/* Adds the keys gpu, driver_version to the open result. */
void driver_describe(void);

#endif
