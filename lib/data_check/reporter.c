/* FILE: lib/data_check/reporter.c
 * WHAT: see reporter.h.
 */
#include "data_check/reporter.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "data_check/checked_threads.h"
#include "data_check/page_guard.h"

enum { MOST_REGIONS = 4096, MOST_PLACES = 8192, MOST_REPORTS = 1024, TEN_SECONDS = 10 };
#define SECOND INT64_C(1000000000)

struct region {
  const void *kernel;
  char function[128], file[256];
  uint32_t line;
};

/* Lines at which the host writes, found again by code address and frame. */
struct written {
  uint64_t code, stack;
  struct cleave_place place;
};

static struct region *regions;
static _Atomic uint32_t region_count; /* number N is at N - 1 */
static struct written *places;
static _Atomic uint32_t place_count;
static uint64_t reported[MOST_REPORTS]; /* hashes */
static size_t reported_count;
static struct cleave_raw_lock table_lock;

/* ---- The thread ------------------------------------------------------------------------------------------------------ */

static struct {
  struct cleave_raw_lock lock;  /* of the thread that asks */
  _Atomic uint32_t asked, done; /* numbers of questions */
  struct cleave_place_registers registers;
  uintptr_t variable;
  char name[96];
  struct cleave_place place;
} question;

static void *answer(void *argument) {
  (void)argument;
  cleave_checked_thread_exempt();
  for (uint32_t last = 0;; last++) {
    while (atomic_load(&question.asked) == last)
      cleave_raw_wait(&question.asked, last, 0);
    cleave_place_find(&question.registers, &question.place);
    if (!question.variable || !cleave_place_variable(question.variable, question.name, sizeof question.name))
      question.name[0] = 0;
    atomic_store(&question.done, last + 1);
    cleave_raw_wake(&question.done, 1);
  }
  return NULL;
}

bool cleave_reporter_start(void) {
  regions = cleave_raw_memory(MOST_REGIONS * sizeof *regions);
  places = cleave_raw_memory(MOST_PLACES * sizeof *places);
  pthread_t thread;
  sigset_t all, before;
  sigfillset(&all);
  sigdelset(&all, SIGSEGV);
  sigdelset(&all, SIGTRAP);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const bool started = regions && places && !pthread_create(&thread, NULL, answer, NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (started)
    pthread_detach(thread);
  return started;
}

static void guard(void (*call)(void)) {
  const uint64_t mask = cleave_raw_block();
  cleave_raw_take(&cleave_check_lock);
  call();
  cleave_raw_release(&cleave_check_lock);
  cleave_raw_unblock(mask);
}

/* Asks the thread, which reads stacks and the heap: all pages are open meanwhile. */
static void ask(const struct cleave_place_registers *registers, uintptr_t variable,
                struct cleave_place *place, char *name, size_t size) {
  const uint64_t mask = cleave_raw_block();
  guard(cleave_guard_enter);
  cleave_raw_take(&question.lock);
  question.registers = *registers;
  question.variable = variable;
  const uint32_t number = atomic_fetch_add(&question.asked, 1) + 1;
  cleave_raw_wake(&question.asked, 1);
  for (int64_t i = 0; atomic_load(&question.done) != number && i < TEN_SECONDS; i++)
    cleave_raw_wait(&question.done, number - 1, SECOND);
  *place = (struct cleave_place){0};
  if (atomic_load(&question.done) == number) {
    *place = question.place;
    if (name && *question.name)
      snprintf(name, size, "%s", question.name);
  }
  cleave_raw_release(&question.lock);
  guard(cleave_guard_leave);
  cleave_raw_unblock(mask);
}

/* ---- Regions and places ------------------------------------------------------------------------------------------------ */

uint16_t cleave_reporter_region(const struct cleave_check_construct *construct) {
  const uint64_t mask = cleave_raw_block();
  cleave_raw_take(&table_lock);
  uint32_t number = 0;
  while (number < region_count && regions[number].kernel != construct->kernel)
    number++;
  if (number == region_count && number < MOST_REGIONS - 1) {
    struct region *region = &regions[number];
    region->kernel = construct->kernel;
    snprintf(region->function, sizeof region->function, "%s", construct->function ? construct->function : "");
    snprintf(region->file, sizeof region->file, "%s", construct->file ? construct->file : "");
    region->line = construct->line;
    region_count++;
  }
  cleave_raw_release(&table_lock);
  cleave_raw_unblock(mask);
  return (uint16_t)(number + 1);
}

uint32_t cleave_reporter_place(const struct cleave_place_registers *registers) {
  const uint64_t code = registers->values[CLEAVE_PLACE_IP], stack = registers->values[CLEAVE_PLACE_SP];
  uint32_t number = 0, count = atomic_load(&place_count);
  while (number < count && (places[number].code != code || places[number].stack != stack))
    number++;
  if (number < count)
    return number + 1;
  struct written written = {.code = code, .stack = stack};
  ask(registers, 0, &written.place, NULL, 0);
  const uint64_t mask = cleave_raw_block();
  cleave_raw_take(&table_lock);
  number = atomic_load(&place_count);
  if (number < MOST_PLACES) {
    places[number] = written;
    atomic_store(&place_count, number + 1);
  } else {
    number = MOST_PLACES - 1; /* another line, but of the same program */
  }
  cleave_raw_release(&table_lock);
  cleave_raw_unblock(mask);
  return number + 1;
}

/* ---- Reports ----------------------------------------------------------------------------------------------------------- */

static uint64_t hash(uint64_t value, const char *text) {
  for (; *text; text++)
    value = (value ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
  return value * UINT64_C(0x9e3779b97f4a7c15);
}

/* Whether nothing equal has been reported. */
static bool is_new(uint64_t key) {
  const uint64_t mask = cleave_raw_block();
  cleave_raw_take(&table_lock);
  size_t i = 0;
  while (i < reported_count && reported[i] != key)
    i++;
  const bool new = i == reported_count;
  if (new && reported_count < MOST_REPORTS)
    reported[reported_count++] = key;
  cleave_raw_release(&table_lock);
  cleave_raw_unblock(mask);
  return new;
}

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void print_place(const struct cleave_place *place, char *text, size_t size) {
  if (*place->file)
    snprintf(text, size, "%s:%d", base_name(place->file), place->line);
  else
    snprintf(text, size, "%s%s%s", *place->function ? "function '" : "unknown line", place->function,
             *place->function ? "'" : "");
}

static void print_region(uint16_t number, char *text, size_t size) {
  const struct region *region = &regions[number - 1];
  const char *function = *region->function ? region->function : "?";
  if (*region->file)
    snprintf(text, size, "the target region at %s:%" PRIu32 " in '%s'", base_name(region->file), region->line,
             function);
  else
    snprintf(text, size, "the target region at line %" PRIu32 " of '%s'", region->line, function);
}

static void print_object(const char *name, uintptr_t host, size_t bytes, char *text, size_t size) {
  if (*name)
    snprintf(text, size, "'%s'", name);
  else
    snprintf(text, size, "the object of %zu bytes at 0x%" PRIxPTR, bytes, host);
}

void cleave_stale_read_set(struct cleave_stale_read *read, const struct cleave_mapping *mapping,
                           size_t offset, size_t bytes, uint16_t region) {
  *read = (struct cleave_stale_read){.is_any = true,
                                     .host = mapping->host,
                                     .object_bytes = mapping->bytes,
                                     .offset = offset,
                                     .bytes = bytes,
                                     .device = mapping->device,
                                     .region = region};
  memcpy(read->name, mapping->name, sizeof read->name);
}

void cleave_report_stale_read(const struct cleave_stale_read *read, const char *call,
                              const struct cleave_place_registers *registers) {
  struct cleave_place place;
  char name[96], object[160], at[300], region[500], in[200] = "";
  memcpy(name, read->name, sizeof name);
  ask(registers, *name ? 0 : read->host, &place, name, sizeof name);
  print_object(name, read->host, read->object_bytes, object, sizeof object);
  print_place(&place, at, sizeof at);
  print_region(read->region, region, sizeof region);
  if (!is_new(hash(hash(hash(1, at), object), region)))
    return;
  cleave_check_count(&cleave_check_counts.reports, 1);
  if (call)
    snprintf(in, sizeof in, " in system call %s", call);
  else if (*place.file && *place.function)
    snprintf(in, sizeof in, " in '%s'", place.function);
  cleave_check_host.say("data check: %s: read of %s%s, of which device %d has a newer value", at, object, in,
                        read->device);
  cleave_check_host.say("data check:   address 0x%" PRIxPTR ", byte %zu of %zu; written by %s",
                        read->host + read->offset, read->offset, read->object_bytes, region);
  cleave_check_host.say("data check:   missing before the read: #pragma omp target update from(%s)",
                        *name ? name : "...");
}

void cleave_lost_write_set(struct cleave_lost_write *lost, const struct cleave_mapping *mapping,
                           size_t offset, uint32_t place) {
  *lost = (struct cleave_lost_write){.is_any = true,
                                     .host = mapping->host,
                                     .object_bytes = mapping->bytes,
                                     .offset = offset,
                                     .device = mapping->device,
                                     .place = place};
  memcpy(lost->name, mapping->name, sizeof lost->name);
}

void cleave_report_lost_write(const struct cleave_lost_write *lost,
                              const struct cleave_check_construct *construct) {
  char object[160], at[300] = "unknown line", effect[600] = "a copy from the device overwrites it";
  print_object(lost->name, lost->host, lost->object_bytes, object, sizeof object);
  if (lost->place)
    print_place(&places[lost->place - 1].place, at, sizeof at);
  if (construct) {
    char region[500];
    print_region(cleave_reporter_region(construct), region, sizeof region);
    snprintf(effect, sizeof effect, "%s uses the device's older value", region);
  }
  if (!is_new(hash(hash(hash(2, at), object), effect)))
    return;
  cleave_check_count(&cleave_check_counts.reports, 1);
  cleave_check_host.say("data check: %s: write of %s does not reach device %d", at, object, lost->device);
  cleave_check_host.say("data check:   address 0x%" PRIxPTR ", byte %zu of %zu; %s",
                        lost->host + lost->offset, lost->offset, lost->object_bytes, effect);
  cleave_check_host.say("data check:   missing after the write: #pragma omp target update to(%s)",
                        *lost->name ? lost->name : "...");
}

void cleave_report_summary(void) {
  const struct cleave_check_counts *counts = &cleave_check_counts;
  if (cleave_check_host.is_quiet && !counts->reports)
    return;
  cleave_check_host.say("data check: %" PRIu64 " reports; %" PRIu64 " objects, %" PRIu64 " kernels, %" PRIu64
                        " bytes compared, %" PRIu64 " accesses and %" PRIu64 " system calls checked, %" PRIu64
                        " pages unchecked",
                        counts->reports, counts->objects, counts->kernels, counts->bytes, counts->accesses,
                        counts->calls, counts->unchecked);
}
