/* FILE: lib/simulator_driver/module_calls.c
 * WHAT: the driver's functions for modules: kernels and variables of a device image.
 *
 * As the real driver does, it checks the image's header, in both layouts, and rejects an image for another architecture.
 */
#include "simulator_driver/simulator_driver.h"

#include "image/elf_view.h"
#include "image/image.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { READ_BYTES = 1 << 16 };

struct CUmod_st {
  unsigned number; /* module 1, 2, ... */
  struct device *device;
  struct cleave_arena *arena;
  struct cleave_image image;
  struct elf_view view;
  struct elf_symbols symbols;
  struct gpu_memory memory;
  struct gpu_program *program; /* NULL: the image has no PTX */
  uint64_t *data;              /* device address of each section; 0: none */
  struct CUfunc_st *functions;
  struct CUmod_st *next;
};
static struct CUmod_st *modules;

void modules_copied(const struct device *device, uint64_t address, size_t bytes) {
  const struct gpu_device numbers = kernel_device(&driver.profile);
  if (driver.execution == EXECUTE_NO)
    return;
  for (struct CUmod_st *module = modules; module; module = module->next)
    if (module->program && module->device == device)
      gpu_program_copied(module->program, &numbers, address, bytes);
}

static bool module_exists(const struct CUmod_st *module) {
  const struct CUmod_st *found = modules;
  while (found && found != module)
    found = found->next;
  return found;
}

bool function_exists(const struct CUfunc_st *function) {
  for (const struct CUmod_st *module = modules; module; module = module->next)
    for (const struct CUfunc_st *found = module->functions; found; found = found->next)
      if (found == function)
        return true;
  return false;
}

/* Adds " module=N". An unknown module is an error. */
static void note_module(struct call *call, const struct CUmod_st *module) {
  bool exists = module && module_exists(module);
  call_note(call, "module=%u", exists ? module->number : 0);
  if (!call->result && !exists)
    call->result = CUDA_ERROR_INVALID_HANDLE;
}

/* A device runs images of its own major architecture up to its own minor one. */
static bool runs_here(unsigned image_architecture) {
  unsigned device = (unsigned)driver.profile.reported_architecture;
  return image_architecture / 10 == device / 10 && image_architecture % 10 <= device % 10;
}

static void keep_bytes(const struct CUmod_st *module, const void *bytes, size_t size) {
  char path[PATH_LENGTH + 32];
  snprintf(path, sizeof path, "%s/module-%u", driver.modules, module->number);
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, size, file) != size || fclose(file))
    fprintf(stderr, "cleave simulator: cannot write %s: %s\n", path, strerror(errno));
}

/* Allocates device memory for each section with variables and initializes it. If there is PTX, the program has done so. */
static CUresult place_data(struct CUmod_st *module) {
  for (size_t i = 0; i < module->view.section_count; i++) {
    const struct elf_section *section = &module->view.sections[i];
    bool data =
        strncmp(section->name, ".nv.global", 10) == 0 || strncmp(section->name, ".nv.constant", 12) == 0;
    if (!data || !(section->header.sh_flags & SHF_ALLOC) || !section->header.sh_size)
      continue;
    struct allocation *memory = memory_allocate(module->device, MEMORY_MODULE, section->header.sh_size);
    if (!memory)
      return CUDA_ERROR_OUT_OF_MEMORY;
    module->data[i] = memory->address;
    memset((void *)(uintptr_t)memory->address, 0, memory->bytes);
    if (section->bytes)
      memcpy((void *)(uintptr_t)memory->address, section->bytes, section->size);
  }
  return CUDA_SUCCESS;
}

static void free_module(struct CUmod_st *module) {
  if (module->program)
    gpu_program_unload(module->program);
  for (size_t i = 0; module->data && i < module->view.section_count; i++)
    if (module->data[i])
      memory_free(memory_find(module->data[i]));
  while (module->functions) {
    struct CUfunc_st *next = module->functions->next;
    free(module->functions);
    module->functions = next;
  }
  cleave_arena_free(module->arena);
  free(module);
}

void modules_forget(void) {
  while (modules) {
    struct CUmod_st *next = modules->next;
    free_module(modules);
    modules = next;
  }
}

/* Reads a copy of the image, because the caller may free its own. */
static CUresult read_image(struct CUmod_st *module, const void *image, size_t size) {
  char *bytes = cleave_arena_copy(module->arena, image, size);
  const char *error = cleave_image_read(bytes, size, module->arena, &module->image);
  if (error || !module->image.linked || module->image.layout == CLEAVE_CUBIN_NONE)
    return CUDA_ERROR_INVALID_IMAGE;
  if (!runs_here(module->image.architecture))
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  if (elf_view_read(bytes, size, module->arena, &module->view))
    return CUDA_ERROR_INVALID_IMAGE;
  module->symbols = elf_view_symbols(&module->view);
  module->data = cleave_arena_allocate(module->arena, module->view.section_count * sizeof *module->data);
  module->memory = program_memory(module->device);
  const CUresult result = program_load(&module->view, module->number, &module->memory, &module->program);
  return result || module->program ? result : place_data(module);
}

/* PTX alone: the driver compiles it for any device. A copy, because the caller may free its own. */
static CUresult read_texts(struct CUmod_st *module, const struct gpu_text *texts, size_t count) {
  struct gpu_text *copies = cleave_arena_allocate(module->arena, count * sizeof *copies);
  for (size_t i = 0; i < count; i++)
    copies[i] =
        (struct gpu_text){cleave_arena_copy(module->arena, texts[i].text, texts[i].size), texts[i].size};
  module->memory = program_memory(module->device);
  return program_load_texts(copies, count, module->number, &module->memory, &module->program);
}

/* Sets *SIZE to the bytes of the image. */
static CUresult load_image(struct call *call, struct CUmod_st *module, const void *image, size_t *size) {
  /* The first bytes identify an image; only then are its headers valid. */
  struct cleave_image kind;
  cleave_image_read_header(image, memcmp(image, ELFMAG, SELFMAG) ? SELFMAG : sizeof(Elf64_Ehdr), &kind);
  call_note(call, "flags=0x%x os-abi=0x%x abi-version=%u architecture=%u", kind.flags, kind.os_abi,
            kind.abi_version, kind.architecture);
  if (kind.kind != CLEAVE_IMAGE_CUDA)
    return CUDA_ERROR_INVALID_IMAGE;
  *size = elf_file_size(image);
  if (*driver.modules)
    keep_bytes(module, image, *size);
  return read_image(module, image, *size);
}

static void load(struct call *call, CUmodule *loaded, const void *image) {
  if (call->result)
    return;
  if (!loaded || !image) {
    call->result = CUDA_ERROR_INVALID_VALUE;
    return;
  }
  call_busy(call, driver.profile.module_load);
  struct CUmod_st *module = calloc(1, sizeof *module);
  module->number = ++driver.module_count;
  module->device = current_device(call->thread);
  module->arena = cleave_arena_new();
  struct gpu_text *texts;
  const size_t count = link_texts(image, &texts);
  size_t size = 0;
  for (size_t i = 0; i < count; i++)
    size += texts[i].size;
  call->result = count ? read_texts(module, texts, count) : load_image(call, module, image, &size);
  free(texts);
  if (call->result) {
    free_module(module);
    return;
  }
  driver.totals.modules++;
  call_note(call, "module=%u bytes=%zu kernels=%zu", module->number, size, module->image.kernel_count);
  module->next = modules;
  modules = *loaded = module;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  struct call call;
  call_open(&call, FUNCTION_cuModuleLoadData, NEEDS_CONTEXT);
  load(&call, module, image);
  return call_close(&call);
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, int *options,
                            void **values) {
  struct call call;
  (void)options, (void)values;
  call_open(&call, FUNCTION_cuModuleLoadDataEx, NEEDS_CONTEXT);
  call_note(&call, "options=%u", count);
  load(&call, module, image);
  return call_close(&call);
}

/* Reads the file PATH with a 0 at its end. NULL: it cannot be read. */
static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  char *bytes = NULL;
  size_t size = 0, got = 1;
  while (file && got && !ferror(file)) {
    char *larger = realloc(bytes, size + READ_BYTES + 1);
    if (!larger)
      break;
    bytes = larger;
    size += got = fread(bytes + size, 1, READ_BYTES, file);
    bytes[size] = 0;
  }
  const bool is_complete = file && !got && !ferror(file);
  if (file)
    fclose(file);
  if (is_complete)
    return bytes;
  free(bytes);
  return NULL;
}

CUresult cuModuleLoad(CUmodule *module, const char *path) {
  struct call call;
  call_open(&call, FUNCTION_cuModuleLoad, NEEDS_CONTEXT);
  call_note(&call, "path=%s", path ? path : "");
  if (!call.result && !path)
    call.result = CUDA_ERROR_INVALID_VALUE;
  char *image = call.result ? NULL : read_file(path);
  if (!call.result && !image)
    call.result = CUDA_ERROR_FILE_NOT_FOUND;
  load(&call, module, image);
  free(image);
  return call_close(&call);
}

CUresult cuModuleUnload(CUmodule module) {
  struct call call;
  call_open(&call, FUNCTION_cuModuleUnload, NEEDS_CONTEXT);
  note_module(&call, module);
  if (!call.result) {
    call_wait(&call, device_done(module->device));
    call_busy(&call, driver.profile.other_call);
    struct CUmod_st **link = &modules;
    while (*link != module)
      link = &(*link)->next;
    *link = module->next;
    free_module(module);
  }
  return call_close(&call);
}

static const struct cleave_kernel *find_kernel(const struct CUmod_st *module, const char *name) {
  for (size_t i = 0; i < module->image.kernel_count; i++)
    if (strcmp(module->image.kernels[i].name, name) == 0)
      return &module->image.kernels[i];
  return NULL;
}

/* The kernel NAME as a function of the module; NULL if there is none. The image has the registers and memory of compiled code;
 * if it has PTX only, they are estimates. */
static struct CUfunc_st *make_function(struct CUmod_st *module, const char *name) {
  const struct cleave_kernel *compiled = find_kernel(module, name);
  const struct gpu_kernel *kernel = program_kernel(module->program, name);
  if (module->program ? !kernel : !compiled)
    return NULL;
  struct CUfunc_st *made = calloc(1, sizeof *made);
  if (!made)
    return NULL;
  const bool is_compiled = compiled && compiled->registers;
  const unsigned limit = compiled && compiled->thread_limit ? compiled->thread_limit
                         : kernel                           ? kernel->maximum_threads
                                                            : 0;
  *made = (struct CUfunc_st){
      .device = module->device,
      .name = kernel ? kernel->name : compiled->name,
      .program = module->program,
      .kernel = kernel,
      .registers = is_compiled || !kernel ? compiled->registers : kernel->registers,
      .shared_bytes = is_compiled || !kernel ? compiled->shared_bytes : kernel->shared_bytes,
      .local_bytes = is_compiled || !kernel ? compiled->frame_bytes : kernel->local_bytes,
      .next = module->functions};
  made->maximum_threads =
      kernel_threads(limit, is_compiled || !kernel ? made->registers : 0); /* not by an estimate */
  return module->functions = made;
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
  struct call call;
  call_open(&call, FUNCTION_cuModuleGetFunction, NEEDS_CONTEXT);
  note_module(&call, module);
  call_note(&call, "name=%s", name ? name : "");
  if (!call.result && (!function || !name))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    *function = make_function(module, name);
    if (!*function)
      call.result = CUDA_ERROR_NOT_FOUND;
  }
  if (!call.result) {
    const struct CUfunc_st *made = module->functions;
    call_note(&call, "registers=%u shared=%u threads=%u", made->registers, made->shared_bytes,
              made->maximum_threads);
    call_busy(&call, driver.profile.other_call);
  }
  return call_close(&call);
}

/* Finds the variable NAME of the module: its device address and size. */
static bool find_variable(const struct CUmod_st *module, const char *name, CUdeviceptr *address,
                          size_t *bytes) {
  if (module->program)
    return gpu_program_variable(module->program, name, address, bytes);
  for (size_t i = 0; i < module->symbols.count; i++) {
    Elf64_Sym symbol = elf_symbol(&module->symbols, i);
    if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx >= module->view.section_count ||
        !module->data[symbol.st_shndx])
      continue;
    const char *text = elf_section_text(module->symbols.names, symbol.st_name);
    const Elf64_Shdr *section = &module->view.sections[symbol.st_shndx].header;
    uint64_t offset = symbol.st_value - section->sh_addr;
    if (!text || strcmp(text, name) != 0 || offset > section->sh_size ||
        symbol.st_size > section->sh_size - offset)
      continue;
    *address = module->data[symbol.st_shndx] + offset;
    *bytes = symbol.st_size;
    return true;
  }
  return false;
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name) {
  struct call call;
  CUdeviceptr found = 0;
  size_t size = 0;
  call_open(&call, FUNCTION_cuModuleGetGlobal, NEEDS_CONTEXT);
  note_module(&call, module);
  call_note(&call, "name=%s", name ? name : "");
  if (!call.result && !name)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result && !find_variable(module, name, &found, &size))
    call.result = CUDA_ERROR_NOT_FOUND;
  if (!call.result) {
    if (address)
      *address = found;
    if (bytes)
      *bytes = size;
    call_address(&call, "address", found);
    call_note(&call, "bytes=%zu", size);
    call_busy(&call, driver.profile.other_call);
  }
  return call_close(&call);
}
