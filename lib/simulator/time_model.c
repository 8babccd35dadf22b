/* FILE: lib/simulator/time_model.c
 * WHAT: the duration of a kernel from its counts and the numbers of a device.
 */
#include "simulator/time_model.h"

#include <math.h>
#include <stddef.h>

enum { LANES_OF_WARP = 32, BYTES_OF_SECTOR = 32 };

/* How the blocks are spread over the device. */
struct spread {
  double blocks;
  double of_block; /* cycles to ns, for a sum over all blocks: that of the busiest multiprocessor */
  double even;     /* the same if all multiprocessors had the same work */
  double waves;
};

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }

static double cycles_per_ns(const struct gpu_device *device) { return device->clock / 1e6; /* kHz */ }

static struct spread spread_of(const struct gpu_shape *shape, const struct gpu_device *device) {
  const double blocks = (double)shape->grid[0] * shape->grid[1] * shape->grid[2];
  const double busiest = ceil(blocks / device->multiprocessors);
  const double resident = shape->resident_blocks ? shape->resident_blocks : 1;
  return (struct spread){.blocks = blocks,
                         .of_block = busiest / blocks / cycles_per_ns(device),
                         .even = 1 / device->multiprocessors / cycles_per_ns(device),
                         .waves = ceil(busiest / resident)};
}

static double warp_instructions(const struct gpu_counts *counts) {
  double sum = 0;
  for (int i = 0; i < GPU_CLASS_COUNT; i++)
    sum += (double)counts->warp_instructions[i];
  return sum;
}

static double lane_instructions(const struct gpu_counts *counts) {
  double sum = 0;
  for (int i = 0; i < GPU_CLASS_COUNT; i++)
    sum += (double)counts->lane_instructions[i];
  return sum;
}

/* ---- Cycles of one multiprocessor, if it executed all blocks ----------------------------------- */

static double cycles_of_class(const struct gpu_counts *counts, enum gpu_class class, double lanes) {
  return (double)counts->warp_instructions[class] * LANES_OF_WARP / lanes;
}

/* A lane sends its address in one of the wavefronts of its instruction; a line of global memory is one of them. */
static double level_1_cycles(const struct gpu_counts *counts) {
  return (double)counts->global_load_lines + (double)counts->global_store_lines +
         (double)(counts->local_load_sectors + counts->local_store_sectors) / 4;
}

/* ---- Parts ------------------------------------------------------------------------------------ */

static double level_2_time(const struct gpu_counts *counts, const struct gpu_device *device,
                           const struct spread *spread) {
  const double bytes = BYTES_OF_SECTOR * ((double)counts->level_2_hits + (double)counts->level_2_misses +
                                          (double)counts->level_2_written);
  const double port = bytes * spread->of_block / device->level_2_port;
  return larger(bytes / device->level_2_bandwidth, port);
}

static double atomic_time(const struct gpu_counts *counts, const struct gpu_device *device) {
  return larger((double)counts->atomic_lanes / device->atomic_rate,
                (double)counts->atomic_most_on_one_address / device->atomic_address_rate) /
         cycles_per_ns(device);
}

/* Waves of resident blocks; each block takes as long as alone. In a single wave, the slowest block ends last. */
static double latency_time(const struct gpu_counts *counts, const struct gpu_device *device,
                           const struct spread *spread) {
  return larger((double)counts->dependent_latency, spread->waves * (double)counts->mean_dependent_latency) /
         cycles_per_ns(device);
}

static void set_parts(const struct gpu_counts *counts, const struct gpu_device *device,
                      const struct spread *spread, struct gpu_time *time) {
  const double scale = spread->of_block;
  time->launch = device->kernel_minimum;
  time->issue = (warp_instructions(counts) + (double)counts->expansion) / device->schedulers * scale;
  time->float32 = cycles_of_class(counts, GPU_FLOAT32, device->float32_lanes) * scale;
  time->float64 = cycles_of_class(counts, GPU_FLOAT64, device->float64_lanes) * scale;
  time->integer = cycles_of_class(counts, GPU_INTEGER, device->integer_lanes) * scale;
  time->special = (cycles_of_class(counts, GPU_SPECIAL, device->special_lanes) +
                   cycles_of_class(counts, GPU_CONVERT, device->special_lanes)) *
                  scale;
  time->shared = (double)counts->shared_wavefronts * scale;
  time->level_1 = level_1_cycles(counts) * scale;
  time->level_2 = level_2_time(counts, device, spread);
  time->memory = BYTES_OF_SECTOR * ((double)counts->level_2_misses + (double)counts->memory_written) /
                 device->memory_throughput;
  time->atomics = atomic_time(counts, device);
  time->latency = latency_time(counts, device, spread);
  time->barriers = spread->waves * (double)counts->barrier_latency / cycles_per_ns(device);
}

/* ---- Queueing --------------------------------------------------------------------------------- */

/* The time if the warps of a multiprocessor meet at its units at random: mean value analysis of a closed network of
 * queues. WARPS customers circulate; part i is the work of unit i for all of them, and a warp alone needs LATENCY. With one
 * warp the result is LATENCY; with many it approaches the greatest part. O(WARPS * COUNT). */
static double queued_time(const double *parts, size_t count, double latency, double warps) {
  enum { PARTS_MOST = 16 };
  double queue[PARTS_MOST] = {0}, residence[PARTS_MOST], all = 0, result = 0;
  for (size_t i = 0; i < count; i++)
    all += parts[i] / warps;
  const double elsewhere = larger(0, latency - all);
  for (double present = 1; present <= warps; present++) {
    result = elsewhere;
    for (size_t i = 0; i < count; i++)
      result += residence[i] = parts[i] / warps * (1 + queue[i]);
    for (size_t i = 0; i < count && result > 0; i++)
      queue[i] = present * residence[i] / result;
  }
  return result;
}

/* Sets the duration, its bound, and the tail. */
static void set_duration(const struct spread *spread, double warps, struct gpu_time *time) {
  const struct {
    const char *name;
    double value;
    const double *from;
  } parts[] = {
#define PART(member, name) {name, time->member, &time->member},
      GPU_TIME_PARTS(PART)
#undef PART
  };
  enum { COUNT = sizeof parts / sizeof *parts };
  double most = 0, units[COUNT];
  size_t count = 0;
  time->bound = "launch";
  for (size_t i = 0; i < COUNT; i++) {
    if (&time->latency != parts[i].from)
      units[count++] = parts[i].value;
    if (parts[i].value > time->launch && parts[i].value > most)
      time->bound = parts[i].name;
    most = larger(most, parts[i].value);
  }
  time->queueing = larger(0, queued_time(units, count, time->latency, warps) - most);
  time->duration = time->launch + most + time->queueing;
  const double on_multiprocessors =
      larger(larger(larger(time->issue, time->float32), larger(time->float64, time->integer)),
             larger(larger(time->special, time->shared), time->level_1));
  if (most > 0 && on_multiprocessors == most)
    time->tail = most * (1 - spread->even / spread->of_block);
}

static double per(double value, uint64_t count) { return count ? value / (double)count : 0; }

void gpu_time(const struct gpu_counts *counts, const struct gpu_shape *shape, const struct gpu_device *device,
              struct gpu_time *time) {
  const struct spread spread = spread_of(shape, device);
  const double threads = (double)shape->block[0] * shape->block[1] * shape->block[2];
  const double warps = ceil(threads / LANES_OF_WARP), all = warp_instructions(counts);
  const double resident = shape->resident_blocks ? shape->resident_blocks : 1;
  *time = (struct gpu_time){.waves = spread.waves};
  set_parts(counts, device, &spread, time);
  const double resident_warps = smaller(resident, ceil(spread.blocks / device->multiprocessors)) * warps;
  set_duration(&spread, resident_warps, time);
  time->occupancy = resident_warps * LANES_OF_WARP / device->threads_per_multiprocessor;
  time->lane_utilization = all > 0 ? lane_instructions(counts) / (all * LANES_OF_WARP) : 0;
  time->sectors_per_load =
      per((double)counts->global_load_sectors, counts->warp_instructions[GPU_LOAD_GLOBAL]);
  time->sectors_per_store =
      per((double)counts->global_store_sectors, counts->warp_instructions[GPU_STORE_GLOBAL]);
}
