/* FILE: lib/abi/entry_points.h
 * WHAT: the binary interface between compiled programs and libcleave.so: entry points, flags, limits, version.
 *
 * The printers (lib/print) generate calls of these functions, and libcleave defines them. Both include this header,
 * and it includes nothing of the project. A compiled program keeps its calls for as long as it exists. A change that
 * breaks a call of an existing program needs another CLEAVE_ABI_VERSION, which is part of the library's soname:
 *
 *   - another parameter list or another meaning of an argument, flag or result
 *   - an entry point that no longer exists
 *
 * A new entry point or flag does not break existing programs. Calls are weak: a program tests the address of an entry
 * point before it calls it, so it also runs without libcleave.
 *
 * Unless stated otherwise, each function applies to the target region that the calling thread executes, and DEVICE is
 * an OpenMP device number, or -1 for the default device. All functions are thread-safe.
 */
#ifndef CLEAVE_ABI_ENTRY_POINTS_H
#define CLEAVE_ABI_ENTRY_POINTS_H

#include <stddef.h>

#define CLEAVE_ABI_VERSION 1 /* lib/CMakeLists.txt reads this line */
#define CLEAVE_ABI_TEXT_(version) #version
#define CLEAVE_ABI_TEXT(version) CLEAVE_ABI_TEXT_(version)
#define CLEAVE_SONAME "libcleave.so." CLEAVE_ABI_TEXT(CLEAVE_ABI_VERSION)

/* X(result, name, parameters). Parameters have no names, because a macro of the program could replace them. */
#define CLEAVE_ENTRY_POINTS(X)                                                                               \
  X(int, cleave_disjoint, (int, int, int, ...))                                                              \
  X(int, cleave_disjoint_accesses, (int, int, int, ...))                                                     \
  X(int, cleave_split_pays, (int, int, double, int, ...))                                                    \
  X(int, cleave_nested_split_pays, (int, double, int, ...))                                                  \
  X(int, cleave_teams_split_pays, (int, double, int, ...))                                                   \
  X(int, cleave_transfers_pay, (int, int, ...))                                                              \
  X(int, cleave_transfers_idle, (void))                                                                      \
  X(void, cleave_transfers_begin, (int, int, ...))                                                           \
  X(void, cleave_transfers_stage, (int))                                                                     \
  X(void, cleave_transfers_end, (void))                                                                      \
  X(long, cleave_tiles_begin, (int, int, long, long, int, ...))                                              \
  X(long, cleave_tile_first, (long))                                                                         \
  X(void, cleave_tile_begin, (long))                                                                         \
  X(void, cleave_tile_end, (long))                                                                           \
  X(void, cleave_tiles_end, (void))                                                                          \
  X(int, cleave_environment_fits, (int, int, ...))                                                           \
  X(int, cleave_mapping_span, (int, int, int, int, ...))                                                     \
  X(int, cleave_reduction_begin, (int, int, int, int, int, ...))                                             \
  X(void *, cleave_reduction_buffer, (void))                                                                 \
  X(void *, cleave_reduction_place, (int))                                                                   \
  X(void, cleave_reduction_end, (void *, const void *, unsigned long))                                       \
  X(long, cleave_unshared, (int, const volatile void *, unsigned long, int, int, ...))

/* A stage is a plan node that launches kernels or uses mapped data on the host; stages are numbered from 0 in program
 * order. These flags are added to a stage number or to the number of objects. */
enum {
  CLEAVE_IN_TILES = 1 << 24, /* to the first or last stage of an object: the stage may run tile by tile */
  CLEAVE_ONLY_IN_TILES =
      1 << 25,                /* to the first stage, with CLEAVE_IN_TILES: no other stage uses the object */
  CLEAVE_SPREAD = 1 << 26,    /* with both, and to the stage of a loop: several devices may share the loop */
  CLEAVE_COLLAPSED = 1 << 24, /* to the stage of a loop: an iteration is one of several collapsed loops */
  CLEAVE_NO_PAGE_LOCKS = 1 << 24,  /* to the number of objects: their memory must not be page-locked */
  CLEAVE_UNKNOWN_OBJECTS = 1 << 24 /* to the number of objects: regions map more, of unknown size */
};

enum {
  CLEAVE_MOST_STAGES = (1 << 24) - 1,    /* and objects */
  CLEAVE_MOST_SPLIT_LOOPS = 32,          /* in a call of cleave_split_pays, and of the two like it */
  CLEAVE_MOST_ENVIRONMENT_OBJECTS = 128, /* of cleave_environment_fits, which returns 0 for more */
  CLEAVE_MOST_MAPPED_LOOPS = 4,          /* of cleave_mapping_span, which returns 0 for more */
  CLEAVE_MOST_REDUCTIONS = 8,            /* of cleave_reduction_begin, which returns 0 for more */
  CLEAVE_MOST_COMPARED_OBJECTS = 32 /* of cleave_disjoint and cleave_transfers_pay, which return 0 for more */
};

/* Of a loop nest: the argument of cleave_mapping_span. */
enum cleave_nest_property {
  CLEAVE_NEST_IS_BETTER =
      1, /* its accesses are coalesced, or it needs no `collapse`, only if it is on the grid */
  CLEAVE_NEST_HAS_LOOPS = 2, /* its body has further loops */
  CLEAVE_NEST_IN_TILES = 4,  /* a team executes a tile of WALK iterations */
  CLEAVE_NEST_IS_WIDE = 8,   /* the elements in the tile's shared memory have 8 bytes */
  CLEAVE_NEST_IN_TEAMS =
      16, /* a team executes an iteration of the first loop; its threads share that of the second one */
  CLEAVE_NEST_IN_ROWS =
      32, /* a team executes a block of iterations of the only loop; its threads share their elements */
  CLEAVE_NEST_OF_HUGE_ROWS =
      64 /* with CLEAVE_NEST_IN_ROWS: the result is the number of teams for huge rows */
};
/* Of a reduction: the argument of cleave_reduction_begin. */
enum {
  CLEAVE_REDUCTION_IS_REPRODUCIBLE = 1, /* there is no other version with the same bits */
  CLEAVE_REDUCTION_SCANS = 2,           /* the loop also uses the values between its iterations */
  CLEAVE_REDUCTION_OF_HUGE_ROWS =
      4 /* teams leave rows to other teams in the buffer; there are no variables */
};
enum { CLEAVE_SCAN_CONTROL_BYTES = 2 * 4 + 1024 * 4 }; /* at the begin of a buffer, for scans and huge rows */
enum { CLEAVE_TILE_LANES = 32, CLEAVE_TEAM_THREADS = 128 /* of a team with CLEAVE_NEST_IN_TEAMS */ };
enum { CLEAVE_SCAN_THREADS = 256 /* of a team that scans */ };
/* With CLEAVE_NEST_IN_ROWS: the threads of a team, the most rows of a block, and the most rows that a team executes at a time. */
enum {
  CLEAVE_ROW_THREADS = 256,
  CLEAVE_MOST_ROWS = 256,
  CLEAVE_ROW_GROUP = 32,
  CLEAVE_ROW_STAGERS = CLEAVE_ROW_THREADS - CLEAVE_ROW_GROUP, /* lanes that do not execute updates */
  CLEAVE_MOST_HUGE_ROWS = 64,                                 /* rows that teams share */
  CLEAVE_MOST_ROW_PARTS = 256                                 /* of each of them */
};

/* The most iterations that a thread executes. More of them save no more loads: a stencil of three rows then loads 1.25 instead of 3
 * elements of a column per point. */
enum { CLEAVE_MOST_SPAN = 8 };

_Static_assert(CLEAVE_IN_TILES > (int)CLEAVE_MOST_STAGES && CLEAVE_COLLAPSED > (int)CLEAVE_MOST_STAGES &&
                   CLEAVE_NO_PAGE_LOCKS > (int)CLEAVE_MOST_STAGES,
               "no flag is part of a number");
_Static_assert((CLEAVE_IN_TILES & CLEAVE_ONLY_IN_TILES) == 0 &&
                   ((CLEAVE_IN_TILES | CLEAVE_ONLY_IN_TILES) & CLEAVE_SPREAD) == 0 &&
                   (CLEAVE_COLLAPSED & CLEAVE_SPREAD) == 0,
               "flags that can be combined are different bits");
_Static_assert(sizeof(int) == 4 && sizeof(long) == 8 && sizeof(void *) == 8 && sizeof(size_t) == 8 &&
                   sizeof(double) == 8,
               "the types of the entry points' arguments are those of LP64");

/* How the memory of an object of cleave_disjoint_accesses is given. */
enum {
  CLEAVE_OBJECT_SECTION = 0,  /* bytes of host memory, as a map clause of the kernel names them */
  CLEAVE_OBJECT_PRESENT = 1,  /* elements of host memory; the address has to be present */
  CLEAVE_OBJECT_OF_DEVICE = 2 /* elements of device memory */
};

/* Marks a function that libcleave.so exports. All other symbols are hidden. */
#define CLEAVE_API __attribute__((visibility("default")))

#define CLEAVE_DECLARE_ENTRY_POINT(result, name, parameters) CLEAVE_API result name parameters;
CLEAVE_ENTRY_POINTS(CLEAVE_DECLARE_ENTRY_POINT)
#undef CLEAVE_DECLARE_ENTRY_POINT

/* ---- No-alias versions ------------------------------------------------------------------------------
 *
 * int cleave_disjoint(int device, int written, int count, ...)
 *
 * Returns whether none of the first WRITTEN of COUNT objects shares a byte with another object on DEVICE, and none is
 * part of the same mapping as another object. The arguments of each object are
 *   const volatile void *   its address in host memory
 *   size_t                  its number of bytes
 * Returns 0 where this is not known, on the host, and with CLEAVE_NO_ALIAS=off. Does not allocate memory. If mappings
 * change during the call, the result is valid for some instant of the call.
 *
 * int cleave_disjoint_accesses(int device, int written, int count, ...)
 *
 * The same for objects of which map clauses name no section. The arguments of each object are
 *   const volatile void *   its address
 *   size_t                  its number of bytes (CLEAVE_OBJECT_SECTION), or the size of an element
 *   int                     CLEAVE_OBJECT_SECTION, CLEAVE_OBJECT_PRESENT or CLEAVE_OBJECT_OF_DEVICE
 *   int                     its number of bounds; 0 for a section; then, for each bound
 *     int                   its number of terms; then each term, an integer, as a double
 * A bound is the sum of its terms. The positions of the elements are between the least and the greatest bound.
 * Returns 0 if the magnitude of a term is 2^53 or more. Objects without a section may be in one mapping.
 *
 * ---- Split kernels or the single-kernel fallback ----------------------------------------------------
 *
 * int cleave_split_pays(int device, int kernels, double bytes, int count, ...)
 *
 * Returns whether a region runs as KERNELS kernels on DEVICE; 0: as one kernel in one team. BYTES is an upper bound of
 * the bytes that are copied around the region; 0: none, or not known. The region has COUNT loops. The arguments of each
 * loop are
 *   double   an upper bound of its trip count
 *   double   an upper bound of the memory round trips of an iteration; 0: not known
 * On the host device, only the cost of the launches is compared. Returns 1 on devices whose rates are not known. If CLEAVE_SPLIT is set,
 * it decides; else geometry/one_team.c decides. Does not allocate memory.
 *
 * int cleave_nested_split_pays(int device, double bytes, int groups, ...)
 *
 * The same for a region with kernels in loops or branches of the host. A group is a sequence of kernels that are
 * launched equally often; how often is not known. The arguments of each of GROUPS groups are
 *   int      its number of kernels
 *   int      its number of loops; then, for each loop, the two arguments of cleave_split_pays
 * Returns 0 only if the single kernel is as fast for any number of launches.
 *
 * int cleave_teams_split_pays(int device, double teams, int groups, ...)
 *
 * The same for a distribute loop of TEAMS iterations, each a team of the original kernel, that is split into parts. The trip count
 * of a loop is that of a parallel loop in one iteration. Returns 1 on the host device: the split form creates its threads less often.
 *
 * ---- Loop nests mapped to the grid ------------------------------------------------------------------
 *
 * int cleave_mapping_span(int device, int properties, int walk, int count, ...)
 *
 * Returns how many iterations of loop WALK, counted from 0, a thread executes if the nest of COUNT loops runs on DEVICE with
 * all its iterations on the grid; 0: the loop of the source runs. PROPERTIES: a set of cleave_nest_property. With
 * CLEAVE_NEST_HAS_LOOPS, a thread executes one iteration, and the result is the number of rows of a tile: iterations of loop WALK,
 * each beside CLEAVE_TILE_LANES iterations of the loop that consecutive threads follow; 1: there are no tiles. With
 * CLEAVE_NEST_IN_TILES the result is 1 if there are enough tiles of WALK iterations for the device; with CLEAVE_NEST_IN_TEAMS it is 1
 * if a team for each iteration of the first loop is faster than a thread for each. With CLEAVE_NEST_IN_ROWS it is the number of rows of a
 * block, a power of two and at most CLEAVE_MOST_ROWS; with CLEAVE_NEST_OF_HUGE_ROWS as well, the number of further teams that share huge
 * rows: all of them together with three times as many others are resident at a time. The arguments of each loop are
 *   long     its trip count; with CLEAVE_NEST_IN_TILES, the number of tiles along it
 * Returns 0 if the nest has more than INT_MAX / 2 iterations, if the device's threads are busy without the inner loops, and
 * on the host. CLEAVE_MAP decides if it is set. Does not allocate memory.
 *
 * ---- Reductions ---------------------------------------------------------------------------------------
 *
 * int cleave_reduction_begin(int device, int properties, int bytes, int loops, int variables, ...)
 *
 * PROPERTIES are CLEAVE_REDUCTION_ flags. Returns whether the calling thread has a buffer of BYTES bytes on DEVICE, and the next kernel shall combine its reductions there; 0: its
 * version with reduction clauses runs. The arguments are, for each of LOOPS loops,
 *   long     its trip count
 * and then, for each of VARIABLES reduction variables,
 *   const volatile void *   its address in host memory
 * Returns 0 on the host device, unless the reduction IS_REPRODUCIBLE; if the loops have more than INT_MAX / 2 iterations; for a scan of few
 * iterations; and with CLEAVE_MAP=off. If it IS_REPRODUCIBLE, ends the process with a message where it would return 0 for another reason than
 * the number of variables.
 *
 * void *cleave_reduction_buffer(void)
 *
 * The address of the buffer on the device. The first int in it, and for a scan or for huge rows the first CLEAVE_SCAN_CONTROL_BYTES bytes,
 * are 0, and must be 0 again when the kernel ends. The buffer belongs to the calling thread until its next call of cleave_reduction_begin.
 *
 * void *cleave_reduction_place(int variable)
 *
 * The address on the device of variable number VARIABLE, counted from 0; NULL if it is not present there.
 *
 * void cleave_reduction_end(void *results, const void *from, unsigned long bytes)
 *
 * Copies BYTES bytes at FROM, an address in the buffer, to RESULTS if one of the variables was not present.
 *
 * long cleave_unshared(int device, const volatile void *address, unsigned long bytes, int most, int count, ...)
 *
 * Returns how many bytes of host memory, from ADDRESS on, share no byte with one of COUNT objects, neither on the host nor on DEVICE; at most BYTES, and
 * at most MOST. BYTES is the length of the section that a map clause names; 0: there is none. The arguments of each object are those of
 * cleave_disjoint_accesses. Returns 0 where this is not known, on the host, and with CLEAVE_NO_ALIAS=off, unless COUNT is 0. Does not allocate memory.
 *
 * ---- Transfers that overlap with kernels (lib/engine) -----------------------------------------------
 *
 * int cleave_transfers_pay(int device, int count, ...)
 *
 * Returns whether the transfer engine may copy something for a region on DEVICE. Returns 0 if the engine is off or does
 * not support the device, if two of COUNT objects share bytes, or if no object is both absent and large enough. The
 * arguments of each object are those of cleave_disjoint. If the result is 0, a region that has a schedule and a data
 * environment only for the engine runs without them. The result affects performance only.
 *
 * void cleave_transfers_begin(int device, int count, ...)
 *
 * Begins the schedule of a region on DEVICE. Its data environment is the next one that this thread begins on DEVICE.
 * Schedules of one thread nest. The objects follow in the order in which stages use them. The arguments of each object
 * are
 *   const volatile void *   its address in host memory, as a map clause names it
 *   int                     the first stage that uses it
 *   int                     the last stage that may write it; -1: none
 * Objects whose map clauses copy nothing, or whose copies the engine cannot take over, are left to libomptarget.
 *
 * int cleave_transfers_idle(void)
 *
 * Returns whether the engine copies no object of the region that this thread executes. Stages and tiles then order nothing, so that
 * several stages may be one kernel. Call it after the region's data environment has begun.
 *
 * void cleave_transfers_stage(int stage)
 *
 * All stages before STAGE have been executed, and STAGE is next. Waits for the objects that STAGE uses.
 *
 * void cleave_transfers_end(void)
 *
 * Ends the schedule, after the data environment. The data environment may never have begun (if(0), no device).
 *
 * ---- Loops that run tile by tile --------------------------------------------------------------------
 *
 * long cleave_tiles_begin(int device, int stage, long first, long end, int count, ...)
 *
 * STAGE is a loop over [FIRST, END) that may run tile by tile. Waits for the objects of STAGE that are not among the
 * COUNT objects that follow. Returns the number of tiles, at least 1; 1 if no transfer can overlap with the loop. The
 * arguments of each object are
 *   const volatile void *   its address in host memory
 *   long                    the offset in bytes of the first byte that iteration FIRST accesses
 *   long                    the number of bytes for each iteration: iteration i accesses only the bytes
 *                           [offset + (i - FIRST) * bytes, offset + (i - FIRST + 1) * bytes)
 *   int                     1: the loop may write the object, and nothing writes it after the loop; else 0
 * With CLEAVE_SPREAD the loop may use only numbers that are passed by value, objects that have CLEAVE_SPREAD in
 * cleave_transfers_begin, and objects that nothing in the region writes. The latter are in the list as well; their offset,
 * bytes and last argument are 0.
 *
 * long cleave_tile_first(long tile)
 *
 * Returns the first iteration of tile TILE, 0 <= TILE <= number of tiles; END for the last value.
 *
 * void cleave_tile_begin(long tile)    waits for the bytes that tile TILE accesses
 * void cleave_tile_end(long tile)      the results of tile TILE are final
 * void cleave_tiles_end(void)          the loop has ended
 *
 * ---- Data environments around several regions -------------------------------------------------------
 *
 * int cleave_environment_fits(int device, int count, ...)
 *
 * Returns whether a data environment around several regions fits into the memory of DEVICE. Call it before the
 * environment. The arguments of each of COUNT objects are those of cleave_disjoint; the address is NULL for an object
 * that regions map inside of the environment, and the environment does not. With CLEAVE_UNKNOWN_OBJECTS, regions map
 * objects of unknown size as well. Returns 0 if the memory is not known.
 */

#endif
