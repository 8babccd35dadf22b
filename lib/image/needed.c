/* FILE: lib/image/needed.c
 * WHAT: which shared libraries a program asks for. Read from the program headers, as the dynamic
 *       linker does, so that it is also right where there are no section headers.
 */
#include <elf.h>
#include <stdint.h>
#include <string.h>

#include "image/elf_view.h"
#include "image/embedded.h"

struct program {
  const uint8_t *bytes;
  size_t size;
  Elf64_Ehdr header;
};

/* Copies program header INDEX. Returns false if the file does not hold it. */
static bool segment_at(const struct program *program, size_t index, Elf64_Phdr *segment) {
  const Elf64_Ehdr *header = &program->header;
  if (index >= header->e_phnum || header->e_phentsize != sizeof *segment || header->e_phoff > program->size ||
      (program->size - header->e_phoff) / sizeof *segment <= index)
    return false;
  memcpy(segment, program->bytes + header->e_phoff + index * sizeof *segment, sizeof *segment);
  return segment->p_offset <= program->size && segment->p_filesz <= program->size - segment->p_offset;
}

/* Finds the table of strings at ADDRESS, and how many bytes of it there can be. */
static const char *strings_at(const struct program *program, uint64_t address, size_t *size) {
  Elf64_Phdr segment;
  for (size_t i = 0; segment_at(program, i, &segment); i++) {
    if (segment.p_type != PT_LOAD || address < segment.p_vaddr ||
        address - segment.p_vaddr >= segment.p_filesz)
      continue;
    uint64_t offset = address - segment.p_vaddr;
    *size = (size_t)(segment.p_filesz - offset);
    return (const char *)program->bytes + segment.p_offset + offset;
  }
  return NULL;
}

static Elf64_Dyn dynamic_at(const struct program *program, const Elf64_Phdr *segment, size_t index) {
  Elf64_Dyn entry;
  memcpy(&entry, program->bytes + segment->p_offset + index * sizeof entry, sizeof entry);
  return entry;
}

bool cleave_host_links(const void *bytes, size_t size, const char *library) {
  struct program program = {.bytes = bytes, .size = size};
  Elf64_Phdr dynamic = {0};
  if (!elf_view_header(bytes, size, &program.header))
    return false;
  size_t i = 0;
  while (segment_at(&program, i, &dynamic) && dynamic.p_type != PT_DYNAMIC)
    i++;
  if (!segment_at(&program, i, &dynamic))
    return false;
  size_t count = (size_t)dynamic.p_filesz / sizeof(Elf64_Dyn), room = 0;
  const char *strings = NULL;
  for (i = 0; i < count && !strings; i++) {
    Elf64_Dyn entry = dynamic_at(&program, &dynamic, i);
    if (entry.d_tag == DT_STRTAB)
      strings = strings_at(&program, entry.d_un.d_ptr, &room);
  }
  size_t length = strlen(library) + 1;
  for (i = 0; i < count && strings; i++) {
    Elf64_Dyn entry = dynamic_at(&program, &dynamic, i);
    if (entry.d_tag == DT_NEEDED && entry.d_un.d_val < room && room - entry.d_un.d_val >= length &&
        !memcmp(strings + entry.d_un.d_val, library, length))
      return true;
  }
  return false;
}
