/* FILE: test/fuzz/programs/generate_transfers_region.c
 * WHAT: functions with one target region: what it uses, what it does with it, how it maps it.
 */
#include <string.h>

#include "model/arena.h"
#include "model/text.h"
#include "transfers.h"

/* A region that is being made. */
struct making {
  struct scene *scene;
  struct region *region;
  const char *form; /* the directive of its loops */
  bool is_target;   /* serial code is that of one thread */
  bool sum;         /* it has a variable `s` */
  unsigned depth;   /* of control */
};

/* ---- What it uses ------------------------------------------------------------------------------------ */

static void add_items(struct scene *scene, struct region *region) {
  struct generator *generator = scene->generator;
  const unsigned wanted = 2 + below(generator, MAX_ITEMS - 1);
  for (unsigned i = 0; i < wanted; i++) {
    struct array *array = &scene->arrays[below(generator, (unsigned)scene->array_count)];
    struct item *item = &region->items[region->item_count];
    *item = (struct item){.type = array->type, .rows = array->rows, .whole = array->whole, .low = array->low};
    bool known = array->whole || chance(generator, 20);
    for (size_t k = 0; k < region->item_count; k++)
      if (region->items[k].array == array && known)
        item->name = ""; /* named already */
    if (item->name)
      continue;
    if (known) {
      item->array = array;
      item->name = array->name;
    } else {
      item->name = cleave_arena_format(generator->arena, "p%zu", region->item_count);
      item->matrix = array->rows && !array->low && wants(generator, SHAPE_matrix, 30);
    }
    region->item_count++;
  }
  /* Two parameters that any two arrays may be, also one array twice. */
  for (size_t i = 0; i < region->item_count; i++)
    for (size_t k = 0; k < i; k++) {
      struct item *a = &region->items[k], *b = &region->items[i];
      if (!a->array && !b->array && !a->twin && !b->twin && a->type == b->type && a->rows == b->rows &&
          a->low == b->low && wants(generator, SHAPE_alias, 35)) {
        a->twin = b->twin = true;
        a->needs_value = b->needs_value = true;
        return;
      }
    }
}

/* ---- What it does --------------------------------------------------------------------------------------- */

static struct node *make_stages(struct making *making, unsigned count, bool sure);

static struct node *make_loop(struct making *making) {
  return transfers_loop(making->scene, making->region, making->form, NULL, making->sum);
}

/* `n` may be 0, and then there is no element. */
static struct node *make_serial(struct making *making) {
  struct generator *generator = making->scene->generator;
  struct cleave_arena *arena = generator->arena;
  struct region *region = making->region;
  struct item *item = &region->items[below(generator, (unsigned)region->item_count)];
  if ((making->sum && chance(generator, 40)) || (item->array && item->array->owner != OWNER_ANYBODY)) {
    if (!making->sum)
      return node_list(arena);
    struct node *node = STATEMENT(arena, "if (n > 0)\ns = (s + @) %% 1009;");
    return node_add(arena, node, transfers_value(making->scene, region, true));
  }
  struct node *node =
      STATEMENT(arena, "if (n > 0)\n%s = @ %% 1009;",
                item_element(generator, item, chance(generator, 50) ? "0" : "n / 2", "m - 1"));
  node_add(arena, node, transfers_value(making->scene, region, making->sum));
  item->used = item->written = true;
  item->needs_value |= !item->has_value;
  item->has_value = true;
  return node;
}

static struct node *make_control(struct making *making) {
  struct generator *generator = making->scene->generator;
  struct cleave_arena *arena = generator->arena;
  const unsigned choice = below(generator, 100);
  struct node *node;
  if (choice < 50) {
    const char *t = fresh_name(generator, "t");
    node = STATEMENT(arena, "for (int %s = 0; %s < steps; %s++) {\n@}", t, t, t);
  } else if (choice < 80 || !making->is_target || !wants(generator, SHAPE_device_condition, 100)) {
    node = STATEMENT(arena, "if (flag > %u) {\n@}", below(generator, 3));
  } else {
    node = STATEMENT(arena, "if (n > 0 && (@) %% 3 != 1) {\n@}");
    node_add(arena, node, transfers_value(making->scene, making->region, making->sum));
  }
  making->depth++;
  node_add(arena, node, make_stages(making, 1 + below(generator, 2), false));
  making->depth--;
  return node;
}

/* SURE: it is executed once. */
static struct node *make_stages(struct making *making, unsigned count, bool sure) {
  struct generator *generator = making->scene->generator;
  struct region *region = making->region;
  struct node *list = node_list(generator->arena);
  bool has_value[MAX_ITEMS];
  for (size_t i = 0; i < region->item_count; i++)
    has_value[i] = region->items[i].has_value;
  for (unsigned i = 0; i < count; i++) {
    const unsigned choice = below(generator, 100);
    if (choice < 12 && making->is_target && wants(generator, SHAPE_serial, 100))
      node_add(generator->arena, list, make_serial(making));
    else if (choice < 30 && making->depth < 2 && wants(generator, SHAPE_control, 100))
      node_add(generator->arena, list, make_control(making));
    else
      node_add(generator->arena, list, make_loop(making));
  }
  for (size_t i = 0; i < region->item_count && !sure; i++)
    region->items[i].has_value = has_value[i];
  return list;
}

/* ---- How it maps it -------------------------------------------------------------------------------------- */

static const char *map_type(struct making *making, struct item *item) {
  struct generator *generator = making->scene->generator;
  const bool always = wants(generator, SHAPE_always, 6);
  const bool present = wants(generator, SHAPE_present, 4);
  item->needs_presence |= present;
  const char *type;
  if (item->twin)
    type = "tofrom";
  else if (item->needs_value || making->region->may_be_host)
    type = chance(generator, item->written ? 75 : 30) ? "tofrom" : "to";
  else if (item->whole && !making->region->all_elements)
    type = "tofrom";
  else {
    static const char *const smaller[] = {"tofrom", "from", "from", "alloc", "to"};
    type = smaller[below(generator, item->written ? 5 : 1)];
  }
  return cleave_arena_format(generator->arena, "%s%s%s", always && strcmp(type, "alloc") ? "always, " : "",
                             present ? "present, " : "", type);
}

static const char *item_section(struct generator *generator, const struct item *item) {
  struct cleave_arena *arena = generator->arena;
  if (item->whole)
    return item->name;
  if (item->matrix)
    return cleave_arena_format(arena, "%s[0:n][0:m]", item->name);
  if (!item->low && chance(generator, 50))
    return cleave_arena_format(arena, "%s[:%s]", item->name, item->rows ? "n * m" : "n");
  return cleave_arena_format(arena, "%s[%u:%s]", item->name, item->low, item->rows ? "n * m" : "n");
}

static void add_map_clauses(struct making *making, struct node *clauses) {
  struct generator *generator = making->scene->generator;
  struct cleave_arena *arena = generator->arena;
  struct region *region = making->region;
  const size_t first = below(generator, (unsigned)region->item_count);
  for (size_t k = 0; k < region->item_count; k++) {
    struct item *item = &region->items[(first + k) % region->item_count];
    if (!item->used && !wants(generator, SHAPE_unused_map, 50)) {
      /* A pointer without a clause is only translated. */
      continue;
    }
    if (item->whole && !item->needs_presence && chance(generator, 40)) {
      item->needs_value = true;
      continue; /* implicitly tofrom */
    }
    if (!item->whole && !item->matrix && item->used && !item->low &&
        wants(generator, SHAPE_implicit_pointer, 8)) {
      item->needs_presence = true;
      continue;
    }
    const char *type = map_type(making, item);
    node_add(arena, clauses, CLAUSE(arena, " map(%s: %s)", type, item_section(generator, item)));
  }
  if (making->sum)
    node_add(arena, clauses, CLAUSE(arena, " map(tofrom: s)"));
}

/* ---- The function ------------------------------------------------------------------------------------------ */

static const char *parameters(struct generator *generator, const struct region *region) {
  struct cleave_text out = {.arena = generator->arena};
  cleave_text_add(&out, "int n, int m, int steps, int flag");
  for (size_t i = 0; i < region->item_count; i++) {
    const struct item *item = &region->items[i];
    if (item->matrix)
      cleave_text_format(&out, ", %s (*%s)[%s]", item->type->name, item->name,
                         chance(generator, 50) ? "m" : "M");
    else if (!item->array)
      cleave_text_format(&out, ", %s%s *%s", item->written || item->twin ? "" : "const ", item->type->name,
                         item->name);
  }
  return cleave_text_get(&out);
}

void make_region_function(struct scene *scene) {
  struct generator *generator = scene->generator;
  struct cleave_arena *arena = generator->arena;
  struct region *region = &scene->regions[scene->region_count];
  *region = (struct region){
      .name = cleave_arena_format(arena, "%s_r%zu", generator->function->name, scene->region_count)};
  scene->region_count++;
  add_items(scene, region);
  const bool several = wants(generator, SHAPE_several_devices, 40);
  /* Of one loop as a rule, as several would have to use arrays of their own. */
  const unsigned choice = several && chance(generator, 80) ? 80 : below(generator, 100);
  struct making making = {.scene = scene, .region = region, .sum = chance(generator, 30)};
  region->all_elements = chance(generator, 70);
  region->may_be_host = wants(generator, SHAPE_if, 5);
  struct node *clauses = node_list(arena), *tree;
  making.is_target = choice < 65;
  making.form = choice < 65 ? "parallel for" : "for";
  if (choice >= 80) {
    const char *form = chance(generator, 70)   ? "target teams distribute parallel for"
                       : chance(generator, 60) ? "target parallel for"
                                               : "target teams distribute";
    tree = transfers_loop(scene, region, form, clauses, making.sum);
  } else {
    const unsigned count = 2 + below(generator, 4);
    tree =
        node_new(arena, ROLE_STATEMENT, "#pragma omp target%s@\n{\n@}", making.is_target ? "" : " parallel");
    node_add(arena, tree, clauses);
    node_add(arena, tree, make_stages(&making, count, true));
  }
  for (size_t i = 0; i < region->item_count; i++) /* what a branch alone has written */
    region->items[i].needs_value |= region->items[i].written && !region->items[i].has_value;
  add_map_clauses(&making, clauses);
  node_add(arena, clauses, node_new(arena, ROLE_CLAUSE, "%s", scene->device));
  if (region->may_be_host)
    node_add(arena, clauses, CLAUSE(arena, " if(target: flag > 1)"));
  struct node *function = node_new(
      arena, ROLE_STATEMENT, "static __attribute__((unused)) long %s(%s) {\nlong s = %u;\n@\nreturn s;\n}",
      region->name, parameters(generator, region), below(generator, 100));
  if (several)
    node_add(arena, function, node_add(arena, STATEMENT(arena, "#pragma cleave pipeline(devices)\n@"), tree));
  else
    node_add(arena, function, tree);
  if (!several && wants(generator, SHAPE_macro_region, 10))
    put_in_macros(generator, tree);
  node_add(arena, generator->file_scope, function);
}
