/* FILE: tools/bench.h
 * WHAT: the structs that the parts of `cleave bench` share: the programs, the cases, their results.
 *
 * A case is one run of a benchmark program: a program, a version, an element type and a size. The arena owns
 * all strings and lists until the command ends.
 */
#ifndef CLEAVE_TOOLS_BENCH_H
#define CLEAVE_TOOLS_BENCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct cleave_arena;
struct cleave_command;
struct cleave_text;

struct cleave_bench_names {
  const char **at;
  size_t count;
};

struct cleave_bench_options {
  struct cleave_bench_names programs; /* none: all */
  struct cleave_bench_names versions, types;
  int *sizes; /* ascending */
  size_t size_count;
  int repeats, warm_up;
  const char *target;  /* "host", or a name for --offload-arch; NULL: not given */
  const char *sources; /* folder with programs.txt; NULL: the one of this installation */
  const char *build;   /* folder to build into, without running; or NULL */
  const char *from;    /* folder to run from, without building; or NULL */
  const char *json;    /* file for the results, or NULL */
  double minutes;      /* for all cases; infinite if not given */
  double limit;        /* seconds for one case */
};

/* A line of programs.txt. */
struct cleave_bench_program {
  const char *name, *folder;
  struct cleave_bench_names versions; /* the files VERSION.c */
};

enum cleave_bench_status {
  CLEAVE_BENCH_NOT_RUN,
  CLEAVE_BENCH_OK,
  CLEAVE_BENCH_WRONG, /* a result differs from the reference */
  CLEAVE_BENCH_FAILED,
  CLEAVE_BENCH_TIMEOUT,
};

/* One of the two times of a case, in seconds. */
struct cleave_bench_time {
  double median, lower_quartile, upper_quartile;
};

struct cleave_bench_case {
  const char *program, *version, *type;
  int size;
  const char *path; /* the program; NULL: not built, for `reason` */
  enum cleave_bench_status status;
  const char *reason;                           /* one line; NULL if `status` is OK */
  double seconds;                               /* the whole run, 0 if there was none */
  json_t *measurement;                          /* the object that the program printed, or NULL */
  int growth;                                   /* the work grows with the size to this power; 0: not known */
  struct cleave_bench_time end_to_end, kernels; /* if `status` is OK */
};

struct cleave_bench {
  struct cleave_arena *arena;
  struct cleave_bench_options options;
  struct cleave_bench_program *programs; /* those of the selection */
  size_t program_count;
  struct cleave_bench_case *cases; /* in the order in which they run */
  size_t case_count;
  const char *folder;      /* the folder of the executables */
  const char *scratch;     /* temporary folder: the results of references, the built harness */
  json_t *build, *machine; /* how the programs were built, and the machine */
  double begin;            /* of the command, by cleave_child_clock */
};

/* Reads the words after `cleave bench`. Returns false after printing an error if they are wrong. */
bool cleave_bench_read_options(struct cleave_bench *bench, int count, char **words);

/* Fills in the programs of the selection from FOLDER/programs.txt. Returns false after printing an error if
 * one is missing. */
bool cleave_bench_read_programs(struct cleave_bench *bench, const char *folder);

/* The programs' source folder, or NULL after printing an error if there is none. */
const char *cleave_bench_sources(struct cleave_bench *bench);

/* Whether PROGRAM has VERSION; "cleave" is naive.c compiled by cleave. */
bool cleave_bench_has_version(const struct cleave_bench_program *program, const char *version);

/* The executable of a case: FOLDER/PROGRAM-VERSION-TYPE. */
const char *cleave_bench_path(const struct cleave_bench *bench, const struct cleave_bench_program *program,
                              const char *version, const char *type);

/* Builds every program of the selection from SOURCES into bench->folder, with the files that --from needs. If
 * a program does not compile, its cases contain the reason, and FAILURES counts it. Returns false after
 * printing an error if no program can be built, or the command was interrupted. */
bool cleave_bench_build(struct cleave_bench *bench, const char *sources, size_t *failures);

/* The description of the build that --build wrote into bench->folder: a new object. NULL after an error
 * message if it is not such a folder. */
json_t *cleave_bench_read_build(struct cleave_bench *bench);

/* Removes the path from the cases whose program is not in bench->folder, and stores the reason. */
void cleave_bench_find_built(struct cleave_bench *bench);

/* Runs CASE, within the time limit and the rest of --minutes. */
void cleave_bench_run(struct cleave_bench *bench, struct cleave_bench_case *run);

/* Facts about this machine: a new object. */
json_t *cleave_bench_machine(void);

/* The text of the progress line after a finished case. */
const char *cleave_bench_outcome(struct cleave_arena *arena, const struct cleave_bench_case *run);

/* Writes the results so far to the file of --json in one step, if there is one. */
bool cleave_bench_write_json(const struct cleave_bench *bench, bool complete);

void cleave_bench_print_table(const struct cleave_bench *bench);

/* Runs COMMAND within SECONDS and collects its output. Returns NULL if it exited with status 0, else one line
 * that describes the failure; *OUTPUT is its standard output. */
const char *cleave_bench_call(struct cleave_arena *arena, const struct cleave_command *command,
                              double seconds, const char **output);

#endif
