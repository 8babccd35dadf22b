// Another tool for OMPT is not disturbed by libcleave: not where no trace is asked for, and not where one
// is, which then says that it lacks transfers and kernels.
// RUN: %clang %s -DTOOL -shared -fPIC -O2 -o %t.so
// RUN: %clang %s -O2 %libcleave %host_offload -o %t
// RUN: %run env LD_PRELOAD=%t.so %t 2>&1 | FileCheck %s --check-prefix=TOOL --implicit-check-not=cleave
// RUN: env CLEAVE_TRACE=%t.json %run env LD_PRELOAD=%t.so %t 2>&1 | FileCheck %s --check-prefix=TOOL
// TOOL-DAG: tool: 2 launches
// A tool that the program is linked with, behind libcleave.
// RUN: %clang %s -O2 %libcleave %t.so %host_offload -o %t.linked
// RUN: %run %t.linked 2>&1 | FileCheck %s --check-prefix=TOOL --implicit-check-not=cleave
// RUN: env CLEAVE_TRACE=%t.json %run %t.linked 2>&1 | FileCheck %s --check-prefixes=TOOL,BESIDE
// BESIDE-DAG: cleave: warning: another OpenMP tool is active; the trace contains no transfers or launches
// RUN: %cleave trace %t.json | FileCheck %s
// CHECK: construct 2
// CHECK-NOT: kernel
//
// Tools switched off: the same.
// RUN: env CLEAVE_TRACE=%t.json OMP_TOOL=disabled %run %t
// RUN: %cleave trace %t.json | FileCheck %s
#ifdef TOOL
#include <omp-tools.h>
#include <stdio.h>

static int launches;

static void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t *target, ompt_id_t *identity,
                      unsigned teams) {
  launches += endpoint == ompt_scope_begin;
}

static int begin(ompt_function_lookup_t look_up, int device, ompt_data_t *data) {
  ompt_set_callback_t set = (ompt_set_callback_t)look_up("ompt_set_callback");
  set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit);
  return 1;
}

static void end(ompt_data_t *data) {}

ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *run_time) {
  static ompt_start_tool_result_t tool = {begin, end, {0}};
  return &tool;
}

__attribute__((destructor)) static void report(void) {
  fprintf(stderr, "tool: %d launches\n", launches);
}
#else
int main(void) {
#pragma omp target
  {}
#pragma omp target
  {}
  return 0;
}
#endif
