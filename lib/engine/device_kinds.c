/* FILE: lib/engine/device_kinds.c
 * WHAT: the kind of device that an OpenMP device number denotes.
 *
 * lib/device/device_kind.h has the rule. The engine moves data to the host device and to NVIDIA GPUs. The data of other devices,
 * such as AMD GPUs, is left to libomptarget.
 */
#include "engine/engine_device.h"

#include <stdatomic.h>

#include "device/process_devices.h"
#include "engine/engine.h"
#include "process/fork.h"
#include "process/omptarget.h"

CLEAVE_LOCK(lock);
static struct {
  bool asked;
  struct cleave_engine_device *device;
} known[CLEAVE_MOST_DEVICE_NUMBERS];

static atomic_uint kinds; /* of images: one bit for each kind */

static atomic_uint with_variables; /* programs and libraries registered with variables of the device */
static atomic_uint loaded
    [CLEAVE_MOST_DEVICE_NUMBERS]; /* per device: the number of them that it has been requested to load */

void cleave_engine_note_image(enum cleave_image_kind kind) {
  atomic_fetch_or(&kinds, 1u << kind);
  if (kind == CLEAVE_IMAGE_HOST || kind == CLEAVE_IMAGE_CUDA || kind == CLEAVE_IMAGE_AMDGPU)
    cleave_device_note_image(kind == CLEAVE_IMAGE_HOST   ? CLEAVE_DEVICE_HOST
                             : kind == CLEAVE_IMAGE_CUDA ? CLEAVE_DEVICE_NVIDIA
                                                         : CLEAVE_DEVICE_AMD);
}

void cleave_engine_note_variables(void) { atomic_fetch_add(&with_variables, 1); }

void cleave_engine_load_variables(void *location, int64_t number) {
  const unsigned wanted = atomic_load(&with_variables);
  if (number < 0 || number >= CLEAVE_MOST_DEVICE_NUMBERS || atomic_load(&loaded[number]) == wanted)
    return;
  cleave_omptarget()->data_begin(location, number, 0, NULL, NULL, NULL, NULL, NULL, NULL);
  atomic_store(&loaded[number], wanted);
}

static bool is_number(int64_t number) {
  return number >= 0 && number < CLEAVE_MOST_DEVICE_NUMBERS && number < cleave_omptarget()->device_count();
}

bool cleave_engine_is_host(int64_t device) {
  return atomic_load(&kinds) == 1u << CLEAVE_IMAGE_HOST && is_number(device);
}

void cleave_engine_close_devices(void) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < CLEAVE_MOST_DEVICE_NUMBERS; i++) {
    struct cleave_engine_device *device = known[i].device;
    if (device && device->kind->close)
      device->kind->close(device);
    known[i].asked = false;
    known[i].device = NULL;
    atomic_store(&loaded[i], 0);
  }
  pthread_mutex_unlock(&lock);
  atomic_store(&kinds, 0);
  atomic_store(&with_variables, 0);
  cleave_devices_forget();
}

static struct cleave_engine_device *find(int64_t number) {
  static struct cleave_engine_device *hosts[CLEAVE_MOST_DEVICE_NUMBERS];
  switch (cleave_device_kind(number)) {
  case CLEAVE_DEVICE_HOST:
    if (!hosts[number])
      hosts[number] = cleave_host_device(number);
    return hosts[number];
  case CLEAVE_DEVICE_NVIDIA:
    return cleave_cuda_device(number);
  case CLEAVE_DEVICE_AMD:
  case CLEAVE_DEVICE_UNKNOWN:
    break;
  }
  return NULL;
}

struct cleave_engine_device *cleave_engine_device(int64_t number) {
  if (!is_number(number))
    return NULL;
  pthread_mutex_lock(&lock);
  if (!known[number].asked) {
    known[number].asked = true;
    known[number].device = find(number);
  }
  struct cleave_engine_device *device = known[number].device;
  pthread_mutex_unlock(&lock);
  return device;
}

size_t cleave_engine_free_memory(int64_t number) {
  struct cleave_engine_device *device = cleave_engine_device(number);
  if (!device)
    return 0;
  return device->kind->free_memory ? device->kind->free_memory(device) : SIZE_MAX;
}
