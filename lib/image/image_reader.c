/* FILE: lib/image/image_reader.c
 * WHAT: reads a device image: its header (header.c), its kernels (kernels.c), and the facts about them in a
 *       cubin (cubin.c) or an image for AMD GPUs (amdgpu.c).
 */
#include "image/image.h"

#include <string.h>

#include "image/elf_view.h"
#include "image/kernels.h"

/* Prefixes an error message of another file with its subject. */
static const char *about(enum cleave_image_kind kind, const char *error, struct cleave_arena *arena) {
  return cleave_arena_format(arena, "the %s cannot be read: %s",
                             kind == CLEAVE_IMAGE_CUDA     ? "cubin"
                             : kind == CLEAVE_IMAGE_AMDGPU ? "AMD code object"
                                                           : "host image",
                             error);
}

static void read_cleave_sections(const struct elf_view *view, struct cleave_image *image) {
  for (size_t i = 0; i < view->section_count; i++) {
    const struct elf_section *section = &view->sections[i];
    if (!strcmp(section->name, CLEAVE_PTX_SECTION))
      image->ptx_bytes += section->size;
    image->has_estimates |= !strcmp(section->name, CLEAVE_ESTIMATES_SECTION);
  }
}

const char *cleave_image_read(const void *bytes, size_t size, struct cleave_arena *arena,
                              struct cleave_image *image) {
  cleave_image_read_header(bytes, size, image);
  if (image->kind != CLEAVE_IMAGE_CUDA && image->kind != CLEAVE_IMAGE_HOST &&
      image->kind != CLEAVE_IMAGE_AMDGPU)
    return NULL;
  struct elf_view view;
  const char *error = elf_view_read(bytes, size, arena, &view);
  if (!error) {
    struct elf_symbols symbols = elf_view_symbols(&view);
    struct kernel_table table;
    error = kernel_table_read(&symbols, arena, image, &table);
    if (!error && image->kind == CLEAVE_IMAGE_CUDA)
      read_cleave_sections(&view, image);
    if (!error && image->kind == CLEAVE_IMAGE_CUDA)
      error = cubin_read_kernels(&view, &symbols, &table, arena);
    if (!error && image->kind == CLEAVE_IMAGE_AMDGPU)
      error = amdgpu_read_kernels(&view, &symbols, &table, arena);
  }
  if (!error)
    return NULL;
  image->kernels = NULL;
  image->kernel_count = 0;
  return about(image->kind, error, arena);
}
