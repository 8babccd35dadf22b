// Another tool for OMPT gets its callbacks with libcleave in the process: without a trace, with one, and with NVTX ranges. The trace
// has transfers and kernels as well.
// RUN: %clang %s -DTOOL -shared -fPIC -O2 -o %t.so
// RUN: %clang %s -O2 %libcleave %host_offload -o %t
// RUN: %run env LD_PRELOAD=%t.so %t 2>&1 | FileCheck %s --check-prefix=TOOL --implicit-check-not=cleave
// RUN: env CLEAVE_TRACE=%t.json %run env LD_PRELOAD=%t.so %t 2>&1 | FileCheck %s --check-prefix=TOOL --implicit-check-not=cleave
// TOOL: tool: initialized, 2 launches, 1 to device, 1 from device
//
// A library in OMP_TOOL_LIBRARIES, after one that is missing and libcleave itself.
// RUN: env OMP_TOOL_LIBRARIES=%t.missing:%t.so %run %t 2>&1 | FileCheck %s --check-prefixes=TOOL,ENDED --implicit-check-not=cleave
// RUN: env CLEAVE_TRACE=%t.json OMP_TOOL_LIBRARIES=%t.missing:%built_libraries/libcleave.so:%t.so %run %t 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=TOOL,ENDED --implicit-check-not=cleave
// ENDED-SAME: , ended
// RUN: %cleave trace %t.json | FileCheck %s --check-prefix=TRACE
// TRACE: construct 2
// TRACE: to device 1
// TRACE: kernel 2
//
// A tool that the program is linked with, behind libcleave, and its older callbacks.
// RUN: %clang %s -O2 %libcleave %t.so %host_offload -o %t.linked
// RUN: %run %t.linked 2>&1 | FileCheck %s --check-prefix=TOOL --implicit-check-not=cleave
// RUN: env CLEAVE_TRACE=%t.json OLDER=1 %run %t.linked 2>&1 | FileCheck %s --check-prefix=TOOL --implicit-check-not=cleave
// RUN: %cleave trace %t.json | FileCheck %s --check-prefix=TRACE
// RUN: env OLDER=1 %run %t.linked 2>&1 | FileCheck %s --check-prefix=TOOL --implicit-check-not=cleave
//
// A tool that does not want to be active gets no callbacks, and the trace is complete.
// RUN: env CLEAVE_TRACE=%t.json DECLINE=1 %run %t.linked 2>&1 | FileCheck %s --check-prefix=DECLINES --implicit-check-not=cleave
// DECLINES: tool: 0 launches, 0 to device, 0 from device{{$}}
// RUN: %cleave trace %t.json | FileCheck %s --check-prefix=TRACE
//
// Tools switched off: constructs only.
// RUN: env CLEAVE_TRACE=%t.json OMP_TOOL=disabled %run %t
// RUN: %cleave trace %t.json | FileCheck %s
// CHECK: construct 2
// CHECK-NOT: kernel
#ifdef TOOL
#include <omp-tools.h>
#include <stdio.h>
#include <stdlib.h>

static int launches, to_device, from_device, is_initialized, has_ended;

static void count(ompt_target_data_op_t operation, size_t bytes) {
  to_device += operation == ompt_target_data_transfer_to_device && bytes == sizeof(int[100]);
  from_device += operation == ompt_target_data_transfer_from_device && bytes == sizeof(int[100]);
}

static void on_submit_emi(ompt_scope_endpoint_t endpoint, ompt_data_t *target, ompt_id_t *identity,
                          unsigned teams) {
  launches += endpoint == ompt_scope_begin;
  *identity = 7;
}
static void on_data_emi(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *target,
                        ompt_id_t *identity, ompt_target_data_op_t operation, void *from, int from_device,
                        void *to, int to_device_number, size_t bytes, const void *code) {
  if (endpoint == ompt_scope_begin)
    count(operation, bytes);
}
static void on_submit(ompt_id_t target, ompt_id_t identity, unsigned teams) { launches++; }
static void on_data(ompt_id_t target, ompt_id_t identity, ompt_target_data_op_t operation, void *from,
                    int from_device, void *to, int to_device_number, size_t bytes, const void *code) {
  count(operation, bytes);
}

static int begin(ompt_function_lookup_t look_up, int device, ompt_data_t *data) {
  ompt_set_callback_t set = (ompt_set_callback_t)look_up("ompt_set_callback");
  const int older = getenv("OLDER") != NULL;
  const ompt_callback_t submit = older ? (ompt_callback_t)on_submit : (ompt_callback_t)on_submit_emi;
  const ompt_callbacks_t which = older ? ompt_callback_target_submit : ompt_callback_target_submit_emi;
  set(which, submit);
  if (older)
    set(ompt_callback_target_data_op, (ompt_callback_t)on_data);
  else
    set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_data_emi);
  if (getenv("DECLINE"))
    return 0;
  is_initialized = !look_up("no_such_function") && data->value == 42;
  return 1;
}

static void end(ompt_data_t *data) { has_ended = data->value == 42; }

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *run_time) {
  static ompt_start_tool_result_t tool = {begin, end, {42}};
  return &tool;
}

__attribute__((destructor)) static void report(void) {
  fprintf(stderr, "tool: %s%d launches, %d to device, %d from device%s\n",
          is_initialized ? "initialized, " : "", launches, to_device, from_device,
          has_ended ? ", ended" : "");
}
#else
int main(void) {
  int a[100] = {0};
#pragma omp target map(tofrom : a)
  a[0] = 1;
#pragma omp target
  {
  }
  return a[0] != 1;
}
#endif
