/* FILE: tools/simulation.c
 * WHAT: reads the records of the simulated driver and sums them up.
 */
#include "simulation.h"

#include <stdlib.h>
#include <string.h>

#include "image/image.h"
#include "readable_names.h"

static double number(const json_t *object, const char *key) {
  return json_number_value(json_object_get(object, key));
}

static const char *string(const json_t *object, const char *key) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? text : "";
}

/* The number of teams or threads of a launch: the product of a list of three. */
static uint64_t product(const json_t *list) {
  uint64_t result = 1;
  for (size_t i = 0; i < json_array_size(list); i++)
    result *= (uint64_t)json_integer_value(json_array_get(list, i));
  return result;
}

/* Adds the numbers of MORE, and of the objects in it, to SUMS. */
static void add_counts(json_t *sums, json_t *more) {
  const char *key;
  json_t *value;
  json_object_foreach(more, key, value) {
    json_t *sum = json_object_get(sums, key);
    if (json_is_object(value)) {
      if (!sum)
        json_object_set_new(sums, key, sum = json_object());
      add_counts(sum, value);
    } else if (json_is_integer(value)) {
      json_object_set_new(sums, key, json_integer(json_integer_value(sum) + json_integer_value(value)));
    }
  }
}

static struct cleave_simulated_kernel new_kernel(const char *name, struct cleave_arena *arena) {
  const char *function;
  size_t length;
  struct cleave_simulated_kernel kernel = {.bound = "", .counts = json_object(), .parts = json_object()};
  kernel.name = cleave_arena_copy(arena, name, strlen(name));
  kernel.function = kernel.name;
  if (cleave_kernel_name_read(kernel.name, &function, &length, &kernel.line))
    kernel.function = cleave_arena_copy(arena, function, length);
  kernel.function = cleave_demangled(cleave_printable(kernel.function, arena), arena);
  return kernel;
}

static struct cleave_simulated_kernel *find_kernel(struct cleave_simulation *simulation, const char *name,
                                                   struct cleave_arena *arena) {
  for (size_t i = 0; i < simulation->kernel_count; i++)
    if (!strcmp(simulation->kernels[i].name, name))
      return &simulation->kernels[i];
  CLEAVE_APPEND(arena, simulation->kernels, simulation->kernel_count, new_kernel(name, arena));
  return &simulation->kernels[simulation->kernel_count - 1];
}

static void widen(uint64_t value, bool is_first, uint64_t *smallest, uint64_t *largest) {
  if (is_first || value < *smallest)
    *smallest = value;
  if (is_first || value > *largest)
    *largest = value;
}

static void read_launch(struct cleave_simulation *simulation, const json_t *device, json_t *record,
                        struct cleave_arena *arena) {
  struct cleave_simulated_kernel *kernel = find_kernel(simulation, string(record, "kernel"), arena);
  const double time = number(record, "end") - number(record, "start");
  const uint64_t teams = product(json_object_get(record, "grid")),
                 threads = product(json_object_get(record, "block"));
  const double multiprocessors = number(device, "multiprocessors"),
               most = number(device, "threads_per_multiprocessor");
  const char *status = string(record, "status");
  json_t *counts = json_object_get(record, "counts");
  double resident = number(record, "resident_blocks");
  if (multiprocessors > 0 &&
      resident > (double)teams / multiprocessors) /* the last multiprocessor may hold fewer */
    resident = (double)teams / multiprocessors;
  widen(teams, !kernel->launches, &kernel->fewest_teams, &kernel->most_teams);
  widen(threads, !kernel->launches, &kernel->fewest_threads, &kernel->most_threads);
  kernel->launches++;
  kernel->executed += counts != NULL;
  kernel->sampled += number(counts, "executed_blocks") < number(counts, "blocks");
  kernel->faults += counts && strcmp(status, "done");
  if (most > 0)
    kernel->occupancy += time * resident * (double)threads / most; /* divided by the time at the end */
  if (time >= kernel->longest) {
    const char *bound = string(record, "bound");
    kernel->longest = time;
    kernel->bound = cleave_arena_copy(arena, bound, strlen(bound));
  }
  add_counts(kernel->counts, counts);
  add_counts(kernel->parts, json_object_get(record, "parts"));
  cleave_simulated_sites_add(kernel, record, arena);
  json_object_del(record, "sites"); /* the record remains in memory */
  kernel->time += time;
  simulation->kernel_time += time;
  simulation->launches++;
}

static void read_copy(struct cleave_simulation *simulation, const json_t *record) {
  const char *direction = string(record, "direction");
  struct cleave_simulated_copies *copies =
      &simulation->copies[!strcmp(direction, "to device")     ? CLEAVE_COPY_TO
                          : !strcmp(direction, "from device") ? CLEAVE_COPY_FROM
                                                              : CLEAVE_COPY_BETWEEN];
  const uint64_t bytes = (uint64_t)number(record, "bytes");
  const double time = number(record, "end") - number(record, "start");
  copies->count++;
  copies->bytes += bytes;
  copies->pinned_bytes += json_is_true(json_object_get(record, "pinned")) ? bytes : 0;
  copies->time += time;
  simulation->copy_time += time;
}

/* Reads one record. DEVICE is the last record of a device; it may be replaced. */
static void read_record(struct cleave_simulation *simulation, json_t **device, json_t *record,
                        struct cleave_arena *arena) {
  const char *type = string(record, "type"), *name = string(record, "name");
  if (!strcmp(type, "device")) {
    json_decref(*device);
    *device = json_incref(record);
    simulation->device = cleave_arena_copy(arena, name, strlen(name));
    simulation->architecture = (uint32_t)number(record, "architecture");
    return;
  }
  if (!strcmp(type, "launch"))
    read_launch(simulation, *device, record, arena);
  else
    read_copy(simulation, record);
  const double start = number(record, "start"), end = number(record, "end");
  if (!json_array_size(simulation->events) || start < simulation->begin)
    simulation->begin = start;
  if (end > simulation->end)
    simulation->end = end;
  json_array_append(simulation->events, record);
}

const char *cleave_simulation_read(const char *text, size_t length, struct cleave_arena *arena,
                                   struct cleave_simulation *simulation) {
  const char *error = NULL;
  json_t *device = NULL;
  simulation->device = "";
  simulation->events = json_array();
  for (size_t at = 0, line = 1; at < length && !error; line++) {
    const char *end = memchr(text + at, '\n', length - at);
    const size_t size = end ? (size_t)(end - text) - at : length - at;
    json_t *record = json_loadb(text + at, size, 0, NULL);
    if (record)
      read_record(simulation, &device, record, arena);
    else if (end) /* a process that crashed may have left part of a line */
      error = cleave_arena_format(arena, "line %zu of the simulator's records is not JSON", line);
    json_decref(record);
    at += size + 1;
  }
  json_decref(device);
  for (size_t i = 0; i < simulation->kernel_count; i++)
    cleave_simulated_sites_sort(&simulation->kernels[i]);
  for (size_t i = 0; i < simulation->kernel_count; i++)
    simulation->kernels[i].occupancy /= simulation->kernels[i].time > 0 ? simulation->kernels[i].time : 1;
  return error;
}

void cleave_simulation_free(struct cleave_simulation *simulation) {
  for (size_t i = 0; i < simulation->kernel_count; i++) {
    json_decref(simulation->kernels[i].counts);
    json_decref(simulation->kernels[i].parts);
  }
  json_decref(simulation->events);
}

double cleave_simulated_count(const struct cleave_simulated_kernel *kernel, const char *name) {
  json_t *value = json_object_get(kernel->counts, name), *part;
  const char *key;
  double sum = json_number_value(value);
  json_object_foreach(value, key, part) sum += json_number_value(part);
  return sum;
}

double cleave_simulated_lanes(const struct cleave_simulated_kernel *kernel) {
  const double warp = cleave_simulated_count(kernel, "warp_instructions");
  return warp > 0 ? cleave_simulated_count(kernel, "lane_instructions") / (32 * warp) : -1;
}

double cleave_simulated_sectors(const struct cleave_simulated_kernel *kernel) {
  const double accesses = cleave_simulated_count(kernel, "global_requests");
  const double sectors = cleave_simulated_count(kernel, "global_load_sectors") +
                         cleave_simulated_count(kernel, "global_store_sectors");
  return accesses > 0 ? sectors / accesses : -1;
}
