/* FILE: lib/fission/shared_tiles.c
 * WHAT: which mapped nests also get a version in tiles, whose data a team stores in shared memory.
 *
 * In
 *
 *   for i: for j: { BEFORE; for k: c[i][j] += a[i][k] * b[k][j]; AFTER }
 *
 * all points of a row read the same elements of a, and all points of a column the same of b. A team computes a tile of 64 by 128 points.
 * For some iterations of k at a time it copies what these need to shared memory, each value once. A thread computes 8 by 4 points: 12 values
 * from shared memory are enough for 32 additions, whose sums it keeps in registers.
 *
 * Why that is allowed.
 * 1. The points of the nest are independent (mapping.c), so threads may interleave their statements. The loop over k has the same iterations
 *    for all points. For each point the statements keep their order: those before the loop, its iterations, and those after it.
 * 2. A register stands for the variable or the array element that a point accumulates in while the loop over k runs. In this loop all
 *    accesses to the array are to the element of their own point, and nothing else is written. The guard checks that no other object
 *    overlaps the array. The element is loaded and stored only for points of the nest, which certainly write it: the guard checks that
 *    the loop over k has iterations.
 * 3. An operand is an expression that each iteration of the loop evaluates. Its value depends on k, on the counter of the row or that of the
 *    column, and on variables and arrays that the nest does not write. So it is the same whenever, and by whichever thread, it is
 *    computed. At the edges of the nest the team repeats the last row or column, and for the last iterations of k it begins
 *    earlier: it evaluates operands of the program's own iterations only.
 * 4. The operations of a point have the same order and operands, so its results are the same to the bit. An operand is not cut off from
 *    an addition with which the compiler may contract it.
 * 5. No variable but the sum carries a value between the three parts of the body: each name is in one of them only.
 */
#include <string.h>

#include "abi/entry_points.h"
#include "fission/mapping_internal.h"
#include "model/token.h"
#include "polyhedral/loop_model.h"

enum {
  MOST_OPERANDS = 8,
  MOST_BYTES = 46 << 10, /* of 48 KiB; the device run time needs some */
  STEP_BYTES = 64,       /* of an operand and a point, in one step of the inner loop */
  LEAST_DEPTH = 4
};

/* Tiles are as large as registers allow, or smaller, for results that have few of them. 128 registers hold the sums of 8 by 4 points. */
static const struct cleave_shared_tile
    large = {.rows = 64, .columns = 128, .thread_rows = 8, .thread_columns = 4},
    medium = {.rows = 32, .columns = 64, .thread_rows = 4, .thread_columns = 4},
    small = {.rows = 8, .columns = 8, .thread_rows = 4, .thread_columns = 4, .depth = LEAST_DEPTH};

struct search {
  struct planner *planner;
  const struct cleave_loop_accesses *loop; /* as the reader lists it, with all accesses */
  const bool *aligned;                     /* NULL: a perfect nest */
  uint32_t outer, second;                  /* the counters of the two loops of the nest around the site */
  const char *second_name;
  const struct cleave_direct_loop *inner;
  struct cleave_shared_tile *tile;
  const struct cleave_access *reference; /* the first access to the element; NULL: the sum is a variable */
  bool is_certain;                       /* each point writes its element */
};

static const char *text_in(const struct search *search, uint32_t begin, uint32_t end) {
  return text_of(search->planner, (struct cleave_range){begin, end});
}

static bool is_in(struct cleave_range range, uint32_t begin, uint32_t end) {
  return range.begin <= begin && end <= range.end;
}

static bool depends_on(const struct cleave_polynomial *value, uint32_t dimension) {
  for (size_t t = 0; t < value->term_count; t++)
    for (uint32_t f = 0; f < value->terms[t].factor_count; f++)
      if (value->terms[t].factors[f] == dimension)
        return true;
  return false;
}

/* ---- The inner loop --------------------------------------------------------------------------------- */

/* Point 1. */
static bool has_same_iterations(const struct search *search, uint32_t dimension) {
  const struct cleave_dimension *it = &search->loop->dimensions[dimension];
  const struct cleave_polynomial *const bounds[] = {&it->first, &it->least, &it->most};
  const bool is_known[] = {it->has_first, it->has_least, it->has_most};
  for (size_t i = 0; i < 3; i++)
    for (uint32_t d = 0; is_known[i] && d < search->loop->dimension_count; d++)
      if (search->loop->dimensions[d].kind != CLEAVE_DIMENSION_SYMBOL && depends_on(bounds[i], d))
        return false;
  return true;
}

/* Finds the site: the body of the inner loop, or of the only loop in it if that is aligned. */
static bool find_site(struct search *search) {
  const struct cleave_loop_accesses *loop = search->loop;
  const struct cleave_direct_loop *inner = search->inner;
  struct cleave_shared_tile *tile = search->tile;
  tile->site = (struct cleave_range){inner->loop.body_begin, inner->loop.body_end};
  tile->counter = loop->nest[search->aligned ? 0 : 1].counter;
  tile->type = loop->nest[search->aligned ? 0 : 1].type;
  search->second = search->aligned ? CLEAVE_NO_DIMENSION : loop->nest[1].dimension;
  uint32_t around = inner->loop.dimension;
  for (size_t i = 0; i < loop->direct_count; i++) {
    const struct cleave_direct_loop *it = &loop->direct[i];
    if (loop->dimensions[it->loop.dimension].around != around)
      continue;
    if (!search->aligned || !search->aligned[it->loop.dimension] || it->begin != it->statements_begin ||
        it->loop.body_end != it->statements_end)
      return false; /* another loop in the site */
    tile->site = (struct cleave_range){it->loop.body_begin, it->loop.body_end};
    tile->counter = it->loop.counter;
    tile->type = it->loop.type;
    search->second = around = it->loop.dimension;
  }
  search->second_name = tile->counter;
  tile->before = (struct cleave_range){inner->statements_begin, inner->begin};
  tile->after = (struct cleave_range){inner->loop.body_end, inner->statements_end};
  return search->second != CLEAVE_NO_DIMENSION;
}

/* ---- Names ------------------------------------------------------------------------------------------ */

static bool mentions(const struct search *search, struct cleave_range range, const char *name) {
  return cleave_mentions(&search->planner->unit->tokens, range, name);
}

/* The only variable with NAME, if it is declared outside of the nest's body; or NULL. */
static const struct cleave_variable *only_variable(const struct search *search, const char *name) {
  const struct cleave_region *region = search->planner->region;
  const struct cleave_variable *found = NULL;
  for (size_t i = 0; i < search->loop->local_count; i++)
    if (!strcmp(search->loop->locals[i].name, name))
      return NULL;
  for (size_t i = 0; i < region->variable_count; i++)
    if (!strcmp(region->variables[i].name, name)) {
      if (found)
        return NULL;
      found = &region->variables[i];
    }
  return found;
}

static bool is_written(const struct search *search, const struct cleave_variable *variable) {
  for (size_t i = 0; i < search->loop->access_count; i++)
    if (search->loop->accesses[i].writes &&
        variable_at(search->planner, search->loop->accesses[i].variable) == variable)
      return true;
  return false;
}

/* Whether each word in RANGE is a counter of the point or, if given, INNER, or an object from outside of the region. Unless MAY_WRITE, the
 * nest does not write this object. */
static bool has_plain_names(const struct search *search, struct cleave_range range, const char *inner,
                            bool may_write) {
  const struct cleave_token *word;
  while ((word = cleave_find_token(&search->planner->unit->tokens, range, 1 << CLEAVE_TOKEN_WORD, NULL))) {
    const struct cleave_variable *variable = only_variable(search, word->name);
    if (word->range.begin == word->range.end)
      return false; /* from an expansion */
    range.begin = word->range.end;
    if (!strcmp(word->name, search->loop->nest[0].counter) || !strcmp(word->name, search->second_name) ||
        (inner && !strcmp(word->name, inner)))
      continue;
    if (!variable || variable->sharing == CLEAVE_SHARING_INSIDE ||
        variable->sharing == CLEAVE_SHARING_PRIVATE || variable->is_volatile ||
        (!may_write && is_written(search, variable)))
      return false;
  }
  return true;
}

static bool is_counter_name(const struct search *search, const char *name) {
  bool found = !strcmp(name, search->loop->nest[0].counter) || !strcmp(name, search->second_name);
  for (size_t i = 0; search->aligned && i < search->loop->inner_count; i++)
    found |= search->aligned[search->loop->inner[i].loop.dimension] &&
             !strcmp(name, search->loop->inner[i].loop.counter);
  return found;
}

/* Point 5: counts the parts of the body that name NAME. */
static unsigned parts_with(const struct search *search, const char *name) {
  return mentions(search, search->tile->before, name) + mentions(search, search->tile->site, name) +
         mentions(search, search->tile->after, name);
}

/* Finds the variable of the iteration that carries a value between the parts, if there is one, and makes it the sum. Returns false
 * if there are others, or if it cannot be the sum. */
static bool find_carrier(struct search *search) {
  const struct cleave_loop_accesses *loop = search->loop;
  const struct cleave_region *region = search->planner->region;
  struct cleave_shared_tile *tile = search->tile;
  for (size_t i = 0; i < loop->local_count; i++) {
    const struct cleave_local *it = &loop->locals[i];
    if (is_counter_name(search, it->name) || parts_with(search, it->name) < 2)
      continue;
    if (tile->sum || !it->is_plain || !is_in(tile->before, it->declared_at, it->declared_at))
      return false;
    tile->sum = it->name;
    tile->sum_type = it->type;
  }
  for (size_t i = 0; i < region->variable_count; i++) {
    const struct cleave_variable *it = &region->variables[i];
    const bool is_private = it->sharing == CLEAVE_SHARING_INSIDE || it->sharing == CLEAVE_SHARING_PRIVATE ||
                            (it->sharing == CLEAVE_SHARING_FIRSTPRIVATE && is_written(search, it));
    if (!is_private || is_counter_name(search, it->name) || parts_with(search, it->name) < 2 ||
        (tile->sum && !strcmp(tile->sum, it->name)))
      continue;
    if (tile->sum || it->sharing != CLEAVE_SHARING_PRIVATE || only_variable(search, it->name) != it ||
        (it->type_class != CLEAVE_TYPE_INTEGER && it->type_class != CLEAVE_TYPE_FLOATING) ||
        it->is_volatile || it->is_atomic || it->is_reference)
      return false;
    tile->sum = it->name;
  }
  return !tile->sum ||
         (mentions(search, tile->site, tile->sum) && strcmp(tile->sum, search->inner->loop.counter) != 0);
}

/* ---- The sum ---------------------------------------------------------------------------------------- */

static void add_use(struct search *search, struct cleave_tile_use use) {
  struct cleave_shared_tile *tile = search->tile;
  size_t at = tile->use_count;
  while (at && tile->uses[at - 1].range.begin > use.range.begin)
    at--;
  if (at && tile->uses[at - 1].range.begin == use.range.begin)
    return; /* a read and a write of one expression, or another access of one operand */
  CLEAVE_APPEND(search->planner->arena, tile->uses, tile->use_count, use);
  memmove(tile->uses + at + 1, tile->uses + at, (tile->use_count - 1 - at) * sizeof use);
  tile->uses[at] = use;
}

/* Adds the uses of the variable that is the sum. */
static bool add_variable_uses(struct search *search) {
  const struct cleave_tokens *tokens = &search->planner->unit->tokens;
  struct cleave_range rest = search->tile->site;
  const struct cleave_token *word;
  while ((word = cleave_find_token(tokens, rest, 1 << CLEAVE_TOKEN_WORD, search->tile->sum))) {
    if (word->range.begin == word->range.end)
      return false; /* from an expansion */
    add_use(search, (struct cleave_tile_use){word->range, CLEAVE_NO_OPERAND});
    rest.begin = word->range.end;
  }
  return true;
}

/* Point 2: whether ACCESS is to the same element as the reference, which only the counters of the point select. */
static bool is_element(const struct search *search, const struct cleave_access *access) {
  if (!access->end || !access->subscript_count ||
      access->subscript_count != search->reference->subscript_count)
    return false;
  for (size_t s = 0; s < access->subscript_count; s++) {
    if (!cleave_polynomials_equal(&access->subscripts[s], &search->reference->subscripts[s]))
      return false;
    for (uint32_t d = 0; d < search->loop->dimension_count; d++)
      if (d != search->outer && d != search->second &&
          search->loop->dimensions[d].kind != CLEAVE_DIMENSION_SYMBOL &&
          depends_on(&access->subscripts[s], d))
        return false;
  }
  return has_plain_names(search, (struct cleave_range){access->offset, access->end}, NULL, true);
}

/* ---- Operands --------------------------------------------------------------------------------------- */

static bool is_site_access(const struct search *search, const struct cleave_access *access) {
  return access->offset >= search->tile->site.begin && access->offset < search->tile->site.end;
}

/* Whether the text of OPERAND names the counter NAME, and whether an access in it depends on the counter. If only one of them
 * is true, another variable has this name. */
static bool names_and_uses(const struct search *search, const struct cleave_operand *operand,
                           const char *name, uint32_t dimension, bool *is_consistent) {
  const bool named = mentions(search, (struct cleave_range){operand->begin, operand->end}, name);
  bool used = false;
  for (size_t i = 0; i < search->loop->access_count; i++) {
    const struct cleave_access *access = &search->loop->accesses[i];
    for (size_t s = 0;
         access->offset >= operand->begin && access->offset < operand->end && s < access->subscript_count;
         s++)
      used |= depends_on(&access->subscripts[s], dimension);
  }
  *is_consistent &= named == used;
  return named;
}

/* Point 3. Fills in STAGED. */
static bool can_be_staged(const struct search *search, const struct cleave_operand *operand,
                          struct cleave_staged_operand *staged) {
  const struct cleave_loop_accesses *loop = search->loop;
  const char *inner_name = search->inner->loop.counter;
  const uint32_t inner = search->inner->loop.dimension;
  bool is_consistent = true;
  const bool of_row = names_and_uses(search, operand, loop->nest[0].counter, search->outer, &is_consistent),
             of_column = names_and_uses(search, operand, search->second_name, search->second, &is_consistent),
             of_inner = names_and_uses(search, operand, inner_name, inner, &is_consistent);
  if (!is_consistent || operand->is_contracted || of_row == of_column || !of_inner || operand->bytes > 8 ||
      !has_plain_names(search, (struct cleave_range){operand->begin, operand->end}, inner_name, false))
    return false;
  const uint32_t point = of_row ? search->outer : search->second;
  *staged = (struct cleave_staged_operand){.text = {operand->begin, operand->end}, .bytes = operand->bytes};
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    if (access->offset < operand->begin || access->offset >= operand->end || !access->subscript_count)
      continue;
    const struct cleave_polynomial *last = &access->subscripts[access->subscript_count - 1];
    const int64_t by_inner = counter_coefficient(loop, last, inner),
                  by_point = counter_coefficient(loop, last, point);
    staged->follows_loop |= (by_inner == 1 || by_inner == -1) && by_point != 1 && by_point != -1;
  }
  return true;
}

/* Adds the largest operand around ACCESS, or a use of one with the same text. */
static bool add_operand(struct search *search, const struct cleave_mapping *mapping,
                        const struct cleave_access *access) {
  struct cleave_shared_tile *tile = search->tile;
  struct cleave_staged_operand staged;
  const struct cleave_operand *found = NULL;
  for (size_t i = 0; !found && i < search->loop->operand_count; i++) {
    const struct cleave_operand *it = &search->loop->operands[i];
    if (is_in(tile->site, it->begin, it->end) && it->begin <= access->offset && access->end <= it->end &&
        can_be_staged(search, it, &staged))
      found = it;
  }
  if (!found)
    return false;
  const bool of_outer = mentions(search, staged.text, search->loop->nest[0].counter);
  staged.is_of_row = of_outer == (mapping->walk == 0);
  size_t at = 0;
  const char *text = text_in(search, found->begin, found->end);
  while (at < tile->operand_count && strcmp(text, text_of(search->planner, tile->operands[at].text)) != 0)
    at++;
  if (at == tile->operand_count)
    CLEAVE_APPEND(search->planner->arena, tile->operands, tile->operand_count, staged);
  add_use(search, (struct cleave_tile_use){staged.text, at});
  return tile->operand_count <= MOST_OPERANDS;
}

/* ---- The search ------------------------------------------------------------------------------------- */

/* Whether all accesses in the site are to the sum, to operands, or to variables of the site alone. */
static bool check_accesses(struct search *search, const struct cleave_mapping *mapping) {
  for (size_t i = 0; i < search->loop->access_count; i++) {
    const struct cleave_access *access = &search->loop->accesses[i];
    const struct cleave_variable *variable = variable_at(search->planner, access->variable);
    if (!is_site_access(search, access))
      continue;
    if (search->reference && access->variable == search->reference->variable) {
      if (!is_element(search, access))
        return false;
      search->is_certain |= access->writes && access->certain;
      add_use(search, (struct cleave_tile_use){{access->offset, access->end}, CLEAVE_NO_OPERAND});
    } else if (access->subscript_count) {
      if (access->writes || !access->end || !add_operand(search, mapping, access))
        return false;
    } else if (access->writes && variable->sharing != CLEAVE_SHARING_INSIDE &&
               variable->sharing != CLEAVE_SHARING_PRIVATE) {
      return false;
    }
  }
  return true;
}

/* Chooses the depth so that all operands fit in shared memory. */
static bool choose_depth(struct cleave_shared_tile *tile) {
  unsigned largest = 0, bytes = 0;
  bool of_row = false, of_column = false;
  for (size_t i = 0; i < tile->operand_count; i++) {
    const struct cleave_staged_operand *it = &tile->operands[i];
    largest = it->bytes > largest ? it->bytes : largest;
    of_row |= it->is_of_row;
    of_column |= !it->is_of_row;
    bytes += 2 * ((it->is_of_row ? tile->rows : tile->columns) * it->bytes + CLEAVE_VECTOR_BYTES);
  }
  if (!of_row || !of_column)
    return false; /* nothing would be used again */
  if (!tile->depth)
    tile->depth = STEP_BYTES / (largest > 4 ? largest : 4);
  while (tile->depth >= LEAST_DEPTH && tile->depth * bytes > MOST_BYTES)
    tile->depth /= 2;
  tile->shared_bytes = tile->depth * bytes;
  return tile->depth >= LEAST_DEPTH;
}

/* Whether the nest can run in tiles with the loop SEARCH->inner. Fills in the tile. */
static bool try_loop(struct search *search, const struct cleave_mapping *mapping) {
  const struct cleave_loop_accesses *loop = search->loop;
  struct cleave_shared_tile *tile = search->tile;
  if (!has_same_iterations(search, search->inner->loop.dimension) || !find_site(search) ||
      !find_carrier(search))
    return false;
  for (size_t i = 0; !search->reference && i < loop->access_count; i++)
    if (is_site_access(search, &loop->accesses[i]) && loop->accesses[i].writes &&
        loop->accesses[i].subscript_count)
      search->reference = &loop->accesses[i];
  tile->sum_is_element = !tile->sum;
  if ((search->reference != NULL) != tile->sum_is_element)
    return false; /* none, or two */
  if (search->reference)
    tile->sum = text_in(search, search->reference->offset, search->reference->end);
  return (search->reference || add_variable_uses(search)) && check_accesses(search, mapping) &&
         (!search->reference || search->is_certain) && choose_depth(tile);
}

/* Returns a tile of SHAPE, or NULL. */
static const struct cleave_shared_tile *find_shared_tile(struct planner *planner,
                                                         const struct cleave_loop_model *model,
                                                         const struct cleave_mapping *mapping,
                                                         const bool *aligned,
                                                         const struct cleave_shared_tile *shape) {
  const struct cleave_loop_accesses *loop = model->node->accesses;
  const uint32_t around = loop->nest[aligned ? 0 : 1].dimension;
  for (size_t i = 0; i < loop->direct_count; i++) {
    struct cleave_shared_tile *tile = cleave_arena_allocate(planner->arena, sizeof *tile);
    *tile = *shape;
    struct search search = {.planner = planner,
                            .loop = loop,
                            .aligned = aligned,
                            .outer = loop->nest[0].dimension,
                            .inner = &loop->direct[i],
                            .tile = tile};
    const uint32_t dimension = loop->direct[i].loop.dimension;
    if (loop->dimensions[dimension].around == around && !(aligned && aligned[dimension]) &&
        try_loop(&search, mapping) &&
        !describe_plain_loop(planner, model, &loop->direct[i].loop, &tile->inner)) {
      tile->inner.first_name = new_name(planner, "first_2");
      tile->inner.count_name = new_name(planner, "count_2");
      return tile;
    }
  }
  return NULL;
}

/* ---- The version ------------------------------------------------------------------------------------ */

/* Divides the clauses of DIRECTIVE between `target teams` and `parallel`. Returns false if the tile cannot have one of them. */
static bool divide_clauses(struct planner *planner, const struct cleave_directive *directive,
                           struct cleave_clauses *outer, struct cleave_clauses *inner) {
  for (size_t i = 0; i < directive->clauses.count; i++) {
    const struct cleave_plan_clause *it = &directive->clauses.items[i];
    switch (it->kind) {
    case CLEAVE_CLAUSE_IF:
      if ((it->user ? it->user->modifier : it->modifier) == CLEAVE_IF_PARALLEL)
        return false;
      /* fallthrough */
    case CLEAVE_CLAUSE_MAP:
    case CLEAVE_CLAUSE_DEVICE:
    case CLEAVE_CLAUSE_IS_DEVICE_PTR:
      cleave_add_clause(planner->arena, outer, *it);
      break;
    case CLEAVE_CLAUSE_FIRSTPRIVATE:
      cleave_add_clause(planner->arena, outer, *it);
      /* fallthrough */
    case CLEAVE_CLAUSE_PRIVATE:
      cleave_add_clause(planner->arena, inner, *it);
      break;
    case CLEAVE_CLAUSE_SHARED:
    case CLEAVE_CLAUSE_SCHEDULE:
    case CLEAVE_CLAUSE_COLLAPSE:
    case CLEAVE_CLAUSE_ORDER:
    case CLEAVE_CLAUSE_PROC_BIND:
      break; /* of the threads of a loop that the tile does not have */
    default:
      return false;
    }
  }
  return true;
}

static const struct cleave_plan_node *kernel_of_tile(struct planner *planner,
                                                     const struct cleave_plan_node *plan_node) {
  if (plan_node->directive->kind != CLEAVE_DIRECTIVE_CONSTRUCT || plan_node->inner_directive)
    return NULL;
  struct cleave_directive *teams = cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_CONSTRUCT,
                                                         CLEAVE_CONSTRUCT_TARGET | CLEAVE_CONSTRUCT_TEAMS),
                          *parallel = cleave_make_directive(planner->arena, CLEAVE_DIRECTIVE_CONSTRUCT,
                                                            CLEAVE_CONSTRUCT_PARALLEL);
  struct cleave_plan_node *kernel = cleave_arena_allocate(planner->arena, sizeof *kernel);
  *kernel = *plan_node;
  kernel->directive = teams;
  kernel->inner_directive = parallel;
  kernel->free_threads = false;
  kernel->tiling = NULL;
  return divide_clauses(planner, plan_node->directive, &teams->clauses, &parallel->clauses) ? kernel : NULL;
}

/* The number of tiles along a loop: (COUNT + EXTENT - 1) / EXTENT. */
static const struct cleave_expression *tile_count(struct planner *planner,
                                                  const struct cleave_expression *count, unsigned extent) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_expression *more =
      cleave_make_binary(arena, CLEAVE_ADD, cleave_make_parentheses(arena, count),
                         cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, extent - 1));
  return cleave_make_binary(arena, CLEAVE_DIVIDE, cleave_make_parentheses(arena, more),
                            cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, extent));
}

/* Whether neighboring threads of the plain mapped version would access elements that are not neighbors. */
static bool is_scattered(const struct cleave_shared_tile *tile) {
  for (size_t i = 0; i < tile->operand_count; i++)
    if (!tile->operands[i].is_of_row && tile->operands[i].follows_loop)
      return true;
  return false;
}

/* Whether there are enough tiles, and enough iterations of the inner loop for each. */
static const struct cleave_expression *tile_guard(struct planner *planner,
                                                  const struct cleave_mapping *mapping,
                                                  const struct cleave_shared_tile *tile,
                                                  const struct target_clauses *clauses) {
  struct cleave_arena *arena = planner->arena;
  struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_MAPPING_SPAN);
  cleave_add_device_argument(arena, call, clauses->device);
  cleave_add_number(arena, call, CLEAVE_NEST_IN_TILES | (is_scattered(tile) ? CLEAVE_NEST_IS_BETTER : 0));
  cleave_add_number(arena, call, (int64_t)tile->rows * tile->columns);
  cleave_add_number(arena, call, (int64_t)mapping->loop_count);
  for (size_t i = 0; i < mapping->loop_count; i++)
    cleave_add_argument(
        arena, call,
        tile_count(planner, mapping->loops[i].count, i == mapping->walk ? tile->rows : tile->columns));
  const struct cleave_expression *count = cleave_make_parentheses(arena, tile->inner.count),
                                 *is_deep = cleave_make_binary(
                                     arena, CLEAVE_GREATER, count,
                                     cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, tile->depth - 1)),
                                 *is_int = cleave_make_binary(
                                     arena, CLEAVE_LESS, count,
                                     cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, INT32_MAX / 2));
  return cleave_make_binary(arena, CLEAVE_AND, guard_of_call(planner, clauses, call),
                            cleave_make_binary(arena, CLEAVE_AND, is_deep, is_int));
}

const struct cleave_shared_tile *add_tiled_versions(struct planner *planner,
                                                    struct cleave_plan_node *plan_node,
                                                    const struct cleave_mapping *mapping, const bool *aligned,
                                                    const struct target_clauses *clauses,
                                                    const struct cleave_expression *guard) {
  struct cleave_arena *arena = planner->arena;
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const struct cleave_loop_model *model = cleave_loop_model_get(planner->loop_models, plan_node->node);
  if (planner->options->shared_tiles == CLEAVE_TILES_OFF || planner->unit->openmp_version < 50 ||
      planner->region->flags & CLEAVE_REGION_BEFORE_ALLOCATORS || mapping->loop_count != 2 ||
      mapping->is_uneven || mapping->value_count || !mapping->has_loops ||
      cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_REDUCTION))
    return NULL;
  const struct cleave_plan_node *kernel = kernel_of_tile(planner, plan_node);
  struct cleave_disjoint *disjoint = cleave_arena_allocate(arena, sizeof *disjoint);
  if (!kernel || !add_disjoint_objects(planner, plan_node->node, disjoint))
    return NULL;
  if (!mapping->disjoint)
    guard = cleave_make_binary(arena, CLEAVE_AND, guard, disjoint_guard(planner, disjoint, clauses));
  const bool are_small = planner->options->shared_tiles == CLEAVE_TILES_SMALL;
  const struct cleave_shared_tile *const shapes[] = {are_small ? &small : &large, &medium}, *first = NULL;
  for (size_t i = 0; i < (are_small ? 1 : 2); i++) {
    const struct cleave_shared_tile *tile = find_shared_tile(planner, model, mapping, aligned, shapes[i]);
    if (!tile)
      continue; /* the operands of a large one may need too much memory */
    struct cleave_mapping *tiled = cleave_arena_allocate(arena, sizeof *tiled);
    *tiled = *mapping;
    tiled->tile = tile;
    tiled->unrolled = (struct cleave_offsets){0};
    const struct cleave_expression *enough = tile_guard(planner, mapping, tile, clauses);
    const struct cleave_version version = {.guard = cleave_make_binary(arena, CLEAVE_AND, enough, guard),
                                           .body = CLEAVE_BODY_MAPPED,
                                           .kernel = kernel,
                                           .mapping = tiled};
    CLEAVE_APPEND(arena, plan_node->versions.items, plan_node->versions.count, version);
    first = first ? first : tile;
  }
  return first;
}
