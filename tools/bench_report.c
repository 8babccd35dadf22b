/* FILE: tools/bench_report.c
 * WHAT: `cleave bench`: the table, the lines of progress, and the JSON file.
 */
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "model/arena.h"
#include "model/json.h"
#include "output.h"

static const char *const status_names[] = {"not run", "ok", "wrong", "failed", "timeout"};

/* "12.3 ms"; 0: "-", of a version that has no such time. */
static const char *duration_text(struct cleave_arena *arena, double seconds) {
  if (seconds == 0)
    return "-";
  static const struct {
    double unit;
    const char *name;
  } units[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}};
  for (size_t i = 0;; i++)
    if (seconds >= units[i].unit || i + 1 == sizeof units / sizeof *units) {
      double value = seconds / units[i].unit;
      int digits = value < 10 ? 2 : value < 100 ? 1 : 0;
      return cleave_arena_format(arena, "%.*f %s", digits, value, units[i].name);
    }
}

const char *cleave_bench_outcome(struct cleave_arena *arena, const struct cleave_bench_case *run) {
  if (run->status != CLEAVE_BENCH_OK)
    return cleave_arena_format(arena, "%s: %s", status_names[run->status], run->reason);
  return cleave_arena_format(arena, "end to end %s, kernels %s", duration_text(arena, run->end_to_end.median),
                             duration_text(arena, run->kernels.median));
}

/* The case that cleave compiled, of the same program, type and size; NULL if it has no times. */
static const struct cleave_bench_case *cleave_case(const struct cleave_bench *bench,
                                                   const struct cleave_bench_case *run) {
  for (size_t i = 0; i < bench->case_count; i++) {
    const struct cleave_bench_case *c = &bench->cases[i];
    if (!strcmp(c->version, "cleave") && !strcmp(c->program, run->program) && !strcmp(c->type, run->type) &&
        c->size == run->size && c->status == CLEAVE_BENCH_OK)
      return c;
  }
  return NULL;
}

/* "12.3 ms +-4%": the median, and half the distance between the quartiles relative to it. */
static const char *with_spread(struct cleave_arena *arena, const struct cleave_bench_time *time) {
  if (time->median == 0)
    return "-";
  double spread = (time->upper_quartile - time->lower_quartile) / 2 / time->median;
  return cleave_arena_format(arena, "%s +-%.0f%%", duration_text(arena, time->median), 100 * spread);
}

/* TIME divided by the time of cleave. */
static const char *ratio(struct cleave_arena *arena, const struct cleave_bench_time *time,
                         const struct cleave_bench_time *cleave) {
  double value = time->median / cleave->median;
  if (time->median == 0)
    return "-";
  return cleave_arena_format(arena, "%.*f", value < 10 ? 2 : value < 100 ? 1 : 0, value);
}

void cleave_bench_print_table(const struct cleave_bench *bench) {
  struct cleave_arena *arena = bench->arena;
  printf("Medians, and half the distance of the quartiles; x cleave: how many times the time of "
         "cleave.\n");
  printf("%-11s %-6s %5s %-8s %16s %8s %16s %8s\n", "program", "type", "size", "version", "end to end",
         "x cleave", "kernels", "x cleave");
  for (size_t i = 0; i < bench->case_count; i++) {
    const struct cleave_bench_case *run = &bench->cases[i];
    printf("%-11s %-6s %5d %-8s ", run->program, run->type, run->size, run->version);
    if (run->status != CLEAVE_BENCH_OK) {
      printf("%s: %s\n", status_names[run->status], run->reason);
      continue;
    }
    const struct cleave_bench_case *cleave = cleave_case(bench, run);
    printf("%16s %8s %16s %8s\n", with_spread(arena, &run->end_to_end),
           cleave ? ratio(arena, &run->end_to_end, &cleave->end_to_end) : "-",
           with_spread(arena, &run->kernels), cleave ? ratio(arena, &run->kernels, &cleave->kernels) : "-");
  }
}

static json_t *describe_case(const struct cleave_bench_case *run) {
  static const char *const facts[] = {"steps",    "growth",    "devices",   "on_device",
                                      "elements", "tolerance", "max_error", "checksum"};
  json_t *object = json_pack("{s:s, s:s, s:s, s:i, s:s}", "program", run->program, "version", run->version,
                             "type", run->type, "size", run->size, "status", status_names[run->status]);
  if (run->reason)
    json_object_set_new(object, "reason", cleave_json_string(run->reason));
  json_object_set_new(object, "seconds", json_real(run->seconds));
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
    if (json_object_get(run->measurement, facts[i]))
      json_object_set(object, facts[i], json_object_get(run->measurement, facts[i]));
  if (run->status == CLEAVE_BENCH_OK) {
    json_object_set(object, "end_to_end", json_object_get(run->measurement, "end_to_end"));
    json_object_set(object, "kernels", json_object_get(run->measurement, "kernels"));
  }
  return object;
}

bool cleave_bench_write_json(const struct cleave_bench *bench, bool complete) {
  if (!bench->options.json)
    return true;
  json_t *cases = json_array();
  for (size_t i = 0; i < bench->case_count; i++)
    json_array_append_new(cases, describe_case(&bench->cases[i]));
  json_t *results = json_pack("{s:s, s:b, s:O, s:O, s:i, s:i, s:o}", "format", "cleave bench 1", "complete",
                              complete, "build", bench->build, "machine", bench->machine, "repeats",
                              bench->options.repeats, "warm_up", bench->options.warm_up, "cases", cases);
  const bool done = cleave_output_json(results, bench->options.json);
  json_decref(results);
  return done;
}
