/* FILE: lib/trace/ompt_tool.c
 * WHAT: see ompt_tool.h.
 *
 * The run time calls one function for each event. The other tool registers its functions by a function that it looks up; it gets
 * one of this file, which keeps the functions for events that libcleave needs as well. A callback without _emi is called at the
 * begin of an operation, as the run time does.
 */
#include "trace/ompt_tool.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct cleave_tool_callbacks mine;
static ompt_function_lookup_t real_look_up;
static ompt_set_callback_t real_set;
static ompt_get_callback_t real_get;
static ompt_start_tool_result_t *other_tool;

/* The other tool's functions for the events of libcleave. A tool may set them at any time. */
enum { DATA_OPERATION_EMI, DATA_OPERATION, SUBMIT_EMI, SUBMIT, SHARED };
static const ompt_callbacks_t events[SHARED] = {ompt_callback_target_data_op_emi,
                                                ompt_callback_target_data_op, ompt_callback_target_submit_emi,
                                                ompt_callback_target_submit};
static _Atomic(ompt_callback_t) theirs[SHARED];

static ompt_id_t next_operation(void) {
  static _Atomic uint64_t operations;
  return atomic_fetch_add_explicit(&operations, 1, memory_order_relaxed) + 1;
}

static void tell_data_operation(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *target,
                                ompt_id_t *identity, ompt_target_data_op_t operation, void *from,
                                int from_device, void *to, int to_device, size_t bytes, const void *code) {
  ompt_callback_target_data_op_emi_t emi =
      (ompt_callback_target_data_op_emi_t)atomic_load(&theirs[DATA_OPERATION_EMI]);
  ompt_callback_target_data_op_t plain = (ompt_callback_target_data_op_t)atomic_load(&theirs[DATA_OPERATION]);
  if (emi)
    emi(endpoint, task, target, identity, operation, from, from_device, to, to_device, bytes, code);
  else if (plain && endpoint != ompt_scope_end)
    plain(target ? target->value : 0, next_operation(), operation, from, from_device, to, to_device, bytes,
          code);
}

static void on_data_operation(ompt_scope_endpoint_t endpoint, ompt_data_t *task, ompt_data_t *target,
                              ompt_id_t *identity, ompt_target_data_op_t operation, void *from,
                              int from_device, void *to, int to_device, size_t bytes, const void *code) {
  if (endpoint != ompt_scope_end)
    tell_data_operation(endpoint, task, target, identity, operation, from, from_device, to, to_device, bytes,
                        code);
  mine.data_operation(endpoint, task, target, identity, operation, from, from_device, to, to_device, bytes,
                      code);
  if (endpoint == ompt_scope_end)
    tell_data_operation(endpoint, task, target, identity, operation, from, from_device, to, to_device, bytes,
                        code);
}

static void tell_submit(ompt_scope_endpoint_t endpoint, ompt_data_t *target, ompt_id_t *identity,
                        unsigned teams) {
  ompt_callback_target_submit_emi_t emi = (ompt_callback_target_submit_emi_t)atomic_load(&theirs[SUBMIT_EMI]);
  ompt_callback_target_submit_t plain = (ompt_callback_target_submit_t)atomic_load(&theirs[SUBMIT]);
  if (emi)
    emi(endpoint, target, identity, teams);
  else if (plain && endpoint != ompt_scope_end)
    plain(target ? target->value : 0, next_operation(), teams);
}

static void on_submit(ompt_scope_endpoint_t endpoint, ompt_data_t *target, ompt_id_t *identity,
                      unsigned teams) {
  if (endpoint != ompt_scope_end)
    tell_submit(endpoint, target, identity, teams);
  mine.submit(endpoint, target, identity, teams);
  if (endpoint == ompt_scope_end)
    tell_submit(endpoint, target, identity, teams);
}

/* The index in events, or SHARED. */
static int index_of(ompt_callbacks_t event) {
  int index = 0;
  while (index < SHARED && events[index] != event)
    index++;
  return index;
}

static ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t callback) {
  const int index = index_of(event);
  if (index == SHARED)
    return real_set(event, callback);
  atomic_store(&theirs[index], callback);
  return ompt_set_always;
}

static int get_callback(ompt_callbacks_t event, ompt_callback_t *callback) {
  const int index = index_of(event);
  if (index == SHARED)
    return real_get ? real_get(event, callback) : 0;
  *callback = atomic_load(&theirs[index]);
  return *callback != NULL;
}

static ompt_interface_fn_t look_up_for_other(const char *name) {
  if (!strcmp(name, "ompt_set_callback"))
    return (ompt_interface_fn_t)set_callback;
  if (!strcmp(name, "ompt_get_callback"))
    return (ompt_interface_fn_t)get_callback;
  return real_look_up(name);
}

bool cleave_tool_begin(ompt_function_lookup_t look_up, int initial_device, ompt_start_tool_result_t *other,
                       const struct cleave_tool_callbacks *ours) {
  mine = *ours;
  real_look_up = look_up;
  real_set = (ompt_set_callback_t)look_up("ompt_set_callback");
  real_get = (ompt_get_callback_t)look_up("ompt_get_callback");
  const bool has_all =
      real_set &&
      real_set(ompt_callback_target_data_op_emi, (ompt_callback_t)on_data_operation) >= ompt_set_sometimes &&
      real_set(ompt_callback_target_submit_emi, (ompt_callback_t)on_submit) >= ompt_set_sometimes;
  if (!other || !real_set)
    return has_all;
  if (other->initialize(look_up_for_other, initial_device, &other->tool_data))
    other_tool = other;
  else /* the tool does not want to be active */
    for (int i = 0; i < SHARED; i++)
      atomic_store(&theirs[i], (ompt_callback_t)NULL);
  return has_all;
}

void cleave_tool_end(void) {
  if (other_tool)
    other_tool->finalize(&other_tool->tool_data);
  other_tool = NULL;
}

static ompt_start_tool_result_t *start(const char *path, unsigned version, const char *run_time,
                                       cleave_start_tool *ours) {
  void *library = dlopen(path, RTLD_LAZY);
  void *address = library ? dlsym(library, "ompt_start_tool") : NULL;
  cleave_start_tool *start_tool = NULL;
  memcpy(&start_tool, &address, sizeof address);
  const bool is_other = start_tool && start_tool != ours;
  ompt_start_tool_result_t *tool = is_other ? start_tool(version, run_time) : NULL;
  if (library && !tool)
    dlclose(library);
  return tool;
}

/* Archer is beside the run time, and reports what ThreadSanitizer must know about its synchronization. */
static ompt_start_tool_result_t *start_archer(unsigned version, const char *run_time,
                                              cleave_start_tool *ours) {
  Dl_info info;
  char path[4096];
  void *known = dlsym(RTLD_DEFAULT, "omp_get_max_threads");
  const char *slash = known && dladdr(known, &info) ? strrchr(info.dli_fname, '/') : NULL;
  if (!slash || !dlsym(RTLD_DEFAULT, "__tsan_init"))
    return NULL;
  snprintf(path, sizeof path, "%.*slibarcher.so", (int)(slash - info.dli_fname) + 1, info.dli_fname);
  return start(path, version, run_time, ours);
}

ompt_start_tool_result_t *cleave_tool_load(unsigned version, const char *run_time, cleave_start_tool *ours) {
  const char *libraries = getenv("OMP_TOOL_LIBRARIES");
  char *paths = strdup(libraries ? libraries : ""), *rest = NULL;
  ompt_start_tool_result_t *tool = NULL;
  for (char *path = paths ? strtok_r(paths, ":", &rest) : NULL; path && !tool;
       path = strtok_r(NULL, ":", &rest))
    tool = start(path, version, run_time, ours);
  free(paths);
  return tool ? tool : start_archer(version, run_time, ours);
}
