/* FILE: lib/print/plan_edits.c
 * WHAT: converts a plan to edits.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "model/arena.h"
#include "print/calls.h"
#include "print/launch_edits.h"
#include "print/part_edits.h"
#include "print/print.h"
#include "print/transfer_edits.h"
#include "print/tile_edits.h"
#include "print/versions.h"

static const struct cleave_node *node_at(const struct writer *writer, uint32_t node) {
  return &writer->plan->region->nodes[node];
}

static void write_plan_node(struct writer *writer, const struct cleave_plan_node *plan_node,
                            const struct cleave_plan_node *before);

static void insert_for_compiler(struct writer *writer, uint32_t begin, uint32_t end, const char *text) {
  add_piece(writer, add_compiler_edit(writer, begin, end), CLEAVE_PIECE_TEXT, text);
}

static void insert_unrolling(struct writer *writer, const struct cleave_plan_node *plan_node,
                             const char *pragma) {
  for (size_t i = 0; i < plan_node->unrolled.count; i++)
    insert_for_compiler(writer, plan_node->unrolled.items[i], plan_node->unrolled.items[i], pragma);
}

/* Where text may follow the loop NODE: before the next token of its block, if that is on another line and not
 * a directive. So a message that shows the loop's last line shows the user's text. */
static uint32_t after_loop(const struct writer *writer, const struct cleave_node *node) {
  const char *text = writer->unit->text;
  const uint32_t end = node->range.end;
  if (node->parent == CLEAVE_NO_NODE || node_at(writer, node->parent)->kind != CLEAVE_NODE_COMPOUND)
    return end;
  uint32_t at = end;
  while (isspace((unsigned char)text[at]))
    at++;
  const bool is_plain = text[at] == '}' || isalnum((unsigned char)text[at]) || text[at] == '_';
  return is_plain && memchr(text + end, '\n', at - end) ? at : end;
}

/* Whether LOOP has a directive of its own, and so its own text before it; else it has the region's. */
static bool has_own_line(const struct writer *writer, const struct cleave_node *loop) {
  return loop->directive.begin != writer->plan->region->directive.begin;
}

static void write_kernel(struct writer *writer, const struct cleave_plan_node *plan_node) {
  const struct cleave_node *loop = node_at(writer, plan_node->node);
  const struct cleave_tiling *tiling = plan_node->tiling;
  const struct cleave_fusion *fusion = plan_node->fusion;
  if (fusion && fusion->first == plan_node)
    cleave_open_versions(writer, &fusion->versions, loop->directive.begin);
  cleave_open_launch(writer, plan_node);
  if (tiling)
    insert_for_compiler(writer, loop->directive.begin, loop->directive.begin,
                        cleave_print_tiles_head(writer->unit, writer->plan->region, tiling));
  cleave_open_versions(writer, &plan_node->versions, loop->directive.begin);
  struct cleave_edit *edit = add_edit(writer, loop->directive.begin, loop->directive.end);
  /* Several compilations of a header make kernels of one name, which ends in the line of the directive, and
   * the linker keeps one of them. The kernel of many teams would be wrong if it is launched as the kernel of
   * one team that plain clang or widen=off make. So it gets the line of the loop. */
  if (writer->plan->region->flags & CLEAVE_REGION_SHARED && plan_node->widened)
    edit = add_edit(writer, loop->body.begin, loop->body.begin);
  /* Each loop must repeat the hints of the region's pragma. */
  const uint32_t said = has_own_line(writer, loop) ? loop->hints : 0;
  if (writer->plan->region->hints & CLEAVE_HINT_WIDEN_OFF && !plan_node->widened &&
      !(said & (CLEAVE_HINT_WIDEN_OFF | CLEAVE_HINT_WIDEN_ASSUME)))
    add_piece(writer, edit, CLEAVE_PIECE_HINT, "widen(off)");
  if (plan_node->keeps_grid && !(said & CLEAVE_HINT_GEOMETRY_OFF))
    add_piece(writer, edit, CLEAVE_PIECE_HINT, "geometry(off)");
  cleave_write_directives(writer, edit, plan_node);
  insert_unrolling(writer, plan_node, CLEAVE_UNROLL("8"));
  if (tiling) {
    insert_for_compiler(writer, tiling->first.begin, tiling->first.end, tiling->first_name);
    insert_for_compiler(writer, tiling->bound.begin, tiling->bound.end, tiling->bound_name);
  }
  cleave_close_versions(writer, &plan_node->versions, loop->range.end, plan_node);
  if (tiling)
    insert_for_compiler(writer, after_loop(writer, loop), after_loop(writer, loop),
                        cleave_print_tiles_tail(writer->unit, tiling));
  cleave_close_launch(writer, plan_node);
  if (fusion && fusion->last == plan_node)
    cleave_close_versions(writer, &fusion->versions, tiling ? after_loop(writer, loop) : loop->range.end,
                          NULL);
}

/* DECLARATOR becomes an assignment. The text from its initializer to NEXT separates it from the next one. A list becomes a
 * compound literal, which for an array is copied. */
static void write_assignment(struct writer *writer, const struct cleave_declarator *declarator, uint32_t next,
                             bool last) {
  struct cleave_arena *arena = writer->unit->arena;
  const struct cleave_variable *variable = &writer->plan->region->variables[declarator->variable];
  const struct cleave_range value = declarator->initializer;
  const char *end = last ? "" : "; ";
  if (declarator->list_initializer && variable->element_type) {
    add_piece(writer, add_edit(writer, variable->declared_at, value.begin), CLEAVE_PIECE_TEXT,
              cleave_arena_format(arena, "__builtin_memcpy(%s, (%s%s)", variable->name,
                                  variable->element_type, variable->extents));
    end = cleave_arena_format(arena, ", sizeof %s)%s", variable->name, end);
  } else if (declarator->list_initializer)
    add_piece(writer, add_edit(writer, value.begin, value.begin), CLEAVE_PIECE_TEXT,
              cleave_arena_format(arena, "(%s)", variable->type));
  if (*end)
    add_piece(writer, add_edit(writer, value.end, last ? value.end : next), CLEAVE_PIECE_TEXT, end);
}

/* `double s = a[0], t;` becomes `double s; double t; { target data ... { target ... { s = a[0];` with the
 * braces closed at the end of the block, and of the serial plan node. The initializers keep their places and
 * become assignments, so that their text, and its lines, do not change. */
/* The begin of the data environment of the DECLARATION plan node. */
static void open_environment(struct writer *writer, struct cleave_edit *edit,
                             const struct cleave_plan_node *plan_node) {
  if (plan_node->declares_exit)
    add_piece(writer, edit, CLEAVE_PIECE_DECLARE,
              cleave_arena_format(writer->unit->arena, "int %s = 0;", plan_node->exit_name));
  add_directive(writer, edit, CLEAVE_FOR_ALL, plan_node->directive);
  add_piece(writer, edit, CLEAVE_PIECE_OPEN, NULL);
  if (!plan_node->exit_name)
    return;
  add_piece(writer, edit, CLEAVE_PIECE_STATEMENT, "do");
  add_piece(writer, edit, CLEAVE_PIECE_OPEN, NULL);
}

/* Its end, and the jumps that leave it. */
static void close_environment(struct writer *writer, struct cleave_edit *edit,
                              const struct cleave_plan_node *plan_node) {
  struct cleave_arena *arena = writer->unit->arena;
  const char *name = plan_node->exit_name;
  add_piece(writer, edit, CLEAVE_PIECE_CLOSE, NULL);
  if (!name)
    return;
  add_piece(writer, edit, CLEAVE_PIECE_STATEMENT, "while (0);");
  add_piece(writer, edit, CLEAVE_PIECE_CLOSE, NULL);
  const char *outer[] = {"if (%s) break;", "if (%s) continue;", "if (%s == 1) break;",
                         "if (%s == 2) continue;"};
  const bool both = plan_node->declares_exit && plan_node->exits_by_break && plan_node->exits_by_continue;
  const bool breaks = !plan_node->declares_exit || plan_node->exits_by_break;
  if (breaks)
    add_piece(writer, edit, CLEAVE_PIECE_STATEMENT, cleave_arena_format(arena, outer[both ? 2 : 0], name));
  if (!breaks || both)
    add_piece(writer, edit, CLEAVE_PIECE_STATEMENT, cleave_arena_format(arena, outer[both ? 3 : 1], name));
}

static void write_jump(struct writer *writer, const struct cleave_plan_node *plan_node) {
  const struct cleave_node *node = node_at(writer, plan_node->node);
  if (plan_node->exit_name)
    add_piece(writer, add_edit(writer, node->range.begin, node->range.end), CLEAVE_PIECE_STATEMENT,
              cleave_arena_format(writer->unit->arena, "{ %s = %d; break; }", plan_node->exit_name,
                                  node->kind == CLEAVE_NODE_BREAK ? 1 : 2));
}

/* The copies of the scalars that a kernel of one thread holds in registers, after its opening brace in EDIT. */
static void open_held(struct writer *writer, struct cleave_edit *edit,
                      const struct cleave_plan_node *serial) {
  for (size_t i = 0; i < serial->held_count; i++) {
    const struct cleave_variable *variable = &writer->plan->region->variables[serial->held[i]];
    const char *name = serial->held_names[i];
    add_piece_for(writer, edit, CLEAVE_FOR_COMPILER, CLEAVE_PIECE_TEXT,
                  cleave_arena_format(writer->unit->arena, CLEAVE_NO_DEBUG "%s *%s = &%s; %s %s = *%s; ",
                                      variable->type, name, variable->name, variable->type, variable->name,
                                      name));
  }
}

static void close_held(struct writer *writer, struct cleave_edit *edit,
                       const struct cleave_plan_node *serial) {
  for (size_t i = 0; i < serial->held_count; i++)
    add_piece_for(writer, edit, CLEAVE_FOR_COMPILER, CLEAVE_PIECE_TEXT,
                  cleave_arena_format(writer->unit->arena, " *%s = %s;", serial->held_names[i],
                                      writer->plan->region->variables[serial->held[i]].name));
}

static void write_device_initializers(struct writer *writer, const struct cleave_plan_node *plan_node,
                                      const struct cleave_plan_node *serial) {
  const struct cleave_region *region = writer->plan->region;
  const struct cleave_node *node = node_at(writer, plan_node->node);
  struct cleave_edit *edit =
      add_edit(writer, node->range.begin, region->variables[node->declarators[0].variable].declared_at);
  for (size_t i = 0; i < node->declarator_count; i++) {
    const struct cleave_declarator *declarator = &node->declarators[i];
    const struct cleave_variable *variable = &region->variables[declarator->variable];
    bool stays = declarator->has_initializer && !plan_node->device_initializers[i];
    const char *text = cleave_arena_format(
        writer->unit->arena, "%s %s%s%s%s;", variable->element_type ? variable->element_type : variable->type,
        variable->name, variable->element_type ? variable->extents : "", stays ? " = " : "",
        stays ? cleave_unit_text(writer->unit, declarator->initializer) : "");
    add_piece(writer, edit, CLEAVE_PIECE_STATEMENT, text);
  }
  if (cleave_is_scheduled(writer, serial))
    cleave_write_stage(writer, edit, serial);
  if (plan_node->directive)
    open_environment(writer, edit, plan_node);
  add_directive(writer, edit, CLEAVE_FOR_ALL, serial->directive);
  add_piece(writer, edit, CLEAVE_PIECE_OPEN, NULL);
  open_held(writer, edit, serial);
  for (size_t i = 0; i < node->declarator_count; i++) {
    const struct cleave_declarator *declarator = &node->declarators[i];
    uint32_t begin = region->variables[declarator->variable].declared_at;
    bool last = i + 1 == node->declarator_count;
    uint32_t next = last ? node->range.end : region->variables[node->declarators[i + 1].variable].declared_at;
    if (!plan_node->device_initializers[i])
      add_edit(writer, begin, next); /* written above already */
    else
      write_assignment(writer, declarator, next, last);
  }
}

/* The `#pragma omp` or the pragma about a loop that begins RANGE becomes a piece of EDIT, because other text must precede it. */
static void write_directive_anew(struct writer *writer, struct cleave_edit *edit, struct cleave_range range) {
  const struct cleave_token *hint =
      cleave_find_token(&writer->unit->tokens, (struct cleave_range){range.begin, range.begin + 1},
                        CLEAVE_TOKENS_LOOP_HINT, NULL);
  if (hint) {
    edit->range = hint->range;
    add_piece(writer, edit, CLEAVE_PIECE_TEXT, cleave_unit_hint(writer->unit, hint, range));
    return;
  }
  edit->range = cleave_unit_directive_line(writer->unit, range.begin);
  cleave_write_user_directive(writer, edit, edit->range);
}

/* Whether the SERIAL plan node begins with the initializers of the declaration BEFORE. */
static bool is_initialized(const struct cleave_plan_node *plan_node, const struct cleave_plan_node *before) {
  return before && before->kind == CLEAVE_PLAN_DECLARATION && before->node == plan_node->node;
}

static bool is_needless(const struct cleave_node *node) {
  return node->construct & CLEAVE_CONSTRUCT_NEEDLESS && node->directive.end > node->directive.begin;
}

/* Removes the directives that have no effect in one thread, except that of the first statement. */
static void remove_directives(struct writer *writer, const struct cleave_plan_node *plan_node) {
  for (uint32_t at = plan_node->node; at != plan_node->last;) {
    at = node_at(writer, at)->next;
    if (is_needless(node_at(writer, at)))
      add_edit(writer, node_at(writer, at)->directive.begin, node_at(writer, at)->directive.end);
  }
}

static void close_serial(struct writer *writer, const struct cleave_plan_node *plan_node, uint32_t end) {
  insert_unrolling(writer, plan_node, CLEAVE_UNROLL("16"));
  struct cleave_edit *edit = add_edit(writer, end, end);
  close_held(writer, edit, plan_node);
  add_piece(writer, edit, CLEAVE_PIECE_CLOSE, NULL);
}

static void write_serial(struct writer *writer, const struct cleave_plan_node *plan_node,
                         const struct cleave_plan_node *before) {
  const uint32_t end = node_at(writer, plan_node->last)->range.end;
  const struct cleave_node *first = node_at(writer, plan_node->node);
  if (is_initialized(plan_node, before)) {
    write_device_initializers(writer, before, plan_node);
    remove_directives(writer, plan_node);
    close_serial(writer, plan_node, end);
    return;
  }
  cleave_open_versions(writer, &plan_node->versions, first->range.begin);
  struct cleave_edit *edit = add_edit(writer, first->range.begin, first->range.begin);
  if (plan_node->widened) {
    if (plan_node->keeps_grid)
      add_piece(writer, edit, CLEAVE_PIECE_HINT, "geometry(off)");
    cleave_write_directives(writer, edit, plan_node);
    return;
  }
  add_directive(writer, edit, CLEAVE_FOR_ALL, plan_node->directive);
  if (plan_node->node == plan_node->last && first->kind == CLEAVE_NODE_COMPOUND && !plan_node->held_count)
    return; /* it has braces already */
  add_piece(writer, edit, CLEAVE_PIECE_OPEN, NULL);
  open_held(writer, edit, plan_node);
  if (is_needless(first))
    edit->range = first->directive;
  else if (writer->unit->text[first->range.begin] == '#')
    write_directive_anew(writer, edit, first->range);
  remove_directives(writer, plan_node);
  close_serial(writer, plan_node, end);
  cleave_close_versions(writer, &plan_node->versions, end, NULL);
}

static void write_declaration(struct writer *writer, const struct cleave_plan_node *plan_node) {
  if (plan_node->initializes_on_device || !plan_node->directive)
    return; /* written with the serial plan node that follows; or unchanged */
  const uint32_t end = node_at(writer, plan_node->node)->range.end;
  open_environment(writer, add_edit(writer, end, end), plan_node);
}

/* A block whose declarations opened data environments closes them at its end. */
static void close_environments(struct writer *writer, const struct cleave_plan_node *block) {
  const uint32_t end = node_at(writer, block->node)->range.end - 1;
  struct cleave_edit *edit = NULL;
  for (size_t i = block->child_count; i--;) {
    const struct cleave_plan_node *child = block->children[i];
    if (child->kind != CLEAVE_PLAN_DECLARATION || !child->directive)
      continue;
    edit = edit ? edit : add_edit(writer, end, end);
    close_environment(writer, edit, child);
  }
}

/* The kernel that evaluates a condition, and the use of its outcome. */
static void add_condition(struct writer *writer, struct cleave_edit *edit,
                          const struct cleave_plan_node *plan_node, const char *consequence) {
  struct cleave_arena *arena = writer->unit->arena;
  const struct cleave_node *node = node_at(writer, plan_node->node);
  add_piece(writer, edit, CLEAVE_PIECE_DECLARE, cleave_arena_format(arena, "char %s;", plan_node->outcome));
  add_directive(writer, edit, CLEAVE_FOR_ALL, plan_node->condition_directive);
  add_piece(writer, edit, CLEAVE_PIECE_STATEMENT,
            cleave_arena_format(arena, "%s = (%s) ? 1 : 0;", plan_node->outcome,
                                cleave_unit_text(writer->unit, node->condition.range)));
  add_piece(writer, edit, CLEAVE_PIECE_STATEMENT,
            cleave_arena_format(arena, consequence, plan_node->outcome));
}

/* The text that replaces the header of a statement whose condition the device evaluates;
 * lib/fission/conditions.c lists the forms. */
static void write_condition_head(struct writer *writer, const struct cleave_plan_node *plan_node) {
  const struct cleave_unit *unit = writer->unit;
  const struct cleave_node *node = node_at(writer, plan_node->node);
  const struct cleave_node *body = node_at(writer, node->first_child);
  struct cleave_edit *edit = add_edit(writer, node->range.begin, body->range.begin);
  if (node->kind == CLEAVE_NODE_IF) {
    add_piece(writer, edit, CLEAVE_PIECE_OPEN, NULL);
    add_condition(writer, edit, plan_node, "if (%s)");
    return;
  }
  const char *head = "for (;;)";
  if (node->kind == CLEAVE_NODE_FOR) {
    struct cleave_range before = {node->header.begin, node->condition.range.begin};
    struct cleave_range after = {node->condition.range.end, node->header.end};
    head = cleave_arena_format(unit->arena, "%s%s", cleave_unit_text(unit, before),
                               cleave_unit_text(unit, after));
  }
  add_piece(writer, edit, CLEAVE_PIECE_STATEMENT, head);
  add_piece(writer, edit, CLEAVE_PIECE_OPEN, NULL);
  if (node->kind != CLEAVE_NODE_DO)
    add_condition(writer, edit, plan_node, "if (!%s) break;");
}

static void write_condition_end(struct writer *writer, const struct cleave_plan_node *plan_node) {
  const struct cleave_node *node = node_at(writer, plan_node->node);
  struct cleave_edit *edit;
  if (node->kind == CLEAVE_NODE_DO) {
    edit = add_edit(writer, node->header.begin, node->header.end);
    add_condition(writer, edit, plan_node, "if (!%s) break;");
  } else {
    edit = add_edit(writer, node->range.end, node->range.end);
  }
  add_piece(writer, edit, CLEAVE_PIECE_CLOSE, NULL);
}

static void write_plan_node(struct writer *writer, const struct cleave_plan_node *plan_node,
                            const struct cleave_plan_node *before) {
  const struct cleave_node *node = node_at(writer, plan_node->node);
  if (cleave_is_scheduled(writer, plan_node) && !is_initialized(plan_node, before))
    cleave_write_stage(writer, add_edit(writer, node->range.begin, node->range.begin), plan_node);
  switch (plan_node->kind) {
  case CLEAVE_PLAN_KERNEL:
    if (plan_node->part)
      cleave_write_part_kernel(writer, plan_node);
    else
      write_kernel(writer, plan_node);
    return;
  case CLEAVE_PLAN_SERIAL:
    if (plan_node->part)
      cleave_write_part_statements(writer, plan_node);
    else
      write_serial(writer, plan_node, before);
    return;
  case CLEAVE_PLAN_REMOVED:
    add_edit(writer, node->range.begin, node_at(writer, plan_node->last)->range.end);
    return;
  case CLEAVE_PLAN_ITERATIONS:
    add_edit(writer, node->header.begin, node_at(writer, node->first_child)->range.begin);
    break;
  case CLEAVE_PLAN_DECLARATION:
    write_declaration(writer, plan_node);
    return;
  case CLEAVE_PLAN_HOST:
    write_jump(writer, plan_node);
    return;
  case CLEAVE_PLAN_FLATTENED:
    add_edit(writer, node->directive.begin, node->directive.end);
    break;
  case CLEAVE_PLAN_CONTROL:
    if (plan_node->outcome)
      write_condition_head(writer, plan_node);
    break;
  }
  for (size_t i = 0; i < plan_node->child_count; i++)
    write_plan_node(writer, plan_node->children[i], i ? plan_node->children[i - 1] : NULL);
  if (node->kind == CLEAVE_NODE_COMPOUND)
    close_environments(writer, plan_node);
  if (plan_node->outcome)
    write_condition_end(writer, plan_node);
}

/* A copy takes two declarations, in two blocks: `T s = s;` would initialize the new s with itself. An array
 * is copied once: the outer block only keeps its address. */
static void write_outer_copy(struct writer *writer, struct cleave_edit *edit,
                             const struct cleave_privatized_variable *private_variable) {
  const struct cleave_variable *variable = &writer->plan->region->variables[private_variable->variable];
  const char *text;
  if (!private_variable
           ->copies) { /* still named, so that no compiler reports the user's variable as unused */
    add_piece(writer, edit, CLEAVE_PIECE_STATEMENT,
              cleave_arena_format(writer->unit->arena, "(void)%s;", variable->name));
    return;
  }
  if (private_variable->references)
    text = cleave_arena_format(writer->unit->arena, "auto &%s = %s;", private_variable->host_name,
                               variable->name);
  else if (variable->element_type)
    text = cleave_arena_format(writer->unit->arena, "const void *%s = %s;", private_variable->host_name,
                               variable->name);
  else
    text = cleave_arena_format(writer->unit->arena, "%s %s = %s;", variable->type,
                               private_variable->host_name, variable->name);
  add_piece(writer, edit, CLEAVE_PIECE_DECLARE, text);
}

static void write_inner_copy(struct writer *writer, struct cleave_edit *edit,
                             const struct cleave_privatized_variable *private_variable) {
  const struct cleave_variable *variable = &writer->plan->region->variables[private_variable->variable];
  struct cleave_arena *arena = writer->unit->arena;
  const bool array = variable->element_type != NULL;
  if (private_variable->references) {
    add_piece(writer, edit, CLEAVE_PIECE_DECLARE,
              cleave_arena_format(arena, "auto &%s = %s;", variable->name, private_variable->host_name));
    return;
  }
  const char *text = cleave_arena_format(
      arena, "%s %s%s%s%s;", array ? variable->element_type : variable->type, variable->name,
      array ? variable->extents : "", private_variable->copies && !array ? " = " : "",
      private_variable->copies && !array ? private_variable->host_name : "");
  add_piece(writer, edit, CLEAVE_PIECE_DECLARE, text);
  if (array && private_variable->copies)
    add_piece(writer, edit, CLEAVE_PIECE_STATEMENT,
              cleave_arena_format(arena, "__builtin_memcpy(%s, %s, sizeof %s);", variable->name,
                                  private_variable->host_name, variable->name));
}

static void open_block(struct writer *writer, struct cleave_edit *edit) {
  add_piece(writer, edit, CLEAVE_PIECE_OPEN, NULL);
  add_closing(writer, CLEAVE_FOR_ALL, CLEAVE_PIECE_CLOSE, NULL);
}

/* The text that replaces the region's directive. */
static void write_head(struct writer *writer) {
  const struct cleave_plan *plan = writer->plan;
  const struct cleave_region *region = plan->region;
  struct cleave_edit *edit = add_edit(writer, region->directive.begin, region->directive.end);
  if (plan->temporary_count || plan->privatized_count || plan->before)
    open_block(writer, edit);
  for (size_t i = 0; i < plan->temporary_count; i++)
    add_piece(writer, edit, CLEAVE_PIECE_DECLARE,
              cleave_declaration_text(writer->unit, &plan->temporaries[i]));
  cleave_write_expansions(writer, edit);
  add_directive(writer, edit, CLEAVE_FOR_ALL, plan->before);
  for (size_t i = 0; i < plan->privatized_count; i++)
    write_outer_copy(writer, edit, &plan->privatized[i]);
  if (plan->privatized_count)
    open_block(writer, edit);
  for (size_t i = 0; i < plan->privatized_count; i++)
    write_inner_copy(writer, edit, &plan->privatized[i]);
  cleave_write_environment(writer, edit);
}

/* The text after the region, which ends at END. */
static void write_after(struct writer *writer, uint32_t end) {
  if (!writer->closing_count)
    return;
  struct cleave_edit *edit = add_edit(writer, end, end);
  add_directive(writer, edit, CLEAVE_FOR_ALL, writer->plan->after);
  while (writer->closing_count) {
    const struct cleave_piece *piece = &writer->closing[--writer->closing_count];
    add_piece_for(writer, edit, piece->audience, piece->kind, piece->text);
  }
}

/* A loop of an unchanged region has no separate kernel; hints about the loop's grid apply to the region's
 * kernel. A region that has the hints itself needs no further text. */
static void write_region_that_stays(struct writer *writer) {
  const struct cleave_region *region = writer->plan->region;
  const struct cleave_unit *unit = writer->unit;
  bool keeps = false;
  for (size_t i = 0; i < unit->pragma_count; i++)
    keeps |= unit->pragmas[i].place == CLEAVE_PRAGMA_LOOP &&
             unit->pragmas[i].hints & CLEAVE_HINT_GEOMETRY_OFF &&
             &unit->regions[unit->pragmas[i].region] == region;
  const uint32_t begin = region->directive.begin;
  if (!keeps || region->hints & CLEAVE_HINT_GEOMETRY_OFF || region->directive.end == begin)
    return;
  struct cleave_edit *edit = add_compiler_edit(writer, begin, begin);
  add_piece(writer, edit, CLEAVE_PIECE_TEXT, cleave_print_keeps_grid);
  if (unit->text[begin] == '#')
    write_directive_anew(writer, edit, (struct cleave_range){begin, begin + 1});
}

void cleave_print_plan(const struct cleave_unit *unit, const struct cleave_plan *plan,
                       struct cleave_edits *edits) {
  struct writer writer = {.unit = unit, .plan = plan, .edits = edits};
  if (!plan->transforms) {
    write_region_that_stays(&writer);
    return;
  }
  const struct cleave_node *root = node_at(&writer, 0);
  const struct cleave_region *region = plan->region;
  const size_t first = edits->count;
  /* The hints of the region's pragmas are applied; the place now has another directive. */
  for (size_t i = 0; i < unit->pragma_count; i++) {
    const struct cleave_pragma *pragma = &unit->pragmas[i];
    if (pragma->place == CLEAVE_PRAGMA_REGION && &unit->regions[pragma->region] == region &&
        pragma->range.end > pragma->range.begin)
      add_edit(&writer, pragma->range.begin, pragma->range.end);
  }
  cleave_open_versions(&writer, &plan->versions, region->directive.begin);
  /* A combined loop has one directive: the region's is the loop's. */
  if (root->kind != CLEAVE_NODE_LOOP || root->directive.begin != region->directive.begin)
    write_head(&writer);
  else if (plan->engine && plan->engine->profitable_name)
    cleave_write_environment(&writer,
                             add_compiler_edit(&writer, region->directive.begin, region->directive.begin));
  write_plan_node(&writer, plan->root, NULL);
  write_after(&writer, root->range.end);
  cleave_close_versions(&writer, &plan->versions, root->range.end, NULL);
  for (size_t i = first; plan->for_compiler && i < edits->count; i++)
    edits->items[i].for_compiler = true;
  cleave_print_scope_loops(unit, edits, first);
}

void cleave_print_sort(struct cleave_edits *edits) {
  /* Insertion sort: nearly sorted, and stable, which keeps closing braces in order. */
  for (size_t i = 1; i < edits->count; i++)
    for (size_t j = i; j && edits->items[j].range.begin < edits->items[j - 1].range.begin; j--) {
      struct cleave_edit edit = edits->items[j];
      edits->items[j] = edits->items[j - 1];
      edits->items[j - 1] = edit;
    }
}
