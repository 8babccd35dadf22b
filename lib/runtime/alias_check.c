/* FILE: lib/runtime/alias_check.c
 * WHAT: whether the arrays of a kernel overlap.
 *
 * Host memory alone does not tell. Two sections that are apart on the host may share device memory
 * (omp_target_associate_ptr), so where both are mapped, what they are mapped to is compared as
 * well. And a program that reads past its section, inside of an enclosing one that is mapped, gets
 * what it expects from OpenMP run times; so two sections in one mapping, which have the same
 * distance on the device as on the host, are taken for overlapping.
 *
 * What is not mapped when a kernel is launched is mapped for it alone, into memory of its own. On
 * the host (the initial device, or no device at all) a program may use what it likes beyond its
 * sections, and there is no launch to make faster.
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

/* HOST where it is mapped; empty if it is not. */
static struct range on_device(struct range host, int device) {
  const uintptr_t begin = (uintptr_t)cleave_omptarget()->mapped((const void *)host.begin, device);
  return (struct range){begin, begin ? begin + (host.end - host.begin) : 0};
}

/* Whether the mappings of two sections, LEFT and RIGHT, may be one. Then what is between them is mapped as
 * well; if nothing is, there is no telling. */
static bool may_be_one_mapping(struct range left, struct range mapped_left, struct range right,
                               struct range mapped_right, int device) {
  const struct range first = left.begin < right.begin ? left : right,
                     second = left.begin < right.begin ? right : left;
  return mapped_left.begin - mapped_right.begin == left.begin - right.begin &&
         (first.end >= second.begin || cleave_omptarget()->mapped((const void *)first.end, device));
}

/* The same for the places of the objects on DEVICE. On the host none of them shares a byte with another one. */
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
