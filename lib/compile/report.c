/* FILE: lib/compile/report.c
 * WHAT: the report of `cleave explain`: transformations and obstacles of each region.
 */
#include <string.h>

#include "compile/compile_driver.h"
#include "model/arena.h"
#include "model/reasons.h"
#include "model/text.h"

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

static void write_remark(struct cleave_text *out, const struct cleave_unit *unit,
                         const struct cleave_remark *remark) {
  static const char *const marks[] = {"+", "-", " ", "!", "!"};
  const uint32_t line = cleave_unit_line(unit, remark->offset);
  if (remark->region == CLEAVE_NO_REGION)
    cleave_text_format(out, "%s:%u: CLV%03u: %s\n", unit->file, line, remark->code, remark->message);
  else
    cleave_text_format(out, "  %s line %u: CLV%03u: %s\n", marks[remark->kind], line, remark->code,
                       remark->message);
}

/* ALONE: no other file of the translation unit has regions. */
static void write_text(struct cleave_text *out, const struct cleave_unit *unit,
                       const struct cleave_result *result, bool alone) {
  if (!unit->region_count && alone)
    cleave_text_format(out, "%s: no target region\n", unit->file);
  for (size_t i = 0; i < result->remark_count; i++)
    if (result->remarks[i].region == CLEAVE_NO_REGION)
      write_remark(out, unit, &result->remarks[i]);
  for (uint32_t r = 0; r < unit->region_count; r++) {
    const struct cleave_region *region = &unit->regions[r];
    cleave_text_format(out, "%s:%u: %s region in %s\n", unit->file, region->line,
                       construct_name(region, unit->arena), region->function);
    for (size_t i = 0; i < result->remark_count; i++)
      if (result->remarks[i].region == r)
        write_remark(out, unit, &result->remarks[i]);
  }
}

/* The remarks of REGION, as a JSON array. */
static void write_json_remarks(struct cleave_text *out, const struct cleave_unit *unit,
                               const struct cleave_result *result, uint32_t region) {
  static const char *const kinds[] = {"passed", "missed", "analysis", "error", "warning"};
  cleave_text_add(out, "\"remarks\": [");
  bool first = true;
  for (size_t i = 0; i < result->remark_count; i++) {
    const struct cleave_remark *remark = &result->remarks[i];
    if (remark->region != region)
      continue;
    cleave_text_format(out,
                       "%s\n    {\"kind\": \"%s\", \"code\": \"CLV%03u\", \"line\": %u, "
                       "\"column\": %u, \"message\": ",
                       first ? "" : ",", kinds[remark->kind], remark->code,
                       cleave_unit_line(unit, remark->offset), column_of(unit, remark->offset));
    cleave_text_add_json_string(out, remark->message);
    cleave_text_add(out, "}");
    first = false;
  }
  cleave_text_add(out, "]");
}

/* The file of UNIT, without the closing brace of its object. */
static void write_json_file(struct cleave_text *out, const struct cleave_unit *unit,
                            const struct cleave_result *result) {
  cleave_text_add(out, "{\"file\": ");
  cleave_text_add_json_string(out, unit->file);
  cleave_text_add(out, ", \"regions\": [");
  for (uint32_t r = 0; r < unit->region_count; r++) {
    const struct cleave_region *region = &unit->regions[r];
    cleave_text_format(out, "%s\n  {\"line\": %u, \"function\": ", r ? "," : "", region->line);
    cleave_text_add_json_string(out, region->function);
    cleave_text_add(out, ", \"construct\": ");
    cleave_text_add_json_string(out, construct_name(region, unit->arena));
    cleave_text_add(out, ", ");
    write_json_remarks(out, unit, result, r);
    cleave_text_add(out, "}");
  }
  cleave_text_add(out, "\n], ");
  write_json_remarks(out, unit, result, CLEAVE_NO_REGION);
}

static void write_json(struct cleave_text *out, const struct cleave_unit *const *units, size_t count,
                       const struct cleave_result *results) {
  write_json_file(out, units[0], &results[0]);
  cleave_text_add(out, ", \"headers\": [");
  for (size_t i = 1; i < count; i++) {
    cleave_text_add(out, i > 1 ? ",\n" : "\n");
    write_json_file(out, units[i], &results[i]);
    cleave_text_add(out, "}");
  }
  cleave_text_add(out, "]}\n");
}

const char *cleave_compile_report(const struct cleave_unit *const *units, size_t count,
                                  const struct cleave_result *results, bool json) {
  struct cleave_text out = {.arena = units[0]->arena};
  if (json)
    write_json(&out, units, count, results);
  for (size_t i = 0; i < count && !json; i++)
    write_text(&out, units[i], &results[i], count == 1);
  return cleave_text_get(&out);
}
