/* FILE: lib/runtime/alias_check.c
 * WHAT: whether the arrays of a kernel overlap.
 *
 * Host addresses alone are not sufficient. Two sections that are disjoint on the host may share device memory
 * (omp_target_associate_ptr). So if both are mapped, their device addresses are compared as well. A program
 * that reads past its section, inside of an enclosing mapped one, gets the expected values from OpenMP run
 * times. So two sections in one mapping, which have the same distance on the device as on the host, count as
 * overlapping.
 *
 * A section that is not mapped when a kernel is launched is mapped for that kernel alone, into separate
 * memory. On the host (the initial device, or no device at all) a program may access memory beyond its
 * sections, and the no-alias version saves nothing.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "engine/engine.h"
#include "process/omptarget.h"
#include "runtime/runtime.h"
#include "process/settings.h"

struct range {
  uintptr_t begin, end;
};

static bool overlap(struct range left, struct range right) {
  return left.begin < right.end && right.begin < left.end;
}

/* The device address of HOST; empty if it is not mapped. */
static struct range on_device(struct range host, int device) {
  const uintptr_t begin = (uintptr_t)cleave_omptarget()->mapped((const void *)host.begin, device);
  return (struct range){begin, begin ? begin + (host.end - host.begin) : 0};
}

/* Whether one mapping may contain both sections, LEFT and RIGHT. Then the memory between them is mapped as
 * well; if there is none, the mappings cannot be distinguished. */
static bool may_be_one_mapping(struct range left, struct range mapped_left, struct range right,
                               struct range mapped_right, int device) {
  const struct range first = left.begin < right.begin ? left : right,
                     second = left.begin < right.begin ? right : left;
  return mapped_left.begin - mapped_right.begin == left.begin - right.begin &&
         (first.end >= second.begin || cleave_omptarget()->mapped((const void *)first.end, device));
}

/* The same for the device addresses of the objects on DEVICE. On the host, none of them shares a byte with
 * another one. */
static bool are_apart_on(int device, const struct range *host, int written, int count) {
  struct range mapped[CLEAVE_MOST_COMPARED_OBJECTS];
  if (device == -1)
    device = cleave_omptarget()->default_device();
  /* The number of the initial device is one above the last. */
  if (device < 0 || device >= cleave_omptarget()->device_count())
    return false;
  for (int i = 0; i < count; i++)
    mapped[i] = on_device(host[i], device);
  for (int i = 0; i < written; i++)
    for (int j = i + 1; j < count; j++)
      if (mapped[i].begin && mapped[j].begin &&
          (overlap(mapped[i], mapped[j]) ||
           may_be_one_mapping(host[i], mapped[i], host[j], mapped[j], device)))
        return false;
  return true;
}

int cleave_disjoint(int device, int written, int count, ...) {
  struct range host[CLEAVE_MOST_COMPARED_OBJECTS];
  const struct cleave_omptarget *openmp = cleave_omptarget();
  if (!cleave_settings()->no_alias || count > CLEAVE_MOST_COMPARED_OBJECTS || !openmp->is_there ||
      !openmp->target_offload || !openmp->target_offload())
    return 0;
  va_list arguments;
  bool known = true;
  va_start(arguments, count);
  for (int i = 0; i < count; i++) {
    host[i].begin = (uintptr_t)va_arg(arguments, const volatile void *);
    host[i].end = host[i].begin + va_arg(arguments, size_t);
    known &= host[i].begin && host[i].end > host[i].begin;
  }
  va_end(arguments);
  for (int i = 0; i < written; i++)
    for (int j = i + 1; j < count; j++)
      known &= !overlap(host[i], host[j]);
  if (!known)
    return 0;

  struct cleave_engine_call call;
  cleave_engine_begin_call(&call);
  known = are_apart_on(device, host, written, count);
  cleave_engine_end_call(&call);
  return known;
}
