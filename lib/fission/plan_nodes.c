/* FILE: lib/fission/plan_nodes.c
 * WHAT: the statement tree of a region -> the tree of its plan nodes.
 *
 * Why the plan nodes, one after the other, have the effect of the region: the initial thread of a target
 * region executes its statements in order, and every parallel loop ends in a barrier (OpenMP 5.1, 2.11.4). So
 * a new kernel may begin wherever a statement ends. Between the distribute loops of a teams region there is
 * no barrier; the end of a kernel adds one, which only removes outcomes that depended on a race. placement.c
 * and the data environment preserve the values of variables between the statements of the initial thread.
 */
#include <string.h>

#include "fission/fission_internal.h"

/* A data environment of local declarations. */
struct environment {
  struct cleave_plan_node *declaration;
  const struct environment *around; /* NULL: the outermost */
};

struct builder {
  struct planner *planner;
  enum execution execution;
  const struct cleave_node *parallel;            /* the parallel construct that is being flattened, or NULL */
  uint32_t replicated_by;                        /* its node, or that of teams, or 0 */
  const struct environment *environment;         /* the innermost around the current statement, or NULL */
  const struct environment *environment_at_loop; /* the innermost where the host loop began */
};

struct cleave_plan_node *new_plan_node(struct planner *planner, enum cleave_plan_node_kind kind,
                                       uint32_t node) {
  struct cleave_plan_node *plan_node = cleave_arena_allocate(planner->arena, sizeof *plan_node);
  plan_node->kind = kind;
  plan_node->node = plan_node->last = node;
  return plan_node;
}

static void add_child(struct builder *builder, struct cleave_plan_node *parent,
                      struct cleave_plan_node *child) {
  CLEAVE_APPEND(builder->planner->arena, parent->children, parent->child_count, child);
}

static struct cleave_plan_node *build(struct builder *builder, uint32_t node);

/* The text of a plan node is wrapped in directives and braces, so it must begin and end in plain text. */
static bool check_boundary(struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  for (size_t i = 0; i < node->fact_count; i++)
    if (node->facts[i].kind == CLEAVE_FACT_MACRO_BOUNDARY)
      return refuse(planner, CLEAVE_REASON_MACRO_BOUNDARY, node->facts[i].offset, NULL);
  return true;
}

/* Statements that every team or thread executes can be executed once instead only under one condition: all of
 * them compute the same values in private variables, which no other thread reads. */
static bool check_replicated(struct builder *builder, uint32_t index) {
  struct planner *planner = builder->planner;
  const struct cleave_node *node = node_at(planner, index);
  const char *who = builder->execution == EVERY_TEAM ? "team" : "thread";
  bool legal = host_can_execute(planner, index);
  for (uint32_t v = 0; legal && v < planner->region->variable_count; v++) {
    const struct cleave_variable *variable = variable_at(planner, v);
    if (!(cleave_region_uses(planner->region, index, v, NULL) & CLEAVE_USE_WRITE))
      continue;
    legal = variable->declared_by != CLEAVE_NO_NODE;
    for (uint32_t at = variable->declared_by; legal && at != builder->replicated_by;
         at = node_at(planner, at)->parent)
      legal = at != CLEAVE_NO_NODE && at != 0;
  }
  return legal || refuse(planner, CLEAVE_REASON_REPLICATED_CODE, node->range.begin, who);
}

/* ---- Declarations ------------------------------------------------------------------------------ */

/* Whether the device can assign the value of the initializer: of a list in C, as a compound literal (C11 6.5.2.5);
 * C++ has none. */
static bool can_assign(const struct planner *planner, const struct cleave_declarator *declarator) {
  const struct cleave_variable *variable = variable_at(planner, declarator->variable);
  const bool list = declarator->list_initializer;
  if (variable->type_class == CLEAVE_TYPE_ARRAY)
    return variable->element_type && list && !planner->unit->cplusplus;
  return variable->type &&
         (!list || (variable->type_class == CLEAVE_TYPE_RECORD && !planner->unit->cplusplus));
}

/* A variable declared between the plan nodes becomes a host variable. If the device writes it, it has a
 * device copy while its block runs. An array of variable length needs a size that the host has; objects with
 * constructors would be constructed twice. For pointers, see pointers.c. */
static bool check_local(struct planner *planner, const struct cleave_declarator *declarator) {
  const struct cleave_variable *variable = variable_at(planner, declarator->variable);
  const uint32_t at = variable->declared_at;
  if (variable->is_static_local)
    return refuse(planner, CLEAVE_REASON_STATIC_LOCAL, at, variable->name);
  if (variable->type_class == CLEAVE_TYPE_POINTER) {
    const bool on_host = planner->pointers[declarator->variable].kind != POINTER_UNCHANGED &&
                         planner->placements[declarator->variable] == ON_HOST;
    return on_host || refuse(planner, CLEAVE_REASON_POINTER_CHANGES, at, variable->name);
  }
  /* Without an initializer, the uses of the declarator are those of its size. */
  bool storable = is_scalar(variable) || variable->type_class == CLEAVE_TYPE_ARRAY ||
                  variable->type_class == CLEAVE_TYPE_RECORD ||
                  (variable->type_class == CLEAVE_TYPE_VLA && host_can_initialize(planner, declarator));
  if (!storable || variable->has_destructor_or_constructor)
    return refuse(planner, CLEAVE_REASON_LOCAL_KIND, at, variable->name);
  if (!declarator->has_initializer)
    return true;
  if (host_can_initialize(planner, declarator) || can_assign(planner, declarator))
    return true;
  return refuse(planner, CLEAVE_REASON_LOCAL_INITIALIZER, at, variable->name);
}

/* Whether the initializers of a declaration can become assignments after all its declarators. */
static bool check_assignments(struct planner *planner, const struct cleave_node *node) {
  for (size_t i = 0; i < node->declarator_count; i++) {
    const struct cleave_declarator *declarator = &node->declarators[i];
    const struct cleave_variable *variable = variable_at(planner, declarator->variable);
    bool legal = variable->type || variable->element_type;
    /* A name of this declaration that still denotes an outer variable. */
    for (size_t u = 0; u < declarator->use_count; u++)
      for (size_t j = 0; j < node->declarator_count; j++)
        legal &= declarator->uses[u].variable == node->declarators[j].variable ||
                 strcmp(variable_at(planner, declarator->uses[u].variable)->name,
                        variable_at(planner, node->declarators[j].variable)->name) != 0;
    if (!legal)
      return refuse(planner, CLEAVE_REASON_LOCAL_INITIALIZER, variable->declared_at, variable->name);
  }
  return true;
}

/* Whether the text of the declaration NODE can move. A declaration may also define a type, which statements outside of
 * a serial kernel can use, and may contain preprocessing directives. */
static bool is_plain_text(const struct planner *planner, const struct cleave_node *node) {
  const struct cleave_range type = {node->range.begin,
                                    variable_at(planner, node->declarators[0].variable)->declared_at};
  return !cleave_find_token(&planner->unit->tokens, type, 1 << CLEAVE_TOKEN_OPEN_BRACE, NULL) &&
         !cleave_find_token(&planner->unit->tokens, node->range, CLEAVE_TOKENS_DIRECTIVE, NULL);
}

static bool check_declaration_text(struct planner *planner, const struct cleave_node *node) {
  const struct cleave_variable *first = variable_at(planner, node->declarators[0].variable);
  return is_plain_text(planner, node) ||
         refuse(planner, CLEAVE_REASON_LOCAL_KIND, first->declared_at, first->name);
}

/* Whether the device should give its numbers in the declaration INDEX their first values, although the host could: in a loop, the
 * values would be copied in each iteration. */
static bool prefers_device(const struct builder *builder, uint32_t index) {
  struct planner *planner = builder->planner;
  const struct cleave_node *node = node_at(planner, index);
  uint32_t loop = node->parent;
  while (loop != CLEAVE_NO_NODE && !is_loop_statement(node_at(planner, loop)))
    loop = node_at(planner, loop)->parent;
  bool possible = loop != CLEAVE_NO_NODE && builder->execution == ONE_THREAD && is_plain_text(planner, node);
  for (size_t i = 0; i < node->declarator_count && possible; i++)
    possible = variable_at(planner, node->declarators[i].variable)->type && !node->declarators[i].use_count;
  return possible;
}

static struct cleave_plan_node *build_declaration(struct builder *builder, uint32_t index) {
  struct planner *planner = builder->planner;
  const struct cleave_node *node = node_at(planner, index);
  if (!check_boundary(planner, index))
    return NULL;
  struct cleave_plan_node *plan_node = new_plan_node(builder->planner, CLEAVE_PLAN_DECLARATION, index);
  plan_node->device_initializers = cleave_arena_allocate(planner->arena, node->declarator_count + 1);
  if (!node->declarator_count) {
    refuse(planner, CLEAVE_REASON_LOCAL_KIND, node->range.begin, "an unsupported declaration");
    return NULL;
  }
  const bool prefers = prefers_device(builder, index);
  for (size_t i = 0; i < node->declarator_count; i++) {
    const struct cleave_declarator *declarator = &node->declarators[i];
    if (!check_local(planner, declarator))
      return NULL;
    const bool copied = prefers && is_scalar(variable_at(planner, declarator->variable)) &&
                        planner->placements[declarator->variable] == ON_DEVICE;
    bool on_device = declarator->has_initializer && (!host_can_initialize(planner, declarator) ||
                                                     (copied && can_assign(planner, declarator)));
    plan_node->device_initializers[i] = on_device;
    plan_node->initializes_on_device |= on_device;
    if (on_device && builder->execution != ONE_THREAD) {
      refuse(planner, CLEAVE_REASON_REPLICATED_CODE, node->range.begin,
             builder->execution == EVERY_TEAM ? "team" : "thread");
      return NULL;
    }
    if (builder->execution != ONE_THREAD && planner->placements[declarator->variable] == ON_DEVICE) {
      refuse(planner, CLEAVE_REASON_LOCAL_KIND, variable_at(planner, declarator->variable)->declared_at,
             variable_at(planner, declarator->variable)->name);
      return NULL;
    }
  }
  if (plan_node->initializes_on_device &&
      !(check_declaration_text(planner, node) && check_assignments(planner, node)))
    return NULL;
  make_local_environment(planner, plan_node);
  if (plan_node->directive) {
    struct environment *environment = cleave_arena_allocate(planner->arena, sizeof *environment);
    *environment = (struct environment){plan_node, builder->environment};
    builder->environment = environment;
  }
  return plan_node;
}

/* ---- Serial statements --------------------------------------------------------------------------- */

/* Other text precedes and follows the statements of a serial kernel. A leading `#pragma omp` or pragma about a loop permits
 * that, because it is written anew. */
static bool check_directives(struct planner *planner, uint32_t first, uint32_t last) {
  const uint32_t begin = node_at(planner, first)->range.begin;
  const uint32_t end = node_at(planner, last)->range.end;
  const struct cleave_token *directive = cleave_find_token(
      &planner->unit->tokens, (struct cleave_range){begin, begin + 1}, CLEAVE_TOKENS_DIRECTIVE, NULL);
  const bool legal = (end == begin || !is_on_directive(planner, end - 1)) &&
                     (!directive || directive->kind == CLEAVE_TOKEN_OPENMP_PRAGMA ||
                      1 << directive->kind & CLEAVE_TOKENS_LOOP_HINT);
  return legal || refuse(planner, CLEAVE_REASON_MACRO_BOUNDARY, begin, NULL);
}

static bool check_serial(struct builder *builder, uint32_t first, uint32_t last) {
  if (!check_directives(builder->planner, first, last))
    return false;
  for (uint32_t at = first;; at = node_at(builder->planner, at)->next) {
    const struct cleave_node *node = node_at(builder->planner, at);
    if (!check_boundary(builder->planner, at) ||
        (node->declarator_count && node->kind == CLEAVE_NODE_DECLARATION &&
         !check_declaration_text(builder->planner, node)))
      return false;
    if (at == last)
      return true;
  }
}

/* Whether a PLAN_NODE that the host executes computes anything. */
static bool computes(const struct planner *planner, const struct cleave_plan_node *plan_node) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  if (plan_node->kind == CLEAVE_PLAN_HOST)
    return node->kind != CLEAVE_NODE_EMPTY && node->kind != CLEAVE_NODE_BREAK &&
           node->kind != CLEAVE_NODE_CONTINUE && node->kind != CLEAVE_NODE_DECLARATION;
  for (size_t i = 0; plan_node->kind == CLEAVE_PLAN_DECLARATION && i < node->declarator_count; i++)
    if (node->declarators[i].has_initializer && !plan_node->device_initializers[i])
      return true;
  return false;
}

/* Appends a plan node that the host executes. Neighbours share one remark. */
static void add_host_node(struct builder *builder, struct cleave_plan_node *parent,
                          struct cleave_plan_node *plan_node) {
  struct planner *planner = builder->planner;
  bool reported = false;
  for (size_t i = parent->child_count; i-- && (parent->children[i]->kind == CLEAVE_PLAN_HOST ||
                                               parent->children[i]->kind == CLEAVE_PLAN_DECLARATION);)
    reported |= computes(planner, parent->children[i]);
  if (computes(planner, plan_node) && !reported)
    note(planner, CLEAVE_REASON_SERIAL_ON_HOST, node_at(planner, plan_node->node)->range.begin, NULL);
  add_child(builder, parent, plan_node);
}

/* Appends a kernel of one thread for the statements FIRST to LAST. Returns LAST, or CLEAVE_NO_NODE when the region was
 * refused. */
static uint32_t add_serial(struct builder *builder, struct cleave_plan_node *parent, uint32_t first,
                           uint32_t last) {
  struct planner *planner = builder->planner;
  if (planner->region->hints & CLEAVE_HINT_SERIAL_HOST) {
    refuse(planner, CLEAVE_REASON_SERIAL_NOT_ON_HOST, node_at(planner, first)->range.begin, NULL);
    return CLEAVE_NO_NODE;
  }
  struct cleave_plan_node *serial = new_plan_node(builder->planner, CLEAVE_PLAN_SERIAL, first);
  serial->last = last;
  if (!check_serial(builder, first, last))
    return CLEAVE_NO_NODE;
  note(planner, CLEAVE_REASON_SERIAL_KERNEL, node_at(planner, first)->range.begin,
       cleave_arena_format(planner->arena, "%s: %s", serial_kernel_threads(planner, first, last),
                           host_obstacle(planner, first, last)));
  bool assumes_disjoint;
  if (builder->execution == ONE_THREAD && first == last) {
    serial->depth = independent_depth(planner, first, &assumes_disjoint);
    serial->scans = is_scan_loop(planner, first);
    planner->plan->widened += serial->scans;
  }
  if (!serial->scans && !serial->depth)
    for (uint32_t at = first;; at = node_at(planner, at)->next) {
      explain_unscanned_loop(planner, at);
      if (at == last)
        break;
    }
  planner->plan->serial_kernels++;
  add_child(builder, parent, serial);
  return last;
}

/* Appends a kernel on the whole device for the serial loop INDEX. */
static uint32_t add_distributed(struct builder *builder, struct cleave_plan_node *parent, uint32_t index) {
  struct planner *planner = builder->planner;
  bool assumes_disjoint;
  if (!check_serial(builder, index, index))
    return CLEAVE_NO_NODE;
  struct cleave_plan_node *loop = new_plan_node(planner, CLEAVE_PLAN_SERIAL, index);
  loop->widened = true;
  loop->depth = independent_depth(planner, index, &assumes_disjoint);
  planner->plan->kernels++;
  planner->plan->widened++;
  note(planner, CLEAVE_REASON_SERIAL_LOOP_DISTRIBUTED, node_at(planner, index)->range.begin, "");
  add_child(builder, parent, loop);
  return index;
}

/* Likewise for a statement that every thread of a parallel construct encounters: a barrier, or a construct that one thread
 * executes. Adjacent constructs share a kernel; a barrier between them has no effect there. */
static uint32_t add_team_construct(struct builder *builder, struct cleave_plan_node *parent, uint32_t first) {
  struct planner *planner = builder->planner;
  const struct cleave_node *node = node_at(planner, first);
  if (!check_boundary(planner, first))
    return CLEAVE_NO_NODE;
  if (node->construct & CLEAVE_CONSTRUCT_BARRIER) {
    add_child(builder, parent, new_plan_node(builder->planner, CLEAVE_PLAN_FLATTENED, first));
    return first;
  }
  uint32_t last = first;
  for (uint32_t at = node->next; at != CLEAVE_NO_NODE; at = node_at(planner, at)->next) {
    if (runs_once(node_at(planner, at)))
      last = at;
    else if (!(node_at(planner, at)->construct & CLEAVE_CONSTRUCT_BARRIER))
      break;
  }
  return add_serial(builder, parent, first, last);
}

/* Appends the plan nodes of one statement that contains no loop. Returns the last node that they include, or
 * CLEAVE_NO_NODE when the region was refused. */
static uint32_t add_plain(struct builder *builder, struct cleave_plan_node *parent, uint32_t index) {
  struct planner *planner = builder->planner;
  if (builder->execution == EVERY_THREAD &&
      (node_at(planner, index)->construct & CLEAVE_CONSTRUCT_BARRIER || runs_once(node_at(planner, index))))
    return add_team_construct(builder, parent, index);
  if (builder->execution != ONE_THREAD) {
    if (node_at(planner, index)->kind == CLEAVE_NODE_DECLARATION && !stays_on_host(planner, index)) {
      struct cleave_plan_node *declaration = build_declaration(builder, index);
      if (!declaration)
        return CLEAVE_NO_NODE;
      add_host_node(builder, parent, declaration);
      return index;
    }
    if (!check_replicated(builder, index))
      return CLEAVE_NO_NODE;
    add_host_node(builder, parent, new_plan_node(builder->planner, CLEAVE_PLAN_HOST, index));
    return index;
  }
  if (stays_on_host(planner, index)) {
    add_host_node(builder, parent, new_plan_node(builder->planner, CLEAVE_PLAN_HOST, index));
    return index;
  }
  uint32_t first = index, last = end_of_serial_run(planner, index);
  if (last == CLEAVE_NO_NODE) { /* a declaration on the host */
    struct cleave_plan_node *declaration = build_declaration(builder, index);
    if (!declaration)
      return CLEAVE_NO_NODE;
    add_host_node(builder, parent, declaration);
    if (!declaration->initializes_on_device)
      return index;
    last = index;
    uint32_t next = node_at(planner, index)->next;
    if (next != CLEAVE_NO_NODE && !planner->host_controlled[next] && !stays_on_host(planner, next) &&
        !is_scan_loop(planner, next)) {
      uint32_t end = end_of_serial_run(planner, next);
      if (end != CLEAVE_NO_NODE)
        last = end;
    }
  }
  if (first == index && last != CLEAVE_NO_NODE) {
    const uint32_t end = is_scan_loop(planner, first) ? last : end_of_shared_kernel(planner, first, last);
    if (end == CLEAVE_NO_NODE && decide(planner))
      return add_distributed(builder, parent, first);
    last = end == CLEAVE_NO_NODE ? last : end;
  }
  return add_serial(builder, parent, first, last);
}

/* ---- Steered statements ------------------------------------------------------------------------- */

static const char *keyword_of(const struct cleave_node *node) {
  switch (node->kind) {
  case CLEAVE_NODE_FOR:
    return "for";
  case CLEAVE_NODE_WHILE:
    return "while";
  case CLEAVE_NODE_DO:
    return "do";
  default:
    return "if";
  }
}

static bool add_children(struct builder *builder, struct cleave_plan_node *parent, uint32_t first) {
  struct planner *planner = builder->planner;
  for (uint32_t at = first; at != CLEAVE_NO_NODE; at = node_at(planner, at)->next) {
    if (planner->host_controlled[at]) {
      struct cleave_plan_node *child = build(builder, at);
      if (!child)
        return false;
      add_child(builder, parent, child);
    } else {
      at = add_plain(builder, parent, at);
      if (at == CLEAVE_NO_NODE)
        return false;
    }
  }
  return true;
}

static struct cleave_plan_node *build_control(struct builder *builder, uint32_t index) {
  struct planner *planner = builder->planner;
  const struct cleave_node *node = node_at(planner, index);
  struct builder inner = *builder;
  struct cleave_plan_node *plan_node = new_plan_node(builder->planner, CLEAVE_PLAN_CONTROL, index);
  if (node->kind != CLEAVE_NODE_COMPOUND) {
    unsigned reason;
    const char *name;
    uint32_t offset;
    bool on_host = host_can_control(planner, node->uses, node->use_count, node->facts, node->fact_count,
                                    &reason, &name, &offset);
    if (!on_host && !evaluate_on_device(planner, plan_node, builder->execution))
      return NULL;
    if (builder->execution != ONE_THREAD)
      for (size_t i = 0; i < node->use_count; i++) {
        const struct cleave_variable *variable = variable_at(planner, node->uses[i].variable);
        if (node->uses[i].flags & CLEAVE_USE_WRITE && variable->declared_by == CLEAVE_NO_NODE) {
          refuse(planner, CLEAVE_REASON_REPLICATED_CODE, node->range.begin,
                 builder->execution == EVERY_TEAM ? "team" : "thread");
          return NULL;
        }
      }
    note(planner, on_host ? CLEAVE_REASON_HOST_CONTROL : CLEAVE_REASON_CONDITION_KERNEL, node->range.begin,
         keyword_of(node));
    if (node->kind != CLEAVE_NODE_IF) {
      inner.environment_at_loop = inner.environment;
      planner->needs_environment = true;
    }
  }
  return add_children(&inner, plan_node, node->first_child) ? plan_node : NULL;
}

static struct cleave_plan_node *build_kernel(struct builder *builder, uint32_t index) {
  struct planner *planner = builder->planner;
  const struct cleave_node *node = node_at(planner, index);
  if (builder->execution == EVERY_TEAM && !(node->construct & CLEAVE_CONSTRUCT_DISTRIBUTE)) {
    refuse(planner, CLEAVE_REASON_LOOP_IN_EVERY_TEAM, node->directive.begin, NULL);
    return NULL;
  }
  if (builder->execution == EVERY_THREAD && node->construct & CLEAVE_CONSTRUCT_PARALLEL) {
    refuse(planner, CLEAVE_REASON_REPLICATED_CODE, node->directive.begin, "thread");
    return NULL;
  }
  const bool distributed = node->construct & CLEAVE_CONSTRUCT_DISTRIBUTE;
  const char *bound =
      distributed && !is_combined_loop(planner->region) ? value_missing_on_host(planner, node) : NULL;
  if (bound) {
    refuse(planner, CLEAVE_REASON_BOUND_ON_DEVICE, node->body.begin, bound);
    return NULL;
  }
  struct cleave_plan_node *plan_node = new_plan_node(builder->planner, CLEAVE_PLAN_KERNEL, index);
  note(planner, CLEAVE_REASON_LOOP_KERNEL, node->directive.begin, NULL);
  plan_node->widened = !distributed && may_widen(planner, index, builder->parallel);
  if ((distributed || plan_node->widened) && !is_combined_loop(planner->region))
    add_launch_values(planner, plan_node);
  planner->plan->kernels++;
  planner->plan->widened += plan_node->widened;
  return plan_node;
}

static struct cleave_plan_node *build_flattened(struct builder *builder, uint32_t index) {
  struct planner *planner = builder->planner;
  const struct cleave_node *node = node_at(planner, index);
  struct builder inner = *builder;
  inner.replicated_by = index;
  inner.execution = EVERY_THREAD;
  if (node->kind == CLEAVE_NODE_TEAMS)
    inner.execution =
        has_single_team(planner, index, node->clauses, node->clause_count) ? ONE_THREAD : EVERY_TEAM;
  if (node->kind == CLEAVE_NODE_PARALLEL)
    inner.parallel = node;
  struct cleave_plan_node *plan_node = new_plan_node(builder->planner, CLEAVE_PLAN_FLATTENED, index);
  return add_children(&inner, plan_node, node->first_child) ? plan_node : NULL;
}

/* break or continue of a host loop. A jump out of the block of a target data construct is not allowed (OpenMP 5.1, 1.2.2). So the
 * block of each environment that it leaves becomes the body of a loop of one iteration, and a variable holds the jump:
 *
 *   for (...) { double s = 0;                for (...) { double s = 0; int exit = 0;
 *   #pragma omp target data map(to: s)       #pragma omp target data map(to: s)
 *     { ... break; ... } }             ->      { do { ... { exit = 1; break; } ... } while (0); }
 *                                              if (exit == 1) break; }
 */
static struct cleave_plan_node *build_jump(struct builder *builder, uint32_t index) {
  struct planner *planner = builder->planner;
  const bool breaks = node_at(planner, index)->kind == CLEAVE_NODE_BREAK;
  struct cleave_plan_node *jump = new_plan_node(builder->planner, CLEAVE_PLAN_HOST, index), *outermost = NULL;
  for (const struct environment *it = builder->environment; it != builder->environment_at_loop;
       it = it->around)
    outermost = it->declaration;
  if (!outermost)
    return jump;
  if (!outermost->exit_name) {
    const unsigned number = ++planner->exits;
    outermost->exit_name =
        new_name(planner, number == 1 ? "exit" : cleave_arena_format(planner->arena, "exit_%u", number));
    outermost->declares_exit = true;
  }
  for (const struct environment *it = builder->environment; it != builder->environment_at_loop;
       it = it->around) {
    it->declaration->exit_name = outermost->exit_name;
    it->declaration->exits_by_break |= breaks;
    it->declaration->exits_by_continue |= !breaks;
  }
  jump->exit_name = outermost->exit_name;
  return jump;
}

static struct cleave_plan_node *build(struct builder *builder, uint32_t index) {
  struct planner *planner = builder->planner;
  const struct cleave_node *node = node_at(planner, index);
  switch (node->kind) {
  case CLEAVE_NODE_LOOP:
    return build_kernel(builder, index);
  case CLEAVE_NODE_PARALLEL:
  case CLEAVE_NODE_TEAMS:
    return build_flattened(builder, index);
  case CLEAVE_NODE_BREAK:
  case CLEAVE_NODE_CONTINUE:
    return build_jump(builder, index);
  default:
    return build_control(builder, index);
  }
}

bool build_plan_nodes(struct planner *planner) {
  const uint32_t construct = planner->region->construct;
  /* The parallel of a combined loop (target parallel for) belongs to the loop: one thread encounters it. */
  const bool in_parallel = construct & CLEAVE_CONSTRUCT_PARALLEL && !(construct & CLEAVE_CONSTRUCT_FOR);
  const bool teams = construct & CLEAVE_CONSTRUCT_TEAMS &&
                     !has_single_team(planner, 0, planner->region->clauses, planner->region->clause_count);
  struct builder builder = {
      .planner = planner,
      .execution = teams         ? EVERY_TEAM
                   : in_parallel ? EVERY_THREAD
                                 : ONE_THREAD,
  };
  const bool is_scan = is_scan_loop(planner, 0);
  if (is_scan || !planner->host_controlled[0]) { /* the region is a serial loop */
    struct cleave_plan_node around = {.children = NULL};
    if ((is_scan ? add_serial(&builder, &around, 0, 0) : add_plain(&builder, &around, 0)) == 0)
      planner->plan->root = around.children[0];
  } else {
    planner->plan->root = build(&builder, 0);
  }
  return planner->plan->root != NULL;
}
