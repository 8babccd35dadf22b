/* FILE: lib/fission/unrolling.c
 * WHAT: which loops of a kernel the compiler is asked to unroll.
 *
 * A thread that adds up elements waits for each load, unless several are in flight. So the innermost loops that read
 * arrays get an explicit unroll factor, if their stores do not order the loads: they store nothing, or only to an element that the
 * loop does not move, in a version whose objects do not overlap. Without the factor, LLVM and ptxas each unroll such a loop in
 * turn, and the kernel then takes two or three times the registers.
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

bool is_accumulated(const struct cleave_loop_accesses *loop, const struct cleave_access *access) {
  if (!access->writes || !access->subscript_count || access->around == CLEAVE_NO_DIMENSION ||
      loop->dimensions[access->around].kind != CLEAVE_DIMENSION_SEQUENTIAL)
    return false;
  for (size_t i = 0; i < access->subscript_count; i++)
    if (moves_with(loop, &access->subscripts[i], access->around))
      return false;
  return true;
}

static bool is_counter(const struct cleave_dimension *dimension) {
  return dimension->kind == CLEAVE_DIMENSION_SEQUENTIAL || dimension->kind == CLEAVE_DIMENSION_PARALLEL;
}

/* Whether loop D contains no other loop, and its loads can be in flight together. */
static bool is_worth_unrolling(const struct cleave_loop_accesses *loop, uint32_t d, bool no_alias) {
  bool reads = false, accumulates = false, moves = false;
  for (uint32_t inner = 0; inner < loop->dimension_count; inner++)
    if (is_counter(&loop->dimensions[inner]) && loop->dimensions[inner].around == d)
      return false;
  for (size_t i = 0; i < loop->access_count; i++) {
    const struct cleave_access *access = &loop->accesses[i];
    if (!access->subscript_count || access->around != d)
      continue;
    const bool accumulated = is_accumulated(loop, access);
    reads |= !access->writes;
    accumulates |= accumulated;
    moves |= access->writes && !accumulated;
  }
  return no_alias ? accumulates || (reads && !moves) : reads && !accumulates && !moves;
}

struct cleave_offsets find_unrolled_loops(const struct planner *planner,
                                          const struct cleave_loop_accesses *loop, struct cleave_range range,
                                          bool no_alias) {
  struct cleave_offsets found = {0};
  size_t loops = 0;
  for (uint32_t d = 0; d < loop->dimension_count; d++)
    loops += loop->dimensions[d].kind == CLEAVE_DIMENSION_SEQUENTIAL;
  if (loops != loop->loop_count || loop->has_jump)
    return found; /* some have no counter, or end before its last value: LLVM warns if it cannot unroll a loop */
  for (uint32_t d = 0; d < loop->dimension_count; d++) {
    const uint32_t offset = loop->dimensions[d].offset;
    if (is_counter(&loop->dimensions[d]) && offset >= range.begin && offset < range.end &&
        is_worth_unrolling(loop, d, no_alias))
      CLEAVE_APPEND(planner->arena, found.items, found.count, offset);
  }
  return found;
}
