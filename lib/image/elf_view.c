/* FILE: lib/image/elf_view.c
 * WHAT: see elf_view.h.
 */
#include "image/elf_view.h"

#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <string.h>

int elf_view_header(const void *bytes, size_t size, Elf64_Ehdr *header) {
  if (size < sizeof *header || memcmp(bytes, ELFMAG, SELFMAG))
    return 0;
  memcpy(header, bytes, sizeof *header);
  return header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB &&
         header->e_ident[EI_VERSION] == EV_CURRENT;
}

/* NVIDIA's section types that describe memory of the device: variables without initial values, local memory, shared
 * memory. Linked cubins have SHT_NOBITS for them. Cubins of CUDA 13 that are not linked have these types. */
enum { SHT_CUDA_GLOBAL = 0x70000007, SHT_CUDA_LOCAL = 0x70000009, SHT_CUDA_SHARED = 0x7000000a };

enum elf_occupancy elf_section_occupancy(const Elf64_Ehdr *file, const Elf64_Shdr *header) {
  const uint32_t type = header->sh_type;
  if (type == SHT_NULL || type == SHT_NOBITS || !header->sh_size)
    return ELF_WITHOUT_BYTES;
  if (file->e_machine != EM_CUDA || type < SHT_LOPROC || type > SHT_HIPROC || type == SHT_CUDA_INFO)
    return ELF_WITH_BYTES;
  return type == SHT_CUDA_GLOBAL || type == SHT_CUDA_LOCAL || type == SHT_CUDA_SHARED ? ELF_WITHOUT_BYTES
                                                                                      : ELF_UNKNOWN_BYTES;
}

static bool lies_inside(const Elf64_Shdr *header, size_t size) {
  return header->sh_offset <= size && header->sh_size <= size - header->sh_offset;
}

/* Number of entries in the section header table, if the table lies inside of the file. A file with
 * more than 65279 sections keeps the number in its first section header. */
static const char *count_sections(const struct elf_view *view, uint64_t *count) {
  const Elf64_Ehdr *header = &view->header;
  *count = header->e_shnum;
  if (!header->e_shoff)
    return *count ? "its header has a section count but no section header offset" : NULL;
  if (header->e_shentsize != sizeof(Elf64_Shdr))
    return "its section headers have an invalid size";
  if (header->e_shoff > view->size || view->size - header->e_shoff < sizeof(Elf64_Shdr))
    return "it ends before its section headers: it is truncated";
  if (!*count) {
    Elf64_Shdr first;
    memcpy(&first, view->bytes + header->e_shoff, sizeof first);
    *count = first.sh_size;
  }
  if (*count > (view->size - header->e_shoff) / sizeof(Elf64_Shdr))
    return "it ends within its section headers: it is truncated";
  return NULL;
}

size_t elf_file_size(const void *bytes) {
  Elf64_Ehdr header;
  memcpy(&header, bytes, sizeof header);
  uint64_t size = header.e_phoff + (uint64_t)header.e_phnum * header.e_phentsize, count = header.e_shnum;
  if (size < sizeof header)
    size = sizeof header;
  if (!header.e_shoff || header.e_shentsize != sizeof(Elf64_Shdr))
    return size;
  for (uint64_t i = 0; i < count || !i; i++) {
    Elf64_Shdr section;
    memcpy(&section, (const char *)bytes + header.e_shoff + i * sizeof section, sizeof section);
    if (!i && !count)
      count = section.sh_size;
    if (elf_section_occupancy(&header, &section) == ELF_WITH_BYTES &&
        section.sh_offset + section.sh_size > size)
      size = section.sh_offset + section.sh_size;
  }
  const uint64_t end = header.e_shoff + count * sizeof(Elf64_Shdr);
  return end > size ? end : size;
}

const char *elf_section_text(const struct elf_section *table, uint64_t offset) {
  if (!table || offset >= table->size || table->bytes[table->size - 1])
    return NULL;
  return (const char *)table->bytes + offset;
}

/* Reads the ELF sections into VIEW. Their bytes are those of elf_rawdata, which points into the file.
 * elf_getdata would copy tables that are not aligned. */
static const char *read_sections(struct elf_view *view, Elf *elf, struct cleave_arena *arena) {
  for (size_t i = 0; i < view->section_count; i++) {
    struct elf_section *section = &view->sections[i];
    Elf_Scn *scn = elf_getscn(elf, i);
    if (!scn || !gelf_getshdr(scn, &section->header))
      return cleave_arena_format(arena, "section header %zu cannot be read: %s", i, elf_errmsg(-1));
    section->name = "";
    const Elf64_Shdr *header = &section->header;
    const enum elf_occupancy occupancy = elf_section_occupancy(&view->header, header);
    const bool inside = lies_inside(header, view->size);
    if (occupancy == ELF_WITHOUT_BYTES || (occupancy == ELF_UNKNOWN_BYTES && !inside))
      continue;
    if (!inside)
      return cleave_arena_format(arena, "it ends before the end of section %zu: it is truncated", i);
    Elf_Data *data = elf_rawdata(scn, NULL);
    if (!data)
      return cleave_arena_format(arena, "section %zu cannot be read: %s", i, elf_errmsg(-1));
    section->bytes = data->d_buf;
    section->size = data->d_buf ? data->d_size : 0;
  }
  size_t names = 0;
  if (view->section_count && elf_getshdrstrndx(elf, &names))
    names = 0;
  const struct elf_section *table =
      names && names < view->section_count && view->sections[names].header.sh_type == SHT_STRTAB
          ? &view->sections[names]
          : NULL;
  for (size_t i = 0; i < view->section_count; i++) {
    const char *name = elf_section_text(table, view->sections[i].header.sh_name);
    view->sections[i].name = name ? name : "";
  }
  return NULL;
}

const char *elf_view_read(const void *bytes, size_t size, struct cleave_arena *arena, struct elf_view *view) {
  *view = (struct elf_view){.bytes = bytes, .size = size};
  if (!elf_view_header(bytes, size, &view->header))
    return "it is not a 64-bit little-endian ELF file";
  uint64_t count = 0;
  const char *error = count_sections(view, &count);
  if (error || !count)
    return error;
  if (elf_version(EV_CURRENT) == EV_NONE)
    return "the installed libelf is too old";
  /* libelf's type for the bytes is not const, but libelf only reads a file opened like this. */
  Elf *elf = elf_memory((char *)bytes, size);
  size_t seen = 0;
  if (!elf || elf_getshdrnum(elf, &seen) || seen != count) {
    error = cleave_arena_format(arena, "its section headers cannot be read: %s", elf_errmsg(-1));
  } else {
    view->section_count = (size_t)count;
    view->sections = cleave_arena_allocate(arena, view->section_count * sizeof *view->sections);
    error = read_sections(view, elf, arena);
  }
  if (elf)
    elf_end(elf);
  if (error)
    view->section_count = 0;
  return error;
}

struct elf_symbols elf_view_symbols(const struct elf_view *view) {
  const struct elf_section *table = NULL;
  for (size_t i = 0; i < view->section_count; i++) {
    const struct elf_section *section = &view->sections[i];
    if (section->header.sh_type == SHT_SYMTAB) {
      table = section;
      break;
    }
    if (section->header.sh_type == SHT_DYNSYM && !table)
      table = section;
  }
  struct elf_symbols symbols = {0};
  if (!table || table->header.sh_link >= view->section_count)
    return symbols;
  symbols.bytes = table->bytes;
  symbols.count = table->size / sizeof(Elf64_Sym);
  symbols.names = &view->sections[table->header.sh_link];
  return symbols;
}

Elf64_Sym elf_symbol(const struct elf_symbols *symbols, size_t index) {
  Elf64_Sym symbol;
  memcpy(&symbol, symbols->bytes + index * sizeof symbol, sizeof symbol);
  return symbol;
}
