/* FILE: lib/fission/fallback.c
 * WHAT: which split regions are there a second time, as they are written, for launches with few iterations.
 *
 * Each kernel of a split region is launched, and waited for. If no loop has many more iterations than one team has
 * threads, the region as it is written does the same work in about as many threads with one launch and one wait.
 * The run-time library decides when the region is executed (lib/geometry/one_team.c), by numbers that are expressions
 * of the program's: iterations, how often each waits for memory, and the bytes of what is copied.
 *
 * Why that is allowed: it is the program that the user wrote. What is to be seen to is that the text means the
 * same when it stands on one line, and that asking for the trip counts does nothing else: they are made of
 * integers that the region takes over by value and does not change, and of counters of loops of the host, for which
 * the ends of their ranges stand.
 *
 * How often the host executes a loop or a branch need not be known. Kernels that are launched equally often are one
 * group, and the rule of the run-time library holds for any number of launches of each group.
 */
#include <ctype.h>
#include <string.h>

#include "abi/entry_points.h"
#include "fission/fission_internal.h"
#include "model/affine.h"
#include "model/text.h"

/* Accesses of one iteration of a loop that are under way at once: they count as one wait. Of a serial loop, several
 * iterations are under way as well, since it is unrolled: the wait of an iteration of the associated loops, which are
 * not, counts as so many. Both are assumed. */
enum { ACCESSES_AT_ONCE = 4, ITERATIONS_AT_ONCE = 4 };

/* ---- Trip counts ------------------------------------------------------------------------------ */

/* Whether the host can read VARIABLE in front of the region, and finds what the loops of the region do. */
static bool is_given(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  return host_knows(planner, index) && variable->sharing == CLEAVE_SHARING_FIRSTPRIVATE &&
         variable->type_class == CLEAVE_TYPE_INTEGER && !variable->is_volatile && !variable->is_atomic &&
         !is_hidden(planner, index) &&
         !(flowing_uses(planner, index) & (CLEAVE_USE_WRITE | CLEAVE_USE_ADDRESS));
}

/* The counter of a FOR node; NULL if the node has no description. */
static const struct cleave_dimension *counter_of(const struct cleave_node *node) {
  for (size_t d = 0; node->accesses && d < node->accesses->dimension_count; d++)
    if (node->accesses->dimensions[d].kind == CLEAVE_DIMENSION_SEQUENTIAL)
      return &node->accesses->dimensions[d];
  return NULL;
}

/* The loop of the host around NODE that VARIABLE counts; NULL if there is none whose header alone changes it. */
static const struct cleave_node *loop_counted_by(const struct planner *planner,
                                                 const struct cleave_node *node, uint32_t variable) {
  while (variable != CLEAVE_NO_VARIABLE && node->parent != CLEAVE_NO_NODE) {
    node = node_at(planner, node->parent);
    if (node->kind == CLEAVE_NODE_FOR && counter_of(node) && counter_of(node)->variable == variable)
      return variable_at(planner, variable)->address_taken ? NULL : node;
  }
  return NULL;
}

/* The loop of the host whose counter is all that TERM, of NODE's description, multiplies. */
static const struct cleave_node *host_loop_of(const struct planner *planner, const struct cleave_node *node,
                                              const struct cleave_term *term) {
  if (term->factor_count != 1)
    return NULL;
  const struct cleave_dimension *it = &node->accesses->dimensions[term->factors[0]];
  return it->kind == CLEAVE_DIMENSION_SYMBOL ? loop_counted_by(planner, node, it->variable) : NULL;
}

/* Adds the terms of VALUE, or of its negative, but for those of counters of the host; returns false if the host does
 * not know all of them. In floating point: if the loop has no iterations, the bounds may be anything, and no sanitizer
 * may find an overflow here. */
static bool add_value(const struct planner *planner, const struct cleave_node *node,
                      const struct cleave_polynomial *value, bool negative, struct cleave_text *out) {
  for (size_t i = 0; i < value->term_count; i++) {
    const struct cleave_term *term = &value->terms[i];
    if (host_loop_of(planner, node, term))
      continue;
    const uint64_t size = term->coefficient < 0 ? -(uint64_t)term->coefficient : (uint64_t)term->coefficient;
    cleave_text_format(out, " %c %llu.", (term->coefficient < 0) != negative ? '-' : '+',
                       (unsigned long long)size);
    for (uint32_t f = 0; f < term->factor_count; f++) {
      const struct cleave_dimension *it = &node->accesses->dimensions[term->factors[f]];
      if (it->kind != CLEAVE_DIMENSION_SYMBOL || !is_given(planner, it->variable))
        return false;
      cleave_text_format(out, " * (double)%s", variable_at(planner, it->variable)->name);
    }
  }
  return true;
}

/* What VALUE multiplies dimension D by where it multiplies nothing else. */
static int64_t coefficient_of(const struct cleave_polynomial *value, uint32_t d) {
  for (size_t i = 0; i < value->term_count; i++)
    if (value->terms[i].factor_count == 1 && value->terms[i].factors[0] == d)
      return value->terms[i].coefficient;
  return 0;
}

/* Adds the largest value of FROM - TO, of NODE's description, that counters of the host around NODE give it; either
 * may be NULL, for 0. Each counter is taken at the end of its range where the difference is largest: what both sides
 * have of it is subtracted first, so that `i = k; i < k + 16` has 16 iterations. Returns false if the host cannot
 * tell. */
static bool add_difference(const struct planner *planner, const struct cleave_node *node,
                           const struct cleave_polynomial *from, const struct cleave_polynomial *to,
                           struct cleave_text *out) {
  static const struct cleave_polynomial zero;
  from = from ? from : &zero;
  to = to ? to : &zero;
  if (!add_value(planner, node, from, false, out) || !add_value(planner, node, to, true, out))
    return false;
  for (uint32_t d = 0; d < node->accesses->dimension_count; d++) {
    int64_t factor;
    if (__builtin_sub_overflow(coefficient_of(from, d), coefficient_of(to, d), &factor) ||
        factor == INT64_MIN)
      return false;
    const struct cleave_dimension *it = &node->accesses->dimensions[d];
    const struct cleave_node *host_loop =
        factor && it->kind == CLEAVE_DIMENSION_SYMBOL ? loop_counted_by(planner, node, it->variable) : NULL;
    if (!host_loop)
      continue;
    const struct cleave_dimension *counter = counter_of(host_loop);
    const bool last = (factor > 0) == (counter->step > 0); /* its last value makes the difference largest */
    if (!counter->step || !counter->has_first ||
        (last && !(counter->step > 0 ? counter->has_most : counter->has_least)))
      return false;
    const struct cleave_polynomial *value = !last               ? &counter->first
                                            : counter->step > 0 ? &counter->most
                                                                : &counter->least;
    cleave_text_format(out, " + %lld. * (0.", (long long)(factor > 0 ? factor : -factor));
    if (!add_difference(planner, host_loop, factor > 0 ? value : NULL, factor > 0 ? NULL : value, out))
      return false;
    cleave_text_add(out, ")");
  }
  return true;
}

/* Adds how many iterations the loop of the dimension IT of NODE has at most; returns false if the host cannot tell. */
static bool add_trip_count(const struct planner *planner, const struct cleave_node *node,
                           const struct cleave_dimension *it, struct cleave_text *out) {
  const bool up = it->step > 0;
  if (!it->step || !it->has_first || !(up ? it->has_most : it->has_least))
    return false;
  cleave_text_add(out, "((0.");
  if (!add_difference(planner, node, up ? &it->most : &it->first, up ? &it->first : &it->least, out))
    return false;
  cleave_text_format(out, ") / %lld. + 1.)", (long long)(up ? it->step : -it->step));
  return true;
}

/* How many iterations the loops associated with NODE have at most, or NULL if the host cannot tell. */
static const char *trip_count_of(const struct planner *planner, const struct cleave_node *node) {
  const struct cleave_loop_accesses *loop = node->accesses;
  struct cleave_text out = {.arena = planner->arena};
  for (uint32_t d = 0; loop && d < loop->dimension_count; d++) {
    if (loop->dimensions[d].kind != CLEAVE_DIMENSION_PARALLEL)
      continue;
    if (out.length)
      cleave_text_add(&out, " * ");
    if (!add_trip_count(planner, node, &loop->dimensions[d], &out))
      return NULL;
  }
  return out.length ? cleave_text_get(&out) : NULL;
}

/* ---- How often an iteration waits for memory ---------------------------------------------------- */

/* Whether all that NODE does over and over are the loops that its description counts, and nothing in it calls
 * functions, of which it is not known how long they take. */
static bool is_counted(const struct cleave_node *node) {
  const struct cleave_loop_accesses *loop = node->accesses;
  size_t loops = 0;
  for (uint32_t d = 0; d < loop->dimension_count; d++)
    loops += loop->dimensions[d].kind == CLEAVE_DIMENSION_SEQUENTIAL;
  for (size_t i = 0; i < node->fact_count; i++)
    if (node->facts[i].kind == CLEAVE_FACT_CALL || node->facts[i].kind == CLEAVE_FACT_CALL_VISIBLE)
      return false;
  return loop->loop_count == loops;
}

/* The waits of one iteration of the loop of dimension D alone; of an associated loop: of its body. */
static size_t waits_in(const struct cleave_loop_accesses *loop, uint32_t d) {
  size_t accesses = 0;
  for (size_t i = 0; i < loop->access_count; i++)
    accesses += loop->accesses[i].subscript_count && loop->accesses[i].around == d;
  return accesses > ACCESSES_AT_ONCE ? (accesses + ACCESSES_AT_ONCE - 1) / ACCESSES_AT_ONCE : 1;
}

/* How often an iteration of NODE waits at most, the trip counts of all loops around it multiplied for each loop in it;
 * "0." if that is not known. */
static const char *steps_of(const struct planner *planner, const struct cleave_node *node) {
  static const char unknown[] = "0.";
  const struct cleave_loop_accesses *loop = node->accesses;
  struct cleave_text out = {.arena = planner->arena};
  if (!is_counted(node))
    return unknown;
  uint32_t innermost = CLEAVE_NO_DIMENSION; /* of the associated loops */
  for (uint32_t d = 0; d < loop->dimension_count; d++)
    if (loop->dimensions[d].kind == CLEAVE_DIMENSION_PARALLEL)
      innermost = d;
  cleave_text_format(&out, "%zu.", ITERATIONS_AT_ONCE * waits_in(loop, innermost));
  for (uint32_t d = 0; d < loop->dimension_count; d++) {
    if (loop->dimensions[d].kind != CLEAVE_DIMENSION_SEQUENTIAL)
      continue;
    cleave_text_format(&out, " + %zu.", waits_in(loop, d));
    for (uint32_t at = d;
         at != CLEAVE_NO_DIMENSION && loop->dimensions[at].kind == CLEAVE_DIMENSION_SEQUENTIAL;
         at = loop->dimensions[at].around) {
      cleave_text_add(&out, " * ");
      if (!add_trip_count(planner, node, &loop->dimensions[at], &out))
        return unknown;
    }
  }
  return cleave_text_get(&out);
}

/* How many bytes the objects have that are copied around the region; "0." if that is not known. Variables of the
 * plan's own are not there yet where it is asked, and these expressions may name them. */
static const char *bytes_of(const struct planner *planner) {
  const struct cleave_engine_form *engine = planner->plan->temporary_count ? NULL : planner->plan->engine;
  struct cleave_text out = {.arena = planner->arena};
  cleave_text_add(&out, "0.");
  for (size_t i = 0; engine && i < engine->object_count; i++)
    cleave_text_format(&out, " + (double)(%s)", engine->objects[i].bytes);
  return cleave_text_get(&out);
}

/* ---- The region ------------------------------------------------------------------------------- */

/* Whether a clause says when, or in how many threads, the region is executed; or gives a variable its last value,
 * which clang 19 loses in places (lastprivate.c). */
static bool has_execution_clauses(const struct cleave_clause *clauses, size_t count) {
  static const enum cleave_clause_kind kinds[] = {CLEAVE_CLAUSE_NOWAIT,       CLEAVE_CLAUSE_DEPEND,
                                                  CLEAVE_CLAUSE_NUM_TEAMS,    CLEAVE_CLAUSE_NUM_THREADS,
                                                  CLEAVE_CLAUSE_THREAD_LIMIT, CLEAVE_CLAUSE_LASTPRIVATE,
                                                  CLEAVE_CLAUSE_OTHER};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (cleave_clause_find(clauses, count, kinds[i]))
      return true;
  return false;
}

/* The innermost loop body or branch around NODE, itself included, that the host executes; CLEAVE_NO_NODE: the region
 * executes NODE once. */
static uint32_t place_of(const struct planner *planner, uint32_t node) {
  for (uint32_t at = node, parent; (parent = node_at(planner, at)->parent) != CLEAVE_NO_NODE; at = parent)
    if (planner->host_controlled[parent] &&
        (is_loop_statement(node_at(planner, parent)) || node_at(planner, parent)->kind == CLEAVE_NODE_IF))
      return at;
  return CLEAVE_NO_NODE;
}

/* The group of the kernels at NODE; a new one if there is none. */
static struct cleave_kernel_group *group_of(const struct planner *planner, struct cleave_as_written *it,
                                            uint32_t node) {
  const struct cleave_kernel_group new = {.place = place_of(planner, node)};
  for (size_t i = 0; i < it->group_count; i++)
    if (it->groups[i].place == new.place)
      return &it->groups[i];
  CLEAVE_APPEND(planner->arena, it->groups, it->group_count, new);
  return &it->groups[it->group_count - 1];
}

/* Counts the kernels of STEP and below it, those that compute a condition of the host's among them. */
static void count_kernels(const struct planner *planner, const struct cleave_plan_node *plan_node,
                          struct cleave_as_written *it) {
  const struct cleave_node *node = node_at(planner, plan_node->node);
  if (plan_node->kind == CLEAVE_PLAN_KERNEL || plan_node->kind == CLEAVE_PLAN_SERIAL)
    group_of(planner, it, plan_node->node)->kernels++;
  /* A loop's condition is computed for each iteration, and once more. */
  if (plan_node->outcome)
    group_of(planner, it, is_loop_statement(node) ? node->first_child : plan_node->node)->kernels++;
  for (size_t i = 0; i < plan_node->child_count; i++)
    count_kernels(planner, plan_node->children[i], it);
}

/* Whether something can be saved: several kernels, or one that may run several times. */
static bool has_many_launches(const struct planner *planner, const struct cleave_as_written *it) {
  unsigned kernels = 0;
  for (size_t i = 0; i < it->group_count; i++) {
    const uint32_t place = it->groups[i].place;
    kernels += it->groups[i].kernels;
    for (uint32_t at = place; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
      if (is_loop_statement(node_at(planner, at)) && planner->host_controlled[at])
        return true;
  }
  return kernels > 1;
}

/* clang 19 loses pointers to rows of variable length in a kernel of several constructs: see serial.c. Split, such
 * a region comes to the right results, as it is written it does not. */
static bool is_lost(const struct planner *planner) {
  for (uint32_t i = 0; i < planner->region->variable_count; i++)
    if (variable_at(planner, i)->has_variable_length)
      return true;
  return false;
}

static bool is_suitable(const struct planner *planner, const struct cleave_as_written *it) {
  const struct cleave_region *region = planner->region;
  const uint32_t elsewhere = CLEAVE_REGION_SHARED | CLEAVE_REGION_IN_HEADER | CLEAVE_REGION_IN_MACRO |
                             CLEAVE_REGION_IN_TEMPLATE | CLEAVE_REGION_HAS_INSTANCES |
                             CLEAVE_REGION_HAS_OPERATOR | CLEAVE_REGION_IN_TARGET_FUNCTION;
  if (!has_many_launches(planner, it) || region->flags & elsewhere ||
      planner->unit->text[region->directive.begin] != '#' || region->construct & CLEAVE_CONSTRUCT_TEAMS ||
      planner->plan->before || has_execution_clauses(region->clauses, region->clause_count) ||
      is_lost(planner))
    return false;
  for (uint32_t i = 0; i < region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    uint32_t offset;
    if (node->kind == CLEAVE_NODE_TEAMS || has_execution_clauses(node->clauses, node->clause_count) ||
        fact_clone_obstacle(node, &offset))
      return false;
  }
  return true;
}

/* The device of the region's directive; NULL if asking for it twice does something. */
static const char *device_of(const struct planner *planner) {
  const struct cleave_region *region = planner->region;
  const struct cleave_clause *clause =
      cleave_clause_find(region->clauses, region->clause_count, CLEAVE_CLAUSE_DEVICE);
  if (!clause)
    return "-1";
  return clause->flags & CLEAVE_CLAUSE_SIDE_EFFECTS ? NULL : text_of(planner, clause->argument);
}

/* ---- Its text --------------------------------------------------------------------------------- */

/* What follows `#pragma WORD ` in the directive TEXT, or NULL. */
static const char *after_pragma(const char *text, const char *word) {
  const char *words[] = {"#", "pragma", word};
  for (size_t i = 0; i < 3; i++) {
    const size_t length = strlen(words[i]);
    if (strncmp(text, words[i], length) ||
        (i && (isalnum((unsigned char)text[length]) || text[length] == '_')))
      return NULL;
    text += length + strspn(text + length, " ");
  }
  return text;
}

static void add_fragment(struct planner *planner, struct cleave_as_written *it, bool is_directive,
                         const char *text) {
  struct cleave_fragment fragment = {text, is_directive};
  CLEAVE_APPEND(planner->arena, it->fragments, it->fragment_count, fragment);
}

/* Takes the region's text over, onto one line; returns false if it would not mean the same there. */
static bool take_text(struct planner *planner, struct cleave_as_written *it) {
  const struct cleave_unit *unit = planner->unit;
  const struct cleave_range all = {planner->region->directive.begin, node_at(planner, 0)->range.end};
  if (has_expansions(unit, all) || word_clone_obstacle(planner, all))
    return false;
  for (uint32_t at = all.begin; at < all.end;) {
    const struct cleave_range code = {at, next_directive(unit, at, all.end)};
    if (layout_clone_obstacle(unit, code))
      return false;
    if (code.begin < code.end)
      add_fragment(planner, it, false, cleave_arena_format(planner->arena, "%s ", text_of(planner, code)));
    if (code.end == all.end)
      return true;
    const struct cleave_range line = cleave_unit_directive_line(unit, code.end);
    const char *text = text_of(planner, line), *directive = after_pragma(text, "omp");
    if (line.end >= all.end || (!directive && !after_pragma(text, "cleave")))
      return false;
    if (directive)
      add_fragment(planner, it, true, directive);
    at = line.end;
  }
  return true;
}

/* Adds what is known of all loops to their groups; returns false if the host cannot tell how many iterations one
 * has. */
static bool add_loops(const struct planner *planner, struct cleave_as_written *it) {
  size_t loops = 0;
  for (uint32_t i = 0; i < planner->region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    if (node->kind != CLEAVE_NODE_LOOP)
      continue;
    struct cleave_counted_loop loop = {.trip_count = trip_count_of(planner, node)};
    if (!loop.trip_count)
      return false;
    loop.steps = steps_of(planner, node);
    struct cleave_kernel_group *group = group_of(planner, it, i);
    CLEAVE_APPEND(planner->arena, group->loops, group->loop_count, loop);
    loops++;
  }
  return loops <= CLEAVE_MOST_SPLIT_LOOPS && it->group_count <= CLEAVE_MOST_SPLIT_LOOPS;
}

void add_version_as_written(struct planner *planner) {
  struct cleave_as_written it = {0};
  if (!planner->options->as_written || !planner->options->may_call)
    return;
  count_kernels(planner, planner->plan->root, &it);
  if (!is_suitable(planner, &it) || !add_loops(planner, &it))
    return;
  it.device = device_of(planner);
  it.bytes = bytes_of(planner);
  if (!it.device || !take_text(planner, &it))
    return;
  struct cleave_as_written *kept = cleave_arena_allocate(planner->arena, sizeof *kept);
  *kept = it;
  planner->plan->as_written = kept;
  note(planner, CLEAVE_REASON_FALLBACK, planner->region->offset, NULL);
}
