/* FILE: test/unit/elf_builder.h
 * WHAT: ELF files, cubins and offload binaries made in memory, for the tests of lib/image.
 */
#ifndef CLEAVE_TEST_ELF_BUILDER_H
#define CLEAVE_TEST_ELF_BUILDER_H

#include <gelf.h>
#include <libelf.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "kernelinfo/kernelinfo.h"

/* Bytes that grow. */
struct bytes {
  unsigned char *at;
  size_t size;
};

static inline size_t bytes_add(struct bytes *bytes, const void *more, size_t size) {
  size_t offset = bytes->size;
  bytes->at = realloc(bytes->at, offset + size + 1);
  assert_non_null(bytes->at);
  if (size)
    memcpy(bytes->at + offset, more, size);
  bytes->size += size;
  return offset;
}

static inline size_t bytes_add_text(struct bytes *bytes, const char *text) {
  return bytes_add(bytes, text, strlen(text) + 1);
}

struct part {
  const char *name;
  uint32_t type;
  struct bytes bytes; /* at NULL: a section without bytes in the file */
  uint32_t link;
};

/* An ELF file with the null section, PARTS and a table of their names. The caller frees it. */
static inline struct bytes build_elf(const Elf64_Ehdr *like, const struct part *parts, size_t count) {
  elf_version(EV_CURRENT);
  int file = memfd_create("elf", 0);
  assert_true(file >= 0);
  Elf *elf = elf_begin(file, ELF_C_WRITE, NULL);
  assert_non_null(elf);
  Elf64_Ehdr *header = elf64_newehdr(elf);
  *header = *like;
  header->e_ident[EI_CLASS] = ELFCLASS64;
  header->e_ident[EI_DATA] = ELFDATA2LSB;
  header->e_version = EV_CURRENT;
  header->e_shstrndx = (Elf64_Half)(count + 1);
  struct bytes names = {0};
  bytes_add_text(&names, "");
  for (size_t i = 0; i <= count; i++) {
    Elf_Scn *section = elf_newscn(elf);
    Elf64_Shdr *own = elf64_getshdr(section);
    Elf_Data *data = elf_newdata(section);
    own->sh_name = (Elf64_Word)bytes_add_text(&names, i < count ? parts[i].name : ".shstrtab");
    own->sh_type = i < count ? parts[i].type : SHT_STRTAB;
    own->sh_link = i < count ? parts[i].link : 0;
    data->d_type = ELF_T_BYTE;
    data->d_align = 4;
    data->d_buf = i < count ? parts[i].bytes.at : names.at;
    data->d_size = i < count ? parts[i].bytes.size : names.size;
  }
  int64_t size = elf_update(elf, ELF_C_WRITE);
  assert_true(size > 0);
  elf_end(elf);
  free(names.at);
  struct bytes built = {malloc((size_t)size), (size_t)size};
  assert_int_equal(pread(file, built.at, built.size, 0), size);
  close(file);
  return built;
}

/* One kernel of a built cubin. */
struct built_kernel {
  const char *name;
  uint32_t registers, frame, shared, threads[3];
  uint8_t mode;
  int32_t limits[5]; /* minimum and maximum of threads, of teams; bytes that a team hands to the others */
  const struct cleave_kernel_information *information; /* NULL: none */
  size_t cut;                                          /* bytes of it that are missing */
};

struct built_cubin {
  uint8_t os_abi, abi_version;
  uint32_t flags;
  const struct built_kernel *kernels;
  size_t count;
};

static inline void add_record(struct bytes *bytes, uint8_t attribute, const uint32_t *words, size_t count) {
  unsigned char head[4] = {4, attribute, (unsigned char)(count * 4), 0};
  bytes_add(bytes, head, sizeof head);
  bytes_add(bytes, words, count * 4);
}

static inline void add_symbol(struct bytes *symbols, struct bytes *names, const char *name, unsigned type,
                              unsigned other, size_t section, size_t value) {
  Elf64_Sym symbol = {.st_name = (Elf64_Word)bytes_add_text(names, name),
                      .st_info = ELF64_ST_INFO(STB_GLOBAL, type),
                      .st_other = (unsigned char)other,
                      .st_shndx = (Elf64_Section)section,
                      .st_value = value};
  bytes_add(symbols, &symbol, sizeof symbol);
}

/* The kernel information of KERNEL, among the VARIABLES of section 4. */
static inline void add_information(struct bytes *symbols, struct bytes *names, struct bytes *variables,
                                   const struct built_kernel *kernel) {
  struct cleave_arena *arena = cleave_arena_new();
  size_t count;
  const int32_t *words = cleave_kernel_information_encode(kernel->information, arena, &count);
  assert_non_null(words);
  const char *name = cleave_arena_format(arena, "%s%s", CLEAVE_KERNEL_INFORMATION_PREFIX, kernel->name);
  add_symbol(symbols, names, name, STT_OBJECT, 0, 4, variables->size);
  Elf64_Sym *symbol = (Elf64_Sym *)(symbols->at + symbols->size) - 1;
  symbol->st_size = count * sizeof *words - kernel->cut;
  bytes_add(variables, words, symbol->st_size);
  cleave_arena_free(arena);
}

/* Sections: 1 names, 2 symbols, 3 .nv.info, 4 variables; then .text, .nv.info, .nv.shared of each.
 * */
static inline struct bytes build_cubin(const struct built_cubin *cubin) {
  struct part parts[64] = {{.name = ".strtab", .type = SHT_STRTAB},
                           {.name = ".symtab", .type = SHT_SYMTAB, .link = 1},
                           {.name = ".nv.info", .type = 0x70000000, .link = 2},
                           {.name = ".nv.global.init", .type = SHT_PROGBITS}};
  char names[64][256];
  struct bytes *strings = &parts[0].bytes, *symbols = &parts[1].bytes;
  size_t count = 4;
  bytes_add_text(strings, "");
  bytes_add(symbols, &(Elf64_Sym){0}, sizeof(Elf64_Sym));
  bytes_add(&parts[3].bytes, "12345678", 8);
  for (size_t i = 0; i < cubin->count; i++) {
    const struct built_kernel *kernel = &cubin->kernels[i];
    uint32_t index = (uint32_t)(symbols->size / sizeof(Elf64_Sym));
    add_symbol(symbols, strings, kernel->name, STT_FUNC, 0x10, count + 1, 0);
    const char *fronts[3] = {".text.", ".nv.info.", ".nv.shared."};
    const uint32_t types[3] = {SHT_PROGBITS, 0x70000000, SHT_NOBITS};
    for (size_t k = 0; k < 3; k++, count++) {
      snprintf(names[count], sizeof names[count], "%s%s", fronts[k], kernel->name);
      parts[count] = (struct part){.name = names[count], .type = types[k]};
      if (k == 0)
        bytes_add(&parts[count].bytes, "code", 4);
      else if (k == 1)
        add_record(&parts[count].bytes, 0x05, kernel->threads, 3);
      else
        parts[count].bytes.size = kernel->shared;
    }
    add_record(&parts[2].bytes, 0x11, (uint32_t[]){index, kernel->frame}, 2);
    add_record(&parts[2].bytes, 0x2f, (uint32_t[]){index, kernel->registers}, 2);
    char name[256];
    snprintf(name, sizeof name, "%s_kernel_environment", kernel->name);
    unsigned char mode[4] = {0, 1, kernel->mode, 0xee};
    add_symbol(symbols, strings, name, STT_OBJECT, 0, 4, parts[3].bytes.size);
    bytes_add(&parts[3].bytes, mode, sizeof mode);
    bytes_add(&parts[3].bytes, kernel->limits, sizeof kernel->limits);
    if (kernel->information)
      add_information(symbols, strings, &parts[3].bytes, kernel);
  }
  Elf64_Ehdr like = {.e_type = ET_EXEC, .e_machine = EM_CUDA, .e_flags = cubin->flags};
  like.e_ident[EI_OSABI] = cubin->os_abi;
  like.e_ident[EI_ABIVERSION] = cubin->abi_version;
  struct bytes built = build_elf(&like, parts, count);
  for (size_t i = 0; i < count; i++)
    free(parts[i].bytes.at);
  return built;
}

/* Appends to SECTION an offload binary as LLVM writes it, with a third string that nobody asks for.
 * */
static inline void add_offload_binary(struct bytes *section, const char *triple, const char *architecture,
                                      const void *image, size_t size) {
  struct bytes strings = {0};
  const char *texts[6] = {"arch", architecture, "feature", "+x", "triple", triple};
  uint64_t offsets[6];
  for (size_t i = 0; i < 6; i++)
    offsets[i] = 32 + 40 + sizeof offsets + bytes_add_text(&strings, texts[i]);
  while (strings.size % 8)
    bytes_add(&strings, "", 1);
  uint64_t image_offset = 32 + 40 + sizeof offsets + strings.size;
  uint64_t whole = (image_offset + size + 7) / 8 * 8;
  bytes_add(section, "\x10\xff\x10\xad\1\0\0", 8);
  bytes_add(section, (uint64_t[]){whole, 32, 40}, 24);
  bytes_add(section, (uint16_t[]){1, 1, 0, 0}, 8);
  bytes_add(section, (uint64_t[]){72, 3, image_offset, size}, 32);
  bytes_add(section, offsets, sizeof offsets);
  bytes_add(section, strings.at, strings.size);
  bytes_add(section, image, size);
  bytes_add(section, (char[8]){0}, (size_t)whole - (size_t)image_offset - size);
  free(strings.at);
}

/* A host object file whose section .llvm.offloading holds SECTION. */
static inline struct bytes build_host(const struct bytes *section) {
  struct part parts[2] = {{.name = ".text", .type = SHT_PROGBITS, .bytes = *section},
                          {.name = ".llvm.offloading", .type = 0x6fff4c0b, .bytes = *section}};
  parts[0].bytes.size = 4; /* the magic alone, where it means nothing */
  return build_elf(&(Elf64_Ehdr){.e_type = ET_REL, .e_machine = EM_X86_64}, parts, 2);
}

/* A program of nothing but what the dynamic linker reads to learn that it needs LIBRARY. Its
 * program headers stand behind the ELF header: one to load all of it, one for the dynamic section.
 * */
static inline struct bytes build_program(const char *library) {
  struct bytes program = {0};
  Elf64_Ehdr header = {.e_type = ET_DYN,
                       .e_machine = EM_X86_64,
                       .e_phoff = sizeof header,
                       .e_phentsize = sizeof(Elf64_Phdr),
                       .e_phnum = 2};
  memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  bytes_add(&program, &header, sizeof header);
  const uint64_t address = 0x1000, start = sizeof header + 2 * sizeof(Elf64_Phdr);
  Elf64_Dyn entries[3] = {{.d_tag = DT_NEEDED, .d_un.d_val = 1},
                          {.d_tag = DT_STRTAB, .d_un.d_ptr = address + start + sizeof entries},
                          {.d_tag = DT_NULL}};
  const uint64_t size = start + sizeof entries + 1 + strlen(library) + 1;
  Elf64_Phdr segments[2] = {{.p_type = PT_LOAD, .p_vaddr = address, .p_filesz = size},
                            {.p_type = PT_DYNAMIC, .p_offset = start, .p_filesz = sizeof entries}};
  bytes_add(&program, segments, sizeof segments);
  bytes_add(&program, entries, sizeof entries);
  bytes_add_text(&program, "");
  bytes_add_text(&program, library);
  return program;
}

#endif
