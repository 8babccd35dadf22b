/* FILE: lib/print/environment_edits.c
 * WHAT: converts the plan of a data environment to edits.
 *
 * In the text for the compiler, what precedes a statement follows the token before it, because the statement may begin
 * with a directive. In the text for a reader it directly precedes the statement.
 *
 * The condition that the objects fit into the device's memory is in the text for the compiler only: plain OpenMP has no
 * such query.
 */
#include <string.h>

#include "print/print.h"
#include "print/writer.h"

/* Where text for a reader that precedes NODE is inserted: before the pragmas about its region. */
static uint32_t begin_for_reader(const struct cleave_unit *unit, const struct cleave_host_node *node) {
  uint32_t begin = node->range.begin;
  for (size_t i = 0; i < unit->pragma_count && node->kind == CLEAVE_HOST_REGION; i++) {
    const struct cleave_pragma *pragma = &unit->pragmas[i];
    if (pragma->place == CLEAVE_PRAGMA_REGION && pragma->region == node->region &&
        pragma->range.end > pragma->range.begin && pragma->range.begin < begin)
      begin = pragma->range.begin;
  }
  return begin;
}

static void add_declarations(struct writer *writer, struct cleave_edit *edit, enum cleave_audience audience,
                             const struct cleave_environment *environment) {
  for (size_t i = 0; i < environment->declaration_count; i++)
    add_piece_for(writer, edit, audience, CLEAVE_PIECE_DECLARE,
                  cleave_declaration_text(writer->unit, &environment->declarations[i]));
  const struct cleave_expression *condition = environment->absent;
  if (audience == CLEAVE_FOR_COMPILER)
    condition = condition ? cleave_make_binary(writer->unit->arena, CLEAVE_AND, condition, environment->fits)
                          : environment->fits;
  const struct cleave_declaration declaration = {
      .is_constant = true, .name = environment->condition, .value = condition};
  if (condition)
    add_piece_for(writer, edit, audience, CLEAVE_PIECE_DECLARE,
                  cleave_declaration_text(writer->unit, &declaration));
}

/* Whether the text for a reader declares something, and so needs further braces. */
static bool declares(const struct cleave_environment *environment) {
  return environment->declaration_count || environment->absent;
}

static void add_conditional(struct writer *writer, struct cleave_edit *edit, enum cleave_audience audience,
                            const struct cleave_environment *environment,
                            const struct cleave_directive *directive) {
  add_directive(writer, edit, audience, directive);
  if (!environment->absent)
    edit->pieces[edit->piece_count - 1].compiler_clauses =
        cleave_arena_format(writer->unit->arena, " if(%s)", environment->condition);
}

/* Adds the accessors of private members to their classes, each once. A call that may throw in a map clause makes clang 19
 * generate an invalid module. */
static void write_accessors(struct writer *writer, const struct cleave_environment *environment) {
  struct cleave_arena *arena = writer->unit->arena;
  for (size_t i = 0; i < environment->accessor_count; i++) {
    const struct cleave_accessor *accessor = &environment->accessors[i];
    const char *const lines[] = {"public:",
                                 cleave_arena_format(arena, "decltype(%s) &%s() noexcept { return %s; }",
                                                     accessor->member, accessor->name, accessor->member),
                                 cleave_arena_format(arena,
                                                     "const decltype(%s) &%s() const noexcept { return %s; }",
                                                     accessor->member, accessor->name, accessor->member)};
    bool known = false, has_label = false;
    for (size_t e = 0; e < writer->edits->count; e++) {
      const struct cleave_edit *edit = &writer->edits->items[e];
      has_label |= edit->range.begin == accessor->class_end;
      known |= edit->range.begin == accessor->class_end &&
               !strcmp(edit->pieces[edit->piece_count - 1].text, lines[2]);
    }
    if (known)
      continue;
    struct cleave_edit *edit = add_edit(writer, accessor->class_end, accessor->class_end);
    for (size_t k = has_label; k < sizeof lines / sizeof *lines; k++)
      add_piece(writer, edit, k ? CLEAVE_PIECE_DECLARE : CLEAVE_PIECE_TEXT, lines[k]);
  }
}

static void write_begin(struct writer *writer, const struct cleave_environment *environment, uint32_t at,
                        enum cleave_audience audience) {
  struct cleave_edit *edit = add_edit(writer, at, at);
  const bool is_block = !environment->end;
  if (is_block && (audience == CLEAVE_FOR_COMPILER || declares(environment)))
    add_piece_for(writer, edit, audience, CLEAVE_PIECE_OPEN, NULL);
  add_declarations(writer, edit, audience, environment);
  add_conditional(writer, edit, audience, environment, environment->begin);
  if (is_block)
    add_piece_for(writer, edit, audience, CLEAVE_PIECE_OPEN, NULL);
}

/* The braces and updates before the statements, for AUDIENCE; or, if AFTER, those after them. */
static void write_updates(struct writer *writer, const struct cleave_host_function *function,
                          const struct cleave_environment *environment, bool after,
                          enum cleave_audience audience) {
  for (size_t i = 0; i < environment->update_count; i++) {
    const struct cleave_update *update = &environment->updates[i];
    const struct cleave_host_node *node = &function->nodes[update->node];
    bool has_both = false;
    for (size_t j = 0; j < environment->update_count; j++)
      has_both |=
          environment->updates[j].node == update->node && environment->updates[j].after != update->after;
    if (update->after != after && (node->is_in_block || has_both))
      continue;
    const uint32_t at = after                             ? node->range.end
                        : audience == CLEAVE_FOR_COMPILER ? node->before
                                                          : begin_for_reader(writer->unit, node);
    struct cleave_edit *edit = add_edit(writer, at, at);
    if (!node->is_in_block && !after)
      add_piece_for(writer, edit, audience, CLEAVE_PIECE_OPEN, NULL);
    const bool is_here = update->after == after;
    if (is_here && update->declaration_count)
      add_piece_for(writer, edit, audience, CLEAVE_PIECE_OPEN, NULL);
    for (size_t d = 0; is_here && d < update->declaration_count; d++)
      add_piece_for(writer, edit, audience, CLEAVE_PIECE_DECLARE,
                    cleave_declaration_text(writer->unit, &update->declarations[d]));
    if (is_here)
      add_conditional(writer, edit, audience, environment, update->directive);
    if (is_here && update->declaration_count)
      add_piece_for(writer, edit, audience, CLEAVE_PIECE_CLOSE, NULL);
    if (!node->is_in_block && after)
      add_piece_for(writer, edit, audience, CLEAVE_PIECE_CLOSE, NULL);
  }
}

static void write_end(struct writer *writer, const struct cleave_environment *environment, uint32_t at) {
  struct cleave_edit *edit = add_edit(writer, at, at);
  if (environment->end) {
    add_conditional(writer, edit, CLEAVE_FOR_ALL, environment, environment->end);
    return;
  }
  add_piece(writer, edit, CLEAVE_PIECE_CLOSE, NULL);
  add_piece_for(writer, edit, declares(environment) ? CLEAVE_FOR_ALL : CLEAVE_FOR_COMPILER,
                CLEAVE_PIECE_CLOSE, NULL);
}

void cleave_print_environment(const struct cleave_unit *unit, const struct cleave_host_function *function,
                              const struct cleave_environment *environment, enum cleave_environment_part part,
                              struct cleave_edits *edits) {
  struct writer writer = {.unit = unit, .edits = edits};
  const struct cleave_host_node *first = &function->nodes[environment->first];
  switch (part) {
  case CLEAVE_BEGIN_FOR_READER:
    write_accessors(&writer, environment);
    write_begin(&writer, environment, begin_for_reader(unit, first), CLEAVE_FOR_READER);
    write_updates(&writer, function, environment, false, CLEAVE_FOR_READER);
    return;
  case CLEAVE_ENVIRONMENT_END:
    write_updates(&writer, function, environment, true, CLEAVE_FOR_ALL);
    write_end(&writer, environment, function->nodes[environment->last].range.end);
    return;
  case CLEAVE_BEGIN_FOR_COMPILER:
    write_begin(&writer, environment, first->before, CLEAVE_FOR_COMPILER);
    write_updates(&writer, function, environment, false, CLEAVE_FOR_COMPILER);
    return;
  }
}
