/* FILE: lib/fission/register_blocks.c
 * WHAT: which mapped nests also get a version in register blocks.
 *
 * In
 *
 *   for i: for j: for k: c[i][j] += a[i][k] * b[k][j];
 *
 * a thread with one point (i, j) loads two elements for each addition. A thread with 8 by 4 points loads 12 elements for 32
 * additions: those of a for all its columns, and those of b for all its rows. It keeps the 32 elements of c in variables, and executes
 * each statement for all points before it goes on to the next k.
 *
 * Why that is allowed.
 * 1. The points of the nest are independent (mapping.c), so a thread may interleave their statements. For each point, the statements
 *    keep their order: the loops around a statement are either aligned, and have one iteration for the point, or their headers
 *    depend on no counter of the point, and all points of the block execute them together.
 * 2. The variable of a point stands for its element of the only array that the nest writes. All accesses to that array are to the
 *    element of their own point. The guard checks that no other object overlaps it.
 * 3. The variable is loaded before the first statement and stored after the last one. An iteration that the program executes
 *    certainly writes the element, so it exists and may be written; the guard checks that there is such an iteration.
 * 4. A block at the edge of the nest repeats points of the nest and does not store them: it reads nothing that the program
 *    does not read. A private variable is assigned in each iteration before it is read (mapping.c, 3).
 */
#include <string.h>

#include "fission/fission_internal.h"
#include "model/token.h"
#include "polyhedral/loop_model.h"

enum { BLOCK_ROWS = 8, BLOCK_COLUMNS = 4 };

struct search {
  const struct cleave_loop_accesses *loop; /* as the reader lists it, with all accesses */
  const bool *aligned;
  uint32_t outer;                        /* the counter of the outermost loop */
  const struct cleave_access *reference; /* the first access to the element */
};

static uint32_t aligned_loop_around(const struct search *search, uint32_t around) {
  while (around != CLEAVE_NO_DIMENSION && !search->aligned[around])
    around = search->loop->dimensions[around].around;
  return around;
}

static bool contains(const struct cleave_polynomial *value, uint32_t dimension) {
  for (size_t t = 0; t < value->term_count; t++)
    for (uint32_t f = 0; f < value->terms[t].factor_count; f++)
      if (value->terms[t].factors[f] == dimension)
        return true;
  return false;
}

static bool depends_on_point(const struct search *search, const struct cleave_polynomial *value) {
  for (uint32_t d = 0; d < search->loop->dimension_count; d++)
    if ((d == search->outer || search->aligned[d]) && contains(value, d))
      return true;
  return false;
}

/* ---- The element ------------------------------------------------------------------------------------ */

/* Whether ONE equals OTHER if the counter TO replaces FROM in it. */
static bool same_factors(const struct cleave_term *one, const struct cleave_term *other, uint32_t from,
                         uint32_t to) {
  bool used[CLEAVE_TERM_FACTORS] = {false};
  if (one->coefficient != other->coefficient || one->factor_count != other->factor_count)
    return false;
  for (uint32_t i = 0; i < one->factor_count; i++) {
    const uint32_t factor = one->factors[i] == from ? to : one->factors[i];
    uint32_t at = 0;
    while (at < other->factor_count && (used[at] || other->factors[at] != factor))
      at++;
    if (at == other->factor_count)
      return false;
    used[at] = true;
  }
  return true;
}

static bool same_value(const struct cleave_polynomial *one, const struct cleave_polynomial *other,
                       uint32_t from, uint32_t to) {
  if (one->term_count != other->term_count)
    return false;
  for (size_t i = 0; i < one->term_count; i++) {
    size_t at = 0;
    while (at < other->term_count && !same_factors(&one->terms[i], &other->terms[at], from, to))
      at++;
    if (at == other->term_count)
      return false;
  }
  return true;
}

static const struct cleave_inner_loop *inner_loop_of(const struct search *search, uint32_t dimension) {
  for (size_t i = 0; i < search->loop->inner_count; i++)
    if (search->loop->inner[i].loop.dimension == dimension)
      return &search->loop->inner[i];
  return NULL;
}

/* Whether all subscripts of ACCESS are sums and products of symbols and of the counters of its point. */
static bool is_of_point(const struct search *search, const struct cleave_access *access, uint32_t aligned) {
  for (size_t s = 0; s < access->subscript_count; s++)
    for (size_t t = 0; t < access->subscripts[s].term_count; t++)
      for (uint32_t f = 0; f < access->subscripts[s].terms[t].factor_count; f++) {
        const uint32_t factor = access->subscripts[s].terms[t].factors[f];
        if (factor != search->outer && factor != aligned &&
            search->loop->dimensions[factor].kind != CLEAVE_DIMENSION_SYMBOL)
          return false;
      }
  return access->subscript_count > 0;
}

/* Point 2: whether ACCESS is to the element of its own point, like the reference. */
static bool is_element(const struct search *search, const struct cleave_access *access) {
  const uint32_t aligned = aligned_loop_around(search, access->around),
                 other = aligned_loop_around(search, search->reference->around);
  if (aligned == CLEAVE_NO_DIMENSION || !access->end || !is_of_point(search, access, aligned) ||
      access->subscript_count != search->reference->subscript_count)
    return false;
  for (size_t s = 0; s < access->subscript_count; s++)
    if (!same_value(&access->subscripts[s], &search->reference->subscripts[s], aligned, other))
      return false;
  return true;
}

/* Adds TEXT, in source order. */
static void add_element(struct planner *planner, struct cleave_register_block *block,
                        struct cleave_range text) {
  size_t at = block->element_count;
  while (at && block->elements[at - 1].begin > text.begin)
    at--;
  if (at && block->elements[at - 1].begin == text.begin)
    return; /* a read and a write of one expression */
  CLEAVE_APPEND(planner->arena, block->elements, block->element_count, text);
  for (size_t i = block->element_count - 1; i > at; i--)
    block->elements[i] = block->elements[i - 1];
  block->elements[at] = text;
}

/* ---- Names ------------------------------------------------------------------------------------------ */

static bool names(const struct planner *planner, struct cleave_range range, const char *name) {
  return cleave_find_token(&planner->unit->tokens, range, 1 << CLEAVE_TOKEN_WORD, name) != NULL;
}

/* Whether RANGE names a counter of a point, perhaps of another variable. */
static bool names_counter(const struct planner *planner, const struct search *search,
                          struct cleave_range range) {
  bool found = names(planner, range, search->loop->nest[0].counter);
  for (size_t i = 0; i < search->loop->inner_count; i++)
    found |= search->aligned[search->loop->inner[i].loop.dimension] &&
             names(planner, range, search->loop->inner[i].loop.counter);
  return found;
}

/* Whether the word NAME in an access inside of AROUND, an aligned loop, is visible around the loops of its point. */
static bool is_plain_name(const struct planner *planner, const struct search *search,
                          const struct cleave_inner_loop *around, const char *name) {
  const struct cleave_region *region = planner->region;
  bool is_known = false;
  if (!strcmp(name, search->loop->nest[0].counter) || !strcmp(name, around->loop.counter))
    return true;
  for (size_t i = 0; i < region->variable_count; i++)
    if (!strcmp(name, region->variables[i].name)) {
      if (region->variables[i].sharing == CLEAVE_SHARING_INSIDE)
        return false;
      is_known = true;
    }
  for (size_t i = 0; i < search->loop->inner_count; i++)
    is_known &= strcmp(name, search->loop->inner[i].loop.counter) != 0;
  return is_known;
}

/* Whether the text of ACCESS means the same before the first and after the last statement of its point: it names only counters of the
 * point, and variables from outside of the region. */
static bool has_plain_names(const struct planner *planner, const struct search *search,
                            const struct cleave_access *access) {
  const struct cleave_inner_loop *around = inner_loop_of(search, aligned_loop_around(search, access->around));
  struct cleave_range rest = {access->offset, access->end};
  const struct cleave_token *word;
  while ((word = cleave_find_token(&planner->unit->tokens, rest, 1 << CLEAVE_TOKEN_WORD, NULL))) {
    if (word->range.begin == word->range.end || !is_plain_name(planner, search, around, word->name))
      return false; /* the first: from an expansion */
    rest.begin = word->range.end;
  }
  return true;
}

/* ---- The parts of the body ------------------------------------------------------------------------ */

static bool has_inner_loop(const struct search *search, uint32_t dimension) {
  for (size_t i = 0; i < search->loop->inner_count; i++)
    if (search->loop->dimensions[search->loop->inner[i].loop.dimension].around == dimension)
      return true;
  return false;
}

/* Point 1: whether all points of a block execute the same iterations of the loop over DIMENSION. */
static bool is_shared_loop(const struct search *search, uint32_t dimension) {
  const struct cleave_dimension *it = &search->loop->dimensions[dimension];
  return it->step && it->has_first && (it->step > 0 ? it->has_most : it->has_least) &&
         !depends_on_point(search, &it->first) && !(it->has_most && depends_on_point(search, &it->most)) &&
         !(it->has_least && depends_on_point(search, &it->least));
}

static bool add_parts(struct planner *planner, const struct search *search,
                      struct cleave_register_block *block) {
  for (size_t i = 0; i < search->loop->inner_count; i++) {
    const struct cleave_inner_loop *inner = &search->loop->inner[i];
    const uint32_t dimension = inner->loop.dimension;
    const bool is_aligned = search->aligned[dimension], is_site = !has_inner_loop(search, dimension);
    if (!is_aligned &&
        (!is_shared_loop(search, dimension) ||
         names_counter(planner, search, (struct cleave_range){inner->begin, inner->loop.body_begin})))
      return false;
    if (!is_aligned && !is_site)
      continue; /* it stays as it is */
    const struct cleave_inner_loop *around = inner_loop_of(search, aligned_loop_around(search, dimension));
    struct cleave_block_part part = {.begin = is_aligned ? inner->begin : inner->loop.body_begin,
                                     .body = {inner->loop.body_begin, inner->loop.body_end},
                                     .is_site = is_site};
    if (is_site) {
      if (!around)
        return false;
      part.counter = around->loop.counter;
      part.type = around->loop.type;
    }
    CLEAVE_APPEND(planner->arena, block->parts, block->part_count, part);
  }
  return block->part_count > 0;
}

static bool is_in_site(const struct cleave_register_block *block, const struct cleave_access *access) {
  for (size_t i = 0; i < block->part_count; i++)
    if (block->parts[i].is_site && block->parts[i].body.begin <= access->offset &&
        access->end <= block->parts[i].body.end)
      return true;
  return false;
}

/* ---- The search ----------------------------------------------------------------------------------- */

/* Point 3: adds to *CONDITION that each loop around ACCESS, except those of its point, has an iteration. */
static bool add_condition(struct planner *planner, const struct cleave_loop_model *model,
                          const struct search *search, const struct cleave_access *access,
                          const struct cleave_expression **condition) {
  struct cleave_arena *arena = planner->arena;
  for (uint32_t at = access->around; at != search->outer && at != CLEAVE_NO_DIMENSION;
       at = search->loop->dimensions[at].around) {
    const struct cleave_dimension *it = &search->loop->dimensions[at];
    struct cleave_polynomial distance;
    if (search->aligned[at])
      continue;
    if (!inner_loop_of(search, at) ||
        !subtract(arena, it->step > 0 ? &it->most : &it->first, it->step > 0 ? &it->first : &it->least,
                  &distance) ||
        !host_can_sum(planner, model, &distance))
      return false;
    const struct cleave_expression *is_executed =
        cleave_make_binary(arena, CLEAVE_GREATER, host_sum(planner, model, &distance),
                           cleave_make_constant(arena, CLEAVE_EXPRESSION_LONG, -1));
    *condition = *condition ? cleave_make_binary(arena, CLEAVE_AND, *condition, is_executed) : is_executed;
  }
  return true;
}

/* Whether AROUND is, or is inside of, a loop that all points of a block execute together. */
static bool is_in_shared_loop(const struct search *search, uint32_t around) {
  while (around != CLEAVE_NO_DIMENSION && (around == search->outer || search->aligned[around]))
    around = search->loop->dimensions[around].around;
  return around != CLEAVE_NO_DIMENSION;
}

/* Whether the points of a row share some of the elements that they read, and the points of a column others. */
static bool shares_loads(const struct search *search) {
  bool of_row = false, of_column = false;
  for (size_t i = 0; i < search->loop->access_count; i++) {
    const struct cleave_access *access = &search->loop->accesses[i];
    const uint32_t aligned = aligned_loop_around(search, access->around);
    if (access->writes || !access->subscript_count || aligned == CLEAVE_NO_DIMENSION ||
        !is_in_shared_loop(search, access->around))
      continue;
    bool by_outer = false, by_aligned = false;
    for (size_t s = 0; s < access->subscript_count; s++) {
      by_outer |= contains(&access->subscripts[s], search->outer);
      by_aligned |= contains(&access->subscripts[s], aligned);
    }
    of_row |= by_outer && !by_aligned;
    of_column |= by_aligned && !by_outer;
  }
  return of_row && of_column;
}

const struct cleave_register_block *find_register_block(struct planner *planner,
                                                        const struct cleave_plan_node *plan_node,
                                                        const struct cleave_mapping *mapping,
                                                        const bool *aligned,
                                                        const struct cleave_expression **condition) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  const struct cleave_loop_model *model = cleave_loop_model_get(planner->loop_models, plan_node->node);
  const struct cleave_loop_accesses *loop = node->accesses;
  if (mapping->loop_count != 2 || model->parallel_count != 1 || mapping->is_uneven || mapping->value_count ||
      !mapping->has_loops || !loop->inner_count ||
      cleave_clause_find(node->clauses, node->clause_count, CLEAVE_CLAUSE_REDUCTION))
    return NULL;
  if (!aligned) { /* the second loop of a perfect nest */
    bool *only = cleave_arena_allocate(planner->arena, loop->dimension_count * sizeof *only);
    only[loop->nest[1].dimension] = true;
    aligned = only;
  }
  struct search search = {.loop = loop, .aligned = aligned, .outer = loop->nest[0].dimension};
  struct cleave_register_block *block = cleave_arena_allocate(planner->arena, sizeof *block);
  *block = (struct cleave_register_block){.rows = BLOCK_ROWS, .columns = BLOCK_COLUMNS};
  for (size_t i = 0; !search.reference && i < loop->access_count; i++)
    if (loop->accesses[i].writes)
      search.reference = &loop->accesses[i];
  if (!search.reference || !shares_loads(&search) || !add_parts(planner, &search, block))
    return NULL;
  bool is_certain = false;
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    if (access->variable != search.reference->variable) {
      if (access->writes)
        return NULL;
      continue;
    }
    if (!is_element(&search, access) || !is_in_site(block, access))
      return NULL;
    if (!has_plain_names(planner, &search, access))
      return NULL;
    add_element(planner, block, (struct cleave_range){access->offset, access->end});
    if (access->certain && !is_certain)
      is_certain = add_condition(planner, model, &search, access, condition);
  }
  const struct cleave_inner_loop *around =
      inner_loop_of(&search, aligned_loop_around(&search, search.reference->around));
  block->element = (struct cleave_range){search.reference->offset, search.reference->end};
  block->counter = around->loop.counter;
  block->type = around->loop.type;
  return is_certain ? block : NULL;
}
