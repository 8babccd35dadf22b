/* FILE: lib/trace/kernel_names.h
 * WHAT: the names of kernels, by the addresses with which a program launches them.
 */
#ifndef CLEAVE_TRACE_KERNEL_NAMES_H
#define CLEAVE_TRACE_KERNEL_NAMES_H

struct cleave_descriptor;

/* Adds or removes the kernels of DESCRIPTOR. */
void cleave_kernel_names_add(const struct cleave_descriptor *descriptor);
void cleave_kernel_names_remove(const struct cleave_descriptor *descriptor);

/* Returns the name of the kernel with the address HOST_POINTER, or NULL. It stays valid until the process ends. */
const char *cleave_kernel_names_find(const void *host_pointer);

#endif
