/* FILE: lib/print/reduction_arrays.c
 * WHAT: see reduction_arrays.h. The loop `h[key[i]] += 1` with reduction(+ : h[0 : 64]) becomes
 *
 *   { int cleave_thread_array_0[64];
 *   #pragma omp target teams private(cleave_thread_array_0) allocate(omp_pteam_mem_alloc: cleave_thread_array_0) ...
 *   #pragma omp parallel
 *     { int *const cleave_thread_result_0 = h;
 *       { int *const h = cleave_thread_array_0;
 *         for (each element of this thread) h[element] = 0;
 *   #pragma omp barrier
 *         for (each tile) { _Pragma("omp atomic") h[key[i]] += 1; }
 *   #pragma omp barrier
 *         for (each element of this thread) { _Pragma("omp atomic") cleave_thread_result_0[element] = cleave_thread_result_0[element] + h[element]; } } } }
 *
 * Integers with the initial value change nothing, and need no atomic operation.
 */
#include "print/reduction_arrays.h"

#include "model/text.h"
#include "print/calls.h"
#include "print/mapping_parts.h"
#include "print/value_printer.h"

static const char *initial_value(const struct cleave_unit *unit, const struct cleave_reduction *operation) {
  const struct cleave_reduced_array *array = operation->array;
  return cleave_neutral_value(unit, operation->combiner, array->type, array->is_floating, false,
                              array->bytes);
}

void cleave_add_array_declarations(struct cleave_text *out, const struct cleave_unit *unit,
                                   const struct cleave_team_reduction *reduction, const char *thread) {
  for (size_t i = 0; i < reduction->array_count; i++) {
    const struct cleave_team_array *array = &reduction->arrays[i];
    if (array->first)
      cleave_text_format(out, CLEAVE_NO_DEBUG "const long %s_from_%zu = %s; ", thread, i,
                         cleave_expression_text(unit, array->first));
    cleave_text_format(out, CLEAVE_NO_DEBUG "%s %s_array_%zu[%u]; ", array->operation->array->type, thread, i,
                       array->length);
  }
}

static void begin_elements(struct cleave_text *out, const char *thread, unsigned length) {
  cleave_text_format(out, "for (int %s_at = %s; %s_at < %u; %s_at += %s_count) ", thread, thread, thread,
                     length, thread, thread);
}

void cleave_open_array_copies(struct cleave_text *out, const struct cleave_unit *unit,
                              const struct cleave_region *region,
                              const struct cleave_team_reduction *reduction, const char *thread) {
  for (size_t i = 0; i < reduction->array_count; i++) {
    const struct cleave_team_array *array = &reduction->arrays[i];
    const char *type = array->operation->array->type, *name = region->variables[array->variable].name;
    cleave_text_format(out, "%s *const %s_result_%zu = %s", type, thread, i, name);
    if (array->first)
      cleave_text_format(out, " + %s_from_%zu", thread, i);
    cleave_text_format(out, "; %s *const %s_copy_%zu = %s_array_%zu; ", type, thread, i, thread, i);
  }
  cleave_text_add(out, "{ ");
  for (size_t i = 0; i < reduction->array_count; i++) {
    const struct cleave_team_array *array = &reduction->arrays[i];
    const char *type = array->operation->array->type, *name = region->variables[array->variable].name;
    if (array->first) /* a pointer before the copy: computed as an integer */
      cleave_text_format(
          out,
          "%s *const %s = (%s *)((unsigned long)%s_copy_%zu - (unsigned long)%s_from_%zu * sizeof(%s)); ",
          type, name, type, thread, i, thread, i, type);
    else
      cleave_text_format(out, "%s *const %s = %s_copy_%zu; ", type, name, thread, i);
    begin_elements(out, thread, reduction->arrays[i].length);
    cleave_text_format(out, "%s_copy_%zu[%s_at] = %s; ", thread, i, thread,
                       initial_value(unit, array->operation));
  }
  cleave_text_add(out, "_Pragma(\"omp barrier\") ");
}

void cleave_close_array_copies(struct cleave_text *out, const struct cleave_unit *unit,
                               const struct cleave_team_reduction *reduction, const char *thread) {
  cleave_text_add(out, "_Pragma(\"omp barrier\") ");
  for (size_t i = 0; i < reduction->array_count; i++) {
    const struct cleave_reduction *operation = reduction->arrays[i].operation;
    begin_elements(out, thread, reduction->arrays[i].length);
    cleave_text_format(out, "{ const %s %s_value = %s_copy_%zu[%s_at]; ", operation->array->type, thread,
                       thread, i, thread);
    if (!operation->array->is_floating)
      cleave_text_format(out, "if (%s_value != %s) ", thread, initial_value(unit, operation));
    cleave_text_add(out, "{ _Pragma(\"omp atomic\") ");
    cleave_add_operation(out, operation->combiner,
                         cleave_arena_format(unit->arena, "%s_result_%zu[%s_at]", thread, i, thread),
                         cleave_arena_format(unit->arena, "%s_value", thread));
    cleave_text_add(out, "} } ");
  }
  cleave_text_add(out, "} ");
}
