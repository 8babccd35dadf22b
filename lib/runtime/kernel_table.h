/* FILE: lib/runtime/kernel_table.h
 * WHAT: the kernels of all registered images, by the address with which a program launches them.
 *
 * A search takes no lock. A thread may read a record while another thread unloads its library. So records are freed when no
 * image is registered (device_state.h). A library that is loaded and unloaded repeatedly while another one stays leaks memory, as
 * it does in libomptarget.
 */
#ifndef CLEAVE_RUNTIME_KERNEL_TABLE_H
#define CLEAVE_RUNTIME_KERNEL_TABLE_H

#include "image/image.h"
#include "abi/offload.h"

/* A kernel in one image. */
struct cleave_kernel_in_image {
  uint32_t architecture;
  const struct cleave_kernel *kernel;
};

struct cleave_kernel_record {
  const struct cleave_descriptor *descriptor;
  uint64_t serial; /* no other record of the process has it, also not one at the same address */
  const struct cleave_kernel_in_image *images; /* those for NVIDIA GPUs, in the descriptor's order */
  size_t image_count;
  _Atomic bool counts_iterations; /* a launch had a trip count */
};

/* Reads the images of DESCRIPTOR and adds their kernels. Ignores an image that cannot be read. */
void cleave_kernels_add(const struct cleave_descriptor *descriptor);

/* Removes the kernels of DESCRIPTOR. */
void cleave_kernels_remove(const struct cleave_descriptor *descriptor);

/* The kernel that is launched with the address HOST_POINTER, or NULL. */
struct cleave_kernel_record *cleave_kernels_find(const void *host_pointer);

/* The kernel of RECORD that a device of ARCHITECTURE runs, or NULL. It is that of the first image that the device accepts,
 * which is libomptarget's choice. */
const struct cleave_kernel *cleave_kernel_for(const struct cleave_kernel_record *record,
                                              uint32_t architecture);

#endif
