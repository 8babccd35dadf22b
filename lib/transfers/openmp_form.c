/* FILE: lib/transfers/openmp_form.c
 * WHAT: the schedule of a region as OpenMP directives.
 *
 * For a reader, each object is mapped where it is used first and unmapped after its last use, without tasks:
 *
 *   #pragma omp target data map(to: a[0:n]) map(from: c[0:n])
 *   {
 *     ... stage 0, which uses a ...
 *     #pragma omp target enter data map(to: b[0:n])
 *     ... stage 1, which uses b and c ...
 *     #pragma omp target exit data map(release: b[0:n])
 *   }
 *
 * With transfers=openmp, tasks copy while kernels run:
 *
 *   const int cleave_threads = omp_get_max_threads();
 *   const int cleave_async = (omp_set_num_threads(10), omp_get_thread_limit() > 9 && omp_get_max_threads() > 9);
 *   char cleave_sent_1;
 *   omp_set_num_threads(cleave_threads);
 *   #pragma omp target data map(to: a[0:n], b[0:n]) map(from: c[0:n]) if(!cleave_async)
 *   #pragma omp target data map(to: a[0:n]) map(from: c[0:n]) if(cleave_async)
 *   {
 *     #pragma omp taskgroup
 *     {
 *       #pragma omp target enter data map(to: b[0:n]) nowait depend(out: cleave_sent_1) if(cleave_async)
 *       ... stage 0, which uses a ...
 *       #pragma omp taskwait depend(in: cleave_sent_1)
 *       ... stage 1, which uses b and c ...
 *     }
 *     #pragma omp target exit data map(release: b[0:n]) if(cleave_async)
 *   }
 *
 * 1. An object is mapped from its first use to its last, instead of from the begin of the region to its end:
 *    in both cases once, with the same types of copies. The effect of reference counts is the same: whether
 *    the object was present before, and is present afterwards (OpenMP 5.1, 2.21.7.1). An `update` would
 *    overwrite newer values in an outer environment.
 * 2. No object is copied while it is used: the first stage that uses it waits for the task that maps it. The
 *    task that unmaps it is generated when the last stage that uses it has ended.
 * 3. The taskgroup waits for all of these tasks, because the program may free the storage after the region.
 *    It waits for no other tasks. A taskwait would, and would never end if one of them is detached and waits
 *    for this thread.
 * 4. Two names may have one object (access_summaries.c): then the entry that is mapped first, and unmapped
 *    last, decides on its copies. So an object that is mapped after such an object is still mapped after it,
 *    and is unmapped before it. The stages of objects that may share storage are nested: a later object in
 *    the list is used neither earlier nor later than an earlier one. The environment maps its objects before
 *    all others, and unmaps them after all others. So the environment keeps no object that may share storage
 *    with a moved object and comes after it.
 * 5. Tags are separate objects: LLVM 19 treats sections with different begins as different dependences.
 * 6. LLVM 19 executes such tasks in a separate team of eight threads. If the number of threads is limited to
 *    fewer, it waits forever. Then the plain environment is executed; a directive whose condition is false
 *    generates no task. omp_get_thread_limit returns OMP_THREAD_LIMIT; KMP_DEVICE_THREAD_LIMIT bounds the
 *    effect of omp_set_num_threads. LLVM 19 fails if threads that OpenMP did not create execute such tasks; a
 *    program cannot detect this.
 */
#include "transfers/transfers_internal.h"

/* A smaller object is copied in less time than a handover to another thread takes. */
enum { SMALLEST_TASK = 64 * 1024 };

struct plan_of_tasks {
  struct analysis *analysis;
  struct cleave_openmp_form *form;
  bool *moved;              /* per object: mapped by a separate directive */
  bool *fixed;              /* per object: must stay in the environment */
  uint32_t *sorted;         /* the objects in the order of their entries */
  uint32_t *begin, *end;    /* per object: the stages during which it is mapped */
  const char *threads;      /* the constant with the number of threads to restore */
  const char **sent, *back; /* the names of the tags; NULL: none yet */
};

static uint32_t last_stage(const struct plan_of_tasks *it) {
  return (uint32_t)it->analysis->transfers->stage_count - 1;
}

/* ---- What is moved ----------------------------------------------------------------------------- */

bool is_small(const struct analysis *analysis, size_t object) {
  const struct cleave_variable *variable =
      variable_at(analysis->planner, analysis->transfers->objects[object].variable);
  return variable->type_class == CLEAVE_TYPE_ARRAY && variable->size && variable->size < SMALLEST_TASK;
}

/* Whether a copy of the object can overlap a kernel. */
static bool is_worthwhile(const struct plan_of_tasks *it, uint32_t object) {
  const struct cleave_transfer *transfer = &it->analysis->transfers->objects[object];
  return transfer->first_use != CLEAVE_NO_STAGE && !is_small(it->analysis, object) &&
         ((sends(transfer->needed) && transfer->first_use) ||
          (fetches(transfer->needed) && transfer->last_use != last_stage(it)));
}

static bool is_after(const struct plan_of_tasks *it, uint32_t object, uint32_t other) {
  const struct object *objects = it->analysis->objects;
  return objects[object].is_exposed && objects[other].is_exposed &&
         objects[other].order > objects[object].order;
}

/* Point 4. Returns false if an object had to be fixed. */
static bool move(struct plan_of_tasks *it) {
  const size_t count = it->analysis->object_count;
  for (uint32_t i = 0; i < count; i++)
    it->moved[i] = !it->fixed[i] && is_worthwhile(it, i);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t other = 0; it->moved[i] && other < count; other++) {
      if (!is_after(it, i, other))
        continue;
      if (it->fixed[other]) {
        it->fixed[i] = true;
        return false;
      }
      it->moved[other] = true;
    }
  return true;
}

/* All objects after a moved one are moved with it, so one look at those after the first suffices. */
static bool choose_objects(struct plan_of_tasks *it) {
  struct analysis *analysis = it->analysis;
  for (uint32_t i = 0; i < analysis->object_count; i++) {
    const struct cleave_transfer *transfer = &analysis->transfers->objects[i];
    struct cleave_object memory = {0};
    it->fixed[i] = !transfer->is_known || !find_memory(analysis->planner, transfer->variable, &memory);
  }
  while (!move(it))
    ;
  for (uint32_t i = 0; i < analysis->object_count; i++)
    if (it->moved[i] && is_worthwhile(it, i))
      return true;
  return false;
}

static void sort_objects(struct plan_of_tasks *it) {
  const struct object *objects = it->analysis->objects;
  for (uint32_t i = 0; i < it->analysis->object_count; i++) {
    uint32_t at = i;
    for (; at && objects[it->sorted[at - 1]].order > objects[i].order; at--)
      it->sorted[at] = it->sorted[at - 1];
    it->sorted[at] = i;
  }
}

/* Keeps an object that no stage uses within the stages of the earlier moved objects that it may share storage
 * with: point 4. These are nested, since each is used wherever a later one is. */
static void keep_within(struct plan_of_tasks *it, uint32_t object) {
  bool first = true;
  for (uint32_t other = 0; other < it->analysis->object_count; other++) {
    if (!it->moved[other] || !is_after(it, other, object))
      continue;
    if (first || it->begin[other] > it->begin[object])
      it->begin[object] = it->begin[other];
    if (first || it->end[other] < it->end[object])
      it->end[object] = it->end[other];
    first = false;
  }
}

/* An object that has one name, and is not copied at one end, is mapped there in one directive with others. */
static void choose_stages(struct plan_of_tasks *it) {
  for (uint32_t i = 0; i < it->analysis->object_count; i++) {
    const uint32_t object = it->sorted[i];
    const struct cleave_transfer *transfer = &it->analysis->transfers->objects[object];
    const bool is_used = transfer->first_use != CLEAVE_NO_STAGE;
    const bool is_exposed = it->analysis->objects[object].is_exposed;
    it->begin[object] = !is_used                                  ? last_stage(it)
                        : !is_exposed && !sends(transfer->needed) ? 0
                                                                  : transfer->first_use;
    it->end[object] =
        !is_used || (!is_exposed && !fetches(transfer->needed)) ? last_stage(it) : transfer->last_use;
    if (!is_used)
      keep_within(it, object);
  }
}

/* ---- Directives ---------------------------------------------------------------------------------- */

/* Maps the moved objects whose entry in STAGES is STAGE, in order; NULL if there are none. */
static struct cleave_directive *mapping_at(const struct plan_of_tasks *it, const uint32_t *stages,
                                           uint32_t stage, bool enters) {
  const struct planner *planner = it->analysis->planner;
  struct cleave_directive *mapping =
      cleave_make_directive(planner->arena, enters ? CLEAVE_DIRECTIVE_ENTER : CLEAVE_DIRECTIVE_EXIT, 0);
  struct cleave_clauses *clauses = &mapping->clauses;
  for (size_t i = 0; i < it->analysis->object_count; i++) {
    const uint32_t object = it->sorted[i];
    const struct cleave_transfer *transfer = &it->analysis->transfers->objects[object];
    if (!it->moved[object] || stages[object] != stage)
      continue;
    const enum cleave_map_type type = enters ? (sends(transfer->needed) ? CLEAVE_MAP_TO : CLEAVE_MAP_ALLOC)
                                      : fetches(transfer->needed) ? CLEAVE_MAP_FROM
                                                                  : CLEAVE_MAP_OTHER;
    cleave_add_mapped(planner->arena, clauses, type,
                      mapped_item(planner, transfer->variable, transfer->item));
  }
  cleave_add_device(planner->arena, clauses, clauses->count ? planner->device : NULL);
  return clauses->count ? mapping : NULL;
}

static void add_directive(struct plan_of_tasks *it, uint32_t stage,
                          const struct cleave_directive *directive) {
  struct cleave_directives *directives = &it->form->stages[stage];
  CLEAVE_APPEND(it->analysis->planner->arena, directives->items, directives->count, directive);
}

static void add_condition_clause(const struct plan_of_tasks *it, struct cleave_directive *mapping) {
  if (it->form->condition)
    cleave_add_if(it->analysis->planner->arena, &mapping->clauses, CLEAVE_IF_ANY, it->form->condition);
}

static void add_enters(struct plan_of_tasks *it) {
  struct planner *planner = it->analysis->planner;
  const char *before = NULL; /* the tag of the previous mapping */
  for (uint32_t stage = 0; stage <= last_stage(it); stage++) {
    struct cleave_directive *mapping = mapping_at(it, it->begin, stage, true);
    if (!mapping)
      continue;
    if (stage && it->form->for_compiler) {
      it->sent[stage] = new_name(planner, cleave_arena_format(planner->arena, "sent_%u", stage));
      cleave_add_nowait(planner->arena, &mapping->clauses);
      if (before)
        cleave_add_depend(planner->arena, &mapping->clauses, CLEAVE_DEPEND_IN, before);
      cleave_add_depend(planner->arena, &mapping->clauses, CLEAVE_DEPEND_OUT, it->sent[stage]);
      before = it->sent[stage];
    }
    add_condition_clause(it, mapping);
    add_directive(it, it->form->for_compiler ? 0 : stage, mapping);
  }
}

static void add_exits(struct plan_of_tasks *it) {
  struct planner *planner = it->analysis->planner;
  unsigned count = 0;
  for (uint32_t stage = 0; it->form->for_compiler && stage < last_stage(it); stage++)
    count += mapping_at(it, it->end, stage, false) != NULL;
  if (count > 1) /* in this order: point 4 */
    it->back = new_name(planner, "back");
  for (uint32_t stage = 0; stage <= last_stage(it); stage++) {
    struct cleave_directive *mapping = mapping_at(it, it->end, stage, false);
    if (!mapping)
      continue;
    if (stage == last_stage(it)) {
      it->form->after = mapping;
    } else {
      if (it->form->for_compiler)
        cleave_add_nowait(planner->arena, &mapping->clauses);
      if (it->back)
        cleave_add_depend(planner->arena, &mapping->clauses, CLEAVE_DEPEND_INOUT, it->back);
      add_directive(it, stage + 1, mapping);
    }
    add_condition_clause(it, mapping);
  }
}

static const struct cleave_expression *more_than_nine(struct cleave_arena *arena,
                                                      enum cleave_function function) {
  return cleave_make_binary(arena, CLEAVE_GREATER, cleave_make_call(arena, function),
                            cleave_make_constant(arena, CLEAVE_EXPRESSION_INTEGER, 9));
}

static void add_declaration(struct plan_of_tasks *it, struct cleave_declaration declaration) {
  CLEAVE_APPEND(it->analysis->planner->arena, it->form->declarations, it->form->declaration_count,
                declaration);
}

static void add_tag(struct cleave_arena *arena, struct cleave_declaration *tags, const char *name) {
  if (name && tags->name)
    CLEAVE_APPEND(arena, tags->others, tags->other_count, name);
  else if (name)
    tags->name = name;
}

/* Sets the condition under which the objects are mapped by separate directives. */
static void choose_condition(struct plan_of_tasks *it) {
  struct planner *planner = it->analysis->planner;
  struct cleave_openmp_form *form = it->form;
  form->for_compiler = planner->options->transfers == CLEAVE_COPIES_BY_TASKS;
  if (form->for_compiler) {
    it->threads = new_name(planner, "threads");
    form->async = cleave_make_name(planner->arena, new_name(planner, "async"));
  }
  form->condition = form->async ? form->async : planner->condition;
}

static void add_declarations(struct plan_of_tasks *it) {
  struct planner *planner = it->analysis->planner;
  struct cleave_arena *arena = planner->arena;
  struct cleave_expression *set = cleave_make_call(arena, CLEAVE_CALL_SET_NUM_THREADS),
                           *restore = cleave_make_call(arena, CLEAVE_CALL_SET_NUM_THREADS);
  cleave_add_number(arena, set, 10);
  cleave_add_argument(arena, restore, cleave_make_name(arena, it->threads));
  const struct cleave_expression *async = cleave_make_binary(
      arena, CLEAVE_COMMA, set,
      cleave_make_binary(arena, CLEAVE_AND, more_than_nine(arena, CLEAVE_CALL_GET_THREAD_LIMIT),
                         more_than_nine(arena, CLEAVE_CALL_GET_MAX_THREADS)));
  async = cleave_make_parentheses(arena, async);
  if (planner->condition)
    async = cleave_make_binary(arena, CLEAVE_AND, cleave_make_parentheses(arena, planner->condition), async);
  add_declaration(it,
                  (struct cleave_declaration){.is_constant = true,
                                              .name = it->threads,
                                              .value = cleave_make_call(arena, CLEAVE_CALL_GET_MAX_THREADS)});
  add_declaration(
      it, (struct cleave_declaration){.is_constant = true, .name = it->form->async->name, .value = async});
  struct cleave_declaration tags = {.type = "char"};
  for (uint32_t stage = 0; stage <= last_stage(it); stage++)
    add_tag(arena, &tags, it->sent[stage]);
  add_tag(arena, &tags, it->back);
  if (tags.name)
    add_declaration(it, tags);
  it->form->restore_threads = restore;
}

void make_openmp_form(struct analysis *analysis) {
  struct planner *planner = analysis->planner;
  struct cleave_arena *arena = planner->arena;
  const size_t objects = analysis->object_count + 1, stages = analysis->transfers->stage_count;
  if (stages < 2 || planner->unit->openmp_version < 50)
    return;
  struct plan_of_tasks it = {
      .analysis = analysis,
      .form = cleave_arena_allocate(arena, sizeof *it.form),
      .moved = cleave_arena_allocate(arena, objects * sizeof *it.moved),
      .fixed = cleave_arena_allocate(arena, objects * sizeof *it.fixed),
      .sorted = cleave_arena_allocate(arena, objects * sizeof *it.sorted),
      .begin = cleave_arena_allocate(arena, objects * sizeof *it.begin),
      .end = cleave_arena_allocate(arena, objects * sizeof *it.end),
      .sent = cleave_arena_allocate(arena, stages * sizeof *it.sent),
  };
  if (!choose_objects(&it))
    return;
  sort_objects(&it);
  choose_stages(&it);
  choose_condition(&it);
  it.form->stages = cleave_arena_allocate(arena, stages * sizeof *it.form->stages);
  add_enters(&it);
  add_exits(&it);
  for (uint32_t stage = 1; stage < stages; stage++) {
    if (!it.sent[stage])
      continue;
    struct cleave_directive *wait = cleave_make_directive(arena, CLEAVE_DIRECTIVE_TASKWAIT, 0);
    cleave_add_depend(arena, &wait->clauses, CLEAVE_DEPEND_IN, it.sent[stage]);
    add_directive(&it, stage, wait);
  }
  if (it.form->for_compiler)
    add_declarations(&it);
  for (size_t i = 0; i < analysis->object_count; i++)
    if (!it.moved[it.sorted[i]])
      CLEAVE_APPEND(arena, it.form->kept, it.form->kept_count, it.sorted[i]);
  it.form->mapped_count = analysis->object_count;
  planner->plan->openmp = it.form;
}
