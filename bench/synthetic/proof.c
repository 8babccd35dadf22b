/* FILE: bench/synthetic/proof.c
 * WHAT: micro-proof: shows that a program's target regions run on the GPU, and right.
 * USE:  micro-proof [--seconds S] [--host-device]
 *
 * The proof has three parts, each of which the host could not pass:
 *   - omp_is_initial_device() is false inside the region, and the code that ran there was compiled
 *     for NVPTX;
 *   - a loop over an array whose every element is checked; in between, the host's copy is still the
 *     old one, and the new values are read from the device's memory by the CUDA driver itself,
 *     behind the back of the OpenMP run time;
 *   - the array's address on the device is memory that the driver knows and is not the host's.
 * Runs under OMP_TARGET_OFFLOAD=MANDATORY: it starts itself again where that is not set. The figure
 * is the time of the checked region, with the kernel's result staying on the device: warm, one
 * region a value. Nothing here is a measurement of speed.
 * With --host-device a program compiled for the host as the device passes without the parts that
 * need the driver: only for trying this program.
 */
#include "driver.h"
#include "measure.h"

#include <omp.h>
#include <stdint.h>
#include <stdlib.h>

enum { ELEMENTS = 1 << 20 };

static bool host_device;

static const struct measure_option options[] = {
    {"--host-device", "accept the host as the device (a program compiled for it)", NULL,
     &host_device},
    {0}};
static const struct measure_program program = {
    .name = "micro-proof",
    .measures = "shows that target regions run on the GPU",
    .question = 1,
    .seconds = 2,
    .options = options};

/* What element I becomes; the last bits depend on every step, so no stale value passes for it. */
static uint32_t mixed(uint32_t value, uint32_t i) {
  value ^= i * 2654435761u;
  value ^= value >> 15;
  value *= 2246822519u;
  return value ^ (value >> 13);
}

static void mix(uint32_t *values) {
#pragma omp target teams distribute parallel for map(tofrom : values[0 : ELEMENTS])
  for (uint32_t i = 0; i < ELEMENTS; i++) {
    uint32_t value = values[i] ^ (i * 2654435761u);
    value ^= value >> 15;
    value *= 2246822519u;
    values[i] = value ^ (value >> 13);
  }
}

static void check_elements(const uint32_t *values, const uint32_t *expected, const char *where) {
  for (uint32_t i = 0; i < ELEMENTS; i++)
    if (values[i] != expected[i])
      measure_fail("wrong result in %s: element %u is %u and should be %u: the kernel did not run, "
                   "or not right",
                   where, i, values[i], expected[i]);
}

/* What the region says of the place where it ran. */
static void check_place(void) {
  int initial = 1, nvptx = 0;
#pragma omp target map(from : initial, nvptx)
  {
    initial = omp_is_initial_device();
#ifdef __NVPTX__
    nvptx = 1;
#else
    nvptx = 0;
#endif
  }
  if (initial)
    measure_fail("the target region ran on the host: the GPU is not used");
  if (!nvptx && !host_device)
    measure_fail("the target region was not run by a GPU: the program is compiled for the host as "
                 "the device, or the kernel did not run; the GPU is not used");
}

/* One region over the array, seen from both sides. EXPECTED holds the values after it. */
static double checked_region(uint32_t *values, uint32_t *expected, uint32_t *seen) {
  for (uint32_t i = 0; i < ELEMENTS; i++) {
    values[i] = i;
    expected[i] = mixed(i, i);
  }
  double seconds;
#pragma omp target data map(tofrom : values[0 : ELEMENTS])
  {
    double start = measure_now();
    mix(values);
    seconds = measure_now() - start;
    for (uint32_t i = 0; i < ELEMENTS; i++)
      if (values[i] != i)
        measure_fail("the region wrote the host's memory: the GPU is not used");
    uint32_t *mapped = omp_get_mapped_ptr(values, omp_get_default_device());
    if (!mapped || mapped == values)
      measure_fail("the array has no memory of its own on the device: the GPU is not used");
    if (!host_device) {
      CHECK(cuMemcpyDtoH, seen, (CUdeviceptr)(uintptr_t)mapped, ELEMENTS * sizeof *seen);
      check_elements(seen, expected, "the GPU's memory");
    }
  }
  check_elements(values, expected, "the array copied back");
  return seconds;
}

int main(int argc, char **argv) {
  measure_start(&program, argc, argv);
  measure_require(argv, "OMP_TARGET_OFFLOAD", "MANDATORY");
  /* Asked first: with no device, the run time would crash in the first region. */
  int devices = omp_get_num_devices();
  if (!devices)
    measure_fail("the OpenMP run time finds no device for this program's images: the GPU is not "
                 "used (for images of CUDA 13 the program must be linked with libcleave)");
  check_place();
  if (!host_device)
    driver_open();

  uint32_t *values = malloc(ELEMENTS * sizeof *values);
  uint32_t *expected = malloc(ELEMENTS * sizeof *expected);
  uint32_t *seen = malloc(ELEMENTS * sizeof *seen);
  if (!values || !expected || !seen)
    measure_fail("no memory");
  checked_region(values, expected, seen);
  struct measure_sample sample;
  measure_begin(&sample, 3, 1000);
  while (measure_again(&sample))
    measure_add(&sample, checked_region(values, expected, seen) * 1e6);

  measure_open("region over 2^20 elements, checked element by element");
  measure_sample("us", &sample);
  measure_number("devices", devices);
  measure_number("elements", ELEMENTS);
  measure_text("device", host_device ? "host as the device" : "gpu");
  if (!host_device)
    driver_describe();
  measure_close();
  measure_end(&sample);
  free(values);
  free(expected);
  free(seen);
  return 0;
}
