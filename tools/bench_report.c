/* FILE: tools/bench_report.c
 * WHAT: `cleave bench`: the table, the lines of progress, and the JSON file.
 */
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "model/arena.h"
#include "model/text.h"
#include "output.h"

static const char *const status_names[] = {"not run", "ok", "wrong", "failed", "timeout"};

const char *cleave_bench_duration(struct cleave_arena *arena, double seconds) {
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
  return cleave_arena_format(arena, "end to end %s, kernels %s",
                             cleave_bench_duration(arena, run->end_to_end.median),
                             cleave_bench_duration(arena, run->kernels.median));
}

/* The case of the same program, type and size that cleave compiled, or NULL if it has no times. */
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
  double spread = (time->upper_quartile - time->lower_quartile) / 2 / time->median;
  return cleave_arena_format(arena, "%s +-%.0f%%", cleave_bench_duration(arena, time->median), 100 * spread);
}

/* How often the time of cleave goes into TIME. */
static const char *ratio(struct cleave_arena *arena, const struct cleave_bench_time *time,
                         const struct cleave_bench_time *cleave) {
  double value = time->median / cleave->median;
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

static void add_case(struct cleave_text *json, const struct cleave_bench_case *run) {
  cleave_text_format(json,
                     "  {\"program\": \"%s\", \"version\": \"%s\", \"type\": \"%s\", "
                     "\"size\": %d, \"status\": \"%s\"",
                     run->program, run->version, run->type, run->size, status_names[run->status]);
  if (run->reason) {
    cleave_text_add(json, ", \"reason\": ");
    cleave_text_add_json_string(json, run->reason);
  }
  cleave_text_format(json, ", \"seconds\": %.3f%s", run->seconds, run->facts ? run->facts : "");
  if (run->status == CLEAVE_BENCH_OK)
    cleave_text_format(json, ", \"end_to_end\": %s, \"kernels\": %s", run->end_to_end.json,
                       run->kernels.json);
  cleave_text_add(json, "}");
}

bool cleave_bench_write_json(const struct cleave_bench *bench, bool complete) {
  if (!bench->options.json)
    return true;
  /* An arena of its own: the text is written after every case. */
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_text json = {.arena = arena};
  cleave_text_format(&json, "{\"format\": \"cleave bench 1\", \"complete\": %s,\n",
                     complete ? "true" : "false");
  cleave_text_format(&json, " \"build\": %s,\n \"machine\": %s,\n", bench->build_json, bench->machine_json);
  cleave_text_format(&json, " \"repeats\": %d, \"warm_up\": %d, \"cases\": [\n", bench->options.repeats,
                     bench->options.warm_up);
  for (size_t i = 0; i < bench->case_count; i++) {
    cleave_text_add(&json, i ? ",\n" : "");
    add_case(&json, &bench->cases[i]);
  }
  cleave_text_add(&json, "\n]}\n");
  struct cleave_output output;
  bool done = cleave_output_open(&output);
  if (done) {
    done = cleave_output_add(&output, cleave_text_get(&json), json.length) &&
           cleave_output_deliver(&output, bench->options.json);
    cleave_output_close(&output);
  }
  cleave_arena_free(arena);
  return done;
}
