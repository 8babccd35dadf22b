/* FILE: lib/image/elf_view.h
 * WHAT: the sections and symbols of an ELF file in memory. Any number in the file may be wrong.
 *
 * libelf parses the file. This file first validates the numbers that libelf does not (the number of sections,
 * by which it allocates). It calls only functions that neither copy nor convert, and returns only pointers
 * into the file's bytes, with the number of bytes that exist. It supports 64-bit little-endian files: device
 * images and their host programs have no other format.
 */
#ifndef CLEAVE_IMAGE_ELF_VIEW_H
#define CLEAVE_IMAGE_ELF_VIEW_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

#include "model/arena.h"

struct elf_section {
  Elf64_Shdr header;
  const char *name;     /* "" if the file has none; inside the file's bytes */
  const uint8_t *bytes; /* inside the file's bytes; NULL if it occupies none */
  size_t size;          /* of the bytes; header.sh_size may be more if there are none */
};

/* The type that NVIDIA gives to .nv.info and .nv.info.KERNEL. */
#define SHT_CUDA_INFO 0x70000000u

/* Whether a section has bytes in its file. Some of NVIDIA's types are not documented: a section of such a type has bytes if
 * they lie inside of the file. */
enum elf_occupancy { ELF_WITHOUT_BYTES, ELF_WITH_BYTES, ELF_UNKNOWN_BYTES };

struct elf_view {
  const uint8_t *bytes;
  size_t size;
  Elf64_Ehdr header;
  struct elf_section *sections; /* in the file's order; the first is the null section */
  size_t section_count;         /* 0 for a file without section headers */
};

/* Parses the ELF file of SIZE bytes at BYTES; ARENA owns the sections. Returns NULL, or an error message of
 * one line; VIEW then has no sections. */
const char *elf_view_read(const void *bytes, size_t size, struct cleave_arena *arena, struct elf_view *view);

/* Whether SIZE bytes at BYTES begin with a header that elf_view_read accepts. Copies the header. */
int elf_view_header(const void *bytes, size_t size, Elf64_Ehdr *header);

/* Classifies the section with HEADER in a file with the header FILE. */
enum elf_occupancy elf_section_occupancy(const Elf64_Ehdr *file, const Elf64_Shdr *header);

/* The size of the valid ELF file at BYTES by its headers: the CUDA driver takes an image without its size. Bytes of a
 * section of a type that is not documented do not count. */
size_t elf_file_size(const void *bytes);

/* The text at OFFSET in a string table, or NULL if there is none. Each text ends within the table, because
 * ELF requires a NUL at the table's end. A search for the end of each text would take hours if many symbols
 * share one long text. */
const char *elf_section_text(const struct elf_section *table, uint64_t offset);

/* The symbols of a file: the symbol table, or the dynamic one of a stripped library. */
struct elf_symbols {
  const uint8_t *bytes; /* not aligned */
  size_t count;
  const struct elf_section *names;
};

/* Finds the symbols of VIEW. Without a symbol table, the count is 0. */
struct elf_symbols elf_view_symbols(const struct elf_view *view);

Elf64_Sym elf_symbol(const struct elf_symbols *symbols, size_t index);

#endif
