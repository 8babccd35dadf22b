/* FILE: lib/runtime/device_state.h
 * WHAT: ends what the run-time library keeps for devices and unregistered images. register.c calls it when the last library with
 *       images is unloaded, because libomptarget then closes its devices.
 */
#ifndef CLEAVE_RUNTIME_DEVICE_STATE_H
#define CLEAVE_RUNTIME_DEVICE_STATE_H

#include <stdbool.h>

/* Forgets the buffers of all threads (reductions.c). FREES: frees their device memory as well; no kernel uses it. Call this before
 * the devices are closed. */
void cleave_reductions_forget(bool frees);

/* Forgets the objects of data environments (environment_fit.c). */
void cleave_environments_forget(void);

/* Frees the records of kernels (kernel_table.c), the copies of images (repair.c) and the printed launches (launch_report.c). No image is
 * registered, and no thread executes a construct. */
void cleave_kernels_free(void);
void cleave_repairs_free(void);
void cleave_launches_forget(void);

#endif
