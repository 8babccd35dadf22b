/* FILE: lib/model/directive.c
 * WHAT: see directive.h.
 */
#include "model/directive.h"

#include "model/arena.h"

struct cleave_directive *cleave_make_directive(struct cleave_arena *arena, enum cleave_directive_kind kind,
                                               uint32_t construct) {
  struct cleave_directive *it = cleave_arena_allocate(arena, sizeof *it);
  it->kind = kind;
  it->construct = construct;
  return it;
}

void cleave_add_clause(struct cleave_arena *arena, struct cleave_clauses *clauses,
                       struct cleave_plan_clause clause) {
  CLEAVE_APPEND(arena, clauses->items, clauses->count, clause);
}

void cleave_add_clauses(struct cleave_arena *arena, struct cleave_clauses *clauses,
                        const struct cleave_clauses *added) {
  for (size_t i = 0; i < added->count; i++)
    cleave_add_clause(arena, clauses, added->items[i]);
}

void cleave_add_user_clause(struct cleave_arena *arena, struct cleave_clauses *clauses,
                            const struct cleave_clause *user) {
  cleave_add_clause(arena, clauses, (struct cleave_plan_clause){.kind = user->kind, .user = user});
}

void cleave_add_if(struct cleave_arena *arena, struct cleave_clauses *clauses,
                   enum cleave_if_modifier modifier, const struct cleave_expression *condition) {
  cleave_add_clause(
      arena, clauses,
      (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_IF, .modifier = modifier, .argument = condition});
}

void cleave_add_depend(struct cleave_arena *arena, struct cleave_clauses *clauses,
                       enum cleave_dependence dependence, const char *name) {
  cleave_add_clause(arena, clauses,
                    (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_DEPEND, .dependence = dependence});
  cleave_add_list_item(arena, clauses, cleave_make_name(arena, name));
}

void cleave_add_nowait(struct cleave_arena *arena, struct cleave_clauses *clauses) {
  cleave_add_clause(arena, clauses, (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_NOWAIT});
}

void cleave_add_device(struct cleave_arena *arena, struct cleave_clauses *clauses,
                       const struct cleave_expression *device) {
  if (device)
    cleave_add_clause(arena, clauses,
                      (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_DEVICE, .argument = device});
}

void cleave_add_mapped(struct cleave_arena *arena, struct cleave_clauses *clauses, enum cleave_map_type type,
                       const struct cleave_expression *item) {
  const struct cleave_plan_clause *last = clauses->count ? &clauses->items[clauses->count - 1] : NULL;
  if (!last || last->kind != CLEAVE_CLAUSE_MAP || last->user || last->map_type != type || last->modifiers ||
      last->mapper)
    cleave_add_clause(arena, clauses,
                      (struct cleave_plan_clause){.kind = CLEAVE_CLAUSE_MAP, .map_type = type});
  cleave_add_list_item(arena, clauses, item);
}

void cleave_add_list_item(struct cleave_arena *arena, struct cleave_clauses *clauses,
                          const struct cleave_expression *item) {
  struct cleave_plan_clause *last = &clauses->items[clauses->count - 1];
  CLEAVE_APPEND(arena, last->items, last->item_count, item);
}
