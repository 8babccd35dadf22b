/* FILE: lib/segmented/workspace.h
 * WHAT: the scratch memory of the operations, the size of their teams, and the words by which teams synchronize.
 */
#ifndef CLEAVE_SEGMENTED_WORKSPACE_H
#define CLEAVE_SEGMENTED_WORKSPACE_H

#include <omp.h>
#include <stdbool.h>
#include <stddef.h>

/* Results depend on these sizes only, not on the threads and teams of a device. Each real thread executes one or
 * more of a team's virtual threads. */
enum {
  CLEAVE_SEGMENTED_THREADS = 256, /* virtual threads of a team; the thread limit of all kernels */
  CLEAVE_SEGMENTED_ITEMS = 8,     /* elements of a virtual thread in a tile */
  CLEAVE_SEGMENTED_TILE = CLEAVE_SEGMENTED_THREADS * CLEAVE_SEGMENTED_ITEMS
};

/* The most teams on a GPU, unless the workspace says otherwise: 8 for each of 132 multiprocessors. */
#ifndef CLEAVE_SEGMENTED_GPU_TEAMS
#define CLEAVE_SEGMENTED_GPU_TEAMS 1056
#endif

/* The allocator of memory that the threads of a team share. libomp has none of this name on the host: it would
 * print a warning for each team, and take the default. On a GPU, the default would be memory of one thread. */
#if defined(__NVPTX__) || defined(__AMDGPU__)
#define CLEAVE_TEAM_MEMORY omp_pteam_mem_alloc
#else
#define CLEAVE_TEAM_MEMORY omp_default_mem_alloc
#endif

/* Text pieces of generated names: CLEAVE_SEGMENTED_JOIN(cleave_team, sum_int) is cleave_team_sum_int. */
#define CLEAVE_SEGMENTED_JOIN_(a, b) a##_##b
#define CLEAVE_SEGMENTED_JOIN(a, b) CLEAVE_SEGMENTED_JOIN_(a, b)
#define CLEAVE_SEGMENTED_INLINE static inline __attribute__((always_inline))

/* Scratch memory on one device, and the largest grid of an operation. Operations that run at the same time need a
 * workspace each; nothing else is shared.
 *
 * memory: device memory of `bytes` bytes, aligned to 256. Its first sixteenth is zero before and after each
 *         operation. The caller owns it: it allocates the memory, zeroes it once, and frees it.
 * device: an OpenMP device number.
 * teams:  the most teams of a kernel, at least 1. Any number gives the same results.
 */
struct cleave_workspace {
  void *memory;
  size_t bytes;
  int device;
  int teams;
};

/* The control words at the start of the memory. Flags of tiles follow the two counters. */
enum {
  CLEAVE_SEGMENTED_TICKET = 0,    /* number of the next tile */
  CLEAVE_SEGMENTED_FINISHED = 16, /* teams that have finished */
  CLEAVE_SEGMENTED_FLAGS = 32
};

/* Bytes of a workspace with FLAGS flags and DATA bytes of other scratch memory. */
static inline size_t cleave_workspace_bytes(size_t flags, size_t data) {
  const size_t for_control = (CLEAVE_SEGMENTED_FLAGS + flags) * sizeof(unsigned) * 16;
  const size_t for_data = (data + 14) / 15 * 16;
  return ((for_control > for_data ? for_control : for_data) + 4095) / 4096 * 4096;
}

/* The scratch memory behind the control words; a device address, aligned to 256. */
static inline char *cleave_workspace_data(const struct cleave_workspace *workspace) {
  return (char *)workspace->memory + workspace->bytes / 4096 * 256;
}

/* Whether WORKSPACE is large enough for an operation that needs BYTES. */
static inline bool cleave_workspace_fits(const struct cleave_workspace *workspace, size_t bytes) {
  return workspace->memory && workspace->bytes >= bytes;
}

/* The teams of a kernel with work for at most WANTED teams. */
static inline int cleave_workspace_teams(const struct cleave_workspace *workspace, long wanted) {
  const int most = workspace->teams < 1 ? 1 : workspace->teams;
  return wanted < 1 ? 1 : wanted < most ? (int)wanted : most;
}

static inline long cleave_segmented_tiles(long count) {
  return (count + CLEAVE_SEGMENTED_TILE - 1) / CLEAVE_SEGMENTED_TILE;
}

/* Rounds BYTES up, so that the next array in scratch memory is aligned. */
static inline size_t cleave_segmented_aligned(size_t bytes) { return (bytes + 255) / 256 * 256; }

#pragma omp begin declare target

static inline int cleave_device_is_gpu(void) {
#if defined(__NVPTX__) || defined(__AMDGPU__)
  return 1;
#else
  return 0;
#endif
}

/* The place of element E of a tile in team memory. The gaps let 32 threads access neighboring elements, or every
 * eighth one, without bank conflicts. */
#define CLEAVE_SEGMENTED_PLACE(e, type) ((e) + ((e) >> (sizeof(type) > 4 ? 4 : 5)))
/* The place of value I in `values` of a team's buffer (team_template.h). */
#define CLEAVE_SEGMENTED_VALUE(i) ((i) + ((i) >> 4))
/* Elements of team memory for a tile with gaps. */
#define CLEAVE_SEGMENTED_STAGE (CLEAVE_SEGMENTED_TILE + CLEAVE_SEGMENTED_TILE / 16)

/* Increments *COUNTER and returns its former value. What the calling thread, and those that it has synchronized with,
 * wrote before is visible to the threads of whoever gets a later value. clang 19 emits no fence for the memory
 * order of an atomic construct on NVPTX, hence the flushes. */
CLEAVE_SEGMENTED_INLINE unsigned cleave_segmented_increment(unsigned *counter) {
  unsigned before;
#pragma omp flush
#pragma omp atomic capture
  before = (*counter)++;
#pragma omp flush
  return before;
}

/* Sets *FLAG after all writes of the calling thread before. */
CLEAVE_SEGMENTED_INLINE void cleave_segmented_publish(unsigned *flag, unsigned value) {
#pragma omp flush
#pragma omp atomic write
  *flag = value;
}

/* Waits until *FLAG is at least LEAST. Returns it; reads after the call see the writes before its publication. */
CLEAVE_SEGMENTED_INLINE unsigned cleave_segmented_wait(const unsigned *flag, unsigned least) {
  unsigned value;
  do {
#pragma omp atomic read
    value = *flag;
  } while (value < least);
#pragma omp flush
  return value;
}

/* Called by all threads of each team at the end of a kernel; LAST is team memory. In the last of the teams it zeroes
 * the counters and FLAGS flags for the next operation. */
CLEAVE_SEGMENTED_INLINE void cleave_segmented_finish(unsigned *control, long flags, int *last, int thread,
                                                     int threads) {
#pragma omp barrier
  if (thread == 0)
    *last =
        cleave_segmented_increment(&control[CLEAVE_SEGMENTED_FINISHED]) == (unsigned)omp_get_num_teams() - 1;
#pragma omp barrier
  if (*last) {
    for (long i = thread; i < flags; i += threads)
      control[CLEAVE_SEGMENTED_FLAGS + i] = 0;
    if (thread == 0)
      control[CLEAVE_SEGMENTED_TICKET] = control[CLEAVE_SEGMENTED_FINISHED] = 0;
  }
}

#pragma omp end declare target

/* Allocates and zeroes BYTES of scratch memory on DEVICE and chooses the number of teams: at most
 * omp_get_max_teams() if that is set, else one on the host and CLEAVE_SEGMENTED_GPU_TEAMS on a GPU. Returns false,
 * with no memory, if the device has too little. Launches one kernel. */
static inline bool cleave_workspace_open(struct cleave_workspace *workspace, int device, size_t bytes) {
  const int most = omp_get_max_teams();
  int is_gpu = 0;
  bytes = (bytes + 4095) / 4096 * 4096;
  unsigned *const words = (unsigned *)omp_target_alloc(bytes, device);
  const size_t control = bytes / 16 / sizeof(unsigned);
  workspace->memory = words;
  workspace->bytes = words ? bytes : 0;
  workspace->device = device;
  workspace->teams = 1;
  if (!words)
    return false;
#pragma omp target teams distribute parallel for device(device) is_device_ptr(words) map(from : is_gpu)
  for (size_t i = 0; i < control; i++) {
    words[i] = 0;
    if (i == 0)
      is_gpu = cleave_device_is_gpu();
  }
  workspace->teams = is_gpu ? CLEAVE_SEGMENTED_GPU_TEAMS : 1;
  if (most > 0 && (!is_gpu || most < workspace->teams))
    workspace->teams = most;
  return true;
}

/* Frees the memory of a workspace that cleave_workspace_open has filled. */
static inline void cleave_workspace_close(struct cleave_workspace *workspace) {
  if (workspace->memory)
    omp_target_free(workspace->memory, workspace->device);
  workspace->memory = NULL;
  workspace->bytes = 0;
}

#endif
