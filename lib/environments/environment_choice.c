/* FILE: lib/environments/environment_choice.c
 * WHAT: see environment_choice.h. Chooses the statements that an environment contains, and its objects.
 */
#include "environments/environment_choice.h"

#include <string.h>

#include "environments/analysis.h"

enum { MOST_SPANS = 16 }; /* statements of a block that launch regions: more are tried as a whole only */

struct planning {
  struct analysis analysis;
  struct cleave_environments *result;
  struct cleave_decisions *decisions;
  struct object *missed; /* objects with an obstacle, each class once */
  size_t missed_count;
};

/* What an environment that is being planned, or an enclosing one, contains. */
struct enclosing {
  const struct enclosing *outer;
  const uint32_t *cells;
  size_t count;
};

/* ---- Objects ------------------------------------------------------------------------------------- */

/* The name of the object that VALUE leads to, for messages. */
static const char *name_of(const struct analysis *analysis, const struct cleave_host_value *value) {
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

static bool is_covered(const struct enclosing *outer, uint32_t cell) {
  for (; outer; outer = outer->outer)
    for (size_t i = 0; i < outer->count; i++)
      if (outer->cells[i] == cell)
        return true;
  return false;
}

static struct object *find_object(struct object *objects, size_t count, uint32_t cell) {
  for (size_t i = 0; i < count; i++)
    if (objects[i].cell == cell)
      return &objects[i];
  return NULL;
}

/* The statement of the function itself that launches the region NODE. */
static uint32_t launcher_of(const struct analysis *analysis, uint32_t node) {
  while (host_node(analysis, node)->in_callee)
    node = host_node(analysis, node)->parent;
  return node;
}

static bool is_in_loop(const struct analysis *analysis, struct span span, uint32_t node) {
  for (; node != CLEAVE_NO_NODE && is_inside(analysis, span, node); node = host_node(analysis, node)->parent)
    if (host_node(analysis, node)->kind == CLEAVE_HOST_LOOP)
      return true;
  return false;
}

/* The first region that NODE, a region or a `target data` construct, contains; CLEAVE_NO_NODE: none. */
static uint32_t region_in(const struct analysis *analysis, uint32_t node) {
  for (uint32_t i = node; i < end_of(analysis, node); i++)
    if (host_node(analysis, i)->kind == CLEAVE_HOST_REGION)
      return i;
  return CLEAVE_NO_NODE;
}

/* Whether the program keeps the object CELL on the device while SPAN runs, or in SPAN while NODE runs. */
static bool is_kept_by_program(const struct analysis *analysis, struct span span, uint32_t node,
                               uint32_t cell) {
  const uint32_t data = data_construct_of(analysis, 0, node, cell);
  return data != CLEAVE_NO_NODE && data != node &&
         (host_node(analysis, data)->is_plain || is_inside(analysis, span, data));
}

/* The objects that at least two executions of statements in SPAN map, but for those in OUTER. What a `target data` construct
 * maps counts once for all of its regions. What a called function
 * does within one call is left to an environment in that function. */
static struct object *find_objects(const struct analysis *analysis, struct span span,
                                   const struct enclosing *outer, size_t *count) {
  struct object *objects = NULL;
  *count = 0;
  for (uint32_t i = span.first; i < end_of(analysis, span.last); i++) {
    const struct cleave_host_node *node = host_node(analysis, i);
    for (size_t k = 0; k < node->item_count; k++) {
      const uint32_t cell = cleave_cell_class(analysis->function->memory, node->items[k].cell);
      const uint32_t region = region_in(analysis, i);
      if (is_covered(outer, cell) || region == CLEAVE_NO_NODE || is_kept_by_program(analysis, span, i, cell))
        continue;
      if (!find_object(objects, *count, cell)) {
        const struct object object = {.cell = cell,
                                      .region_node = region,
                                      .name = name_of(analysis, node->items[k].base),
                                      .launcher = CLEAVE_NO_NODE};
        CLEAVE_APPEND(analysis->arena, objects, *count, object);
      }
      struct object *object = find_object(objects, *count, cell);
      const uint32_t launcher = launcher_of(analysis, i);
      if (launcher != object->launcher)
        object->executions += is_in_loop(analysis, span, launcher) ? 2 : 1;
      object->launcher = launcher;
    }
  }
  size_t kept = 0;
  for (size_t i = 0; i < *count; i++)
    if (objects[i].executions >= 2)
      objects[kept++] = objects[i];
  *count = kept;
  return objects;
}

/* ---- The environment ----------------------------------------------------------------------------- */

/* A name for what the environment declares: WORD, with underscores if the unit or an earlier environment of the
 * function has it. */
static const char *new_name(const struct planning *planning, const char *word) {
  const struct cleave_unit *unit = planning->analysis.unit;
  const char *name = cleave_arena_format(unit->arena, "cleave_%s", word);
  bool used = false;
  for (size_t i = 0; i < unit->name_count; i++)
    used |= !strcmp(unit->names[i], name);
  for (size_t i = 0; i < planning->result->count; i++)
    used |= !strcmp(planning->result->items[i].condition, name);
  for (size_t i = 0; i < planning->result->count; i++)
    for (size_t d = 0; d < planning->result->items[i].declaration_count; d++)
      used |= !strcmp(planning->result->items[i].declarations[d].name, name);
  return used ? new_name(planning, cleave_arena_format(unit->arena, "%s_", word)) : name;
}

static bool declares(const struct analysis *analysis, struct span span) {
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

/* The list item for NAME; a declared copy of the pointer if it is no variable. */
static struct item make_item(struct planning *planning, struct cleave_environment *environment,
                             const struct named *name) {
  struct cleave_arena *arena = planning->analysis.arena;
  const struct cleave_host_function *function = planning->analysis.function;
  const struct cleave_expression *base = cleave_host_expression(arena, function, name->base);
  const struct cleave_host_value *const values[] = {name->base, name->section.first, name->section.length,
                                                    name->section.inner[0], name->section.inner[1]};
  struct accessor_search search = {arena, environment};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    cleave_host_visit(values[i], add_accessor, &search);
  if (name->base->kind != CLEAVE_HOST_VARIABLE) {
    const char *copy = new_name(planning, tail_name(function, name->base));
    for (size_t i = 0; i < environment->declaration_count; i++)
      if (!strcmp(environment->declarations[i].name, copy))
        copy = new_name(planning, cleave_arena_format(arena, "%s_%zu", tail_name(function, name->base), i));
    const struct cleave_declaration declaration = {
        .is_constant = false, .type = name->section.pointer_type, .name = copy, .value = base};
    CLEAVE_APPEND(arena, environment->declarations, environment->declaration_count, declaration);
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
  for (size_t i = 0; i < environment->update_count && !directive; i++)
    if (environment->updates[i].node == update->node && environment->updates[i].after == update->after)
      directive = (struct cleave_directive *)environment->updates[i].directive;
  struct cleave_plan_clause clause = {.kind = CLEAVE_CLAUSE_MAP,
                                      .is_motion = true,
                                      .map_type = update->after ? CLEAVE_MAP_TO : CLEAVE_MAP_FROM};
  if (!directive) {
    directive = cleave_make_directive(arena, CLEAVE_DIRECTIVE_UPDATE, 0);
    cleave_add_clause(arena, &directive->clauses, clause);
    if (guard)
      cleave_add_if(arena, &directive->clauses, CLEAVE_IF_ANY, guard);
    CLEAVE_APPEND(arena, environment->updates, environment->update_count,
                  ((struct cleave_update){update->node, update->after, directive}));
  }
  struct cleave_plan_clause *list = &directive->clauses.items[0];
  for (size_t i = 0; i < item_count; i++)
    if (!update->base || cleave_host_equal(items[i].name->base, update->base))
      CLEAVE_APPEND(arena, list->items, list->item_count, items[i].section);
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
static bool needs_condition(const struct analysis *analysis, struct span span, const struct object *object) {
  return object->needs_guard && (object->update_count || !is_mapped_always(analysis, span, object));
}

/* Makes the environment of the COUNT objects that have no obstacle. */
static void make_environment(struct planning *planning, struct span span, const struct object *objects,
                             size_t count, const struct enclosing *outer) {
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
      *item = make_item(planning, &environment, &object->names[n]);
      demand_memory(&demand, item->address, item->bytes);
      if (needs_condition(analysis, span, object))
        absent = also(arena, absent, absence(arena, item));
    }
  }
  const bool compares = objects[0].comparison_count > 0;
  for (size_t i = 0; compares && i < objects[0].comparison_count; i++)
    absent = also(arena, absent, lengths_equal(analysis, &objects[0].comparisons[i]));
  environment.condition = new_name(planning, compares ? "same" : absent ? "absent" : "fits");
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

static void note_missed(struct planning *planning, const struct object *object) {
  for (size_t i = 0; i < planning->missed_count; i++)
    if (planning->missed[i].cell == object->cell)
      return;
  CLEAVE_APPEND(planning->analysis.arena, planning->missed, planning->missed_count, *object);
}

static void forget_missed(struct planning *planning, uint32_t cell) {
  for (size_t i = 0; i < planning->missed_count; i++)
    if (planning->missed[i].cell == cell)
      planning->missed[i].obstacle = 0;
}

/* Text can be inserted before the first statement and after the last one. */
static bool is_editable(const struct analysis *analysis, struct span span) {
  return !host_node(analysis, span.first)->in_callee && host_node(analysis, span.first)->is_editable &&
         host_node(analysis, span.last)->is_editable;
}

static bool is_same_pair(const struct length_pair *pair, const struct length_pair *other) {
  return (cleave_host_equal(pair->left, other->left) && cleave_host_equal(pair->right, other->right)) ||
         (cleave_host_equal(pair->left, other->right) && cleave_host_equal(pair->right, other->left));
}

static bool compare_alike(const struct object *left, const struct object *right) {
  bool alike = left->comparison_count == right->comparison_count;
  for (size_t i = 0; alike && i < left->comparison_count; i++)
    alike = is_same_pair(&left->comparisons[i], &right->comparisons[i]);
  return alike;
}

/* Makes an environment for the objects that require one comparison. A comparison that fails must concern no other
 * object. Reorders OBJECTS. */
static void make_compared(struct planning *planning, struct span span, struct object *objects, size_t count,
                          const struct enclosing *outer) {
  for (size_t first = 0, end; first < count; first = end) {
    end = first + 1;
    for (size_t i = end; i < count; i++)
      if (compare_alike(&objects[first], &objects[i])) {
        const struct object object = objects[i];
        objects[i] = objects[end];
        objects[end++] = object;
      }
    make_environment(planning, span, &objects[first], end - first, outer);
  }
}

/* Makes an environment for the objects that need no condition, and one for the others: if other code has made one of them
 * present, the condition concerns no object of the first. Reorders OBJECTS. */
static void make_guarded(struct planning *planning, struct span span, struct object *objects, size_t count,
                         const struct enclosing *outer) {
  size_t free = 0;
  for (size_t i = 0; i < count; i++)
    if (!needs_condition(&planning->analysis, span, &objects[i])) {
      const struct object object = objects[i];
      memmove(&objects[free + 1], &objects[free], (i - free) * sizeof *objects);
      objects[free++] = object;
    }
  if (free)
    make_environment(planning, span, objects, free, outer);
  if (free < count)
    make_environment(planning, span, &objects[free], count - free, outer);
}

/* Tries an environment around SPAN. Appends the classes it contains to CELLS, which has room for them. */
static bool try_span(struct planning *planning, struct span span, const struct enclosing *outer,
                     uint32_t **cells, size_t *cell_count) {
  const struct analysis *analysis = &planning->analysis;
  size_t count, kept = 0;
  struct object *objects = find_objects(analysis, span, outer, &count), *others = NULL;
  size_t other_count = 0;
  const long limit = analysis->options->bisect;
  if (!count || !is_editable(analysis, span) || (limit >= 0 && planning->decisions->made >= limit))
    return false;
  for (size_t i = 0; i < count; i++) {
    if (is_scratch(analysis, span, &objects[i], NULL))
      continue;
    struct object compared = objects[i];
    if (check_object(analysis, span, &objects[i])) {
      objects[kept++] = objects[i];
      continue;
    }
    compared.may_compare = true;
    if (objects[i].obstacle == CLEAVE_REASON_OUTSIDE_SECTION && check_object(analysis, span, &compared))
      CLEAVE_APPEND(analysis->arena, others, other_count, compared);
    else
      note_missed(planning, &objects[i]);
  }
  if (!kept && !other_count)
    return false;
  if (kept)
    make_guarded(planning, span, objects, kept, outer);
  make_compared(planning, span, others, other_count, outer);
  for (size_t i = 0; i < other_count; i++) {
    CLEAVE_APPEND(analysis->arena, *cells, *cell_count, others[i].cell);
    forget_missed(planning, others[i].cell);
  }
  for (size_t i = 0; i < kept; i++) {
    CLEAVE_APPEND(analysis->arena, *cells, *cell_count, objects[i].cell);
    forget_missed(planning, objects[i].cell);
  }
  return true;
}

static void plan_inside(struct planning *planning, uint32_t node, const struct enclosing *outer);

static void plan_block(struct planning *planning, uint32_t block, const struct enclosing *outer) {
  const struct analysis *analysis = &planning->analysis;
  uint32_t *launching = NULL;
  size_t count = 0;
  for (uint32_t child = host_node(analysis, block)->first_child; child != CLEAVE_NO_NODE;
       child = host_node(analysis, child)->next)
    if (analysis->launches[child])
      CLEAVE_APPEND(analysis->arena, launching, count, child);
  if (!count)
    return;
  struct enclosing *found = cleave_arena_allocate(analysis->arena, (count + 1) * sizeof *found);
  /* The longest span first. Spans with different objects must not cross. */
  struct span taken[MOST_SPANS];
  size_t taken_count = 0;
  for (size_t length = count; length && taken_count < MOST_SPANS; length--) {
    if (count > MOST_SPANS && length < count)
      break;
    for (size_t i = 0; i + length <= count && taken_count < MOST_SPANS; i++) {
      const struct span span = {launching[i], launching[i + length - 1]};
      const struct enclosing *around = outer;
      bool crosses = false;
      for (size_t t = 0; t < taken_count; t++) {
        const bool inside = taken[t].first <= span.first && span.last <= taken[t].last;
        const bool apart = taken[t].last < span.first || span.last < taken[t].first;
        crosses |= !inside && !apart;
        if (inside) {
          found[t].outer = around;
          around = &found[t];
        }
      }
      uint32_t *cells = NULL;
      size_t cell_count = 0;
      if (crosses || !try_span(planning, span, around, &cells, &cell_count))
        continue;
      found[taken_count] = (struct enclosing){NULL, cells, cell_count};
      taken[taken_count++] = span;
    }
  }
  for (size_t i = 0; i < count; i++) {
    struct enclosing *chain = cleave_arena_allocate(analysis->arena, (taken_count + 1) * sizeof *chain);
    const struct enclosing *around = outer;
    for (size_t t = 0; t < taken_count; t++)
      if (taken[t].first <= launching[i] && launching[i] <= taken[t].last) {
        chain[t] = (struct enclosing){around, found[t].cells, found[t].count};
        around = &chain[t];
      }
    plan_inside(planning, launching[i], around);
  }
}

/* Environments inside of NODE. */
static void plan_inside(struct planning *planning, uint32_t node, const struct enclosing *outer) {
  const struct cleave_host_node *here = host_node(&planning->analysis, node);
  if (here->in_callee || here->kind == CLEAVE_HOST_REGION)
    return;
  if (here->kind == CLEAVE_HOST_BLOCK) {
    plan_block(planning, node, outer);
    return;
  }
  for (uint32_t child = here->first_child; child != CLEAVE_NO_NODE;
       child = host_node(&planning->analysis, child)->next)
    plan_inside(planning, child, outer);
}

/* The offset of the obstacle of OBJECT, or of the first region that maps it. */
static uint32_t place_of(const struct analysis *analysis, const struct object *object) {
  const struct cleave_region *regions = analysis->unit->regions;
  if (object->where != CLEAVE_NO_NODE) {
    const struct cleave_host_node *node = host_node(analysis, object->where);
    if (node->kind == CLEAVE_HOST_REGION && node->region != CLEAVE_NO_REGION)
      return regions[node->region].offset;
    if (node->kind != CLEAVE_HOST_REGION)
      return host_node(analysis, launcher_of(analysis, object->where))->range.begin;
  }
  return regions[host_node(analysis, object->region_node)->region].offset;
}

struct cleave_environments cleave_environments_plan(const struct cleave_unit *unit, uint32_t index,
                                                    const struct cleave_options *options,
                                                    struct cleave_decisions *decisions) {
  const struct cleave_host_function *function = &unit->functions[index];
  struct cleave_environments result = {0};
  /* With pointer-overflow checks, clang 19 generates an invalid module for `target data` with an array section. */
  if (!options->environments || cleave_options_differs(options, 0) || unit->unified_shared_memory ||
      options->checks_pointers || !function->is_complete)
    return result;
  bool *launches = cleave_arena_allocate(unit->arena, function->node_count);
  bool closed = function->is_main;
  for (uint32_t i = (uint32_t)function->node_count; i--;) {
    launches[i] |= function->nodes[i].kind == CLEAVE_HOST_REGION;
    if (launches[i] && function->nodes[i].parent != CLEAVE_NO_NODE)
      launches[function->nodes[i].parent] = true;
    closed &= !(function->nodes[i].flags & CLEAVE_HOST_UNKNOWN_CALL);
  }
  struct planning planning = {
      .analysis = {unit, function, options, unit->arena, closed, find_contexts(unit, function), launches},
      .result = &result,
      .decisions = decisions,
  };
  if (function->node_count && launches[0])
    plan_block(&planning, 0, NULL);
  for (size_t i = 0; i < planning.missed_count; i++) {
    const struct object *object = &planning.missed[i];
    if (!object->obstacle)
      continue;
    const struct cleave_host_node *region = host_node(&planning.analysis, object->region_node);
    if (region->region == CLEAVE_NO_REGION)
      continue;
    const struct cleave_remark remark = cleave_reason_remark(
        unit->arena, object->obstacle, region->region, place_of(&planning.analysis, object), object->name);
    CLEAVE_APPEND(unit->arena, result.remarks, result.remark_count, remark);
  }
  return result;
}
