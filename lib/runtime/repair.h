/* FILE: lib/runtime/repair.h
 * WHAT: device images of CUDA 13 for the OpenMP run time of LLVM 19.
 *
 * In cubins of CUDA 13 (ABI version 8) the ELF header has the architecture in another field. LLVM 19's libomptarget reads the
 * old field when an image is registered, and rejects the image before it opens CUDA. It makes this check at no other time,
 * and passes the bytes to CUDA when the first region runs. So the image has an old header during its registration, and its
 * own header before any other code reads it.
 *
 * The header is changed in a copy, because the original is in read-only memory. The descriptor is copied as well. Each registration
 * makes libomptarget read all images that were registered before, so the copies are freed when no image is registered
 * (device_state.h).
 */
#ifndef CLEAVE_RUNTIME_REPAIR_H
#define CLEAVE_RUNTIME_REPAIR_H

#include "abi/offload.h"

struct cleave_repair;

/* Returns copies of DESCRIPTOR and of its images that need repair, with old headers. NULL if no image needs repair, or without
 * memory. */
struct cleave_repair *cleave_repair_begin(const struct cleave_descriptor *descriptor);

/* The descriptor to register in place of the original. */
struct cleave_descriptor *cleave_repair_descriptor(struct cleave_repair *repair);

/* To be called after the registration: restores the header of every image. */
void cleave_repair_end(struct cleave_repair *repair);

/* Returns the descriptor that was registered in place of ORIGINAL, or ORIGINAL itself, and removes it from the list: a library
 * that is loaded later may have its descriptor at the same address. */
struct cleave_descriptor *cleave_repair_take(struct cleave_descriptor *original);

#endif
