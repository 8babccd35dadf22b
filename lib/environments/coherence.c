/* FILE: lib/environments/coherence.c
 * WHAT: the updates between the regions of a data environment.
 *
 * Between the statements that launch regions, two facts hold at each point: the device has the current value, and
 * `valid` says whether the host has it as well. A kernel that writes makes the host invalid. Host code that accesses
 * the object needs a valid host: an `update from` precedes it. Host code that writes is followed by an `update to`, so
 * that the device is current again. An update therefore never replaces a newer value by an older one.
 *
 * Statements that launch no region about the object are host code as a whole: an update for an access in a loop stands
 * outside of the loop. An update for an access in a branch stands in the branch.
 */
#include "environments/analysis.h"

enum { READS = 1, WRITES = 2 };

struct flow {
  const struct analysis *analysis;
  struct object *object;
  const bool *launches; /* per node: it contains a region that uses the object */
  bool records;         /* false: only the facts are computed */
  bool failed;
};

static const struct cleave_host_node *at(const struct flow *flow, uint32_t node) {
  return host_node(flow->analysis, node);
}

static unsigned own_accesses(const struct flow *flow, uint32_t node) {
  unsigned found = 0;
  for (size_t i = 0; i < at(flow, node)->event_count; i++) {
    const struct cleave_host_event *event = &at(flow, node)->events[i];
    if (touches(flow->analysis, flow->object, event->cell))
      found |= event->writes ? WRITES : READS;
  }
  return found;
}

static unsigned accesses(const struct flow *flow, uint32_t node) {
  unsigned found = 0;
  for (uint32_t i = node, end = end_of(flow->analysis, node); i < end; i++)
    found |= own_accesses(flow, i);
  return found;
}

/* Accesses by NODE outside of its branches or its body: those of functions that a condition calls are among them. */
static unsigned header_accesses(const struct flow *flow, uint32_t node) {
  unsigned found = own_accesses(flow, node);
  if (at(flow, node)->kind == CLEAVE_HOST_LOOP || at(flow, node)->kind == CLEAVE_HOST_BRANCH)
    for (uint32_t child = at(flow, node)->first_child; child != CLEAVE_NO_NODE; child = at(flow, child)->next)
      if (is_in_header(flow->analysis, child))
        found |= accesses(flow, child);
  return found;
}

/* Whether a function that the condition of NODE, a loop or a branch, calls launches a region about the object. */
static bool header_launches(const struct flow *flow, uint32_t node) {
  for (uint32_t child = at(flow, node)->first_child; child != CLEAVE_NO_NODE; child = at(flow, child)->next)
    if (flow->launches[child] && is_in_header(flow->analysis, child))
      return true;
  return false;
}

/* Whether NODE is a `target data` construct that maps the object. For the object, it is one region: host code in it does not
 * access the object. */
static bool is_data_construct(const struct flow *flow, uint32_t node) {
  return at(flow, node)->kind == CLEAVE_HOST_DATA && maps_class(flow->analysis, node, flow->object->cell);
}

/* Whether a kernel in NODE writes the object. */
static bool kernels_write(const struct flow *flow, uint32_t node) {
  for (uint32_t i = node, end = end_of(flow->analysis, node); i < end; i++)
    if (at(flow, i)->kind == CLEAVE_HOST_REGION && own_accesses(flow, i) & WRITES)
      return true;
  return false;
}

static bool jumps(const struct flow *flow, uint32_t node) {
  for (uint32_t i = node, end = end_of(flow->analysis, node); i < end; i++)
    if (at(flow, i)->flags & (CLEAVE_HOST_LEAVES | CLEAVE_HOST_JUMPS))
      return true;
  return false;
}

static bool give_up(struct flow *flow, uint32_t node) {
  flow->failed = true;
  return fail(flow->object, CLEAVE_REASON_OUTSIDE_HOST_USE, node);
}

static void add(struct flow *flow, uint32_t node, bool after, const struct cleave_host_value *base) {
  if (!flow->records)
    return;
  struct object *object = flow->object;
  for (size_t i = 0; i < object->update_count; i++) {
    const struct update *known = &object->updates[i];
    if (known->node == node && known->after == after &&
        (!known->base || cleave_host_equal(known->base, base)))
      return;
  }
  const struct update update = {node, after, base};
  CLEAVE_APPEND(flow->analysis->arena, object->updates, object->update_count, update);
}

/* Adds updates of the parts of the object that NODE accesses: those that it names, or all. A name counts if it has the
 * same value at the update and at the access. Returns whether the whole object is updated. */
static bool update(struct flow *flow, uint32_t node, bool after, unsigned kind) {
  const struct cleave_host_node *here = at(flow, node);
  if (here->in_callee || !here->is_editable)
    return give_up(flow, node);
  /* One pointer may lead to all parts of an array. */
  bool named = true;
  for (size_t n = 0; n < flow->object->name_count; n++)
    named &= flow->object->names[n].base->kind != CLEAVE_HOST_OPERATION;
  const uint32_t end = end_of(flow->analysis, node);
  for (uint32_t i = node; i < end && named; i++) {
    named = !at(flow, i)->copy_count;
    for (size_t e = 0; e < at(flow, i)->event_count && named; e++) {
      const struct cleave_host_event *event = &at(flow, i)->events[e];
      if (!touches(flow->analysis, flow->object, event->cell) || (kind == WRITES && !event->writes))
        continue;
      bool known = false;
      for (size_t n = 0; n < flow->object->name_count; n++)
        known |= cleave_host_equal(flow->object->names[n].base, event->base);
      named = known;
    }
  }
  for (uint32_t i = node; i < end && named; i++)
    for (size_t e = 0; e < at(flow, i)->event_count; e++) {
      const struct cleave_host_event *event = &at(flow, i)->events[e];
      if (touches(flow->analysis, flow->object, event->cell) && (kind == READS || event->writes))
        add(flow, node, after, event->base);
    }
  if (!named)
    add(flow, node, after, NULL);
  return !named || flow->object->name_count == 1;
}

static bool run_list(struct flow *flow, uint32_t first, uint32_t last, bool valid);

static bool run_body(struct flow *flow, uint32_t body, bool valid) {
  return body == CLEAVE_NO_NODE ? valid : run_list(flow, body, body, valid);
}

static uint32_t last_of(const struct flow *flow, uint32_t node) {
  while (at(flow, node)->next != CLEAVE_NO_NODE)
    node = at(flow, node)->next;
  return node;
}

/* Whether the updates for the accesses in NODE, host code, are inside of it. */
static bool has_inner_updates(const struct flow *flow, uint32_t node) {
  return at(flow, node)->kind == CLEAVE_HOST_BLOCK ||
         (at(flow, node)->kind == CLEAVE_HOST_BRANCH && !header_accesses(flow, node));
}

static bool run_host_code(struct flow *flow, uint32_t first, uint32_t last, bool valid);

/* A block, or a branch whose condition does not access the object. */
static bool run_inside(struct flow *flow, uint32_t node, bool valid) {
  const uint32_t child = at(flow, node)->first_child;
  if (child == CLEAVE_NO_NODE)
    return valid;
  if (at(flow, node)->kind == CLEAVE_HOST_BLOCK)
    return run_host_code(flow, child, last_of(flow, child), valid);
  bool joined = valid;
  for (uint32_t branch = child; branch != CLEAVE_NO_NODE; branch = at(flow, branch)->next)
    joined &= run_body(flow, branch, valid);
  return joined;
}

/* Host code: the statements FIRST to LAST of a list. After a statement that writes, the device receives the value before
 * the next `update from` of the object: at once, or after the last such statement if no such update can follow. */
static bool run_host_code(struct flow *flow, uint32_t first, uint32_t last, bool valid) {
  uint32_t written = CLEAVE_NO_NODE;
  for (uint32_t node = first;; node = at(flow, node)->next) {
    const unsigned found = accesses(flow, node);
    if (found && has_inner_updates(flow, node)) {
      valid = run_inside(flow, node, valid);
    } else if (found) {
      valid = valid || update(flow, node, false, READS);
      if (found & WRITES) {
        if (!valid)
          update(flow, node, true, WRITES);
        written = valid ? node : CLEAVE_NO_NODE;
      }
    }
    if (node == last || flow->failed)
      break;
  }
  if (written == CLEAVE_NO_NODE)
    return valid;
  if (flow->object->name_count == 1) {
    update(flow, written, true, WRITES);
    return valid;
  }
  for (uint32_t node = first;; node = at(flow, node)->next) {
    if (!has_inner_updates(flow, node) && accesses(flow, node) & WRITES)
      update(flow, node, true, WRITES);
    if (node == last || flow->failed)
      break;
  }
  return valid;
}

static bool run_loop(struct flow *flow, uint32_t node, bool valid) {
  const unsigned own = header_accesses(flow, node);
  const bool writes = kernels_write(flow, node);
  if (own & WRITES || (own && writes) || header_launches(flow, node))
    return give_up(flow, node);
  const uint32_t body = loop_body(flow->analysis, node);
  bool host_uses = own != 0;
  for (uint32_t i = node, end = end_of(flow->analysis, node); i < end; i++)
    host_uses |= at(flow, i)->kind != CLEAVE_HOST_REGION && own_accesses(flow, i);
  /* Without a kernel in the loop that writes, one update before the loop is enough. */
  if (!valid && !writes && host_uses)
    valid = update(flow, node, false, READS);
  bool entry = valid;
  if (jumps(flow, node)) {
    entry = valid && !writes;
    run_body(flow, body, entry);
    return entry;
  }
  const bool records = flow->records;
  flow->records = false;
  entry = valid && run_body(flow, body, valid);
  flow->records = records;
  return run_body(flow, body, entry) && valid;
}

/* A statement that launches regions about the object. */
static bool run_mixed(struct flow *flow, uint32_t node, bool valid) {
  const struct cleave_host_node *here = at(flow, node);
  const unsigned own = header_accesses(flow, node);
  if (is_data_construct(flow, node))
    return valid && !kernels_write(flow, node);
  switch (here->kind) {
  case CLEAVE_HOST_REGION:
    return valid && !(own & WRITES);
  case CLEAVE_HOST_LOOP:
    return run_loop(flow, node, valid);
  case CLEAVE_HOST_OPAQUE:
    return give_up(flow, node);
  case CLEAVE_HOST_BLOCK:
  case CLEAVE_HOST_BRANCH:
  case CLEAVE_HOST_STATEMENT:
  case CLEAVE_HOST_DATA:
    break;
  }
  if (own & WRITES || (own && here->kind == CLEAVE_HOST_STATEMENT && kernels_write(flow, node)))
    return give_up(flow, node);
  if (own && !valid)
    valid = update(flow, node, false, READS);
  const bool entry = valid;
  if (here->kind == CLEAVE_HOST_BRANCH) {
    if (header_launches(flow, node))
      return give_up(flow, node);
    for (uint32_t child = here->first_child; child != CLEAVE_NO_NODE; child = at(flow, child)->next)
      valid &= run_body(flow, child, entry);
    return valid;
  }
  if (here->first_child != CLEAVE_NO_NODE)
    valid = run_list(flow, here->first_child, last_of(flow, here->first_child), valid);
  /* A called function may return early. */
  return jumps(flow, node) ? valid && entry && !kernels_write(flow, node) : valid;
}

/* The statements FIRST to LAST of a list. Returns whether the host has the current value after them. */
static bool run_list(struct flow *flow, uint32_t first, uint32_t last, bool valid) {
  for (uint32_t node = first; !flow->failed;) {
    uint32_t end = node;
    if (flow->launches[node]) {
      valid = run_mixed(flow, node, valid);
    } else {
      while (end != last && !flow->launches[at(flow, end)->next])
        end = at(flow, end)->next;
      valid = run_host_code(flow, node, end, valid);
    }
    if (end == last)
      break;
    node = at(flow, end)->next;
  }
  return valid;
}

/* Whether the first use of the object in NODE is a region, or a `target data` construct, that certainly runs and copies nothing
 * to the device. */
static bool begins_with_output(const struct flow *flow, uint32_t node) {
  const struct cleave_host_node *here = at(flow, node);
  if (here->kind == CLEAVE_HOST_REGION || is_data_construct(flow, node)) {
    bool maps = false;
    for (size_t i = 0; i < here->item_count; i++)
      if (cleave_cell_class(flow->analysis->function->memory, here->items[i].cell) == flow->object->cell) {
        if (here->items[i].type != CLEAVE_MAP_FROM)
          return false;
        maps = true;
      }
    return maps;
  }
  if ((here->kind != CLEAVE_HOST_BLOCK && here->kind != CLEAVE_HOST_STATEMENT &&
       here->kind != CLEAVE_HOST_DATA) ||
      own_accesses(flow, node))
    return false;
  for (uint32_t child = here->first_child; child != CLEAVE_NO_NODE; child = at(flow, child)->next) {
    if (flow->launches[child] || accesses(flow, child))
      return flow->launches[child] && begins_with_output(flow, child);
    if (jumps(flow, child))
      return false;
  }
  return false;
}

bool place_updates(const struct analysis *analysis, struct span span, struct object *object) {
  const struct cleave_host_function *function = analysis->function;
  bool *launches = cleave_arena_allocate(analysis->arena, function->node_count);
  struct flow flow = {.analysis = analysis, .object = object, .launches = launches, .records = true};
  for (uint32_t i = (uint32_t)function->node_count; i--;) {
    const struct cleave_host_node *node = &function->nodes[i];
    if (node->kind == CLEAVE_HOST_DATA)
      launches[i] |= is_data_construct(&flow, i);
    if (node->kind == CLEAVE_HOST_REGION) {
      launches[i] = own_accesses(&flow, i) != 0;
      for (size_t k = 0; k < node->item_count; k++)
        launches[i] |= touches(analysis, object, node->items[k].cell);
    }
    if (launches[i] && node->parent != CLEAVE_NO_NODE)
      launches[node->parent] = true;
  }
  const bool valid = run_list(&flow, span.first, span.last, true);
  object->needs_exit = !valid;
  object->needs_entry = true;
  for (uint32_t node = span.first;; node = host_node(analysis, node)->next) {
    if (launches[node] || accesses(&flow, node)) {
      object->needs_entry = !(launches[node] && object->name_count == 1 && begins_with_output(&flow, node));
      break;
    }
    if (node == span.last)
      break;
  }
  double updates = (object->needs_entry ? 1 : 0) + (object->needs_exit ? 1 : 0);
  for (size_t i = 0; i < object->update_count; i++)
    updates += frequency(analysis, object->updates[i].node) / frequency(analysis, span.first) *
               (object->updates[i].base ? 1 : (double)object->name_count);
  if (!flow.failed && updates >= object->copies)
    return fail(object, CLEAVE_REASON_OUTSIDE_NO_GAIN, CLEAVE_NO_NODE);
  return !flow.failed;
}
