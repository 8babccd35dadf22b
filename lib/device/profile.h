/* FILE: lib/device/profile.h
 * WHAT: what is known of one device beyond its architecture, in a file: a profile.
 *
 * Lines "key = value"; '#' begins a comment. Numbers may carry a unit: B, KiB, MiB. A profile need not
 * say everything: what it leaves out is as the architecture has it. Keys:
 *   name                              of the device, as the driver says it
 *   architecture                      90 for compute capability 9.0, gfx90a for that of AMD
 *   multiprocessors, threads_per_multiprocessor, blocks_per_multiprocessor,
 *   registers_per_multiprocessor, registers_per_block
 *   shared_memory_per_multiprocessor, shared_memory_per_block_opt_in
 *   level_1_cache                     of a multiprocessor
 *   saturation_teams, saturation_table, saturation_iterations
 *                                     as in struct cleave_device_limits; the table is a list of up to
 *                                     10 numbers
 *   the members of struct cleave_transfer_rates: rates in GB/s, times in ns, us or ms
 * `cleave calibrate` measures saturation and transfers and writes such a file.
 */
#ifndef CLEAVE_DEVICE_PROFILE_H
#define CLEAVE_DEVICE_PROFILE_H

#include <stdio.h>

#include "device/device_facts.h"

/* Reads the profile PATH, a file or the name of a known device (cleave_device_named), over DEVICE, which holds what is known of the device. If DEVICE is all 0, the other limits are
 * those of the profile's architecture. On any mistake returns false, leaves DEVICE unchanged, and calls COMPLAIN with one
 * line for each mistake. */
bool cleave_profile_read(const char *path, struct cleave_device *device, void (*complain)(const char *line));

/* Writes DEVICE so that cleave_profile_read reads the same values. Rates that are 0 are left out. */
void cleave_profile_write(const struct cleave_device *device, FILE *out);

/* Where the profile of the device that the driver calls NAME belongs: the file $CLEAVE_PROFILE; or in
 * the folder "cleave" of $XDG_CONFIG_HOME or ~/.config the file NAME.profile, in small letters and
 * with a '-' for what is neither letter nor digit: nvidia-h200.profile. Returns false if there is no
 * such place or its path is longer than SIZE. The file need not be there. */
bool cleave_profile_path(const char *name, char *path, size_t size);

#endif
