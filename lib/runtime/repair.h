/* FILE: lib/runtime/repair.h
 * WHAT: device images of CUDA 13 for the OpenMP run time of LLVM 19.
 *
 * ptxas and nvlink of CUDA 13 write cubins whose ELF header keeps the architecture at another place
 * (ABI version 8). LLVM 19's libomptarget looks at the old place when an image is registered, and
 * refuses it before it even opens the CUDA driver. The check is made at no other time: the driver gets
 * the bytes when the first region runs. So the image is shown with an old header while it is
 * registered, and has its own again before anyone else reads it.
 *
 * The header is changed in a copy, because the original stands in memory that is read-only. The
 * descriptor is copied, too. The copies are never freed: libomptarget looks at every image that was
 * ever registered when it registers another one, even if the library it came from is gone.
 */
#ifndef CLEAVE_RUNTIME_REPAIR_H
#define CLEAVE_RUNTIME_REPAIR_H

#include "abi/offload.h"

struct cleave_repair;

/* Returns copies of DESCRIPTOR and of those of its images that need repair, with old headers; or NULL
 * if none needs it, or there is no memory. */
struct cleave_repair *cleave_repair_begin(const struct cleave_descriptor *descriptor);

/* What to register instead of the original descriptor. */
struct cleave_descriptor *cleave_repair_descriptor(struct cleave_repair *repair);

/* To be called when it has been registered: gives every image its own header back. */
void cleave_repair_end(struct cleave_repair *repair);

/* The descriptor that was registered instead of ORIGINAL, or ORIGINAL itself. It is forgotten: a
 * library loaded later may have its descriptor at the same address. */
struct cleave_descriptor *cleave_repair_take(struct cleave_descriptor *original);

#endif
