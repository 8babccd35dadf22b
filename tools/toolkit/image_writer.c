/* FILE: tools/toolkit/image_writer.c
 * WHAT: see image_writer.h. The section headers are the last part of a file, because drivers compute its size from them.
 */
#include "image_writer.h"

#include <string.h>

#include "image/elf_view.h"

/* The header of cubins of CUDA 12, which LLVM 19's OpenMP run time accepts. */
enum {
  OS_ABI_CUDA = 0x33,
  ABI_VERSION_CUDA = 7,
  FLAG_64_BIT_ADDRESSES = 0x500,
  FLAG_VIRTUAL_ARCHITECTURE = 16 /* shift */
};

/* The numbers of the sections that each file begins with. */
enum { SECTION_NAMES = 1, SYMBOL_NAMES, SYMBOLS, FIRST_SECTION };

size_t image_bytes_add(struct cleave_arena *arena, struct image_bytes *bytes, const void *more, size_t size) {
  const size_t offset = bytes->size;
  if (offset + size > bytes->capacity) {
    bytes->capacity = offset + size > 2 * bytes->capacity ? offset + size : 2 * bytes->capacity;
    unsigned char *larger = cleave_arena_allocate(arena, bytes->capacity);
    if (offset)
      memcpy(larger, bytes->at, offset);
    bytes->at = larger;
  }
  if (more && size)
    memcpy(bytes->at + offset, more, size);
  bytes->size += size;
  return offset;
}

static void align(struct cleave_arena *arena, struct image_bytes *bytes, size_t alignment) {
  const size_t rest = alignment ? bytes->size % alignment : 0;
  if (rest)
    image_bytes_add(arena, bytes, NULL, alignment - rest);
}

size_t image_add_section(struct image_writer *writer, const char *name, uint32_t type, uint64_t flags) {
  const struct image_section section = {.name = name, .type = type, .flags = flags, .alignment = 4};
  CLEAVE_APPEND(writer->arena, writer->sections, writer->section_count, section);
  return FIRST_SECTION + writer->section_count - 1;
}

struct image_section *image_section(struct image_writer *writer, size_t number) {
  return &writer->sections[number - FIRST_SECTION];
}

uint32_t image_symbol_table(void) { return SYMBOLS; }

size_t image_add_symbol(struct image_writer *writer, const char *name, Elf64_Sym symbol) {
  const Elf64_Sym none = {0};
  if (!writer->symbol_count) {
    image_bytes_add(writer->arena, &writer->names, "", 1);
    CLEAVE_APPEND(writer->arena, writer->symbols, writer->symbol_count, none);
  }
  symbol.st_name = (Elf64_Word)image_bytes_add(writer->arena, &writer->names, name, strlen(name) + 1);
  CLEAVE_APPEND(writer->arena, writer->symbols, writer->symbol_count, symbol);
  return writer->symbol_count - 1;
}

/* Puts SECTION at the end of FILE. */
static Elf64_Shdr place(struct image_writer *writer, struct image_bytes *file, struct image_bytes *names,
                        const struct image_section *section) {
  Elf64_Shdr header = {.sh_type = section->type,
                       .sh_flags = section->flags,
                       .sh_size = section->bytes.size,
                       .sh_link = section->link,
                       .sh_addralign = section->alignment};
  header.sh_name =
      (Elf64_Word)image_bytes_add(writer->arena, names, section->name, strlen(section->name) + 1);
  align(writer->arena, file, section->alignment);
  header.sh_offset = file->size;
  if (section->type != SHT_NOBITS)
    image_bytes_add(writer->arena, file, section->bytes.at, section->bytes.size);
  return header;
}

struct image_bytes image_finish(struct image_writer *writer, unsigned type, unsigned architecture) {
  struct cleave_arena *arena = writer->arena;
  const size_t count = FIRST_SECTION + writer->section_count;
  Elf64_Shdr *headers = cleave_arena_allocate(arena, count * sizeof *headers);
  struct image_bytes file = {0}, names = {0};
  Elf64_Ehdr header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT,
                                   OS_ABI_CUDA, ABI_VERSION_CUDA},
                       .e_type = (Elf64_Half)type,
                       .e_machine = EM_CUDA,
                       .e_version = EV_CURRENT,
                       .e_flags =
                           architecture | FLAG_64_BIT_ADDRESSES | architecture << FLAG_VIRTUAL_ARCHITECTURE,
                       .e_ehsize = sizeof header,
                       .e_shentsize = sizeof *headers,
                       .e_shnum = (Elf64_Half)count,
                       .e_shstrndx = SECTION_NAMES};
  if (!writer->symbol_count) /* the null symbol */
    image_add_symbol(writer, "", (Elf64_Sym){0});
  image_bytes_add(arena, &file, &header, sizeof header);
  image_bytes_add(arena, &names, "", 1);
  for (size_t i = 0; i < writer->section_count; i++)
    headers[FIRST_SECTION + i] = place(writer, &file, &names, &writer->sections[i]);
  struct image_section section = {
      .name = ".symtab", .type = SHT_SYMTAB, .alignment = 8, .link = SYMBOL_NAMES};
  section.bytes.at = (unsigned char *)writer->symbols;
  section.bytes.size = writer->symbol_count * sizeof *writer->symbols;
  headers[SYMBOLS] = place(writer, &file, &names, &section);
  headers[SYMBOLS].sh_entsize = sizeof *writer->symbols;
  size_t locals = 1;
  while (locals < writer->symbol_count && ELF64_ST_BIND(writer->symbols[locals].st_info) == STB_LOCAL)
    locals++;
  headers[SYMBOLS].sh_info = (Elf64_Word)locals;
  section =
      (struct image_section){.name = ".strtab", .type = SHT_STRTAB, .alignment = 1, .bytes = writer->names};
  headers[SYMBOL_NAMES] = place(writer, &file, &names, &section);
  section = (struct image_section){.name = ".shstrtab", .type = SHT_STRTAB, .alignment = 1};
  headers[SECTION_NAMES] = place(writer, &file, &names, &section);
  headers[SECTION_NAMES].sh_size = names.size;
  image_bytes_add(arena, &file, names.at, names.size);
  align(arena, &file, 8);
  header.e_shoff = image_bytes_add(arena, &file, headers, count * sizeof *headers);
  memcpy(file.at, &header, sizeof header);
  return file;
}

/* The names of the sections, which must be bytes of the file. */
static const struct elf_section *names_of(const struct elf_view *view) {
  const size_t number = view->header.e_shstrndx;
  return number && number < view->section_count && view->sections[number].bytes ? &view->sections[number]
                                                                                : NULL;
}

bool image_append_section(struct cleave_arena *arena, const void *bytes, size_t size, const char *name,
                          const struct image_bytes *contents, struct image_bytes *result) {
  struct elf_view view;
  if (elf_view_read(bytes, size, arena, &view) || view.header.e_machine != EM_CUDA || !names_of(&view) ||
      view.section_count + 1 >= SHN_LORESERVE)
    return false;
  const struct elf_section *names = names_of(&view);
  const size_t count = view.section_count + 1;
  Elf64_Shdr *headers = cleave_arena_allocate(arena, count * sizeof *headers);
  for (size_t i = 0; i < view.section_count; i++)
    headers[i] = view.sections[i].header;
  *result = (struct image_bytes){0};
  image_bytes_add(arena, result, bytes, size);
  align(arena, result, 8);
  headers[count - 1] = (Elf64_Shdr){.sh_name = (Elf64_Word)names->size,
                                    .sh_type = SHT_PROGBITS,
                                    .sh_size = contents->size,
                                    .sh_addralign = 1};
  headers[count - 1].sh_offset = image_bytes_add(arena, result, contents->at, contents->size);
  /* A longer copy of the names, because the place after the old ones is taken. */
  Elf64_Shdr *table = &headers[view.header.e_shstrndx];
  table->sh_offset = image_bytes_add(arena, result, names->bytes, names->size);
  table->sh_size = names->size + strlen(name) + 1;
  image_bytes_add(arena, result, name, strlen(name) + 1);
  align(arena, result, 8);
  Elf64_Ehdr header = view.header;
  header.e_shoff = image_bytes_add(arena, result, headers, count * sizeof *headers);
  header.e_shnum = (Elf64_Half)count;
  memcpy(result->at, &header, sizeof header);
  return true;
}
