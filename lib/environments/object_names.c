/* FILE: lib/environments/object_names.c
 * WHAT: the pointers and arrays that name an object at the begin of an environment.
 *
 * Pointers may be exchanged inside, as in `t = a; a = b; b = t`. Then every region maps what one of the pointers had at
 * the begin, so an environment that maps all of them at the begin holds every object, and presence is by address.
 */
#include "environments/analysis.h"
#include "environments/section_bounds.h"

#include <string.h>

struct search {
  const struct analysis *analysis;
  struct span span;
  struct object *object;
  uint32_t begin, end; /* the nodes of the span */
};

static uint32_t class_of(const struct search *search, uint32_t cell) {
  return cleave_cell_class(search->analysis->function->memory, cell);
}

/* Whether the variables of PART exist before the span. */
static bool is_visible(void *context, const struct cleave_host_value *part) {
  const struct search *search = context;
  if (part->kind != CLEAVE_HOST_VARIABLE)
    return true;
  if (part->variable == CLEAVE_NO_VARIABLE)
    return false;
  const struct cleave_host_variable *variable = &search->analysis->function->variables[part->variable];
  if (variable->has_other_scope)
    return false;
  if (variable->declared_by == CLEAVE_NO_NODE)
    return true;
  const uint32_t block = host_node(search->analysis, variable->declared_by)->parent;
  for (uint32_t outer = host_node(search->analysis, search->begin)->parent; outer != CLEAVE_NO_NODE;
       outer = host_node(search->analysis, outer)->parent)
    if (outer == block)
      return variable->declared_by < search->begin;
  return false;
}

/* Whether nothing in the span assigns PART, other than by a copy of a pointer. Unknown code may assign what is
 * exposed. */
static bool is_stable(void *context, const struct cleave_host_value *part) {
  const struct search *search = context;
  if (part->cell == CLEAVE_NO_CELL)
    return true;
  for (uint32_t i = search->begin; i < search->end; i++) {
    const struct cleave_host_node *node = host_node(search->analysis, i);
    if (node->flags & CLEAVE_HOST_UNKNOWN_CALL &&
        cleave_cell_is_exposed(search->analysis->function->memory, part->cell))
      return false;
    for (size_t e = 0; e < node->event_count; e++)
      if (writes_to(search->analysis, &node->events[e], part->cell))
        return false;
  }
  return true;
}

static bool is_not_copied_to(void *context, const struct cleave_host_value *part) {
  const struct search *search = context;
  if (part->cell == CLEAVE_NO_CELL)
    return true;
  for (uint32_t i = search->begin; i < search->end; i++) {
    const struct cleave_host_node *node = host_node(search->analysis, i);
    for (size_t c = 0; c < node->copy_count; c++)
      if (copies_to(search->analysis, &node->copies[c], part->cell))
        return false;
  }
  return true;
}

static struct named *find(struct object *object, const struct cleave_host_value *base) {
  for (size_t i = 0; i < object->name_count; i++)
    if (cleave_host_equal(object->names[i].base, base))
      return &object->names[i];
  return NULL;
}

static void add(const struct search *search, struct named name) {
  CLEAVE_APPEND(search->analysis->arena, search->object->names, search->object->name_count, name);
}

/* Whether OUTER, the statement that assigns, precedes INNER in its block, so that it has run before INNER. */
static bool precedes(const struct search *search, uint32_t outer, uint32_t inner) {
  for (uint32_t i = inner; i != CLEAVE_NO_NODE; i = host_node(search->analysis, i)->parent)
    if (host_node(search->analysis, i)->parent == host_node(search->analysis, outer)->parent)
      return outer < i;
  return false;
}

/* Whether NAME has a value from before the span: false if one statement assigns it before each use. */
static bool lives_in(const struct search *search, const struct named *name) {
  if (name->base->kind == CLEAVE_HOST_VARIABLE && name->base->variable == CLEAVE_NO_VARIABLE)
    return false; /* a variable of a called function */
  uint32_t assigned = CLEAVE_NO_NODE;
  for (uint32_t i = search->begin; i < search->end; i++) {
    const struct cleave_host_node *node = host_node(search->analysis, i);
    for (size_t c = 0; c < node->copy_count; c++)
      if (cleave_host_equal(node->copies[c].to, name->base)) {
        if (assigned != CLEAVE_NO_NODE || node->in_callee)
          return true;
        assigned = i;
      }
  }
  if (assigned == CLEAVE_NO_NODE)
    return true;
  for (uint32_t i = search->begin; i < search->end; i++) {
    const struct cleave_host_node *node = host_node(search->analysis, i);
    bool uses = false;
    for (size_t c = 0; c < node->copy_count; c++)
      uses |= cleave_host_equal(node->copies[c].from[0], name->base) ||
              cleave_host_equal(node->copies[c].from[1], name->base);
    for (size_t k = 0; k < node->item_count; k++)
      uses |= cleave_host_equal(node->items[k].base, name->base) ||
              cleave_host_equal(node->items[k].other, name->base);
    if (uses && !precedes(search, assigned, i))
      return true;
  }
  return false;
}

/* Adds the pointers whose values the names get by copies in the span. */
static bool follow_copies(const struct search *search) {
  struct object *object = search->object;
  struct cleave_memory *memory = search->analysis->function->memory;
  for (size_t known = 0; known != object->name_count;) {
    known = object->name_count;
    for (uint32_t i = search->begin; i < search->end; i++) {
      const struct cleave_host_node *node = host_node(search->analysis, i);
      for (size_t c = 0; c < node->copy_count; c++) {
        const struct cleave_host_copy *copy = &node->copies[c];
        if (cleave_cell_class(memory, cleave_cell_pointee(memory, copy->cell)) != object->cell) {
          for (size_t n = 0; n < object->name_count; n++)
            if (object->names[n].base->cell != CLEAVE_NO_CELL &&
                copies_to(search->analysis, copy, object->names[n].base->cell))
              return fail(object, CLEAVE_REASON_OUTSIDE_POINTER, i);
          continue;
        }
        bool is_name = copy->to && find(object, copy->to);
        if (!copy->to) /* it may be one of the names under another name */
          for (size_t n = 0; n < object->name_count; n++)
            is_name |= object->names[n].base->cell != CLEAVE_NO_CELL &&
                       class_of(search, object->names[n].base->cell) == class_of(search, copy->cell);
        if (!is_name)
          continue;
        if (!copy->to || !copy->from[0])
          return fail(object, CLEAVE_REASON_OUTSIDE_POINTER, i);
        for (unsigned k = 0; k < 2 && copy->from[k]; k++)
          if (!find(object, copy->from[k])) {
            struct named name = object->names[0];
            name.base = copy->from[k];
            name.is_mapped = false;
            add(search, name);
          }
      }
    }
  }
  return true;
}

/* Whether some region maps both: then they have no storage in common (OpenMP 5.1, 2.21.7.1, restrictions). */
static bool are_mapped_together(const struct search *search, const struct cleave_host_value *left,
                                const struct cleave_host_value *right) {
  for (uint32_t i = search->begin; i < search->end; i++) {
    const struct cleave_host_node *node = host_node(search->analysis, i);
    bool found[2] = {false, false};
    if (!runs_always(search->analysis, i))
      continue;
    for (size_t k = 0; k < node->item_count; k++) {
      const struct cleave_host_item *item = &node->items[k];
      found[0] |= !item->other && cleave_host_equal(item->base, left);
      found[1] |= !item->other && cleave_host_equal(item->base, right);
    }
    if (found[0] && found[1])
      return true;
  }
  return false;
}

/* Whether BASE is an array, or a pointer that gets its only value from outside the span by an allocation. */
static bool is_allocated_once(const struct search *search, const struct cleave_host_value *base) {
  if (base->kind == CLEAVE_HOST_OPERATION)
    return false;
  if (base->cell == CLEAVE_NO_CELL)
    return true;
  if (cleave_cell_is_exposed(search->analysis->function->memory, base->cell) && !search->analysis->closed)
    return false;
  unsigned assigned = 0;
  for (uint32_t i = 0; i < search->analysis->function->node_count; i++) {
    const struct cleave_host_node *node = host_node(search->analysis, i);
    if (i >= search->begin && i < search->end)
      continue;
    for (size_t c = 0; c < node->copy_count; c++)
      if (class_of(search, node->copies[c].cell) == class_of(search, base->cell)) {
        if (!node->copies[c].is_fresh && i < search->begin)
          return false;
        assigned += i < search->begin;
      }
    for (size_t e = 0; e < node->event_count; e++)
      if (i < search->begin && writes_to(search->analysis, &node->events[e], base->cell))
        return false;
  }
  return assigned == 1 && base->kind == CLEAVE_HOST_VARIABLE;
}

/* Keeps the names that have a value at the begin. They must denote different objects. */
static bool keep_live(const struct search *search) {
  struct object *object = search->object;
  size_t kept = 0;
  for (size_t i = 0; i < object->name_count; i++)
    if (lives_in(search, &object->names[i]))
      object->names[kept++] = object->names[i];
  object->name_count = kept;
  for (size_t i = 0; i < kept; i++) {
    if (!cleave_host_visit(object->names[i].base, is_visible, (void *)search))
      return fail(object, CLEAVE_REASON_OUTSIDE_NAME, CLEAVE_NO_NODE);
    for (size_t j = 0; j < i; j++)
      if (!are_mapped_together(search, object->names[i].base, object->names[j].base) &&
          !(is_allocated_once(search, object->names[i].base) &&
            is_allocated_once(search, object->names[j].base)))
        return fail(object, CLEAVE_REASON_OUTSIDE_NAME, CLEAVE_NO_NODE);
  }
  return kept || fail(object, CLEAVE_REASON_OUTSIDE_NAME, CLEAVE_NO_NODE);
}

/* Leaves scratch arrays to the regions: what a kernel writes there must not reach the host or another region. The names
 * denote different objects, and each keeps its object. */
static bool drop_scratch(const struct search *search, bool copied) {
  struct object *object = search->object;
  size_t kept = 0;
  for (size_t i = 0; i < object->name_count; i++)
    if (!is_scratch(search->analysis, search->span, object, object->names[i].base))
      object->names[kept++] = object->names[i];
  if (copied && kept < object->name_count)
    return fail(object, CLEAVE_REASON_OUTSIDE_CLAUSE, object->region_node);
  object->name_count = kept;
  return true;
}

/* Whether other regions map both pointers of each item that maps the value of a conditional, with its section. */
static bool has_alternatives(const struct search *search) {
  struct object *object = search->object;
  for (uint32_t i = search->begin; i < search->end; i++)
    for (size_t k = 0; k < host_node(search->analysis, i)->item_count; k++) {
      const struct cleave_host_item *item = &host_node(search->analysis, i)->items[k];
      if (class_of(search, item->cell) != object->cell || !item->other)
        continue;
      const struct cleave_host_value *const bases[] = {item->base, item->other};
      for (unsigned b = 0; b < 2; b++) {
        const struct named *name = find(object, bases[b]);
        if (!name)
          return fail(object, CLEAVE_REASON_OUTSIDE_NAME, i);
        if (!is_same_section(search->analysis, &name->section, item))
          return fail(object, CLEAVE_REASON_OUTSIDE_SECTION, i);
      }
    }
  return true;
}

/* Whether PART has a name without an accessor. */
static bool is_public(void *context, const struct cleave_host_value *part) {
  (void)context;
  return !part->is_hidden;
}

struct part_search {
  const struct cleave_host_value *whole, *part;
};

static bool is_other(void *context, const struct cleave_host_value *part) {
  const struct part_search *search = context;
  return !cleave_host_equal(part, search->part);
}

static bool is_contained(void *context, const struct cleave_host_value *part) {
  const struct part_search *search = context;
  struct part_search own = {.part = part};
  const bool is_read = part->kind == CLEAVE_HOST_VARIABLE || part->kind == CLEAVE_HOST_MEMBER ||
                       part->kind == CLEAVE_HOST_QUERY;
  return !is_read || !cleave_host_visit(search->whole, is_other, &own);
}

/* Whether each of the lengths reads a variable or member that the other one does not read, as two members that a
 * program keeps equal. n and n / 2 are not worth a comparison. */
static bool may_be_kept_equal(const struct cleave_host_value *left, const struct cleave_host_value *right) {
  struct part_search in_left = {.whole = left}, in_right = {.whole = right};
  return !cleave_host_visit(left, is_contained, &in_right) &&
         !cleave_host_visit(right, is_contained, &in_left);
}

/* Lets the environment compare the lengths of LEFT and RIGHT, sections of one pointer that begin alike, if they have
 * one value in the span. */
static bool compare_lengths(const struct search *search, const struct cleave_host_item *left,
                            const struct cleave_host_item *right) {
  const struct analysis *analysis = search->analysis;
  struct cleave_host_item same = *right;
  same.length = left->length;
  const struct cleave_host_value *const lengths[] = {left->length, right->length};
  if (!search->object->may_compare || !lengths[0] || !lengths[1] ||
      !may_be_kept_equal(lengths[0], lengths[1]) || !is_same_section(analysis, left, &same))
    return false;
  for (unsigned i = 0; i < 2; i++)
    if (!cleave_host_visit(lengths[i], is_public, NULL) ||
        !cleave_host_visit(lengths[i], is_visible, (void *)search) ||
        !cleave_host_visit(lengths[i], is_stable, (void *)search) ||
        !cleave_host_visit(lengths[i], is_not_copied_to, (void *)search) ||
        !cleave_host_expression(analysis->arena, analysis->function, lengths[i]))
      return false;
  struct object *object = search->object;
  for (size_t i = 0; i < object->comparison_count; i++)
    if (cleave_host_equal(object->comparisons[i].left, lengths[0]) &&
        cleave_host_equal(object->comparisons[i].right, lengths[1]))
      return true;
  CLEAVE_APPEND(analysis->arena, object->comparisons, object->comparison_count,
                ((struct length_pair){lengths[0], lengths[1]}));
  return true;
}

bool find_names(const struct analysis *analysis, struct span span, struct object *object) {
  struct search search = {analysis, span, object, span.first, end_of(analysis, span.last)};
  for (uint32_t i = search.begin; i < search.end; i++) {
    const struct cleave_host_node *node = host_node(analysis, i);
    for (size_t k = 0; k < node->item_count; k++) {
      const struct cleave_host_item *item = &node->items[k];
      if (class_of(&search, item->cell) != object->cell)
        continue;
      if (!item->base || !item->is_expressible)
        return fail(object, CLEAVE_REASON_OUTSIDE_NAME, i);
      if (item->other)
        continue;
      const struct named *known = find(object, item->base);
      if (known && !is_same_section(analysis, &known->section, item) &&
          !compare_lengths(&search, &known->section, item))
        return fail(object, CLEAVE_REASON_OUTSIDE_SECTION, i);
      if (!known)
        add(&search,
            (struct named){
                .base = item->base, .section = *item, .has_section = item->has_section, .is_mapped = true});
    }
  }
  if (!has_alternatives(&search))
    return false;
  const size_t mapped = object->name_count;
  for (size_t i = 0; i < mapped; i++) {
    const struct named *name = &object->names[i];
    const struct cleave_host_value *const bounds[] = {name->section.first, name->section.length,
                                                      name->section.inner[0], name->section.inner[1]};
    for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
      if (!cleave_host_visit(bounds[k], is_visible, &search))
        return fail(object, CLEAVE_REASON_OUTSIDE_NAME, CLEAVE_NO_NODE);
      if (!cleave_host_visit(bounds[k], is_stable, &search) ||
          !cleave_host_visit(bounds[k], is_not_copied_to, &search))
        return fail(object, CLEAVE_REASON_OUTSIDE_POINTER, CLEAVE_NO_NODE);
    }
  }
  if (!follow_copies(&search))
    return false;
  /* Pointers that are exchanged need equal sections. */
  bool copied = object->name_count > mapped;
  for (size_t i = 0; i < object->name_count; i++) {
    if (!cleave_host_visit(object->names[i].base, is_stable, &search) ||
        !cleave_host_visit(object->names[i].base->left, is_not_copied_to, &search))
      return fail(object, CLEAVE_REASON_OUTSIDE_POINTER, CLEAVE_NO_NODE);
    object->names[i].is_exchanged = !cleave_host_visit(object->names[i].base, is_not_copied_to, &search);
    copied |= object->names[i].is_exchanged;
  }
  for (size_t i = 1; copied && i < object->name_count; i++)
    if (!object->names[i].has_section ||
        !is_same_section(analysis, &object->names[i].section, &object->names[0].section))
      return fail(object, CLEAVE_REASON_OUTSIDE_SECTION, CLEAVE_NO_NODE);
  return keep_live(&search) && drop_scratch(&search, copied);
}

bool is_extent_known(const struct analysis *analysis, struct span span, const struct cleave_host_item *item) {
  struct search search = {analysis, span, NULL, span.first, end_of(analysis, span.last)};
  return item->base && !item->other && cleave_host_visit(item->base, is_public, NULL) &&
         cleave_host_visit(item->length, is_public, NULL) &&
         cleave_host_visit(item->base, is_visible, &search) &&
         cleave_host_expression(analysis->arena, analysis->function, item->base) &&
         (!item->has_section || (item->length && cleave_host_visit(item->length, is_visible, &search) &&
                                 cleave_host_visit(item->length, is_stable, &search) &&
                                 cleave_host_visit(item->length, is_not_copied_to, &search) &&
                                 cleave_host_expression(analysis->arena, analysis->function, item->length)));
}
