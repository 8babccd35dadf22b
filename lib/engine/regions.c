/* FILE: lib/engine/regions.c
 * WHAT: regions under way, one stack for each thread.
 */
#include "engine/engine.h"
#include "runtime/driver_front.h"
#include "runtime/runtime.h"

atomic_bool cleave_engine_on;

void cleave_engine_enter(struct cleave_engine_call *call, enum cleave_engine_construct construct,
                         const struct cleave_engine_arguments *arguments) {
  *call = (struct cleave_engine_call){.construct = construct, .arguments = arguments};
}

void cleave_engine_leave(struct cleave_engine_call *call) {
  (void)call;
}

void cleave_transfers_begin(int device, int count, ...) {
  (void)device, (void)count;
  cleave_waits_begin();
}

void cleave_transfers_stage(int stage) {
  (void)stage;
}

void cleave_transfers_end(void) {
  cleave_waits_end(-1);
}
