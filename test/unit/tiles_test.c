/* FILE: test/unit/tiles_test.c
 * WHAT: what a loop that runs tile by tile asks of the transfer engine, and when; into how many tiles it is
 *       cut. The engine is a list of objects here, which writes down what it is asked for.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "engine/engine_objects.h"
#include "engine/regions.h"
#include "engine/multi_device.h"
#include "engine/tile_count.h"
#include "engine/streaming_buffer.h"
#include "abi/entry_points.h"
#include "process/settings.h"

/* ---- The engine ----------------------------------------------------------------------------------- */

struct cleave_engine_object {
  const char *name;
  size_t bytes, missing, returning;
  enum { NO_WINDOW, CLOSED, OPEN } window;
};

static struct cleave_engine_object objects[] = {
    {"A", 800, 800, 0, NO_WINDOW}, {"C", 100, 100, 100, NO_WINDOW}, {"y", 10, 0, 10, NO_WINDOW}};
static bool has_region;
static size_t streaming_memory; /* and no window larger than this can be opened: */
static size_t largest_window;
static const struct cleave_transfer_rates *known_rates;
/* Devices are names. */
static struct cleave_engine_device *known_devices[] = {(struct cleave_engine_device *)"own",
                                                       (struct cleave_engine_device *)"second",
                                                       (struct cleave_engine_device *)"third"};
static unsigned device_count;
static struct cleave_engine_device *without_memory, *without_replica;
static bool is_movable; /* all that kernels get means something on each device */
static struct cleave_run_time_options settings;
static char said[2048];

static void say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const size_t used = strlen(said);
  vsnprintf(said + used, sizeof said - used, format, arguments);
  va_end(arguments);
}

struct cleave_engine_object *cleave_engine_find(const void *address) {
  for (size_t i = 0; has_region && i < sizeof objects / sizeof *objects; i++)
    if (objects[i].name == address)
      return &objects[i];
  return NULL;
}

size_t cleave_engine_bytes(const struct cleave_engine_object *object) { return object->bytes; }

size_t cleave_engine_missing(const struct cleave_engine_object *object) { return object->missing; }

size_t cleave_engine_returning(const struct cleave_engine_object *object) { return object->returning; }

const struct cleave_transfer_rates *cleave_engine_rates(const struct cleave_engine_object *object) {
  (void)object;
  return known_rates;
}

struct cleave_timer *cleave_engine_start_timer(const struct cleave_engine_object *object) {
  (void)object;
  return NULL;
}

double cleave_engine_stop_timer(const struct cleave_engine_object *object, struct cleave_timer *timer) {
  (void)object, (void)timer;
  return -1;
}

double cleave_engine_filling(const struct cleave_engine_object *object) {
  (void)object;
  return 0;
}

void cleave_engine_stage(int stage, const struct cleave_engine_object *const *later, int count) {
  say("stage %d", stage);
  for (int i = 0; i < count; i++)
    say(" -%s", later[i]->name);
  say("\n");
}

void cleave_transfers_stage(int stage) { cleave_engine_stage(stage, NULL, 0); }

void cleave_engine_await(struct cleave_engine_object *object, size_t end) {
  say("%s<%zu ", object->name, end);
}

void cleave_engine_send_back(struct cleave_engine_object *object, size_t begin, size_t end) {
  say("%s[%zu,%zu) ", object->name, begin, end);
}

bool cleave_streaming_is_closed(const struct cleave_engine_object *object) {
  return object->window == CLOSED;
}

bool cleave_streaming_comes(const struct cleave_engine_object *object) { return object->missing; }

bool cleave_streaming_returns(const struct cleave_engine_object *object) { return object->returning; }

unsigned cleave_streaming_chunks(const struct cleave_engine_object *object) {
  return 1u + cleave_streaming_comes(object) + cleave_streaming_returns(object);
}

size_t cleave_streaming_memory(const struct cleave_engine_object *object) {
  (void)object;
  return streaming_memory;
}

bool cleave_streaming_open(struct cleave_engine_object *object, struct cleave_engine_device *device,
                           size_t bytes) {
  if (device != known_devices[0]) {
    const bool has_memory = device != without_memory;
    say("%s:%s on %s ", object->name, has_memory ? "open" : "refused", (const char *)device);
    return has_memory;
  }
  say("%s:open %zu ", object->name, bytes);
  object->window = bytes <= largest_window ? OPEN : CLOSED;
  return object->window == OPEN;
}

void cleave_streaming_open_no_more(struct cleave_engine_object *object) { say("%s:no more ", object->name); }

void cleave_streaming_map(struct cleave_engine_object *object) {
  say("%s:map ", object->name);
  object->window = NO_WINDOW;
}

/* Of view 0, which is the only one as a rule, no number is written down. */
static const char *name_of(unsigned slot) {
  static const char *const names[] = {"", "1/", "2/", "3/"};
  return names[slot];
}

void cleave_streaming_fetch(struct cleave_engine_object *object, unsigned slot, uint64_t tile, size_t begin,
                            size_t end) {
  say("%s:fetch %s%" PRIu64 "[%zu,%zu) ", object->name, name_of(slot), tile, begin, end);
}

void cleave_streaming_enter(struct cleave_engine_object *object, unsigned slot, uint64_t tile) {
  say("%s:enter %s%" PRIu64 " ", object->name, name_of(slot), tile);
}

void cleave_streaming_leave(struct cleave_engine_object *object, unsigned slot, uint64_t tile) {
  say("%s:leave %s%" PRIu64 " ", object->name, name_of(slot), tile);
}

void cleave_streaming_close(struct cleave_engine_object *object) {
  say("%s:close ", object->name);
  object->window = CLOSED;
}

struct cleave_engine_object *cleave_engine_find_any(const void *address) {
  return cleave_engine_find(address);
}

struct cleave_engine_device *const *cleave_partition_devices(const struct cleave_engine_object *object,
                                                             unsigned *count) {
  (void)object;
  *count = device_count;
  return known_devices;
}

/* Launches are those of the tiles that were begun. */
static struct cleave_partition {
  uint64_t tiles, begun;
  unsigned devices;
} the_spread;

struct cleave_partition *cleave_partition_new(const struct cleave_engine_object *object, uint64_t tiles) {
  say("%s:spread %" PRIu64 " ", object->name, tiles);
  the_spread = (struct cleave_partition){.tiles = tiles, .devices = 1};
  return &the_spread;
}

bool cleave_partition_read(struct cleave_partition *partition, struct cleave_engine_object *object) {
  (void)partition;
  say("read %s ", object->name);
  return true;
}

bool cleave_partition_add(struct cleave_partition *partition, struct cleave_engine_device *device) {
  const bool has_memory = device != without_replica;
  say("%s %s ", has_memory ? "add" : "do not add", (const char *)device);
  partition->devices += has_memory;
  return has_memory;
}

void cleave_partition_set(struct cleave_partition *partition, uint64_t tile) {
  if (partition && tile == partition->begun)
    partition->begun++;
}

unsigned cleave_partition_settle(struct cleave_partition *partition) {
  return is_movable ? partition->devices : 1;
}

void cleave_partition_run(struct cleave_partition *partition, void *loop,
                          void (*enter)(void *loop, unsigned slot, uint64_t index),
                          void (*leave)(void *loop, unsigned slot, uint64_t index)) {
  const unsigned devices = cleave_partition_settle(partition);
  assert_int_equal(partition->begun, partition->tiles);
  for (unsigned slot = 0; slot < devices; slot++)
    for (uint64_t tile = slot; tile < partition->tiles; tile += devices) {
      enter(loop, slot, tile / devices);
      leave(loop, slot, tile / devices);
      say("\n");
    }
}

void cleave_partition_free(struct cleave_partition *partition) {
  (void)partition;
  say("freed ");
}

const struct cleave_run_time_options *cleave_settings(void) { return &settings; }

static int set_up(void **state) {
  (void)state;
  has_region = true;
  known_rates = NULL;
  settings.tiles = 0;
  for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
    objects[i].window = NO_WINDOW;
  streaming_memory = largest_window = 1000;
  device_count = 1;
  without_memory = without_replica = NULL;
  is_movable = true;
  *said = '\0';
  return 0;
}

/* ---- Tiles ---------------------------------------------------------------------------------------- */

/* What the transformed text does, with the iterations in place of the kernels. */
static void run(long tiles, long first, long end) {
  for (long tile = 0; tile < tiles; tile++) {
    const long from = tiles > 1 ? cleave_tile_first(tile) : first;
    const long to = tiles > 1 ? cleave_tile_first(tile + 1) : end;
    if (tiles > 1)
      cleave_tile_begin(tile);
    say("%ld..%ld ", from, to);
    if (tiles > 1)
      cleave_tile_end(tile);
    say("\n");
  }
  cleave_tiles_end();
}

static void what_each_tile_needs(void **state) {
  (void)state;
  settings.tiles = 3;
  run(cleave_tiles_begin(-1, 2, 0, 10, 3, "A", 0L, 80L, 0, "C", 0L, 10L, 1, "y", 0L, 1L, 1), 0, 10);
  assert_string_equal(said, "stage 2 -A -C -y\n"
                            "A<320 C<40 y<4 0..4 C[0,40) y[0,4) \n"
                            "A<560 C<70 y<7 4..7 C[40,70) y[4,7) \n"
                            "A<800 C<100 y<10 7..10 C[70,100) y[7,10) \n");
}

/* What is in front of the first chunk goes with the first tile, and what is behind the last with the last. */
static void parts_of_objects(void **state) {
  (void)state;
  settings.tiles = 2;
  run(cleave_tiles_begin(-1, 0, -3, 1, 2, "A", 160L, 80L, 0, "C", 20L, 10L, 1), -3, 1);
  assert_string_equal(said, "stage 0 -A -C\n"
                            "A<320 C<40 -3..-1 C[0,40) \n"
                            "A<800 C<100 -1..1 C[40,100) \n");
  *said = '\0';
  /* A loop that goes on behind what is mapped is wrong, but must not be waited for. */
  run(cleave_tiles_begin(-1, 0, 0, 30, 1, "C", 0L, 10L, 1), 0, 30);
  assert_string_equal(said, "stage 0 -C\nC<100 0..15 C[0,100) \nC<100 15..30 C[100,100) \n");
  *said = '\0';
  run(cleave_tiles_begin(-1, 0, 0, 4, 1, "C", 0L, INT64_MAX, 1), 0, 4);
  assert_string_equal(said, "stage 0 -C\nC<100 0..2 C[0,100) \nC<100 2..4 C[100,100) \n");
}

static void one_tile(void **state) {
  (void)state;
  settings.tiles = 4;
  run(cleave_tiles_begin(-1, 1, 5, 5, 1, "A", 0L, 80L, 0), 5, 5); /* no iteration */
  run(cleave_tiles_begin(-1, 1, 5, 4, 1, "A", 0L, 80L, 0), 5, 4);
  run(cleave_tiles_begin(-1, 1, 5, 6, 1, "A", 0L, 80L, 0), 5, 6); /* one */
  run(cleave_tiles_begin(-1, 1, 0, 9, 1, "no object", 0L, 80L, 0), 0, 9);
  run(cleave_tiles_begin(-1, 1, 0, 9, 0), 0, 9);
  run(cleave_tiles_begin(-1, 1, 0, 9, 1, "A", -80L, 80L, 0), 0, 9); /* nonsense of a program */
  run(cleave_tiles_begin(-1, 1, 0, 9, 1, "A", 0L, -80L, 0), 0, 9);
  has_region = false;
  run(cleave_tiles_begin(-1, 1, 0, 9, 1, "A", 0L, 80L, 0), 0, 9);
  settings.tiles = 1;
  has_region = true;
  run(cleave_tiles_begin(-1, 1, 0, 9, 1, "A", 0L, 80L, 0), 0, 9);
  assert_string_equal(said, "stage 1\n5..5 \nstage 1\n5..4 \nstage 1\n5..6 \n"
                            "stage 1\n0..9 \nstage 1\n0..9 \nstage 1\n0..9 \nstage 1\n0..9 \n"
                            "stage 1\n0..9 \nstage 1\n0..9 \n");
}

/* Iterations of any number and any tiles: each is in one tile, none is empty. */
static void all_iterations(void **state) {
  (void)state;
  for (long first = -5; first <= 5; first += 5)
    for (long count = 1; count < 40; count++)
      for (long wanted = 1; wanted < 12; wanted++) {
        settings.tiles = (uint64_t)wanted;
        const long tiles = cleave_tiles_begin(-1, 0, first, first + count, 1, "A", 0L, 8L, 0);
        assert_int_equal(tiles, wanted < count ? wanted : count);
        assert_int_equal(cleave_tile_first(0), first);
        for (long tile = 0; tile < tiles; tile++)
          assert_true(cleave_tile_first(tile) < cleave_tile_first(tile + 1));
        assert_int_equal(cleave_tile_first(tiles), first + count);
        cleave_tiles_end();
      }
  settings.tiles = 3;
  assert_int_equal(cleave_tiles_begin(-1, 0, INT64_MIN, INT64_MAX, 1, "A", 0L, 8L, 0), 3);
  assert_true(cleave_tile_first(1) == INT64_MIN + (int64_t)(UINT64_MAX / 3));
  assert_true(cleave_tile_first(3) == INT64_MAX);
  cleave_tiles_end();
}

/* ---- Windows ------------------------------------------------------------------------------------------ */

/* While a tile runs, the next one's part is on its way; what is only written needs no place before its tile. */
static void tiles_in_windows(void **state) {
  (void)state;
  objects[0].window = objects[2].window = CLOSED;
  streaming_memory = 400; /* two parts each: 2 * 81 bytes per iteration, so 2 iterations at a time */
  run(cleave_tiles_begin(-1, 0, 0, 5, 2, "A", 0L, 80L, 0, "y", 5L, 1L, 1), 0, 5);
  assert_string_equal(said, "A:open 160 y:open 2 stage 0 -A -y\n"
                            "A:fetch 0[0,160) y:fetch 0[5,7) A:fetch 1[160,320) A:enter 0 y:enter 0 "
                            "0..2 A:leave 0 y:leave 0 \n"
                            "A:fetch 1[160,320) y:fetch 1[7,9) A:fetch 2[320,400) A:enter 1 y:enter 1 "
                            "2..4 A:leave 1 y:leave 1 \n"
                            "A:fetch 2[320,400) y:fetch 2[9,10) A:enter 2 y:enter 2 "
                            "4..5 A:leave 2 y:leave 2 \n"
                            "A:close y:close ");
}

/* What cannot have a window is mapped before the stage: and no window stays open. */
static void no_windows(void **state) {
  static const struct {
    size_t memory, largest;
    long end, offset, bytes;
    int is_final;
    const char *said;
  } cases[] = {
      {1000, 1000, 1, 0, 10, 1, "C:map stage 0\n0..1 \n"},   /* a tile would be all of it */
      {29, 1000, 10, 0, 10, 1, "C:map stage 0\n0..10 \n"},   /* not even one iteration fits */
      {1000, 1000, 11, 0, 10, 1, "C:map stage 0\n0..11 \n"}, /* the loop goes on behind it */
      {1000, 1000, 9, 20, 10, 1, "C:map stage 0\n0..9 \n"},
      {1000, 1000, 3, 0, INT64_MAX, 1, "C:map stage 0\n0..3 \n"},
      {1000, 1000, 10, 0, 10, 0, "C:map stage 0\n0..10 \n"},       /* not final */
      {60, 10, 10, 0, 10, 1, "C:open 20 C:map stage 0\n0..10 \n"}, /* no memory */
  };
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    *said = '\0';
    objects[1].window = CLOSED;
    streaming_memory = cases[i].memory;
    largest_window = cases[i].largest;
    run(cleave_tiles_begin(-1, 0, 0, cases[i].end, 1, "C", cases[i].offset, cases[i].bytes,
                           cases[i].is_final),
        0, cases[i].end);
    assert_string_equal(said, cases[i].said);
  }
  /* The one that was opened is closed again. */
  *said = '\0';
  objects[0].window = objects[2].window = CLOSED;
  streaming_memory = 1000;
  largest_window = 10;
  settings.tiles = 2;
  run(cleave_tiles_begin(-1, 0, 0, 10, 2, "y", 0L, 1L, 1, "A", 0L, 80L, 0), 0, 10);
  assert_string_equal(said, "y:open 5 A:open 400 y:close y:map A:map stage 0\n0..10 \n");
}

/* Many tiles have to be large. */
static void windows_of_many_tiles(void **state) {
  static const struct {
    size_t memory;
    long end, bytes, tiles;
  } cases[] = {
      {2 * 8 * 98, 100000, 8, 1021}, /* few enough to be small */
      {2 * 8 * 97, 100000, 8, 1},    /* 1031 */
      {16, 100000000, 8, 1},
      {2 * (256 << 10), 2000, 256 << 10, 2000}, /* large enough to be many */
      {2 * (256 << 10), 2000, (256 << 10) - 1, 1},
  };
  const struct cleave_engine_object before = objects[0];
  (void)state;
  largest_window = SIZE_MAX;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    objects[0].window = CLOSED;
    objects[0].bytes = (size_t)(cases[i].end * cases[i].bytes);
    streaming_memory = cases[i].memory;
    *said = '\0';
    assert_int_equal(cleave_tiles_begin(-1, 0, 0, cases[i].end, 1, "A", 0L, cases[i].bytes, 0),
                     cases[i].tiles);
    if (cases[i].tiles == 1)
      assert_string_equal(said, "A:map stage 0\n");
    cleave_tiles_end();
  }
  objects[0] = before;
}

static void nested_loops(void **state) {
  (void)state;
  settings.tiles = 2;
  for (int i = 0; i < 6; i++) {
    const long tiles = cleave_tiles_begin(-1, i, i, i + 10, 1, "A", 0L, 8L, 0);
    assert_int_equal(tiles, i < 4 ? 2 : 1);
  }
  for (int i = 6; i-- > 0;) {
    if (i < 4)
      assert_int_equal(cleave_tile_first(1), i + 5);
    cleave_tiles_end();
  }
  assert_int_equal(cleave_tiles_begin(-1, 0, 7, 17, 1, "A", 0L, 8L, 0), 2);
  assert_int_equal(cleave_tile_first(1), 12);
  cleave_tiles_end();
}

/* ---- How many --------------------------------------------------------------------------------------- */

static void numbers(void **state) {
  (void)state;
  const struct cleave_transfer_rates known = {.pageable_to_device = 5,
                                              .staged_to_device = 10,
                                              .pageable_from_device = 10,
                                              .kernel_launch = 1000,
                                              .handover = 1000,
                                              .memory_bandwidth = 1000};
  const char site, other;
  struct cleave_tile_work work = {
      .site = &site, .iterations = 1000, .bytes_to = 80000000, .bytes_used = 80000000};
  assert_int_equal(cleave_tile_count_for(&work, NULL, 0), 1); /* nothing is known of the device */
  assert_int_equal(cleave_tile_count_for(&work, NULL, 7), 7);
  assert_int_equal(cleave_tile_count_for(&work, &known, 2000), 1000);
  const struct cleave_transfer_rates none = {0};
  assert_int_equal(cleave_tile_count_for(&work, &none, 0), 1);
  /* 8 ms of transfer, 0.08 ms of kernel at least: sqrt(80000 / 2000) tiles. */
  assert_int_equal(cleave_tile_count_for(&work, &known, 0), 6);
  /* It took 8 ms for 2000 iterations: 4 ms for 1000, sqrt(4000000 / 2000). */
  cleave_tile_note_time(&site, 2000, 8e6);
  assert_int_equal(cleave_tile_count_for(&work, &known, 0), 45);
  assert_true(cleave_tile_wants_time(&site));
  work.iterations = 10;
  cleave_tile_note_time(&site, 10, 4e6);
  assert_int_equal(cleave_tile_count_for(&work, &known, 0), 10);
  for (int i = 0; i < 2; i++)
    cleave_tile_note_time(&site, 10, 4e6);
  assert_false(cleave_tile_wants_time(&site));
  assert_true(cleave_tile_wants_time(&other));
  /* As many iterations as it has do not fill the device: a tile would take as long as all. */
  work.filling = 20;
  assert_int_equal(cleave_tile_count_for(&work, &known, 0), 1);
  work.filling = 5;
  assert_in_range(cleave_tile_count_for(&work, &known, 0), 2, 3);
  /* Nothing to hide that is worth it. */
  work = (struct cleave_tile_work){.site = &other, .iterations = 1000, .bytes_to = 8000, .bytes_used = 8000};
  assert_int_equal(cleave_tile_count_for(&work, &known, 0), 1);
  /* More loops than there is room for. */
  static const char sites[2000];
  for (size_t i = 0; i < sizeof sites; i++)
    cleave_tile_note_time(&sites[i], 1, 1);
  work.site = &sites[sizeof sites - 1];
  assert_int_equal(cleave_tile_count_for(&work, &known, 0), 1);
}

/* ---- Several devices ------------------------------------------------------------------------------ */

static void partition(int tiles) {
  *said = '\0';
  objects[0].window = objects[1].window = CLOSED;
  settings.tiles = (uint64_t)tiles;
  run(cleave_tiles_begin(-1, 2 | CLEAVE_SPREAD, 0, 5, 3, "A", 0L, 80L, 0, "C", 0L, 10L, 1, "y", 0L, 0L, 0), 0,
      5);
}

/* Each device has windows, and what comes next for it is the tile after that of the others. */
static void tiles_on_devices(void **state) {
  (void)state;
  device_count = 3;
  partition(5);
  assert_string_equal(
      said, "A:open 80 C:open 10 A:spread 5 read y A:open on second C:open on second add second "
            "A:open on third C:open on third add third stage 2 -A -C\n"
            "0..1 \n1..2 \n2..3 \n3..4 \n4..5 \n"
            "A:fetch 0[0,80) C:fetch 0[0,10) A:fetch 1[240,320) C:fetch 1[30,40) A:enter 0 C:enter 0 "
            "A:leave 0 C:leave 0 \n"
            "A:fetch 1[240,320) C:fetch 1[30,40) A:enter 1 C:enter 1 A:leave 1 C:leave 1 \n"
            "A:fetch 1/0[80,160) C:fetch 1/0[10,20) A:fetch 1/1[320,400) C:fetch 1/1[40,50) "
            "A:enter 1/0 C:enter 1/0 A:leave 1/0 C:leave 1/0 \n"
            "A:fetch 1/1[320,400) C:fetch 1/1[40,50) A:enter 1/1 C:enter 1/1 "
            "A:leave 1/1 C:leave 1/1 \n"
            "A:fetch 2/0[160,240) C:fetch 2/0[20,30) A:enter 2/0 C:enter 2/0 "
            "A:leave 2/0 C:leave 2/0 \n"
            "freed A:close C:close ");
}

/* Without memory for windows or for what is only read, a device takes no part. */
static void devices_without_memory(void **state) {
  (void)state;
  device_count = 3;
  without_memory = known_devices[1];
  without_replica = known_devices[2];
  partition(2);
  assert_string_equal(
      said, "A:open 160 C:open 20 A:spread 3 read y A:refused on second "
            "A:open on third C:open on third "
            "do not add third C:no more A:no more freed stage 2 -A -C\n"
            "A:fetch 0[0,160) C:fetch 0[0,20) A:fetch 1[160,320) C:fetch 1[20,40) A:enter 0 C:enter 0 "
            "0..2 A:leave 0 C:leave 0 \n"
            "A:fetch 1[160,320) C:fetch 1[20,40) A:fetch 2[320,400) C:fetch 2[40,50) "
            "A:enter 1 C:enter 1 "
            "2..4 A:leave 1 C:leave 1 \n"
            "A:fetch 2[320,400) C:fetch 2[40,50) A:enter 2 C:enter 2 4..5 A:leave 2 C:leave 2 \n"
            "A:close C:close ");
}

/* Kernels that get what means something on one device alone run there. */
static void launches_of_one_device(void **state) {
  (void)state;
  device_count = 2;
  is_movable = false;
  partition(2);
  assert_non_null(
      strstr(said, "0..3 \n3..5 \n"
                   "A:fetch 0[0,240) C:fetch 0[0,30) A:fetch 1[240,400) C:fetch 1[30,50) "
                   "A:enter 0 C:enter 0 "
                   "A:leave 0 C:leave 0 \n"
                   "A:fetch 1[240,400) C:fetch 1[30,50) A:enter 1 C:enter 1 A:leave 1 C:leave 1 \nfreed "));
}

/* Who has no window needs to be read alone, and then the devices get it as a whole. */
static void objects_without_windows(void **state) {
  (void)state;
  device_count = 2;
  settings.tiles = 2;
  objects[1].window = CLOSED;
  run(cleave_tiles_begin(-1, 0 | CLEAVE_SPREAD, 0, 5, 2, "A", 0L, 80L, 0, "C", 0L, 10L, 1), 0, 5);
  assert_null(strstr(said, "spread"));
  *said = '\0';
  objects[1].window = CLOSED;
  run(cleave_tiles_begin(-1, 0 | CLEAVE_SPREAD, 0, 5, 3, "A", 0L, 80L, 0, "C", 0L, 10L, 1, "A", 0L, 0L, 0), 0,
      5);
  assert_non_null(strstr(said, "C:open 30 C:spread 2 read A C:open on second add second stage 0 -C\n"));
  *said = '\0';
  objects[1].window = CLOSED; /* something that is not known here */
  run(cleave_tiles_begin(-1, 0 | CLEAVE_SPREAD, 0, 5, 2, "C", 0L, 10L, 1, "no object", 0L, 0L, 0), 0, 5);
  assert_null(strstr(said, "spread"));
  *said = '\0';
  objects[1].window = CLOSED; /* one iteration */
  run(cleave_tiles_begin(-1, 0 | CLEAVE_SPREAD, 0, 1, 1, "C", 0L, 10L, 1), 0, 1);
  assert_null(strstr(said, "spread"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(what_each_tile_needs, set_up),
      cmocka_unit_test_setup(parts_of_objects, set_up),
      cmocka_unit_test_setup(one_tile, set_up),
      cmocka_unit_test_setup(all_iterations, set_up),
      cmocka_unit_test_setup(tiles_in_windows, set_up),
      cmocka_unit_test_setup(no_windows, set_up),
      cmocka_unit_test_setup(windows_of_many_tiles, set_up),
      cmocka_unit_test_setup(nested_loops, set_up),
      cmocka_unit_test_setup(tiles_on_devices, set_up),
      cmocka_unit_test_setup(devices_without_memory, set_up),
      cmocka_unit_test_setup(launches_of_one_device, set_up),
      cmocka_unit_test_setup(objects_without_windows, set_up),
      cmocka_unit_test(numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
