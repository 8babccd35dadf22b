/* FILE: tools/explain_files.c
 * WHAT: see explain_files.h.
 *
 * Each file has a slot in its order. A slot keeps the report and the diagnostics of a file whose predecessors are not ready. All
 * outputs are files in memory, so an interruption leaves nothing in a folder.
 */
#include "explain_files.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child.h"
#include "model/arena.h"
#include "plugin_output.h"
#include "process.h"

static const double progress_interval = 3; /* seconds between two lines, if standard error is no terminal */

enum { PROGRESS_COLUMNS = 60 }; /* of a name, at most: the line must not be longer than a terminal's */

/* A running compilation. */
struct job {
  size_t index; /* of its file */
  pid_t child;
  struct cleave_output output, errors;
};

/* The result of one file. */
struct slot {
  bool ended, failed;
  json_t *report;   /* NULL: none */
  const char *text; /* the diagnostics, and why it failed */
};

struct work {
  struct cleave_arena *arena;
  const struct cleave_compilation *compilations;
  size_t count, started, ended, printed;
  struct cleave_plugin_tools tools;
  struct slot *slots;
  struct job *jobs;
  size_t most_jobs, job_count; /* those that run are the first ones */
  int nowhere;                 /* /dev/null: the arguments may contain -E */
  bool terminal;               /* standard error is one */
  double last_progress;
};

/* ---- Progress ------------------------------------------------------------------------------------ */

static void clear_progress(const struct work *work) {
  if (work->terminal && work->count > 1)
    fputs("\r\033[K", stderr);
}

static void show_progress(struct work *work, const char *file) {
  if (work->count < 2)
    return;
  if (work->terminal) {
    const size_t length = strlen(file), cut = length > PROGRESS_COLUMNS ? length - PROGRESS_COLUMNS : 0;
    clear_progress(work);
    fprintf(stderr, "[%zu/%zu] %s%s", work->ended, work->count, cut ? "..." : "", file + cut);
    fflush(stderr);
  } else if (cleave_child_clock() >= work->last_progress + progress_interval) {
    fprintf(stderr, "cleave: explained %zu of %zu files\n", work->ended, work->count);
    work->last_progress = cleave_child_clock();
  }
}

/* Prints the diagnostics of all files that no unfinished file precedes. */
static void print_diagnostics(struct work *work) {
  for (; work->printed < work->count && work->slots[work->printed].ended; work->printed++) {
    const char *text = work->slots[work->printed].text;
    if (!text || !*text)
      continue;
    clear_progress(work);
    fputs(text, stderr);
  }
}

/* ---- One file ------------------------------------------------------------------------------------ */

static const char *text_of(struct cleave_arena *arena, const struct cleave_output *output) {
  const size_t size = cleave_output_size(output);
  char *text = cleave_arena_allocate(arena, size + 1);
  const ssize_t length = pread(output->descriptor, text, size, 0);
  text[length > 0 ? length : 0] = 0;
  return text;
}

/* Ends the file at INDEX. WHY: why it has no report; "" if DIAGNOSTICS say it; NULL: it has one, in OUTPUT. */
static void end_file(struct work *work, size_t index, const struct cleave_output *output, const char *why,
                     const char *diagnostics) {
  struct slot *slot = &work->slots[index];
  const char *file = work->compilations[index].file;
  if (!why && cleave_output_size(output)) {
    slot->report = json_load_file(output->path, 0, NULL);
    if (!slot->report)
      why = cleave_arena_format(work->arena, "the report of the plugin on '%s' is not JSON", file);
  }
  slot->ended = true;
  slot->failed = why != NULL;
  slot->text =
      why && *why ? cleave_arena_format(work->arena, "%scleave: %s\n", diagnostics, why) : diagnostics;
  work->ended++;
  print_diagnostics(work);
  show_progress(work, file);
}

static void close_outputs(struct job *job) {
  cleave_output_close(&job->output);
  cleave_output_close(&job->errors);
}

/* Starts the next file, or ends it if it cannot be started. */
static void start_next(struct work *work) {
  static const char *const mode[] = {"mode=explain", NULL};
  struct job job = {.index = work->started++};
  const struct cleave_compilation *compilation = &work->compilations[job.index];
  if (!cleave_output_open(&job.output)) {
    end_file(work, job.index, NULL, "", "");
    return;
  }
  if (!cleave_output_open(&job.errors)) {
    cleave_output_close(&job.output);
    end_file(work, job.index, NULL, "", "");
    return;
  }
  struct cleave_command command = {0};
  const char *why = cleave_plugin_command(&work->tools, compilation, mode, &job.output, work->terminal,
                                          work->arena, &command);
  const int error = why ? 0 : cleave_child_start(&command, work->nowhere, job.errors.descriptor, &job.child);
  if (error)
    why = cleave_arena_format(work->arena, "cannot start %s for '%s': %s", work->tools.clang,
                              compilation->file, strerror(error));
  free(command.words);
  if (!why) {
    work->jobs[work->job_count++] = job;
    return;
  }
  close_outputs(&job);
  end_file(work, job.index, NULL, why, "");
}

/* Ends the files whose compilations have ended. Returns whether there was one. */
static bool end_jobs(struct work *work) {
  bool any = false;
  for (size_t i = 0; i < work->job_count;) {
    struct job *job = &work->jobs[i];
    struct cleave_child child;
    if (!cleave_child_ended(job->child, &child)) {
      i++;
      continue;
    }
    const bool signalled = child.end == CLEAVE_CHILD_SIGNALLED;
    const char *why = cleave_plugin_failure(&work->compilations[job->index], signalled ? 0 : child.status,
                                            signalled ? child.status : 0, &job->output, work->arena);
    end_file(work, job->index, &job->output, why, text_of(work->arena, &job->errors));
    close_outputs(job);
    *job = work->jobs[--work->job_count];
    any = true;
  }
  return any;
}

/* ---- All files ----------------------------------------------------------------------------------- */

static void run(struct work *work) {
  while (work->ended < work->count && !cleave_child_interrupted()) {
    while (work->job_count < work->most_jobs && work->started < work->count)
      start_next(work);
    if (end_jobs(work) || !work->job_count)
      continue;
    cleave_child_wait(progress_interval);
    if (!work->terminal)
      show_progress(work, "");
  }
  for (size_t i = 0; i < work->job_count; i++) {
    cleave_child_kill(work->jobs[i].child);
    close_outputs(&work->jobs[i]);
  }
  clear_progress(work);
}

static void collect(const struct work *work, struct cleave_explained *explained) {
  *explained = (struct cleave_explained){.reports = json_array(), .interrupted = work->ended < work->count};
  for (size_t i = 0; i < work->count; i++) {
    const struct slot *slot = &work->slots[i];
    if (slot->report)
      json_array_append_new(explained->reports, slot->report);
    if (slot->failed && !explained->missing++)
      explained->first = work->compilations[i].file;
  }
  if (explained->interrupted)
    cleave_complain("interrupted after %zu of %zu files; there is no report", work->ended, work->count);
}

bool cleave_explain_files(const struct cleave_compilation *compilations, size_t count, size_t jobs,
                          struct cleave_explained *explained) {
  struct work work = {.arena = cleave_arena_new(),
                      .compilations = compilations,
                      .count = count,
                      .most_jobs = jobs < CLEAVE_EXPLAIN_MOST_JOBS ? jobs : CLEAVE_EXPLAIN_MOST_JOBS,
                      .nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC),
                      .terminal = isatty(STDERR_FILENO),
                      .last_progress = cleave_child_clock()};
  const bool found = cleave_plugin_tools_find(&work.tools);
  if (found) {
    work.slots = cleave_arena_allocate(work.arena, count * sizeof *work.slots);
    work.jobs = cleave_arena_allocate(work.arena, work.most_jobs * sizeof *work.jobs);
    memset(work.slots, 0, count * sizeof *work.slots);
    run(&work);
    collect(&work, explained);
  }
  cleave_plugin_tools_free(&work.tools);
  close(work.nowhere);
  cleave_arena_free(work.arena);
  return found;
}
