/* FILE: lib/print/calls.c
 * WHAT: calls of the run-time library in transformed text.
 *
 * The functions are declared before all other text: in a block of an unnamed namespace of C++, any
 * declaration has internal linkage. They are weak, so that programs link without libcleave, and called only
 * if they are linked.
 */
#include "print/calls.h"

#include <string.h>

#include "model/text.h"
#include "print/functions.h"
#include "print/print.h"
#include "print/value_printer.h"

static bool calls(const struct cleave_edits *edits, const char *name) {
  for (size_t i = 0; i < edits->count; i++)
    for (size_t p = 0; p < edits->items[i].piece_count; p++) {
      const struct cleave_piece *piece = &edits->items[i].pieces[p];
      if (piece->audience != CLEAVE_FOR_READER &&
          ((piece->text && strstr(piece->text, name)) ||
           (piece->compiler_clauses && strstr(piece->compiler_clauses, name))))
        return true;
    }
  return false;
}

/* The queries of a thread's place are nothrow, so that kernels of C++ need no handler. After omp.h they are as declared there: C++ does not
 * permit another exception specification. */
const char *cleave_print_declarations(const struct cleave_unit *unit, const struct cleave_edits *edits,
                                      size_t count) {
  struct cleave_text out = {.arena = unit->arena};
  for (enum cleave_function i = 0; i < CLEAVE_CALLS; i++) {
    bool called = false;
    if (i == CLEAVE_CALL_ALLOCATORS && unit->has_allocators)
      continue;
    for (size_t file = 0; file < count; file++)
      called |= calls(&edits[file], cleave_function_name(i));
    if (called) {
      const bool is_query = i >= CLEAVE_CALL_GET_THREAD_NUM && i <= CLEAVE_CALL_GET_NUM_TEAMS;
      cleave_text_format(
          &out, cleave_function_declaration(i),
          cleave_arena_format(unit->arena, "%s%s", unit->cplusplus ? "\"C\" " : "",
                              is_query && !unit->has_allocators ? "__attribute__((nothrow)) " : ""));
      cleave_text_add(&out, "\n");
    }
  }
  return out.length ? cleave_text_get(&out) : NULL;
}

const char *cleave_device_text(const struct cleave_unit *unit, const struct cleave_expression *device) {
  return device ? cleave_expression_text(unit, device) : "-1";
}

/* The condition of an environment for the engine alone: it may be profitable. */
static const struct cleave_expression *pays(struct cleave_arena *arena,
                                            const struct cleave_engine_form *form) {
  struct cleave_expression *call = cleave_make_call(arena, CLEAVE_CALL_TRANSFERS_PAY);
  cleave_add_device_argument(arena, call, form->device);
  cleave_add_number(arena, call, (int64_t)form->object_count);
  for (size_t i = 0; i < form->object_count; i++)
    cleave_add_memory(arena, call, form->objects[i].address, form->objects[i].bytes);
  const struct cleave_expression *it = cleave_make_function(arena, call->function);
  if (form->profitable_if)
    it = cleave_make_binary(arena, CLEAVE_AND, cleave_make_parentheses(arena, form->profitable_if), it);
  return cleave_make_binary(arena, CLEAVE_AND, it, call);
}

const char *cleave_print_begin(const struct cleave_unit *unit, const struct cleave_engine_form *form) {
  struct cleave_text out = {.arena = unit->arena};
  const struct cleave_declaration declaration = {
      .is_constant = true, .name = form->profitable_name, .value = pays(unit->arena, form)};
  if (form->profitable_name)
    cleave_text_format(&out, CLEAVE_NO_DEBUG "%s ", cleave_declaration_text(unit, &declaration));
  cleave_text_format(&out, "if (%s) cleave_transfers_begin((%s), %zu",
                     form->profitable_name ? form->profitable_name : "cleave_transfers_begin",
                     cleave_device_text(unit, form->device),
                     form->object_count | (form->no_page_locks ? CLEAVE_NO_PAGE_LOCKS : 0));
  for (size_t i = 0; i < form->object_count; i++)
    cleave_text_format(
        &out, ", (const volatile void *)(%s), %d, %d", cleave_expression_text(unit, form->objects[i].address),
        (int)form->objects[i].first_use | (form->objects[i].arrives_in_tiles ? CLEAVE_IN_TILES : 0) |
            (form->objects[i].only_in_tiles ? CLEAVE_ONLY_IN_TILES : 0) |
            (form->objects[i].is_spread ? CLEAVE_SPREAD : 0),
        (int)form->objects[i].last_write | (form->objects[i].leaves_in_tiles ? CLEAVE_IN_TILES : 0));
  cleave_text_add(&out, "); ");
  return cleave_text_get(&out);
}

const char *cleave_print_stage(struct cleave_arena *arena, uint32_t stage) {
  return cleave_arena_format(arena, "if (cleave_transfers_stage) cleave_transfers_stage(%u); ", stage);
}

const char *cleave_print_end(struct cleave_arena *arena, const struct cleave_engine_form *form) {
  return cleave_arena_format(arena, " if (%s) cleave_transfers_end(); ",
                             form->profitable_name ? form->profitable_name : "cleave_transfers_end");
}
