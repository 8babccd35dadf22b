/* FILE: test/fuzz/programs/generate_transfers_actions.c
 * WHAT: what a thread of the host does with arrays, one after the other: data environments, updates, regions,
 *       changes of one copy and not of the other, looks at the host's copy and at the presence of the device's.
 */
#include <string.h>

#include "model/arena.h"
#include "model/text.h"
#include "transfers.h"

static struct array *any_array(struct scene *scene) {
  struct array *array = &scene->arrays[below(scene->generator, (unsigned)scene->array_count)];
  return array->owner == OWNER_OTHERS ? NULL : array;
}

/* ---- One array ----------------------------------------------------------------------------------------- */

/* A loop of the device over all elements that are mapped. */
static void write_on_device(struct scene *scene, struct array *array, struct node *list) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const char *i = fresh_name(generator, "i");
  const bool always_there = wants(generator, SHAPE_present, 20);
  struct node *node = STATEMENT(arena,
                                "#pragma omp target teams distribute parallel for map(%salloc: %s)%s\n"
                                "for (int %s = 0; %s < %s; %s++)\n%s[%s + %u] = (%s * %u + %u) %% 991;",
                                always_there ? "present, " : "", array_section(scene, array), scene->device,
                                i, i, array_length(scene, array), i, array->name, i, array->low, i,
                                1 + below(generator, 20), below(generator, 900));
  node->removable = array->has_value;
  node_add(arena, list, node);
  array->has_value = true;
}

static void update(struct scene *scene, struct array *array, bool to, struct node *list) {
  struct generator *generator = scene->generator;
  const bool whole = !array->has_value || chance(generator, 70);
  const char *section = whole ? array_section(scene, array)
                              : cleave_arena_format(generator->arena, "%s[%u:%s / 2]", array->name,
                                                    array->low, array_length(scene, array));
  struct node *node = STATEMENT(generator->arena, "#pragma omp target update %s(%s)%s", to ? "to" : "from",
                                section, scene->device);
  node->removable = array->has_value || !array->references;
  node_add(generator->arena, list, node);
  array->has_value |= to && array->references;
}

void give_value(struct scene *scene, struct array *array, struct node *list) {
  if (array->has_value)
    return;
  if (chance(scene->generator, 50))
    update(scene, array, true, list);
  else
    write_on_device(scene, array, list);
}

static void write_on_host(struct scene *scene, struct array *array, struct node *list) {
  struct generator *generator = scene->generator;
  const char *x = fresh_name(generator, "x");
  node_add(generator->arena, list,
           STATEMENT(generator->arena,
                     "for (int %s = 0; %s < %s; %s += %u)\n%s[%s + %u] = (%s * %u + %u) %% 983;", x, x,
                     array_length(scene, array), x, 1 + below(generator, 3), array->name, x, array->low, x,
                     1 + below(generator, 20), below(generator, 900)));
}

/* Threads do not look: another one may be mapping what they share, and digests are in order. */
static void look(struct scene *scene, struct array *array, struct node *list) {
  struct generator *generator = scene->generator;
  if (scene->in_thread)
    return;
  node_add(
      generator->arena, list,
      STATEMENT(generator->arena, "LOOK(%s, %u, %s);", array->name, array->low, array_length(scene, array)));
}

/* ---- Environments ---------------------------------------------------------------------------------------- */

static void enter(struct scene *scene, struct array *array, bool with_value, struct node *list) {
  struct generator *generator = scene->generator;
  const bool to = with_value || chance(generator, 70);
  const bool always = to && wants(generator, SHAPE_always, 8);
  struct node *node =
      node_new(generator->arena, ROLE_STATEMENT, "#pragma omp target enter data map(%s%s: %s)%s",
               always ? "always, " : "", to ? "to" : "alloc", array_section(scene, array), scene->device);
  node_add(generator->arena, list, node);
  array->has_value |= always || (to && !array->references);
  array->references++;
  array->entered++;
  if (with_value)
    give_value(scene, array, list);
}

static void leave(struct scene *scene, struct array *array, struct node *list) {
  struct generator *generator = scene->generator;
  static const char *const kinds[] = {"from", "release", "always, from", "delete"};
  unsigned type = below(generator, 4);
  if (type == 2 && !wants(generator, SHAPE_always, 60))
    type = 0;
  if (type == 3 && array->references > array->entered)
    type = 1; /* an environment around has it */
  if (type == 0 || type == 2)
    give_value(scene, array, list);
  node_add(generator->arena, list,
           node_new(generator->arena, ROLE_STATEMENT, "#pragma omp target exit data map(%s: %s)%s",
                    kinds[type], array_section(scene, array), scene->device));
  const unsigned left = type == 3 ? 0 : array->references - 1;
  array->entered = type == 3 ? 0 : array->entered - 1;
  array->references = left;
  array->has_value &= left > 0;
}

void exit_environments(struct scene *scene, struct node *list) {
  for (size_t i = 0; i < scene->array_count; i++)
    while (scene->arrays[i].owner == OWNER_ANYBODY && scene->arrays[i].entered)
      leave(scene, &scene->arrays[i], list);
}

static struct node *make_list(struct scene *scene, unsigned count, unsigned depth);

static void environment(struct scene *scene, struct node *list, unsigned depth) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  struct node *node = STATEMENT(arena, "#pragma omp target data@%s\n{\n@@}", scene->device);
  struct node *clauses = node_list(arena), *begin = node_list(arena), *end = node_list(arena);
  struct array *mapped[3];
  bool comes_back[3];
  size_t count = 0;
  for (unsigned wanted = 1 + below(generator, 3); wanted; wanted--) {
    struct array *array = any_array(scene);
    bool is_new = array != NULL;
    for (size_t i = 0; i < count; i++)
      is_new &= mapped[i] != array;
    if (!is_new)
      continue;
    static const char *const kinds[] = {"to", "tofrom", "alloc", "from"};
    const unsigned type = below(generator, array->owner == OWNER_READERS ? 2 : 4);
    const bool always = type < 2 && array->owner == OWNER_ANYBODY && wants(generator, SHAPE_always, 8);
    struct node *clause =
        CLAUSE(arena, " map(%s%s: %s)", always ? "always, " : "", kinds[type], array_section(scene, array));
    clause->removable = false;
    node_add(arena, clauses, clause);
    if (always || (type < 2 && !array->references))
      array->has_value = true;
    array->references++;
    comes_back[count] = type & 1;
    mapped[count++] = array;
  }
  if (!count)
    return;
  for (size_t i = 0; i < count; i++)
    if (!mapped[i]->has_value && chance(generator, 50))
      give_value(scene, mapped[i], begin);
  node_add(arena, node, clauses);
  node_add(arena, node, node_add(arena, begin, make_list(scene, 1 + below(generator, 4), depth + 1)));
  for (size_t i = 0; i < count; i++) {
    if (comes_back[i])
      give_value(scene, mapped[i], end);
    mapped[i]->references--;
    mapped[i]->has_value &= mapped[i]->references > 0;
  }
  node_add(arena, node, end);
  node_add(arena, list, node);
}

/* ---- Regions ----------------------------------------------------------------------------------------------- */

static bool is_like(const struct array *array, const struct item *item) {
  return array->type == item->type && array->rows == item->rows && array->low == item->low &&
         array->whole == item->whole;
}

static bool may_be_bound(const struct array *array, const struct item *item) {
  if (array->owner == OWNER_OTHERS)
    return false;
  if (array->owner == OWNER_ANYBODY)
    return true;
  /* Another thread reads it, and may be mapping it. */
  return !item->written && !item->twin && (!item->needs_presence || array->references);
}

/* Chooses the arrays of a call. Returns false if there are none that fit. */
static bool bind(struct scene *scene, const struct region *region, struct array **bound) {
  struct generator *generator = scene->generator;
  for (size_t i = 0; i < region->item_count; i++)
    bound[i] = region->items[i].array;
  for (size_t i = 0; i < region->item_count; i++) {
    const struct item *item = &region->items[i];
    struct array *fitting[MAX_ARRAYS];
    unsigned count = 0;
    for (size_t a = 0; a < scene->array_count; a++) {
      struct array *array = &scene->arrays[a];
      bool fits = (item->array ? array == item->array : is_like(array, item)) && may_be_bound(array, item);
      for (size_t k = 0; k < region->item_count && !item->array; k++)
        fits &= bound[k] != array || (k < i && region->items[k].twin && item->twin);
      if (fits)
        fitting[count++] = array;
    }
    if (!count)
      return false;
    bound[i] = fitting[below(generator, count)];
  }
  return true;
}

static const char *arguments(struct scene *scene, const struct region *region, struct array **bound) {
  struct generator *generator = scene->generator;
  struct cleave_text out = {.arena = generator->arena};
  for (size_t i = 0; i < region->item_count; i++)
    if (region->items[i].matrix)
      cleave_text_format(&out, ", (%s (*)[M])%s", bound[i]->type->name, bound[i]->name);
    else if (!region->items[i].array)
      cleave_text_format(&out, ", %s", bound[i]->name);
  return cleave_text_get(&out);
}

/* How a call is executed: by the thread at hand, in a parallel region, as a task, or several times. */
static struct node *executed(struct scene *scene, struct node *call) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  struct node *node;
  if (wants(generator, SHAPE_host_parallel, 8))
    node = STATEMENT(arena, "#pragma omp parallel num_threads(1)\n{\n@}");
  else if (wants(generator, SHAPE_host_task, 8))
    node = STATEMENT(arena, "#pragma omp task\n{\n@}\n#pragma omp taskwait");
  else if (wants(generator, SHAPE_host_loop, 15))
    node = STATEMENT(arena, "for (int again = 0; again < %u; again++) {\n@}", 2 + below(generator, 3));
  else
    return call;
  return node_add(arena, node, call);
}

static void call_region(struct scene *scene, struct node *list) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  const struct region *region = &scene->regions[below(generator, (unsigned)scene->region_count)];
  struct array *bound[MAX_ITEMS];
  if (!bind(scene, region, bound))
    return;
  static const char *const counts[] = {"N", "N / 2", "1", "0"};
  bool all = region->all_elements || chance(generator, 70);
  for (size_t i = 0; i < region->item_count; i++)
    all |= bound[i]->owner == OWNER_READERS; /* parts of it must not meet all of it */
  for (size_t i = 0; i < region->item_count; i++) {
    const struct item *item = &region->items[i];
    if (item->needs_presence && !bound[i]->references)
      enter(scene, bound[i], true, list);
    if (bound[i]->references && (item->needs_value || region->may_be_host || !all))
      give_value(scene, bound[i], list);
    if (bound[i]->references && item->written && !region->may_be_host && all)
      bound[i]->has_value = true;
    /* map(always, from: ...) copies all of it. */
    if (bound[i]->references)
      give_value(scene, bound[i], list);
  }
  struct node *call = STATEMENT(arena, "%s += %s(%s, M, %u, %u%s);", scene->sum, region->name,
                                all ? "N" : counts[below(generator, 4)], below(generator, 4),
                                below(generator, 4), arguments(scene, region, bound));
  node_add(arena, list, executed(scene, call));
  for (size_t i = 0; i < region->item_count; i++)
    if (chance(generator, 40))
      look(scene, bound[i], list);
}

/* ---- Actions ------------------------------------------------------------------------------------------------ */

static void add_action(struct scene *scene, struct node *list, unsigned depth) {
  struct generator *generator = scene->generator;
  const unsigned choice = below(generator, 100);
  struct array *array = any_array(scene);
  const bool mine = array && array->owner == OWNER_ANYBODY;
  if (choice < 40 || !array)
    call_region(scene, list);
  else if (choice < 58 && depth < 3 && wants(generator, SHAPE_outer_data, 100))
    environment(scene, list, depth);
  else if (choice < 66 && mine && wants(generator, SHAPE_enter_data, 100))
    enter(scene, array, false, list);
  else if (choice < 70 && mine && array->entered)
    leave(scene, array, list);
  else if (choice < 76 && mine && array->references)
    write_on_device(scene, array, list);
  else if (choice < 84 && mine)
    write_on_host(scene, array, list);
  else if (choice < 90 && mine) {
    const bool to = chance(generator, 50);
    if (!to && array->references)
      give_value(scene, array, list);
    update(scene, array, to, list);
  } else
    look(scene, array, list);
}

static struct node *make_list(struct scene *scene, unsigned count, unsigned depth) {
  struct node *list = node_list(scene->generator->arena);
  for (unsigned i = 0; i < count; i++)
    add_action(scene, list, depth);
  return list;
}

struct node *make_actions(struct scene *scene, unsigned count) {
  return make_list(scene, count, scene->in_thread);
}
