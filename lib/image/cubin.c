/* FILE: lib/image/cubin.c
 * WHAT: reads the facts about kernels in a cubin, which are in three places (docs/design/images.md): -
 *       .nv.info holds records on symbols: registers, local memory frame; - .nv.info.KERNEL holds records on
 *       one kernel: the largest team; - the size of .nv.shared.KERNEL is its static shared memory; and two
 *       variables: KERNEL_kernel_environment, which clang defines for its run time, and the kernel
 *       information of cleave's compiler.
 */
#include <string.h>

#include "image/kernels.h"
#include "kernelinfo/kernelinfo.h"

/* The type that NVIDIA gives to .nv.info and .nv.info.KERNEL. */
#define SHT_CUDA_INFO 0x70000000u

/* The type that ptxas gives to variables of an object file; in a linked cubin they are STT_OBJECT.
 * */
#define STT_CUDA_OBJECT 13u

/* The format of the value of a record in .nv.info. */
enum { FORMAT_NONE = 1, FORMAT_BYTE = 2, FORMAT_HALF = 3, FORMAT_SIZED = 4 };

/* The attribute that a record describes; other attributes are skipped. */
enum {
  ATTRIBUTE_MAXIMUM_THREADS = 0x05,  /* x, y, z of .maxntid */
  ATTRIBUTE_REQUIRED_THREADS = 0x10, /* x, y, z of .reqntid */
  ATTRIBUTE_FRAME = 0x11,            /* symbol, bytes */
  ATTRIBUTE_REGISTERS = 0x2f         /* symbol, number */
};

/* The constant KERNEL_kernel_environment of LLVM 19, up to the last member that is read here. */
struct environment {
  uint8_t generic_state_machine, nested_parallelism, execution_mode, padding;
  int32_t minimum_threads, maximum_threads, minimum_teams, maximum_teams;
  int32_t reduction_bytes; /* of the results that each team passes to the others */
};

static const char environment_suffix[] = "_kernel_environment";

struct record {
  uint8_t format, attribute;
  const uint8_t *value; /* of a FORMAT_SIZED record; not aligned */
  size_t size;
};

/* Takes the record at the front of BYTES. Returns false at the end and if there is no valid record. */
static bool next_record(const uint8_t **bytes, size_t *size, struct record *record) {
  if (*size < 4)
    return false;
  const uint8_t *at = *bytes;
  *record = (struct record){.format = at[0], .attribute = at[1], .value = at + 4};
  size_t length = 4;
  if (record->format == FORMAT_SIZED) {
    record->size = (size_t)at[2] | (size_t)at[3] << 8;
    length += record->size;
  } else if (record->format < FORMAT_NONE || record->format > FORMAT_SIZED) {
    return false;
  }
  if (length > *size)
    return false;
  *bytes += length;
  *size -= length;
  return true;
}

static uint32_t word(const struct record *record, size_t index) {
  uint32_t value;
  memcpy(&value, record->value + index * sizeof value, sizeof value);
  return value;
}

/* Returns false if SECTION does not end where a record does. */
static bool read_records_on_symbols(const struct elf_section *section, const struct kernel_table *table) {
  const uint8_t *bytes = section->bytes;
  size_t size = section->size;
  struct record record;
  while (next_record(&bytes, &size, &record)) {
    if (record.format != FORMAT_SIZED || record.size != 8)
      continue;
    struct cleave_kernel *kernel = kernel_table_by_symbol(table, word(&record, 0));
    if (kernel && record.attribute == ATTRIBUTE_REGISTERS)
      kernel->registers = word(&record, 1);
    if (kernel && record.attribute == ATTRIBUTE_FRAME)
      kernel->frame_bytes = word(&record, 1);
  }
  return !size;
}

static bool read_records_on_kernel(const struct elf_section *section, struct cleave_kernel *kernel) {
  const uint8_t *bytes = section->bytes;
  size_t size = section->size;
  struct record record;
  while (next_record(&bytes, &size, &record)) {
    if (record.format != FORMAT_SIZED || record.size != 12 ||
        (record.attribute != ATTRIBUTE_MAXIMUM_THREADS && record.attribute != ATTRIBUTE_REQUIRED_THREADS))
      continue;
    /* No GPU supports a dimension of 2^16 threads; with that limit, the product fits in 64 bits. */
    uint64_t threads = 1;
    for (size_t i = 0; i < 3; i++)
      threads *= word(&record, i) < 0xffff ? word(&record, i) : 0xffff;
    kernel->thread_limit = threads < UINT32_MAX ? (uint32_t)threads : UINT32_MAX;
  }
  return !size;
}

/* The kernel that the section of NAME belongs to, if NAME begins with FRONT. */
static struct cleave_kernel *kernel_of(const struct kernel_table *table, const char *name,
                                       const char *front) {
  size_t length = strlen(front);
  if (strncmp(name, front, length))
    return NULL;
  return kernel_table_by_name(table, name + length, strnlen(name + length, KERNEL_NAME_LIMIT));
}

/* An unset limit is negative or 0, depending on its producer. */
static int32_t limit(int32_t value) { return value > 0 ? value : 0; }

/* The bytes of the variable SYMBOL, and how many there are at most; NULL if the image has none. */
static const uint8_t *variable(const struct elf_view *view, const Elf64_Sym *symbol, size_t *size) {
  if (symbol->st_shndx >= view->section_count)
    return NULL;
  const struct elf_section *section = &view->sections[symbol->st_shndx];
  uint64_t offset = symbol->st_value; /* offset in the section: those of a cubin have no addresses */
  if (!section->bytes || offset > section->size)
    return NULL;
  *size = section->size - (size_t)offset;
  return section->bytes + offset;
}

static void read_environment(const uint8_t *bytes, size_t size, struct cleave_kernel *kernel) {
  struct environment environment;
  if (size < sizeof environment)
    return;
  memcpy(&environment, bytes, sizeof environment);
  if (environment.execution_mode <= CLEAVE_EXECUTION_GENERIC_SPMD)
    kernel->mode = (enum cleave_execution_mode)environment.execution_mode;
  kernel->minimum_threads = limit(environment.minimum_threads);
  kernel->maximum_threads = limit(environment.maximum_threads);
  kernel->minimum_teams = limit(environment.minimum_teams);
  kernel->maximum_teams = limit(environment.maximum_teams);
  kernel->reduces = environment.reduction_bytes > 0;
}

/* The kernel that a variable belongs to whose NAME is FRONT, the kernel's name and BACK; or NULL. */
static struct cleave_kernel *owner(const struct kernel_table *table, const char *name, const char *front,
                                   const char *back) {
  const size_t length = strnlen(name, KERNEL_NAME_LIMIT), first = strlen(front), last = strlen(back);
  if (length <= first + last || memcmp(name, front, first) || memcmp(name + length - last, back, last))
    return NULL;
  return kernel_table_by_name(table, name + first, length - first - last);
}

static void read_variables(const struct elf_view *view, const struct elf_symbols *symbols,
                           const struct kernel_table *table, struct cleave_arena *arena) {
  size_t left = view->size; /* a corrupt image could name the same bytes for thousands of kernels */
  for (size_t i = 1; i < symbols->count; i++) {
    Elf64_Sym symbol = elf_symbol(symbols, i);
    unsigned type = ELF64_ST_TYPE(symbol.st_info);
    const char *name = type == STT_OBJECT || type == STT_CUDA_OBJECT
                           ? elf_section_text(symbols->names, symbol.st_name)
                           : NULL;
    size_t size;
    const uint8_t *bytes = name ? variable(view, &symbol, &size) : NULL;
    struct cleave_kernel *kernel;
    if (!bytes)
      continue;
    if ((kernel = owner(table, name, "", environment_suffix))) {
      read_environment(bytes, size, kernel);
    } else if ((kernel = owner(table, name, CLEAVE_KERNEL_INFORMATION_PREFIX, "")) &&
               symbol.st_size <= size && symbol.st_size <= left) {
      struct cleave_kernel_information *information = cleave_arena_allocate(arena, sizeof *information);
      left -= symbol.st_size;
      if (!cleave_kernel_information_decode(bytes, symbol.st_size, arena, information))
        kernel->information = information;
    }
  }
}

const char *cubin_read_kernels(const struct elf_view *view, const struct elf_symbols *symbols,
                               const struct kernel_table *table, struct cleave_arena *arena) {
  for (size_t i = 0; i < view->section_count; i++) {
    const struct elf_section *section = &view->sections[i];
    struct cleave_kernel *kernel;
    bool sound = true;
    if (section->header.sh_type == SHT_CUDA_INFO && !strcmp(section->name, ".nv.info"))
      sound = read_records_on_symbols(section, table);
    else if (section->header.sh_type == SHT_CUDA_INFO &&
             (kernel = kernel_of(table, section->name, ".nv.info.")))
      sound = read_records_on_kernel(section, kernel);
    else if ((kernel = kernel_of(table, section->name, ".nv.shared.")))
      kernel->shared_bytes =
          section->header.sh_size < UINT32_MAX ? (uint32_t)section->header.sh_size : UINT32_MAX;
    if (!sound)
      return cleave_arena_format(arena, "section %zu (%.200s) contains invalid records: it is corrupt", i,
                                 section->name);
  }
  read_variables(view, symbols, table, arena);
  return NULL;
}
