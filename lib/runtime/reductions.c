/* FILE: lib/runtime/reductions.c
 * WHAT: device memory for kernels that combine their reductions themselves, and their results.
 *
 * A thread keeps a buffer for each device from one launch to the next: it waits for a kernel before it launches the next one that
 * uses the buffer, or the device executes them one after the other. The buffers of a thread that ends are left for other threads. All
 * are freed before libomptarget closes its devices, which happens when the last library with images is unloaded.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>

#include "engine/engine.h"
#include "interposer/interposer_loader.h"
#include "process/fork.h"
#include "process/message.h"
#include "process/omptarget.h"
#include "process/settings.h"
#include "runtime/device_state.h"
#include "runtime/runtime.h"

/* The grid is numbered with int. */
#define MOST_ITERATIONS (INT_MAX / 2)

/* The least number of iterations for which a scan is faster than a loop in one thread: its teams wait for each other, about 5 us. */
#define LEAST_SCANNED_ITERATIONS 128

/* Device memory. Its first int is 0 between kernels; if it has control words, the first CLEAVE_SCAN_CONTROL_BYTES bytes are. */
struct buffer {
  struct buffer *next;
  const void *owner; /* a thread's `reduction`; NULL: the thread has ended */
  bool has_control;
  int device;
  size_t bytes;
  void *address;
};

/* The reduction that a thread has begun last. */
static _Thread_local struct {
  void *address; /* of its buffer */
  int device;
  void *places[CLEAVE_MOST_REDUCTIONS];
  bool is_absent; /* one of the variables is not present on the device */
  bool defers;    /* the host waits for the kernel in cleave_reduction_end */
} reduction;

CLEAVE_LOCK(lock);
static struct buffer *buffers; /* of all threads */

static pthread_key_t thread_end;
static bool has_thread_end;

static void leave_buffers(void *owner) {
  pthread_mutex_lock(&lock);
  for (struct buffer *buffer = buffers; buffer; buffer = buffer->next)
    if (buffer->owner == owner)
      buffer->owner = NULL;
  pthread_mutex_unlock(&lock);
}

/* The child of a fork has no devices. */
static void forget_in_child(void) { buffers = NULL; }

__attribute__((constructor)) static void make_key(void) {
  pthread_atfork(NULL, NULL, forget_in_child);
  has_thread_end = !pthread_key_create(&thread_end, leave_buffers);
}

/* A buffer of OWNER with BYTES bytes on DEVICE; NULL: there is none. The lock is held. */
static struct buffer *find(const void *owner, bool has_control, int device, size_t bytes) {
  struct buffer *buffer = buffers;
  while (buffer && (buffer->owner != owner || buffer->has_control != has_control ||
                    buffer->device != device || buffer->bytes < bytes))
    buffer = buffer->next;
  return buffer;
}

static struct buffer *allocate(bool has_control, int device, size_t bytes) {
  static const char zeros[CLEAVE_SCAN_CONTROL_BYTES];
  const struct cleave_omptarget *target = cleave_omptarget();
  struct buffer *made = target->allocate && target->copy ? calloc(1, sizeof *made) : NULL;
  if (!made)
    return NULL;
  *made = (struct buffer){.has_control = has_control,
                          .device = device,
                          .bytes = bytes,
                          .address = target->allocate(bytes, device)};
  if (made->address && !target->copy(made->address, zeros, has_control ? sizeof zeros : sizeof(int), 0, 0,
                                     device, target->device_count()))
    return made;
  if (made->address)
    target->release(made->address, device);
  free(made);
  return NULL;
}

/* The address of a buffer of this thread, or NULL. */
static void *find_buffer(bool has_control, int device, size_t bytes) {
  pthread_mutex_lock(&lock);
  struct buffer *found = find(&reduction, has_control, device, bytes);
  if (!found && (found = find(NULL, has_control, device, bytes)))
    found->owner = &reduction;
  pthread_mutex_unlock(&lock);
  if (!found) {
    found = allocate(has_control, device, bytes);
    if (!found)
      return NULL;
    found->owner = &reduction;
    pthread_mutex_lock(&lock);
    found->next = buffers;
    buffers = found;
    pthread_mutex_unlock(&lock);
  }
  if (has_thread_end)
    pthread_setspecific(thread_end, &reduction);
  return found->address;
}

void cleave_reductions_forget(bool frees) {
  pthread_mutex_lock(&lock);
  struct buffer *list = buffers;
  buffers = NULL;
  pthread_mutex_unlock(&lock);
  while (list) {
    struct buffer *next = list->next;
    if (frees)
      cleave_omptarget()->release(list->address, list->device);
    free(list);
    list = next;
  }
}

/* Whether a kernel with ITERATIONS iterations on DEVICE should combine its reductions. */
static bool is_wanted(int properties, int device, double iterations) {
  const struct cleave_omptarget *target = cleave_omptarget();
  const enum cleave_mapping_choice choice = cleave_settings()->map;
  const bool has_device =
      device < target->device_count() && !(target->target_offload && !target->target_offload());
  if (choice == CLEAVE_MAPPING_OFF || iterations > MOST_ITERATIONS)
    return false;
  return choice != CLEAVE_MAPPING_AUTO ||
         (has_device && !cleave_engine_is_host(device) &&
          (!(properties & CLEAVE_REDUCTION_SCANS) || iterations >= LEAST_SCANNED_ITERATIONS));
}

static bool begin(int device, int properties, size_t bytes, int loops, int variables, va_list arguments) {
  const struct cleave_omptarget *target = cleave_omptarget();
  double iterations = 1;
  for (int i = 0; i < loops; i++) {
    const double count = (double)va_arg(arguments, long);
    iterations = count > 0 ? iterations * count : 0;
  }
  device = (int)cleave_device_number(device);
  if (device < 0 || device > target->device_count())
    device = target->device_count(); /* the host itself */
  if (!target->is_there || iterations > MOST_ITERATIONS ||
      (!(properties & CLEAVE_REDUCTION_IS_REPRODUCIBLE) && !is_wanted(properties, device, iterations)))
    return false;
  reduction.device = device;
  reduction.address =
      find_buffer(properties & (CLEAVE_REDUCTION_SCANS | CLEAVE_REDUCTION_OF_HUGE_ROWS), device, bytes);
  reduction.is_absent = false;
  for (int i = 0; i < variables && reduction.address; i++) {
    const volatile void *variable = va_arg(arguments, const volatile void *);
    reduction.places[i] = target->mapped((const void *)variable, device);
    reduction.is_absent |= !reduction.places[i];
  }
  return reduction.address;
}

static void end_waits(void) {
  if (reduction.defers)
    cleave_waits_end();
  reduction.defers = false;
}

int cleave_reduction_begin(int device, int properties, int bytes, int loops, int variables, ...) {
  if (variables > CLEAVE_MOST_REDUCTIONS)
    return 0;
  struct cleave_engine_call call;
  va_list arguments;
  /* The host needs the results in cleave_reduction_end, which is called if there are variables: one wait for the kernel and the copy. */
  reduction.defers = variables > 0 && cleave_waits_begin_outermost();
  cleave_engine_begin_call(&call);
  va_start(arguments, variables);
  const bool found = begin(device, properties, (size_t)bytes, loops, variables, arguments);
  va_end(arguments);
  cleave_engine_end_call(&call);
  if (!found)
    end_waits();
  if (found || !(properties & CLEAVE_REDUCTION_IS_REPRODUCIBLE))
    return found;
  cleave_warn_rank(
      "a reproducible reduction is not possible: the loop has more than %d iterations, or no memory is left on the device",
      MOST_ITERATIONS);
  abort();
}

void *cleave_reduction_buffer(void) { return reduction.address; }

void *cleave_reduction_place(int variable) { return reduction.places[variable]; }

void cleave_reduction_end(void *results, const void *from, unsigned long bytes) {
  const struct cleave_omptarget *target = cleave_omptarget();
  if (reduction.is_absent &&
      target->copy(results, from, bytes, 0, 0, target->device_count(), reduction.device)) {
    cleave_warn_rank("the result of a reduction cannot be copied from the device");
    abort();
  }
  end_waits();
}
