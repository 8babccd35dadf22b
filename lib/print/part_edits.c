/* FILE: lib/print/part_edits.c
 * WHAT: see part_edits.h. fission/distribute_loop.c has an example of the text.
 */
#include "print/part_edits.h"

#include <string.h>

#include "print/versions.h"

static const struct cleave_variable *variable_of(const struct writer *writer, uint32_t variable) {
  return &writer->plan->region->variables[variable];
}

static bool ends_with_star(const char *type) {
  const size_t length = strlen(type);
  return length && type[length - 1] == '*';
}

/* The declaration of the pointer NAME to elements of the type of VARIABLE. */
static const char *pointer_text(const struct writer *writer, const struct cleave_variable *variable,
                                const char *name) {
  return variable->element_type ? cleave_arena_format(writer->unit->arena, "%s (*%s)%s",
                                                      variable->element_type, name, variable->extents)
                                : cleave_arena_format(writer->unit->arena, "%s%s*%s", variable->type,
                                                      ends_with_star(variable->type) ? "" : " ", name);
}

void cleave_write_expansions(struct writer *writer, struct cleave_edit *edit) {
  const struct cleave_plan *plan = writer->plan;
  for (size_t i = 0; i < plan->expansion_count; i++) {
    const struct cleave_expansion *it = &plan->expansions[i];
    const struct cleave_variable *variable = variable_of(writer, it->variable);
    add_piece(writer, edit, CLEAVE_PIECE_DECLARE,
              cleave_arena_format(writer->unit->arena, "%s = (%s)__builtin_malloc(%s * sizeof *%s);",
                                  pointer_text(writer, variable, it->name),
                                  pointer_text(writer, variable, ""), plan->row_count, it->name));
    add_closing(writer, CLEAVE_FOR_ALL, CLEAVE_PIECE_STATEMENT,
                cleave_arena_format(writer->unit->arena, "__builtin_free(%s);", it->name));
  }
}

static const char *declared(struct cleave_arena *arena, const struct cleave_variable *variable) {
  return cleave_arena_format(arena, "%s%s%s", variable->type, ends_with_star(variable->type) ? "" : " ",
                             variable->name);
}

/* The declaration of a variable in a part. Elements of arrays stay in device memory: the name of the array becomes a pointer. */
static const char *variable_text(const struct writer *writer, const struct cleave_part *part,
                                 const struct cleave_part_variable *it) {
  struct cleave_arena *arena = writer->unit->arena;
  const struct cleave_variable *variable = variable_of(writer, it->variable);
  const char *index = it->expansion ? cleave_expression_text(writer->unit, part->index) : NULL;
  if (it->expansion && variable->element_type) {
    const char *rest = strchr(variable->extents, ']') + 1;
    return *rest ? cleave_arena_format(arena, "%s (*%s)%s = %s[%s];", variable->element_type, variable->name,
                                       rest, it->expansion, index)
                 : cleave_arena_format(arena, "%s *%s = %s[%s];", variable->element_type, variable->name,
                                       it->expansion, index);
  }
  if (it->expansion)
    return cleave_arena_format(arena, "%s = %s[%s];", declared(arena, variable), it->expansion, index);
  if (it->value.end > it->value.begin)
    return cleave_arena_format(arena, "%s = %s;", declared(arena, variable),
                               cleave_unit_text(writer->unit, it->value));
  return cleave_arena_format(arena, "%s;", declared(arena, variable));
}

/* Adds the declarations of PART outside of the kernel, or inside; returns their number. */
static size_t add_variables(struct writer *writer, struct cleave_edit *edit, const struct cleave_part *part,
                            bool outside) {
  size_t count = 0;
  for (size_t i = 0; i < part->variable_count; i++)
    if (part->variables[i].is_outside == outside) {
      if (edit)
        add_piece(writer, edit, CLEAVE_PIECE_DECLARE, variable_text(writer, part, &part->variables[i]));
      count++;
    }
  return count;
}

static void add_header(struct writer *writer, struct cleave_edit *edit, const struct cleave_part *part) {
  for (size_t i = 0; i < part->header_count; i++)
    add_piece(writer, edit, CLEAVE_PIECE_STATEMENT, cleave_unit_text(writer->unit, part->headers[i]));
}

void cleave_write_part_kernel(struct writer *writer, const struct cleave_plan_node *plan_node) {
  const struct cleave_part *part = plan_node->part;
  const struct cleave_node *loop = &writer->plan->region->nodes[plan_node->node];
  struct cleave_edit *edit = add_edit(writer, loop->directive.begin, loop->directive.end);
  const bool has_block = add_variables(writer, NULL, part, true) != 0;
  if (has_block)
    add_piece(writer, edit, CLEAVE_PIECE_OPEN, NULL);
  add_variables(writer, edit, part, true);
  cleave_write_directives(writer, edit, plan_node);
  add_header(writer, edit, part);
  if (add_variables(writer, NULL, part, false)) {
    edit = add_edit(writer, part->body.begin, part->body.begin);
    add_piece(writer, edit, CLEAVE_PIECE_OPEN, NULL);
    add_variables(writer, edit, part, false);
    add_piece(writer, add_edit(writer, part->body.end, part->body.end), CLEAVE_PIECE_CLOSE, NULL);
  }
  if (has_block)
    add_piece(writer, add_edit(writer, loop->range.end, loop->range.end), CLEAVE_PIECE_CLOSE, NULL);
}

void cleave_write_part_statements(struct writer *writer, const struct cleave_plan_node *plan_node) {
  const struct cleave_part *part = plan_node->part;
  const struct cleave_node *first = &writer->plan->region->nodes[plan_node->node];
  const uint32_t begin = first->range.begin, end = writer->plan->region->nodes[plan_node->last].range.end;
  struct cleave_edit *edit = add_edit(writer, begin, begin);
  cleave_write_directives(writer, edit, plan_node);
  add_header(writer, edit, part);
  add_piece(writer, edit, CLEAVE_PIECE_OPEN, NULL);
  add_variables(writer, edit, part, false);
  size_t i = 0;
  if (part->removed_count && part->removed[0].begin == begin)
    edit->range = part->removed[i++];
  else if (writer->unit->text[begin] == '#') {
    edit->range = cleave_unit_directive_line(writer->unit, begin);
    cleave_write_user_directive(writer, edit, edit->range);
  }
  for (; i < part->removed_count; i++)
    add_edit(writer, part->removed[i].begin, part->removed[i].end);
  edit = add_edit(writer, end, end);
  edit->layout = begin;
  for (i = 0; i < part->stored_count; i++)
    add_piece(writer, edit, CLEAVE_PIECE_STATEMENT,
              cleave_arena_format(writer->unit->arena, "%s[%s] = %s;", part->stored[i].name,
                                  cleave_expression_text(writer->unit, part->index),
                                  variable_of(writer, part->stored[i].variable)->name));
  add_piece(writer, edit, CLEAVE_PIECE_CLOSE, NULL);
}
