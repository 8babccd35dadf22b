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
 * With a single parallel loop, as in
 *
 *   for i: { BEFORE; for k: c[i] += a[i][k] * b[k]; AFTER }
 *
 * no thread shares the elements of a row. There most threads of a team load, neighboring elements together, and 16 others add up a row each.
 * A tile then has 16 rows and one column.
 *
 * The points may also form a triangle: `for j = i`. Tiles without points are skipped.
 *
 * Why that is allowed.
 * 1. The points of the nest are independent: by proof (mapping.c), or as iterations of a parallel loop, which any thread may execute in any
 *    order (OpenMP 5.1, 2.11.4). So threads may interleave their statements. The loop over k has the same iterations for all
 *    points. For each point the statements keep their order: those before the loop, its iterations, and those after it.
 * 2. A register stands for the variable or the array element that a point accumulates in while the loop over k runs. In this loop all
 *    accesses to the array are to the element of their own point, and nothing else is written. The guard checks that no other object
 *    overlaps the array. The element is loaded and stored only for points of the nest, which certainly write it: the guard checks that
 *    the loop over k has iterations.
 * 3. An operand is an expression that each iteration of the loop evaluates. Its value depends on k, on the counter of the row or that of the
 *    column, and on variables and arrays that the nest does not write. So it is the same whenever, and by whichever thread, it is
 *    computed. At the edges of the nest the team repeats the last row or column, and for the last iterations of k it begins
 *    earlier: it evaluates operands of the program's own iterations only. In a triangle, rows without points are left out
 *    before, so each row and each column that is left has one.
 * 4. The operations of a point have the same order and operands, so its results are the same to the bit. An operand is not cut off from
 *    an addition with which the compiler may contract it.
 * 5. A thread also evaluates the body of the inner loop for points of the tile that are not in the nest, and stores nothing for them. That
 *    cannot fail: it accesses registers and shared memory only, calls only mathematical functions, and divides integers by constants only.
 * 6. No variable but the sum carries a value between the three parts of the body: each name is in one of them only.
 */
#include <string.h>

#include "abi/entry_points.h"
#include "fission/mapping_internal.h"
#include "model/token.h"
#include "polyhedral/loop_model.h"

enum {
  MOST_OPERANDS = 8,
  MOST_BYTES = 46 << 10,   /* of 48 KiB; the device run time needs some */
  STEP_BYTES = 64,         /* of an operand and a point, in one step of the inner loop */
  STEP_BYTES_OF_SUM = 512, /* without columns, where a step has little to add */
  LEAST_DEPTH = 4,
  MOST_SUMS = 2
};

struct search {
  struct planner *planner;
  uint32_t node;                           /* of the outermost loop */
  const struct cleave_loop_accesses *loop; /* as the reader lists it, with all accesses */
  const bool *aligned;                     /* NULL: a perfect nest */
  uint32_t outer,
      second; /* the counters of the two loops of the nest around the site; CLEAVE_NO_DIMENSION: there is one */
  const char *second_name;
  const struct cleave_direct_loop *inner;
  struct cleave_shared_tile *tile;
  struct element {
    const struct cleave_access *reference; /* the first access to it; NULL: the sum is a variable */
    bool is_certain;                       /* each point writes it */
  } elements[MOST_SUMS];                   /* by sum */
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
static bool find_site(struct search *search, const struct cleave_mapping *mapping) {
  const struct cleave_loop_accesses *loop = search->loop;
  const struct cleave_direct_loop *inner = search->inner;
  struct cleave_shared_tile *tile = search->tile;
  tile->site = (struct cleave_range){inner->loop.body_begin, inner->loop.body_end};
  search->second = CLEAVE_NO_DIMENSION;
  if (!search->aligned && tile->columns > 1) {
    tile->counter = loop->nest[1].counter;
    tile->type = loop->nest[1].type;
    search->second = loop->nest[1].dimension;
  }
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
  if (mapping->loop_count > 1)
    tile->is_inside = mapping->loops[1].is_inside;
  for (size_t i = 0; i < mapping->aligned_count; i++)
    if (mapping->aligned[i].body.begin == tile->site.begin)
      tile->is_inside = mapping->aligned[i].is_inside;
  tile->before = (struct cleave_range){inner->statements_begin, inner->begin};
  tile->after = (struct cleave_range){inner->loop.body_end, inner->statements_end};
  return (search->second != CLEAVE_NO_DIMENSION) == (tile->columns > 1) &&
         tile->triangle.is_there == (tile->is_inside != NULL);
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

static bool is_point_counter(const struct search *search, const char *name) {
  return !strcmp(name, search->loop->nest[0].counter) ||
         (search->second_name && !strcmp(name, search->second_name));
}

/* Whether one of CLAUSES gives each thread a copy of VARIABLE. */
static bool lists(const struct cleave_clause *clauses, size_t count, uint32_t variable) {
  for (size_t i = 0; i < count; i++)
    if (clauses[i].kind == CLEAVE_CLAUSE_PRIVATE || clauses[i].kind == CLEAVE_CLAUSE_FIRSTPRIVATE)
      for (size_t v = 0; v < clauses[i].variable_count; v++)
        if (clauses[i].variables[v] == variable)
          return true;
  return false;
}

/* Whether each thread, or each iteration, has a copy of VARIABLE, of region->variables. The reader lists no accesses of a copy that a clause
 * makes, so any of these copies may be written. */
static bool is_own(const struct search *search, const struct cleave_variable *variable) {
  const struct cleave_region *region = search->planner->region;
  const uint32_t index = (uint32_t)(variable - region->variables);
  bool is_listed = lists(region->clauses, region->clause_count, index);
  for (uint32_t at = search->node; at != CLEAVE_NO_NODE; at = region->nodes[at].parent)
    is_listed |= lists(region->nodes[at].clauses, region->nodes[at].clause_count, index);
  return is_listed || variable->sharing == CLEAVE_SHARING_PRIVATE ||
         variable->sharing == CLEAVE_SHARING_INSIDE ||
         (variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE && is_written(search, variable));
}

/* Whether each variable named in RANGE is a counter of the point or, if given, INNER, or an object from outside of the region. Unless
 * MAY_WRITE, the nest does not write this object. Other words have one meaning everywhere in the nest: keywords, macros, and names of
 * constants, types and members. */
static bool has_plain_names(const struct search *search, struct cleave_range range, const char *inner,
                            bool may_write) {
  const struct cleave_region *region = search->planner->region;
  bool is_plain = true;
  for (size_t i = 0; i < search->loop->local_count; i++) {
    const char *name = search->loop->locals[i].name;
    is_plain &=
        is_point_counter(search, name) || (inner && !strcmp(name, inner)) || !mentions(search, range, name);
  }
  for (size_t i = 0; is_plain && i < region->variable_count; i++) {
    const struct cleave_variable *it = &region->variables[i];
    if (!is_point_counter(search, it->name) && !(inner && !strcmp(it->name, inner)) &&
        mentions(search, range, it->name))
      is_plain = only_variable(search, it->name) == it && !is_own(search, it) && !it->is_volatile &&
                 (may_write || !is_written(search, it));
  }
  return is_plain;
}

static bool is_counter_name(const struct search *search, const char *name) {
  bool found = is_point_counter(search, name);
  for (size_t i = 0; search->aligned && i < search->loop->inner_count; i++)
    found |= search->aligned[search->loop->inner[i].loop.dimension] &&
             !strcmp(name, search->loop->inner[i].loop.counter);
  return found;
}

/* Point 6: counts the parts of the body that name NAME. */
static unsigned parts_with(const struct search *search, const char *name) {
  return mentions(search, search->tile->before, name) + mentions(search, search->tile->site, name) +
         mentions(search, search->tile->after, name);
}

/* Adds a sum; REFERENCE: to its element, or NULL. Returns false if there are too many. */
static bool add_sum(struct search *search, struct cleave_tile_sum sum,
                    const struct cleave_access *reference) {
  struct cleave_shared_tile *tile = search->tile;
  const size_t most = tile->columns > 1 ? 1 : MOST_SUMS; /* registers */
  if (tile->sum_count == most)
    return false;
  search->elements[tile->sum_count] = (struct element){.reference = reference};
  CLEAVE_APPEND(search->planner->arena, tile->sums, tile->sum_count, sum);
  return true;
}

static bool is_sum_name(const struct cleave_shared_tile *tile, const char *name) {
  bool found = false;
  for (size_t i = 0; i < tile->sum_count; i++)
    found |= !strcmp(tile->sums[i].text, name);
  return found;
}

/* Makes the variables of the iteration that carry values between the parts sums. Returns false if one of them cannot be a sum. */
static bool find_carriers(struct search *search) {
  const struct cleave_loop_accesses *loop = search->loop;
  const struct cleave_region *region = search->planner->region;
  struct cleave_shared_tile *tile = search->tile;
  for (size_t i = 0; i < loop->local_count; i++) {
    const struct cleave_local *it = &loop->locals[i];
    if (is_counter_name(search, it->name) || parts_with(search, it->name) < 2)
      continue;
    if (is_sum_name(tile, it->name) || !it->is_plain ||
        !is_in(tile->before, it->declared_at, it->declared_at) ||
        !add_sum(search, (struct cleave_tile_sum){.text = it->name, .type = it->type}, NULL))
      return false;
  }
  for (size_t i = 0; i < region->variable_count; i++) {
    const struct cleave_variable *it = &region->variables[i];
    if (!is_own(search, it) || is_counter_name(search, it->name) || parts_with(search, it->name) < 2 ||
        is_sum_name(tile, it->name))
      continue;
    if (it->sharing == CLEAVE_SHARING_INSIDE || only_variable(search, it->name) != it ||
        (it->type_class != CLEAVE_TYPE_INTEGER && it->type_class != CLEAVE_TYPE_FLOATING) ||
        it->is_volatile || it->is_atomic || it->is_reference ||
        !add_sum(search, (struct cleave_tile_sum){.text = it->name}, NULL))
      return false;
  }
  for (size_t i = 0; i < tile->sum_count; i++)
    if (!mentions(search, tile->site, tile->sums[i].text) ||
        !strcmp(tile->sums[i].text, search->inner->loop.counter))
      return false;
  return true;
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

/* Adds the uses of the variable that is sum INDEX. */
static bool add_variable_uses(struct search *search, size_t index) {
  const struct cleave_tokens *tokens = &search->planner->unit->tokens;
  struct cleave_range rest = search->tile->site;
  const struct cleave_token *word;
  while ((word = cleave_find_token(tokens, rest, 1 << CLEAVE_TOKEN_WORD, search->tile->sums[index].text))) {
    if (word->range.begin == word->range.end)
      return false; /* from an expansion */
    add_use(search, (struct cleave_tile_use){word->range, true, index});
    rest.begin = word->range.end;
  }
  return true;
}

/* Point 2: whether ACCESS is to the same element as REFERENCE, which only the counters of the point select. */
static bool is_element(const struct search *search, const struct cleave_access *access,
                       const struct cleave_access *reference) {
  if (!access->end || !access->subscript_count || access->subscript_count != reference->subscript_count)
    return false;
  for (size_t s = 0; s < access->subscript_count; s++) {
    if (!cleave_polynomials_equal(&access->subscripts[s], &reference->subscripts[s]))
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

static bool depends_on_outer(const struct search *search, const struct cleave_access *access) {
  bool found = false;
  for (size_t s = 0; s < access->subscript_count; s++)
    found |= depends_on(&access->subscripts[s], search->outer);
  return found;
}

/* Point 3. Fills in STAGED. */
static bool can_be_staged(const struct search *search, const struct cleave_operand *operand,
                          struct cleave_staged_operand *staged) {
  const struct cleave_loop_accesses *loop = search->loop;
  const char *inner_name = search->inner->loop.counter;
  const uint32_t inner = search->inner->loop.dimension;
  bool is_consistent = true;
  const bool of_row = names_and_uses(search, operand, loop->nest[0].counter, search->outer, &is_consistent),
             of_column = search->second_name &&
                         names_and_uses(search, operand, search->second_name, search->second, &is_consistent);
  names_and_uses(search, operand, inner_name, inner, &is_consistent);
  if (!is_consistent || operand->is_contracted || (of_row && of_column) || operand->bytes > 8 ||
      !has_plain_names(search, (struct cleave_range){operand->begin, operand->end}, inner_name, false))
    return false;
  const uint32_t point = of_row ? search->outer : search->second;
  *staged = (struct cleave_staged_operand){
      .text = {operand->begin, operand->end}, .bytes = operand->bytes, .is_of_point = of_row || of_column};
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    if (access->offset < operand->begin || access->offset >= operand->end || !access->subscript_count)
      continue;
    if (of_row && !search->second_name && !depends_on_outer(search, access))
      return false; /* each thread would load the same element again for each of its rows */
    const struct cleave_polynomial *last = &access->subscripts[access->subscript_count - 1];
    const int64_t by_inner = counter_coefficient(loop, last, inner),
                  by_point = counter_coefficient(loop, last, point);
    staged->follows_loop |=
        staged->is_of_point && (by_inner == 1 || by_inner == -1) && by_point != 1 && by_point != -1;
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
  staged.is_of_row = staged.is_of_point || tile->columns == 1 ? of_outer == (mapping->walk == 0)
                                                              : tile->rows < tile->columns;
  size_t at = 0;
  const char *text = text_in(search, found->begin, found->end);
  while (at < tile->operand_count && strcmp(text, text_of(search->planner, tile->operands[at].text)) != 0)
    at++;
  if (at == tile->operand_count)
    CLEAVE_APPEND(search->planner->arena, tile->operands, tile->operand_count, staged);
  add_use(search, (struct cleave_tile_use){staged.text, false, at});
  return tile->operand_count <= MOST_OPERANDS;
}

/* ---- The search ------------------------------------------------------------------------------------- */

/* The sum whose element is in VARIABLE; sum_count: there is none. */
static size_t sum_in(const struct search *search, uint32_t variable) {
  size_t i = 0;
  while (i < search->tile->sum_count &&
         (!search->elements[i].reference || search->elements[i].reference->variable != variable))
    i++;
  return i;
}

/* Makes the arrays that the site writes sums. Returns false if there are too many. */
static bool find_elements(struct search *search) {
  for (size_t i = 0; i < search->loop->access_count; i++) {
    const struct cleave_access *access = &search->loop->accesses[i];
    if (!is_site_access(search, access) || !access->writes || !access->subscript_count ||
        sum_in(search, access->variable) < search->tile->sum_count)
      continue;
    const struct cleave_tile_sum sum = {.text = text_in(search, access->offset, access->end)};
    if (!access->end || !add_sum(search, sum, access))
      return false;
  }
  return search->tile->sum_count > 0;
}

/* Whether all accesses in the site are to the sums, to operands, or to variables of the site alone. */
static bool check_accesses(struct search *search, const struct cleave_mapping *mapping) {
  for (size_t i = 0; i < search->loop->access_count; i++) {
    const struct cleave_access *access = &search->loop->accesses[i];
    const struct cleave_variable *variable = variable_at(search->planner, access->variable);
    const size_t sum = sum_in(search, access->variable);
    if (!is_site_access(search, access))
      continue;
    if (sum < search->tile->sum_count) {
      if (!is_element(search, access, search->elements[sum].reference))
        return false;
      search->elements[sum].is_certain |= access->writes && access->certain;
      add_use(search, (struct cleave_tile_use){{access->offset, access->end}, true, sum});
    } else if (access->subscript_count) {
      if (access->writes || !access->end || !add_operand(search, mapping, access))
        return false;
    } else if (access->writes && !is_own(search, variable)) {
      return false;
    }
  }
  for (size_t i = 0; i < search->tile->sum_count; i++)
    if (search->elements[i].reference ? !search->elements[i].is_certain : !add_variable_uses(search, i))
      return false;
  return true;
}

/* The shared memory of TILE, in bytes. */
static unsigned bytes_of(const struct cleave_shared_tile *tile) {
  unsigned bytes = 0;
  for (size_t i = 0; i < tile->operand_count; i++) {
    const unsigned extent = tile->operands[i].is_of_row ? tile->rows : tile->columns;
    const unsigned rows = tile->columns > 1 ? tile->depth : extent,
                   columns = tile->columns > 1 ? extent : tile->depth;
    bytes += 2 * rows * (columns * tile->operands[i].bytes + CLEAVE_VECTOR_BYTES);
  }
  return bytes;
}

/* Chooses the depth so that all operands fit in shared memory. */
static bool choose_depth(struct cleave_shared_tile *tile) {
  unsigned largest = 0;
  bool of_row = false, of_column = false;
  for (size_t i = 0; i < tile->operand_count; i++) {
    const struct cleave_staged_operand *it = &tile->operands[i];
    largest = it->bytes > largest ? it->bytes : largest;
    of_row |= it->is_of_point && it->is_of_row;
    of_column |= it->is_of_point && !it->is_of_row;
  }
  if (!of_row || (!of_column && tile->columns > 1))
    return false; /* nothing would be used again, or by another thread */
  if (!tile->depth)
    tile->depth = (tile->columns > 1 ? STEP_BYTES : STEP_BYTES_OF_SUM) / (largest > 4 ? largest : 4);
  while (tile->depth >= LEAST_DEPTH && bytes_of(tile) > MOST_BYTES)
    tile->depth /= 2;
  tile->shared_bytes = bytes_of(tile);
  return tile->depth >= LEAST_DEPTH;
}

/* Whether there is another loop in the part RANGE of the body: one thread of a row would execute it while others wait. */
static bool has_loop(const struct search *search, struct cleave_range range) {
  bool found = false;
  for (size_t i = 0; i < search->loop->dimension_count; i++) {
    const struct cleave_dimension *it = &search->loop->dimensions[i];
    found |= it->kind == CLEAVE_DIMENSION_SEQUENTIAL && it->offset >= range.begin && it->offset < range.end;
  }
  return found;
}

/* Whether the nest can run in tiles with the loop SEARCH->inner. Fills in the tile. */
static bool try_loop(struct search *search, const struct cleave_mapping *mapping) {
  const struct cleave_shared_tile *tile = search->tile;
  return !search->inner->divides_by_variable /* point 5 */ &&
         has_same_iterations(search, search->inner->loop.dimension) && find_site(search, mapping) &&
         (tile->columns > 1 || (!has_loop(search, tile->before) && !has_loop(search, tile->after))) &&
         find_carriers(search) && find_elements(search) && check_accesses(search, mapping) &&
         choose_depth(search->tile);
}

const struct cleave_shared_tile *find_shared_tile(struct planner *planner,
                                                  const struct cleave_loop_model *model,
                                                  const struct cleave_mapping *mapping, const bool *aligned,
                                                  const struct cleave_shared_tile *shape) {
  const struct cleave_loop_accesses *loop = model->node->accesses;
  const uint32_t around = loop->nest[aligned || mapping->loop_count == 1 ? 0 : 1].dimension;
  for (size_t i = 0; i < loop->direct_count; i++) {
    struct cleave_shared_tile *tile = cleave_arena_allocate(planner->arena, sizeof *tile);
    *tile = *shape;
    struct search search = {.planner = planner,
                            .node = (uint32_t)(model->node - planner->region->nodes),
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
