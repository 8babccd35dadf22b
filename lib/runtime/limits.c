/* FILE: lib/runtime/limits.c
 * WHAT: asks the CUDA driver for the limits of a device, and the user's profile and the table of devices for what was
 *       measured.
 */
#include "runtime/limits.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "cuda/cuda.h"
#include "geometry/profile.h"
#include "runtime/fork.h"
#include "runtime/message.h"
#include "runtime/omptarget.h"
#include "runtime/settings.h"
#include "transfermodel/transfermodel.h"

enum { MAX_DEVICES = 64 };

CLEAVE_LOCK(lock);
struct device {
  struct cleave_device_limits limits;
  struct cleave_transfer_rates rates;
};
static _Atomic(const struct device *) known[MAX_DEVICES];
static const struct device none; /* one that is not ours */

static bool ask(const struct cleave_cuda *cuda, CUdevice device, int attribute, uint32_t *value) {
  int answer;
  if (cuda->cuDeviceGetAttribute(&answer, attribute, device) || answer <= 0)
    return false;
  *value = (uint32_t)answer;
  return true;
}

/* Writes over what the architecture's devices share with what this one says of itself; what it does not
 * answer stays. */
static bool evaluate_on_device(const struct cleave_cuda *cuda, int ordinal,
                               struct cleave_device_limits *limits) {
  CUdevice device;
  uint32_t major, minor;
  if (cuda->cuDeviceGet(&device, ordinal) ||
      !ask(cuda, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &major) ||
      cuda->cuDeviceGetAttribute((int *)&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device) ||
      !cleave_device_limits_of(major * 10 + minor, limits))
    return false;
  const struct {
    int attribute;
    uint32_t *limit;
  } answers[] = {
      {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &limits->multiprocessors},
      {CU_DEVICE_ATTRIBUTE_WARP_SIZE, &limits->warp_threads},
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, &limits->threads_per_team},
      {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, &limits->threads_per_multiprocessor},
      {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, &limits->registers_per_team},
      {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, &limits->registers_per_multiprocessor},
      {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, &limits->shared_per_multiprocessor},
  };
  for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
    ask(cuda, device, answers[i].attribute, answers[i].limit);
  cuda->cuDeviceGetName(limits->name, sizeof limits->name, device);
  limits->architecture = major * 10 + minor;
  return true;
}

static void warn(const char *line) { cleave_warn("%s", line); }

bool cleave_profile_find(const char *name, char *path, size_t size) {
  return cleave_profile_path(name, path, size) && (cleave_settings()->profile || !access(path, R_OK));
}

/* What was measured on the device, where the user has that. */
static void read_profile(struct cleave_device_limits *limits) {
  char path[CLEAVE_MAX_PATH];
  if (cleave_profile_find(limits->name, path, sizeof path))
    cleave_profile_read(path, limits, warn);
}

/* The bandwidth of the memory is what its bus gives, two transfers in each cycle, if nothing better is known. */
static void find_rates(const struct cleave_cuda *cuda, int ordinal, struct device *it) {
  char path[CLEAVE_MAX_PATH];
  CUdevice device;
  uint32_t clock, bits;
  const bool has_profile = cleave_profile_find(it->limits.name, path, sizeof path);
  cleave_transfer_rates_read(it->limits.name, it->limits.architecture, has_profile ? path : NULL, &it->rates,
                             warn);
  if (!(it->rates.memory_bandwidth > 0) && !cuda->cuDeviceGet(&device, ordinal) &&
      ask(cuda, device, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, &clock) &&
      ask(cuda, device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, &bits))
    it->rates.memory_bandwidth = 2 * (clock / 1e6) * (bits / 8.0); /* kHz, and bytes per ns */
}

/* libomptarget counts the devices of all kinds that it has images for, one kind after the other. Where
 * there are as many as the driver has, each is the driver's device of the same number. */
static const struct device *find(int device) {
  struct cleave_cuda cuda;
  int count;
  if (cleave_cuda_open(&cuda, false) || cuda.cuInit(0) || cuda.cuDeviceGetCount(&count) ||
      count != cleave_omptarget()->device_count() || device >= count)
    return &none;
  struct device *it = calloc(1, sizeof *it);
  if (!it)
    return &none;
  if (evaluate_on_device(&cuda, device, &it->limits)) {
    read_profile(&it->limits);
    find_rates(&cuda, device, it);
    return it;
  }
  free(it);
  return &none;
}

/* NULL: it is not ours. */
static const struct device *device_of(int64_t device) {
  if (device < 0 || device >= MAX_DEVICES)
    return NULL;
  const struct device *it = atomic_load_explicit(&known[device], memory_order_acquire);
  if (!it) {
    pthread_mutex_lock(&lock);
    it = atomic_load(&known[device]);
    if (!it) {
      it = find((int)device);
      atomic_store_explicit(&known[device], it, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
  }
  return it == &none ? NULL : it;
}

const struct cleave_device_limits *cleave_limits_of_device(int64_t device) {
  const struct device *it = device_of(device);
  return it ? &it->limits : NULL;
}

const struct cleave_transfer_rates *cleave_rates_of_device(int64_t device) {
  const struct device *it = device_of(device);
  return it ? &it->rates : NULL;
}
