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
 *
 * Arrays with a window keep their names. An update by an atomic construct becomes
 *
 *   if ((unsigned long)(key[i]) < (unsigned long)cleave_thread_window_0) {
 *     int *const h = cleave_thread_own_0; _Pragma("omp atomic") h[key[i]]++; }
 *   else { _Pragma("omp atomic") h[key[i]]++; }
 *
 * cleave_thread_own_0 is one of up to MOST_COPIES copies of the team. Neighboring lanes use different copies, whose elements are in different banks:
 * lanes with the same element do not wait for each other.
 */
#include "print/reduction_arrays.h"

#include "model/text.h"
#include "print/calls.h"
#include "print/mapping_parts.h"
#include "print/tile_edits.h"
#include "print/value_printer.h"

enum { MOST_COPIES = 8 };

/* Each sum with 0 but -0 is the other operand, to the bit; each sum with -0 is. */
static bool begins_with_minus_zero(const struct cleave_team_array *array) {
  return array->window && array->operation->array->is_floating &&
         array->operation->combiner == CLEAVE_COMBINER_ADD;
}

static const char *initial_value(const struct cleave_unit *unit, const struct cleave_team_array *of) {
  const struct cleave_reduction *operation = of->operation;
  const struct cleave_reduced_array *array = operation->array;
  if (begins_with_minus_zero(of))
    return "-0.0";
  return cleave_neutral_value(unit, operation->combiner, array->type, array->is_floating, array->is_unsigned,
                              array->bytes);
}

static bool is_extremum(const struct cleave_team_array *array) {
  return array->operation->combiner == CLEAVE_COMBINER_MINIMUM ||
         array->operation->combiner == CLEAVE_COMBINER_MAXIMUM;
}

static bool is_logical(const struct cleave_team_array *array) {
  return array->operation->combiner == CLEAVE_COMBINER_LOGICAL_AND ||
         array->operation->combiner == CLEAVE_COMBINER_LOGICAL_OR;
}

/* The type of the elements of a copy: fission/array_reductions.c, point 6. */
static const char *copy_type(const struct cleave_team_array *array) {
  const struct cleave_reduced_array *reduced = array->operation->array;
  return reduced->bytes >= 4 ? reduced->type : is_extremum(array) || is_logical(array) ? "int" : "unsigned";
}

/* Declares the number of elements in the window, and the distance and the number of copies. */
static void add_window(struct cleave_text *out, const struct cleave_unit *unit,
                       const struct cleave_team_array *array, size_t i, const char *thread) {
  cleave_text_format(out, CLEAVE_NO_DEBUG "const long %s_window_%zu = %s / (long)sizeof(%s); ", thread, i,
                     cleave_expression_text(unit, array->window), array->operation->array->type);
  cleave_text_format(out,
                     CLEAVE_NO_DEBUG
                     "const int %s_stride_%zu = (int)(2 * %s_window_%zu + 2 <= %u ? %s_window_%zu | 1 : "
                     "%s_window_%zu), %s_copies_%zu = ",
                     thread, i, thread, i, array->length, thread, i, thread, i, thread, i);
  for (unsigned copies = MOST_COPIES; copies > 1; copies /= 2)
    cleave_text_format(out, "%s_stride_%zu <= %u ? %u : ", thread, i, array->length / copies, copies);
  cleave_text_add(out, "1; ");
}

void cleave_add_array_declarations(struct cleave_text *out, const struct cleave_unit *unit,
                                   const struct cleave_team_reduction *reduction, const char *thread) {
  for (size_t i = 0; i < reduction->array_count; i++) {
    const struct cleave_team_array *array = &reduction->arrays[i];
    if (array->first)
      cleave_text_format(out, CLEAVE_NO_DEBUG "const long %s_from_%zu = %s; ", thread, i,
                         cleave_expression_text(unit, array->first));
    if (array->window)
      add_window(out, unit, array, i, thread);
    cleave_text_format(out, CLEAVE_NO_DEBUG "%s %s_array_%zu[%u]; ", copy_type(array), thread, i,
                       array->length);
  }
}

/* The number of elements of all copies, or of one. */
static const char *count_of(const struct cleave_unit *unit, const struct cleave_team_array *array, size_t i,
                            const char *thread, bool of_all) {
  if (!array->window)
    return cleave_arena_format(unit->arena, "%u", array->length);
  return of_all ? cleave_arena_format(unit->arena, "%s_stride_%zu * %s_copies_%zu", thread, i, thread, i)
                : cleave_arena_format(unit->arena, "%s_window_%zu", thread, i);
}

static void begin_elements(struct cleave_text *out, const char *thread, const char *count) {
  cleave_text_format(out, "for (int %s_at = %s; %s_at < %s; %s_at += %s_count) ", thread, thread, thread,
                     count, thread, thread);
}

/* Declares the pointer NAME to element 0 of a copy that begins at COPY; if the array has a first element, that is before the copy, and is
 * computed as an integer. */
static void add_copy_pointer(struct cleave_text *out, const struct cleave_team_array *array, size_t i,
                             const char *name, const char *copy, const char *thread) {
  const char *type = copy_type(array);
  if (array->first)
    cleave_text_format(
        out, "%s *const %s = (%s *)((unsigned long)(%s) - (unsigned long)%s_from_%zu * sizeof(%s)); ", type,
        name, type, copy, thread, i, type);
  else
    cleave_text_format(out, "%s *const %s = %s; ", type, name, copy);
}

void cleave_open_array_copies(struct cleave_text *out, const struct cleave_unit *unit,
                              const struct cleave_region *region,
                              const struct cleave_team_reduction *reduction, const char *thread) {
  struct cleave_arena *arena = unit->arena;
  for (size_t i = 0; i < reduction->array_count; i++) {
    const struct cleave_team_array *array = &reduction->arrays[i];
    const char *type = array->operation->array->type, *name = region->variables[array->variable].name;
    /* An assignment: clang 19 initializes a constant pointer with the address of a static array, not with that of its mapped copy. */
    cleave_text_format(out, "%s *%s_result_%zu; %s_result_%zu = %s", type, thread, i, thread, i, name);
    if (array->first)
      cleave_text_format(out, " + %s_from_%zu", thread, i);
    cleave_text_format(out, "; %s *const %s_copy_%zu = %s_array_%zu; ", copy_type(array), thread, i, thread,
                       i);
  }
  cleave_text_add(out, "{ ");
  for (size_t i = 0; i < reduction->array_count; i++) {
    const struct cleave_team_array *array = &reduction->arrays[i];
    if (array->window)
      add_copy_pointer(out, array, i, cleave_arena_format(arena, "%s_own_%zu", thread, i),
                       cleave_arena_format(arena, "%s_copy_%zu + (%s & (%s_copies_%zu - 1)) * %s_stride_%zu",
                                           thread, i, thread, thread, i, thread, i),
                       thread);
    else
      add_copy_pointer(out, array, i, region->variables[array->variable].name,
                       cleave_arena_format(arena, "%s_copy_%zu", thread, i), thread);
    begin_elements(out, thread, count_of(unit, array, i, thread, true));
    cleave_text_format(out, "%s_copy_%zu[%s_at] = %s; ", thread, i, thread, initial_value(unit, array));
  }
  cleave_text_add(out, "_Pragma(\"omp barrier\") ");
}

/* Adds an operation on the object TARGET that makes it the minimum or maximum of itself and VALUE. */
static void add_comparison(struct cleave_text *out, enum cleave_combiner combiner, const char *target,
                           const char *value) {
  cleave_text_format(out, "_Pragma(\"omp atomic compare\") if (%s %s %s) { %s = %s; } ", target,
                     combiner == CLEAVE_COMBINER_MINIMUM ? ">" : "<", value, target, value);
}

/* The same for the floating-point numbers *THREAD_place, which is not NaN, and THREAD_operand. LLVM 19 expands such an operation to a loop that first
 * loads without `atomic`. Bits of numbers that are not negative are ordered as those of integers, negative ones conversely, and as
 * unsigned numbers these are greater. So the maximum with a number that is not negative is that of signed integers, and with a negative
 * one the minimum of unsigned integers; minima conversely. */
static void add_comparison_of_bits(struct cleave_text *out, const struct cleave_unit *unit,
                                   const struct cleave_team_array *array, const char *thread) {
  const bool is_wide = array->operation->array->bytes == 8;
  const enum cleave_combiner own = array->operation->combiner, other = own == CLEAVE_COMBINER_MAXIMUM
                                                                           ? CLEAVE_COMBINER_MINIMUM
                                                                           : CLEAVE_COMBINER_MAXIMUM;
  cleave_text_format(out, "if (%s_operand == %s_operand) { ", thread, thread);
  for (int is_signed = 0; is_signed < 2; is_signed++) {
    const char *type = is_signed ? (is_wide ? "long" : "int") : is_wide ? "unsigned long" : "unsigned";
    const char *alias = cleave_arena_format(unit->arena, "%s __attribute__((may_alias))", type);
    cleave_text_add(out, "{ ");
    if (is_signed)
      cleave_text_format(out, "if (!__builtin_signbit(%s_operand)) { ", thread);
    else
      cleave_text_format(out, "if (__builtin_signbit(%s_operand)) { ", thread);
    cleave_text_format(out,
                       "%s *const %s_bits = (%s *)%s_place; const %s %s_integer = *(const %s *)&%s_operand; ",
                       alias, thread, alias, thread, type, thread, alias, thread);
    add_comparison(out, is_signed ? own : other, cleave_arena_format(unit->arena, "*%s_bits", thread),
                   cleave_arena_format(unit->arena, "%s_integer", thread));
    cleave_text_add(out, "} } ");
  }
  cleave_text_add(out, "} ");
}

void cleave_add_element_update(struct cleave_text *out, const struct cleave_unit *unit,
                               const struct cleave_region *region,
                               const struct cleave_team_reduction *reduction,
                               const struct cleave_team_update *update, const char *thread) {
  const struct cleave_team_array *array = &reduction->arrays[update->array];
  const struct cleave_element_update *it = update->update;
  const char *name = region->variables[array->variable].name;
  if (is_extremum(array)) {
    cleave_text_format(out, "{ %s *const %s_place = &%s[", copy_type(array), thread, name);
    cleave_print_tiled_source(out, unit, NULL, it->subscript.begin, it->subscript.end);
    cleave_text_format(out, "]; const %s %s_operand = (%s)(", copy_type(array), thread,
                       array->operation->array->type);
    cleave_print_tiled_source(out, unit, NULL, it->value.begin, it->value.end);
    cleave_text_add(out, "); ");
    if (array->operation->array->is_floating)
      add_comparison_of_bits(out, unit, array, thread);
    else
      add_comparison(out, array->operation->combiner, cleave_arena_format(unit->arena, "*%s_place", thread),
                     cleave_arena_format(unit->arena, "%s_operand", thread));
    cleave_text_add(out, "} ");
  } else if (is_logical(array)) {
    const bool is_or = array->operation->combiner == CLEAVE_COMBINER_LOGICAL_OR;
    cleave_text_format(out, "{ if (%s(", is_or ? "" : "!");
    cleave_print_tiled_source(out, unit, NULL, it->value.begin, it->value.end);
    cleave_text_format(out, ")) { _Pragma(\"omp atomic write\") %s[", name);
    cleave_print_tiled_source(out, unit, NULL, it->subscript.begin, it->subscript.end);
    cleave_text_format(out, "] = %d; } } ", is_or);
  } else {
    cleave_text_add(out, "_Pragma(\"omp atomic\") ");
    cleave_print_tiled_source(out, unit, NULL, it->text.begin, it->text.end);
  }
}

static void add_atomic_statement(struct cleave_text *out, const struct cleave_unit *unit,
                                 const struct cleave_atomic_update *update) {
  cleave_text_add(out, "_Pragma(\"omp atomic\") ");
  cleave_print_tiled_source(out, unit, NULL, update->statement_begin, update->end);
}

void cleave_add_atomic_update(struct cleave_text *out, const struct cleave_unit *unit,
                              const struct cleave_region *region,
                              const struct cleave_team_reduction *reduction,
                              const struct cleave_atomic_update *update, const char *thread) {
  const uint32_t variable = reduction->atomics->arrays[update->array].variable;
  size_t i = 0;
  while (i < reduction->array_count && reduction->arrays[i].variable != variable)
    i++;
  cleave_text_add(out, "{ ");
  if (i < reduction->array_count) {
    const struct cleave_team_array *array = &reduction->arrays[i];
    cleave_text_add(out, "if ((unsigned long)(");
    cleave_print_tiled_source(out, unit, NULL, update->subscript_begin, update->subscript_end);
    cleave_text_add(out, ")");
    if (array->first)
      cleave_text_format(out, " - (unsigned long)%s_from_%zu", thread, i);
    cleave_text_format(out, " < (unsigned long)%s_window_%zu) { %s *const %s = %s_own_%zu; ", thread, i,
                       array->operation->array->type, region->variables[variable].name, thread, i);
    add_atomic_statement(out, unit, update);
    cleave_text_add(out, "} else ");
  }
  add_atomic_statement(out, unit, update);
  cleave_text_add(out, "} ");
}

/* Begins a statement that is executed if the element has another value than at first, or, of floating-point arrays of clauses, always. */
static void begin_if_changed(struct cleave_text *out, const struct cleave_unit *unit,
                             const struct cleave_team_array *array, const char *thread) {
  if (begins_with_minus_zero(array))
    cleave_text_format(out, "if (%s_value != 0 || !__builtin_signbit(%s_value)) ", thread, thread);
  else if (array->window || !array->operation->array->is_floating)
    cleave_text_format(out, "if (%s_value != %s) ", thread, initial_value(unit, array));
}

/* Adds what combines VALUE, an element of a copy, into TARGET, an element of the original: fission/array_reductions.c, points 7 and 8. */
static void add_result(struct cleave_text *out, const struct cleave_unit *unit,
                       const struct cleave_team_array *array, const char *target, const char *value,
                       const char *thread) {
  const char *type = array->operation->array->type;
  if (is_logical(array)) {
    const bool is_or = array->operation->combiner == CLEAVE_COMBINER_LOGICAL_OR;
    cleave_text_format(out, "if (%s == %d) { _Pragma(\"omp atomic write\") %s = %d; } ", value, is_or, target,
                       is_or);
    cleave_text_format(out, "else { %s %s_was; _Pragma(\"omp atomic read\") %s_was = %s; ", type, thread,
                       thread, target);
    cleave_text_format(out, "if (%s_was != 0 && %s_was != 1) { const %s %s_one = 1; ", thread, thread, type,
                       thread);
    cleave_text_format(out, "_Pragma(\"omp atomic compare\") if (%s == %s_was) { %s = %s_one; } } } ", target,
                       thread, target, thread);
    return;
  }
  begin_if_changed(out, unit, array, thread);
  if (!is_extremum(array)) {
    cleave_text_add(out, "{ _Pragma(\"omp atomic\") ");
    cleave_add_operation(out, array->operation->combiner, target, value);
    cleave_text_add(out, "} ");
    return;
  }
  cleave_text_add(out, "{ ");
  add_comparison(out, array->operation->combiner, target, value);
  cleave_text_add(out, "} ");
}

void cleave_close_array_copies(struct cleave_text *out, const struct cleave_unit *unit,
                               const struct cleave_team_reduction *reduction, const char *thread) {
  const char *value = cleave_arena_format(unit->arena, "%s_value", thread);
  cleave_text_add(out, "_Pragma(\"omp barrier\") ");
  for (size_t i = 0; i < reduction->array_count; i++) {
    const struct cleave_team_array *array = &reduction->arrays[i];
    const struct cleave_reduction *operation = array->operation;
    begin_elements(out, thread, count_of(unit, array, i, thread, false));
    cleave_text_format(out, "{ %s %s = %s_copy_%zu[%s_at]; ", operation->array->type, value, thread, i,
                       thread);
    if (array->window) {
      cleave_text_format(out, "for (int %s_copy = 1; %s_copy < %s_copies_%zu; %s_copy++) { ", thread, thread,
                         thread, i, thread);
      cleave_add_operation(out, operation->combiner, value,
                           cleave_arena_format(unit->arena, "%s_copy_%zu[%s_at + %s_copy * %s_stride_%zu]",
                                               thread, i, thread, thread, thread, i));
      cleave_text_add(out, "} ");
    }
    add_result(out, unit, array, cleave_arena_format(unit->arena, "%s_result_%zu[%s_at]", thread, i, thread),
               value, thread);
    cleave_text_add(out, "} ");
  }
  cleave_text_add(out, "} ");
}
