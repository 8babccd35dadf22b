/* FILE: lib/analysis/description_text.c
 * WHAT: the textual form of a loop's description.
 */
#include "analysis/loop_analysis.h"
#include "model/text.h"

static void put_polynomial(struct cleave_text *text, const char *title,
                           const struct cleave_polynomial *value) {
  cleave_text_format(text, " %s=", title);
  for (size_t i = 0; i < value->term_count; i++) {
    cleave_text_format(text, "%s%lld", i ? "+" : "", (long long)value->terms[i].coefficient);
    for (uint32_t f = 0; f < value->terms[i].factor_count; f++)
      cleave_text_format(text, "*d%u", value->terms[i].factors[f]);
  }
  if (!value->term_count)
    cleave_text_add(text, "0");
}

static void put_dimension(struct cleave_text *text, size_t index, const struct cleave_dimension *it) {
  static const char *const kinds[] = {"symbol", "parallel", "sequential", "quotient", "unknown"};
  cleave_text_format(text, "dimension d%zu %s %s%u", index, kinds[it->kind], it->is_signed ? "i" : "u",
                     it->bits);
  if (it->variable != CLEAVE_NO_VARIABLE)
    cleave_text_format(text, " v%u", it->variable);
  if (it->member_end)
    cleave_text_format(text, " member %u-%u of %d", it->member_begin, it->member_end, (int)it->object);
  if (it->kind == CLEAVE_DIMENSION_PARALLEL || it->kind == CLEAVE_DIMENSION_SEQUENTIAL)
    cleave_text_format(text, " at %u around %d step %lld%s", it->offset, (int)it->around, (long long)it->step,
                       it->has_hint ? " hint" : "");
  if (it->has_first)
    put_polynomial(text, "first", &it->first);
  if (it->has_least)
    put_polynomial(text, "least", &it->least);
  if (it->has_most)
    put_polynomial(text, "most", &it->most);
  for (uint32_t i = 0; i < it->lower_count; i++)
    put_polynomial(text, "lower", &it->lower[i]);
  for (uint32_t i = 0; i < it->upper_count; i++)
    put_polynomial(text, "upper", &it->upper[i]);
  if (it->kind == CLEAVE_DIMENSION_QUOTIENT) {
    put_polynomial(text, "numerator", &it->numerator);
    cleave_text_format(text, " by %lld%s", (long long)it->denominator, it->rounds_down ? " down" : "");
  }
  cleave_text_add(text, "\n");
}

static void put_access(struct cleave_text *text, const struct cleave_access *it) {
  cleave_text_format(text, "%s v%u %u-%u around %d%s%s%s%s%s", it->writes ? "write" : "read", it->variable,
                     it->offset, it->end, (int)it->around, it->updates ? " updates" : "",
                     it->is_placed ? " placed" : "", it->is_carried ? " carried" : "",
                     it->commutes ? " commutes" : "", it->certain ? " certain" : "");
  for (size_t i = 0; i < it->subscript_count; i++) {
    put_polynomial(text, "subscript", &it->subscripts[i]);
    put_polynomial(text, "extent", &it->extents[i]);
  }
  for (size_t i = 0; i < it->inner_count; i++) {
    put_polynomial(text, "inner", &it->inner[i]);
    put_polynomial(text, "extent", &it->inner_extents[i]);
  }
  for (size_t i = 0; i < it->fit_count; i++) {
    cleave_text_format(text, " fits %s%u around %d", it->fits[i].is_signed ? "i" : "u", it->fits[i].bits,
                       (int)it->fits[i].around);
    put_polynomial(text, "value", &it->fits[i].value);
  }
  cleave_text_add(text, "\n");
}

static void put_loop(struct cleave_text *text, const char *title, const struct cleave_nest_loop *it) {
  cleave_text_format(text, "%s d%u '%s' '%s' body %u-%u values %u-%u%s", title, it->dimension, it->counter,
                     it->type, it->body_begin, it->body_end, it->values_begin, it->values_end,
                     it->breaks ? " breaks" : "");
}

/* The states of iterations are shown for the loops that need them. */
static void put_start(struct cleave_text *text, const struct cleave_loop_start *it) {
  cleave_text_format(text, " start %u-%u condition %u-%u%s", it->first_begin, it->first_end,
                     it->condition_begin, it->condition_end, it->is_ordered ? " ordered" : "");
  for (size_t i = 0; i < it->moved_count; i++) {
    cleave_text_format(text, " moves '%s'%s", it->moved[i].name, it->moved[i].is_pointer ? " pointer" : "");
    put_polynomial(text, "by", &it->moved[i].by);
  }
}

static void put_scan(struct cleave_text *text, const struct cleave_scan_loop *it) {
  cleave_text_format(text, "scan of %zu values%s\n", it->value_count,
                     it->only_updates ? " only updates" : "");
  for (size_t i = 0; i < it->value_count; i++)
    cleave_text_format(text, "carried v%u %d\n", it->values[i].variable, (int)it->values[i].combiner);
  if (it->element)
    cleave_text_format(
        text, "carried in v%u '%s'%s%s bytes %u combiner %d%s %u-%u reads %u-%u operand %u-%u\n",
        it->element->array, it->element->type, it->element->is_floating ? " floating" : "",
        it->element->is_unsigned ? " unsigned" : "", it->element->bytes, (int)it->element->combiner,
        it->element->subtracts ? " subtracts" : "", it->element->begin, it->element->end,
        it->element->read_begin, it->element->read_end, it->element->operand_begin, it->element->operand_end);
  for (size_t i = 0; i < it->removed_count; i++)
    cleave_text_format(text, "removed %u-%u keeps %u-%u\n", it->removed[i].begin, it->removed[i].end,
                       it->removed[i].kept_begin, it->removed[i].kept_end);
}

const char *cleave_atomics_text(struct cleave_arena *arena, const struct cleave_atomic_updates *it) {
  struct cleave_text text = {.arena = arena};
  for (size_t i = 0; i < it->array_count; i++)
    cleave_text_format(&text, "updated v%u '%s' bytes %u%s combiner %d%s\n", it->arrays[i].variable,
                       it->arrays[i].type, it->arrays[i].bytes, it->arrays[i].is_floating ? " floating" : "",
                       (int)it->arrays[i].combiner, it->arrays[i].has_other_uses ? " used otherwise" : "");
  for (size_t i = 0; i < it->update_count; i++)
    cleave_text_format(&text, "update of %zu by access %zu %u-%u statement %u subscript %u-%u\n",
                       it->updates[i].array, it->updates[i].access, it->updates[i].begin, it->updates[i].end,
                       it->updates[i].statement_begin, it->updates[i].subscript_begin,
                       it->updates[i].subscript_end);
  cleave_text_add(&text, cleave_description_text(arena, it->accesses));
  return cleave_text_get(&text);
}

static void put_update(struct cleave_text *text, const struct cleave_row_update *it) {
  cleave_text_format(text, "update %u-%u%s%s%s\n", it->begin, it->end, it->is_certain ? " certain" : "",
                     it->is_speculatable ? " speculatable" : "", it->reads_memory ? " reads memory" : "");
  for (size_t i = 0; i < it->operand_count; i++)
    cleave_text_format(text, "operand %u-%u '%s' bytes %u as %u\n", it->operands[i].begin,
                       it->operands[i].end, it->operands[i].type, it->operands[i].bytes,
                       it->operands[i].same_as);
}

const char *cleave_rows_text(struct cleave_arena *arena, const struct cleave_row_loop *rows) {
  struct cleave_text text = {.arena = arena};
  for (const struct cleave_row_loop *it = rows; it; it = it->later) {
    cleave_text_format(
        &text, "rows before %u-%u after %u-%u loop %u-%u first %u-%u bound %u-%u%s%s%s%s%s compared '%s'\n",
        it->before_begin, it->before_end, it->after_begin, it->after_end, it->loop_begin, it->loop_end,
        it->first_begin, it->first_end, it->bound_begin, it->bound_end, it->bound_is_last ? " last" : "",
        it->is_uniform ? " uniform" : "", it->keeps_counter ? " keeps counter" : "",
        *it->first_key ? " known first" : "", *it->bound_key ? " known bound" : "", it->compared);
    cleave_text_format(&text, "counter '%s' '%s' body %u-%u%s%s\n", it->counter, it->type, it->body_begin,
                       it->body_end, it->is_reduction ? " reduction" : "", it->has_stores ? " stores" : "");
    for (size_t i = 0; i < it->sum_count; i++)
      cleave_text_format(&text, "sum '%s' '%s' combiner %d%s%s bytes %u\n", it->sums[i].name,
                         it->sums[i].type, (int)it->sums[i].combiner,
                         it->sums[i].is_floating ? " floating" : "",
                         it->sums[i].is_unsigned ? " unsigned" : "", it->sums[i].bytes);
    for (size_t i = 0; i < it->update_count; i++)
      put_update(&text, &it->updates[i]);
  }
  return cleave_text_get(&text);
}

const char *cleave_description_text(struct cleave_arena *arena, const struct cleave_loop_accesses *it) {
  struct cleave_text text = {.arena = arena};
  cleave_text_format(&text, "loop header %u-%u %u-%u%s body %u-%u loops %u%s\n", it->header.first_begin,
                     it->header.first_end, it->header.bound_begin, it->header.bound_end,
                     it->header.bound_is_last ? " last" : "", it->body_begin, it->body_end, it->loop_count,
                     it->has_jump ? " jump" : "");
  for (size_t i = 0; i < it->nest_count || i < it->long_nest_count; i++) {
    put_loop(&text, "nest", &it->nest[i]);
    if (i >= it->nest_count)
      put_start(&text, it->nest[i].start);
    cleave_text_add(&text, "\n");
  }
  for (size_t i = 0; i < it->inner_count; i++) {
    put_loop(&text, "inner", &it->inner[i].loop);
    cleave_text_format(&text, " at %u\n", it->inner[i].begin);
  }
  for (size_t i = 0; i < it->direct_count; i++) {
    put_loop(&text, "direct", &it->direct[i].loop);
    cleave_text_format(&text, " at %u in %u-%u%s\n", it->direct[i].begin, it->direct[i].statements_begin,
                       it->direct[i].statements_end, it->direct[i].divides_by_variable ? " divides" : "");
  }
  for (size_t i = 0; i < it->local_count; i++)
    cleave_text_format(&text, "local '%s' '%s' at %u%s\n", it->locals[i].name, it->locals[i].type,
                       it->locals[i].declared_at, it->locals[i].is_plain ? " plain" : "");
  for (size_t i = 0; i < it->operand_count; i++)
    cleave_text_format(&text, "operand %u-%u around %d bytes %u%s\n", it->operands[i].begin,
                       it->operands[i].end, (int)it->operands[i].around, it->operands[i].bytes,
                       it->operands[i].is_contracted ? " contracted" : "");
  for (size_t i = 0; i < it->dimension_count; i++)
    put_dimension(&text, i, &it->dimensions[i]);
  for (size_t i = 0; i < it->access_count; i++)
    put_access(&text, &it->accesses[i]);
  for (size_t i = 0; i < it->accumulator_count; i++)
    cleave_text_format(&text, "accumulator v%u %s\n", it->accumulators[i].variable,
                       it->accumulators[i].operation);
  if (it->scan)
    put_scan(&text, it->scan);
  for (size_t i = 0; i < it->section_count; i++) {
    cleave_text_format(&text, "section v%u", it->sections[i].variable);
    put_polynomial(&text, "first", &it->sections[i].first);
    put_polynomial(&text, "length", &it->sections[i].length);
    cleave_text_add(&text, "\n");
  }
  return cleave_text_get(&text);
}
