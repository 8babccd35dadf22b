/* FILE: lib/fission/tasks.c
 * WHAT: regions with nowait or depend: the region as one task, split into several constructs.
 *
 * depend without nowait: the region is an undeferred task (OpenMP 5.1, 2.12.5 and 2.14.5): the encountering
 * thread waits until the dependences are satisfied, and continues when the region is complete. So the plan is
 * `taskwait depend(...)`, which waits for exactly these dependences (2.19.5), and then the kernels.
 *
 * nowait: the region is a deferred task. Its data environment becomes two tasks, `target enter data` and
 * `target exit data`, and each kernel one task. All of them depend, inout, on one variable that nothing else
 * names, so they run in the order in which they are generated (2.19.11). The first and the last also have the
 * region's own dependences: the first waits for the predecessors of the region, and the successors wait for
 * the last. Other tasks cannot conflict with those between them, because their data belong to the region.
 *
 * The encountering thread does not wait, so all variables that the tasks refer to must outlive the block: a
 * copy on its stack does not. Values are captured when a task is generated, as for the original region.
 */
#include <string.h>

#include "fission/fission_internal.h"

static const struct cleave_clause *region_clause(const struct planner *planner,
                                                 enum cleave_clause_kind kind) {
  return cleave_clause_find(planner->region->clauses, planner->region->clause_count, kind);
}

/* Adds the region's depend clauses. */
static void add_dependences(const struct planner *planner, struct cleave_clauses *clauses) {
  for (size_t i = 0; i < planner->region->clause_count; i++)
    if (planner->region->clauses[i].kind == CLEAVE_CLAUSE_DEPEND)
      cleave_add_user_clause(planner->arena, clauses, &planner->region->clauses[i]);
}

/* The dependences are named before the first kernel and again after the last. They must then denote the same
 * storage, though the region's copies of variables hide the user's. */
static bool check_dependence(struct planner *planner, const struct cleave_clause *clause) {
  if (clause->flags & CLEAVE_CLAUSE_IN_MACRO)
    return refuse(planner, CLEAVE_REASON_CLAUSE_MACRO, clause->range.begin, text_of(planner, clause->range));
  if (clause->flags & CLEAVE_CLAUSE_SIDE_EFFECTS)
    return refuse(planner, CLEAVE_REASON_CLAUSE_EFFECTS, clause->range.begin,
                  text_of(planner, clause->range));
  /* taskwait accepts in, out and inout alone; iterators are untested. */
  if (planner->unit->openmp_version < 50 || clause->flags & CLEAVE_CLAUSE_OTHER_DEPENDENCE)
    return refuse(planner, CLEAVE_REASON_CLAUSE_UNSUPPORTED, clause->range.begin,
                  text_of(planner, clause->range));
  for (size_t u = 0; u < clause->use_count; u++) {
    const struct cleave_variable *variable = variable_at(planner, clause->uses[u].variable);
    const bool hidden =
        variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE || variable->sharing == CLEAVE_SHARING_PRIVATE;
    const uint32_t uses = flowing_uses(planner, clause->uses[u].variable);
    if (hidden && uses && (uses & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS) || variable->address_taken))
      return refuse(planner, CLEAVE_REASON_CLAUSE_ON_DEVICE, clause->range.begin,
                    text_of(planner, clause->range));
  }
  return true;
}

bool check_task_clauses(struct planner *planner) {
  const struct cleave_region *region = planner->region;
  for (size_t i = 0; i < region->clause_count; i++)
    if (region->clauses[i].kind == CLEAVE_CLAUSE_DEPEND && !check_dependence(planner, &region->clauses[i]))
      return false;
  planner->deferred = region_clause(planner, CLEAVE_CLAUSE_NOWAIT) != NULL;
  return true;
}

/* The run time of LLVM 19 never finishes a reduction over the teams of a deferred kernel; it finishes one
 * over the threads of a team. */
static bool check_kernels(struct planner *planner, const struct cleave_plan_node *plan_node) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  if (plan_node->kind == CLEAVE_PLAN_KERNEL &&
      (plan_node->widened || node->construct & CLEAVE_CONSTRUCT_DISTRIBUTE)) {
    const struct cleave_clause *reduction =
        cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_REDUCTION);
    if (reduction)
      return refuse(planner, CLEAVE_REASON_NOWAIT_REDUCTION, reduction->range.begin, NULL);
  }
  if (plan_node->kind == CLEAVE_PLAN_DECLARATION && plan_node->directive) {
    const struct cleave_variable *variable = variable_at(planner, node->declarators[0].variable);
    return refuse(planner, CLEAVE_REASON_NOWAIT_LOCAL, variable->declared_at, variable->name);
  }
  for (size_t i = 0; i < plan_node->child_count; i++)
    if (!check_kernels(planner, plan_node->children[i]))
      return false;
  return true;
}

bool make_tasks(struct planner *planner) {
  if (!planner->deferred) {
    if (region_clause(planner, CLEAVE_CLAUSE_DEPEND) && planner->needs_environment) {
      struct cleave_directive *wait = cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_TASKWAIT, 0);
      add_dependences(planner, &wait->clauses);
      planner->plan->before = wait;
    } else {
      add_dependences(planner, &planner->task_clauses);
    }
    return true;
  }
  if (!check_kernels(planner, planner->plan->root))
    return false;
  for (uint32_t i = 0; i < planner->region->variable_count; i++)
    if (planner->placements[i] == ON_DEVICE) {
      uint32_t at = planner->region->offset;
      cleave_region_uses(planner->region, 0, i, &at);
      return refuse(planner, CLEAVE_REASON_NOWAIT_LOCAL, at, variable_at(planner, i)->name);
    }
  cleave_add_nowait(planner->arena, &planner->task_clauses);
  if (!planner->needs_environment) {
    add_dependences(planner, &planner->task_clauses);
    return true;
  }
  const char *chain = new_name(planner, "chain");
  const struct cleave_declaration declaration = {.type = "char", .name = chain};
  CLEAVE_APPEND(planner->arena, planner->plan->temporaries, planner->plan->temporary_count, declaration);
  cleave_add_depend(planner->arena, &planner->task_clauses, CLEAVE_DEPEND_INOUT, chain);
  cleave_add_clauses(planner->arena, &planner->end_clauses, &planner->task_clauses);
  add_dependences(planner, &planner->end_clauses);
  return true;
}
