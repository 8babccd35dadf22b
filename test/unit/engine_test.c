/* FILE: test/unit/engine_test.c
 * WHAT: which list items of a data environment the transfer engine takes over: libomptarget then gets
 *       smaller map types. With the libomptarget of test/engine/device.c.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "engine/engine_device.h"
#include "engine/engine_objects.h"
#include "engine/engine.h"
#include "process/threads.h"
#include "process/omptarget.h"
#include "runtime/runtime.h"
#include "test/engine/device.h"

enum {
  TO = 1,
  FROM = 2,
  ALWAYS = 4,
  DELETE = 8,
  ATTACH = 0x10,
  RETURNED = 0x40,
  PRIVATE = 0x80,
  LITERAL = 0x100,
  IMPLICIT = 0x200,
  CLOSE = 0x400,
  PRESENT = 0x1000,
  HOLD = 0x2000
};

static char *memory; /* 100 KiB, of which items are made */

struct item {
  size_t at, bytes;
  int64_t type;
};

static void *pointers[MOST_TYPES], *bases[MOST_TYPES], *mappers[MOST_TYPES];
static int64_t sizes[MOST_TYPES], types[MOST_TYPES];

static void begin(const struct item *items, int count) {
  for (int i = 0; i < count; i++) {
    pointers[i] = memory + items[i].at;
    if (!bases[i])
      bases[i] = pointers[i];
    sizes[i] = (int64_t)items[i].bytes;
    types[i] = items[i].type;
  }
  cleave_transfers_begin(-1, 1, pointers[0], 0, 0);
  __tgt_target_data_begin_mapper(NULL, -1, count, bases, pointers, sizes, types, NULL, mappers);
  cleave_transfers_stage(0);
}

static void end(int count) {
  cleave_transfers_stage(1);
  __tgt_target_data_end_mapper(NULL, -1, count, bases, pointers, sizes, types, NULL, mappers);
  cleave_transfers_end();
}

/* Whether the first of COUNT items, scheduled, is copied by the engine in the ways that its type says. */
static bool is_taken(const struct item *items, int count) {
  begin(items, count);
  end(count);
  memset(bases, 0, sizeof bases);
  memset(mappers, 0, sizeof mappers);
  const bool there = types_at_begin[0] == (items[0].type & ~(int64_t)TO);
  const bool back = types_at_end[0] == (items[0].type & ~(int64_t)FROM);
  if (!there || !back) { /* then nothing is */
    assert_int_equal(types_at_begin[0], items[0].type);
    assert_int_equal(types_at_end[0], items[0].type);
  }
  for (int i = 1; i < count; i++) {
    assert_int_equal(types_at_begin[i], items[i].type);
    assert_int_equal(types_at_end[i], items[i].type);
  }
  return there && back;
}

static void test_types(void **state) {
  (void)state;
  static const int64_t plain[] = {TO, FROM, TO | FROM};
  static const int64_t others[] = {ALWAYS,
                                   DELETE,
                                   RETURNED,
                                   PRIVATE,
                                   LITERAL,
                                   IMPLICIT,
                                   CLOSE,
                                   PRESENT,
                                   HOLD,
                                   INT64_C(1) << 48,
                                   INT64_C(0x100000000000)};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
    assert_true(is_taken(&(struct item){0, 1000, plain[i]}, 1));
    void *pointer = memory; /* mapped along */
    bases[0] = &pointer;
    assert_true(is_taken(&(struct item){0, 1000, plain[i] | ATTACH}, 1));
    for (size_t j = 0; j < sizeof others / sizeof *others; j++)
      assert_false(is_taken(&(struct item){0, 1000, plain[i] | others[j]}, 1));
  }
  mappers[0] = memory;
  assert_false(is_taken(&(struct item){0, 1000, TO | FROM}, 1));
}

static void test_other_items(void **state) {
  (void)state;
  const struct item object = {1000, 1000, TO | FROM};
#define WITH(at, bytes, type) is_taken((struct item[]){object, {at, bytes, type}}, 2)
  assert_true(WITH(0, 1000, TO));
  assert_true(WITH(2001, 1000, TO));
  assert_false(WITH(0, 1001, TO));
  assert_false(WITH(1999, 1, 0));
  assert_false(WITH(1500, 10, FROM));
  assert_false(WITH(500, 3000, TO));
  /* A pointer without length: LLVM translates it between the base pointer and the end. */
  assert_false(WITH(1000, 0, TO));
  assert_false(WITH(2000, 0, TO));
  assert_true(WITH(999, 0, TO));
  bases[0] = memory + 500;
  assert_false(WITH(700, 0, TO));
  bases[0] = memory + 500;
  assert_true(WITH(499, 0, TO));
  bases[0] = memory + 500;
  assert_true(WITH(600, 100, TO));
  /* A value is no address. */
  assert_true(WITH(1000, 8, LITERAL));
  /* A pointer inside of the object, which gets an address on the device. */
  *(void **)(memory + 1600) = memory + 5000;
  bases[1] = memory + 1600;
  assert_false(WITH(5000, 100, TO | ATTACH));
  *(void **)(memory + 2600) = memory + 5000;
  bases[1] = memory + 2600;
  assert_true(WITH(5000, 100, TO | ATTACH));
  mappers[1] = memory;
  assert_false(WITH(5000, 100, TO));
#undef WITH
}

static void test_presence(void **state) {
  (void)state;
  const struct item object = {1000, 1000, TO | FROM};
  const struct cleave_omptarget *real = cleave_omptarget();
  void *pointer = memory + 1500;
  int64_t size = 10, type = 0;
  keep_types = false;
  real->data_begin(NULL, 0, 1, &pointer, &pointer, &size, &type, NULL, NULL);
  keep_types = true;
  assert_true(is_taken(&object, 1)); /* in the middle: that is for libomptarget to find */
  keep_types = false;
  real->data_end(NULL, 0, 1, &pointer, &pointer, &size, &type, NULL, NULL);
  static const size_t ends[] = {1000, 1999};
  for (int i = 0; i < 2; i++) {
    pointer = memory + ends[i];
    size = 1;
    keep_types = false;
    real->data_begin(NULL, 0, 1, &pointer, &pointer, &size, &type, NULL, NULL);
    keep_types = true;
    assert_false(is_taken(&object, 1));
    keep_types = false;
    real->data_end(NULL, 0, 1, &pointer, &pointer, &size, &type, NULL, NULL);
    keep_types = true;
  }
  assert_true(is_taken(&object, 1));
}

/* What another construct names between stages is copied back by libomptarget. */
static void touch(size_t at, int64_t bytes, int64_t kind) {
  void *pointer = memory + at;
  keep_types = false;
  __tgt_target_data_begin_mapper(NULL, -1, 1, &pointer, &pointer, &bytes, &kind, NULL, NULL);
  __tgt_target_data_end_mapper(NULL, -1, 1, &pointer, &pointer, &bytes, &kind, NULL, NULL);
  keep_types = true;
}

static void test_touched(void **state) {
  (void)state;
  const struct item object = {1000, 1000, TO | FROM};
  begin(&object, 1);
  touch(1400, 8, 0);
  end(1);
  assert_int_equal(types_at_begin[0], FROM);
  assert_int_equal(types_at_end[0], TO | FROM);
  begin(&object, 1);
  touch(2000, 8, 0);
  end(1);
  assert_int_equal(types_at_end[0], TO);
  memset(bases, 0, sizeof bases);
}

/* Whether cleave_transfers_pay accepts a region. CLEAVE_TRANSFERS=always accepts every size. */
static void test_pay(void **state) {
  (void)state;
  const size_t bytes = 1000;
  const struct cleave_omptarget *real = cleave_omptarget();
  void *pointer = memory + 1500;
  int64_t size = 10, type = 0;
  assert_false(cleave_transfers_pay(-1, 0));
  assert_true(cleave_transfers_pay(-1, 1, memory, bytes));
  assert_true(cleave_transfers_pay(0, 2, memory, bytes, memory + bytes, bytes));
  assert_false(cleave_transfers_pay(-1, 2, memory, bytes, memory + bytes - 1, bytes));
  assert_false(cleave_transfers_pay(-1, 2, memory + 10, (size_t)10, memory, bytes));
  assert_false(cleave_transfers_pay(-1, 2, memory, bytes, memory, bytes));
  assert_false(cleave_transfers_pay(-1, 1, memory, (size_t)0));
  assert_false(cleave_transfers_pay(77, 1, memory, bytes));
  keep_types = false;
  real->data_begin(NULL, 0, 1, &pointer, &pointer, &size, &type, NULL, NULL);
  assert_false(cleave_transfers_pay(-1, 1, memory + 1500, (size_t)10));
  assert_true(cleave_transfers_pay(-1, 2, memory + 1500, (size_t)10, memory, bytes));
  real->data_end(NULL, 0, 1, &pointer, &pointer, &size, &type, NULL, NULL);
  keep_types = true;
  assert_true(cleave_transfers_pay(-1, 1, memory + 1500, (size_t)10));
}

/* Bytes go there and back. */
static void test_bytes(void **state) {
  (void)state;
  const struct item object = {1000, 50000, TO | FROM};
  memset(memory, 1, 60000);
  begin(&object, 1);
  char *there = cleave_omptarget()->mapped(memory + 1000, 0);
  assert_non_null(there);
  assert_ptr_equal(cleave_engine_find(memory + 1000) ? there : NULL, there);
  for (int i = 0; i < 50000; i++) {
    assert_int_equal(there[i], 1);
    there[i] = 2;
  }
  end(1);
  for (int i = 0; i < 60000; i++)
    assert_int_equal(memory[i], i >= 1000 && i < 51000 ? 2 : 1);
  assert_null(cleave_omptarget()->mapped(memory + 1000, 0));
}

/* Copies to the host's own device hide only where its kernels leave a processor to make them, and are large enough
 * that no thread waits longer if they do not. */
static bool host_takes(size_t bytes, bool exposed) {
  struct cleave_engine_device *host = cleave_host_device(0);
  const bool takes = host->kind->takes(host, CLEAVE_TO_DEVICE, memory, bytes, exposed, false);
  assert_true(host->kind->takes(host, CLEAVE_FROM_DEVICE, memory, bytes, exposed, false) == takes);
  free(host);
  return takes;
}

static void test_host(void **state) {
  (void)state;
  const size_t large = (size_t)16 << 20;
  const int processors = (int)cleave_processors();
  threads_of_kernels = processors;
  assert_int_equal(cleave_engine_host_threads(), processors);
  assert_false(host_takes(large, false));
  threads_of_kernels = 4 * processors;
  assert_int_equal(cleave_engine_host_threads(), processors);
  assert_false(host_takes(large, false));
  threads_of_kernels = 1;
  teams_of_kernels = processors;
  assert_false(host_takes(large, false));
  teams_of_kernels = 0;
  assert_int_equal(cleave_engine_host_threads(), 1);
  assert_true(host_takes(large, false) == (processors > 1));
  assert_false(host_takes(1 << 20, false));
  assert_false(host_takes(large, true));
}

/* While the devices are given up, a construct of another thread that has begun may end, and none begins. */
static atomic_int constructs;
static atomic_bool is_inside, may_leave;

static void stay_inside(void) {
  if (atomic_fetch_add(&constructs, 1))
    return;
  atomic_store(&is_inside, true);
  while (!atomic_load(&may_leave))
    usleep(100);
  usleep(2000); /* whoever does not wait is through by then */
  atomic_store(&is_inside, false);
}

static void *make_constructs(void *nothing) {
  for (int i = 0; i < 2; i++)
    touch(90000, 8, 0);
  return nothing;
}

static void test_stop(void **state) {
  (void)state;
  pthread_t thread;
  at_end = stay_inside;
  pthread_create(&thread, NULL, make_constructs, NULL);
  while (!atomic_load(&is_inside))
    usleep(100);
  atomic_store(&may_leave, true);
  cleave_engine_stop();
  assert_false(atomic_load(&is_inside));
  usleep(20000);
  assert_int_equal(atomic_load(&constructs), 1);
  assert_false(cleave_transfers_pay(77, 0)); /* this thread may still ask */
  cleave_engine_start();
  pthread_join(thread, NULL);
  assert_int_equal(atomic_load(&constructs), 2);
  at_end = NULL;
}

int main(void) {
  memory = calloc(1, 100 << 10);
  make_devices();
  keep_types = true;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_types),   cmocka_unit_test(test_other_items), cmocka_unit_test(test_presence),
      cmocka_unit_test(test_touched), cmocka_unit_test(test_bytes),       cmocka_unit_test(test_pay),
      cmocka_unit_test(test_host),    cmocka_unit_test(test_stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
