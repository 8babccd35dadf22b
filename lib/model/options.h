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

/* How a region is transformed for the sake of its transfers. */
enum cleave_copies {
  CLEAVE_COPIES_BY_ENGINE, /* beside kernels, by the transfer engine */
  CLEAVE_COPIES_BY_TASKS,  /* beside kernels, by OpenMP's tasks */
  CLEAVE_COPIES_REDUCED,   /* only fewer of them */
  CLEAVE_COPIES_AS_WRITTEN
};

enum { CLEAVE_MAX_SKIPS = 64, CLEAVE_MAX_PATH = 4096 };

/* The compile-time options, decoded. */
struct cleave_options {
  enum cleave_mode mode;
  enum cleave_form form;        /* of mode=rewrite */
  char output[CLEAVE_MAX_PATH]; /* "" means standard output */
  char file[CLEAVE_MAX_PATH];   /* "" means the main file */
  bool summary, split, widen, geometry, no_alias, single_kernel_fallback, kernel_information, openmp_opt,
      dist_schedule;
  enum cleave_copies transfers;
  /* Whether transformed text may call functions of the run-time library: not where there is no place for
   * their declarations, in front of a precompiled header. No option of the table. */
  bool may_call;
  bool checks_pointers; /* -fsanitize=pointer-overflow is on, for the host. No option of the table. */
  long bisect;          /* -1: no limit */
  uint32_t skips[CLEAVE_MAX_SKIPS];
  size_t skip_count;
};

enum cleave_option_time { CLEAVE_COMPILE_TIME, CLEAVE_RUN_TIME };

/* A row of the table. */
struct cleave_option_row {
  const char *name;
  const char *values;        /* how a value is written: "on|off", "N", "LINE[:LINE...]" */
  const char *default_value; /* as it would be written; "" if there is none */
  enum cleave_option_time time;
  const char *help; /* a phrase, and further sentences */
};

extern const struct cleave_option_row cleave_option_rows[];
extern const size_t cleave_option_row_count;

void cleave_options_defaults(struct cleave_options *options);

/* Decodes one compile-time ARGUMENT, "NAME=VALUE", into OPTIONS; of the same option the last one
 * counts. On failure returns false, leaves OPTIONS as they were and one line for the user, without a
 * line end, in ERROR. */
bool cleave_options_parse(struct cleave_options *options, const char *argument, char *error,
                          size_t error_size);

/* Whether the region whose directive stands on LINE is to be left alone. */
bool cleave_options_skips(const struct cleave_options *options, uint32_t line);

enum cleave_transfers_choice {
  CLEAVE_TRANSFERS_AUTO,   /* where it is expected to pay */
  CLEAVE_TRANSFERS_ALWAYS, /* wherever it is possible */
  CLEAVE_TRANSFERS_OFF
};

enum cleave_pin_choice {
  CLEAVE_PIN_AUTO,   /* where it is expected to pay */
  CLEAVE_PIN_ALWAYS, /* wherever it is possible */
  CLEAVE_PIN_OFF
};

enum cleave_split_choice {
  CLEAVE_SPLIT_AUTO, /* where it is expected to pay */
  CLEAVE_SPLIT_ALWAYS,
  CLEAVE_SPLIT_NEVER /* where the region is there as it is written, too */
};

enum { CLEAVE_MAX_STAGING_THREADS = 64 };
#define CLEAVE_PIN_LIMIT_DEFAULT UINT64_MAX

/* The run-time options, decoded. */
struct cleave_run_time_options {
  bool quiet, repair, verbose, geometry, no_alias, measure;
  enum cleave_transfers_choice transfers;
  enum cleave_pin_choice pin;
  enum cleave_split_choice split;
  uint64_t pin_limit;       /* bytes; CLEAVE_PIN_LIMIT_DEFAULT: by the machine's memory */
  uint64_t staging_threads; /* 0: by the machine's processors */
  uint64_t tiles;           /* 0: by the model */
  uint64_t device_memory;   /* bytes of a device's that may be used at most; 0: all that are free */
  bool waits_for_regions;   /* not for each kernel */
  /* Paths, inside the environment given. */
  const char *profile; /* NULL: the default one */
  const char *trace;   /* NULL: none */
};

/* Decodes the run-time options in ENVIRONMENT ("NAME=VALUE", ended by NULL). An empty value is none;
 * on and off may be written 1 and 0. Calls COMPLAIN with one line, without a line end, for every
 * variable that begins with CLEAVE_ but is no option (most likely a misspelt one) and for every value
 * that its option does not take; the option then keeps its default. */
void cleave_options_from_environment(struct cleave_run_time_options *options, const char *const *environment,
                                     void (*complain)(const char *line));

/* Prints the table: for a terminal, or as the page docs/options.md. */
void cleave_options_print(FILE *out);
void cleave_options_print_page(FILE *out);

#ifdef __cplusplus
}
#endif
#endif
