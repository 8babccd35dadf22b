/* FILE: lib/simulator/grid_execution.c
 * WHAT: executes a launch: blocks in ascending order on several host threads.
 *
 * A host thread runs a block to its end. If the block spins, it may wait for another block; the host thread then starts
 * the next block, up to RESIDENT, and gives them turns. Blocks are started in ascending order, so a block that waits for
 * lower numbers always finds them started.
 */
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "simulator/machine.h"
#include "simulator/pool.h"

enum { RESIDENT = 16, HOST_THREADS_MOST = 256 };

/* ---- Output of device code --------------------------------------------------------------------- */

struct printed_block {
  uint64_t number;
  char *text;
  size_t bytes;
};

static void keep_printed(struct block *block) {
  struct launch_state *launch = block->launch;
  if (!block->printed_bytes)
    return;
  pthread_mutex_lock(&launch->lock);
  if (launch->printed_count == launch->printed_capacity) {
    launch->printed_capacity = 2 * launch->printed_capacity + 16;
    launch->printed = realloc(launch->printed, launch->printed_capacity * sizeof *launch->printed);
  }
  launch->printed[launch->printed_count++] =
      (struct printed_block){block->number, block->printed, block->printed_bytes};
  pthread_mutex_unlock(&launch->lock);
  block->printed = NULL;
  block->printed_bytes = block->printed_capacity = 0;
}

static int compare_printed(const void *a, const void *b) {
  const struct printed_block *left = a, *right = b;
  return (left->number > right->number) - (left->number < right->number);
}

static void write_printed(struct launch_state *launch) {
  if (launch->printed_count)
    qsort(launch->printed, launch->printed_count, sizeof *launch->printed, compare_printed);
  for (size_t i = 0; i < launch->printed_count; i++) {
    fwrite(launch->printed[i].text, 1, launch->printed[i].bytes, stdout);
    free(launch->printed[i].text);
  }
  if (launch->printed_count)
    fflush(stdout);
  free(launch->printed);
}

/* ---- Host threads ------------------------------------------------------------------------------ */

struct worker_thread {
  struct worker worker;
  pthread_t thread;
};

/* The next block to execute; false: there is none. */
static bool next_block(struct launch_state *launch, uint64_t *ordinal) {
  pthread_mutex_lock(&launch->lock);
  const bool found = launch->next_block < launch->executed_blocks && !atomic_load(&launch->stop);
  if (found)
    *ordinal = launch->next_block++;
  pthread_mutex_unlock(&launch->lock);
  return found;
}

static void end_counts(struct block *block) {
  caches_end_block(block);
  timeline_end_block(block);
}

static void run_blocks(struct worker *worker) {
  struct launch_state *launch = worker->launch;
  struct block *blocks[RESIDENT];
  unsigned count = 0, active = 0, turn = 0;
  uint64_t ordinal;
  for (;;) {
    if (turn == active && active < RESIDENT && next_block(launch, &ordinal)) {
      if (active == count)
        blocks[count++] = block_new(worker);
      block_start(blocks[active++], ordinal);
    }
    if (!active)
      break;
    turn = turn < active ? turn : 0;
    enum block_result result = block_run(blocks[turn]);
    if (result == BLOCK_SPINS) {
      turn++;
      continue;
    }
    if (result == BLOCK_DONE)
      end_counts(blocks[turn]);
    keep_printed(blocks[turn]);
    struct block *done = blocks[turn];
    blocks[turn] = blocks[--active];
    blocks[active] = done;
    turn = active ? turn % active : 0;
  }
  for (unsigned i = 0; i < count; i++)
    block_free(blocks[i]);
}

/* Device code knows nothing of the host program's rounding mode, traps and flushed subnormal numbers, which
 * -ffast-math sets at the program's start. */
static void *run_worker(void *argument) {
  fenv_t host;
  fegetenv(&host);
  fesetenv(FE_DFL_ENV);
  run_blocks(argument);
  fesetenv(&host);
  return NULL;
}

static unsigned host_threads(const struct gpu_launch *launch, uint64_t blocks) {
  long count = launch->host_threads ? (long)launch->host_threads : sysconf(_SC_NPROCESSORS_ONLN);
  if (count < 1)
    count = 1;
  if (count > HOST_THREADS_MOST)
    count = HOST_THREADS_MOST;
  return (uint64_t)count < blocks ? (unsigned)count : (unsigned)blocks;
}

/* ---- The launch -------------------------------------------------------------------------------- */

static const char *find_problem(const struct program_kernel *kernel, const struct gpu_launch *launch) {
  const uint64_t threads = (uint64_t)launch->block[0] * launch->block[1] * launch->block[2];
  if (!threads || threads > LANES * WARPS_MOST)
    return "a block needs 1 to 1024 threads";
  if (!launch->grid[0] || !launch->grid[1] || !launch->grid[2])
    return "a grid needs at least one block";
  if (launch->parameter_bytes < kernel->kernel.parameter_bytes)
    return "the launch has fewer parameters than the kernel";
  return NULL;
}

static void prepare_worker(struct worker *worker, struct launch_state *launch) {
  worker->launch = launch;
  worker->ranges = calloc(launch->program->range_count + 1, sizeof *worker->ranges);
  counts_start(worker);
  sites_start(worker);
}

static void run_workers(struct launch_state *state, unsigned count) {
  struct worker_thread *threads = calloc(count, sizeof *threads);
  for (unsigned i = 0; i < count; i++)
    prepare_worker(&threads[i].worker, state);
  for (unsigned i = 1; i < count; i++)
    if (pthread_create(&threads[i].thread, NULL, run_worker, &threads[i].worker))
      threads[i].thread = 0; /* the other threads execute its blocks */
  run_worker(&threads[0].worker);
  for (unsigned i = 1; i < count; i++)
    if (threads[i].thread)
      pthread_join(threads[i].thread, NULL);
  for (unsigned i = 0; i < count; i++) {
    counts_add(state, &threads[i].worker);
    sites_add(state, &threads[i].worker);
    free(threads[i].worker.ranges);
    pool_free(&threads[i].worker);
  }
  free(threads);
}

enum gpu_status gpu_execute(struct gpu_program *program, const struct gpu_launch *launch,
                            struct gpu_counts *counts, char *error, size_t size) {
  const struct program_kernel *kernel = (const struct program_kernel *)launch->kernel;
  const char *problem = find_problem(kernel, launch);
  if (problem) {
    snprintf(error, size, "kernel %s: %s", kernel->kernel.name, problem);
    return GPU_INVALID_LAUNCH;
  }
  struct launch_state state = {.program = program, .launch = launch, .kernel = kernel, .status = GPU_DONE};
  state.threads = launch->block[0] * launch->block[1] * launch->block[2];
  state.warps = (state.threads + LANES - 1) / LANES;
  state.blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
  sample_plan(&state, launch->sampled_blocks);
  state.shared_bytes = kernel->kernel.shared_bytes + launch->dynamic_shared_bytes;
  pool_prepare();
  heap_prepare(program, launch->heap_bytes);
  pthread_mutex_init(&state.lock, NULL);
  if (counts)
    state.memory_use = memory_use_new(&state);
  timelines_start(&state);
  run_workers(&state, host_threads(launch, state.executed_blocks));
  write_printed(&state);
  check_finish(&state);
  sites_finish(&state);
  counts_finish(&state, counts);
  timelines_finish(&state, counts);
  memory_use_free(state.memory_use);
  pthread_mutex_destroy(&state.lock);
  if (state.status != GPU_DONE)
    snprintf(error, size, "%s", state.error);
  return state.status;
}
