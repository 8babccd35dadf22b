/* FILE: lib/model/cells.c
 * WHAT: see cells.h. Union-find over cells.
 */
#include "model/cells.h"

#include "model/arena.h"

struct member {
  const void *member;
  uint32_t cell;
};

struct element {
  uint64_t index;
  uint32_t cell;
};

struct cell {
  uint32_t parent;  /* itself: the representative */
  uint32_t pointee; /* CLEAVE_NO_CELL: none so far */
  const void *record;
  struct member *members;
  size_t member_count;
  struct element *elements; /* no member and no pointee then */
  size_t element_count;
  uint32_t array; /* CELL is an element of it; CLEAVE_NO_CELL: of none */
  bool merged;    /* elements of CELL are not distinguished */
  bool collapsed, exposed, outside, unaliased;
};

struct cleave_memory {
  struct cleave_arena *arena;
  struct cell *cells;
  size_t count;
};

struct cleave_memory *cleave_memory_new(struct cleave_arena *arena) {
  struct cleave_memory *memory = cleave_arena_allocate(arena, sizeof *memory);
  memory->arena = arena;
  return memory;
}

uint32_t cleave_cell_new(struct cleave_memory *memory) {
  const struct cell cell = {
      .parent = (uint32_t)memory->count, .pointee = CLEAVE_NO_CELL, .array = CLEAVE_NO_CELL};
  CLEAVE_APPEND(memory->arena, memory->cells, memory->count, cell);
  return (uint32_t)memory->count - 1;
}

uint32_t cleave_cell_class(struct cleave_memory *memory, uint32_t cell) {
  struct cell *cells = memory->cells;
  while (cells[cell].parent != cell) {
    cells[cell].parent = cells[cells[cell].parent].parent;
    cell = cells[cell].parent;
  }
  return cell;
}

static struct cell *class_of(struct cleave_memory *memory, uint32_t cell) {
  return &memory->cells[cleave_cell_class(memory, cell)];
}

void cleave_cell_merge_elements(struct cleave_memory *memory, uint32_t cell) {
  struct cell *owner = class_of(memory, cell);
  const struct cell before = *owner;
  owner->merged = true;
  owner->elements = NULL;
  owner->element_count = 0;
  owner->array = CLEAVE_NO_CELL;
  for (size_t i = 0; i < before.element_count; i++)
    cleave_cell_unify(memory, cell, before.elements[i].cell);
  if (before.array != CLEAVE_NO_CELL)
    cleave_cell_merge_elements(memory, before.array);
}

/* The elements of CELL are not distinguished if another access to CELL is not through an element. */
static void merge_mixed(struct cleave_memory *memory, uint32_t cell) {
  if (class_of(memory, cell)->element_count)
    cleave_cell_merge_elements(memory, cell);
}

uint32_t cleave_cell_element(struct cleave_memory *memory, uint32_t cell, uint64_t index) {
  cell = cleave_cell_class(memory, cell);
  struct cell *owner = &memory->cells[cell];
  if (owner->merged || owner->collapsed || owner->member_count || owner->pointee != CLEAVE_NO_CELL) {
    owner->merged = true;
    return cell;
  }
  for (size_t i = 0; i < owner->element_count; i++)
    if (owner->elements[i].index == index)
      return cleave_cell_class(memory, owner->elements[i].cell);
  const struct element new = {index, cleave_cell_new(memory)};
  owner = &memory->cells[cell];
  memory->cells[new.cell].exposed = owner->exposed;
  memory->cells[new.cell].outside = owner->outside;
  memory->cells[new.cell].array = cell;
  CLEAVE_APPEND(memory->arena, owner->elements, owner->element_count, new);
  return new.cell;
}

uint32_t cleave_cell_pointee(struct cleave_memory *memory, uint32_t cell) {
  merge_mixed(memory, cell);
  if (class_of(memory, cell)->pointee == CLEAVE_NO_CELL) {
    const uint32_t pointee = cleave_cell_new(memory); /* moves the cells */
    struct cell *owner = class_of(memory, cell);
    owner->pointee = pointee;
    memory->cells[pointee].exposed = memory->cells[pointee].outside = owner->exposed;
  }
  return cleave_cell_class(memory, class_of(memory, cell)->pointee);
}

void cleave_cell_collapse(struct cleave_memory *memory, uint32_t cell) {
  merge_mixed(memory, cell);
  struct cell *owner = class_of(memory, cell);
  if (owner->collapsed)
    return;
  owner->collapsed = true;
  const struct member *members = owner->members;
  const size_t count = owner->member_count;
  owner->member_count = 0;
  owner->members = NULL;
  for (size_t i = 0; i < count; i++)
    cleave_cell_unify(memory, cell, members[i].cell);
}

uint32_t cleave_cell_member(struct cleave_memory *memory, uint32_t cell, const void *record,
                            const void *member) {
  merge_mixed(memory, cell);
  cell = cleave_cell_class(memory, cell);
  if (memory->cells[cell].record && memory->cells[cell].record != record)
    cleave_cell_collapse(memory, cell);
  cell = cleave_cell_class(memory, cell);
  struct cell *owner = &memory->cells[cell];
  owner->record = record;
  if (owner->collapsed)
    return cell;
  for (size_t i = 0; i < owner->member_count; i++)
    if (owner->members[i].member == member)
      return cleave_cell_class(memory, owner->members[i].cell);
  const struct member new = {member, cleave_cell_new(memory)};
  owner = &memory->cells[cell];
  memory->cells[new.cell].exposed = owner->exposed;
  memory->cells[new.cell].outside = owner->outside;
  CLEAVE_APPEND(memory->arena, owner->members, owner->member_count, new);
  return new.cell;
}

/* What the elements of GONE become, after the unification of GONE with CELL. */
static void unify_elements(struct cleave_memory *memory, uint32_t cell, const struct cell *gone,
                           bool merged) {
  for (size_t i = 0; i < gone->element_count; i++) {
    const uint32_t same = merged ? cell : cleave_cell_element(memory, cell, gone->elements[i].index);
    cleave_cell_unify(memory, same, gone->elements[i].cell);
  }
  const struct cell *owner = class_of(memory, cell);
  if (merged ||
      (owner->element_count && (owner->member_count || owner->collapsed || owner->pointee != CLEAVE_NO_CELL)))
    cleave_cell_merge_elements(memory, cell);
}

void cleave_cell_unify(struct cleave_memory *memory, uint32_t left, uint32_t right) {
  left = cleave_cell_class(memory, left);
  right = cleave_cell_class(memory, right);
  if (left == right)
    return;
  const struct cell gone = memory->cells[right];
  memory->cells[right].parent = left;
  struct cell *kept = &memory->cells[left];
  const bool exposed = kept->exposed || gone.exposed, outside = kept->outside || gone.outside;
  const bool collapsed =
      kept->collapsed || gone.collapsed || (kept->record && gone.record && kept->record != gone.record);
  if (!kept->record)
    kept->record = gone.record;
  kept->unaliased = false;
  const bool merged = kept->merged || gone.merged;
  const uint32_t array = kept->array, other_array = gone.array;
  if (array == CLEAVE_NO_CELL)
    kept->array = other_array;
  const uint32_t pointee = kept->pointee;
  if (pointee == CLEAVE_NO_CELL)
    kept->pointee = gone.pointee;
  if (gone.member_count && !collapsed) {
    for (size_t i = 0; i < gone.member_count; i++) {
      const uint32_t same = cleave_cell_member(memory, left, gone.record, gone.members[i].member);
      cleave_cell_unify(memory, same, gone.members[i].cell);
    }
  } else if (collapsed) {
    cleave_cell_collapse(memory, left);
    for (size_t i = 0; i < gone.member_count; i++)
      cleave_cell_unify(memory, left, gone.members[i].cell);
  }
  if (pointee != CLEAVE_NO_CELL && gone.pointee != CLEAVE_NO_CELL)
    cleave_cell_unify(memory, pointee, gone.pointee);
  unify_elements(memory, left, &gone, merged);
  /* Elements of different arrays: a pointer to them may move in either. */
  if (array != CLEAVE_NO_CELL && other_array != CLEAVE_NO_CELL &&
      cleave_cell_class(memory, array) != cleave_cell_class(memory, other_array)) {
    cleave_cell_merge_elements(memory, array);
    cleave_cell_merge_elements(memory, other_array);
  }
  if (outside)
    cleave_cell_comes_from_outside(memory, left);
  if (exposed)
    cleave_cell_expose(memory, left);
}

/* DEPTH: of parts in parts. A class may be a member of itself; then the answer is true at some depth. */
static bool contains(struct cleave_memory *memory, uint32_t outer, uint32_t inner, unsigned depth) {
  outer = cleave_cell_class(memory, outer);
  if (outer == inner || depth == 8)
    return true;
  const struct cell *owner = &memory->cells[outer];
  for (size_t i = 0; i < owner->member_count; i++)
    if (contains(memory, owner->members[i].cell, inner, depth + 1))
      return true;
  for (size_t i = 0; i < owner->element_count; i++)
    if (contains(memory, owner->elements[i].cell, inner, depth + 1))
      return true;
  return false;
}

bool cleave_cell_contains(struct cleave_memory *memory, uint32_t outer, uint32_t inner) {
  return contains(memory, outer, cleave_cell_class(memory, inner), 0);
}

/* Sets a property of CELL, its members, and all memory that its pointers lead to. Unknown code may replace an exposed
 * pointer by another that it has, so the memory that the pointer leads to counts as memory from outside. */
static void spread(struct cleave_memory *memory, uint32_t cell, bool outside) {
  struct cell *owner = class_of(memory, cell);
  if (owner->exposed && (!outside || owner->outside))
    return;
  owner->exposed = true;
  owner->outside |= outside;
  const struct cell copy = *owner;
  for (size_t i = 0; i < copy.member_count; i++)
    spread(memory, copy.members[i].cell, outside);
  for (size_t i = 0; i < copy.element_count; i++)
    spread(memory, copy.elements[i].cell, outside);
  if (copy.pointee != CLEAVE_NO_CELL)
    spread(memory, copy.pointee, true);
}

void cleave_cell_expose(struct cleave_memory *memory, uint32_t cell) { spread(memory, cell, false); }

bool cleave_cell_is_exposed(struct cleave_memory *memory, uint32_t cell) {
  return class_of(memory, cell)->exposed;
}

void cleave_cell_comes_from_outside(struct cleave_memory *memory, uint32_t cell) {
  spread(memory, cell, true);
}

bool cleave_cell_is_outside(struct cleave_memory *memory, uint32_t cell) {
  return class_of(memory, cell)->outside;
}

void cleave_cell_set_unaliased(struct cleave_memory *memory, uint32_t cell) {
  class_of(memory, cell)->unaliased = true;
}

bool cleave_cell_may_overlap(struct cleave_memory *memory, uint32_t left, uint32_t right) {
  const struct cell *one = class_of(memory, left), *other = class_of(memory, right);
  return one->exposed && other->exposed && (one->outside || other->outside) && !one->unaliased &&
         !other->unaliased;
}
