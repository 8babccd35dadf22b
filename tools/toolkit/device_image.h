/* FILE: tools/toolkit/device_image.h
 * WHAT: makes device images from modules of PTX: the symbols and facts that a cubin has, the PTX, and no machine code.
 */
#ifndef CLEAVE_TOOLKIT_DEVICE_IMAGE_H
#define CLEAVE_TOOLKIT_DEVICE_IMAGE_H

#include "image_writer.h"
#include "units.h"

/* The contents of CLEAVE_PTX_SECTION for all modules of UNITS. */
struct image_bytes toolkit_ptx(const struct toolkit_units *units);

/* Adds each module in the sections CLEAVE_PTX_SECTION of the ELF file at BYTES to UNITS. Returns NULL or a message of one
 * line. */
const char *toolkit_read_image(struct toolkit_units *units, const char *path, const void *bytes, size_t size);

/* A relocatable image of one module, with its undefined symbols. */
struct image_bytes toolkit_object(struct toolkit_units *units);

/* An image that can be loaded. Numbers of registers are estimates. ARCHITECTURE: 90 for sm_90. */
struct image_bytes toolkit_executable(struct toolkit_units *units, unsigned architecture);

#endif
