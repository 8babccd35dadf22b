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
  uint32_t array;       /* CELL is an element of it; CLEAVE_NO_CELL: of none */
  uint32_t *containers; /* CELL is a member of them */
  size_t container_count;
  bool merged; /* elements of CELL are not distinguished */
  bool collapsed, unaliased;
  unsigned origin;  /* EXPOSED ... HELD_UNKNOWN */
  unsigned objects; /* of the program, or from outside, that the class certainly has: 0, 1, or 2 for more */
};

/* Where the address of a class may be, and where it comes from. */
enum {
  EXPOSED = 1 << 0,
  OUTSIDE = 1 << 1,
  ESCAPED = 1 << 2,
  UNKNOWN = 1 << 3,
  HELD_ESCAPED = 1 << 4, /* of what pointers in the class lead to */
  HELD_UNKNOWN = 1 << 5,
  FOREIGN = OUTSIDE | UNKNOWN /* there is an object that the model does not see */
};

/* The origin of what pointers in a class of ORIGIN lead to. Unknown code may replace an exposed pointer by another one that it has.
 * The program can replace an escaped pointer through an unknown one only, so that what it stores is unknown as well. */
static unsigned origin_of_pointee(unsigned origin) {
  return (origin & (EXPOSED | OUTSIDE) ? EXPOSED | OUTSIDE : 0) | (origin & (ESCAPED | UNKNOWN)) |
         (origin & HELD_ESCAPED ? ESCAPED : 0) | (origin & HELD_UNKNOWN ? ESCAPED | UNKNOWN : 0);
}

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

static uint32_t new_cell(struct cleave_memory *memory, unsigned origin, unsigned objects) {
  const struct cell cell = {.parent = (uint32_t)memory->count,
                            .pointee = CLEAVE_NO_CELL,
                            .array = CLEAVE_NO_CELL,
                            .origin = origin,
                            .objects = objects};
  CLEAVE_APPEND(memory->arena, memory->cells, memory->count, cell);
  return (uint32_t)memory->count - 1;
}

uint32_t cleave_cell_new(struct cleave_memory *memory) { return new_cell(memory, 0, 1); }

uint32_t cleave_cell_new_null(struct cleave_memory *memory) { return new_cell(memory, 0, 0); }

uint32_t cleave_cell_new_outside(struct cleave_memory *memory) {
  return new_cell(memory, EXPOSED | OUTSIDE, 1);
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
  const struct element new = {index, new_cell(memory, owner->origin, owner->objects)}; /* moves the cells */
  owner = &memory->cells[cell];
  memory->cells[new.cell].array = cell;
  CLEAVE_APPEND(memory->arena, owner->elements, owner->element_count, new);
  return new.cell;
}

uint32_t cleave_cell_pointee(struct cleave_memory *memory, uint32_t cell) {
  merge_mixed(memory, cell);
  if (class_of(memory, cell)->member_count) /* a record that is accessed as a pointer */
    cleave_cell_collapse(memory, cell);
  if (class_of(memory, cell)->pointee == CLEAVE_NO_CELL) {
    const unsigned origin = origin_of_pointee(class_of(memory, cell)->origin);
    const uint32_t pointee = new_cell(memory, origin, origin & FOREIGN ? 1 : 0); /* moves the cells */
    class_of(memory, cell)->pointee = pointee;
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

/* The container of CELL, or of a container, that is a record of type RECORD. CLEAVE_NO_CELL: none. */
static uint32_t container_of(struct cleave_memory *memory, uint32_t cell, const void *record,
                             unsigned depth) {
  const struct cell *inner = class_of(memory, cell);
  for (size_t i = 0; i < inner->container_count && depth; i++) {
    const uint32_t outer = cleave_cell_class(memory, inner->containers[i]);
    if (outer == cleave_cell_class(memory, cell))
      continue;
    if (memory->cells[outer].record == record)
      return outer;
    const uint32_t found = container_of(memory, outer, record, depth - 1);
    if (found != CLEAVE_NO_CELL)
      return found;
  }
  return CLEAVE_NO_CELL;
}

uint32_t cleave_cell_member(struct cleave_memory *memory, uint32_t cell, const void *record,
                            const void *member) {
  merge_mixed(memory, cell);
  /* No record contains one of its own type: a pointer to a member was converted to one to the record. */
  for (uint32_t outer; (outer = container_of(memory, cell, record, 8)) != CLEAVE_NO_CELL;) {
    cleave_cell_unify(memory, cell, outer);
    cleave_cell_collapse(memory, cell);
  }
  cell = cleave_cell_class(memory, cell);
  if ((memory->cells[cell].record && memory->cells[cell].record != record) ||
      memory->cells[cell].pointee != CLEAVE_NO_CELL)
    cleave_cell_collapse(memory, cell);
  cell = cleave_cell_class(memory, cell);
  struct cell *owner = &memory->cells[cell];
  owner->record = record;
  if (owner->collapsed)
    return cell;
  for (size_t i = 0; i < owner->member_count; i++)
    if (owner->members[i].member == member)
      return cleave_cell_class(memory, owner->members[i].cell);
  const struct member new = {member, new_cell(memory, owner->origin, owner->objects)}; /* moves the cells */
  owner = &memory->cells[cell];
  CLEAVE_APPEND(memory->arena, owner->members, owner->member_count, new);
  struct cell *made = &memory->cells[new.cell];
  CLEAVE_APPEND(memory->arena, made->containers, made->container_count, cell);
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

/* Adds ORIGIN to CELL and its parts, and what follows of it to all memory that its pointers lead to. */
static void spread(struct cleave_memory *memory, uint32_t cell, unsigned origin) {
  struct cell *owner = class_of(memory, cell);
  if ((owner->origin | origin) == owner->origin)
    return;
  if (origin & ~owner->origin & FOREIGN && owner->objects < 2)
    owner->objects++;
  owner->origin |= origin;
  const struct cell copy = *owner;
  for (size_t i = 0; i < copy.member_count; i++)
    spread(memory, copy.members[i].cell, copy.origin);
  for (size_t i = 0; i < copy.element_count; i++)
    spread(memory, copy.elements[i].cell, copy.origin);
  if (copy.pointee != CLEAVE_NO_CELL)
    spread(memory, copy.pointee, origin_of_pointee(copy.origin));
}

void cleave_cell_unify(struct cleave_memory *memory, uint32_t left, uint32_t right) {
  left = cleave_cell_class(memory, left);
  right = cleave_cell_class(memory, right);
  if (left == right)
    return;
  const struct cell gone = memory->cells[right];
  memory->cells[right].parent = left;
  struct cell *kept = &memory->cells[left];
  const unsigned origin = kept->origin | gone.origin;
  kept->objects = kept->objects + gone.objects < 2 ? kept->objects + gone.objects : 2;
  const bool collapsed = kept->collapsed || gone.collapsed ||
                         (kept->record && gone.record && kept->record != gone.record) ||
                         (kept->member_count && gone.pointee != CLEAVE_NO_CELL) ||
                         (gone.member_count && kept->pointee != CLEAVE_NO_CELL);
  if (!kept->record)
    kept->record = gone.record;
  kept->unaliased = false;
  const bool merged = kept->merged || gone.merged;
  const uint32_t array = kept->array, other_array = gone.array;
  if (array == CLEAVE_NO_CELL)
    kept->array = other_array;
  for (size_t i = 0; i < gone.container_count; i++)
    CLEAVE_APPEND(memory->arena, kept->containers, kept->container_count, gone.containers[i]);
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
  /* The parts and the pointee of either may lack what the other one has. */
  struct cell *unified = class_of(memory, left);
  const unsigned objects = unified->objects;
  unified->origin = 0;
  spread(memory, left, origin);
  unified->objects = objects; /* counted already */
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

/* DEPTH: of parts in parts. Parts of several objects are several, also those that only one of the objects had before. */
static bool is_one_object(struct cleave_memory *memory, uint32_t cell, unsigned depth) {
  const uint32_t class = cleave_cell_class(memory, cell);
  const struct cell *owner = &memory->cells[class];
  if (owner->objects > 1 || depth == 8)
    return false;
  for (size_t i = 0; i < owner->container_count; i++)
    if (cleave_cell_class(memory, owner->containers[i]) != class &&
        !is_one_object(memory, owner->containers[i], depth + 1))
      return false;
  return owner->array == CLEAVE_NO_CELL || cleave_cell_class(memory, owner->array) == class ||
         is_one_object(memory, owner->array, depth + 1);
}

bool cleave_cell_is_one_object(struct cleave_memory *memory, uint32_t cell) {
  return is_one_object(memory, cell, 0);
}

void cleave_cell_expose(struct cleave_memory *memory, uint32_t cell) { spread(memory, cell, EXPOSED); }

bool cleave_cell_is_exposed(struct cleave_memory *memory, uint32_t cell) {
  return class_of(memory, cell)->origin & EXPOSED;
}

void cleave_cell_comes_from_outside(struct cleave_memory *memory, uint32_t cell) {
  spread(memory, cell, EXPOSED | OUTSIDE);
}

bool cleave_cell_is_outside(struct cleave_memory *memory, uint32_t cell) {
  return class_of(memory, cell)->origin & OUTSIDE;
}

void cleave_cell_escape(struct cleave_memory *memory, uint32_t cell) { spread(memory, cell, ESCAPED); }

bool cleave_cell_has_escaped(struct cleave_memory *memory, uint32_t cell) {
  return class_of(memory, cell)->origin & ESCAPED;
}

void cleave_cell_set_unknown(struct cleave_memory *memory, uint32_t cell) {
  spread(memory, cell, ESCAPED | UNKNOWN);
}

void cleave_cell_escape_held(struct cleave_memory *memory, uint32_t cell) {
  spread(memory, cell, HELD_ESCAPED);
}

void cleave_cell_set_held_unknown(struct cleave_memory *memory, uint32_t cell) {
  spread(memory, cell, HELD_UNKNOWN);
}

void cleave_cell_set_unaliased(struct cleave_memory *memory, uint32_t cell) {
  class_of(memory, cell)->unaliased = true;
}

/* Whether the address of one of two classes may be in a place of the kind KEPT, and have been read from there for the other: that
 * one has the origin READ. */
static bool share(const struct cell *one, const struct cell *other, unsigned kept, unsigned read) {
  return one->origin & kept && other->origin & kept && (one->origin | other->origin) & read &&
         !one->unaliased && !other->unaliased;
}

bool cleave_cell_may_be_same(struct cleave_memory *memory, uint32_t left, uint32_t right) {
  return share(class_of(memory, left), class_of(memory, right), ESCAPED, UNKNOWN);
}

bool cleave_cell_may_overlap(struct cleave_memory *memory, uint32_t left, uint32_t right) {
  return share(class_of(memory, left), class_of(memory, right), EXPOSED, OUTSIDE) ||
         cleave_cell_may_be_same(memory, left, right);
}
