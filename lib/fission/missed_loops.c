/* FILE: lib/fission/missed_loops.c
 * WHAT: the remarks about loops for which another form would be faster, and cannot be used: the obstacle, its text and what the user
 *       may write instead.
 *
 * A remark is MISSED, and so part of the report of `cleave explain`, only for the first obstacle of a loop that gets no other form.
 * All others are facts for `--all`.
 */
#include <ctype.h>

#include "analysis/loop_analysis.h"
#include "fission/fission_internal.h"
#include "model/loop_obstacles.h"
#include "model/text.h"
#include "polyhedral/dependence.h"

enum { MOST_TEXT = 60 };

/* The text of RANGE in one short line; what is at OFFSET is part of it. */
static const char *short_text(const struct planner *planner, struct cleave_range range, uint32_t offset) {
  struct cleave_text out = {.arena = planner->arena};
  const char *text = planner->unit->text;
  size_t length = 0;
  bool is_cut = offset > range.begin && range.end - range.begin > MOST_TEXT;
  if (is_cut) {
    cleave_text_add(&out, "... ");
    range.begin = offset;
  }
  while (range.end > range.begin &&
         (isspace((unsigned char)text[range.end - 1]) || text[range.end - 1] == '{'))
    range.end--;
  for (uint32_t i = range.begin; i < range.end; i++) {
    const bool is_space = isspace((unsigned char)text[i]);
    if (is_space && i > range.begin && isspace((unsigned char)text[i - 1]))
      continue;
    if (++length > MOST_TEXT - 4) {
      cleave_text_add(&out, " ...");
      break;
    }
    cleave_text_format(&out, "%c", is_space ? ' ' : text[i]);
  }
  return cleave_text_get(&out);
}

/* The rest of the line from OFFSET on. */
static struct cleave_range rest_of_line(const struct planner *planner, uint32_t offset) {
  struct cleave_range range = {offset, offset};
  while (range.end < planner->unit->length && planner->unit->text[range.end] != '\n')
    range.end++;
  return range;
}

static struct cleave_remark *last_remark(struct planner *planner) {
  return &planner->plan->remarks[planner->plan->remark_count - 1];
}

/* What is not known matters. */
static bool inner_loops_matter(struct planner *planner, const struct cleave_node *node) {
  bool matter = !node->code && node->has_inner_loop;
  for (const struct cleave_body *body = node->code; body && !matter; body = body->next_instance)
    matter = cleave_inner_loops_matter(planner->arena, body);
  return matter;
}

static void as_fact(struct cleave_remark *remark) {
  remark->kind = CLEAVE_REMARK_ANALYSIS;
  remark->advice = "";
}

/* The user may do something about the last remark, of REASON, which is about OBJECT; NULL: about the name in REASON. */
static void as_missed(struct planner *planner, const char *reason, const char *object) {
  struct cleave_remark *remark = last_remark(planner);
  remark->kind = CLEAVE_REMARK_MISSED;
  remark->advice = cleave_obstacle_advice(planner->arena, reason, object);
}

void note_obstacle(struct planner *planner, unsigned code, const struct cleave_node *node,
                   const char *reason) {
  const bool is_serial = code == CLEAVE_REASON_SERIAL_LOOP_NOT_SCANNED;
  const bool is_small = is_serial
                            ? node->code && cleave_loop_is_short(node->code)
                            : code == CLEAVE_REASON_ROWS_NOT_SHARED && !inner_loops_matter(planner, node);
  note(planner, code, is_serial ? node->range.begin : node->directive.begin, cleave_obstacle_words(reason));
  if (!is_small)
    as_missed(planner, reason, NULL);
}

/* What REASON, of a loop, is about: the code at OFFSET. */
static struct cleave_obstacle_code find_code(struct planner *planner, const struct cleave_node *node,
                                             const char *reason, uint32_t offset) {
  struct cleave_obstacle_code code = {.reason = reason};
  for (const struct cleave_body *body = node->code; body && !code.statement.end; body = body->next_instance)
    code = cleave_code_of_obstacle(planner->arena, body, (struct cleave_obstacle){reason, offset});
  if (code.statement.end == code.statement.begin)
    code.statement = rest_of_line(planner, offset);
  return code;
}

void note_serial_loop(struct planner *planner, uint32_t index) {
  const struct cleave_node *node = node_at(planner, index);
  /* `loop bind(thread)` is such a node, with simd. */
  const bool is_loop =
      node->kind == CLEAVE_NODE_OPAQUE && node->construct & (CLEAVE_CONSTRUCT_LOOP | CLEAVE_CONSTRUCT_SIMD);
  const bool is_simd = node->kind == CLEAVE_NODE_LOOP || is_loop;
  const uint32_t wanted = CLEAVE_HINT_WIDEN_OFF | CLEAVE_HINT_MAP_OFF | CLEAVE_HINT_SERIAL_HOST;
  if ((node->kind != CLEAVE_NODE_FOR && !is_simd) || (!node->code && !is_loop) ||
      (node->code && cleave_loop_is_short(node->code)) || !planner->options->widen ||
      !planner->options->map || planner->region->hints & wanted || is_in_teams(planner, index) ||
      (planner->region->construct | node->construct) & CLEAVE_CONSTRUCT_PARALLEL)
    return;
  for (uint32_t at = node->parent; at != CLEAVE_NO_NODE; at = node_at(planner, at)->parent)
    if (is_loop_statement(node_at(planner, at)) || node_at(planner, at)->kind == CLEAVE_NODE_LOOP ||
        node_at(planner, at)->kind == CLEAVE_NODE_PARALLEL)
      return;
  const char *reason = node->obstacle;
  uint32_t offset = node->obstacle_at;
  const struct cleave_loop_model *model =
      node->accesses ? cleave_loop_model_get(planner->loop_models, index) : NULL;
  struct cleave_assumptions assumptions = {.may_have_ranges = false};
  if (is_loop || (model && cleave_nest_is_independent(model, 1, NULL, &assumptions, &reason, &offset))) {
    reason = is_simd ? "its directive creates no threads"
                     : "its iterations are independent, but it has no directive";
    offset = node->range.begin;
  }
  if (!reason)
    return;
  struct cleave_obstacle_code code = find_code(planner, node, reason, offset);
  reason = cleave_serial_reason(planner->arena, code.reason);
  note(planner, CLEAVE_REASON_SERIAL_LOOP_NOT_SCANNED, node->range.begin,
       cleave_arena_format(planner->arena, "%s: '%s'", cleave_obstacle_words(reason),
                           short_text(planner, code.statement, offset)));
  as_missed(planner, reason, NULL);
}

void note_nest_obstacle(struct planner *planner, const struct cleave_node *node, const char *reason,
                        uint32_t offset) {
  const struct cleave_token *word =
      cleave_find_token(&planner->unit->tokens, node->range, 1 << CLEAVE_TOKEN_WORD, reason);
  offset = word ? word->range.begin : offset;
  const struct cleave_obstacle_code code = find_code(planner, node, reason, offset);
  const char *words = cleave_obstacle_words(code.reason);
  if (offset < node->directive.begin || offset >= node->directive.end)
    words =
        cleave_arena_format(planner->arena, "%s: '%s'", words, short_text(planner, code.statement, offset));
  note(planner, CLEAVE_REASON_NEST_NOT_MAPPED, offset, words);
  if (inner_loops_matter(planner, node))
    as_missed(planner, code.reason,
              code.object.end > code.object.begin ? short_text(planner, code.object, code.object.begin)
                                                  : NULL);
}

/* ---- Refusals ------------------------------------------------------------------------------------------------- */

void note_refused_nest(struct planner *planner, const struct cleave_remark *refusal) {
  for (uint32_t i = 0; i < planner->region->node_count; i++) {
    const struct cleave_node *node = node_at(planner, i);
    const bool is_template = node->kind == CLEAVE_NODE_OPAQUE &&
                             refusal->code == CLEAVE_REASON_REGION_TEMPLATE &&
                             planner->region->flags & CLEAVE_REGION_HAS_INSTANCES;
    if (!is_template && (node->kind != CLEAVE_NODE_LOOP || !inner_loops_matter(planner, node)))
      continue;
    note(planner, CLEAVE_REASON_NEST_NOT_MAPPED, refusal->offset,
         cleave_arena_format(planner->arena, "%s (CLV%03u)", cleave_refusal_reason(refusal->message),
                             refusal->code));
    last_remark(planner)->kind = CLEAVE_REMARK_MISSED;
    last_remark(planner)->advice = refusal->advice;
    return;
  }
}

/* ---- One remark for each loop ------------------------------------------------------------------------------------ */

/* Whether CODE is an obstacle of another form of a kernel. */
static bool is_obstacle(unsigned code) {
  return code == CLEAVE_REASON_NEST_NOT_MAPPED || code == CLEAVE_REASON_ROWS_NOT_SHARED ||
         code == CLEAVE_REASON_REDUCTION_NOT_COMBINED || code == CLEAVE_REASON_ATOMICS_NOT_COMBINED;
}

/* Whether CODE is a form of a kernel for its inner loops, or for its results. */
static bool is_form(unsigned code) {
  return code == CLEAVE_REASON_NEST_MAPPED || code == CLEAVE_REASON_SUMS_STAGED ||
         code == CLEAVE_REASON_TEAM_LOOPS || code == CLEAVE_REASON_REDUCTION_COMBINED ||
         code == CLEAVE_REASON_REDUCTION_REPRODUCIBLE || code == CLEAVE_REASON_ROWS_SHARED ||
         code == CLEAVE_REASON_ARRAY_COMBINED;
}

void keep_first_obstacles(struct planner *planner) {
  struct cleave_plan *plan = planner->plan;
  for (uint32_t n = 0; n < planner->region->node_count; n++) {
    const struct cleave_node *node = node_at(planner, n);
    bool is_done = false;
    for (unsigned pass = 0; node->kind == CLEAVE_NODE_LOOP && pass < 2; pass++)
      for (size_t i = 0; i < plan->remark_count; i++) {
        struct cleave_remark *remark = &plan->remarks[i];
        if (remark->offset < node->directive.begin || remark->offset >= node->range.end)
          continue;
        if (!pass)
          is_done |= is_form(remark->code);
        else if (remark->code == CLEAVE_REASON_ATOMICS_COMBINED)
          is_done = true; /* after the remarks about other arrays */
        else if (is_obstacle(remark->code) && remark->kind == CLEAVE_REMARK_MISSED) {
          if (is_done)
            as_fact(remark);
          is_done = true;
        }
      }
  }
}
