/* FILE: lib/print/transfer_edits.c
 * WHAT: the edits for the schedule of copies.
 *
 * For the compiler, a schedule consists of calls of the transfer engine, on existing lines:
 *
 *   { begin(...); target data MAPS { stage(0); KERNEL stage(1); KERNEL } end(); }
 *
 * For readers, and with transfers=openmp for the compiler as well, it is OpenMP directives:
 *
 *   {
 *     declarations
 * target data MAPS, if no copy can overlap the kernels
 *     target data MAPS that are left
 *     {
 *       taskgroup
 *       { directives KERNEL directives KERNEL }
 *       directive
 *     }
 *   }
 *
 * The environment for negative numbers (transfers/needs.c) encloses all of this text: for the engine, the
 * first environment after its call is the region's.
 */
#include "print/transfer_edits.h"

#include <string.h>

#include "print/calls.h"
#include "print/print.h"

static bool has_engine(const struct writer *writer, enum cleave_audience audience) {
  return writer->plan->engine && audience == CLEAVE_FOR_COMPILER;
}

static bool has_openmp(const struct writer *writer, enum cleave_audience audience) {
  const struct cleave_openmp_form *form = writer->plan->openmp;
  return form && (form->for_compiler || audience == CLEAVE_FOR_READER);
}

static bool is_root(const struct writer *writer, const struct cleave_plan_node *plan_node) {
  return plan_node == writer->plan->root;
}

static void add_stage_pieces(struct writer *writer, struct cleave_edit *edit, size_t stage,
                             enum cleave_audience audience) {
  const struct cleave_plan *plan = writer->plan;
  /* A loop that runs tile by tile contains its own waits. */
  if (has_engine(writer, audience) && plan->engine->is_scheduled[stage] && !plan->stages[stage]->tiling)
    add_piece_for(writer, edit, audience, CLEAVE_PIECE_TEXT,
                  cleave_print_stage(writer->unit->arena, (uint32_t)stage));
  for (size_t i = 0; has_openmp(writer, audience) && i < plan->openmp->stages[stage].count; i++)
    add_directive(writer, edit, audience, plan->openmp->stages[stage].items[i]);
}

bool cleave_is_scheduled(const struct writer *writer, const struct cleave_plan_node *plan_node) {
  const struct cleave_plan *plan = writer->plan;
  const size_t stage = cleave_plan_stage_of(writer->plan, plan_node);
  return stage < plan->stage_count && !is_root(writer, plan_node) &&
         ((plan->engine && plan->engine->is_scheduled[stage] && !plan_node->tiling) ||
          (plan->openmp && plan->openmp->stages[stage].count));
}

void cleave_write_stage(struct writer *writer, struct cleave_edit *edit,
                        const struct cleave_plan_node *plan_node) {
  const size_t stage = cleave_plan_stage_of(writer->plan, plan_node);
  add_stage_pieces(writer, edit, stage, CLEAVE_FOR_COMPILER);
  add_stage_pieces(writer, edit, stage, CLEAVE_FOR_READER);
}

static void open_block(struct writer *writer, struct cleave_edit *edit, enum cleave_audience audience) {
  add_piece_for(writer, edit, audience, CLEAVE_PIECE_OPEN, NULL);
  add_closing(writer, audience, CLEAVE_PIECE_CLOSE, NULL);
}

/* Whether the region already has a block in all forms. */
static bool has_block(const struct writer *writer) {
  return writer->closing_count && writer->closing[0].audience == CLEAVE_FOR_ALL;
}

static void write_openmp(struct writer *writer, struct cleave_edit *edit, enum cleave_audience audience) {
  const struct cleave_openmp_form *form = writer->plan->openmp;
  if (form->declaration_count && (!has_block(writer) || writer->plan->outer_environment))
    open_block(writer, edit, audience);
  for (size_t i = 0; i < form->declaration_count; i++)
    add_piece_for(writer, edit, audience, CLEAVE_PIECE_DECLARE,
                  cleave_declaration_text(writer->unit, &form->declarations[i]));
  if (form->restore_threads)
    add_piece_for(writer, edit, audience, CLEAVE_PIECE_STATEMENT,
                  cleave_arena_format(writer->unit->arena, "%s;",
                                      cleave_expression_text(writer->unit, form->restore_threads)));
  add_directive(writer, edit, audience, form->plain);
  add_directive(writer, edit, audience, form->environment);
  if (form->after) { /* inside the environment: its objects are unmapped last */
    open_block(writer, edit, audience);
    add_closing(writer, audience, CLEAVE_PIECE_PRAGMA, cleave_directive_text(writer->unit, form->after));
  }
  if (form->for_compiler)
    add_piece_for(writer, edit, audience, CLEAVE_PIECE_PRAGMA, "taskgroup");
}

static void write_environment_for(struct writer *writer, struct cleave_edit *edit,
                                  enum cleave_audience audience) {
  const struct cleave_plan *plan = writer->plan;
  if (plan->engine && plan->engine->profitable_name && audience == CLEAVE_FOR_READER)
    return; /* the one kernel itself maps all objects */
  add_directive(writer, edit, audience, plan->outer_environment);
  if (has_openmp(writer, audience)) {
    write_openmp(writer, edit, audience);
    return;
  }
  if (has_engine(writer, audience)) {
    open_block(writer, edit, audience);
    add_closing(writer, audience, CLEAVE_PIECE_TEXT, cleave_print_end(writer->unit->arena, plan->engine));
    add_piece_for(writer, edit, audience, CLEAVE_PIECE_TEXT, cleave_print_begin(writer->unit, plan->engine));
  }
  add_directive(writer, edit, audience, plan->environment);
  if (has_engine(writer, audience) && cleave_plan_stage_of(writer->plan, plan->root) < plan->stage_count) {
    open_block(writer, edit, audience);
    add_stage_pieces(writer, edit, 0, audience);
  }
}

void cleave_write_environment(struct writer *writer, struct cleave_edit *edit) {
  const struct cleave_plan *plan = writer->plan;
  if (plan->engine || (plan->openmp && !plan->openmp->for_compiler)) {
    write_environment_for(writer, edit, CLEAVE_FOR_COMPILER);
    write_environment_for(writer, edit, CLEAVE_FOR_READER);
  } else {
    write_environment_for(writer, edit, CLEAVE_FOR_ALL);
  }
}

/* The next line from AT on that includes a file, NULL if there is none. */
static const char *next_include(const char *text, const char *at) {
  for (; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
    const char *word = at + strspn(at, " \t");
    if (*word == '#' && !strncmp(word + 1 + strspn(word + 1, " \t"), "include", 7) &&
        (at == text || at[-1] == '\n'))
      return at;
  }
  return NULL;
}

/* Whether the file that the line AT includes is NAME, or NAME in a folder. */
static bool names_file(const char *at, const char *name) {
  const char *open = at + strcspn(at, "<\"\n");
  if (!*open || *open == '\n')
    return false; /* a macro */
  const size_t path = strcspn(open + 1, ">\"\n"), length = strlen(name);
  const char *file = open + 1 + path - (path < length ? path : length);
  return path >= length && !strncmp(file, name, length) && (path == length || file[-1] == '/');
}

static bool includes(const struct cleave_unit *unit, const char *name) {
  for (const char *at = next_include(unit->text, unit->text); at; at = next_include(unit->text, at + 1))
    if (names_file(at, name))
      return true;
  return false;
}

void cleave_print_include(const struct cleave_unit *unit, struct cleave_edits *edits) {
  struct writer writer = {.unit = unit, .edits = edits};
  bool needed = false;
  for (size_t i = 0; i < edits->count; i++)
    for (size_t p = 0; p < edits->items[i].piece_count; p++) {
      const struct cleave_piece *piece = &edits->items[i].pieces[p];
      needed |= piece->kind == CLEAVE_PIECE_DECLARE &&
                (strstr(piece->text, "omp_get_thread_limit") || strstr(piece->text, "omp_target_is_present"));
    }
  if (!needed || includes(unit, "omp.h"))
    return;
  const char *first = next_include(unit->text, unit->text);
  const uint32_t at = first ? (uint32_t)(first - unit->text) : 0;
  add_piece_for(&writer, add_edit(&writer, at, at), CLEAVE_FOR_READER, CLEAVE_PIECE_STATEMENT,
                "#include <omp.h>");
}
