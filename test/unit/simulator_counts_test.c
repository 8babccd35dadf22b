/* FILE: test/unit/simulator_counts_test.c
 * WHAT: exact counts of kernels whose accesses are known: sectors, caches, bank conflicts, atomic operations, latency.
 */
#include "simulator_launch.h"

static const struct setting FOUR_BLOCKS = {.blocks = 4, .threads = 64, .device = &DEVICE};

/* ---- Global memory ------------------------------------------------------------------------------ */

static void coalesced_loads_use_four_sectors(void **state) {
  (void)state;
  const struct gpu_counts counts = execute("ld.global.f32 %f1, [%rd2];", FOUR_BLOCKS);
  assert_int_equal(counts.blocks, 4);
  assert_int_equal(counts.threads, 256);
  assert_int_equal(counts.warps, 8);
  assert_int_equal(counts.warp_instructions[GPU_LOAD_GLOBAL], 8);
  assert_int_equal(counts.lane_instructions[GPU_LOAD_GLOBAL], 256);
  assert_int_equal(counts.global_requests, 8);
  assert_int_equal(counts.global_load_sectors, 32);
  assert_int_equal(counts.global_load_lines, 8);
  assert_int_equal(counts.global_load_bytes, 1024);
  assert_int_equal(counts.unique_read_sectors, 32);
  assert_int_equal(counts.unique_written_sectors, 0);
  assert_int_equal(counts.level_1_hits, 0);
  assert_int_equal(counts.level_1_misses, 32);
  assert_int_equal(counts.level_2_hits, 0);
  assert_int_equal(counts.level_2_misses, 32);
  assert_int_equal(counts.memory_written, 0);
}

static void generic_accesses_count_where_they_are(void **state) {
  (void)state;
  struct gpu_counts counts = execute("ld.f32 %f1, [%rd2];", FOUR_BLOCKS);
  assert_int_equal(counts.global_requests, 8);
  assert_int_equal(counts.local_load_sectors, 0);
  counts = execute("mov.u64 %rd3, l;\ncvta.local.u64 %rd3, %rd3;\nst.u32 [%rd3], %r1;\nld.u32 %r6, [%rd3];",
                   FOUR_BLOCKS);
  assert_int_equal(counts.global_requests, 0);
  assert_int_equal(counts.local_load_sectors, 32);
}

static void strided_loads_use_a_sector_per_lane(void **state) {
  (void)state;
  const struct gpu_counts counts = execute(
      "mul.wide.u32 %rd3, %r4, 128;\nadd.s64 %rd3, %rd1, %rd3;\nld.global.f32 %f1, [%rd3];", FOUR_BLOCKS);
  assert_int_equal(counts.global_load_sectors, 256);
  assert_int_equal(counts.global_load_lines, 256);
  assert_int_equal(counts.unique_read_sectors, 256);
}

static void a_broadcast_uses_one_sector(void **state) {
  (void)state;
  const struct gpu_counts counts = execute("ld.global.f32 %f1, [%rd1];", FOUR_BLOCKS);
  assert_int_equal(counts.global_load_sectors, 8);
  assert_int_equal(counts.unique_read_sectors, 1);
  /* The second warp of a block finds the sector in the first level, the other blocks in the second one. */
  assert_int_equal(counts.level_1_hits, 4);
  assert_int_equal(counts.level_1_misses, 4);
  assert_int_equal(counts.level_2_hits, 3);
  assert_int_equal(counts.level_2_misses, 1);
}

static void misaligned_rows_use_five_sectors(void **state) {
  (void)state;
  const struct gpu_counts counts = execute("ld.global.f32 %f1, [%rd2+4];", FOUR_BLOCKS);
  assert_int_equal(counts.global_load_sectors, 40);
  assert_int_equal(counts.global_load_lines, 16);
  assert_int_equal(counts.unique_read_sectors, 33);
  /* Within a block, the first sector of the second warp is the last one of the first warp. */
  assert_int_equal(counts.level_1_hits, 4);
  assert_int_equal(counts.level_2_misses, 33);
  assert_int_equal(counts.level_2_hits, 3);
}

static void stores_pass_to_memory_when_the_cache_is_full(void **state) {
  (void)state;
  const char *body = "st.global.f32 [%rd2], 0f00000000;\nst.global.f32 [%rd2], 0f3f800000;";
  struct gpu_device device = DEVICE;
  struct setting setting = FOUR_BLOCKS;
  struct gpu_counts counts = execute(body, setting);
  assert_int_equal(counts.global_store_sectors, 64);
  assert_int_equal(counts.unique_written_sectors, 32);
  assert_int_equal(counts.unique_read_sectors, 0);
  assert_int_equal(counts.level_2_written, 64);
  assert_int_equal(counts.level_2_misses, 0);
  assert_int_equal(counts.memory_written, 0);
  /* With room for 16 sectors, the other 16 are written back; in later launches, all 32. */
  device.level_2_cache = 16 * 32;
  setting.device = &device;
  assert_int_equal(execute(body, setting).memory_written, 16);
  setting.launches = 3;
  assert_int_equal(execute(body, setting).memory_written, 32);
}

static void a_copy_stays_in_the_second_level(void **state) {
  (void)state;
  struct gpu_device device = DEVICE;
  struct setting setting = FOUR_BLOCKS;
  setting.copied = 24 * 32;
  struct gpu_counts counts = execute("ld.global.f32 %f1, [%rd2];", setting);
  assert_int_equal(counts.level_2_hits, 24);
  assert_int_equal(counts.level_2_misses, 8);
  assert_int_equal(counts.unique_read_sectors, 32);
  assert_int_equal(counts.memory_written, 0);
  device.level_2_cache = 16 * 32;
  setting.device = &device;
  setting.copied = 32 * 32; /* the end of a large copy stays */
  setting.blocks = 1;
  assert_int_equal(execute("ld.global.f32 %f1, [%rd2+768];", setting).level_2_hits, 8);
}

static void the_second_level_outlives_a_launch(void **state) {
  (void)state;
  struct gpu_device device = DEVICE;
  struct setting setting = FOUR_BLOCKS;
  setting.launches = 2;
  struct gpu_counts counts = execute("ld.global.f32 %f1, [%rd2];", setting);
  assert_int_equal(counts.unique_read_sectors, 32);
  assert_int_equal(counts.level_1_misses, 32);
  assert_int_equal(counts.level_2_hits, 32);
  device.level_2_cache = 16 * 32;
  setting.device = &device;
  counts = execute("ld.global.f32 %f1, [%rd2];", setting);
  assert_int_equal(counts.level_2_misses, 32);
}

static void a_sector_that_was_written_is_in_the_second_level(void **state) {
  (void)state;
  const struct gpu_counts counts =
      execute("st.global.f32 [%rd2], 0f00000000;\nld.global.f32 %f1, [%rd2];", FOUR_BLOCKS);
  assert_int_equal(counts.level_1_misses, 32); /* stores allocate nothing there */
  assert_int_equal(counts.level_2_hits, 32);
  assert_int_equal(counts.level_2_misses, 0);
}

/* ---- Caches ------------------------------------------------------------------------------------- */

static void the_first_level_keeps_lines(void **state) {
  (void)state;
  struct gpu_counts counts = execute("ld.global.f32 %f1, [%rd2];\nld.global.f32 %f2, [%rd2];", FOUR_BLOCKS);
  assert_int_equal(counts.level_1_hits, 32);
  assert_int_equal(counts.level_1_misses, 32);
  counts = execute("ld.volatile.global.f32 %f1, [%rd2];\nld.volatile.global.f32 %f2, [%rd2];", FOUR_BLOCKS);
  assert_int_equal(counts.level_1_hits, 0);
  assert_int_equal(counts.level_1_misses, 64);
  assert_int_equal(counts.level_2_misses, 32);
}

/* The hits of each block if ACTIVE of the blocks, of one warp each, read COUNT lines twice, one lane per line. Either all of
 * them read the same lines, or each its own. */
struct readers {
  unsigned count, resident, blocks, active;
  bool own;
};

static uint64_t hits_of_block(struct readers readers) {
  char body[768];
  snprintf(body, sizeof body,
           "setp.ge.u32 %%p1, %%r2, %u;\n@%%p1 ret;\nmul.lo.u32 %%r8, %%r2, %u;\nmov.u32 %%r6, 0;\nL:\n"
           "and.b32 %%r7, %%r6, %u;\nshl.b32 %%r7, %%r7, 5;\n"
           "add.s32 %%r7, %%r7, %%r1;\nadd.s32 %%r7, %%r7, %%r8;\nmul.wide.u32 %%rd3, %%r7, 128;\n"
           "add.s64 %%rd3, %%rd1, %%rd3;\nld.global.f32 %%f1, [%%rd3];\nadd.s32 %%r6, %%r6, 1;\n"
           "setp.lt.u32 %%p1, %%r6, %u;\n@%%p1 bra L;",
           readers.active, readers.own ? readers.count : 0, readers.count / 32 - 1, readers.count / 32 * 2);
  const struct gpu_counts counts = execute(
      body, (struct setting){
                .blocks = readers.blocks, .threads = 32, .resident = readers.resident, .device = &DEVICE});
  return counts.level_1_hits / readers.active;
}

static void resident_blocks_share_the_first_level(void **state) {
  (void)state;
  /* 64 KiB less 16 KiB of shared memory are 384 lines. */
  assert_int_equal(hits_of_block((struct readers){256, 1, 8, 8, true}), 256);
  assert_int_equal(hits_of_block((struct readers){512, 1, 8, 8, true}), 0);
  /* For two blocks, 128 lines each. */
  assert_int_equal(hits_of_block((struct readers){128, 2, 8, 8, true}), 128);
  assert_int_equal(hits_of_block((struct readers){256, 2, 8, 8, true}), 0);
  /* The grid has one block for each multiprocessor. */
  assert_int_equal(hits_of_block((struct readers){256, 2, 4, 4, true}), 256);
  /* The second block of each multiprocessor exits at once: it takes no room. */
  assert_int_equal(hits_of_block((struct readers){256, 2, 8, 4, true}), 256);
}

static void resident_blocks_share_lines(void **state) {
  (void)state;
  /* Two blocks read the same lines: these stay, and one of the blocks finds them there. */
  assert_int_equal(hits_of_block((struct readers){128, 2, 8, 8, false}), 128 + 128 / 2);
  assert_int_equal(hits_of_block((struct readers){256, 2, 8, 8, false}), 256 + 256 / 2);
  /* 256 lines hold no loop over 512; half of what a block finds is lost before. */
  assert_int_equal(hits_of_block((struct readers){512, 2, 8, 8, false}), 512 / 2 / 2);
}

/* Blocks of 32 threads read 32 lines each; blocks 0 and 2 the same ones, and blocks 1 and 3. */
static struct gpu_counts read_by_turns(unsigned sectors, double multiprocessors) {
  struct gpu_device device = DEVICE;
  device.level_2_cache = 32.0 * sectors;
  device.multiprocessors = multiprocessors;
  return execute("and.b32 %r6, %r2, 1;\nshl.b32 %r6, %r6, 5;\nadd.s32 %r6, %r6, %r1;\n"
                 "mul.wide.u32 %rd3, %r6, 128;\nadd.s64 %rd3, %rd1, %rd3;\n"
                 "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd3];",
                 (struct setting){.blocks = 4, .threads = 32, .resident = 1, .device = &device});
}

static void the_second_level_replaces_the_oldest(void **state) {
  (void)state;
  assert_int_equal(read_by_turns(80, 1).level_2_misses, 64);
  assert_int_equal(read_by_turns(48, 1).level_2_misses, 128);
  assert_int_equal(read_by_turns(48, 1).level_2_hits, 0);
  /* Blocks that are resident together fetch a sector once. */
  assert_int_equal(read_by_turns(48, 4).level_2_misses, 64);
  assert_int_equal(read_by_turns(48, 4).level_2_hits, 64);
}

/* A block reads the same 512 lines twice, which its share of the first level cannot hold. */
static void repeated_reads_miss_in_proportion(void **state) {
  (void)state;
  const char *body =
      "mov.u32 %r6, 0;\nL:\nand.b32 %r7, %r6, 15;\nshl.b32 %r7, %r7, 5;\n"
      "add.s32 %r7, %r7, %r1;\nmul.wide.u32 %rd3, %r7, 128;\nadd.s64 %rd3, %rd1, %rd3;\n"
      "ld.global.f32 %f1, [%rd3];\nadd.s32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 32;\n@%p1 bra L;";
  struct gpu_device device = DEVICE;
  device.level_2_cache = 32 * 384;
  const struct gpu_counts counts =
      execute(body, (struct setting){.blocks = 1, .threads = 32, .resident = 1, .device = &device});
  assert_int_equal(counts.level_1_misses, 1024);
  assert_int_equal(counts.unique_read_sectors, 512);
  assert_int_equal(counts.level_2_misses, 512 + 512 / 4); /* a quarter of the 512 sectors does not fit */
}

static void local_memory_is_interleaved(void **state) {
  (void)state;
  const struct gpu_counts counts =
      execute("st.local.u32 [l], %r1;\nld.local.u32 %r6, [l];\nld.local.u32 %r7, [l];", FOUR_BLOCKS);
  assert_int_equal(counts.local_store_sectors, 32);
  assert_int_equal(counts.local_load_sectors, 64);
  assert_int_equal(counts.level_1_hits, 64);
  assert_int_equal(counts.level_1_misses, 0);
}

static void without_device_there_is_no_cache_model(void **state) {
  (void)state;
  const struct gpu_counts counts = execute("ld.global.f32 %f1, [%rd2];\nst.global.f32 [%rd2], %f1;",
                                           (struct setting){.blocks = 4, .threads = 64});
  assert_int_equal(counts.unique_read_sectors, 32);
  assert_int_equal(counts.unique_written_sectors, 32);
  assert_int_equal(counts.level_1_hits + counts.level_1_misses + counts.level_2_hits + counts.level_2_misses +
                       counts.level_2_written + counts.memory_written + counts.dependent_latency,
                   0);
}

/* ---- Shared memory, atomic operations ------------------------------------------------------------ */

static uint64_t wavefronts_of_stride(unsigned words) {
  char body[256];
  snprintf(body, sizeof body,
           "and.b32 %%r6, %%r1, 31;\nmad.lo.s32 %%r6, %%r6, %u, %%r5;\nst.shared.u32 [%%r6], %%r1;",
           4 * words);
  const struct gpu_counts counts = execute(body, FOUR_BLOCKS);
  assert_int_equal(counts.shared_ideal_wavefronts, 8);
  return counts.shared_wavefronts;
}

static void strides_conflict_in_the_banks(void **state) {
  (void)state;
  assert_int_equal(wavefronts_of_stride(0), 8); /* one word for all lanes */
  assert_int_equal(wavefronts_of_stride(1), 8);
  assert_int_equal(wavefronts_of_stride(2), 16);
  assert_int_equal(wavefronts_of_stride(3), 8);
  assert_int_equal(wavefronts_of_stride(8), 64);
  assert_int_equal(wavefronts_of_stride(32), 256);
}

static void atomic_operations_count_their_busiest_address(void **state) {
  (void)state;
  struct gpu_counts counts = execute("red.global.add.u32 [%rd1], 1;", FOUR_BLOCKS);
  assert_int_equal(counts.atomic_lanes, 256);
  assert_int_equal(counts.global_requests, 8);
  assert_int_equal(counts.atomic_serialized, 256);
  assert_int_equal(counts.atomic_most_on_one_address, 256);
  assert_int_equal(counts.level_2_atomic, 8);
  counts = execute("red.global.add.u32 [%rd2], 1;", FOUR_BLOCKS);
  assert_int_equal(counts.atomic_serialized, 8);
  assert_int_equal(counts.atomic_most_on_one_address, 1);
  counts = execute("and.b32 %r6, %r1, 7;\nmul.wide.u32 %rd3, %r6, 4;\nadd.s64 %rd3, %rd1, %rd3;\n"
                   "red.global.add.u32 [%rd3], 1;\nred.global.add.u32 [%rd1+256], 1;",
                   FOUR_BLOCKS);
  assert_int_equal(counts.atomic_serialized, 8 * 4 + 256);
  assert_int_equal(counts.atomic_most_on_one_address, 256);
}

/* ---- The launch --------------------------------------------------------------------------------- */

static void host_threads_change_no_count(void **state) {
  (void)state;
  /* Blocks with different work: block b sums b + 1 numbers, some of them read by all blocks. */
  const char *body = "mov.u32 %r6, 0;\nmov.f32 %f2, 0f00000000;\nL:\nmul.wide.u32 %rd3, %r6, 512;\n"
                     "add.s64 %rd3, %rd2, %rd3;\nld.global.f32 %f1, [%rd3];\nadd.f32 %f2, %f2, %f1;\n"
                     "add.s32 %r6, %r6, 1;\nsetp.le.u32 %p1, %r6, %r2;\n@%p1 bra L;\n"
                     "red.global.add.u32 [%rd1+8192], 1;\nst.global.f32 [%rd2], 0f00000000;\nbar.sync 0;";
  struct gpu_device device = DEVICE;
  device.level_2_cache = 32 * 600;
  struct setting setting = {
      .blocks = 100, .threads = 96, .resident = 2, .device = &device, .host_threads = 1};
  const struct gpu_counts one = execute(body, setting);
  assert_true(one.level_2_misses > one.unique_read_sectors && one.level_2_hits > 0);
  for (setting.host_threads = 2; setting.host_threads <= 4; setting.host_threads *= 2) {
    const struct gpu_counts several = execute(body, setting);
    assert_memory_equal(&one, &several, sizeof one);
  }
}

static void a_sample_is_extrapolated(void **state) {
  (void)state;
  const struct setting setting = {.blocks = 64, .threads = 64, .sampled = 8, .device = &DEVICE};
  const struct gpu_counts counts =
      execute("ld.global.f32 %f1, [%rd2];\nld.global.f32 %f2, [%rd1+262144];", setting);
  assert_int_equal(counts.executed_blocks, 8);
  assert_int_equal(counts.global_load_sectors, 64 * 2 * 5);
  /* 8 sectors per block, and one that all blocks share. */
  assert_int_equal(counts.unique_read_sectors, 64 * 8 + 1);
  assert_int_equal(counts.level_2_misses, 64 * 8 + 1);
}

static void a_sample_keeps_neighbours(void **state) {
  (void)state;
  /* Each block reads its 8 sectors and those of the next block. */
  struct setting setting = {.blocks = 256, .threads = 64, .resident = 8, .device = &DEVICE};
  const char *body = "ld.global.f32 %f1, [%rd2];\nld.global.f32 %f2, [%rd2+256];";
  const struct gpu_counts all = execute(body, setting);
  setting.sampled = 32;
  const struct gpu_counts sample = execute(body, setting);
  assert_int_equal(sample.executed_blocks, 32);
  assert_int_equal(all.unique_read_sectors, 257 * 8);
  assert_in_range(sample.unique_read_sectors, 257 * 8, 257 * 8 * 105 / 100);
  assert_in_range(sample.level_2_misses, 257 * 8, 257 * 8 * 105 / 100);
  assert_int_equal(sample.level_1_misses, all.level_1_misses);
}

/* ---- Divisions ---------------------------------------------------------------------------------- */

static uint64_t expansion_of(const char *instruction) {
  return execute(instruction, (struct setting){.blocks = 1, .threads = 32, .device = &DEVICE}).expansion;
}

static void divisions_are_several_instructions(void **state) {
  (void)state;
  assert_int_equal(expansion_of("add.u32 %r6, %r1, %r1;"), 0);
  assert_int_equal(expansion_of("div.rn.f32 %f2, %f1, %f1;"), 8);
  assert_int_equal(expansion_of("div.approx.f32 %f2, %f1, %f1;"), 0);
  assert_int_equal(expansion_of("sqrt.rn.f64 %rd4, %rd4;"), 14);
  assert_int_equal(expansion_of("rem.u32 %r6, %r1, %r3;"), 18);
  assert_int_equal(expansion_of("div.s64 %rd4, %rd1, %rd1;"), 70);
}

/* ---- Latency ------------------------------------------------------------------------------------ */

static uint64_t latency_of(const char *instruction, unsigned times, unsigned threads) {
  static char body[TEXT_BYTES / 2];
  size_t used = 0;
  for (unsigned i = 0; i < times; i++)
    used += (size_t)snprintf(body + used, sizeof body - used, "%s\n", instruction);
  body[used] = 0;
  return execute(body, (struct setting){.blocks = 1, .threads = threads, .device = &DEVICE})
      .dependent_latency;
}

static uint64_t cycles_of_hundred(const char *instruction, unsigned threads) {
  return latency_of(instruction, 600, threads) - latency_of(instruction, 500, threads);
}

static void chains_take_the_latency_of_their_class(void **state) {
  (void)state;
  assert_int_equal(cycles_of_hundred("fma.rn.f32 %f1, %f1, %f1, %f1;", 32), 400);
  assert_int_equal(cycles_of_hundred("fma.rn.f32 %f1, %f2, %f3, %f4;", 32), 100); /* independent */
  assert_int_equal(cycles_of_hundred("st.global.u32 [%rd2], %r1;", 32), 100);
  assert_int_equal(cycles_of_hundred("st.shared.u32 [%r5], %r5;\nld.shared.u32 %r5, [%r5];", 32), 3000);
  assert_int_equal(cycles_of_hundred("bar.sync 0;", 32), 3100);
  /* A reciprocal of 20 cycles, and the chain after it. */
  assert_int_equal(cycles_of_hundred("div.rn.f32 %f1, %f1, %f2;", 32), 100 * (20 + 8 * 4));
  assert_int_equal(cycles_of_hundred("div.u32 %r6, %r6, %r3;", 32), 100 * (20 + 18 * 4));
  /* A warp has one program counter: another warp costs nothing. */
  assert_int_equal(cycles_of_hundred("fma.rn.f32 %f1, %f1, %f1, %f1;", 64), 400);
}

static void loads_take_the_latency_of_their_level(void **state) {
  (void)state;
  const uint64_t none = latency_of("", 1, 32);
  /* The next load needs the last one for its address. */
  const char *load = "ld.global.u64 %rd3, [%rd1];\nadd.s64 %rd1, %rd1, %rd3;";
  assert_in_range(latency_of(load, 1, 32) - none, 600, 610);
  assert_int_equal(cycles_of_hundred(load, 32), 4400);
  assert_int_equal(cycles_of_hundred("ld.volatile.global.u64 %rd3, [%rd1];\nadd.s64 %rd1, %rd1, %rd3;", 32),
                   25400);
}

static void stores_order_loads(void **state) {
  (void)state;
  /* Loads are independent; unless they are known to read what no store writes, the stores keep them apart. */
  const char *plain = "ld.global.f32 %f1, [%rd2];\nst.global.f32 [%rd2+4096], %f1;",
             *constant = "ld.global.nc.f32 %f1, [%rd2];\nst.global.f32 [%rd2+4096], %f1;",
             *independent = "ld.global.f32 %f1, [%rd2];\nadd.f32 %f2, %f1, %f1;";
  assert_int_equal(cycles_of_hundred(plain, 32), 4000);
  assert_int_equal(cycles_of_hundred(constant, 32), 200);
  assert_int_equal(cycles_of_hundred(independent, 32), 200);
  /* A branch waits until the instructions before it have started. */
  const char *branch = "ld.global.f32 %f1, [%rd2];\nadd.f32 %f2, %f1, %f1;\nbar.warp.sync 0xffffffff;";
  assert_in_range(cycles_of_hundred(branch, 32), 4000, 4500);
}

static void without_assembler_the_order_remains(void **state) {
  (void)state;
  struct gpu_device device = DEVICE;
  char body[8192] = "";
  size_t used = 0;
  for (int i = 0; i < 100; i++)
    used += (size_t)snprintf(body + used, sizeof body - used,
                             "ld.global.f32 %%f1, [%%rd2];\nadd.f32 %%f2, %%f1, %%f1;\n");
  const struct setting setting = {.blocks = 1, .threads = 32, .device = &device};
  const uint64_t scheduled = execute(body, setting).dependent_latency;
  device.in_order = 1;
  const uint64_t in_order = execute(body, setting).dependent_latency;
  /* Each addition waits for its load, 40 cycles, and the next load starts one cycle after the addition. The assembler's order
   * hides all of them in the wait for the first load, which comes from memory. */
  assert_in_range(in_order - scheduled, 99 * 41 - 10, 99 * 41 + 10);
}

static void warps_wait_at_barriers(void **state) {
  (void)state;
  char body[8192] = "setp.lt.u32 %p1, %r1, 32;\n@%p1 bra L;\n";
  size_t used = strlen(body);
  for (int i = 0; i < 100; i++)
    used += (size_t)snprintf(body + used, sizeof body - used, "fma.rn.f32 %%f1, %%f1, %%f1, %%f1;\n");
  snprintf(body + used, sizeof body - used, "L:\nbar.sync 0;");
  const struct gpu_counts counts =
      execute(body, (struct setting){.blocks = 1, .threads = 64, .device = &DEVICE});
  /* One warp waits 400 cycles, and both for the latency of the barrier. */
  assert_in_range(counts.barrier_latency, 200 + 30 - 3, 200 + 30 + 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(coalesced_loads_use_four_sectors),
      cmocka_unit_test(generic_accesses_count_where_they_are),
      cmocka_unit_test(strided_loads_use_a_sector_per_lane),
      cmocka_unit_test(a_broadcast_uses_one_sector),
      cmocka_unit_test(misaligned_rows_use_five_sectors),
      cmocka_unit_test(stores_pass_to_memory_when_the_cache_is_full),
      cmocka_unit_test(the_second_level_outlives_a_launch),
      cmocka_unit_test(a_sector_that_was_written_is_in_the_second_level),
      cmocka_unit_test(the_first_level_keeps_lines),
      cmocka_unit_test(resident_blocks_share_the_first_level),
      cmocka_unit_test(resident_blocks_share_lines),
      cmocka_unit_test(the_second_level_replaces_the_oldest),
      cmocka_unit_test(repeated_reads_miss_in_proportion),
      cmocka_unit_test(local_memory_is_interleaved),
      cmocka_unit_test(without_device_there_is_no_cache_model),
      cmocka_unit_test(strides_conflict_in_the_banks),
      cmocka_unit_test(atomic_operations_count_their_busiest_address),
      cmocka_unit_test(host_threads_change_no_count),
      cmocka_unit_test(a_copy_stays_in_the_second_level),
      cmocka_unit_test(a_sample_is_extrapolated),
      cmocka_unit_test(a_sample_keeps_neighbours),
      cmocka_unit_test(divisions_are_several_instructions),
      cmocka_unit_test(chains_take_the_latency_of_their_class),
      cmocka_unit_test(loads_take_the_latency_of_their_level),
      cmocka_unit_test(stores_order_loads),
      cmocka_unit_test(without_assembler_the_order_remains),
      cmocka_unit_test(warps_wait_at_barriers),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
