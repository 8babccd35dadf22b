/* FILE: lib/process/settings.h
 * WHAT: the run-time options of this process.
 */
#ifndef CLEAVE_PROCESS_SETTINGS_H
#define CLEAVE_PROCESS_SETTINGS_H

#include "model/options.h"

/* The options, read from the environment when first asked for; what is wrong with it is said then.
 * Valid as long as the process. */
const struct cleave_run_time_options *cleave_settings(void);

#endif
