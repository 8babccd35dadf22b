/* FILE: test/unit/simulator_time_test.c
 * WHAT: the time model for kernels of which the limit is known.
 */
#include "simulator_launch.h"

static struct gpu_counts counts;

/* The time of the kernel on DEVICE, without the time of an empty kernel. */
static struct gpu_time time_of(const char *body, unsigned blocks, unsigned threads, unsigned resident) {
  struct gpu_device device = DEVICE;
  struct gpu_time time;
  device.kernel_minimum = 0;
  counts = execute(
      body, (struct setting){.blocks = blocks, .threads = threads, .resident = resident, .device = &device});
  const struct gpu_shape shape = {
      .grid = {blocks, 1, 1}, .block = {threads, 1, 1}, .resident_blocks = resident};
  gpu_time(&counts, &shape, &device, &time);
  return time;
}

static void assert_near(double value, double expected) {
  if (value < expected * 0.999 || value > expected * 1.001)
    fail_msg("%f instead of %f", value, expected);
}

/* BODY COUNT times. */
static const char *repeated(const char *body, unsigned count) {
  static char text[TEXT_BYTES / 2];
  size_t used = 0;
  for (unsigned i = 0; i < count; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s\n", body);
  return text;
}

static void a_copy_is_bound_by_memory(void **state) {
  (void)state;
  const double bytes = 2048.0 * 256 * 4;
  const struct gpu_time time =
      time_of("ld.global.f32 %f1, [%rd2];\nst.global.f32 [%rd2+4194304], %f1;", 2048, 256, 8);
  assert_string_equal(time.bound, "hbm");
  /* What was written last stays in the second level, which is half full of what was read. */
  assert_near(time.memory, (2 * bytes - DEVICE.level_2_cache / 2) / DEVICE.memory_throughput);
  assert_near(time.duration, time.memory);
  assert_near(time.level_2, 2 * bytes / DEVICE.level_2_bandwidth);
  assert_near(time.sectors_per_load, 4);
  assert_near(time.sectors_per_store, 4);
  assert_near(time.occupancy, 1);
  assert_near(time.lane_utilization, 1);
  assert_near(time.waves, 2048.0 / 4 / 8);
}

static void shared_data_is_bound_by_the_second_level(void **state) {
  (void)state;
  /* All blocks read the same 4 KiB, each warp all of it. */
  const char *body = "mul.wide.u32 %rd3, %r1, 16;\nadd.s64 %rd3, %rd1, %rd3;\n"
                     "ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd3];";
  const struct gpu_time time = time_of(body, 4096, 256, 8);
  assert_string_equal(time.bound, "l2");
  /* Shared memory leaves one line of the first level, in which 1 of 32 lines is found that 7 of 8 blocks share. */
  assert_near(time.level_2, 4096.0 * 4096 / DEVICE.level_2_bandwidth * (1 - 7.0 / 8 / 32));
  assert_true(time.memory < time.level_2 / 900);
}

static void one_multiprocessor_has_its_port(void **state) {
  (void)state;
  const struct gpu_time time = time_of("ld.global.f32 %f1, [%rd2];", 1, 1024, 1);
  assert_near(time.level_2, 4096 / DEVICE.level_2_port);
  assert_string_equal(time.bound, "latency");
}

static void a_chain_is_bound_by_latency(void **state) {
  (void)state;
  const char *chain = repeated("fma.rn.f32 %f1, %f1, %f1, %f1;", 1000);
  const struct gpu_time one = time_of(chain, 1, 32, 1);
  assert_string_equal(one.bound, "latency");
  assert_in_range((uint64_t)one.latency, 4000, 4050);
  assert_near(one.occupancy, 32.0 / 2048);
  /* Another block on the same multiprocessor takes its turn; resident ones run at once. */
  assert_near(time_of(chain, 16, 32, 1).latency, 4 * one.latency);
  assert_near(time_of(chain, 16, 32, 4).latency, one.latency);
  /* Enough warps hide the latency. */
  const struct gpu_time many = time_of(chain, 4 * 64, 32, 64);
  assert_string_equal(many.bound, "issue");
  assert_near(many.issue, (double)counts.warp_instructions[GPU_FLOAT32] / 16 +
                              64.0 / 4 *
                                  (double)(counts.warp_instructions[GPU_INTEGER] +
                                           counts.warp_instructions[GPU_LOAD_CONSTANT] +
                                           counts.warp_instructions[GPU_CONTROL]) /
                                  256);
}

/* 16 warps keep the units as busy as one chain is long: they meet there and wait. */
static void warps_that_meet_at_a_unit_wait(void **state) {
  (void)state;
  const char *chain = repeated("fma.rn.f32 %f1, %f1, %f1, %f1;", 1000);
  const struct gpu_time one = time_of(chain, 4, 32, 1), equal = time_of(chain, 4 * 16, 32, 16),
                        many = time_of(chain, 4 * 64, 32, 64);
  assert_true(equal.issue > 0.99 * equal.latency && equal.issue < 1.01 * equal.latency);
  assert_true(one.queueing < 0.001 * one.latency);
  assert_true(equal.queueing > 0.1 * equal.latency && equal.queueing < equal.latency);
  assert_true(many.queueing > 0 && many.queueing / many.issue < equal.queueing / equal.issue / 2);
  assert_near(equal.duration, equal.queueing + (equal.issue > equal.latency ? equal.issue : equal.latency));
}

static void units_have_their_rates(void **state) {
  (void)state;
  const struct gpu_time time =
      time_of("cvt.rn.f32.s32 %f1, %r1;\nsqrt.rn.f32 %f2, %f1;\ncvt.f64.f32 %rd4, %f2;\n"
              "add.rn.f64 %rd5, %rd4, %rd4;\nmul.f32 %f3, %f2, %f2;",
              256, 256, 8);
  const double warps = 256.0 * 8 / 4; /* of a multiprocessor */
  assert_near(time.float64, warps * 32 / DEVICE.float64_lanes);
  assert_near(time.float32, warps * 32 / DEVICE.float32_lanes);
  assert_near(time.special, warps * 3 * 32 / DEVICE.special_lanes);
  assert_string_equal(time.bound, "special");
}

static void conflicts_are_bound_by_wavefronts(void **state) {
  (void)state;
  const char *body = repeated("st.shared.u32 [%r6], %r1;", 50);
  static char text[TEXT_BYTES];
  snprintf(text, sizeof text, "and.b32 %%r6, %%r1, 31;\nmad.lo.s32 %%r6, %%r6, 128, %%r5;\n%s", body);
  const struct gpu_time time = time_of(text, 64, 256, 4);
  assert_string_equal(time.bound, "shared");
  assert_near(time.shared, 64.0 / 4 * 8 * 50 * 32);
}

static void one_address_serializes(void **state) {
  (void)state;
  struct gpu_time time = time_of("red.global.add.u32 [%rd1], 1;", 64, 256, 8);
  assert_string_equal(time.bound, "atomics");
  assert_near(time.atomics, 64 * 256 / DEVICE.atomic_address_rate);
  time = time_of("red.global.add.u32 [%rd2], 1;", 64, 256, 8);
  assert_near(time.atomics, 64 * 256 / DEVICE.atomic_rate);
}

static void the_last_wave_is_partial(void **state) {
  (void)state;
  const char *body = repeated("fma.rn.f32 %f1, %f1, %f1, %f1;", 100);
  const struct gpu_time full = time_of(body, 4, 1024, 1), more = time_of(body, 5, 1024, 1);
  assert_near(full.tail, 0);
  assert_near(more.issue, 2 * full.issue);
  assert_near(more.waves, 2);
  assert_near(more.tail, more.issue * 3 / 8); /* 5 blocks on 4 multiprocessors use 5 of 8 places */
}

static void an_empty_kernel_takes_the_launch(void **state) {
  (void)state;
  const struct gpu_shape shape = {.grid = {1, 1, 1}, .block = {32, 1, 1}, .resident_blocks = 1};
  struct gpu_time time;
  counts = execute("", (struct setting){.blocks = 1, .threads = 32, .device = &DEVICE});
  gpu_time(&counts, &shape, &DEVICE, &time);
  assert_string_equal(time.bound, "launch");
  assert_true(time.duration > 1000 && time.duration < 1100);
  assert_near(time.duration, 1000 + time.latency);
}

static void lanes_that_are_not_active_are_seen(void **state) {
  (void)state;
  const struct gpu_time time = time_of("", 4, 16, 1);
  assert_near(time.lane_utilization, 0.5);
  assert_true(time.sectors_per_load == 0 && time.sectors_per_store == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_copy_is_bound_by_memory),
      cmocka_unit_test(shared_data_is_bound_by_the_second_level),
      cmocka_unit_test(one_multiprocessor_has_its_port),
      cmocka_unit_test(a_chain_is_bound_by_latency),
      cmocka_unit_test(warps_that_meet_at_a_unit_wait),
      cmocka_unit_test(units_have_their_rates),
      cmocka_unit_test(conflicts_are_bound_by_wavefronts),
      cmocka_unit_test(one_address_serializes),
      cmocka_unit_test(the_last_wave_is_partial),
      cmocka_unit_test(an_empty_kernel_takes_the_launch),
      cmocka_unit_test(lanes_that_are_not_active_are_seen),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
