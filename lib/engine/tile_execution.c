/* FILE: lib/engine/tile_execution.c
 * WHAT: loops that run tile by tile, each tile as soon as its part of the objects is on the device.
 *
 * The compiler has proved that iteration i touches only chunk i of each object (lib/transfers/chunks.c). An
 * object is copied to the device in ascending order. So a tile may run as soon as all bytes up to the end of
 * its last chunk have arrived. Its final results are copied back after it. Bytes before the first chunk and
 * after the last one belong to the first and to the last tile.
 *
 * The last tile waits for all of each object: all bytes that are copied back must have arrived first.
 *
 * If an object has a streaming buffer (streaming_buffer.h), the device has only the chunks of a few tiles. If several devices
 * share the tiles (multi_device.h), they run when all launches are recorded.
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <time.h>

#include "engine/engine_objects.h"
#include "engine/multi_device.h"
#include "engine/regions.h"
#include "engine/streaming_buffer.h"
#include "engine/tile_count.h"
#include "abi/entry_points.h"
#include "process/settings.h"

enum { MOST_OBJECTS = 16, MOST_NESTED = 4 };

struct chunks {
  struct cleave_engine_object *object;
  size_t offset, bytes; /* of the first chunk, and in each */
  bool is_final;
  bool is_streamed; /* which is open */
};

/* A loop in progress. A thread may begin another one while it waits in this one. */
struct loop {
  const void *site;
  long first;
  uint64_t iterations, tiles;
  struct chunks chunks[MOST_OBJECTS];
  int count;
  struct cleave_engine_object *read[MOST_OBJECTS]; /* the objects that a loop of several devices only reads */
  int read_count;
  bool may_partition;
  struct cleave_partition *partition; /* NULL: one device runs it */
  unsigned slots;    /* the number of these devices: tile t is number t / slots on device t % slots */
  bool is_collapsed; /* an iteration is several iterations of the kernel's loop */
  bool is_measured;  /* its time is, */
  struct cleave_timer *timer; /* measures in the device's time */
  double begun;               /* or in the host's: ns */
};

static _Thread_local struct loop stack[MOST_NESTED];
static _Thread_local int depth;

static struct loop *innermost(void) { return depth && depth <= MOST_NESTED ? &stack[depth - 1] : NULL; }

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* The number of iterations before TILE. */
static uint64_t iterations_before(const struct loop *loop, uint64_t tile) {
  const uint64_t rest = loop->iterations % loop->tiles;
  return loop->iterations / loop->tiles * tile + (tile < rest ? tile : rest);
}

static void start_clock(struct loop *loop) {
  loop->timer = cleave_engine_start_timer(loop->chunks[0].object);
  loop->begun = now();
}

/* The kernel has run. */
static void stop_clock(struct loop *loop) {
  const double host = now() - loop->begun;
  const double device = loop->timer ? cleave_engine_stop_timer(loop->chunks[0].object, loop->timer) : host;
  if (device > 0)
    cleave_tile_note_time(loop->site, loop->iterations, device);
}

/* The offset in the object at which the chunks of TILE begin. */
static size_t begin_of(const struct loop *loop, const struct chunks *chunks, uint64_t tile) {
  const size_t all = cleave_engine_bytes(chunks->object);
  size_t begin;
  if (tile == 0)
    return 0;
  if (tile == loop->tiles || __builtin_mul_overflow(iterations_before(loop, tile), chunks->bytes, &begin) ||
      __builtin_add_overflow(begin, chunks->offset, &begin) || begin > all)
    return all;
  return begin;
}

/* The offset in the object at which the chunks of TILE begin, if the object has all of them. */
static size_t streaming_begin(const struct loop *loop, const struct chunks *chunks, uint64_t tile) {
  return chunks->offset + (size_t)iterations_before(loop, tile) * chunks->bytes;
}

/* Adds an object with pending bytes in some direction; others have no effect. */
static void add_chunks(struct loop *loop, const void *address, long offset, long bytes, bool is_final) {
  if (loop->count == MOST_OBJECTS || offset < 0 || bytes <= 0)
    return;
  struct cleave_engine_object *object = cleave_engine_find(address);
  if (object)
    loop->chunks[loop->count++] = (struct chunks){object, (size_t)offset, (size_t)bytes, is_final, false};
}

/* Adds an object that the loop reads as a whole, for each of several devices. */
static void add_read(struct loop *loop, const void *address) {
  struct cleave_engine_object *object = cleave_engine_find_any(address);
  loop->may_partition &= object && loop->read_count < MOST_OBJECTS;
  if (loop->may_partition)
    loop->read[loop->read_count++] = object;
}

static struct cleave_tile_work work_of(const struct loop *loop) {
  struct cleave_tile_work work = {.site = loop->site, .iterations = loop->iterations};
  for (int i = 0; i < loop->count; i++) {
    const struct chunks *chunks = &loop->chunks[i];
    work.bytes_to += cleave_engine_missing(chunks->object);
    work.bytes_from += chunks->is_final ? cleave_engine_returning(chunks->object) : 0;
    work.bytes_used += cleave_engine_bytes(chunks->object);
  }
  if (!loop->is_collapsed && loop->count)
    work.filling = cleave_engine_filling(loop->chunks[0].object);
  return work;
}

/* ---- streaming buffers -------------------------------------------------------------------------------------------- */

/* Whether the chunks of the loop are inside the object, and all bytes that are copied back are final. */
static bool fits_slot(const struct loop *loop, const struct chunks *chunks) {
  size_t end;
  return !__builtin_mul_overflow((size_t)loop->iterations, chunks->bytes, &end) &&
         !__builtin_add_overflow(end, chunks->offset, &end) && end <= cleave_engine_bytes(chunks->object) &&
         (chunks->is_final || !cleave_streaming_returns(chunks->object));
}

/* The overhead of a tile is some 50 us (launch, handover, latency of its copies). So many tiles cost some
 * tens of ms, of any size. With more tiles, each must move so many bytes that the loop takes at most a few
 * times as long as its copies. */
enum { TILES_OF_ANY_SIZE = 1024, WORTH_A_TILE = 256 << 10 };

/* The least number of tiles with which all streaming buffers fit into the device's memory; 0: they cannot, or the tiles
 * would be too many and too small. */
static uint64_t streaming_tiles(const struct loop *loop) {
  size_t each = 0, moved = 0; /* bytes of the device's memory for one iteration per tile, and of the chunks */
  for (int i = 0; i < loop->count; i++) {
    const struct chunks *chunks = &loop->chunks[i];
    size_t bytes;
    if (!cleave_streaming_is_closed(chunks->object))
      continue;
    if (!fits_slot(loop, chunks) ||
        __builtin_mul_overflow(chunks->bytes, cleave_streaming_chunks(chunks->object), &bytes) ||
        __builtin_add_overflow(each, bytes, &each))
      return 0;
    moved += chunks->bytes;
  }
  const uint64_t most = cleave_streaming_memory(loop->chunks[0].object) / each; /* iterations of a tile */
  if (!most || loop->iterations <= 1)
    return 0;
  const uint64_t tiles = (loop->iterations - 1) / most + 1;
  return tiles <= TILES_OF_ANY_SIZE || most * moved >= WORTH_A_TILE ? tiles : 0;
}

/* Bytes of the largest tile. */
static size_t largest_tile(const struct loop *loop, const struct chunks *chunks) {
  return (size_t)((loop->iterations - 1) / loop->tiles + 1) * chunks->bytes;
}

/* Opens the streaming buffers of the loop's objects; all or none. */
static bool open_streaming(struct loop *loop) {
  unsigned count;
  for (int i = 0; i < loop->count; i++) {
    struct chunks *chunks = &loop->chunks[i];
    if (!cleave_streaming_is_closed(chunks->object))
      continue;
    chunks->is_streamed = cleave_streaming_open(
        chunks->object, cleave_partition_devices(chunks->object, &count)[0], largest_tile(loop, chunks));
    if (!chunks->is_streamed) {
      while (i--)
        if (loop->chunks[i].is_streamed)
          cleave_streaming_close(loop->chunks[i].object);
      return false;
    }
  }
  return true;
}

/* Opens the streaming buffers of LOOP's objects. If that fails, maps the objects, and removes them from the
 * loop. TILES is the number of tiles without streaming buffers; returns the number with them. */
static uint64_t choose_streaming(struct loop *loop, uint64_t tiles) {
  bool any = false;
  for (int i = 0; i < loop->count; i++)
    any |= cleave_streaming_is_closed(loop->chunks[i].object);
  if (!any)
    return tiles;
  const uint64_t least = streaming_tiles(loop);
  loop->tiles = tiles > least ? tiles : least;
  loop->tiles = loop->tiles < 2 ? 2 : loop->tiles; /* with one, there are no calls for tiles */
  if (least && open_streaming(loop))
    return loop->tiles;
  int count = 0;
  for (int i = 0; i < loop->count; i++) {
    if (cleave_streaming_is_closed(loop->chunks[i].object))
      cleave_streaming_map(loop->chunks[i].object);
    else
      loop->chunks[count++] = loop->chunks[i];
  }
  loop->count = count;
  return count ? tiles : 1;
}

/* Tile INDEX of the device of SLOT. */
static void fetch(const struct loop *loop, const struct chunks *chunks, unsigned slot, uint64_t index) {
  const uint64_t tile = index * loop->slots + slot;
  if (tile < loop->tiles)
    cleave_streaming_fetch(chunks->object, slot, index, streaming_begin(loop, chunks, tile),
                           streaming_begin(loop, chunks, tile + 1));
}

/* Queues the copies that the tile needs, then those of the next tile, and waits for the first. */
static void enter_streaming(const struct loop *loop, unsigned slot, uint64_t index) {
  for (int i = 0; i < loop->count; i++)
    if (loop->chunks[i].is_streamed)
      fetch(loop, &loop->chunks[i], slot, index);
  for (int i = 0; i < loop->count; i++)
    if (loop->chunks[i].is_streamed && cleave_streaming_comes(loop->chunks[i].object))
      fetch(loop, &loop->chunks[i], slot, index + 1);
  for (int i = 0; i < loop->count; i++)
    if (loop->chunks[i].is_streamed)
      cleave_streaming_enter(loop->chunks[i].object, slot, index);
}

/* ---- several devices ------------------------------------------------------------------------------------- */

static bool is_read(const struct loop *loop, const struct cleave_engine_object *object) {
  for (int i = 0; i < loop->read_count; i++)
    if (loop->read[i] == object)
      return true;
  return false;
}

/* The number of devices that could share the tiles: each object has a streaming buffer or is only read. */
static unsigned devices_for(const struct loop *loop) {
  unsigned count = 1;
  bool any = false;
  for (int i = 0; i < loop->count; i++) {
    const struct cleave_engine_object *object = loop->chunks[i].object;
    if (!cleave_streaming_is_closed(object) && !is_read(loop, object))
      return 1;
    any |= cleave_streaming_is_closed(object);
  }
  if (loop->may_partition && any)
    cleave_partition_devices(loop->chunks[0].object, &count);
  return count < loop->iterations ? count : (unsigned)loop->iterations;
}

/* Removes objects that each device gets as a whole from those that arrive tile by tile. Returns whether any
 * remain. */
static bool drop_read(struct loop *loop) {
  int count = 0;
  for (int i = 0; i < loop->count; i++)
    count += loop->chunks[i].is_streamed;
  if (!count)
    return false;
  count = 0;
  for (int i = 0; i < loop->count; i++)
    if (loop->chunks[i].is_streamed)
      loop->chunks[count++] = loop->chunks[i];
  loop->count = count;
  return true;
}

/* Opens all buffers that the loop needs on DEVICE, or none. */
static bool add_device(struct loop *loop, struct cleave_engine_device *device) {
  int opened = 0;
  while (opened < loop->count && cleave_streaming_open(loop->chunks[opened].object, device,
                                                       largest_tile(loop, &loop->chunks[opened])))
    opened++;
  if (opened == loop->count && cleave_partition_add(loop->partition, device))
    return true;
  while (opened--)
    cleave_streaming_open_no_more(loop->chunks[opened].object);
  return false;
}

/* The streaming buffers are open on the region's device. Opens them on up to MOST devices. */
static void add_devices(struct loop *loop, unsigned most) {
  unsigned count;
  if (most < 2 || !drop_read(loop))
    return;
  struct cleave_engine_device *const *devices = cleave_partition_devices(loop->chunks[0].object, &count);
  loop->partition = cleave_partition_new(loop->chunks[0].object, loop->tiles);
  bool good = loop->partition;
  for (int i = 0; good && i < loop->read_count; i++)
    good = cleave_partition_read(loop->partition, loop->read[i]);
  for (unsigned i = 1; good && i < count && loop->slots < most; i++)
    loop->slots += add_device(loop, devices[i]);
  if (loop->partition && loop->slots == 1) {
    cleave_partition_free(loop->partition);
    loop->partition = NULL;
  }
}

static void enter_tile(void *loop, unsigned slot, uint64_t index) { enter_streaming(loop, slot, index); }

static void leave_tile(void *context, unsigned slot, uint64_t index) {
  const struct loop *loop = context;
  for (int i = 0; i < loop->count; i++)
    cleave_streaming_leave(loop->chunks[i].object, slot, index);
}

static void run_partition(struct loop *loop) {
  loop->slots = cleave_partition_settle(loop->partition);
  cleave_partition_run(loop->partition, loop, enter_tile, leave_tile);
  cleave_partition_free(loop->partition);
  loop->partition = NULL;
}

/* The number of tiles without streaming buffers: each of DEVICES gets as many as one device alone would. */
static uint64_t number_of_tiles(const struct loop *loop, unsigned devices) {
  struct cleave_tile_work work = work_of(loop);
  const struct cleave_transfer_rates *rates = cleave_engine_rates(loop->chunks[0].object);
  const uint64_t requested = cleave_settings()->tiles;
  if (!work.bytes_to && !work.bytes_from)
    return 1;
  if (requested)
    return cleave_tile_count_for(&work, rates, requested > devices ? requested : devices);
  work.bytes_to /= devices;
  work.bytes_from /= devices;
  work.bytes_used /= devices;
  work.iterations /= devices;
  return cleave_tile_count_for(&work, rates, 0) * devices;
}

/* ---- entry points of transformed text ------------------------------------------------------------------ */

/* Waits for all objects that STAGE needs; with several tiles, except for those that arrive tile by tile. */
static void enter_stage(const struct loop *loop, int stage) {
  const struct cleave_engine_object *later[MOST_OBJECTS];
  const int count = loop->tiles > 1 ? loop->count : 0;
  for (int i = 0; i < count; i++)
    later[i] = loop->chunks[i].object;
  cleave_engine_stage(stage, later, count);
}

long cleave_tiles_begin(int device, int stage, long first, long end, int count, ...) {
  (void)device; /* the region's device, which the objects identify */
  if (++depth > MOST_NESTED) {
    cleave_transfers_stage(stage & ~(CLEAVE_COLLAPSED | CLEAVE_SPREAD));
    return 1;
  }
  struct loop *loop = innermost();
  *loop = (struct loop){
      .site = __builtin_return_address(0),
      .first = first,
      .iterations = first < end ? (uint64_t)end - (uint64_t)first : 0,
      .tiles = 1,
      .slots = 1,
      .is_collapsed = stage & CLEAVE_COLLAPSED,
      .may_partition = stage & CLEAVE_SPREAD,
  };
  stage &= ~(CLEAVE_COLLAPSED | CLEAVE_SPREAD);
  va_list arguments;
  va_start(arguments, count);
  for (int i = 0; i < count; i++) {
    const void *address = va_arg(arguments, const void *);
    const long offset = va_arg(arguments, long), bytes = va_arg(arguments, long);
    const int is_final = va_arg(arguments, int);
    if (loop->may_partition && !bytes)
      add_read(loop, address);
    else
      add_chunks(loop, address, offset, bytes, is_final);
  }
  va_end(arguments);
  const unsigned devices = loop->iterations ? devices_for(loop) : 1;
  if (loop->count && loop->iterations)
    loop->tiles = number_of_tiles(loop, devices);
  loop->tiles = choose_streaming(loop, loop->tiles);
  add_devices(loop, devices);
  enter_stage(loop, stage);
  /* If a loop does not fill the device, a part takes as long as the whole, so parts are not measured. */
  loop->is_measured =
      loop->tiles == 1 && loop->count && loop->iterations && cleave_tile_wants_time(loop->site);
  if (loop->is_measured)
    start_clock(loop);
  return (long)loop->tiles;
}

long cleave_tile_first(long tile) {
  const struct loop *loop = innermost();
  return loop ? (long)((uint64_t)loop->first + iterations_before(loop, (uint64_t)tile)) : 0;
}

void cleave_tile_begin(long tile) {
  struct loop *loop = innermost();
  if (!loop)
    return;
  if (loop->partition) {
    cleave_partition_set(loop->partition, (uint64_t)tile);
    return;
  }
  enter_streaming(loop, 0, (uint64_t)tile);
  for (int i = 0; i < loop->count; i++)
    if (!loop->chunks[i].is_streamed)
      cleave_engine_await(loop->chunks[i].object, begin_of(loop, &loop->chunks[i], (uint64_t)tile + 1));
}

void cleave_tile_end(long tile) {
  struct loop *loop = innermost();
  if (!loop)
    return;
  if (loop->partition) {
    cleave_partition_set(NULL, 0);
    return;
  }
  for (int i = 0; i < loop->count; i++) {
    const struct chunks *chunks = &loop->chunks[i];
    if (chunks->is_streamed)
      cleave_streaming_leave(chunks->object, 0, (uint64_t)tile);
    else if (chunks->is_final)
      cleave_engine_send_back(chunks->object, begin_of(loop, chunks, (uint64_t)tile),
                              begin_of(loop, chunks, (uint64_t)tile + 1));
  }
}

void cleave_tiles_end(void) {
  struct loop *loop = innermost();
  if (loop && loop->is_measured)
    stop_clock(loop);
  if (loop && loop->partition)
    run_partition(loop);
  for (int i = 0; loop && i < loop->count; i++)
    if (loop->chunks[i].is_streamed)
      cleave_streaming_close(loop->chunks[i].object);
  depth--;
}
