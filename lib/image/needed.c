/* FILE: lib/image/needed.c
 * WHAT: which shared libraries a program needs. Read from the program headers, as the dynamic linker does, so the result
 *       is also right without section headers.
 */
#include <gelf.h>
#include <libelf.h>
#include <string.h>

#include "image/elf_view.h"
#include "image/embedded.h"

/* The bytes from ADDRESS to the end of its segment, or NULL. */
static const Elf_Data *data_at(Elf *elf, uint64_t address) {
  GElf_Phdr segment;
  for (int i = 0; gelf_getphdr(elf, i, &segment); i++)
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
        address - segment.p_vaddr < segment.p_filesz) {
      const uint64_t offset = address - segment.p_vaddr;
      return elf_getdata_rawchunk(elf, (int64_t)(segment.p_offset + offset), segment.p_filesz - offset,
                                  ELF_T_BYTE);
    }
  return NULL;
}

/* Whether an entry of DYNAMIC names LIBRARY. */
static bool names(Elf *elf, Elf_Data *dynamic, const char *library) {
  const size_t length = strlen(library) + 1;
  const Elf_Data *strings = NULL;
  GElf_Dyn entry;
  for (int i = 0; !strings && gelf_getdyn(dynamic, i, &entry); i++)
    if (entry.d_tag == DT_STRTAB)
      strings = data_at(elf, entry.d_un.d_ptr);
  for (int i = 0; strings && gelf_getdyn(dynamic, i, &entry); i++)
    if (entry.d_tag == DT_NEEDED && entry.d_un.d_val < strings->d_size &&
        strings->d_size - entry.d_un.d_val >= length &&
        !memcmp((const char *)strings->d_buf + entry.d_un.d_val, library, length))
      return true;
  return false;
}

bool cleave_host_links(const void *bytes, size_t size, const char *library) {
  Elf64_Ehdr header;
  if (!elf_view_header(bytes, size, &header) || elf_version(EV_CURRENT) == EV_NONE)
    return false;
  /* Not const for libelf, but libelf only reads a file opened like this. */
  Elf *elf = elf_memory((char *)(uintptr_t)bytes, size);
  GElf_Phdr segment;
  Elf_Data *dynamic = NULL;
  for (int i = 0; elf && !dynamic && gelf_getphdr(elf, i, &segment); i++)
    if (segment.p_type == PT_DYNAMIC)
      dynamic = elf_getdata_rawchunk(elf, (int64_t)segment.p_offset, segment.p_filesz, ELF_T_DYN);
  const bool found = dynamic && names(elf, dynamic, library);
  elf_end(elf);
  return found;
}
