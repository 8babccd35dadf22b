/* FILE: bench/synthetic/transfer.c
 * WHAT: micro-transfer: how fast memory moves between host and device, and what page-locking costs.
 * USE:  micro-transfer [--seconds S] [--largest BYTES]
 *
 * All of it goes through the CUDA driver, in the primary context that the OpenMP run time uses too,
 * on a non-blocking stream. The context waits as the driver chooses by itself (micro-wait
 * compares the ways).
 *   to device, to host   GB/s (10^9 bytes) of one copy and the wait for it, by host clock: what a
 *                        synchronous construct sees. 4 KiB to 1 GiB; memory is pageable, registered
 *                        (cuMemHostRegister) or allocated (cuMemAllocHost).
 *   staged               the same for pageable memory that goes through a ring of page-locked slots
 *                        (ring.h), from the call to the end of the last copy, waking the threads
 *                        included, setting up the ring excluded. 1 GiB only with 4 slots.
 *   both directions      two copies at once on two streams, of page-locked memory; GB/s of both.
 *   register, unregister us per MiB of one call. Small pages (4 KiB) are touched before, or not:
 *                        then the call has to make them, and a new mapping is used for each value.
 *                        Huge pages (2 MiB) by madvise, and of the system's pool where it has one;
 *                        huge_bytes says how much of the memory really was on huge pages.
 * Before its values every kind of transfer runs once with its destination erased, and every byte is
 * compared; each value moves new contents, which are compared at one word in each page. All of
 * that, and all first touches of pages, lie outside the timed part. The same buffers are used over
 * and over, so small transfers come out of the host's caches.
 */
#include "driver.h"
#include "host_memory.h"
#include "measure.h"
#include "ring.h"

#include <stdio.h>
#include <string.h>

#define KIB ((size_t)1 << 10)
#define MIB ((size_t)1 << 20)

static double largest = 1024.0 * 1024 * 1024;

static const struct measure_option options[] = {
    {"--largest", "bytes of the largest transfer (default 1 GiB; the smallest has 4 KiB)", &largest,
     NULL},
    {0}};
static const struct measure_program program = {
    .name = "micro-transfer",
    .measures = "bandwidth between host and device, and the cost of page-locking",
    .question = 4,
    .seconds = 90,
    .options = options};

static CUstream stream, second_stream;
static CUdeviceptr device, second_device;
static char *pageable, *registered, *allocated; /* of `largest` bytes, touched */
static char *reference;                         /* page-locked: the other side of every check */
static uint64_t seed;                           /* never the same twice */

static char *locked_new(size_t bytes) {
  void *memory;
  CHECK(cuMemAllocHost, &memory, bytes);
  host_memory_touch(memory, bytes);
  return memory;
}

static char *paged_new(size_t bytes, enum host_pages pages) {
  char *memory = host_memory_new(bytes, pages);
  if (!memory)
    measure_fail("no memory for %zu bytes: choose a smaller --largest", bytes);
  host_memory_touch(memory, bytes);
  return memory;
}

/* ---- one copy, whichever way ---- */

struct way {
  const char *memory; /* name for the results */
  char *host;
  bool to_device;
  struct ring *ring; /* NULL: one copy */
};

static void copy(const struct way *way, size_t bytes) {
  if (way->ring) {
    ring_copy(way->ring, way->to_device, device, way->host, bytes);
    return;
  }
  if (way->to_device)
    CHECK(cuMemcpyHtoDAsync, device, way->host, bytes, stream);
  else
    CHECK(cuMemcpyDtoHAsync, way->host, device, bytes, stream);
  CHECK(cuStreamSynchronize, stream);
}

/* The other direction, for filling and looking at device memory. The wait is for the driver's
 * copies on the default stream, which our streams do not wait for. */
static void put(CUdeviceptr to, size_t bytes) {
  CHECK(cuMemcpyHtoD, to, reference, bytes);
  CHECK(cuCtxSynchronize);
}

static void get(CUdeviceptr from, size_t bytes) {
  CHECK(cuMemcpyDtoH, reference, from, bytes);
  CHECK(cuCtxSynchronize);
}

/* Copies once with every byte checked. */
static void copy_checked(const struct way *way, size_t bytes) {
  seed++;
  if (way->to_device) {
    host_memory_fill(way->host, bytes, seed);
    CHECK(cuMemsetD8, device, 0xa5, bytes);
    CHECK(cuCtxSynchronize);
    copy(way, bytes);
    get(device, bytes);
    host_memory_check(reference, bytes, seed, way->memory);
  } else {
    host_memory_fill(reference, bytes, seed);
    put(device, bytes);
    memset(way->host, 0xa5, bytes);
    copy(way, bytes);
    host_memory_check(way->host, bytes, seed, way->memory);
  }
}

/* Seconds of one copy of contents that were never copied before. */
static double copy_timed(const struct way *way, size_t bytes) {
  seed++;
  host_memory_stamp(way->to_device ? way->host : reference, bytes, seed);
  if (!way->to_device)
    put(device, bytes);
  double start = measure_now();
  copy(way, bytes);
  double seconds = measure_now() - start;
  if (way->to_device)
    get(device, bytes);
  host_memory_check_stamp(way->to_device ? reference : way->host, bytes, seed, way->memory);
  return seconds;
}

static void print_bandwidth(const char *name, size_t bytes, const struct measure_sample *sample,
                            const char *memory, const char *direction) {
  measure_open(name);
  measure_sample("GB/s", sample);
  measure_number("bytes", (double)bytes);
  measure_text("memory", memory);
  measure_text("direction", direction);
  measure_number("us", (double)bytes / measure_median(sample) * 1e-3);
}

static void measure_way(const struct way *way, size_t bytes, size_t slot_bytes, int slots,
                        int threads) {
  struct measure_sample sample;
  copy_checked(way, bytes);
  measure_begin(&sample, 3, 500);
  while (measure_again(&sample))
    measure_add(&sample, (double)bytes / copy_timed(way, bytes) * 1e-9);
  const char *direction = way->to_device ? "to device" : "to host";
  char name[128];
  int length = snprintf(name, sizeof name, "%s, %s, %zu KiB", direction, way->memory, bytes / KIB);
  if (way->ring)
    snprintf(name + length, sizeof name - (size_t)length, ", %d slots of %zu MiB, %d threads",
             slots, slot_bytes / MIB, threads);
  print_bandwidth(name, bytes, &sample, way->memory, direction);
  if (way->ring) {
    measure_number("slot_bytes", (double)slot_bytes);
    measure_number("slots", slots);
    measure_number("threads", threads);
  } else if (way->host == pageable) {
    measure_number("huge_bytes", (double)host_memory_huge_bytes(pageable, bytes));
  }
  measure_close();
  measure_end(&sample);
}

/* ---- the figures ---- */

static void measure_single(size_t bytes) {
  for (int to_device = 1; to_device >= 0; to_device--) {
    struct way ways[] = {{"pageable", pageable, to_device, NULL},
                         {"registered", registered, to_device, NULL},
                         {"allocated", allocated, to_device, NULL}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
      measure_way(&ways[i], bytes, 0, 0, 0);
  }
}

static void measure_both(size_t bytes) {
  struct measure_sample sample;
  measure_begin(&sample, 3, 500);
  bool whole = true; /* the first time every byte is checked, and the time is not kept */
  while (measure_again(&sample)) {
    uint64_t up = ++seed, down = ++seed;
    if (whole) {
      host_memory_fill(registered, bytes, up);
      host_memory_fill(reference, bytes, down);
      CHECK(cuMemsetD8, device, 0xa5, bytes);
      memset(allocated, 0xa5, bytes);
    } else {
      host_memory_stamp(registered, bytes, up);
      host_memory_stamp(reference, bytes, down);
    }
    put(second_device, bytes);
    double start = measure_now();
    CHECK(cuMemcpyHtoDAsync, device, registered, bytes, stream);
    CHECK(cuMemcpyDtoHAsync, allocated, second_device, bytes, second_stream);
    CHECK(cuStreamSynchronize, stream);
    CHECK(cuStreamSynchronize, second_stream);
    double seconds = measure_now() - start;
    get(device, bytes);
    if (whole) {
      host_memory_check(reference, bytes, up, "both directions, to device");
      host_memory_check(allocated, bytes, down, "both directions, to host");
      whole = false;
      continue;
    }
    host_memory_check_stamp(reference, bytes, up, "both directions, to device");
    host_memory_check_stamp(allocated, bytes, down, "both directions, to host");
    measure_add(&sample, 2.0 * (double)bytes / seconds * 1e-9);
  }
  char name[128];
  snprintf(name, sizeof name, "both directions at once, page-locked, 2 x %zu KiB", bytes / KIB);
  print_bandwidth(name, 2 * bytes, &sample, "registered and allocated", "both");
  measure_close();
  measure_end(&sample);
}

static const size_t slot_sizes[] = {4 * MIB, 8 * MIB};
static const int slot_counts[] = {2, 3, 4}, thread_counts[] = {1, 2, 4, 8};
static const size_t staged_sizes[] = {16 * MIB, 256 * MIB, 1024 * MIB};
enum {
  SLOT_SIZES = sizeof slot_sizes / sizeof *slot_sizes,
  SLOT_COUNTS = sizeof slot_counts / sizeof *slot_counts,
  THREAD_COUNTS = sizeof thread_counts / sizeof *thread_counts,
  STAGED_SIZES = sizeof staged_sizes / sizeof *staged_sizes
};

/* Whether a size is measured with this many slots. */
static bool staged_with(size_t bytes, int slots) {
  return bytes <= (size_t)largest && (bytes < 1024 * MIB || slots == 4);
}

static void measure_staged(size_t slot_bytes, int slots, int threads) {
  struct ring *ring = ring_new(slot_bytes, slots, threads);
  for (int i = 0; i < STAGED_SIZES; i++)
    for (int to_device = 1; to_device >= 0 && staged_with(staged_sizes[i], slots); to_device--) {
      struct way way = {"pageable, staged", pageable, to_device, ring};
      measure_way(&way, staged_sizes[i], slot_bytes, slots, threads);
    }
  ring_delete(ring);
}

struct pages {
  const char *name;
  enum host_pages pages;
  bool touched;
  size_t least; /* fewer bytes make no sense */
};

static const struct pages page_kinds[] = {
    {"4 KiB pages, touched", PAGES_SMALL, true, MIB},
    {"4 KiB pages, not touched", PAGES_SMALL, false, MIB},
    {"2 MiB pages by madvise, touched", PAGES_MERGED, true, 4 * MIB},
    {"2 MiB pages of the pool, touched", PAGES_HUGE, true, 4 * MIB},
};
enum { PAGE_KINDS = sizeof page_kinds / sizeof *page_kinds };

static void print_registration(const char *call, const struct pages *kind, size_t bytes,
                               size_t huge, const struct measure_sample *sample) {
  char name[128];
  snprintf(name, sizeof name, "%s, %s, %zu MiB", call, kind->name, bytes / MIB);
  measure_open(name);
  measure_sample("us/MiB", sample);
  measure_number("bytes", (double)bytes);
  measure_number("us", measure_median(sample) * (double)(bytes / MIB));
  measure_text("pages", kind->name);
  measure_number("huge_bytes", (double)huge);
  measure_close();
}

static void measure_registration(const struct pages *kind, size_t bytes) {
  char *memory = host_memory_new(bytes, kind->pages);
  struct measure_sample locking, unlocking;
  measure_begin(&locking, 3, 200);
  measure_begin(&unlocking, 3, 200);
  if (!memory) {
    measure_note("%s: the system has none for %zu MiB; left out", kind->name, bytes / MIB);
    return;
  }
  size_t huge = 0;
  while (measure_again(&locking)) {
    if (kind->touched)
      host_memory_touch(memory, bytes);
    double start = measure_now();
    CHECK(cuMemHostRegister, memory, bytes, CU_MEMHOSTREGISTER_PORTABLE);
    double locked = measure_now();
    if (!locking.count && cuda.cuMemHostRegister(memory, bytes, CU_MEMHOSTREGISTER_PORTABLE) !=
                              CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED)
      measure_fail("%s: the memory was not registered", kind->name);
    if (!locking.count)
      huge = host_memory_huge_bytes(memory, bytes);
    double again = measure_now();
    CHECK(cuMemHostUnregister, memory);
    measure_add(&unlocking, (measure_now() - again) * 1e6 / (double)(bytes / MIB));
    measure_add(&locking, (locked - start) * 1e6 / (double)(bytes / MIB));
    if (!kind->touched) {
      host_memory_free(memory, bytes, kind->pages);
      memory = host_memory_new(bytes, kind->pages);
      if (!memory)
        measure_fail("no memory for %zu bytes", bytes);
    }
  }
  print_registration("register", kind, bytes, huge, &locking);
  print_registration("unregister", kind, bytes, huge, &unlocking);
  host_memory_free(memory, bytes, kind->pages);
  measure_end(&locking);
  measure_end(&unlocking);
}

static void plan(void) {
  int figures = 0;
  for (size_t bytes = 4 * KIB; bytes <= (size_t)largest; bytes *= 4)
    figures += bytes >= MIB ? 6 + 1 + 2 * PAGE_KINDS : 6;
  for (int i = 0; i < STAGED_SIZES; i++)
    for (int j = 0; j < SLOT_COUNTS; j++)
      figures += staged_with(staged_sizes[i], slot_counts[j]) ? 2 * SLOT_SIZES * THREAD_COUNTS : 0;
  measure_plan(figures);
}

int main(int argc, char **argv) {
  measure_start(&program, argc, argv);
  size_t most = (size_t)largest;
  if (most < 4 * KIB) {
    fprintf(stderr, "%s: --largest must be 4096 or more\n", program.name);
    return 2;
  }
  driver_open();
  plan();
  CHECK(cuStreamCreate, &stream, CU_STREAM_NON_BLOCKING);
  CHECK(cuStreamCreate, &second_stream, CU_STREAM_NON_BLOCKING);
  CHECK(cuMemAlloc, &device, most);
  CHECK(cuMemAlloc, &second_device, most);
  pageable = paged_new(most, PAGES_DEFAULT);
  registered = paged_new(most, PAGES_DEFAULT);
  CHECK(cuMemHostRegister, registered, most, CU_MEMHOSTREGISTER_PORTABLE);
  allocated = locked_new(most);
  reference = locked_new(most);

  for (size_t bytes = 4 * KIB; bytes <= most; bytes *= 4)
    measure_single(bytes);
  for (size_t bytes = MIB; bytes <= most; bytes *= 4)
    measure_both(bytes);
  for (size_t bytes = MIB; bytes <= most; bytes *= 4)
    for (int i = 0; i < PAGE_KINDS; i++)
      if (bytes >= page_kinds[i].least)
        measure_registration(&page_kinds[i], bytes);
  for (int i = 0; i < SLOT_SIZES; i++)
    for (int j = 0; j < SLOT_COUNTS; j++)
      for (int k = 0; k < THREAD_COUNTS; k++)
        measure_staged(slot_sizes[i], slot_counts[j], thread_counts[k]);

  CHECK(cuMemHostUnregister, registered);
  CHECK(cuMemFreeHost, allocated);
  CHECK(cuMemFreeHost, reference);
  CHECK(cuMemFree, device);
  CHECK(cuMemFree, second_device);
  host_memory_free(pageable, most, PAGES_DEFAULT);
  host_memory_free(registered, most, PAGES_DEFAULT);
  return 0;
}
