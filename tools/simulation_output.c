/* FILE: tools/simulation_output.c
 * WHAT: the report of `cleave simulate` as JSON, and the events of a program as a trace.
 */
#include <string.h>

#include "image/image.h"
#include "model/trace_kinds.h"
#include "simulation.h"

/* A ratio; null if it is not known. */
static json_t *ratio(double value) { return value < 0 ? json_null() : json_real(value); }

static json_t *describe_kernel(const struct cleave_simulated_kernel *kernel) {
  const bool known = kernel->executed > 0;
  return json_pack(
      "{s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:[I, I], s:[I, I], s:f, s:f, s:s, s:o, s:o, s:O, s:O, s:o}",
      "name", kernel->name, "function", kernel->function, "line", (json_int_t)kernel->line, "launches",
      (json_int_t)kernel->launches, "executed", (json_int_t)kernel->executed, "sampled",
      (json_int_t)kernel->sampled, "faults", (json_int_t)kernel->faults, "teams",
      (json_int_t)kernel->fewest_teams, (json_int_t)kernel->most_teams, "threads",
      (json_int_t)kernel->fewest_threads, (json_int_t)kernel->most_threads, "time_ns", kernel->time,
      "occupancy", kernel->occupancy, "bound", kernel->bound, "sectors_per_access",
      ratio(known ? cleave_simulated_sectors(kernel) : -1), "lanes",
      ratio(known ? cleave_simulated_lanes(kernel) : -1), "counts", kernel->counts, "parts_ns", kernel->parts,
      "sites", cleave_simulated_sites_json(kernel));
}

static json_t *describe_program(const struct cleave_simulation *simulation) {
  static const char *const names[] = {"to_device", "from_device", "between"};
  json_t *kernels = json_array(), *copies = json_object();
  for (size_t i = 0; i < simulation->kernel_count; i++)
    json_array_append_new(kernels, describe_kernel(&simulation->kernels[i]));
  for (int i = 0; i < CLEAVE_COPY_DIRECTIONS; i++) {
    const struct cleave_simulated_copies *sums = &simulation->copies[i];
    json_object_set_new(copies, names[i],
                        json_pack("{s:I, s:I, s:I, s:f}", "copies", (json_int_t)sums->count, "bytes",
                                  (json_int_t)sums->bytes, "pinned_bytes", (json_int_t)sums->pinned_bytes,
                                  "time_ns", sums->time));
  }
  return json_pack("{s:s, s:s, s:I, s:I, s:f, s:f, s:f, s:o, s:o}", "program", simulation->program, "device",
                   simulation->device, "architecture", (json_int_t)simulation->architecture, "launches",
                   (json_int_t)simulation->launches, "kernel_time_ns", simulation->kernel_time,
                   "copy_time_ns", simulation->copy_time, "elapsed_ns", simulation->end - simulation->begin,
                   "kernels", kernels, "transfers", copies);
}

json_t *cleave_simulation_json(const struct cleave_simulation *simulations, size_t count) {
  json_t *programs = json_array();
  for (size_t i = 0; i < count; i++)
    json_array_append_new(programs, describe_program(&simulations[i]));
  return json_pack("{s:s, s:o}", "format", "cleave simulation 1", "programs", programs);
}

static const char *text_of(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

/* What a launch's event in a trace has of its record. */
static const char *const launch_keys[] = {"grid", "block", "bound", "parts", "counts"};

/* A launch or copy as an event of a trace. */
static json_t *trace_event(const json_t *record) {
  const double start = json_number_value(json_object_get(record, "start"));
  const double end = json_number_value(json_object_get(record, "end"));
  const json_int_t device = json_integer_value(json_object_get(record, "device"));
  const char *direction = text_of(record, "direction"), *name = text_of(record, "kernel"), *function;
  const enum cleave_trace_kind kind = *name                               ? CLEAVE_TRACE_KERNEL
                                      : !strcmp(direction, "to device")   ? CLEAVE_TRACE_TO_DEVICE
                                      : !strcmp(direction, "from device") ? CLEAVE_TRACE_FROM_DEVICE
                                                                          : CLEAVE_TRACE_BETWEEN_DEVICES;
  size_t length;
  uint32_t line = 0;
  json_t *arguments = json_pack("{s:I}", "device", device);
  if (*name && cleave_kernel_name_read(name, &function, &length, &line)) {
    json_object_set_new(arguments, "line", json_integer(line));
    json_object_set_new(arguments, "file",
                        json_stringn(function, length)); /* stands for it, as in CLEAVE_TRACE */
  }
  if (!*name)
    json_object_set(arguments, "bytes", json_object_get(record, "bytes"));
  for (size_t i = 0; *name && i < sizeof launch_keys / sizeof *launch_keys; i++)
    if (json_object_get(record, launch_keys[i]))
      json_object_set(arguments, launch_keys[i], json_object_get(record, launch_keys[i]));
  return json_pack("{s:s, s:I, s:O, s:f, s:f, s:s, s:s, s:o}", "ph", "X", "pid",
                   device + CLEAVE_TRACE_FIRST_DEVICE_PROCESS, "tid", json_object_get(record, "stream"), "ts",
                   start / 1000, "dur", (end - start) / 1000, "cat", cleave_trace_kind_name(kind), "name",
                   *name ? name : direction, "args", arguments);
}

json_t *cleave_simulation_trace(const struct cleave_simulation *simulation) {
  json_t *events = json_array(), *record;
  size_t i;
  json_array_foreach(simulation->events, i, record) json_array_append_new(events, trace_event(record));
  return json_pack("{s:{s:s, s:s, s:i}, s:s, s:o}", "otherData", "format", CLEAVE_TRACE_FORMAT, "clock",
                   "device", "dropped", 0, "displayTimeUnit", "ns", "traceEvents", events);
}
