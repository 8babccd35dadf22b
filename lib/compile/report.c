/* FILE: lib/compile/report.c
 * WHAT: the report of `cleave explain`: transformations and obstacles of each region.
 */
#include <math.h>
#include <stdlib.h>

#include "compile/compile_driver.h"
#include "model/affine.h"
#include "model/arena.h"
#include "model/json.h"
#include "model/reasons.h"
#include "model/text.h"

/* The codes of reasons.h for regions that are not transformed, and for loops that run in one team. */
static bool is_refusal(unsigned code) { return code / 100 == 2 && code != CLEAVE_REASON_WIDEN_BOUND_TRAPS; }
/* Whether each loop with CODE stays in one team. WIDEN_NOT_PROVED accompanies another code of the same loop. */
static bool is_one_team(unsigned code) {
  return (code / 100 == 1 && code != CLEAVE_REASON_NOT_OVERLAPPED &&
          code != CLEAVE_REASON_WIDEN_NOT_PROVED) ||
         code == CLEAVE_REASON_WIDEN_BOUND_TRAPS;
}

enum verdict { SPLIT, DISTRIBUTED, ADJUSTED, UNCHANGED, REFUSED, VERDICT_COUNT };
static const char *const verdict_names[] = {"split", "distributed", "adjusted", "unchanged", "refused"};

static enum verdict verdict_of(const struct cleave_result *result, uint32_t region) {
  enum verdict verdict = result->transformed[region] ? ADJUSTED : UNCHANGED;
  for (size_t i = 0; i < result->remark_count; i++) {
    const struct cleave_remark *remark = &result->remarks[i];
    if (remark->region != region)
      continue;
    if (remark->code == CLEAVE_REASON_REGION_SPLIT)
      return SPLIT;
    if (remark->code == CLEAVE_REASON_LOOP_WIDENED || remark->code == CLEAVE_REASON_LOOP_INDEPENDENT ||
        remark->code == CLEAVE_REASON_SERIAL_LOOP_DISTRIBUTED ||
        remark->code == CLEAVE_REASON_LOOP_WIDENED_ASSUMED)
      verdict = DISTRIBUTED;
    else if (is_refusal(remark->code) && remark->kind == CLEAVE_REMARK_MISSED && verdict == UNCHANGED)
      verdict = REFUSED;
  }
  return verdict;
}

/* The number of parallel loops that run in one team, although cleave or the user could distribute them. */
static unsigned loops_in_one_team(const struct cleave_region *region, const struct cleave_result *result,
                                  uint32_t number) {
  unsigned loops = 0;
  if (verdict_of(result, number) == REFUSED) {
    for (size_t i = 0; i < region->node_count; i++)
      loops += region->nodes[i].kind == CLEAVE_NODE_LOOP;
    return region->construct & CLEAVE_CONSTRUCT_TEAMS ? 0 : loops;
  }
  for (size_t i = 0; i < result->remark_count; i++)
    loops += result->remarks[i].region == number && is_one_team(result->remarks[i].code);
  return loops;
}

/* ---- Expected effect -------------------------------------------------------------------------------- */

/* Stores the constant VALUE in *NUMBER; false if it is not constant. */
static bool is_constant(const struct cleave_polynomial *value, int64_t *number) {
  if (value->term_count > 1 || (value->term_count && value->terms[0].factor_count))
    return false;
  *number = value->term_count ? value->terms[0].coefficient : 0;
  return true;
}

/* How often the loop of COUNTER runs its body; 0: not known. */
static double trip_count(const struct cleave_dimension *counter) {
  int64_t first, last;
  const bool up = counter->step > 0;
  if (!counter->has_first || !counter->step || !(up ? counter->has_most : counter->has_least) ||
      !is_constant(&counter->first, &first) || !is_constant(up ? &counter->most : &counter->least, &last))
    return 0;
  const double steps = ((double)last - (double)first) / (double)counter->step;
  return steps < 0 ? 0 : floor(steps) + 1;
}

/* The iterations of the innermost loops of LOOP, where inner loops of unknown length count once; 0: not known. */
static double iterations_of(const struct cleave_node *loop) {
  double outer = 1, most = 1;
  if (!loop->accesses)
    return 0;
  const struct cleave_dimension *dimensions = loop->accesses->dimensions;
  for (size_t d = 0; d < loop->accesses->dimension_count; d++)
    if (dimensions[d].kind == CLEAVE_DIMENSION_PARALLEL)
      outer *= trip_count(&dimensions[d]);
  for (uint32_t d = 0; d < loop->accesses->dimension_count; d++) {
    double inner = 1;
    for (uint32_t at = d; at != CLEAVE_NO_DIMENSION && dimensions[at].kind == CLEAVE_DIMENSION_SEQUENTIAL;
         at = dimensions[at].around)
      inner *= fmax(1, trip_count(&dimensions[at]));
    most = fmax(most, inner);
  }
  return outer * most;
}

/* The iterations that one team executes in an execution of REGION, as far as they are known; *UNKNOWN: loops of which they are
 * not known. A loop in loops of the host counts once. */
static double iterations_in_one_team(const struct cleave_region *region, const struct cleave_result *result,
                                     uint32_t number, int *unknown) {
  const bool refused = verdict_of(result, number) == REFUSED;
  double sum = 0;
  for (uint32_t n = 0; n < region->node_count && loops_in_one_team(region, result, number); n++) {
    const struct cleave_node *node = &region->nodes[n];
    bool in_one_team = refused;
    for (size_t i = 0; i < result->remark_count && !in_one_team; i++)
      in_one_team = result->remarks[i].region == number && is_one_team(result->remarks[i].code) &&
                    result->remarks[i].offset >= node->directive.begin &&
                    result->remarks[i].offset < node->range.end;
    if (node->kind != CLEAVE_NODE_LOOP || !in_one_team)
      continue;
    const double iterations = iterations_of(node);
    sum += iterations;
    *unknown += iterations == 0;
  }
  return sum;
}

static const char *construct_name(const struct cleave_region *region, struct cleave_arena *arena) {
  static const struct {
    enum cleave_construct construct;
    const char *name;
  } names[] = {
      {CLEAVE_CONSTRUCT_TARGET, "target"},
      {CLEAVE_CONSTRUCT_TEAMS, " teams"},
      {CLEAVE_CONSTRUCT_DISTRIBUTE, " distribute"},
      {CLEAVE_CONSTRUCT_PARALLEL, " parallel"},
      {CLEAVE_CONSTRUCT_FOR, " for"},
      {CLEAVE_CONSTRUCT_LOOP, " loop"},
      {CLEAVE_CONSTRUCT_SIMD, " simd"},
  };
  struct cleave_text out = {.arena = arena};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (region->construct & names[i].construct)
      cleave_text_add(&out, names[i].name);
  return cleave_text_get(&out);
}

static uint32_t column_of(const struct cleave_unit *unit, uint32_t offset) {
  uint32_t column = 1;
  while (offset && unit->text[--offset] != '\n')
    column++;
  return column;
}

/* The remarks of REGION, or of no region. */
static json_t *remarks_of(const struct cleave_unit *unit, const struct cleave_result *result,
                          uint32_t region) {
  static const char *const kinds[] = {"passed", "missed", "analysis", "error", "warning"};
  json_t *remarks = json_array();
  for (size_t i = 0; i < result->remark_count; i++) {
    const struct cleave_remark *remark = &result->remarks[i];
    if (remark->region != region)
      continue;
    char code[16];
    snprintf(code, sizeof code, "CLV%03u", remark->code);
    json_array_append_new(remarks,
                          json_pack("{s:s, s:s, s:I, s:I, s:o, s:s}", "kind", kinds[remark->kind], "code",
                                    code, "line", (json_int_t)cleave_unit_line(unit, remark->offset),
                                    "column", (json_int_t)column_of(unit, remark->offset), "message",
                                    cleave_json_string(remark->message), "advice", remark->advice));
  }
  return remarks;
}

static json_t *describe_file(const struct cleave_unit *unit, const struct cleave_result *result) {
  json_t *regions = json_array();
  for (uint32_t i = 0; i < unit->region_count; i++) {
    const struct cleave_region *region = &unit->regions[i];
    int unknown = 0;
    const double iterations = iterations_in_one_team(region, result, i, &unknown);
    json_array_append_new(
        regions,
        json_pack("{s:I, s:o, s:s, s:s, s:i, s:I, s:i, s:o}", "line", (json_int_t)region->line, "function",
                  cleave_json_string(region->function), "construct", construct_name(region, unit->arena),
                  "verdict", verdict_names[verdict_of(result, i)], "loops_in_one_team",
                  (int)loops_in_one_team(region, result, i), "iterations_in_one_team", (json_int_t)iterations,
                  "loops_of_unknown_length", unknown, "remarks", remarks_of(unit, result, i)));
  }
  return json_pack("{s:o, s:o, s:o}", "file", cleave_json_string(unit->file), "regions", regions, "remarks",
                   remarks_of(unit, result, CLEAVE_NO_REGION));
}

const char *cleave_compile_report(const struct cleave_unit *const *units, size_t count,
                                  const struct cleave_result *results) {
  json_t *report = describe_file(units[0], &results[0]), *headers = json_array();
  for (size_t i = 1; i < count; i++)
    json_array_append_new(headers, describe_file(units[i], &results[i]));
  json_object_set_new(report, "headers", headers);
  char *text = json_dumps(report, JSON_INDENT(2));
  const char *copy = cleave_arena_format(units[0]->arena, "%s\n", text);
  free(text);
  json_decref(report);
  return copy;
}

/* Appends the codes of the refusals, each once. */
static void add_refusals(struct cleave_text *out, const struct cleave_result *results, size_t count) {
  const char *before = ": ";
  for (size_t row = 0; row < cleave_reason_count; row++) {
    bool found = false;
    for (size_t file = 0; file < count; file++)
      for (size_t i = 0; i < results[file].remark_count; i++)
        found |=
            is_refusal(cleave_reasons[row].code) && results[file].remarks[i].code == cleave_reasons[row].code;
    if (!found)
      continue;
    cleave_text_format(out, "%sCLV%03u", before, cleave_reasons[row].code);
    before = ", ";
  }
}

const char *cleave_drive_summary(const struct cleave_unit *const *units, size_t count,
                                 const struct cleave_result *results) {
  size_t regions = 0, counts[VERDICT_COUNT] = {0};
  for (size_t file = 0; file < count; file++)
    for (uint32_t i = 0; i < units[file]->region_count; i++, regions++)
      counts[verdict_of(&results[file], i)]++;
  if (!regions)
    return NULL;
  struct cleave_text out = {.arena = units[0]->arena};
  cleave_text_format(&out, "%s: %zu of %zu region%s split", units[0]->file, counts[SPLIT], regions,
                     regions == 1 ? "" : "s");
  for (enum verdict verdict = DISTRIBUTED; verdict < VERDICT_COUNT; verdict++)
    if (counts[verdict])
      cleave_text_format(&out, "; %zu %s", counts[verdict], verdict_names[verdict]);
  if (counts[REFUSED])
    add_refusals(&out, results, count);
  return cleave_text_get(&out);
}
