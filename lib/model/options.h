/* FILE: lib/model/options.h
 * WHAT: every option of cleave, in one table. A compile-time option is an argument of the plugin
 *       (-fplugin-arg-cleave-NAME=VALUE); a run-time option is an environment variable
 *       (CLEAVE_NAME, in capitals). `cleave help options` and docs/options.md are made from the table.
 */
#ifndef CLEAVE_MODEL_OPTIONS_H
#define CLEAVE_MODEL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cleave_mode {
  CLEAVE_MODE_COMPILE, /* rewrite and compile */
  CLEAVE_MODE_REWRITE, /* print the transformed source, compile the original */
  CLEAVE_MODE_EXPLAIN, /* print the report, compile the original */
  CLEAVE_MODE_DUMP     /* print the region model, compile the original */
};

enum cleave_form { CLEAVE_FORM_READER, CLEAVE_FORM_COMPILED };

/* How a region is transformed because of its transfers. */
enum cleave_copies {
  CLEAVE_COPIES_BY_ENGINE, /* overlapped with kernels, by the transfer engine */
  CLEAVE_COPIES_BY_TASKS,  /* overlapped with kernels, by OpenMP tasks */
  CLEAVE_COPIES_REDUCED,   /* removed if unnecessary, not overlapped */
  CLEAVE_COPIES_AS_WRITTEN
};

enum cleave_tiles_choice {
  CLEAVE_TILES_LARGE, /* for GPUs */
  CLEAVE_TILES_OFF,
  CLEAVE_TILES_SMALL /* for teams of four threads */
};

enum cleave_reduction_choice {
  CLEAVE_REDUCTION_AUTO,         /* kernels combine reductions themselves where that is faster */
  CLEAVE_REDUCTION_REPRODUCIBLE, /* always, and without contraction */
  CLEAVE_REDUCTION_OFF
};

enum { CLEAVE_MAX_SKIPS = 64, CLEAVE_MAX_PATH = 4096 };

/* The compile-time options, decoded. */
struct cleave_options {
  enum cleave_mode mode;
  enum cleave_form form;        /* of mode=rewrite */
  char output[CLEAVE_MAX_PATH]; /* "" means standard output */
  char file[CLEAVE_MAX_PATH];   /* "" means the main file */
  bool safe;                    /* other options have safe defaults */
  bool summary, split, widen, geometry, no_alias, map, fuse, reassociate, single_kernel_fallback,
      kernel_information, openmp_opt, runtime_elision, dist_schedule, environments;
  enum cleave_copies transfers;
  enum cleave_tiles_choice shared_tiles;
  bool team_memory; /* allocate clauses of team memory compile */
  enum cleave_reduction_choice reduction;
  /* Whether transformed text may call functions of the run-time library. False before a precompiled header,
   * where their declarations have no place. Not an option of the table. */
  bool may_call;
  bool
      checks_pointers; /* checks of pointer or signed overflow are on, for the host. Not an option of the table. */
  long bisect;         /* -1: no limit */
  uint64_t given;      /* bit N: an argument set the option of row N of the table */
  uint32_t skips[CLEAVE_MAX_SKIPS];
  size_t skip_count;
  /* Lines of regions that stay unchanged, because host and device compilations would transform them differently; 0: no
   * data environments. The caller owns the array. Not an option of the table. */
  const uint32_t *differing;
  size_t differing_count;
};

enum cleave_option_time { CLEAVE_COMPILE_TIME, CLEAVE_RUN_TIME };

/* A row of the table. */
struct cleave_option_row {
  const char *name;
  const char *values;        /* the form of a value: "on|off", "N", "LINE[:LINE...]" */
  const char *default_value; /* in the same form; "" if there is none */
  enum cleave_option_time time;
  const char *help; /* a phrase, and more sentences */
};

extern const struct cleave_option_row cleave_option_rows[];
extern const size_t cleave_option_row_count;

void cleave_options_defaults(struct cleave_options *options);

/* Decodes one compile-time ARGUMENT, "NAME=VALUE", into OPTIONS; the last argument for an option counts. On
 * failure returns false, does not change OPTIONS, and stores one line for the user, without a line end, in
 * ERROR. */
bool cleave_options_parse(struct cleave_options *options, const char *argument, char *error,
                          size_t error_size);

/* Whether the region whose directive is on LINE must stay unchanged. */
bool cleave_options_skips(const struct cleave_options *options, uint32_t line);

/* Whether host and device compilations would transform the region on LINE differently. */
bool cleave_options_differs(const struct cleave_options *options, uint32_t line);

enum cleave_transfers_choice {
  CLEAVE_TRANSFERS_AUTO,   /* if it is expected to be profitable */
  CLEAVE_TRANSFERS_ALWAYS, /* whenever it is possible */
  CLEAVE_TRANSFERS_OFF
};

enum cleave_pin_choice {
  CLEAVE_PIN_AUTO,   /* if it is expected to be profitable */
  CLEAVE_PIN_ALWAYS, /* whenever it is possible */
  CLEAVE_PIN_OFF
};

enum cleave_split_choice {
  CLEAVE_SPLIT_AUTO, /* if it is expected to be profitable */
  CLEAVE_SPLIT_ALWAYS,
  CLEAVE_SPLIT_NEVER /* never, if the region has a single-kernel fallback */
};

enum cleave_mapping_choice {
  CLEAVE_MAPPING_AUTO,   /* if it is expected to be profitable */
  CLEAVE_MAPPING_ALWAYS, /* whenever it is possible */
  CLEAVE_MAPPING_OFF,
  CLEAVE_MAPPING_TILES /* like ALWAYS, and in tiles whenever that is possible */
};

enum cleave_check_choice {
  CLEAVE_CHECK_OFF,
  CLEAVE_CHECK_DATA,      /* accesses of the host to data of which the device has a newer value */
  CLEAVE_CHECK_DATA_FAILS /* the same; a report changes the exit status */
};

enum { CLEAVE_MAX_STAGING_THREADS = 64 };
#define CLEAVE_PIN_LIMIT_DEFAULT UINT64_MAX

/* The run-time options, decoded. */
struct cleave_run_time_options {
  bool quiet, repair, verbose, geometry, no_alias, measure, spin, rank_device, nvtx, graphs;
  bool safe; /* other options have safe defaults; also excludes what has no option */
  enum cleave_transfers_choice transfers;
  enum cleave_pin_choice pin;
  enum cleave_split_choice split;
  enum cleave_mapping_choice map;
  enum cleave_check_choice check;
  uint64_t pin_limit;       /* bytes; CLEAVE_PIN_LIMIT_DEFAULT: depends on the machine's memory */
  uint64_t staging_threads; /* 0: depends on the number of processors */
  uint64_t tiles;           /* 0: chosen by the model */
  uint64_t device_memory;   /* maximum of device memory in bytes; 0: all that is free */
  bool waits_for_regions;   /* the host waits once per region, not for each kernel */
  /* Paths, inside the environment given. */
  const char *profile; /* NULL: the default one */
  const char *trace;   /* NULL: none */
  bool trace_content;
};

/* Decodes the run-time options in ENVIRONMENT ("NAME=VALUE", ended by NULL). An empty value counts as none;
 * on and off may be written 1 and 0. Calls COMPLAIN with one line, without a line end, for every invalid
 * value; the option then keeps its default. Does the same for every variable that begins with CLEAVE_ but is
 * not an option (probably misspelt). */
void cleave_options_from_environment(struct cleave_run_time_options *options, const char *const *environment,
                                     void (*complain)(const char *line));

/* Whether CLEAVE_SAFE in ENVIRONMENT is on. */
bool cleave_options_ask_for_safe(const char *const *environment);

/* Prints the table: for a terminal, or as the page docs/options.md. */
void cleave_options_print(FILE *out);
void cleave_options_print_page(FILE *out);

#ifdef __cplusplus
}
#endif
#endif
