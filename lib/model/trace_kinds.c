/* FILE: lib/model/trace_kinds.c
 * WHAT: names of the trace event kinds.
 */
#include "model/trace_kinds.h"

#include <string.h>

static const char *const names[CLEAVE_TRACE_KINDS] = {
    [CLEAVE_TRACE_CONSTRUCT] = "construct",
    [CLEAVE_TRACE_ENQUEUE] = "enqueue",
    [CLEAVE_TRACE_TO_DEVICE] = "to device",
    [CLEAVE_TRACE_FROM_DEVICE] = "from device",
    [CLEAVE_TRACE_BETWEEN_DEVICES] = "between devices",
    [CLEAVE_TRACE_ALLOCATION] = "allocation",
    [CLEAVE_TRACE_RELEASE] = "release",
    [CLEAVE_TRACE_KERNEL] = "kernel",
    [CLEAVE_TRACE_WAIT] = "wait",
    [CLEAVE_TRACE_PIN] = "pin",
};

const char *cleave_trace_kind_name(enum cleave_trace_kind kind) { return names[kind]; }

bool cleave_trace_kind_read(const char *name, enum cleave_trace_kind *kind) {
  for (int i = 0; i < CLEAVE_TRACE_KINDS; i++)
    if (!strcmp(name, names[i])) {
      *kind = (enum cleave_trace_kind)i;
      return true;
    }
  return false;
}
