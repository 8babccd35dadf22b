/* FILE: test/fuzz/programs/generate_nests_arrays.c
 * WHAT: the arrays that loop nests access, and the memory of these arrays.
 */
#include "model/arena.h"
#include "nests.h"

int one_of(struct generator *generator, int first, int last) {
  return first + (int)below(generator, (unsigned)(last - first + 1));
}

enum symbol any_parameter(struct generator *generator) { return SYMBOL_N + below(generator, 3); }

bool is_grid(const struct array *array) {
  return array->form == ARRAY_GRID || array->form == ARRAY_GRID_3 || array->form == ARRAY_GRID_4;
}

unsigned dimensions_of(const struct array *array) {
  switch (array->form) {
  case ARRAY_LINE:
    return 1;
  case ARRAY_FLAT:
  case ARRAY_ROWS:
  case ARRAY_VLA:
  case ARRAY_GRID:
    return 2;
  case ARRAY_GRID_4:
    return 4;
  default:
    return 3;
  }
}

int elements_of_unit(const struct array *array, const int *values) {
  const int row = values[array->row] > 0 ? values[array->row] : 1,
            plane = values[array->plane] > 0 ? values[array->plane] : 1;
  switch (array->form) {
  case ARRAY_ROWS:
  case ARRAY_GRID:
    return ROW;
  case ARRAY_CUBE:
  case ARRAY_GRID_3:
    return PLANE * PLANE;
  case ARRAY_GRID_4:
    return SIDE * SIDE * SIDE;
  case ARRAY_VLA:
    return row;
  case ARRAY_VLA_3:
    return row * plane;
  default:
    return 1;
  }
}

/* ---- Arrays of a function --------------------------------------------------------------------------------- */

static struct array *add_array(struct nests *nests, struct storage *storage, enum array_form form, int offset,
                               int elements) {
  struct generator *generator = nests->generator;
  static const char *const names[MOST_ARRAYS] = {"a", "b", "c", "d", "e", "f", "g"};
  struct array *array = &nests->arrays[nests->array_count];
  *array = (struct array){.name = names[nests->array_count++],
                          .form = form,
                          .storage = storage,
                          .offset = offset,
                          .elements = elements,
                          .row = chance(generator, 80) ? SYMBOL_M : any_parameter(generator),
                          .plane = chance(generator, 80) ? SYMBOL_P : any_parameter(generator)};
  if (is_grid(array))
    array->name = storage->name;
  return array;
}

static struct storage *add_storage(struct nests *nests, const struct type *type, int elements) {
  struct generator *generator = nests->generator;
  struct storage *storage = nests->storages[nests->storage_count++] =
      cleave_arena_allocate(generator->arena, sizeof *storage);
  storage->name =
      cleave_arena_format(generator->arena, "s%s_%u", generator->function->name + 1, nests->storage_count);
  storage->type = type;
  storage->elements = elements;
  return storage;
}

static enum array_form any_form(struct nests *nests, bool is_pointer) {
  struct generator *generator = nests->generator;
  static const enum array_form of_constants[] = {ARRAY_ROWS,   ARRAY_GRID,   ARRAY_CUBE,  ARRAY_GRID_3,
                                                 ARRAY_GRID_4, ARRAY_GRID_4, ARRAY_GRID_4},
                               of_symbols[] = {ARRAY_LINE,   ARRAY_FLAT, ARRAY_FLAT,
                                               ARRAY_FLAT_3, ARRAY_VLA,  ARRAY_VLA_3};
  for (;;) {
    const enum array_form form = chance(generator, 30)      ? below(generator, ARRAY_FORM_COUNT)
                                 : nests->prefers_constants ? of_constants[below(generator, 7)]
                                                            : of_symbols[below(generator, 6)];
    const struct array array = {.form = form};
    const unsigned dimensions = dimensions_of(&array);
    if (dimensions > nests->most_depth || (dimensions == 3 && nests->scale > PLANE) ||
        (dimensions + 1 < nests->most_depth && chance(generator, 60)) || (is_grid(&array) && is_pointer) ||
        ((form == ARRAY_VLA || form == ARRAY_VLA_3) && generator->shapes->off[SHAPE_vla]))
      continue;
    return form;
  }
}

void make_arrays(struct nests *nests) {
  struct generator *generator = nests->generator;
  static const unsigned char all[] = {TYPE_INT, TYPE_DOUBLE, TYPE_DOUBLE, TYPE_LONG, TYPE_FLOAT};
  const struct type *type = &types[all[below(generator, sizeof all)]];
  for (unsigned i = 0, count = 2 + below(generator, 3); i < count; i++) {
    if (chance(generator, 40))
      type = &types[all[below(generator, sizeof all)]];
    const enum array_form form = any_form(nests, false);
    const int elements = form == ARRAY_GRID     ? ROW * ROW
                         : form == ARRAY_GRID_3 ? PLANE * PLANE * PLANE
                         : form == ARRAY_GRID_4 ? SIDE * SIDE * SIDE * SIDE
                                                : ELEMENTS;
    add_array(nests, add_storage(nests, type, elements), form, 0, elements);
  }
  if (!wants(generator, SHAPE_alias, 35))
    return;
  struct array *array = &nests->arrays[0];
  struct storage *storage = array->storage;
  const int elements = storage->elements;
  if (chance(generator, 30) && elements == ELEMENTS) { /* two halves */
    array->elements = elements / 2;
    storage->is_shared = chance(generator, 50);
    add_array(nests, storage, any_form(nests, true), elements / 2, elements / 2);
    return;
  }
  const int offset = chance(generator, 60) ? 0 : one_of(generator, 1, chance(generator, 50) ? 3 : 60);
  storage->is_shared = true;
  const bool is_like = chance(generator, 85) && elements == ELEMENTS;
  add_array(nests, storage, is_like ? array->form : any_form(nests, true), offset, elements - offset);
  if (is_like && chance(generator, 90)) {
    nests->arrays[nests->array_count - 1].row = array->row;
    nests->arrays[nests->array_count - 1].plane = array->plane;
  }
}

/* An array of variable length has at least one element. */
void keep_rows(struct nests *nests) {
  for (unsigned i = 0; i < nests->array_count; i++)
    for (unsigned call = 0; call < nests->call_count; call++) {
      const struct array *array = &nests->arrays[i];
      int *values = nests->values[call];
      if ((array->form == ARRAY_VLA || array->form == ARRAY_VLA_3) && !values[array->row])
        values[array->row] = 1;
      if (array->form == ARRAY_VLA_3 && !values[array->plane])
        values[array->plane] = 1;
    }
}
