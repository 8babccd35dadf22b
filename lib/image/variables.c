/* FILE: lib/image/variables.c
 * WHAT: reads the facts about kernels that are variables of a GPU image: KERNEL_kernel_environment, which clang defines for
 *       its run time, and the kernel information of cleave's compiler.
 */
#include <string.h>

#include "image/kernels.h"
#include "kernelinfo/kernelinfo.h"

/* The type that ptxas gives to variables of an object file; in a linked cubin they are STT_OBJECT.
 * */
#define STT_CUDA_OBJECT 13u

/* The constant KERNEL_kernel_environment of LLVM 19, up to the last member that is read here. */
struct environment {
  uint8_t generic_state_machine, nested_parallelism, execution_mode, padding;
  int32_t minimum_threads, maximum_threads, minimum_teams, maximum_teams;
  int32_t reduction_bytes; /* of the results that each team passes to the others */
};

static const char environment_suffix[] = "_kernel_environment";

/* An unset limit is negative or 0, depending on its producer. */
static int32_t limit(int32_t value) { return value > 0 ? value : 0; }

/* The bytes of the variable SYMBOL, and how many there are at most; NULL if the image has none. */
static const uint8_t *variable(const struct elf_view *view, const Elf64_Sym *symbol, size_t *size) {
  if (symbol->st_shndx >= view->section_count)
    return NULL;
  const struct elf_section *section = &view->sections[symbol->st_shndx];
  /* The sections of a cubin have no addresses. */
  const uint64_t offset =
      symbol->st_value - (view->header.e_machine == EM_AMDGPU ? section->header.sh_addr : 0);
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

void image_read_variables(const struct elf_view *view, const struct elf_symbols *symbols,
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
