/* FILE: test/fuzz/programs/generate_nests_neighbor.c
 * WHAT: nests with nearly the loops of the nest before, and statements that access what that one writes: some of them can be one
 *       kernel.
 */
#include "model/arena.h"
#include "nests.h"

static void move_bound(struct generator *generator, struct affine *bound) {
  if (chance(generator, 25))
    bound->constant += one_of(generator, -2, 2);
}

static struct nest_loop *copy_loop(struct generator *generator, const struct nest_loop *model) {
  struct nest_loop *loop = cleave_arena_allocate(generator->arena, sizeof *loop);
  *loop = *model;
  loop->declared_outside = false;
  if (chance(generator, 8))
    loop->is_downward = false;
  move_bound(generator, &loop->first);
  move_bound(generator, &loop->limit);
  loop->body = new_block(generator);
  return loop;
}

bool make_neighbor(struct nests *nests, const struct nest *model, struct nest *nest) {
  struct generator *generator = nests->generator;
  if (!model->is_perfect || model->is_product)
    return false;
  *nest = (struct nest){.depth = model->depth,
                        .collapse = 1,
                        .is_perfect = true,
                        .is_regular = model->is_regular,
                        .is_aliased = model->is_aliased,
                        .has_fixed_bounds = model->has_fixed_bounds,
                        .neighbor = model};
  nest->loop = *copy_loop(generator, &model->loop);
  struct nest_loop *loop = &nest->loop;
  for (const struct nest_loop *it = &model->loop; it->counter + 1u < model->depth;
       it = it->body->items[0].loop) {
    if (it->body->items[0].kind != ITEM_LOOP)
      return false;
    struct item *item = &loop->body->items[loop->body->count++];
    item->kind = ITEM_LOOP;
    item->style = below(generator, 100);
    loop = item->loop = copy_loop(generator, it->body->items[0].loop);
  }
  loop->body->count = 1 + below(generator, 2);
  if (!nest_is_defined(nests, nest, NULL, false))
    return false;
  fill_places(nests, nest, &nest->loop);
  add_clauses(nests, nest);
  generator->shapes->made[SHAPE_neighbor]++;
  return true;
}

bool read_from_neighbor(struct nests *nests, const struct nest *nest, const struct item *item,
                        struct access *read) {
  struct generator *generator = nests->generator;
  if (!nest->neighbor || !nest->neighbor->target_count || chance(generator, 40))
    return false;
  const struct access *target = &nest->neighbor->targets[below(generator, nest->neighbor->target_count)];
  if (target->array->storage->type->floating && !item->target.array->storage->type->floating)
    return false;
  *read = *target;
  if (chance(generator, 30))
    move_access(generator, read);
  return true;
}
