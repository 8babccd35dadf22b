/* FILE: lib/print/mapping_parts.c
 * WHAT: what the texts of mapped nests have in common.
 *
 * Divisions are multiplications with numbers of the host. For a divisor D let s = ceil(log2 D) and m = ceil(2^(31+s) / D). Then
 * N / D = floor(N * m / 2^(31+s)) for 0 <= N < 2^31: m * D exceeds 2^(31+s) by less than D <= 2^s, so the quotient is too large by less
 * than N / 2^31 / D < 1 / D. cleave_quotient takes the upper half of 2N * m, and shifts it by s.
 */
#include "print/mapping_parts.h"

#include "model/text.h"
#include "print/calls.h"
#include "print/tile_edits.h"
#include "print/value_printer.h"

void cleave_add_divisor(struct cleave_text *out, const char *by) {
  cleave_text_format(out,
                     CLEAVE_NO_DEBUG
                     "const int %s_shift = %s > 1 ? 32 - __builtin_clz(%s - 1) : 0; " CLEAVE_NO_DEBUG
                     "const unsigned %s_factor = (unsigned)(((1UL << (31 + %s_shift)) - 1) / "
                     "(unsigned long)(%s | !%s) + 1); ",
                     by, by, by, by, by, by, by);
}

void cleave_add_division(struct cleave_text *out, const char *quotient, const char *remainder,
                         const char *number, const char *by, const char *less) {
  cleave_text_format(out, "const int %s = cleave_quotient(%s, %s, %s_factor, %s_shift); ", quotient, number,
                     by, by, by);
  cleave_text_format(out, "const int %s = %s - %s * %s", remainder, number, quotient, by);
  cleave_text_format(out, less ? " - %s; " : "; ", less);
}

/* What before the name of VARIABLE gives a pointer to it, or to its elements. */
static const char *prefix_of_address(const struct cleave_variable *variable) {
  return variable->is_this || variable->type_class == CLEAVE_TYPE_POINTER ||
                 variable->type_class == CLEAVE_TYPE_ARRAY || variable->type_class == CLEAVE_TYPE_VLA
             ? ""
             : "&";
}

void cleave_print_assumptions(struct cleave_text *out, const struct cleave_region *region,
                              const struct cleave_disjoint *disjoint) {
  for (size_t i = 0; i < disjoint->written_count; i++)
    for (size_t j = i + 1; j < disjoint->object_count; j++) {
      const struct cleave_variable *one = &region->variables[disjoint->objects[i].variable],
                                   *other = &region->variables[disjoint->objects[j].variable];
      cleave_text_format(out, "__builtin_assume_separate_storage(%s%s, %s%s); ", prefix_of_address(one),
                         one->name, prefix_of_address(other), other->name);
    }
}

void cleave_add_loop_values(struct cleave_text *out, const struct cleave_unit *unit,
                            const struct cleave_mapped_loop *loop) {
  const char *count = cleave_expression_text(unit, loop->count);
  cleave_text_format(
      out, CLEAVE_NO_DEBUG "const long %s = %s; " CLEAVE_NO_DEBUG "const int %s = (%s) > 0 ? (int)(%s) : 0; ",
      loop->first_name, cleave_expression_text(unit, loop->first), loop->count_name, count, count);
}

void cleave_add_counter(struct cleave_text *out, const struct cleave_mapped_loop *loop, const char *counter,
                        const char *type, const char *position) {
  cleave_text_format(out, "%s %s = (%s)(%s + (long)(%s) * %ldL); ", type, counter, type, loop->first_name,
                     position, (long)loop->step);
}

/* `{ FIRST; if (the compared variable has a value && (CONDITION)) { the other moves`. Opens two blocks. Numbers wrap as they do in the
 * loop, but the compared one: a position that leaves the values of its type belongs to no iteration. */
void cleave_add_start(struct cleave_text *out, const struct cleave_unit *unit,
                      const struct cleave_mapped_start *start, const char *position) {
  cleave_text_add(out, "{ ");
  if (start->first.end > start->first.begin) {
    cleave_print_tiled_source(out, unit, NULL, start->first.begin, start->first.end);
    cleave_text_add(out, "; ");
  }
  const struct cleave_mapped_move *compared = &start->moves[0];
  const char *by = cleave_expression_text(unit, compared->by);
  if (start->range.end) {
    cleave_text_format(out, "auto &&%s_range = ", compared->name);
    cleave_print_tiled_source(out, unit, NULL, start->range.begin, start->range.end);
    cleave_text_format(out, "; auto %s = %s_range.begin() + (long)(%s) * (%s); { ", compared->name,
                       compared->name, position, by);
    cleave_print_tiled_source(out, unit, NULL, start->variable.begin, start->variable.end);
    cleave_text_format(out, " = *%s; ", compared->name);
    return;
  }
  if (compared->is_pointer)
    cleave_text_format(out, "%s += (long)(%s) * (%s); if (", compared->name, position, by);
  else
    cleave_text_format(out, "if (!__builtin_add_overflow(%s, (long)(%s) * (%s), &%s) && ", compared->name,
                       position, by, compared->name);
  cleave_text_add(out, "(");
  cleave_print_tiled_source(out, unit, NULL, start->condition.begin, start->condition.end);
  cleave_text_add(out, ")) { ");
  for (size_t i = 1; i < start->move_count; i++) {
    const struct cleave_mapped_move *move = &start->moves[i];
    by = cleave_expression_text(unit, move->by);
    if (move->is_pointer)
      cleave_text_format(out, "%s += (long)(%s) * (%s); ", move->name, position, by);
    else
      cleave_text_format(out,
                         "%s = (__typeof__(%s))((unsigned long)%s + (unsigned long)(%s) * (unsigned "
                         "long)(%s)); ",
                         move->name, move->name, move->name, position, by);
  }
}

void cleave_add_operation(struct cleave_text *out, enum cleave_combiner combiner, const char *target,
                          const char *value) {
  static const char *const operators[] = {
      [CLEAVE_COMBINER_ADD] = "+",         [CLEAVE_COMBINER_MULTIPLY] = "*",
      [CLEAVE_COMBINER_AND] = "&",         [CLEAVE_COMBINER_OR] = "|",
      [CLEAVE_COMBINER_XOR] = "^",         [CLEAVE_COMBINER_LOGICAL_AND] = "&&",
      [CLEAVE_COMBINER_LOGICAL_OR] = "||",
  };
  if (combiner == CLEAVE_COMBINER_MINIMUM || combiner == CLEAVE_COMBINER_MAXIMUM)
    cleave_text_format(out, "%s = %s %s %s ? %s : %s; ", target, value,
                       combiner == CLEAVE_COMBINER_MINIMUM ? "<" : ">", target, value, target);
  else
    cleave_text_format(out, "%s = %s %s %s; ", target, target, operators[combiner], value);
}

/* The least or greatest value of the type. */
static const char *extreme_value(const struct cleave_unit *unit, const char *type, bool is_floating,
                                 bool is_unsigned, unsigned bytes, bool least) {
  if (is_floating)
    return least ? "-__builtin_inf()" : "__builtin_inf()";
  if (is_unsigned)
    return least ? "0" : cleave_arena_format(unit->arena, "(%s)~0UL", type);
  const char *most = cleave_arena_format(unit->arena, "(long)(~0UL >> %u)", 65 - 8 * bytes);
  return cleave_arena_format(unit->arena, least ? "(%s)(-%s - 1)" : "(%s)%s", type, most);
}

const char *cleave_neutral_value(const struct cleave_unit *unit, enum cleave_combiner combiner,
                                 const char *type, bool is_floating, bool is_unsigned, unsigned bytes) {
  switch (combiner) {
  case CLEAVE_COMBINER_MULTIPLY:
  case CLEAVE_COMBINER_LOGICAL_AND:
    return "1";
  case CLEAVE_COMBINER_AND:
    return cleave_arena_format(unit->arena, "(%s)~0UL", type);
  case CLEAVE_COMBINER_MINIMUM:
  case CLEAVE_COMBINER_MAXIMUM:
    return extreme_value(unit, type, is_floating, is_unsigned, bytes, combiner == CLEAVE_COMBINER_MAXIMUM);
  default:
    return "0";
  }
}

/* Adds the text of RANGE, and removes the loops that begin before its end from UNROLLED. */
static void add_unrolled(struct cleave_text *out, const struct cleave_unit *unit, struct cleave_range range,
                         struct cleave_offsets *unrolled) {
  struct cleave_offsets here = *unrolled;
  for (here.count = 0; here.count < unrolled->count && here.items[here.count] < range.end;)
    here.count++;
  if (range.begin < range.end)
    cleave_print_unrolled_source(out, unit, range, &here);
  unrolled->items += here.count;
  unrolled->count -= here.count;
}

void cleave_add_point(struct cleave_text *out, const struct cleave_unit *unit,
                      const struct cleave_mapping *mapping, struct cleave_range rest, const char *position) {
  const struct cleave_mapped_loop *loop = &mapping->loops[mapping->loop_count - 1];
  struct cleave_offsets unrolled = mapping->unrolled;
  for (size_t i = 0; i < mapping->aligned_count; i++) {
    const struct cleave_aligned_loop *aligned = &mapping->aligned[i];
    if (aligned->begin < rest.begin || aligned->body.end > rest.end)
      continue;
    add_unrolled(out, unit, (struct cleave_range){rest.begin, aligned->begin}, &unrolled);
    cleave_text_add(out, "{ ");
    cleave_add_counter(out, loop, aligned->counter, aligned->type, position);
    if (aligned->is_inside)
      cleave_text_format(out, "if (%s) ", cleave_expression_text(unit, aligned->is_inside));
    add_unrolled(out, unit, aligned->body, &unrolled);
    cleave_text_add(out, " } ");
    rest.begin = aligned->body.end;
  }
  add_unrolled(out, unit, rest, &unrolled);
}

void cleave_add_part_counters(struct cleave_text *out, const struct cleave_mapping *mapping,
                              const struct cleave_fused_part *part) {
  for (size_t i = 0; i < mapping->loop_count; i++)
    cleave_text_format(out, CLEAVE_NO_DEBUG "%s %s = (%s)%s; ", part->loops[i].type, part->loops[i].counter,
                       part->loops[i].type, mapping->loops[i].counter);
}

void cleave_add_part_body(struct cleave_text *out, const struct cleave_unit *unit,
                          const struct cleave_fused_part *part) {
  cleave_text_add(out, "{ ");
  for (size_t i = 0; i < part->value_count; i++) {
    cleave_print_tiled_source(out, unit, NULL, part->values[i].begin, part->values[i].end);
    cleave_text_add(out, " { ");
  }
  cleave_print_tiled_source(out, unit, NULL, part->body.begin, part->body.end);
  for (size_t i = 0; i < part->value_count; i++)
    cleave_text_add(out, " }");
  cleave_text_add(out, " } ");
}
