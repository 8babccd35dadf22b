/* FILE: tools/toolkit/units.c
 * WHAT: see units.h.
 */
#include "units.h"

#include <stdio.h>
#include <string.h>

#include "ptx/names.h"

static struct ptx_names *new_names(struct cleave_arena *arena) {
  struct ptx_names *names = cleave_arena_allocate(arena, sizeof *names);
  names->arena = arena;
  return names;
}

const char *toolkit_add_unit(struct toolkit_units *units, const char *path, const char *text, size_t size) {
  struct toolkit_unit unit = {.path = path, .text = text, .size = size};
  const char *error = ptx_parse(text, size, units->arena, &unit.module);
  unit.names = new_names(units->arena);
  if (!error)
    CLEAVE_APPEND(units->arena, units->units, units->count, unit);
  return error;
}

static enum ptx_linkage linkage_of(const struct toolkit_definition *definition) {
  return definition->function ? definition->function->linkage : definition->variable->linkage;
}

static bool may_be_replaced(const struct toolkit_definition *definition) {
  const enum ptx_linkage linkage = linkage_of(definition);
  return linkage == PTX_WEAK || linkage == PTX_COMMON;
}

/* Number of the definition plus 1, or 0. */
static size_t *entry(struct ptx_names *names, const char *name) {
  return &ptx_name_of(names, name, strlen(name))->function;
}

/* Returns 1 after printing an error, else 0. */
static size_t define(struct toolkit_units *units, struct toolkit_definition definition) {
  struct toolkit_unit *unit = &units->units[definition.unit];
  CLEAVE_APPEND(units->arena, units->definitions, units->definition_count, definition);
  *entry(unit->names, definition.name) = units->definition_count;
  if (linkage_of(&definition) == PTX_INTERNAL)
    return 0;
  size_t *known = entry(units->names, definition.name);
  const struct toolkit_definition *first = *known ? &units->definitions[*known - 1] : NULL;
  if (first && !may_be_replaced(first) && !may_be_replaced(&definition)) {
    fprintf(stderr, "%s: error: multiple definition of '%s' in '%s', first defined in '%s'\n", units->program,
            definition.name, unit->path, units->units[first->unit].path);
    return 1;
  }
  if (!first || may_be_replaced(first))
    if (!first || !may_be_replaced(&definition))
      *known = units->definition_count;
  return 0;
}

size_t toolkit_define(struct toolkit_units *units) {
  size_t errors = 0;
  units->names = new_names(units->arena);
  for (size_t i = 0; i < units->count; i++) {
    const struct ptx_module *module = &units->units[i].module;
    for (size_t j = 0; j < module->variable_count; j++)
      if (module->variables[j].linkage != PTX_EXTERNAL)
        errors += define(units, (struct toolkit_definition){.name = module->variables[j].name,
                                                            .variable = &module->variables[j],
                                                            .unit = i});
    for (size_t j = 0; j < module->function_count; j++)
      if (module->functions[j].defined)
        errors += define(units, (struct toolkit_definition){.name = module->functions[j].name,
                                                            .function = &module->functions[j],
                                                            .unit = i});
  }
  return errors;
}

static const char *resolve_alias(const struct ptx_module *module, const char *name) {
  for (size_t i = 0; i < module->alias_count; i++)
    if (!strcmp(module->aliases[i].name, name))
      return module->aliases[i].target;
  return name;
}

struct toolkit_definition *toolkit_find(const struct toolkit_units *units, size_t unit, const char *name) {
  const struct toolkit_unit *from = &units->units[unit];
  name = resolve_alias(&from->module, name);
  const size_t own = *entry(from->names, name), common = *entry(units->names, name);
  if (own && (linkage_of(&units->definitions[own - 1]) == PTX_INTERNAL || !common))
    return &units->definitions[own - 1];
  if (common)
    return &units->definitions[common - 1];
  for (size_t i = 0; i < units->count; i++) { /* an alias of another module */
    const char *target = resolve_alias(&units->units[i].module, name);
    if (target != name && *entry(units->units[i].names, target))
      return &units->definitions[*entry(units->units[i].names, target) - 1];
  }
  return NULL;
}

static void visit_operand(const struct ptx_operand *operand, void (*call)(void *context, const char *name),
                          void *context) {
  const enum ptx_operand_kind kind = operand->kind == PTX_ADDRESS ? operand->of : operand->kind;
  const bool is_own = operand->variable &&
                      (operand->variable->space == PTX_PARAMETER || operand->variable->space == PTX_LOCAL);
  if (kind == PTX_SYMBOL && !is_own)
    call(context, operand->name);
  for (size_t i = 0; i < operand->count; i++)
    visit_operand(&operand->items[i], call, context);
}

void toolkit_visit_names(const struct ptx_function *function, const struct ptx_variable *variable,
                         void (*call)(void *context, const char *name), void *context) {
  for (size_t i = 0; function && i < function->instruction_count; i++)
    for (size_t j = 0; j < function->instructions[i].operand_count; j++)
      visit_operand(&function->instructions[i].operands[j], call, context);
  for (size_t i = 0; variable && i < variable->relocation_count; i++)
    call(context, variable->relocations[i].symbol);
}

/* The functions that the simulator and CUDA's driver define. */
static bool is_built_in(const char *name) {
  static const char *const names[] = {"vprintf", "malloc", "free", "__assertfail"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  return !strncmp(name, "__nv_", 5);
}

struct search {
  struct toolkit_units *units;
  size_t unit;
  struct ptx_names *seen;
  const char **names;
  size_t count;
};

static bool is_declared(const struct ptx_module *module, const char *name) {
  for (size_t i = 0; i < module->variable_count; i++)
    if (!strcmp(module->variables[i].name, name))
      return module->variables[i].space != PTX_SHARED; /* dynamic shared memory has no definition */
  for (size_t i = 0; i < module->function_count; i++)
    if (!strcmp(module->functions[i].name, name))
      return true;
  return false;
}

static void note_undefined(void *context, const char *name) {
  struct search *search = context;
  size_t *seen = entry(search->seen, name);
  if (*seen)
    return;
  *seen = 1;
  if (!is_declared(&search->units->units[search->unit].module, name) || is_built_in(name) ||
      toolkit_find(search->units, search->unit, name))
    return;
  CLEAVE_APPEND(search->units->arena, search->names, search->count, name);
}

const char **toolkit_undefined(struct toolkit_units *units, size_t unit, size_t *count) {
  struct search search = {.units = units, .unit = unit, .seen = new_names(units->arena)};
  const struct ptx_module *module = &units->units[unit].module;
  for (size_t i = 0; i < module->function_count; i++)
    toolkit_visit_names(&module->functions[i], NULL, note_undefined, &search);
  for (size_t i = 0; i < module->variable_count; i++)
    toolkit_visit_names(NULL, &module->variables[i], note_undefined, &search);
  *count = search.count;
  return search.names;
}

struct reach {
  struct toolkit_units *units;
  size_t unit;
  struct toolkit_definition **found;
  size_t count;
};

static void add_reached(struct reach *reach, struct toolkit_definition *definition) {
  if (!definition || definition->visit == reach->units->visit)
    return;
  definition->visit = reach->units->visit;
  CLEAVE_APPEND(reach->units->arena, reach->found, reach->count, definition);
}

static void note_reached(void *context, const char *name) {
  struct reach *reach = context;
  add_reached(reach, toolkit_find(reach->units, reach->unit, name));
}

struct toolkit_definition **toolkit_reach(struct toolkit_units *units, size_t definition, size_t *count) {
  struct reach reach = {.units = units};
  units->visit++;
  add_reached(&reach, &units->definitions[definition]);
  for (size_t i = 0; i < reach.count; i++) {
    reach.unit = reach.found[i]->unit;
    toolkit_visit_names(reach.found[i]->function, reach.found[i]->variable, note_reached, &reach);
  }
  *count = reach.count;
  return reach.found;
}
