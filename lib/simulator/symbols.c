/* FILE: lib/simulator/symbols.c
 * WHAT: resolves names of functions and variables, in a module and between modules.
 */
#include "simulator/machine.h"

static bool is_exported(enum ptx_linkage linkage) {
  return linkage != PTX_INTERNAL && linkage != PTX_EXTERNAL;
}

static const char *resolve_alias(const struct ptx_module *module, const char *name) {
  for (size_t i = 0; i < module->alias_count; i++)
    if (!strcmp(module->aliases[i].name, name))
      return module->aliases[i].target;
  return name;
}

/* Among definitions in other modules a strong one comes before a weak one. */
const struct code *program_find_code(const struct gpu_program *program, const struct program_module *module,
                                     const char *name) {
  const struct code *weak = NULL;
  name = resolve_alias(&module->ptx, name);
  for (size_t i = 0; i < program->code_count; i++) {
    const struct code *code = &program->codes[i];
    if (strcmp(code->function->name, name))
      continue;
    if (code->function->linkage == PTX_VISIBLE ||
        (code->module == module && code->function->linkage == PTX_INTERNAL))
      return code;
    if (is_exported(code->function->linkage) && (!weak || code->module == module))
      weak = code;
  }
  return weak;
}

bool symbols_find_exported(const struct gpu_program *program, const char *name,
                           struct found_variable *found) {
  bool any = false;
  for (size_t m = 0; m < program->module_count; m++) {
    const struct ptx_module *ptx = &program->modules[m].ptx;
    for (size_t i = 0; i < ptx->variable_count; i++) {
      const struct ptx_variable *variable = &ptx->variables[i];
      if (!is_exported(variable->linkage) || strcmp(variable->name, name))
        continue;
      if (!any || variable->linkage == PTX_VISIBLE) {
        *found = (struct found_variable){&program->modules[m], i};
        any = true;
      }
      if (variable->linkage == PTX_VISIBLE)
        return true;
    }
  }
  return any;
}

bool symbols_find_here(const struct program_module *module, const char *name, struct found_variable *found) {
  for (size_t i = 0; i < module->ptx.variable_count; i++)
    if (!strcmp(module->ptx.variables[i].name, name)) {
      *found = (struct found_variable){module, i};
      return true;
    }
  return false;
}

/* Shared variables without a size (extern .shared) are the block's dynamic memory, whatever their name. */
static bool is_dynamic(const struct ptx_variable *variable) {
  return variable->space == PTX_SHARED && !variable->bytes;
}

bool symbols_find_variable(const struct gpu_program *program, const struct program_module *module,
                           const char *name, struct found_variable *found) {
  const bool here = symbols_find_here(module, name, found);
  if (here) {
    const struct ptx_variable *variable = &module->ptx.variables[found->index];
    if (variable->linkage == PTX_INTERNAL || is_dynamic(variable))
      return true;
  }
  return symbols_find_exported(program, name, found) || here;
}

static uint32_t local_shared(const struct code *code, const struct ptx_variable *known) {
  return code->local_shared[known - code->function->variables];
}

const struct ptx_variable *program_find_variable(const struct gpu_program *program, const struct code *code,
                                                 const struct ptx_variable *known, const char *name,
                                                 uint64_t *address, uint32_t *shared) {
  const struct ptx_function *function = code->function;
  if (known >= function->variables && known < function->variables + function->variable_count) {
    const size_t index = (size_t)(known - function->variables);
    *shared = known->space == PTX_SHARED ? local_shared(code, known) : 0;
    *address = code->local_addresses[index]; /* a static variable of global or constant memory */
    return known;
  }
  struct found_variable found;
  if (!symbols_find_variable(program, code->module, name, &found))
    return NULL;
  *address = found.module->addresses[found.index];
  *shared = found.module->shared[found.index];
  return &found.module->ptx.variables[found.index];
}
