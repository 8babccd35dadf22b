/* FILE: lib/print/versions.c
 * WHAT: see versions.h.
 */
#include "print/versions.h"

#include <string.h>

#include "model/text.h"
#include "print/mapping_edits.h"
#include "print/mapping_parts.h"
#include "print/reduction_edits.h"
#include "print/row_edits.h"
#include "print/scan_edits.h"
#include "print/shared_tile_edits.h"
#include "print/team_edits.h"
#include "print/tile_edits.h"

/* clang 19 compiles a kernel without a thread limit for at most 128 threads, as if that were the limit. If
 * the limit is not a constant, it compiles for any number of threads (docs/design/runtime.md). This limit is
 * 0 at run time, which the OpenMP run time treats as no limit. It is an expression, so that no declaration is
 * needed, and is not a constant in C or C++. */
static const char unknown_thread_limit[] = " thread_limit(!__builtin_return_address(0))";

/* Not `cleave geometry(off)`, which may be there already. */
const char cleave_print_keeps_grid[] = "_Pragma(\"cleave_keeps_grid\") ";

void cleave_write_directives(struct writer *writer, struct cleave_edit *edit,
                             const struct cleave_plan_node *kernel) {
  if (kernel->keeps_grid)
    add_piece_for(writer, edit, CLEAVE_FOR_COMPILER, CLEAVE_PIECE_TEXT, cleave_print_keeps_grid);
  add_directive(writer, edit, CLEAVE_FOR_ALL, kernel->directive);
  add_directive(writer, edit, CLEAVE_FOR_ALL, kernel->inner_directive);
  const char *limit = kernel->free_threads ? unknown_thread_limit : NULL;
  const char *bounds = kernel->tiling && kernel->tiling->lists_bounds
                           ? cleave_print_tile_clause(writer->unit, kernel->tiling)
                           : NULL;
  edit->pieces[edit->piece_count - 1].compiler_clauses =
      limit && bounds ? cleave_arena_format(writer->unit->arena, "%s%s", limit, bounds)
                      : (limit ? limit : bounds);
  if (kernel->inner_directive && bounds)
    edit->pieces[edit->piece_count - 2].compiler_clauses = bounds;
}

void cleave_write_user_directive(struct writer *writer, struct cleave_edit *edit, struct cleave_range range) {
  const char *text = strstr(cleave_unit_text(writer->unit, range), "omp");
  add_piece(writer, edit, CLEAVE_PIECE_PRAGMA, text + 3 + strspn(text + 3, " "));
}

/* ---- Bodies --------------------------------------------------------------------------------------- */

static void write_source(struct writer *writer, struct cleave_edit *edit,
                         const struct cleave_version *version) {
  for (size_t i = 0; i < version->fragment_count; i++) {
    const struct cleave_range range = version->fragments[i].range;
    if (version->fragments[i].is_directive)
      cleave_write_user_directive(writer, edit, range);
    else
      add_piece(writer, edit, CLEAVE_PIECE_TEXT,
                cleave_arena_format(writer->unit->arena, "%s ", cleave_unit_text(writer->unit, range)));
  }
}

/* The loop on one line, with its assumptions. */
static const char *no_alias_text(const struct writer *writer, const struct cleave_plan_node *kernel,
                                 const struct cleave_disjoint *disjoint) {
  const struct cleave_unit *unit = writer->unit;
  const struct cleave_node *loop = &writer->plan->region->nodes[kernel->node];
  struct cleave_text out = {.arena = unit->arena};
  cleave_print_tiled_source(&out, unit, kernel->tiling, loop->body.begin, disjoint->body.begin);
  cleave_text_add(&out, "{ cleave_version(); ");
  cleave_print_assumptions(&out, writer->plan->region, disjoint);
  cleave_print_unrolled_source(&out, unit, disjoint->body, &disjoint->unrolled);
  cleave_text_add(&out, "} ");
  cleave_print_tiled_source(&out, unit, NULL, disjoint->body.end, loop->range.end);
  return cleave_text_get(&out);
}

/* The serial loop on one line. */
static const char *distributed_text(const struct writer *writer, const struct cleave_version *version) {
  const struct cleave_range range = writer->plan->region->nodes[version->kernel->node].range;
  struct cleave_text out = {.arena = writer->unit->arena};
  cleave_print_tiled_source(&out, writer->unit, NULL, range.begin, range.end);
  return cleave_text_get(&out);
}

/* Without `kernel->keeps_grid`: libcleave does not change the grid of a kernel that counts no iterations. */
static void write_tile_directives(struct writer *writer, struct cleave_edit *edit,
                                  const struct cleave_version *version) {
  add_directive(writer, edit, CLEAVE_FOR_COMPILER, version->kernel->directive);
  edit->pieces[edit->piece_count - 1].compiler_clauses =
      version->mapping->tile        ? cleave_print_tile_clauses(writer->unit, version->mapping)
      : version->mapping->reduction ? cleave_print_reduction_clauses(writer->unit, version->mapping)
      : version->mapping->scan      ? cleave_print_scan_clauses(writer->unit, version->mapping)
      : version->mapping->rows      ? cleave_print_row_clauses(writer->unit, version->mapping)
                                    : cleave_print_team_clauses(writer->unit, version->mapping);
  add_directive(writer, edit, CLEAVE_FOR_COMPILER, version->kernel->inner_directive);
}

static void write_body(struct writer *writer, struct cleave_edit *edit, const struct cleave_version *version,
                       const struct cleave_plan_node *kernel) {
  if (version->body == CLEAVE_BODY_MAPPED)
    add_piece(writer, edit, CLEAVE_PIECE_TEXT,
              cleave_print_mapping_head(writer->unit, writer->plan->region, version->mapping));
  if (version->body == CLEAVE_BODY_MAPPED && version->mapping->is_uneven)
    add_piece(writer, edit, CLEAVE_PIECE_TEXT, "_Pragma(\"cleave_uneven\") ");
  if (version->mapping && (version->mapping->tile || version->mapping->reduction || version->mapping->rows ||
                           version->mapping->scan || version->mapping->team_loop_count))
    write_tile_directives(writer, edit, version);
  else if (version->kernel)
    cleave_write_directives(writer, edit, version->kernel);
  else if (kernel)
    cleave_write_directives(writer, edit, kernel);
  switch (version->body) {
  case CLEAVE_BODY_SOURCE:
    write_source(writer, edit, version);
    return;
  case CLEAVE_BODY_NO_ALIAS:
    add_piece(writer, edit, CLEAVE_PIECE_TEXT, no_alias_text(writer, kernel, version->disjoint));
    return;
  case CLEAVE_BODY_MAPPED:
    add_piece(writer, edit, CLEAVE_PIECE_TEXT,
              cleave_print_mapping_loop(writer->unit, writer->plan->region, version->mapping));
    return;
  case CLEAVE_BODY_DISTRIBUTED:
    add_piece(writer, edit, CLEAVE_PIECE_TEXT, distributed_text(writer, version));
    return;
  case CLEAVE_BODY_GENERATED:
    for (size_t i = 0; i < version->line_count; i++)
      add_piece(writer, edit, CLEAVE_PIECE_STATEMENT, version->lines[i]);
    return;
  }
}

/* ---- The choice ----------------------------------------------------------------------------------- */

void cleave_open_versions(struct writer *writer, const struct cleave_versions *versions, uint32_t at) {
  struct cleave_arena *arena = writer->unit->arena;
  for (size_t i = 0; i < versions->count; i++) {
    struct cleave_edit *edit = add_compiler_edit(writer, at, at);
    const struct cleave_expression *other = cleave_make_unary(arena, CLEAVE_NOT, versions->items[i].guard);
    add_piece(writer, edit, CLEAVE_PIECE_TEXT,
              cleave_arena_format(arena, "{ if (%s) { ", cleave_expression_text(writer->unit, other)));
  }
}

void cleave_close_versions(struct writer *writer, const struct cleave_versions *versions, uint32_t at,
                           const struct cleave_plan_node *kernel) {
  for (size_t i = versions->count; i--;) {
    struct cleave_edit *edit = add_compiler_edit(writer, at, at);
    add_piece(writer, edit, CLEAVE_PIECE_TEXT, " } else { ");
    write_body(writer, edit, &versions->items[i], kernel);
    add_piece(writer, edit, CLEAVE_PIECE_TEXT, " } }");
  }
}
