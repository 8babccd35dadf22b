/* FILE: lib/data_check/check_host.c
 * WHAT: see check_host.h.
 */
#include "data_check/check_host.h"

struct cleave_check_host cleave_check_host;
struct cleave_check_counts cleave_check_counts;
struct cleave_raw_lock cleave_check_lock;
atomic_bool cleave_check_off;
