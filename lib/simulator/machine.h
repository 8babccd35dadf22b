/* FILE: lib/simulator/machine.h
 * WHAT: the simulator's own structs: decoded code, and blocks, warps and groups of lanes while they run.
 *
 * A register of a warp is an array with one element per lane, of the register's width; a predicate is a mask with one bit
 * per lane. An operand is a slot: an offset in one of three banks (registers of the frame, constants of the function,
 * special registers of the warp), so handlers read all operands in the same way.
 */
#ifndef CLEAVE_SIMULATOR_MACHINE_H
#define CLEAVE_SIMULATOR_MACHINE_H

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "ptx/ptx.h"
#include "simulator/simulator.h"

enum {
  LANES = 32,
  WARPS_MOST = 32, /* of a block */
  BARRIERS = 16,
  VECTOR_MOST = 4,
  LOCAL_MOST = 512 << 10 /* bytes of local memory of one thread */
};

typedef uint32_t lane_mask;
#define ALL_LANES 0xffffffffu

/* Windows of the generic address space. Host addresses are below 2^47. */
#define WINDOW_SHIFT 56
enum { WINDOW_GLOBAL = 0, WINDOW_SHARED = 1, WINDOW_LOCAL = 2, WINDOW_PARAMETER = 3 };
#define WINDOW_BASE(window) ((uint64_t)(window) << WINDOW_SHIFT)

#define FUNCTION_BASE (4ull << WINDOW_SHIFT)
#define FUNCTION_STRIDE 128 /* C++: bit 0 of a pointer to a member function says that it is virtual */

typedef uint32_t slot;
enum { BANK_REGISTERS, BANK_CONSTANTS, BANK_SPECIALS, BANKS };
#define SLOT_SHIFT 30
#define SLOT(bank, offset) ((slot)(bank) << SLOT_SHIFT | (slot)(offset))
#define NO_SLOT SLOT(3, 0) /* the operand "_": results are discarded */

/* Special registers: arrays of 32-bit elements, in this order in their bank. */
#define SPECIAL_REGISTERS(X)                                                                                 \
  X(TID_X, "%tid.x")                                                                                         \
  X(TID_Y, "%tid.y")                                                                                         \
  X(TID_Z, "%tid.z")                                                                                         \
  X(NTID_X, "%ntid.x")                                                                                       \
  X(NTID_Y, "%ntid.y")                                                                                       \
  X(NTID_Z, "%ntid.z")                                                                                       \
  X(CTAID_X, "%ctaid.x")                                                                                     \
  X(CTAID_Y, "%ctaid.y")                                                                                     \
  X(CTAID_Z, "%ctaid.z")                                                                                     \
  X(NCTAID_X, "%nctaid.x")                                                                                   \
  X(NCTAID_Y, "%nctaid.y")                                                                                   \
  X(NCTAID_Z, "%nctaid.z")                                                                                   \
  X(LANEID, "%laneid")                                                                                       \
  X(WARPID, "%warpid")                                                                                       \
  X(NWARPID, "%nwarpid")                                                                                     \
  X(SMID, "%smid")                                                                                           \
  X(NSMID, "%nsmid")                                                                                         \
  X(GRIDID, "%gridid")                                                                                       \
  X(LANEMASK_EQ, "%lanemask_eq")                                                                             \
  X(LANEMASK_LE, "%lanemask_le")                                                                             \
  X(LANEMASK_LT, "%lanemask_lt")                                                                             \
  X(LANEMASK_GE, "%lanemask_ge")                                                                             \
  X(LANEMASK_GT, "%lanemask_gt")                                                                             \
  X(TOTAL_SHARED, "%total_smem_size")                                                                        \
  X(DYNAMIC_SHARED, "%dynamic_smem_size")                                                                    \
  X(WARP_SIZE, "WARP_SZ")
enum special {
#define SPECIAL_ENUMERATOR(enumerator, name) SPECIAL_##enumerator,
  SPECIAL_REGISTERS(SPECIAL_ENUMERATOR)
#undef SPECIAL_ENUMERATOR
      SPECIAL_COUNT
};

struct warp;
struct operation;
struct code;

/* Executes OPERATION for the lanes of MASK. */
typedef void handler(struct warp *warp, const struct operation *operation, lane_mask mask);

/* Operations that the scheduler of warp.c executes itself; all others have a handler. */
enum operation_kind {
  KIND_SIMPLE,
  KIND_BRANCH,
  KIND_BRANCH_INDEXED,
  KIND_CALL,
  KIND_CALL_INDIRECT,
  KIND_RETURN,
  KIND_EXIT,
  KIND_TRAP,
  KIND_BLOCK_BARRIER,
  KIND_COLLECTIVE, /* waits for all lanes of a member mask: handler collective_run */
  KIND_YIELD       /* nanosleep */
};

enum {
  FLAG_TARGET = 1,   /* lanes may reconverge at this operation */
  FLAG_FLUSH = 2,    /* .ftz */
  FLAG_SATURATE = 4, /* .sat */
  FLAG_NEGATED_GUARD = 8,
  FLAG_SPIN = 16, /* a loop that waits for another thread may contain it */
  FLAG_UNIFORM = 32,
  FLAG_STRONG = 64,    /* ld and st: .volatile, or with a memory order */
  FLAG_READ_ONLY = 128 /* a load that no store of the kernel affects */
};

/* How an address is formed: base + immediate. */
enum address_base {
  BASE_REGISTER64,
  BASE_REGISTER32,
  BASE_ABSOLUTE,
  BASE_SHARED,
  BASE_LOCAL,
  BASE_PARAMETER
};

#define NO_GUARD NO_SLOT
#define EXIT_TARGET UINT32_MAX

struct operation {
  handler *run;
  uint8_t kind, class, flags, mode;
  uint8_t type, source_type;   /* enum ptx_type */
  uint8_t width, source_width; /* bytes of the registers of d, a */
  uint8_t space, base, count;  /* enum ptx_space; enum address_base; elements of a vector */
  uint8_t extra_mode;
  uint8_t expansion; /* dependent instructions that the assembler adds: division, remainder, precise root */
  slot guard;
  slot d, d2, a, b, c, e;
  slot vector[VECTOR_MOST];
  uint64_t immediate;  /* offset of an address; a symbol's number */
  uint32_t symbol;     /* of BASE_SHARED: number of the shared variable */
  uint32_t target;     /* of a branch */
  uint32_t reconverge; /* where the lanes of a divergent branch meet; EXIT_TARGET: at the return */
  uint32_t cache;      /* of an access: index in worker.ranges */
  const struct call_site *call;
  const struct ptx_instruction *source;
};

/* A parameter as bytes in a frame's parameter area. */
struct parameter_place {
  uint32_t offset, bytes;
};

typedef void library_function(struct warp *warp, const struct call_site *site, lane_mask mask);

struct call_site {
  const struct code *code; /* NULL: indirect, or a library function */
  library_function *library;
  const void *library_data;
  struct parameter_place *arguments, *results; /* in the caller's parameter area */
  size_t argument_count, result_count;
  uint32_t *targets; /* of brx.idx */
  size_t target_count;
};

/* A shared variable of the program; kernels give it an offset if they can reach it. */
struct shared_variable {
  const char *name;
  size_t bytes, alignment;
};

/* Bytes of the registers in a frame. */
struct frame_range {
  size_t offset, bytes;
};

struct code {
  const struct ptx_function *function;
  const struct program_module *module;
  struct operation *operations;
  size_t count;
  uint32_t *offsets;           /* of the registers in the frame */
  size_t frame_bytes;          /* of registers */
  size_t predicate_offset;     /* in the frame; predicates come after all other registers */
  struct frame_range *cleared; /* registers that may be read before an operation writes them */
  size_t cleared_count;
  size_t parameter_bytes; /* of a lane: formal parameters, results, arguments of calls */
  struct parameter_place *formals, *results;
  size_t local_bytes; /* of a lane */
  unsigned char *constants;
  size_t constant_bytes;
  uint64_t *local_addresses; /* of its variables in global and constant memory, by index */
  uint32_t *local_shared;    /* numbers of its shared variables, by index */
  uint32_t *shared;          /* numbers of the shared variables that it names */
  size_t shared_count;
  const struct code **callees;
  size_t callee_count;
  bool calls_indirectly;
  uint64_t address; /* of the function, for indirect calls: FUNCTION_BASE + number * FUNCTION_STRIDE */
};

/* A place where the lanes of a divergent branch meet again. */
struct reconvergence {
  struct reconvergence *outer;
  struct frame *frame;
  uint32_t target;
  lane_mask expected, arrived;
};

/* One function invocation by some lanes. */
struct frame {
  const struct code *code;
  struct frame *caller;
  uint32_t return_to;
  const struct call_site *site;
  lane_mask lanes; /* that have not returned */
  size_t local_base, local_top;
  unsigned char *registers;
  unsigned char *parameters; /* [lane][code->parameter_bytes] */
};

enum group_state { GROUP_READY, GROUP_AT_BARRIER, GROUP_AT_COLLECTIVE };

/* Lanes of a warp that execute the same instruction. */
struct group {
  lane_mask mask;
  uint32_t pc;
  struct frame *frame;
  struct reconvergence *meets;
  enum group_state state;
  unsigned barrier;
  lane_mask members; /* of the collective that it waits for */
  uint32_t spins;    /* operations that loops which wait contain */
  uint32_t used;     /* operations of the current slice */
  uint32_t slices;   /* used up since the last release */
  uint64_t waiting_since;
};

struct block;
struct worker;

struct warp {
  unsigned char *banks[BANKS + 1];
  struct block *block;
  struct worker *worker;
  const struct operation *operations; /* of the current frame */
  struct group *current;
  struct frame *frame;
  lane_mask carry; /* condition code of add.cc and others */
  lane_mask exited;
  unsigned number;
  struct group groups[LANES]; /* without lanes: unused */
  unsigned group_count;       /* those from here on are unused */
  uint64_t executed;          /* operations, all groups */
  bool stopped;               /* after a fault */
  bool done;                  /* all lanes have exited */
  unsigned char *local;       /* LANES times LOCAL_MOST bytes */
  uint32_t specials[SPECIAL_COUNT][LANES];
  uint32_t discarded[4 * LANES]; /* what "_" receives */
  struct warp_timing *timing;    /* of warp_timeline.c; NULL: not measured */
};

struct barrier {
  lane_mask arrived[WARPS_MOST];
  bool active;
  uint32_t threads;            /* expected; 0: all of the block */
  lane_mask votes[WARPS_MOST]; /* predicates of barrier.red */
};

struct block {
  struct launch_state *launch;
  struct worker *worker;
  uint64_t ordinal, number; /* among the executed blocks, among all */
  uint32_t index[3];
  unsigned warp_count, live_warps;
  uint64_t executed;
  struct warp *warps;
  unsigned char *shared;
  size_t shared_bytes;
  const uint32_t *shared_offsets; /* by number of the variable */
  struct barrier barriers[BARRIERS];
  struct shared_shadow *shadow; /* of checks.c */
  struct block_caches *caches;  /* of block_caches.c */
  struct block_timing *timing;  /* of warp_timeline.c; NULL: the block is not measured */
  char *printed;
  size_t printed_bytes, printed_capacity;
};

/* A host thread that executes blocks. */
struct worker {
  struct launch_state *launch;
  struct gpu_counts counts;
  struct gpu_range *ranges;  /* last range by operation.cache */
  struct access_site *sites; /* of access_sites.c, by operation.cache; NULL: not counted */
  void *free_items[40];      /* of pool.c: by power of two */
};

struct program_module {
  struct ptx_module ptx;
  struct gpu_program *program;
  uint64_t *addresses; /* of the global and constant variables, by index */
  uint32_t *shared;    /* numbers of the shared variables, by index */
};

struct program_kernel {
  struct gpu_kernel kernel; /* first: a gpu_kernel is also a program_kernel */
  const struct code *code;
  uint32_t *shared_offsets; /* by number of the variable; SHARED_UNUSED: the kernel cannot reach it */
};
#define SHARED_UNUSED UINT32_MAX

struct gpu_program {
  struct cleave_arena *arena;
  struct gpu_memory memory;
  struct program_module *modules;
  size_t module_count;
  struct code *codes;
  size_t code_count;
  struct program_kernel *kernels;
  size_t kernel_count;
  struct shared_variable *shared;
  size_t shared_count;
  uint32_t range_count; /* of operation.cache */
  uint64_t *allocations;
  size_t allocation_count;
  bool uses_heap; /* it calls malloc */
  struct device_heap *heap;
  struct level_2 *level_2; /* of memory_use.c */
};

struct launch_state {
  struct gpu_program *program;
  const struct gpu_launch *launch;
  const struct program_kernel *kernel;
  uint64_t blocks, executed_blocks, next_block;
  uint64_t wave_blocks, waves, executed_waves, resident; /* of block_sample.c */
  unsigned threads, warps;
  size_t shared_bytes;
  pthread_mutex_t lock;
  enum gpu_status status; /* first fault */
  char error[1024];
  atomic_bool stop;
  struct printed_block *printed;
  size_t printed_count, printed_capacity;
  struct check_reports *reports;  /* of check_reports.c */
  struct memory_use *memory_use;  /* of memory_use.c */
  struct timeline_sums *timeline; /* of warp_timeline.c */
  struct access_site *sites;      /* of access_sites.c: sums of the workers */
  struct gpu_counts counts;       /* of the workers that have ended */
};

static inline void *slot_pointer(const struct warp *warp, slot at) {
  return warp->banks[at >> SLOT_SHIFT] + (at & ((1u << SLOT_SHIFT) - 1));
}

/* ---- symbols.c --------------------------------------------------------------------------- */

/* A variable as module and index. */
struct found_variable {
  const struct program_module *module;
  size_t index;
};
/* A variable that some module makes visible; one of MODULE; what NAME means in MODULE. */
bool symbols_find_exported(const struct gpu_program *program, const char *name, struct found_variable *found);
bool symbols_find_here(const struct program_module *module, const char *name, struct found_variable *found);
bool symbols_find_variable(const struct gpu_program *program, const struct program_module *module,
                           const char *name, struct found_variable *found);
/* What a name of a module refers to, in this module or in another that makes it visible. */
const struct code *program_find_code(const struct gpu_program *program, const struct program_module *module,
                                     const char *name);
/* Also by what number or address; returns NULL if there is no such variable. */
const struct ptx_variable *program_find_variable(const struct gpu_program *program, const struct code *code,
                                                 const struct ptx_variable *known, const char *name,
                                                 uint64_t *address, uint32_t *shared);

/* ---- decode_instruction.c, operands.c -------------------------------------------------------------------------------- */

/* Decodes the body of CODE->function. Returns false with one line in ERROR. */
bool code_decode(struct gpu_program *program, struct code *code, char *error, size_t size);
/* Places registers, parameters and local variables of CODE in its frame. Before any function is decoded. */
void code_place(struct code *code, struct cleave_arena *arena);

/* ---- heap.c: malloc and free in device code ----------------------------------------------------- */

/* Before a launch: makes the heap of PROGRAM if it needs one and has none. BYTES 0: a default. */
void heap_prepare(struct gpu_program *program, size_t bytes);
void heap_free(struct gpu_program *program);
uint64_t heap_take(struct device_heap *heap, uint64_t bytes); /* 0: there is no room */
bool heap_give(struct device_heap *heap, uint64_t address);   /* false: it was not taken */

/* ---- library.c --------------------------------------------------------------------------------- */

/* Functions that PTX calls and no module defines: vprintf, malloc, __nv_sin and others. Returns false: there is none. */
bool library_find(const char *name, struct call_site *site);
library_function print_formatted; /* device_printf.c */

/* ---- warp.c, warp_state.c, barrier.c, block.c ------------------------------------------------------------------------- */

/* Ends the launch with STATUS: notes the fault of lane LANE of the warp's current operation. The first fault is kept. */
void warp_fault(struct warp *warp, const struct operation *operation, unsigned lane, enum gpu_status status,
                const char *format, ...) __attribute__((format(printf, 5, 6)));
/* Writes "kernel K, file.c:12, block (1,0,0), thread (5,0,0)". */
void warp_describe(const struct warp *warp, const struct operation *operation, unsigned lane, char *text,
                   size_t size);
/* Writes "file.c:12, inlined at main.c:30". */
void source_describe(const struct code *code, const struct operation *operation, char *text, size_t size);
/* Writes "0x84 ('tile' + 4)" for an offset in shared memory. */
void shared_describe(const struct block *block, uint64_t offset, char *text, size_t size);
void warp_start(struct warp *warp, struct block *block, unsigned number);
void warp_finish(struct warp *warp);
enum warp_result {
  WARP_DONE,  /* all lanes have exited */
  WARP_WAITS, /* all groups wait */
  WARP_RUNS,  /* a turn is used up */
  WARP_SPINS, /* a slice of operations is used up */
  WARP_STOPPED
};
/* Executes groups of the warp until all of them wait or have exited, or each has used up a turn. */
enum warp_result warp_run(struct warp *warp);
/* Lets all lanes that wait at reconvergence points continue alone. Returns whether there were any. */
bool warp_release(struct warp *warp);
lane_mask warp_lanes(const struct warp *warp); /* that exist: fewer than 32 in a last, partial warp */

/* GROUP arrives at the barrier of OPERATION; it waits, or continues after the operation. */
void barrier_arrive(struct warp *warp, struct group *group, const struct operation *operation);
enum { BARRIER_SYNC, BARRIER_ARRIVE, BARRIER_POPC, BARRIER_AND, BARRIER_OR };
/* The bytes of argument NUMBER of LANE, and of the result. */
const void *library_argument(const struct warp *warp, const struct call_site *site, size_t number,
                             unsigned lane);
void *library_result(struct warp *warp, const struct call_site *site, unsigned lane);
/* Makes the frame of GROUP the one that operands refer to. */
void warp_enter(struct warp *warp, const struct group *group);

enum block_result { BLOCK_DONE, BLOCK_SPINS, BLOCK_STOPPED };
struct block *block_new(struct worker *worker);
void block_start(struct block *block, uint64_t ordinal);
enum block_result block_run(struct block *block);
void block_free(struct block *block);
/* After lanes exited: barriers that wait for the others only are complete. */
void barriers_update(struct block *block);
/* Executes a collective operation for the groups that wait for it, if all members are there. */
bool collective_try(struct warp *warp, struct group *group, const struct operation *operation);

/* ---- access_counts.c --------------------------------------------------------------------------------- */

void counts_start(struct worker *worker);
/* Adds what WORKER counted to the launch and releases its memory. */
void counts_add(struct launch_state *launch, struct worker *worker);
/* Writes the counts of the whole launch; extrapolates them if only some blocks were executed. */
void counts_finish(struct launch_state *launch, struct gpu_counts *counts);

/* Count an access of the lanes of MASK to BYTES at each of ADDRESSES. */
enum access_kind { ACCESS_READ, ACCESS_WRITE, ACCESS_ATOMIC };
void counts_global(struct warp *warp, const struct operation *operation, lane_mask mask,
                   const uint64_t addresses[LANES], unsigned bytes, enum access_kind kind);
void counts_shared(struct warp *warp, lane_mask mask, const uint64_t addresses[LANES], unsigned bytes);
void counts_local(struct warp *warp, const struct operation *operation, lane_mask mask,
                  const uint64_t addresses[LANES], unsigned bytes, enum access_kind kind);
void counts_atomic(struct warp *warp, lane_mask mask, const uint64_t addresses[LANES], bool global);

/* ---- access_sites.c: if the launch asks for sites ---------------------------------------------------- */

void sites_start(struct worker *worker);
/* Count an access, as counts_global and counts_local do, that requests SECTORS; IDEAL: the fewest for its data. */
struct site_access {
  lane_mask mask;
  unsigned bytes; /* of a lane */
  enum access_kind kind;
  unsigned sectors, ideal;
};
void sites_global(struct warp *warp, const struct operation *operation, const struct site_access *access,
                  const uint64_t addresses[LANES]);
void sites_local(struct warp *warp, const struct operation *operation, const struct site_access *access);
/* Adds what WORKER counted to the launch and releases its memory. */
void sites_add(struct launch_state *launch, struct worker *worker);
/* Passes the sites to the caller of the launch. */
void sites_finish(struct launch_state *launch);

/* ---- block_sample.c ---------------------------------------------------------------------------------- */

/* Chooses the blocks to execute, about WANTED; 0: all. */
void sample_plan(struct launch_state *launch, uint64_t wanted);
/* The number of the executed block ORDINAL among all blocks. */
uint64_t sample_block(const struct launch_state *launch, uint64_t ordinal);
/* The executed wave that the block belongs to. */
uint64_t sample_wave(const struct launch_state *launch, uint64_t ordinal);
/* The executed blocks of an executed wave; *ALL: its blocks. */
uint64_t sample_of_wave(const struct launch_state *launch, uint64_t number, uint64_t *all);

/* ---- block_caches.c ---------------------------------------------------------------------------------- */

/* How much of the first level of its multiprocessor a block sees: see cache_sharing.c. */
enum first_level { SHARE_OF_BLOCK, WHOLE_CACHE, FIRST_LEVELS };

struct block_caches *caches_new(const struct launch_state *launch);
void caches_free(struct block_caches *caches);
/* Count an access to different SECTORS of global memory, in ascending order. */
void caches_global(struct block *block, const uint64_t *sectors, unsigned count, enum access_kind kind,
                   bool bypasses_level_1);
/* Counts an access to the sectors of MASK (bit 0 to 3) of LINE in the local memory of WARP. */
void caches_local(struct warp *warp, uint64_t line, unsigned mask, bool stores);
/* Counts an atomic operation on ADDRESS by OPERATIONS lanes. */
void caches_atomic(struct block *block, uint64_t address, unsigned operations);
/* The farthest memory that the last access reached, and the cycles that it occupied the first level. */
enum memory_level { LEVEL_1, LEVEL_2, LEVEL_MEMORY };
enum memory_level caches_last(const struct block_caches *caches, enum first_level first, unsigned *cycles);
/* The last access occupied shared memory for CYCLES. */
void caches_occupy(struct block_caches *caches, unsigned cycles);
void caches_forget_last(struct block_caches *caches);
/* The block is done: adds its use of memory to that of the launch. */
void caches_end_block(struct block *block);

/* ---- cache_sharing.c --------------------------------------------------------------------------------- */

struct line;
struct line_map;
/* The lines that the blocks of one multiprocessor read in a wave; all 0 before the first block. */
struct cache_sharing {
  struct line_map *lines;
  uint64_t blocks; /* executed ones */
  uint64_t sum;    /* lines of each block, summed */
  double squares;  /* of the lines of each block, summed */
  uint64_t half;   /* different lines of the first half of the blocks */
};

/* Both between 0 and 1. */
struct sharing {
  double whole;  /* 0: a block sees its share of the first level, 1: all of it */
  double merged; /* part of the sectors that are new to a block, and that another block has there */
};

/* Adds block NUMBER of a wave, of which EXECUTED blocks are executed. LINES: the COUNT lines that it accessed. */
void sharing_add(const struct launch_state *launch, struct cache_sharing *sharing, uint64_t number,
                 uint64_t executed, const struct line *lines, size_t count);
/* At the end of a wave of ALL blocks: computes the result and empties SHARING. */
struct sharing sharing_end_wave(const struct launch_state *launch, struct cache_sharing *sharing,
                                uint64_t all);
void sharing_free(struct cache_sharing *sharing);
/* The lines of the first level, or of a block's share. */
unsigned sharing_lines(const struct launch_state *launch, enum first_level first);

/* ---- memory_use.c ------------------------------------------------------------------------------------ */

struct memory_use *memory_use_new(const struct launch_state *launch);
/* Releases what launches of the program left in the second level. */
void memory_use_forget(struct gpu_program *program);
void memory_use_free(struct memory_use *use);
/* Takes what block ORDINAL did: LINES and ATOMICS, which it empties, and REPEATS, the sectors that it read again because
 * the first level had lost them. May be called by several threads. */
void memory_use_add(struct launch_state *launch, uint64_t ordinal, struct line_map *lines,
                    struct line_map *atomics, const uint64_t repeats[FIRST_LEVELS]);
/* Of the sectors that blocks read for the first time (*FETCHED), those that came from memory. */
uint64_t memory_use_missed(const struct launch_state *launch, uint64_t *fetched);
/* Of the sectors that the share of a block lost and the whole first level keeps (*LOST), those that it does keep. */
uint64_t memory_use_kept(const struct launch_state *launch, uint64_t *lost);
/* Sets the counts of the second level and of memory; the other counts are final. */
void memory_use_finish(struct launch_state *launch, struct gpu_counts *counts);

/* ---- warp_timeline.c --------------------------------------------------------------------------------- */

/* Before the first block of a launch, after the last one. */
void timelines_start(struct launch_state *launch);
void timelines_finish(struct launch_state *launch, struct gpu_counts *counts);
void timeline_start_block(struct block *block);
void timeline_end_block(struct block *block);
void timeline_free(struct block *block);
/* OPERATION is issued by a measured warp; an access to memory was executed before. */
void timeline_issue(struct warp *warp, const struct code *code, const struct operation *operation);
/* The warps with a nonzero mask in ARRIVED leave a barrier together. */
void timeline_barrier(struct block *block, const lane_mask arrived[WARPS_MOST]);

/* ---- checks.c: see checks.h. These are called only if the block has a shadow. ---------------------- */

struct shared_shadow *check_new(struct block *block);
void check_free(struct shared_shadow *shadow);
void check_block_start(struct block *block);
/* GROUP arrives at OPERATION for barrier NUMBER; THREADS: the count that the program wants, 0 for the whole block. */
void check_arrive(struct warp *warp, const struct group *group, const struct operation *operation,
                  unsigned number, uint32_t threads);
void check_barrier(struct block *block, unsigned number); /* it is complete; its groups still wait */
/* An atomic or volatile access to ADDRESSES of SPACE, before it happens; it has happened. */
void check_strong(struct warp *warp, lane_mask mask, enum ptx_space space, const uint64_t addresses[LANES]);
void check_strong_end(struct warp *warp);
/* The lanes of MASK have stored BYTES each at host ADDRESSES + OFFSET; lane i's value is at VALUES + i * WIDTH. */
void check_stored(struct warp *warp, const struct operation *operation, lane_mask mask,
                  const uint64_t addresses[LANES], size_t offset, const unsigned char *values, unsigned width,
                  unsigned bytes);
void check_finish(struct launch_state *launch); /* check_reports.c: writes the reports */
/* An access to shared memory, at offsets ADDRESSES, before it happens. */
void check_shared(struct warp *warp, const struct operation *operation, lane_mask mask,
                  const uint64_t addresses[LANES], unsigned bytes, enum access_kind kind);

/* ---- address_spaces.c -------------------------------------------------------------------------------- */

/* The host address of BYTES at generic ADDRESS of LANE, for library functions. NULL after a fault. */
void *memory_at(struct warp *warp, const struct operation *operation, unsigned lane, uint64_t address,
                size_t bytes);
/* Fills ADDRESSES for the lanes of MASK; returns the space: PTX_GLOBAL, PTX_SHARED, PTX_LOCAL, or PTX_GENERIC if lanes differ. */
enum ptx_space memory_addresses(struct warp *warp, const struct operation *operation, lane_mask mask,
                                uint64_t addresses[LANES]);
/* Turns ADDRESSES of SPACE into host addresses for BYTES each and counts the access. Returns false after a fault. */
bool memory_resolve(struct warp *warp, const struct operation *operation, lane_mask mask,
                    enum ptx_space space, uint64_t addresses[LANES], unsigned bytes, enum access_kind kind);

#endif
