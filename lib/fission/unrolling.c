/* FILE: lib/fission/unrolling.c
 * WHAT: which loops of a kernel the compiler is asked to unroll.
 *
 * A thread that adds up elements waits for each load, unless several are in flight. So the innermost loops that read
 * arrays get an explicit unroll factor, if their stores do not order the loads: they store nothing, or only to an element that the
 * loop does not move, in a version whose objects do not overlap. Without the factor, LLVM and ptxas each unroll such a loop in
 * turn, and the kernel then takes two or three times the registers. A loop for which the program has a hint keeps that: Clang rejects
 * two unroll factors.
 *
 * In a kernel as it is written, LLVM decides about nested loops. A loop over the points of a filter has few iterations, and
 * those that do not fill an unrolled group run one by one. A filter of 5 points, as the innermost of three loops, took
 * 15.2 ms with a factor of 8 and 9.5 ms with LLVM's choice (model of an H200).
 */
#include "fission/fission_internal.h"

/* Whether VALUE may change while loop DIMENSION runs. */
static bool moves_with(const struct cleave_loop_accesses *loop, const struct cleave_polynomial *value,
                       uint32_t dimension) {
  for (size_t t = 0; t < value->term_count; t++)
    for (uint32_t f = 0; f < value->terms[t].factor_count; f++) {
      const uint32_t factor = value->terms[t].factors[f];
      const struct cleave_dimension *it = &loop->dimensions[factor];
      if (factor == dimension || it->kind == CLEAVE_DIMENSION_UNKNOWN ||
          (it->kind == CLEAVE_DIMENSION_QUOTIENT && moves_with(loop, &it->numerator, dimension)))
        return true;
    }
  return false;
}

/* Returns AROUND or the innermost loop around it that is not aligned. A thread executes one iteration of an aligned loop. */
static uint32_t remaining_loop(const struct cleave_loop_accesses *loop, uint32_t around,
                               const bool *aligned) {
  while (aligned && around != CLEAVE_NO_DIMENSION && aligned[around])
    around = loop->dimensions[around].around;
  return around;
}

static bool accumulates_in(const struct cleave_loop_accesses *loop, const struct cleave_access *access,
                           uint32_t around) {
  if (!access->writes || !access->subscript_count || around == CLEAVE_NO_DIMENSION ||
      loop->dimensions[around].kind != CLEAVE_DIMENSION_SEQUENTIAL)
    return false;
  for (size_t i = 0; i < access->subscript_count; i++)
    if (moves_with(loop, &access->subscripts[i], around))
      return false;
  for (size_t i = 0; i < access->inner_count; i++)
    if (moves_with(loop, &access->inner[i], around))
      return false;
  return true;
}

bool is_accumulated(const struct cleave_loop_accesses *loop, const struct cleave_access *access) {
  return accumulates_in(loop, access, access->around);
}

static bool is_counter(const struct cleave_dimension *dimension) {
  return dimension->kind == CLEAVE_DIMENSION_SEQUENTIAL || dimension->kind == CLEAVE_DIMENSION_PARALLEL;
}

/* Whether loop D contains no other loop, and its loads can be in flight together. */
static bool is_worth_unrolling(const struct cleave_loop_accesses *loop, uint32_t d, const bool *aligned,
                               bool no_alias) {
  bool reads = false, accumulates = false, moves = false;
  for (uint32_t inner = 0; inner < loop->dimension_count; inner++)
    if (is_counter(&loop->dimensions[inner]) && !(aligned && aligned[inner]) &&
        remaining_loop(loop, loop->dimensions[inner].around, aligned) == d)
      return false;
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    if (!access->subscript_count || remaining_loop(loop, access->around, aligned) != d)
      continue;
    const bool accumulated = accumulates_in(loop, access, d);
    reads |= !access->writes;
    accumulates |= accumulated;
    moves |= access->writes && !accumulated;
  }
  return no_alias ? accumulates || (reads && !moves) : reads && !accumulates && !moves;
}

static bool is_nested(const struct cleave_loop_accesses *loop, uint32_t d) {
  const uint32_t around = loop->dimensions[d].around;
  return around != CLEAVE_NO_DIMENSION && loop->dimensions[around].kind == CLEAVE_DIMENSION_SEQUENTIAL;
}

struct cleave_offsets find_unrolled_loops(const struct planner *planner,
                                          const struct cleave_loop_accesses *loop, struct cleave_range range,
                                          const bool *aligned, unsigned flags) {
  struct cleave_offsets found = {0};
  size_t loops = 0;
  for (uint32_t d = 0; d < loop->dimension_count; d++)
    loops += loop->dimensions[d].kind == CLEAVE_DIMENSION_SEQUENTIAL;
  if (loops != loop->loop_count || loop->has_jump)
    return found; /* some have no counter, or end before its last value: LLVM warns if it cannot unroll a loop */
  for (uint32_t d = 0; d < loop->dimension_count; d++) {
    const uint32_t offset = loop->dimensions[d].offset;
    if (is_counter(&loop->dimensions[d]) && !loop->dimensions[d].has_hint && !(aligned && aligned[d]) &&
        offset >= range.begin && offset < range.end && (flags & UNROLL_NESTED || !is_nested(loop, d)) &&
        is_worth_unrolling(loop, d, aligned, flags & UNROLL_NO_ALIAS))
      CLEAVE_APPEND(planner->arena, found.items, found.count, offset);
  }
  return found;
}
