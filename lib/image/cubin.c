/* FILE: lib/image/cubin.c
 * WHAT: reads the facts about kernels in a cubin, which are in three places (docs/design/images.md): -
 *       .nv.info holds records on symbols: registers, local memory frame; - .nv.info.KERNEL holds records on
 *       one kernel: the largest team; - the size of .nv.shared.KERNEL is its static shared memory. Its variables are read in
 *       variables.c.
 */
#include <string.h>

#include "image/kernels.h"

/* The format of the value of a record in .nv.info. */
enum { FORMAT_NONE = 1, FORMAT_BYTE = 2, FORMAT_HALF = 3, FORMAT_SIZED = 4 };

/* The attribute that a record describes; other attributes are skipped. */
enum {
  ATTRIBUTE_MAXIMUM_THREADS = 0x05,  /* x, y, z of .maxntid */
  ATTRIBUTE_REQUIRED_THREADS = 0x10, /* x, y, z of .reqntid */
  ATTRIBUTE_FRAME = 0x11,            /* symbol, bytes */
  ATTRIBUTE_REGISTERS = 0x2f         /* symbol, number */
};

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
  image_read_variables(view, symbols, table, arena);
  return NULL;
}
