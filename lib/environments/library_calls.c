/* FILE: lib/environments/library_calls.c
 * WHAT: calls of the C library and of OpenMP's API in host code (model/library_functions.h).
 */
#include <string.h>

#include "environments/host_record.h"
#include "model/arena.h"

bool cleave_library_stores_count(const char *format) {
  if (!format)
    return true;
  while ((format = strchr(format, '%'))) {
    format += 1 + strspn(format + 1, "0123456789-+ #'*.$hljztLq");
    if (*format == 'n')
      return true;
    format += *format != 0;
  }
  return false;
}

void cleave_library_begin(struct cleave_host_record *it, enum cleave_library_kind kind, bool shares_memory,
                          bool is_noreturn) {
  static const uint32_t flags[] = {[CLEAVE_LIBRARY_EXITS] = CLEAVE_HOST_EXITS,
                                   [CLEAVE_LIBRARY_ABORTS] = CLEAVE_HOST_ABORTS,
                                   [CLEAVE_LIBRARY_DEVICE_STATE] = CLEAVE_HOST_DEVICE_STATE,
                                   [CLEAVE_LIBRARY_DEVICE_MEMORY] = CLEAVE_HOST_MANAGES_DATA};
  it->function.is_complete &= kind != CLEAVE_LIBRARY_STARTS_THREAD;
  if (shares_memory) /* a stream may have an array of the program as its buffer */
    cleave_host_flag(it, CLEAVE_HOST_UNKNOWN_CALL);
  cleave_host_flag(it, flags[kind]);
  if (is_noreturn)
    cleave_host_never_ends(it);
}

static bool uses_text(const struct cleave_library_call *call) {
  return call->kind == CLEAVE_LIBRARY_USES || call->kind == CLEAVE_LIBRARY_READS;
}

/* A file or a text may hold addresses: that of a printed pointer, and those in memory that is read. They may be read back. */
static void use_text(struct cleave_host_record *it, const struct cleave_library_call *call,
                     const struct cleave_library_argument *argument) {
  struct cleave_memory *memory = it->function.memory;
  if (argument->is_variadic)
    cleave_cell_escape(memory, argument->given.target);
  cleave_cell_escape_held(memory, argument->given.target);
  if (argument->is_pointer && call->kind == CLEAVE_LIBRARY_USES && !argument->is_constant)
    cleave_cell_set_held_unknown(memory, argument->given.target);
}

void cleave_library_pass(struct cleave_host_record *it, struct cleave_library_call *call,
                         const struct cleave_library_argument *argument) {
  const struct cleave_host_result *given = &argument->given;
  const bool has_target = given->target != CLEAVE_NO_CELL, is_pointer = has_target && argument->is_pointer;
  const struct cleave_host_value *base = given->base ? given->base : given->path;
  if (uses_text(call) && has_target)
    use_text(it, call, argument);
  const struct cleave_host_result passed = is_pointer ? *given : cleave_host_result_of(CLEAVE_NO_CELL);
  CLEAVE_APPEND(it->arena, call->passed, call->count, passed);
  if (!is_pointer)
    return;
  if (call->kind == CLEAVE_LIBRARY_FREES) {
    cleave_host_flag(it, CLEAVE_HOST_FREES);
  } else {
    cleave_host_moves(it, given->target);
    cleave_host_event(it, given->target, false, base);
  }
  if (!argument->is_constant && call->kind != CLEAVE_LIBRARY_READS)
    cleave_host_event(it, given->target, true, base);
}

struct cleave_host_result cleave_library_end(struct cleave_host_record *it,
                                             const struct cleave_library_call *call,
                                             const struct cleave_host_type *type) {
  struct cleave_memory *memory = it->function.memory;
  struct cleave_host_result result = cleave_host_result_of(CLEAVE_NO_CELL);
  const struct cleave_host_result *passed = call->passed;
  const bool has_first = call->count && passed->target != CLEAVE_NO_CELL;
  if (call->kind == CLEAVE_LIBRARY_COPIES && has_first && call->count >= 2 &&
      passed[1].target != CLEAVE_NO_CELL) {
    /* Copied pointers lead to the same memory. */
    cleave_cell_unify(memory, cleave_cell_pointee(memory, passed->target),
                      cleave_cell_pointee(memory, passed[1].target));
    cleave_cell_collapse(memory, passed->target);
    cleave_cell_collapse(memory, passed[1].target);
    result.target = passed->target;
  } else if (call->kind == CLEAVE_LIBRARY_ALLOCATES_IN && has_first) {
    const struct cleave_host_result fresh = {.target = cleave_cell_new(memory), .is_fresh = true};
    cleave_cell_unify(memory, cleave_cell_pointee(memory, passed->target), fresh.target);
    cleave_host_add_copy(it, passed->target, cleave_host_addressed(passed->path), &fresh);
  } else if (call->kind == CLEAVE_LIBRARY_ALLOCATES || type->is_pointer) {
    result.target = cleave_cell_new(memory);
    result.is_fresh = call->kind == CLEAVE_LIBRARY_ALLOCATES;
    for (size_t i = 0; i < call->count && !result.is_fresh; i++)
      cleave_host_join(it, result.target, passed[i].target);
  } else if (type->is_integer && uses_text(call)) {
    result.target = cleave_cell_new(memory);
    cleave_cell_set_unknown(memory, result.target);
  }
  return result;
}
