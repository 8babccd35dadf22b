/* FILE: lib/runtime/kernel_table.h
 * WHAT: the kernels of all registered images, by the address that a program launches them with.
 *
 * Looking one up takes no lock. Records are never freed: a thread that was looking while another one
 * unloaded a library may still read them. So a library that is loaded and unloaded again and again
 * costs memory, as it does in libomptarget.
 */
#ifndef CLEAVE_RUNTIME_KERNEL_TABLE_H
#define CLEAVE_RUNTIME_KERNEL_TABLE_H

#include "image/image.h"
#include "abi/offload.h"

/* A kernel as one of the images has it. */
struct cleave_kernel_in_image {
  uint32_t architecture;
  const struct cleave_kernel *kernel;
};

struct cleave_kernel_record {
  const struct cleave_descriptor *descriptor;
  const struct cleave_kernel_in_image *images; /* of NVIDIA GPUs alone, in the descriptor's order */
  size_t image_count;
  _Atomic bool counts_iterations; /* a launch has said how many iterations its loop has */
};

/* Reads the images of DESCRIPTOR and adds their kernels. An image that cannot be read has none. */
void cleave_kernels_add(const struct cleave_descriptor *descriptor);

/* Takes the kernels of DESCRIPTOR out again. */
void cleave_kernels_remove(const struct cleave_descriptor *descriptor);

/* The kernel that a launch calls HOST_POINTER, or NULL. */
struct cleave_kernel_record *cleave_kernels_find(const void *host_pointer);

/* The kernel of RECORD that a device of ARCHITECTURE runs, or NULL: that of the first image it takes,
 * as libomptarget chooses. */
const struct cleave_kernel *cleave_kernel_for(const struct cleave_kernel_record *record,
                                              uint32_t architecture);

#endif
