/* FILE: tools/bench_run.c
 * WHAT: `cleave bench`: one run of a benchmark program, and its result.
 *
 * The program prints one line of JSON, flat except for the two times; bench/common/measure.c lists its
 * members. They are found by name and copied unchanged. The line needs no parser, because its writer belongs
 * to the same project. A line with another begin or end is rejected.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "child.h"
#include "model/arena.h"
#include "model/text.h"
#include "output.h"
#include "process.h"

/* The last line of TEXT that is not empty, in plain ASCII; "" if there is none. */
static const char *last_line(struct cleave_arena *arena, const char *text) {
  size_t end = strlen(text);
  while (end && strchr(" \t\r\n", text[end - 1]))
    end--;
  size_t begin = end;
  while (begin && text[begin - 1] != '\n')
    begin--;
  char *line = cleave_arena_copy(arena, text + begin, end - begin);
  for (char *c = line; *c; c++)
    if (*c < ' ' || *c > '~')
      *c = '?';
  return line;
}

/* All of OUTPUT as a string. */
static const char *text_of(struct cleave_arena *arena, const struct cleave_output *output) {
  size_t size = cleave_output_size(output);
  char *text = cleave_arena_allocate(arena, size + 1);
  FILE *file = fopen(output->path, "r");
  size_t length = file ? fread(text, 1, size, file) : 0;
  if (file)
    fclose(file);
  text[length] = '\0';
  return text;
}

/* One run of a program: its end and its output. */
struct call {
  struct cleave_child child;
  const char *output, *errors;
};

static struct call run_command(struct cleave_arena *arena, const struct cleave_command *command,
                               double seconds) {
  struct call call = {.child = {.end = CLEAVE_CHILD_NOT_STARTED}, .output = "", .errors = ""};
  struct cleave_output output, errors;
  if (!cleave_output_open(&output))
    return call;
  if (cleave_output_open(&errors)) {
    call.child = cleave_child_run(command, output.descriptor, errors.descriptor, seconds);
    call.output = text_of(arena, &output);
    call.errors = text_of(arena, &errors);
    cleave_output_close(&errors);
  }
  cleave_output_close(&output);
  return call;
}

/* The most informative line of a program's output: libcleave's, which states why no device accepts the
 * program, or the last one. */
static const char *telling_line(struct cleave_arena *arena, const char *errors) {
  const char *own = strstr(errors, "cleave: warning: ");
  if (own)
    errors = cleave_arena_copy(arena, own, strcspn(own, "\n"));
  return last_line(arena, errors);
}

/* The reason why a call failed, with its output. */
static const char *explain(struct cleave_arena *arena, const struct call *call, double seconds) {
  const char *last = telling_line(arena, call->errors);
  const char *mark = *last ? ": " : "";
  switch (call->child.end) {
  case CLEAVE_CHILD_EXITED:
    return cleave_arena_format(arena, "exit status %d%s%s", call->child.status, mark, last);
  case CLEAVE_CHILD_SIGNALLED:
    return cleave_arena_format(arena, "ended by signal %d (%s)%s%s", call->child.status,
                               strsignal(call->child.status), mark, last);
  case CLEAVE_CHILD_TIMED_OUT:
    return cleave_arena_format(arena, "not done after %.4g s", seconds);
  case CLEAVE_CHILD_INTERRUPTED:
    return "interrupted";
  default:
    return cleave_arena_format(arena, "cannot be started: %s", strerror(call->child.status));
  }
}

const char *cleave_bench_call(struct cleave_arena *arena, const struct cleave_command *command,
                              double seconds, const char **output) {
  struct call call = run_command(arena, command, seconds);
  *output = call.output;
  if (call.child.end == CLEAVE_CHILD_EXITED && !call.child.status)
    return NULL;
  /* A compiler prints the number of errors last; the first error is more informative. */
  const char *error = strstr(call.errors, "error: ");
  if (call.child.end == CLEAVE_CHILD_EXITED && error)
    return last_line(arena, cleave_arena_copy(arena, error, strcspn(error, "\n")));
  return explain(arena, &call, seconds);
}

static struct cleave_bench_time read_time(const json_t *measurement, const char *name) {
  const json_t *series = json_object_get(measurement, name);
  return (struct cleave_bench_time){
      .median = json_number_value(json_object_get(series, "median")),
      .lower_quartile = json_number_value(json_object_get(series, "lower_quartile")),
      .upper_quartile = json_number_value(json_object_get(series, "upper_quartile")),
  };
}

/* Stores the measurement in LINE. Returns false if it is not one of this case. */
static bool read_measurement(struct cleave_arena *arena, const char *line, struct cleave_bench_case *run) {
  json_t *measurement = json_loads(line, 0, NULL);
  const char *format, *program, *type, *status, *reason = NULL;
  int size;
  if (json_unpack(measurement, "{s:s, s:s, s:s, s:i, s:s, s?:s, s?:i}", "format", &format, "program",
                  &program, "type", &type, "size", &size, "status", &status, "reason", &reason, "growth",
                  &run->growth) ||
      strcmp(format, "cleave bench measurement 1") || strcmp(program, run->program) ||
      strcmp(type, run->type) || size != run->size) {
    json_decref(measurement);
    return false;
  }
  run->measurement = measurement;
  run->status = !strcmp(status, "ok")      ? CLEAVE_BENCH_OK
                : !strcmp(status, "wrong") ? CLEAVE_BENCH_WRONG
                                           : CLEAVE_BENCH_FAILED;
  run->reason = reason ? cleave_arena_format(arena, "%s", reason) : NULL;
  if (run->status == CLEAVE_BENCH_OK) {
    run->end_to_end = read_time(measurement, "end_to_end");
    run->kernels = read_time(measurement, "kernels");
    return run->end_to_end.median > 0 &&
           (run->kernels.median > 0 || json_is_null(json_object_get(measurement, "kernels")));
  }
  return true;
}

/* A lower bound of the case's duration, from the duration of the program at the largest smaller size; 0 if it
 * is not known, infinite if that size already took too long. */
static double expected_seconds(const struct cleave_bench *bench, const struct cleave_bench_case *run) {
  const struct cleave_bench_case *before = NULL;
  for (const struct cleave_bench_case *c = bench->cases; c < run; c++)
    if (!strcmp(c->program, run->program) && !strcmp(c->version, run->version) &&
        !strcmp(c->type, run->type) && (c->status == CLEAVE_BENCH_OK || c->status == CLEAVE_BENCH_TIMEOUT))
      before = c;
  if (!before)
    return 0;
  if (before->status == CLEAVE_BENCH_TIMEOUT)
    return INFINITY;
  /* The program stops repeating when its time is up, but always makes one run of each kind. */
  double work = 1;
  for (int i = 0; i < before->growth; i++)
    work *= (double)run->size / before->size;
  return before->seconds + work * (before->end_to_end.median + before->kernels.median);
}

/* Sets the status and reason of a run that failed, or printed no valid line. */
static void set_end(struct cleave_bench *bench, struct cleave_bench_case *run, const struct call *call,
                    double limit) {
  json_decref(run->measurement);
  run->measurement = NULL;
  run->status = CLEAVE_BENCH_FAILED;
  run->reason = explain(bench->arena, call, limit);
  if (call->child.end == CLEAVE_CHILD_TIMED_OUT && limit < bench->options.limit) {
    run->status = CLEAVE_BENCH_NOT_RUN;
    run->reason = cleave_arena_format(bench->arena,
                                      "cut off after %.3g s, when the time of --minutes was used up", limit);
  } else if (call->child.end == CLEAVE_CHILD_TIMED_OUT) {
    run->status = CLEAVE_BENCH_TIMEOUT;
  } else if (call->child.end == CLEAVE_CHILD_INTERRUPTED) {
    run->status = CLEAVE_BENCH_NOT_RUN;
  } else if (call->child.end == CLEAVE_CHILD_EXITED && call->child.status < 2 &&
             !*last_line(bench->arena, call->errors)) {
    run->reason = "it printed no measurement of this case";
  }
}

void cleave_bench_run(struct cleave_bench *bench, struct cleave_bench_case *run) {
  struct cleave_arena *arena = bench->arena;
  const struct cleave_bench_options *options = &bench->options;
  if (!run->path)
    return;
  double left = bench->begin + 60 * options->minutes - cleave_child_clock();
  double limit = left < options->limit ? left : options->limit;
  double expected = expected_seconds(bench, run);
  if (left <= 0) {
    run->reason = "the time of --minutes is used up";
    return;
  }
  if (expected > limit) {
    run->reason =
        isinf(expected)
            ? "a smaller size took longer than its time limit"
            : cleave_arena_format(arena, "expected to take %.3g s, but there are %.3g s", expected, limit);
    return;
  }
  struct cleave_command command = {0};
  cleave_command_add(&command, run->path);
  cleave_command_add(&command, cleave_arena_format(arena, "%d", run->size));
  cleave_command_add(&command, "--repeats");
  cleave_command_add(&command, cleave_arena_format(arena, "%d", options->repeats));
  cleave_command_add(&command, "--warm-up");
  cleave_command_add(&command, cleave_arena_format(arena, "%d", options->warm_up));
  cleave_command_add(&command, "--seconds"); /* the reference takes the rest */
  cleave_command_add(&command, cleave_arena_format(arena, "%.3f", limit / 3));
  cleave_command_add(&command, "--reference");
  cleave_command_add(&command, cleave_arena_format(arena, "%s/%s-%s-%d", bench->scratch, run->program,
                                                   run->type, run->size));
  struct call call = run_command(arena, &command, limit);
  run->seconds = call.child.seconds;
  bool ended = call.child.end == CLEAVE_CHILD_EXITED && call.child.status < 2;
  const char *line = last_line(arena, call.output);
  if (!ended || !*line || !read_measurement(arena, line, run) ||
      (run->status == CLEAVE_BENCH_OK) != (call.child.status == 0))
    set_end(bench, run, &call, limit);
  free(command.words);
}
