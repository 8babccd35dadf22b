/* FILE: lib/geometry/profile.h
 * WHAT: what is known of one device beyond its architecture, in a file: a profile.
 *
 * Lines "key = value"; '#' begins a comment. Numbers may carry a unit: B, KiB, MiB. A profile need not
 * say everything: what it leaves out is as the architecture has it. Keys:
 *   name                              of the device, as the driver says it
 *   architecture                      90 for compute capability 9.0
 *   multiprocessors, threads_per_multiprocessor, blocks_per_multiprocessor,
 *   registers_per_multiprocessor, registers_per_block
 *   shared_memory_per_multiprocessor, shared_memory_per_block_opt_in
 *   level_1_cache                     of a multiprocessor
 *   saturation_teams, saturation_table, saturation_iterations
 *                                     as in struct cleave_device_limits; the table is a list of up to
 *                                     10 numbers
 *   pageable_to_device and what else transfermodel/transfermodel.h lists: what transfers cost; rates in
 *                                     GB/s, times in ns, us or ms. They are read there.
 * `cleave calibrate` measures saturation and transfers and writes such a file.
 */
#ifndef CLEAVE_GEOMETRY_PROFILE_H
#define CLEAVE_GEOMETRY_PROFILE_H

#include <stdio.h>

#include "geometry/geometry.h"

/* Reads the profile PATH over LIMITS: those of the device as far as they are known, or zero for those
 * of the profile's architecture. Returns false, and leaves LIMITS alone, if anything is wrong; then
 * COMPLAIN was called with one line for each thing. */
bool cleave_profile_read(const char *path, struct cleave_device_limits *limits,
                         void (*complain)(const char *line));

/* Writes LIMITS so that cleave_profile_read gets them back. */
void cleave_profile_write(const struct cleave_device_limits *limits, FILE *out);

/* Where the profile of the device that the driver calls NAME belongs: the file $CLEAVE_PROFILE; or in
 * the folder "cleave" of $XDG_CONFIG_HOME or ~/.config the file NAME.profile, in small letters and
 * with a '-' for what is neither letter nor digit: nvidia-h200.profile. Returns false if there is no
 * such place or its path is longer than SIZE. The file need not be there. */
bool cleave_profile_path(const char *name, char *path, size_t size);

#endif
