/* FILE: lib/device/process_devices.c
 * WHAT: see process_devices.h.
 */
#include "device/process_devices.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "cuda/cuda.h"
#include "device/profile.h"
#include "process/fork.h"
#include "process/message.h"
#include "process/omptarget.h"
#include "process/settings.h"

CLEAVE_LOCK(lock);
static _Atomic(const struct cleave_device *) known[CLEAVE_MOST_DEVICE_NUMBERS];
static const struct cleave_device none; /* no GPU, or not known which one */
static atomic_uint images;              /* one bit for each enum cleave_device_kind */

static bool ask(const struct cleave_cuda *cuda, CUdevice device, int attribute, uint32_t *value) {
  int answer;
  if (cuda->cuDeviceGetAttribute(&answer, attribute, device) || answer <= 0)
    return false;
  *value = (uint32_t)answer;
  return true;
}

/* The limits of the architecture, with those that CUDA reports in their place. */
static bool find_limits(const struct cleave_cuda *cuda, CUdevice device,
                        struct cleave_device_limits *limits) {
  uint32_t major, minor;
  if (!ask(cuda, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &major) ||
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

static void warn(const char *line) { cleave_warn_machine("%s", line); }

static void read_profile(struct cleave_device *it) {
  char path[CLEAVE_MAX_PATH];
  if (cleave_profile_path(it->limits.name, path, sizeof path) &&
      (cleave_settings()->profile || !access(path, R_OK)))
    cleave_profile_read(path, it, warn);
}

/* The bandwidth of the memory bus, with two transfers in each cycle, if no better value is known. */
static void find_bandwidth(const struct cleave_cuda *cuda, CUdevice device,
                           struct cleave_transfer_rates *rates) {
  uint32_t clock, bits;
  if (!(rates->memory_bandwidth > 0) && ask(cuda, device, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, &clock) &&
      ask(cuda, device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, &bits))
    rates->memory_bandwidth = 2 * (clock / 1e6) * (bits / 8.0); /* kHz, and bytes per ns */
}

void cleave_device_note_image(enum cleave_device_kind kind) { atomic_fetch_or(&images, 1u << kind); }

/* The CUDA driver's number of devices; 0: there is no driver. */
static int count_cuda_devices(struct cleave_cuda *cuda) {
  int count;
  return cleave_cuda_open(cuda, false) || cuda->cuInit(0) || cuda->cuDeviceGetCount(&count) ? 0 : count;
}

/* Opens CUDA only if there are images for it. */
static enum cleave_device_kind find_kind(struct cleave_cuda *cuda) {
  const unsigned kinds = atomic_load(&images);
  const struct cleave_device_evidence evidence = {
      .images = kinds,
      .devices = cleave_omptarget()->device_count(),
      .cuda_devices = kinds & 1u << CLEAVE_DEVICE_NVIDIA ? count_cuda_devices(cuda) : 0,
      .has_amd_driver = !access(CLEAVE_AMD_DRIVER, F_OK)};
  return cleave_device_kind_of(&evidence);
}

enum cleave_device_kind cleave_device_kind(int64_t number) {
  struct cleave_cuda cuda;
  return number >= 0 && number < cleave_omptarget()->device_count() ? find_kind(&cuda)
                                                                    : CLEAVE_DEVICE_UNKNOWN;
}

/* All devices are CUDA's, so each is CUDA's device of the same number. */
static bool find_nvidia(const struct cleave_cuda *cuda, int number, struct cleave_device *it) {
  CUdevice device;
  if (cuda->cuDeviceGet(&device, number) || !find_limits(cuda, device, &it->limits))
    return false;
  it->rates = cleave_device_rates_of(it->limits.name);
  read_profile(it);
  find_bandwidth(cuda, device, &it->rates);
  return true;
}

static bool find_amd(struct cleave_device *it) {
  if (!cleave_amd_devices_read(CLEAVE_AMD_TOPOLOGY, &it->limits)) {
    const char *profile = cleave_settings()->profile;
    return profile && cleave_profile_read(profile, it, warn) &&
           cleave_architecture_is_amd(it->limits.architecture);
  }
  it->rates = cleave_device_rates_of(it->limits.name);
  read_profile(it);
  return true;
}

static const struct cleave_device *find(int number) {
  static const struct cleave_device *found[CLEAVE_MOST_DEVICE_NUMBERS][CLEAVE_DEVICE_AMD + 1];
  struct cleave_cuda cuda;
  if (number >= cleave_omptarget()->device_count())
    return &none;
  const enum cleave_device_kind kind = find_kind(&cuda);
  if (found[number][kind])
    return found[number][kind];
  struct cleave_device *it = calloc(1, sizeof *it);
  if (it && (kind == CLEAVE_DEVICE_NVIDIA ? find_nvidia(&cuda, number, it)
                                          : kind == CLEAVE_DEVICE_AMD && find_amd(it)))
    return found[number][kind] = it;
  free(it);
  return &none;
}

void cleave_devices_forget(void) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < CLEAVE_MOST_DEVICE_NUMBERS; i++)
    atomic_store(&known[i], NULL);
  atomic_store(&images, 0);
  pthread_mutex_unlock(&lock);
}

const struct cleave_device *cleave_device_find(int64_t number) {
  if (number < 0 || number >= CLEAVE_MOST_DEVICE_NUMBERS)
    return NULL;
  const struct cleave_device *it = atomic_load_explicit(&known[number], memory_order_acquire);
  if (!it) {
    pthread_mutex_lock(&lock);
    it = atomic_load(&known[number]);
    if (!it) {
      it = find((int)number);
      atomic_store_explicit(&known[number], it, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
  }
  return it == &none ? NULL : it;
}
