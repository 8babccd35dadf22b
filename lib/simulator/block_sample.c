/* FILE: lib/simulator/block_sample.c
 * WHAT: which blocks of a launch are executed, and which of them are resident on the device together.
 *
 * A wave is as many blocks as the device holds at a time, in ascending order. If only a sample is executed, it is
 * consecutive blocks in the middle of a few waves, and these are spread evenly over all waves. So both what neighbouring
 * blocks share and what waves share can be extrapolated.
 */
#include "simulator/machine.h"

enum { BLOCKS_OF_SAMPLED_WAVE = 256, FEWEST_WAVES = 2, MOST_WAVES = 8 };

static uint64_t smaller(uint64_t a, uint64_t b) { return a < b ? a : b; }
static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

void sample_plan(struct launch_state *launch, uint64_t wanted) {
  const struct gpu_device *device = launch->launch->device;
  const uint64_t resident = launch->launch->resident_blocks ? launch->launch->resident_blocks : 1;
  const uint64_t all = launch->blocks;
  launch->resident = device ? smaller(resident, (all - 1) / (uint64_t)device->multiprocessors + 1) : resident;
  const uint64_t wave = device ? smaller((uint64_t)device->multiprocessors * resident, all) : all;
  launch->wave_blocks = wave;
  launch->executed_blocks = all;
  launch->waves = launch->executed_waves = (all + wave - 1) / wave;
  if (!wanted || wanted >= all)
    return;
  const uint64_t whole = all / wave;
  uint64_t waves = smaller(larger(wanted / BLOCKS_OF_SAMPLED_WAVE, FEWEST_WAVES), MOST_WAVES);
  waves = smaller(larger(waves, (wanted + wave - 1) / wave), smaller(whole, wanted));
  launch->executed_waves = waves;
  launch->executed_blocks = smaller(wanted, waves * wave);
}

/* The first block of the executed wave NUMBER. */
static uint64_t first_of(const struct launch_state *launch, uint64_t number) {
  return (uint64_t)((unsigned __int128)number * launch->executed_blocks / launch->executed_waves);
}

uint64_t sample_wave(const struct launch_state *launch, uint64_t ordinal) {
  if (launch->executed_blocks == launch->blocks)
    return ordinal / launch->wave_blocks;
  return (uint64_t)(((unsigned __int128)(ordinal + 1) * launch->executed_waves - 1) /
                    launch->executed_blocks);
}

uint64_t sample_of_wave(const struct launch_state *launch, uint64_t number, uint64_t *all) {
  const uint64_t first = number * launch->wave_blocks;
  if (launch->executed_blocks == launch->blocks)
    return *all = smaller(launch->blocks - first, launch->wave_blocks);
  *all = launch->wave_blocks;
  return first_of(launch, number + 1) - first_of(launch, number);
}

uint64_t sample_block(const struct launch_state *launch, uint64_t ordinal) {
  if (launch->executed_blocks == launch->blocks)
    return ordinal;
  const uint64_t number = sample_wave(launch, ordinal), whole = launch->blocks / launch->wave_blocks;
  uint64_t all;
  const uint64_t executed = sample_of_wave(launch, number, &all);
  const uint64_t wave = (2 * number + 1) * whole / (2 * launch->executed_waves);
  return wave * all + (all - executed) / 2 + ordinal - first_of(launch, number);
}
