/* FILE: lib/device/device_sharing.c
 * WHAT: see device_sharing.h. The names are "cleave-USER-DEVICE-SLOT"; a process takes the first free slot of a device.
 */
#include "device/device_sharing.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cuda/cuda.h"
#include "device/process_devices.h"
#include "process/fork.h"
#include "process/job.h"
#include "process/omptarget.h"

enum { SLOTS = 64, UUID_TEXT = 2 * CLEAVE_CUDA_UUID_BYTES + 1 };

/* The address of SLOT of DEVICE, of *LENGTH bytes. */
static struct sockaddr_un address_of(const char *device, unsigned slot, socklen_t *length) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  /* The first byte stays 0: the abstract namespace. */
  const int used = snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "cleave-%lu-%s-%u",
                            (unsigned long)getuid(), device, slot);
  *length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)used);
  return address;
}

static int open_socket(void) { return socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0); }

int cleave_sharing_announce(const char *device) {
  const int own = open_socket();
  for (unsigned slot = 0; own >= 0 && slot < SLOTS; slot++) {
    socklen_t length;
    const struct sockaddr_un address = address_of(device, slot, &length);
    if (!bind(own, (const struct sockaddr *)&address, length))
      return own;
    if (errno != EADDRINUSE)
      break;
  }
  if (own >= 0)
    close(own);
  return -1;
}

unsigned cleave_sharing_count(const char *device) {
  const int own = open_socket();
  unsigned count = 0;
  for (unsigned slot = 0; own >= 0 && slot < SLOTS; slot++) {
    socklen_t length;
    const struct sockaddr_un address = address_of(device, slot, &length);
    count += !connect(own, (const struct sockaddr *)&address, length);
  }
  if (own >= 0)
    close(own);
  return count ? count : 1;
}

/* The UUID of the OpenMP device NUMBER as text. Returns false if it is not known. */
static bool find_uuid(int64_t number, char *text) {
  unsigned char uuid[CLEAVE_CUDA_UUID_BYTES];
  /* Only then is it CUDA's device of the same number. */
  if (!cleave_device_find(number) || !cleave_cuda_device_uuid((int)number, uuid))
    return false;
  for (size_t i = 0; i < sizeof uuid; i++)
    snprintf(text + 2 * i, 3, "%02x", uuid[i]);
  return true;
}

CLEAVE_LOCK(lock);
static struct {
  bool announced;
  char uuid[UUID_TEXT]; /* "": not known */
} devices[CLEAVE_MOST_DEVICE_NUMBERS];

static bool may_be_shared(int64_t number) {
  return cleave_job()->local_ranks > 1 && number >= 0 && number < CLEAVE_MOST_DEVICE_NUMBERS;
}

void cleave_device_announce(int64_t number) {
  if (!may_be_shared(number))
    return;
  pthread_mutex_lock(&lock);
  if (!devices[number].announced) {
    devices[number].announced = true;
    if (find_uuid(number, devices[number].uuid))
      cleave_sharing_announce(devices[number].uuid); /* stays open as long as the process */
  }
  pthread_mutex_unlock(&lock);
}

unsigned cleave_device_sharers(int64_t number) {
  if (!may_be_shared(number))
    return 1;
  cleave_device_announce(number);
  return *devices[number].uuid ? cleave_sharing_count(devices[number].uuid) : 1;
}
