/* FILE: tools/toolkit/image_writer.h
 * WHAT: writes ELF files of device code, and adds a section to one.
 */
#ifndef CLEAVE_TOOLKIT_IMAGE_WRITER_H
#define CLEAVE_TOOLKIT_IMAGE_WRITER_H

#include <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/arena.h"

/* The section with the PTX of an image: for each module 8 bytes with its length, little-endian, and its text. */
#define CLEAVE_PTX_SECTION ".cleave.ptx"

struct image_bytes {
  unsigned char *at;
  size_t size, capacity;
};

/* Appends SIZE bytes; MORE may be NULL for zeros. Returns their offset. */
size_t image_bytes_add(struct cleave_arena *arena, struct image_bytes *bytes, const void *more, size_t size);

struct image_section {
  const char *name;
  uint32_t type; /* SHT_NOBITS: `bytes` has a size and no contents */
  uint64_t flags;
  size_t alignment;
  uint32_t link;
  struct image_bytes bytes;
};

struct image_writer {
  struct cleave_arena *arena;
  struct image_section *sections; /* without the null section and the tables of names and symbols */
  size_t section_count;
  Elf64_Sym *symbols; /* st_name is an offset in `names` */
  size_t symbol_count;
  struct image_bytes names;
};

/* Returns the number of the section in the file. Sections of one name are the caller's responsibility. */
size_t image_add_section(struct image_writer *writer, const char *name, uint32_t type, uint64_t flags);
struct image_section *image_section(struct image_writer *writer, size_t number);
/* The number of the section with the symbols, for image_section.link. */
uint32_t image_symbol_table(void);
/* Local symbols must be added before all others. Returns the number of the symbol. */
size_t image_add_symbol(struct image_writer *writer, const char *name, Elf64_Sym symbol);
/* The file, in WRITER's arena. TYPE: ET_REL or ET_EXEC; ARCHITECTURE: 90 for sm_90. */
struct image_bytes image_finish(struct image_writer *writer, unsigned type, unsigned architecture);

/* A copy of the ELF file at BYTES with a section NAME at its end. All other parts keep their place. Returns false if BYTES is
 * no ELF file of a device. */
bool image_append_section(struct cleave_arena *arena, const void *bytes, size_t size, const char *name,
                          const struct image_bytes *contents, struct image_bytes *result);

#endif
