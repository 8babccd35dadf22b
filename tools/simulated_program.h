/* FILE: tools/simulated_program.h
 * WHAT: `cleave simulate`: runs a program with the simulated CUDA driver.
 */
#ifndef CLEAVE_TOOLS_SIMULATED_PROGRAM_H
#define CLEAVE_TOOLS_SIMULATED_PROGRAM_H

#include <stdbool.h>

#include "output.h"

/* What the user chose; NULL: the default. */
struct cleave_simulated_gpu {
  const char *device; /* a name or the file of a profile */
  const char *checks, *blocks;
  bool sites; /* count the accesses of each instruction */
};

/* Whether the values are valid; if not, prints an error. */
bool cleave_simulated_gpu_check(const struct cleave_simulated_gpu *gpu);

/* Runs the command WORDS, which ends with NULL, and waits. The driver writes its records to RECORDS. Returns false after
 * printing an error if the program cannot be simulated or failed. */
bool cleave_simulated_program_run(char **words, const struct cleave_simulated_gpu *gpu,
                                  const struct cleave_output *records);

#endif
