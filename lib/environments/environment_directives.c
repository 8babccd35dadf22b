/* FILE: lib/environments/environment_directives.c
 * WHAT: the directives and declarations of one environment. See planning.h.
 */
#include <string.h>

#include "environments/environment_choice.h"
#include "environments/planning.h"

const char *name_of(const struct analysis *analysis, const struct cleave_host_value *value) {
  if (value && value->kind == CLEAVE_HOST_VARIABLE && value->variable != CLEAVE_NO_VARIABLE)
    return analysis->function->variables[value->variable].name;
  if (value && value->kind == CLEAVE_HOST_MEMBER)
    return cleave_arena_format(analysis->arena, "%s%s%s", name_of(analysis, value->left),
                               value->arrow ? "->" : ".", value->name);
  if (value && value->kind == CLEAVE_HOST_ELEMENT)
    return cleave_arena_format(analysis->arena, "%s[%lld]", name_of(analysis, value->left),
                               (long long)value->integer);
  if (value && value->kind == CLEAVE_HOST_INTEGER)
    return cleave_arena_format(analysis->arena, "%lld", (long long)value->integer);
  if (value && value->kind == CLEAVE_HOST_OPERATION) {
    static const char signs[] = {
        [CLEAVE_ADD] = '+', [CLEAVE_SUBTRACT] = '-', [CLEAVE_MULTIPLY] = '*', [CLEAVE_DIVIDE] = '/'};
    const bool nested = value->right->kind == CLEAVE_HOST_OPERATION;
    return cleave_arena_format(analysis->arena, nested ? "%s %c (%s)" : "%s %c %s",
                               name_of(analysis, value->left), signs[value->operation],
                               name_of(analysis, value->right));
  }
  if (value && value->left)
    return name_of(analysis, value->left);
  return "an object of a called function";
}

static bool is_declared(const struct cleave_declaration *declarations, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++)
    if (!strcmp(declarations[i].name, name))
      return true;
  return false;
}

static bool declares_name(const struct cleave_environment *environment, const char *name) {
  bool found = (environment->condition && !strcmp(environment->condition, name)) ||
               is_declared(environment->declarations, environment->declaration_count, name);
  for (size_t i = 0; i < environment->update_count; i++)
    found |=
        is_declared(environment->updates[i].declarations, environment->updates[i].declaration_count, name);
  return found;
}

/* A name for what ENVIRONMENT declares: WORD, with underscores if the unit or an environment of the function has it. */
static const char *new_name(const struct planning *planning, const struct cleave_environment *environment,
                            const char *word) {
  const struct cleave_unit *unit = planning->analysis.unit;
  const char *name = cleave_arena_format(unit->arena, "cleave_%s", word);
  bool used = declares_name(environment, name);
  for (size_t i = 0; i < unit->name_count; i++)
    used |= !strcmp(unit->names[i], name);
  for (size_t i = 0; i < planning->result->count; i++)
    used |= declares_name(&planning->result->items[i], name);
  return used ? new_name(planning, environment, cleave_arena_format(unit->arena, "%s_", word)) : name;
}

/* Whether SPAN cannot be the statement of a construct: later statements may use what it declares, or it names a structured binding,
 * which Clang 19 does not capture. */
static bool declares(const struct analysis *analysis, struct span span) {
  for (uint32_t i = span.first; i < end_of(analysis, span.last); i++)
    if (host_node(analysis, i)->flags & CLEAVE_HOST_NAMES_BINDING)
      return true;
  for (uint32_t node = span.first;; node = host_node(analysis, node)->next) {
    if (host_node(analysis, node)->flags & CLEAVE_HOST_DECLARES)
      return true;
    if (node == span.last)
      return false;
  }
}

/* The name of the variable or member that holds the object. */
static const char *tail_name(const struct cleave_host_function *function,
                             const struct cleave_host_value *base) {
  return base->kind == CLEAVE_HOST_MEMBER     ? base->name
         : base->kind == CLEAVE_HOST_VARIABLE ? function->variables[base->variable].name
                                              : tail_name(function, base->left);
}

struct accessor_search {
  struct cleave_arena *arena;
  struct cleave_environment *environment;
};

static bool add_accessor(void *context, const struct cleave_host_value *part) {
  const struct accessor_search *search = context;
  const struct cleave_accessor accessor = {part->class_end, cleave_host_accessor(search->arena, part),
                                           part->name};
  if (part->is_hidden)
    CLEAVE_APPEND(search->arena, search->environment->accessors, search->environment->accessor_count,
                  accessor);
  return true;
}

struct item {
  const struct named *name;
  const struct cleave_expression *address, *section; /* the pointer or array, and the list item */
  const struct cleave_expression *bytes;
};

/* The list item for NAME. The pointer is copied to a new one of DECLARATIONS if it is no variable, or if COPIES. */
static struct item make_item(struct planning *planning, struct cleave_environment *environment,
                             const struct named *name, bool copies, struct cleave_declaration **declarations,
                             size_t *declaration_count) {
  struct cleave_arena *arena = planning->analysis.arena;
  const struct cleave_host_function *function = planning->analysis.function;
  const struct cleave_expression *base = cleave_host_expression(arena, function, name->base);
  const struct cleave_host_value *const values[] = {name->base, name->section.first, name->section.length,
                                                    name->section.inner[0], name->section.inner[1]};
  struct accessor_search search = {arena, environment};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    cleave_host_visit(values[i], add_accessor, &search);
  if (name->base->kind != CLEAVE_HOST_VARIABLE || copies) {
    const char *copy = new_name(planning, environment, tail_name(function, name->base));
    const struct cleave_declaration declaration = {
        .is_constant = false, .type = name->section.pointer_type, .name = copy, .value = base};
    CLEAVE_APPEND(arena, *declarations, *declaration_count, declaration);
    base = cleave_make_name(arena, copy);
  }
  if (!name->has_section)
    return (struct item){name, base, base, section_bytes(&planning->analysis, base, &name->section)};
  const struct cleave_expression *zero = cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, 0);
  const struct cleave_expression *first = cleave_host_expression(arena, function, name->section.first);
  const struct cleave_expression *list = cleave_make_section(
      arena, base, first ? first : zero, cleave_host_expression(arena, function, name->section.length));
  for (unsigned i = 0; i < name->section.inner_count; i++)
    list = cleave_make_section(arena, list, zero,
                               cleave_host_expression(arena, function, name->section.inner[i]));
  return (struct item){name, first ? cleave_make_binary(arena, CLEAVE_ADD, base, first) : base, list,
                       section_bytes(&planning->analysis, base, &name->section)};
}

static void add_update(struct planning *planning, struct cleave_environment *environment,
                       const struct update *update, const struct item *items, size_t item_count,
                       const struct cleave_expression *guard) {
  struct cleave_arena *arena = planning->analysis.arena;
  struct cleave_directive *directive = NULL;
  size_t index = environment->update_count;
  for (size_t i = 0; i < environment->update_count && !directive; i++)
    if (environment->updates[i].node == update->node && environment->updates[i].after == update->after) {
      directive = (struct cleave_directive *)environment->updates[i].directive;
      index = i;
    }
  struct cleave_plan_clause clause = {.kind = CLEAVE_CLAUSE_MAP,
                                      .is_motion = true,
                                      .map_type = update->after ? CLEAVE_MAP_TO : CLEAVE_MAP_FROM};
  if (!directive) {
    directive = cleave_make_directive(arena, CLEAVE_DIRECTIVE_UPDATE, 0);
    cleave_add_clause(arena, &directive->clauses, clause);
    if (guard)
      cleave_add_if(arena, &directive->clauses, CLEAVE_IF_ANY, guard);
    CLEAVE_APPEND(
        arena, environment->updates, environment->update_count,
        ((struct cleave_update){.node = update->node, .after = update->after, .directive = directive}));
  }
  struct cleave_plan_clause *list = &directive->clauses.items[0];
  for (size_t i = 0; i < item_count; i++) {
    if (update->base && !cleave_host_equal(items[i].name->base, update->base))
      continue;
    struct item item = items[i];
    /* The program's pointer, which may differ from its value at the begin. An update of all objects has their pointers of the
     * begin: in the middle of an exchange, two of the program's pointers are equal. */
    if (update->base && item.name->is_exchanged) {
      struct cleave_update *here = &environment->updates[index];
      item =
          make_item(planning, environment, item.name, false, &here->declarations, &here->declaration_count);
    }
    CLEAVE_APPEND(arena, list->items, list->item_count, item.section);
  }
}

static const struct cleave_expression *absence(struct cleave_arena *arena, const struct item *item) {
  struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_IS_PRESENT);
  cleave_add_argument(arena, call, item->address);
  cleave_add_argument(arena, call, cleave_make_call(arena, CLEAVE_CALL_GET_DEFAULT_DEVICE));
  return cleave_make_unary(arena, CLEAVE_NOT, call);
}

static const struct cleave_expression *lengths_equal(const struct analysis *analysis,
                                                     const struct length_pair *comparison) {
  const struct cleave_expression *const lengths[] = {
      cleave_host_expression(analysis->arena, analysis->function, comparison->left),
      cleave_host_expression(analysis->arena, analysis->function, comparison->right)};
  return cleave_make_binary(analysis->arena, CLEAVE_EQUAL, lengths[0], lengths[1]);
}

/* LEFT && RIGHT; RIGHT if LEFT is NULL. */
static const struct cleave_expression *also(struct cleave_arena *arena, const struct cleave_expression *left,
                                            const struct cleave_expression *right) {
  return left ? cleave_make_binary(arena, CLEAVE_AND, left, right) : right;
}

static const char *list_names(const struct analysis *analysis, const struct object *objects, size_t count) {
  struct cleave_arena *arena = analysis->arena;
  const char *text = "";
  for (size_t i = 0; i < count; i++)
    for (size_t n = 0; n < objects[i].name_count; n++)
      text = cleave_arena_format(arena, "%s%s'%s'", text, *text ? ", " : "",
                                 name_of(analysis, objects[i].names[n].base));
  return text;
}

/* Whether a region or construct that maps the object runs whenever SPAN does, if its loops do. */
static bool is_mapped_always(const struct analysis *analysis, struct span span, const struct object *object) {
  for (uint32_t i = span.first; i < end_of(analysis, span.last); i++) {
    bool runs = maps_class(analysis, i, object->cell);
    for (uint32_t at = i; runs && at != host_node(analysis, span.first)->parent;
         at = host_node(analysis, at)->parent)
      runs = host_node(analysis, at)->kind != CLEAVE_HOST_BRANCH &&
             host_node(analysis, at)->kind != CLEAVE_HOST_OPAQUE;
    if (runs)
      return true;
  }
  return false;
}

/* Whether the environment of OBJECT depends on whether other code has made it present. Mapping a present object copies
 * nothing (OpenMP 5.1, 2.21.7.1), but updates do. If all regions of the object are in branches, perhaps none of them is
 * executed, and the part that is present may be another one. */
bool needs_condition(const struct analysis *analysis, struct span span, const struct object *object) {
  return object->needs_guard && (object->update_count || !is_mapped_always(analysis, span, object));
}

/* Whether an update concerns all pointers of OBJECT. */
static bool updates_all(const struct object *object) {
  for (size_t i = 0; i < object->update_count; i++)
    if (!object->updates[i].base)
      return true;
  return false;
}

/* Makes the environment of the COUNT objects that have no obstacle. */
void add_environment(struct planning *planning, struct span span, const struct object *objects, size_t count,
                     const struct enclosing *outer) {
  const struct analysis *analysis = &planning->analysis;
  struct cleave_arena *arena = analysis->arena;
  struct cleave_environment environment = {.first = span.first, .last = span.last};
  const bool is_block = !declares(analysis, span);
  struct cleave_directive *begin =
      cleave_make_directive(arena, is_block ? CLEAVE_DIRECTIVE_DATA : CLEAVE_DIRECTIVE_ENTER, 0);
  struct cleave_directive *end = cleave_make_directive(arena, CLEAVE_DIRECTIVE_EXIT, 0);
  const struct cleave_expression *absent = NULL;
  struct item **items = cleave_arena_allocate(arena, count * sizeof *items);
  struct memory_demand demand = {.analysis = analysis, .span = span};
  for (const struct enclosing *it = outer; it; it = it->outer)
    for (size_t i = 0; i < it->count; i++)
      demand_except(&demand, it->cells[i]);
  for (size_t i = 0; i < count; i++) {
    const struct object *object = &objects[i];
    items[i] = cleave_arena_allocate(arena, object->name_count * sizeof **items);
    demand_except(&demand, object->cell);
    for (size_t n = 0; n < object->name_count; n++) {
      struct item *item = &items[i][n];
      *item = make_item(planning, &environment, &object->names[n],
                        object->names[n].is_exchanged && (!is_block || updates_all(object)),
                        &environment.declarations, &environment.declaration_count);
      demand_memory(&demand, item->address, item->bytes);
      if (needs_condition(analysis, span, object))
        absent = also(arena, absent, absence(arena, item));
    }
  }
  const bool compares = objects[0].comparison_count > 0;
  for (size_t i = 0; compares && i < objects[0].comparison_count; i++)
    absent = also(arena, absent, lengths_equal(analysis, &objects[0].comparisons[i]));
  environment.condition = new_name(planning, &environment, compares ? "same" : absent ? "absent" : "fits");
  environment.absent = absent;
  environment.fits = fits_memory(&demand);
  const struct cleave_expression *guard = absent ? cleave_make_name(arena, environment.condition) : NULL;
  static const enum cleave_map_type types[2][2] = {{CLEAVE_MAP_ALLOC, CLEAVE_MAP_FROM},
                                                   {CLEAVE_MAP_TO, CLEAVE_MAP_TOFROM}};
  for (size_t i = 0; i < count; i++)
    for (size_t n = 0; n < objects[i].name_count; n++) {
      const bool entry = objects[i].needs_entry, exit = objects[i].needs_exit;
      cleave_add_mapped(arena, &begin->clauses, types[entry][is_block && exit], items[i][n].section);
      cleave_add_mapped(arena, &end->clauses, exit ? CLEAVE_MAP_FROM : CLEAVE_MAP_OTHER, items[i][n].section);
    }
  if (guard) {
    cleave_add_if(arena, &begin->clauses, CLEAVE_IF_ANY, guard);
    cleave_add_if(arena, &end->clauses, CLEAVE_IF_ANY, guard);
  }
  for (size_t i = 0; i < count; i++)
    for (size_t u = 0; u < objects[i].update_count; u++)
      add_update(planning, &environment, &objects[i].updates[u], items[i], objects[i].name_count, guard);
  environment.begin = begin;
  environment.end = is_block ? NULL : end;
  CLEAVE_APPEND(arena, planning->result->items, planning->result->count, environment);
  planning->decisions->made++;

  const struct cleave_host_node *first = host_node(analysis, span.first),
                                *last = host_node(analysis, span.last);
  const uint32_t from = cleave_unit_line((struct cleave_unit *)analysis->unit, first->range.begin);
  const uint32_t to = cleave_unit_line((struct cleave_unit *)analysis->unit, last->range.end - 1);
  const char *subject =
      cleave_arena_format(arena, "%s kept on the device from line %u to line %u",
                          list_names(analysis, objects, count), (unsigned)from, (unsigned)to);
  const struct cleave_remark remark =
      cleave_reason_remark(arena, CLEAVE_REASON_ENVIRONMENT,
                           host_node(analysis, objects[0].region_node)->region, first->range.begin, subject);
  CLEAVE_APPEND(arena, planning->result->remarks, planning->result->remark_count, remark);
}
