/* FILE: lib/image/kernels.h
 * WHAT: the kernels of an image that is an ELF file, for image_reader.c.
 */
#ifndef CLEAVE_IMAGE_KERNELS_H
#define CLEAVE_IMAGE_KERNELS_H

#include "image/elf_view.h"
#include "image/image.h"

/* The maximum length of a kernel's name. Names may overlap in a corrupt image, so that measuring each would
 * take hours without a limit. */
enum { KERNEL_NAME_LIMIT = 1 << 16 };

/* The record of a kernel while an image is read. */
struct kernel_entry {
  struct cleave_kernel *kernel; /* one of the image's */
  size_t name_length;
  size_t symbol; /* its index in the symbol table */
};

/* The kernels of an image in two orders: that of the symbol table and IMAGE's list, and by name. Both are for
 * searches: an image may claim thousands of kernels, and a linear search for each of its records would take
 * hours. */
struct kernel_table {
  struct kernel_entry *entries;
  struct kernel_entry **by_name;
  size_t count;
};

/* Lists the kernels among SYMBOLS in IMAGE and TABLE, with the facts in their names. Returns NULL or an error
 * message of one line. */
const char *kernel_table_read(const struct elf_symbols *symbols, struct cleave_arena *arena,
                              struct cleave_image *image, struct kernel_table *table);

/* The kernel whose name is the LENGTH bytes at NAME, or NULL. */
struct cleave_kernel *kernel_table_by_name(const struct kernel_table *table, const char *name, size_t length);

/* The kernel whose symbol has this index, or NULL. */
struct cleave_kernel *kernel_table_by_symbol(const struct kernel_table *table, size_t symbol);

/* Fills in the facts about the kernels in TABLE that are variables of a GPU image (variables.c). */
void image_read_variables(const struct elf_view *view, const struct elf_symbols *symbols,
                          const struct kernel_table *table, struct cleave_arena *arena);

/* Fills in the facts about the kernels in TABLE from the metadata of an image for AMD GPUs. */
const char *amdgpu_read_kernels(const struct elf_view *view, const struct elf_symbols *symbols,
                                const struct kernel_table *table, struct cleave_arena *arena);

/* Fills in the facts about the kernels in TABLE from the records and sections of a cubin. */
const char *cubin_read_kernels(const struct elf_view *view, const struct elf_symbols *symbols,
                               const struct kernel_table *table, struct cleave_arena *arena);

#endif
