/* FILE: lib/trace/trace_ompt.c
 * WHAT: the tool callbacks (OMPT) of the OpenMP run time for allocations, transfers and launches.
 *
 * A process can have one tool. libcleave is that tool only if a trace or NVTX ranges are requested; the tool that would
 * follow it in the search order then gets the callbacks from libcleave.
 */
#include <dlfcn.h>
#include <omp-tools.h>
#include <string.h>

#include "abi/entry_points.h"
#include "data_check/data_check.h"
#include "process/message.h"
#include "process/omptarget.h"
#include "process/settings.h"
#include "trace/ompt_tool.h"
#include "trace/trace_construct.h"
#include "trace/trace_file.h"

/* Whether the target of a transfer is a device, not the host. */
static bool is_device(int number) { return number >= 0 && number < cleave_omptarget()->device_count(); }

/* Passes an operation on to CLEAVE_CHECK=data. The call encloses copies, which access the host's memory. */
static void check_operation(const struct cleave_data_check *check, ompt_scope_endpoint_t endpoint,
                            ompt_target_data_op_t operation, void *from, int from_device, void *to,
                            int to_device, size_t bytes) {
  const bool begins = endpoint != ompt_scope_end, ends = endpoint != ompt_scope_begin;
  if (begins)
    check->enter();
  if (operation == ompt_target_data_alloc && ends)
    check->allocated(to_device, from, to, bytes);
  else if (operation == ompt_target_data_delete && begins)
    check->released(from_device, from);
  else if (operation == ompt_target_data_transfer_to_device && begins)
    check->to_device(to_device, from, to, bytes);
  else if (operation == ompt_target_data_transfer_from_device && begins && !is_device(to_device))
    check->from_device(from_device, from, to, bytes);
  if (ends)
    check->leave();
}

static void on_data_operation(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *target,
                              ompt_id_t *identity, ompt_target_data_op_t operation, void *from,
                              int from_device, void *to, int to_device, size_t bytes, const void *code) {
  (void)task, (void)target, (void)identity, (void)code;
  const uint64_t source = (uint64_t)(uintptr_t)from, destination = (uint64_t)(uintptr_t)to;
  if (cleave_data_check())
    check_operation(cleave_data_check(), endpoint, operation, from, from_device, to, to_device, bytes);
  if (endpoint == ompt_scope_end) {
    cleave_operation_end(destination);
    return;
  }
  switch (operation) {
  case ompt_target_data_alloc:
    cleave_operation_begin(CLEAVE_TRACE_ALLOCATION, to_device, source, bytes);
    break;
  case ompt_target_data_delete:
    cleave_operation_begin(CLEAVE_TRACE_RELEASE, from_device, source, 0);
    break;
  case ompt_target_data_transfer_to_device:
    cleave_operation_begin(CLEAVE_TRACE_TO_DEVICE, to_device, source, bytes);
    break;
  case ompt_target_data_transfer_from_device:
    cleave_operation_begin(is_device(to_device) ? CLEAVE_TRACE_BETWEEN_DEVICES : CLEAVE_TRACE_FROM_DEVICE,
                           from_device, destination, bytes);
    break;
  default: /* associations transfer nothing */
    return;
  }
  if (endpoint == ompt_scope_beginend)
    cleave_operation_end(destination);
}

static void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t *target, ompt_id_t *identity,
                      unsigned teams) {
  (void)target, (void)identity, (void)teams;
  if (endpoint != ompt_scope_end)
    cleave_operation_begin(CLEAVE_TRACE_KERNEL, -1, 0, 0);
  if (endpoint != ompt_scope_begin)
    cleave_operation_end(0);
}

static ompt_start_tool_result_t *other;

static int begin_tool(ompt_function_lookup_t look_up, int initial_device, ompt_data_t *data) {
  (void)data;
  static const struct cleave_tool_callbacks ours = {on_data_operation, on_submit};
  if (!cleave_tool_begin(look_up, initial_device, other, &ours))
    cleave_warn(
        "this OpenMP run time does not report transfers and launches, so the trace contains none; use that of clang " CLEAVE_OMPTARGET_VERSION);
  return 1;
}

static void end_tool(ompt_data_t *data) {
  (void)data;
  cleave_tool_end();
}

CLEAVE_API ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *run_time) {
  static ompt_start_tool_result_t tool = {begin_tool, end_tool, {0}};
  ompt_start_tool_result_t *(*next)(unsigned, const char *) = NULL;
  void *address = dlsym(RTLD_NEXT, "ompt_start_tool");
  memcpy(&next, &address, sizeof address);
  other = next ? next(version, run_time) : NULL;
  if (cleave_omptarget()->is_there && !cleave_omptarget()->is_known)
    return other;
  cleave_trace_start();
  if (!cleave_trace_is_observed() && cleave_settings()->check == CLEAVE_CHECK_OFF)
    return other; /* NULL: the run time looks in OMP_TOOL_LIBRARIES */
  if (!other)
    other = cleave_tool_load(version, run_time, ompt_start_tool);
  return &tool;
}
