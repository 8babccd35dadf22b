/* FILE: lib/engine/devices.c
 * WHAT: which kind of device has an OpenMP device number.
 */
#include "engine/device.h"
#include "engine/state.h"
#include "runtime/omptarget.h"

enum { MOST_DEVICES = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  bool asked;
  struct cleave_engine_device *device;
} known[MOST_DEVICES];

struct cleave_engine_device *cleave_engine_device(int64_t number) {
  if (number < 0 || number >= MOST_DEVICES || number >= cleave_omptarget()->device_count())
    return NULL;
  pthread_mutex_lock(&lock);
  if (!known[number].asked) {
    known[number].asked = true;
    known[number].device = cleave_host_device(number);
  }
  struct cleave_engine_device *device = known[number].device;
  pthread_mutex_unlock(&lock);
  return device;
}
