/* FILE: lib/simulator/load.c
 * WHAT: loads modules: resolves names between them, allocates and initializes variables, decodes functions, and lays
 *       out the shared memory of each kernel.
 */
#include <stdio.h>
#include <stdlib.h>

#include "simulator/machine.h"

/* ---- Variables --------------------------------------------------------------------------------- */

static bool allocate_variable(struct gpu_program *program, const struct ptx_variable *variable,
                              uint64_t *address, char *error, size_t size) {
  *address = program->memory.allocate(program->memory.context, variable->bytes ? variable->bytes : 1);
  if (!*address)
    return snprintf(error, size, "there is no device memory for the %zu bytes of %s", variable->bytes,
                    variable->name),
           false;
  CLEAVE_APPEND(program->arena, program->allocations, program->allocation_count, *address);
  if (variable->initial)
    memcpy((void *)(uintptr_t)*address, variable->initial, variable->bytes);
  return true;
}

static uint32_t add_shared(struct gpu_program *program, const struct ptx_variable *variable) {
  const struct shared_variable shared = {variable->name, variable->bytes, variable->alignment};
  CLEAVE_APPEND(program->arena, program->shared, program->shared_count, shared);
  return (uint32_t)program->shared_count - 1;
}

/* Gives VARIABLE an address or a number, if its definition is here. */
static bool place_variable(struct gpu_program *program, const struct ptx_variable *variable,
                           uint64_t *address, uint32_t *shared, char *error, size_t size) {
  if (variable->space == PTX_SHARED)
    *shared = add_shared(program, variable);
  else if ((variable->space == PTX_GLOBAL || variable->space == PTX_CONSTANT) &&
           variable->linkage != PTX_EXTERNAL)
    return allocate_variable(program, variable, address, error, size);
  return true;
}

/* Several modules may define one weak variable; one definition is used. */
static bool is_used_definition(const struct gpu_program *program, const struct program_module *module,
                               size_t index) {
  struct found_variable found;
  const struct ptx_variable *variable = &module->ptx.variables[index];
  return variable->linkage == PTX_INTERNAL || !symbols_find_exported(program, variable->name, &found) ||
         (found.module == module && found.index == index);
}

static bool place_module(struct gpu_program *program, struct program_module *module, char *error,
                         size_t size) {
  const size_t count = module->ptx.variable_count;
  module->addresses = cleave_arena_allocate(program->arena, (count + 1) * sizeof *module->addresses);
  module->shared = cleave_arena_allocate(program->arena, (count + 1) * sizeof *module->shared);
  memset(module->addresses, 0, (count + 1) * sizeof *module->addresses);
  memset(module->shared, 0, (count + 1) * sizeof *module->shared);
  for (size_t i = 0; i < count; i++)
    if (is_used_definition(program, module, i) &&
        !place_variable(program, &module->ptx.variables[i], &module->addresses[i], &module->shared[i], error,
                        size))
      return false;
  return true;
}

static bool place_function_variables(struct gpu_program *program, struct code *code, char *error,
                                     size_t size) {
  const struct ptx_function *function = code->function;
  const size_t count = function->variable_count;
  code->local_addresses = cleave_arena_allocate(program->arena, (count + 1) * sizeof *code->local_addresses);
  code->local_shared = cleave_arena_allocate(program->arena, (count + 1) * sizeof *code->local_shared);
  memset(code->local_addresses, 0, (count + 1) * sizeof *code->local_addresses);
  memset(code->local_shared, 0, (count + 1) * sizeof *code->local_shared);
  for (size_t i = 0; i < count; i++)
    if (!place_variable(program, &function->variables[i], &code->local_addresses[i], &code->local_shared[i],
                        error, size))
      return false;
  return true;
}

static bool relocate(struct gpu_program *program, const struct program_module *module,
                     const struct ptx_variable *variable, uint64_t address, char *error, size_t size) {
  for (size_t i = 0; address && i < variable->relocation_count; i++) {
    const struct ptx_relocation *relocation = &variable->relocations[i];
    struct found_variable found;
    const struct code *code = program_find_code(program, module, relocation->symbol);
    uint64_t value = code ? code->address : 0;
    if (!code && symbols_find_variable(program, module, relocation->symbol, &found))
      value = found.module->addresses[found.index];
    if (!value)
      return snprintf(error, size, "the initial value of %s has the address of %s, which no module defines",
                      variable->name, relocation->symbol),
             false;
    value += (uint64_t)relocation->addend;
    memcpy((char *)(uintptr_t)address + relocation->offset, &value, sizeof value);
  }
  return true;
}

static bool relocate_all(struct gpu_program *program, char *error, size_t size) {
  for (size_t m = 0; m < program->module_count; m++) {
    const struct program_module *module = &program->modules[m];
    for (size_t i = 0; i < module->ptx.variable_count; i++)
      if (!relocate(program, module, &module->ptx.variables[i], module->addresses[i], error, size))
        return false;
  }
  for (size_t c = 0; c < program->code_count; c++) {
    const struct code *code = &program->codes[c];
    for (size_t i = 0; i < code->function->variable_count; i++)
      if (!relocate(program, code->module, &code->function->variables[i], code->local_addresses[i], error,
                    size))
        return false;
  }
  return true;
}

/* ---- Kernels ----------------------------------------------------------------------------------- */

static void mark_reachable(const struct code *code, const struct gpu_program *program, bool *seen) {
  if (seen[code - program->codes])
    return;
  seen[code - program->codes] = true;
  for (size_t i = 0; i < code->callee_count; i++)
    mark_reachable(code->callees[i], program, seen);
  for (size_t i = 0; code->calls_indirectly && i < program->code_count; i++)
    if (!program->codes[i].function->entry)
      mark_reachable(&program->codes[i], program, seen);
}

static size_t align_to(size_t value, size_t alignment) {
  return alignment > 1 ? (value + alignment - 1) / alignment * alignment : value;
}

/* Places the shared variables that the kernel can reach, then its dynamic memory. */
static void place_shared(struct gpu_program *program, struct program_kernel *kernel) {
  bool *seen = calloc(program->code_count, sizeof *seen),
       *used = calloc(program->shared_count + 1, sizeof *used);
  kernel->shared_offsets =
      cleave_arena_allocate(program->arena, (program->shared_count + 1) * sizeof *kernel->shared_offsets);
  for (size_t i = 0; i < program->shared_count; i++)
    kernel->shared_offsets[i] = SHARED_UNUSED;
  mark_reachable(kernel->code, program, seen);
  for (size_t c = 0; c < program->code_count; c++)
    for (size_t i = 0; seen[c] && i < program->codes[c].shared_count; i++)
      used[program->codes[c].shared[i]] = true;
  size_t bytes = 0;
  for (int dynamic = 0; dynamic < 2; dynamic++)
    for (size_t i = 0; i < program->shared_count; i++) {
      const struct shared_variable *variable = &program->shared[i];
      if (!used[i] || (variable->bytes == 0) != (dynamic == 1))
        continue;
      bytes = align_to(bytes, dynamic && variable->alignment < 16 ? 16 : variable->alignment);
      kernel->shared_offsets[i] = (uint32_t)bytes;
      bytes += variable->bytes;
    }
  kernel->kernel.shared_bytes = (unsigned)bytes;
  free(seen);
  free(used);
}

static unsigned count_registers(const struct ptx_function *function) {
  unsigned words = 0;
  for (size_t i = 0; i < function->register_count; i++)
    words += ptx_type_bytes(function->registers[i].type) == 8 ? 2 : 1;
  return words < 16 ? 16 : words > 255 ? 255 : words;
}

static const struct gpu_parameter *parameters_of(const struct ptx_function *function,
                                                 struct cleave_arena *arena) {
  struct gpu_parameter *parameters =
      cleave_arena_allocate(arena, (function->parameter_count + 1) * sizeof *parameters);
  for (size_t i = 0; i < function->parameter_count; i++)
    parameters[i] = (struct gpu_parameter){function->parameters[i].offset, function->parameters[i].bytes};
  return parameters;
}

static void add_kernels(struct gpu_program *program) {
  for (size_t i = 0; i < program->code_count; i++) {
    const struct code *code = &program->codes[i];
    const struct ptx_function *function = code->function;
    if (!function->entry)
      continue;
    const uint32_t *limit =
        function->required_threads[0] ? function->required_threads : function->maximum_threads;
    struct program_kernel kernel = {.code = code};
    kernel.kernel = (struct gpu_kernel){.name = function->name,
                                        .registers = count_registers(function),
                                        .local_bytes = (unsigned)code->local_bytes,
                                        .maximum_threads =
                                            limit[0] * (limit[1] ? limit[1] : 1) * (limit[2] ? limit[2] : 1),
                                        .parameter_bytes = function->parameter_bytes,
                                        .parameters = parameters_of(function, program->arena),
                                        .parameter_count = function->parameter_count};
    CLEAVE_APPEND(program->arena, program->kernels, program->kernel_count, kernel);
  }
  for (size_t i = 0; i < program->kernel_count; i++)
    place_shared(program, &program->kernels[i]);
}

/* ---- Loading ----------------------------------------------------------------------------------- */

static bool parse_modules(struct gpu_program *program, const struct gpu_text *modules, size_t count,
                          char *error, size_t size) {
  program->modules = cleave_arena_allocate(program->arena, (count + 1) * sizeof *program->modules);
  program->module_count = count;
  for (size_t i = 0; i < count; i++) {
    program->modules[i] = (struct program_module){.program = program};
    const char *text = cleave_arena_copy(program->arena, modules[i].text, modules[i].size);
    const char *problem = ptx_parse(text, modules[i].size, program->arena, &program->modules[i].ptx);
    if (problem)
      return snprintf(error, size, "PTX module %zu, line %s", i + 1, problem), false;
  }
  return true;
}

static void collect_functions(struct gpu_program *program) {
  size_t count = 0;
  for (size_t m = 0; m < program->module_count; m++)
    count += program->modules[m].ptx.function_count;
  program->codes = cleave_arena_allocate(program->arena, (count + 1) * sizeof *program->codes);
  for (size_t m = 0; m < program->module_count; m++)
    for (size_t i = 0; i < program->modules[m].ptx.function_count; i++) {
      const struct ptx_function *function = &program->modules[m].ptx.functions[i];
      if (!function->defined)
        continue;
      const uint64_t address = FUNCTION_BASE + program->code_count * FUNCTION_STRIDE;
      program->codes[program->code_count] =
          (struct code){.function = function, .module = &program->modules[m], .address = address};
      code_place(&program->codes[program->code_count++], program->arena);
    }
}

static bool load(struct gpu_program *program, const struct gpu_text *modules, size_t count, char *error,
                 size_t size) {
  if (!parse_modules(program, modules, count, error, size))
    return false;
  collect_functions(program);
  for (size_t i = 0; i < count; i++)
    if (!place_module(program, &program->modules[i], error, size))
      return false;
  for (size_t i = 0; i < program->code_count; i++)
    if (!place_function_variables(program, &program->codes[i], error, size))
      return false;
  if (!relocate_all(program, error, size))
    return false;
  for (size_t i = 0; i < program->code_count; i++)
    if (!code_decode(program, &program->codes[i], error, size))
      return false;
  add_kernels(program);
  return true;
}

struct gpu_program *gpu_program_load(const struct gpu_text *modules, size_t count,
                                     const struct gpu_memory *memory, char *error, size_t size) {
  struct cleave_arena *arena = cleave_arena_new();
  struct gpu_program *program = cleave_arena_allocate(arena, sizeof *program);
  *program = (struct gpu_program){.arena = arena, .memory = *memory};
  if (load(program, modules, count, error, size))
    return program;
  gpu_program_unload(program);
  return NULL;
}

void gpu_program_unload(struct gpu_program *program) {
  heap_free(program);
  memory_use_forget(program);
  for (size_t i = 0; i < program->allocation_count; i++)
    program->memory.release(program->memory.context, program->allocations[i]);
  cleave_arena_free(program->arena);
}

bool gpu_program_variable(const struct gpu_program *program, const char *name, uint64_t *address,
                          size_t *bytes) {
  struct found_variable found;
  bool any = symbols_find_exported(program, name, &found);
  for (size_t i = 0; !any && i < program->module_count; i++)
    any = symbols_find_here(&program->modules[i], name, &found);
  if (!any || !found.module->addresses[found.index])
    return false;
  *address = found.module->addresses[found.index];
  *bytes = found.module->ptx.variables[found.index].bytes;
  return true;
}

const struct gpu_kernel *gpu_program_kernel(const struct gpu_program *program, size_t number) {
  return number < program->kernel_count ? &program->kernels[number].kernel : NULL;
}
