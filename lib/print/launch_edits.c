/* FILE: lib/print/launch_edits.c
 * WHAT: see launch_edits.h.
 */
#include "print/launch_edits.h"

#include "model/arena.h"

static const struct cleave_node *node_at(const struct writer *writer, uint32_t node) {
  return &writer->plan->region->nodes[node];
}

/* Whether the text before KERNEL needs a block. */
static bool opens_block(const struct writer *writer, const struct cleave_plan_node *kernel) {
  const struct cleave_node *loop = node_at(writer, kernel->node);
  return kernel->launch_directive ||
         (kernel->update_directive &&
          (loop->parent == CLEAVE_NO_NODE || node_at(writer, loop->parent)->kind != CLEAVE_NODE_COMPOUND));
}

void cleave_open_launch(struct writer *writer, const struct cleave_plan_node *kernel) {
  struct cleave_arena *arena = writer->unit->arena;
  const struct cleave_node *loop = node_at(writer, kernel->node);
  if (!kernel->launch_directive && !kernel->update_directive)
    return;
  struct cleave_edit *edit = add_edit(writer, loop->directive.begin, loop->directive.begin);
  edit->layout = loop->body.begin;
  if (opens_block(writer, kernel))
    add_piece(writer, edit, CLEAVE_PIECE_OPEN, NULL);
  add_directive(writer, edit, CLEAVE_FOR_ALL, kernel->update_directive);
  if (!kernel->launch_directive)
    return;
  for (size_t i = 0; i < kernel->launch_value_count; i++)
    add_piece(writer, edit, CLEAVE_PIECE_DECLARE,
              cleave_declaration_text(writer->unit, kernel->launch_values[i].holds));
  add_directive(writer, edit, CLEAVE_FOR_ALL, kernel->launch_directive);
  add_piece(writer, edit, CLEAVE_PIECE_OPEN, NULL);
  for (size_t i = 0; i < kernel->launch_value_count; i++)
    add_piece(writer, edit, CLEAVE_PIECE_STATEMENT,
              cleave_arena_format(arena, "%s = %s;", kernel->launch_values[i].holds->name,
                                  cleave_unit_text(writer->unit, kernel->launch_values[i].range)));
  add_piece(writer, edit, CLEAVE_PIECE_CLOSE, NULL);
}

void cleave_close_launch(struct writer *writer, const struct cleave_plan_node *kernel) {
  const struct cleave_node *loop = node_at(writer, kernel->node);
  for (size_t i = 0; i < kernel->launch_value_count; i++) {
    const struct cleave_launch_value *value = &kernel->launch_values[i];
    add_piece(writer, add_edit(writer, value->range.begin, value->range.end), CLEAVE_PIECE_WORD,
              value->holds->name);
  }
  if (opens_block(writer, kernel))
    add_piece(writer, add_edit(writer, loop->range.end, loop->range.end), CLEAVE_PIECE_CLOSE, NULL);
}
