/* FILE: lib/analysis/region_loops.c
 * WHAT: describes the loops of a region.
 */
#include "analysis/instances.h"
#include "analysis/row_internal.h"
#include "model/sharing.h"

#include <string.h>

/* A clause that the model has added says what one in the source would. */
static void take_private_clauses(const struct cleave_node *node, struct cleave_body *code) {
  for (size_t i = 0; code->has_directive && i < code->variable_count; i++) {
    Variable *variable = code->variables[i];
    if (variable->in_region != CLEAVE_NO_VARIABLE && variable->sharing == CLEAVE_BODY_SHARED &&
        cleave_is_private_in_loop(node, variable->in_region))
      variable->sharing = CLEAVE_BODY_PRIVATE;
  }
}

/* ---- Private values --------------------------------------------------------------------------------------- */

/* Clears the flag of the uses of NODE whose variable CODE, the loops of a directive or the statement of a construct that one thread
 * executes, may read before it assigns it. */
static void check_assigned_first(struct cleave_arena *arena, const struct cleave_body *code,
                                 const struct cleave_node *node) {
  const Statement *whole = code->has_directive ? innermost_loop(code) : code->statement;
  const struct analysis it = begin_analysis(arena, code);
  const bool *first = whole ? assigned_first(&it, whole) : NULL;
  for (size_t u = 0; u < node->use_count; u++) {
    bool is_first = false;
    for (size_t i = 0; first && i < code->variable_count; i++)
      is_first |= first[i] && code->variables[i]->in_region == node->uses[u].variable;
    if (!is_first)
      node->uses[u].flags &= ~(uint32_t)CLEAVE_USE_ASSIGNED_FIRST;
  }
}

void cleave_note_first_assignments(struct cleave_arena *arena, struct cleave_region *region) {
  for (size_t n = 0; n < region->node_count; n++) {
    const struct cleave_node *node = &region->nodes[n];
    if (!node->code || !(node->kind == CLEAVE_NODE_LOOP || node->construct & CLEAVE_CONSTRUCT_ONCE))
      continue;
    for (size_t u = 0; u < node->use_count; u++)
      node->uses[u].flags |= CLEAVE_USE_ASSIGNED_FIRST;
    for (const struct cleave_body *code = node->code; code; code = code->next_instance)
      check_assigned_first(arena, code, node);
  }
}

/* ---- Descriptions ------------------------------------------------------------------------------------------- */

static void count_elements(const struct cleave_body *body, struct cleave_loop_accesses *loop) {
  if (!loop)
    return;
  loop->knows_elements = cleave_count_elements(body, &loop->element_count);
}

static bool names_members(const struct cleave_loop_accesses *loop) { return loop && loop->has_members; }

static struct cleave_loop_accesses *describe_code(struct cleave_arena *arena, const struct cleave_body *code,
                                                  struct cleave_obstacle *obstacle) {
  return code->has_directive ? cleave_describe_loop(arena, code, obstacle)
                             : cleave_describe_serial_loop(arena, code, obstacle);
}

/* Leaves out of LOOP what may depend on the types of an instance. */
static void forget_types(struct cleave_loop_accesses *loop) {
  loop->operands = NULL;
  loop->operand_count = 0;
  loop->direct = NULL;
  loop->direct_count = 0;
  for (size_t i = 0; i < loop->local_count; i++) {
    loop->locals[i].type = "";
    loop->locals[i].is_plain = false;
  }
}

/* Describes NODE, which is in a template with several instances: the text is changed once, for all of them. */
static void describe_instances(struct cleave_arena *arena, struct cleave_node *node) {
  struct cleave_loop_accesses *first = NULL;
  const char *text = NULL;
  struct cleave_obstacle obstacle = {0};
  bool are_alike = true;
  for (struct cleave_body *code = node->code; code && are_alike; code = code->next_instance) {
    code->members = node->code->members;
    take_private_clauses(node, code);
    struct cleave_loop_accesses *loop = describe_code(arena, code, &obstacle);
    if (loop)
      forget_types(loop);
    const char *own = loop ? cleave_description_text(arena, loop) : "";
    are_alike = !text || !strcmp(text, own) || (first && loop && unite_descriptions(arena, first, loop));
    text = first && loop && are_alike ? cleave_description_text(arena, first) : own;
    first = first ? first : loop;
    if (!are_alike)
      obstacle = (struct cleave_obstacle){"the instances of the template differ", code->statement->text.at};
  }
  node->accesses = are_alike ? first : NULL;
  node->obstacle = obstacle.reason;
  node->obstacle_at = obstacle.offset;
}

static void describe_node(struct cleave_arena *arena, struct cleave_node *node) {
  struct cleave_obstacle obstacle = {0};
  if (node->code->has_directive)
    find_array_updates(arena, node);
  if (node->code->is_header) { /* of one instance: a template has none */
    node->accesses = node->code->next_instance ? NULL : cleave_describe_counter(arena, node->code);
    return;
  }
  if (node->code->next_instance) {
    describe_instances(arena, node);
    return;
  }
  take_private_clauses(node, node->code);
  node->accesses = describe_code(arena, node->code, &obstacle);
  node->obstacle = obstacle.reason;
  node->obstacle_at = obstacle.offset;
  if (!node->code->has_directive) {
    node->scan = cleave_describe_scan(arena, node->code);
    if (names_members(node->scan))
      node->scan = NULL;
    return;
  }
  if (!node->accesses) {
    node->headers = cleave_describe_headers(arena, node->code);
    node->atomics = cleave_describe_atomics(arena, node->code);
  }
  if (node->atomics && names_members(node->atomics->accesses))
    node->atomics = NULL;
  node->rows = cleave_describe_rows(arena, node->code);
  count_elements(node->code, node->atomics ? node->atomics->accesses : NULL);
  count_elements(node->code, node->accesses);
  count_elements(node->code, node->headers);
}

/* An address that a described loop takes is used in it alone: it stores no pointer in memory, and passes none to code that is not in the
 * body. So the use is what the loop does with the object: `std::min(n, m)` reads n. */
static void resolve_addresses(struct cleave_arena *arena, struct cleave_node *node) {
  const struct cleave_body *body = node->code;
  if (!node->accesses || body->is_header || body->next_instance)
    return;
  bool *written = cleave_arena_allocate(arena, body->variable_count + 1);
  mark_written(body, body->statement, NULL, written);
  for (size_t u = 0; u < node->use_count; u++) {
    struct cleave_use *use = &node->uses[u];
    const Variable *variable = NULL;
    for (size_t i = 0; i < body->variable_count && !variable; i++)
      if (body->variables[i]->in_region == use->variable)
        variable = body->variables[i];
    if (!(use->flags & CLEAVE_USE_ADDRESS) || !variable || written[variable->index] ||
        !is_scalar_type(variable->type))
      continue;
    use->flags = (use->flags & ~(uint32_t)(CLEAVE_USE_ADDRESS | CLEAVE_USE_WRITE)) | CLEAVE_USE_READ;
    for (size_t i = 0; i < node->accesses->access_count; i++) {
      const struct cleave_access *access = &node->accesses->accesses[i];
      if (access->variable == use->variable && access->subscript_count)
        use->flags |= (access->writes ? CLEAVE_USE_ELEMENT_WRITE : 0u) |
                      (!access->writes || access->updates ? CLEAVE_USE_ELEMENT_READ : 0u);
    }
  }
}

void cleave_describe_region(struct cleave_arena *arena, struct cleave_region *region) {
  for (size_t i = 0; i < region->node_count; i++)
    if (region->nodes[i].code && region->nodes[i].kind != CLEAVE_NODE_OPAQUE) {
      describe_node(arena, &region->nodes[i]);
      resolve_addresses(arena, &region->nodes[i]);
    }
  if (region->members)
    number_members(arena, region);
}
