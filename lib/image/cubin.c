/* FILE: lib/image/cubin.c
 * WHAT: what a cubin tells about its kernels, in three places (docs/design/images.md):
 *       - .nv.info holds records on symbols: registers, local memory frame;
 *       - .nv.info.KERNEL holds records on one kernel: the largest team;
 *       - the size of .nv.shared.KERNEL is its static shared memory;
 *       and the variable KERNEL_kernel_environment, which clang defines for its run time.
 */
#include <string.h>

#include "image/kernels.h"

/* The type that NVIDIA gives to .nv.info and .nv.info.KERNEL. */
#define SHT_CUDA_INFO 0x70000000u

/* The type that ptxas gives to variables of an object file; in a linked cubin they are STT_OBJECT.
 * */
#define STT_CUDA_OBJECT 13u

/* How a record of .nv.info keeps its value. */
enum { FORMAT_NONE = 1, FORMAT_BYTE = 2, FORMAT_HALF = 3, FORMAT_SIZED = 4 };

/* What a record is about; others exist and are skipped. */
enum {
  ATTRIBUTE_MAXIMUM_THREADS = 0x05,  /* x, y, z of .maxntid */
  ATTRIBUTE_REQUIRED_THREADS = 0x10, /* x, y, z of .reqntid */
  ATTRIBUTE_FRAME = 0x11,            /* symbol, bytes */
  ATTRIBUTE_REGISTERS = 0x2f         /* symbol, number */
};

/* The constant KERNEL_kernel_environment of LLVM 19, up to what we read. */
struct environment {
  uint8_t generic_state_machine, nested_parallelism, execution_mode, padding;
  int32_t minimum_threads, maximum_threads, minimum_teams, maximum_teams;
};

static const char environment_suffix[] = "_kernel_environment";

struct record {
  uint8_t format, attribute;
  const uint8_t *value; /* of a FORMAT_SIZED record; not aligned */
  size_t size;
};

/* Takes the record at the front of BYTES. Returns false at the end and at what is no record. */
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
static bool read_records_on_symbols(const struct elf_section *section,
                                    const struct kernel_table *table) {
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

static bool read_records_on_kernel(const struct elf_section *section,
                                   struct cleave_kernel *kernel) {
  const uint8_t *bytes = section->bytes;
  size_t size = section->size;
  struct record record;
  while (next_record(&bytes, &size, &record)) {
    if (record.format != FORMAT_SIZED || record.size != 12 ||
        (record.attribute != ATTRIBUTE_MAXIMUM_THREADS &&
         record.attribute != ATTRIBUTE_REQUIRED_THREADS))
      continue;
    /* No GPU takes a dimension of 2^16 threads; cut off there, the product stays in 64 bits. */
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

/* Unset limits are negative or 0, depending on who left them unset. */
static int32_t limit(int32_t value) { return value > 0 ? value : 0; }

static void read_environment(const struct elf_view *view, const Elf64_Sym *symbol,
                             struct cleave_kernel *kernel) {
  struct environment environment;
  if (symbol->st_shndx >= view->section_count)
    return;
  const struct elf_section *section = &view->sections[symbol->st_shndx];
  uint64_t offset = symbol->st_value; /* of the section: those of a cubin have no addresses */
  if (offset > section->size || section->size - offset < sizeof environment)
    return;
  memcpy(&environment, section->bytes + offset, sizeof environment);
  if (environment.execution_mode <= CLEAVE_EXECUTION_GENERIC_SPMD)
    kernel->mode = (enum cleave_execution_mode)environment.execution_mode;
  kernel->minimum_threads = limit(environment.minimum_threads);
  kernel->maximum_threads = limit(environment.maximum_threads);
  kernel->minimum_teams = limit(environment.minimum_teams);
  kernel->maximum_teams = limit(environment.maximum_teams);
}

static void read_environments(const struct elf_view *view, const struct elf_symbols *symbols,
                              const struct kernel_table *table) {
  for (size_t i = 1; i < symbols->count; i++) {
    Elf64_Sym symbol = elf_symbol(symbols, i);
    unsigned type = ELF64_ST_TYPE(symbol.st_info);
    const char *name = type == STT_OBJECT || type == STT_CUDA_OBJECT
                           ? elf_section_text(symbols->names, symbol.st_name)
                           : NULL;
    size_t length = name ? strnlen(name, KERNEL_NAME_LIMIT) : 0;
    size_t suffix = sizeof environment_suffix - 1;
    if (length <= suffix || memcmp(name + length - suffix, environment_suffix, suffix))
      continue;
    struct cleave_kernel *kernel = kernel_table_by_name(table, name, length - suffix);
    if (kernel)
      read_environment(view, &symbol, kernel);
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
      kernel->shared_bytes = section->header.sh_size < UINT32_MAX
                                 ? (uint32_t)section->header.sh_size
                                 : UINT32_MAX;
    if (!sound)
      return cleave_arena_format(
          arena, "section %zu (%.200s) holds no sound records: it is corrupt", i, section->name);
  }
  read_environments(view, symbols, table);
  return NULL;
}
