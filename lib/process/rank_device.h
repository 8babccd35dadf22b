/* FILE: lib/process/rank_device.h
 * WHAT: the device on which a rank of a job executes target regions by default.
 *
 * The initial value of the ICV default-device-var is implementation defined (OpenMP 5.1, table 2.1), so that of a rank may be the
 * device of its number on the machine. docs/design/runtime.md has the argument.
 */
#ifndef CLEAVE_PROCESS_RANK_DEVICE_H
#define CLEAVE_PROCESS_RANK_DEVICE_H

#include <stdbool.h>

/* Sets the default device of all threads, if the job has several ranks on this machine, the program several devices, and neither the
 * user nor the program chose one. To be called when images have been registered, with their number of devices. Only the first
 * call with devices has an effect. ONLY_GPUS: no image is for the host, whose devices are all the same. Returns whether this call has
 * found the device that the program will probably use. */
bool cleave_rank_device_choose(bool only_gpus, int devices);

/* Whether loops that several devices share may use DEVICE of DEVICES in this rank: not those of the other ranks, if
 * cleave_rank_device_choose has chosen. */
bool cleave_rank_device_is_mine(int device, int devices);

#endif
