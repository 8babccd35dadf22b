/* FILE: lib/data_check/byte_states.h
 * WHAT: how mappings and the states of their bytes change.
 *
 * The caller holds cleave_check_lock, unless stated otherwise.
 */
#ifndef CLEAVE_DATA_CHECK_BYTE_STATES_H
#define CLEAVE_DATA_CHECK_BYTE_STATES_H

#include "data_check/mappings.h"

/* Adds the object at HOST, whose device memory is the ALLOCATED bytes at ALLOCATION. Reads them, or, if ALLOCATION is NULL, the host's:
 * those of a variable of an image. */
void cleave_mapping_add(int device, void *host, void *allocation, size_t allocated);
/* Variables without a device are checked on DEVICE, the first one that is used. */
void cleave_mappings_set_device(int device);
void cleave_mapping_remove(int device, const void *allocation);
/* Removes all of them. */
void cleave_mappings_clear(void);

/* Finds out where objects are on their devices. Without the lock. */
void cleave_mappings_resolve(void);

/* BYTES bytes at FROM are copied to TO on DEVICE. */
void cleave_mapping_to_device(int device, const unsigned char *from, const unsigned char *to, size_t bytes);
/* BYTES bytes at FROM on DEVICE are copied to TO. Without the lock. */
void cleave_mapping_from_device(int device, uintptr_t to, size_t bytes);

/* A kernel of region REGION has run: finds the bytes that it changed on DEVICE. */
void cleave_mappings_compare(int device, uint16_t region);

/* The flags of the pages of MAPPING that contain its bytes [FIRST, END) are those that the bytes need. */
void cleave_mapping_flag(struct cleave_mapping *mapping, size_t first, size_t end);

/* Stores STATE for the bytes [FIRST, END) of MAPPING that are newer on the device, if ONLY_STALE, or for all. */
void cleave_mapping_set(struct cleave_mapping *mapping, size_t first, size_t end, uint16_t state,
                        bool only_stale);

#endif
