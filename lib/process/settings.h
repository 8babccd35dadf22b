/* FILE: lib/process/settings.h
 * WHAT: the CLEAVE_* variables of this process.
 *
 * The folder lib/process has what every part of the run time needs: settings, messages, threads, locks that survive a fork, and
 * libomptarget's functions. It may include model and abi.
 */
#ifndef CLEAVE_PROCESS_SETTINGS_H
#define CLEAVE_PROCESS_SETTINGS_H

#include "model/options.h"

/* The options. The first call reads the environment, and warns about mistakes. Valid as long as the process. */
const struct cleave_run_time_options *cleave_settings(void);

#endif
