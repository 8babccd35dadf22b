/* FILE: lib/image/kernels.c
 * WHAT: which symbols of an image are kernels, and the facts in their names.
 */
#include "image/kernels.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "__omp_offloading_";

/* NVIDIA's mark of a kernel in st_other, in cubins of all layouts. */
enum { SYMBOL_IS_ENTRY = 0x10 };

/* Skips digits of BASE and the underscore after them. NULL if TEXT does not begin with them. */
static const char *skip_number(const char *text, int base) {
  const char *start = text;
  while (base == 16 ? isxdigit((unsigned char)*text) : isdigit((unsigned char)*text))
    text++;
  return text != start && *text == '_' ? text + 1 : NULL;
}

/* Whether TEXT is the suffix that clang appends to "_l": the line, and for a second region in the same line
 * an underscore and its number. */
static bool is_line(const char *text) {
  const char *number = skip_number(text, 10);
  if (number)
    text = number;
  size_t digits = strspn(text, "0123456789");
  return digits && !text[digits];
}

/* Decodes __omp_offloading_DEVICE_INODE_FUNCTION_lLINE[_NUMBER]. FUNCTION may contain "_l12", so the line is
 * the last part of the name. */
bool cleave_kernel_name_read(const char *name, const char **function, size_t *length, uint32_t *line) {
  if (strncmp(name, prefix, sizeof prefix - 1))
    return false;
  const char *start = skip_number(name + sizeof prefix - 1, 16);
  start = start ? skip_number(start, 16) : NULL;
  const char *end = start ? strstr(start, "_l") : NULL;
  while (end && !is_line(end + 2))
    end = strstr(end + 2, "_l");
  const unsigned long number = end ? strtoul(end + 2, NULL, 10) : 0;
  if (!end || number > UINT32_MAX)
    return false;
  *function = start;
  *length = (size_t)(end - start);
  *line = (uint32_t)number;
  return true;
}

static void read_name(struct cleave_kernel *kernel, struct cleave_arena *arena) {
  const char *function = "";
  size_t length = 0;
  cleave_kernel_name_read(kernel->name, &function, &length, &kernel->line);
  kernel->function = cleave_arena_copy(arena, function, length);
}

/* The name of a kernel's descriptor in an image for AMD GPUs is that of the kernel and this. */
static const char descriptor_suffix[] = ".kd";

/* Whether SYMBOL may be a kernel's. Kernels of the host device are ordinary functions, so only the name
 * identifies them. The names of functions that clang outlines from them have a suffix, and these functions
 * are hidden. */
static bool is_candidate(const Elf64_Sym *symbol, enum cleave_image_kind kind) {
  if (symbol->st_shndx == SHN_UNDEF ||
      ELF64_ST_TYPE(symbol->st_info) != (kind == CLEAVE_IMAGE_AMDGPU ? STT_OBJECT : STT_FUNC))
    return false;
  return kind == CLEAVE_IMAGE_CUDA ? (symbol->st_other & SYMBOL_IS_ENTRY) != 0
                                   : ELF64_ST_BIND(symbol->st_info) != STB_LOCAL;
}

/* Removes the suffix of a descriptor from *LENGTH. Returns false if NAME is none of a descriptor. */
static bool remove_suffix(const char *name, size_t *length) {
  const size_t size = sizeof descriptor_suffix - 1;
  if (*length <= size || *length == KERNEL_NAME_LIMIT ||
      memcmp(name + *length - size, descriptor_suffix, size) != 0)
    return false;
  *length -= size;
  return true;
}

/* Orders as strcmp does names that do not end with NUL. */
static int compare_names(const char *a, size_t a_length, const char *b, size_t b_length) {
  int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
  return order ? order : (a_length > b_length) - (a_length < b_length);
}

static int compare_entries(const void *a, const void *b) {
  const struct kernel_entry *first = *(struct kernel_entry *const *)a;
  const struct kernel_entry *second = *(struct kernel_entry *const *)b;
  int order =
      compare_names(first->kernel->name, first->name_length, second->kernel->name, second->name_length);
  return order ? order : (first > second) - (first < second);
}

const char *kernel_table_read(const struct elf_symbols *symbols, struct cleave_arena *arena,
                              struct cleave_image *image, struct kernel_table *table) {
  *table = (struct kernel_table){0};
  size_t known = 0, length = 0;
  for (size_t i = 1; i < symbols->count; i++) {
    Elf64_Sym symbol = elf_symbol(symbols, i);
    if (!is_candidate(&symbol, image->kind))
      continue;
    const char *name = elf_section_text(symbols->names, symbol.st_name);
    if (!name)
      return cleave_arena_format(arena, "symbol %zu has no name: it is corrupt", i);
    if (image->kind == CLEAVE_IMAGE_HOST && strncmp(name, prefix, sizeof prefix - 1))
      continue;
    struct kernel_entry entry = {.name_length = strnlen(name, KERNEL_NAME_LIMIT), .symbol = i};
    if (image->kind == CLEAVE_IMAGE_AMDGPU && !remove_suffix(name, &entry.name_length))
      continue;
    /* Kernels have distinct names; a corrupt image could make each copy one long name. */
    length += entry.name_length;
    if (entry.name_length == KERNEL_NAME_LIMIT || length > symbols->names->size)
      return "the names of its kernels overlap: it is corrupt";
    struct cleave_kernel kernel = {.name = cleave_arena_copy(arena, name, entry.name_length)};
    read_name(&kernel, arena);
    CLEAVE_APPEND(arena, image->kernels, image->kernel_count, kernel);
    CLEAVE_APPEND(arena, table->entries, known, entry);
  }
  table->count = known;
  table->by_name = cleave_arena_allocate(arena, (known + 1) * sizeof *table->by_name);
  for (size_t i = 0; i < known; i++) {
    table->entries[i].kernel = &image->kernels[i];
    table->by_name[i] = &table->entries[i];
  }
  qsort(table->by_name, known, sizeof *table->by_name, compare_entries);
  return NULL;
}

struct cleave_kernel *kernel_table_by_name(const struct kernel_table *table, const char *name,
                                           size_t length) {
  size_t low = 0, high = table->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const struct kernel_entry *entry = table->by_name[middle];
    int order = compare_names(name, length, entry->kernel->name, entry->name_length);
    if (!order)
      return entry->kernel;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}

struct cleave_kernel *kernel_table_by_symbol(const struct kernel_table *table, size_t symbol) {
  size_t low = 0, high = table->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (table->entries[middle].symbol == symbol)
      return table->entries[middle].kernel;
    if (symbol < table->entries[middle].symbol)
      high = middle;
    else
      low = middle + 1;
  }
  return NULL;
}
