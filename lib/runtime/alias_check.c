/* FILE: lib/runtime/alias_check.c
 * WHAT: whether the arrays of a kernel overlap.
 *
 * Host addresses alone are not sufficient. Two sections that are disjoint on the host may share device memory
 * (omp_target_associate_ptr). So if both are mapped, their device addresses are compared as well. A program
 * that reads past its section, inside of an enclosing mapped one, gets the expected values from OpenMP run
 * times. So two sections in one mapping, which have the same distance on the device as on the host, count as
 * overlapping.
 *
 * Objects without a section have proved intervals (fission/access_bounds.c). Two of them may be in one mapping. The kernel translates
 * their address if it is present; if it is not present, the result is that they overlap.
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

/* An object: its range in host memory, empty for memory of the device, and the address that the kernel translates. */
struct object {
  int kind;
  uintptr_t base;
  struct range memory;
};

/* The range of OBJECT on DEVICE; empty if it is not mapped. */
static struct range range_on(int device, const struct object *object) {
  if (object->kind == CLEAVE_OBJECT_OF_DEVICE)
    return object->memory;
  const struct range base = {object->base, object->base};
  const uintptr_t begin = on_device(base, device).begin;
  return (struct range){begin ? begin + (object->memory.begin - object->base) : 0,
                        begin ? begin + (object->memory.end - object->base) : 0};
}

/* Whether no object of the host shares a byte with another one. */
static bool are_apart_on_host(const struct object *objects, int written, int count) {
  for (int i = 0; i < written; i++)
    for (int j = i + 1; j < count; j++)
      if (objects[i].kind != CLEAVE_OBJECT_OF_DEVICE && objects[j].kind != CLEAVE_OBJECT_OF_DEVICE &&
          overlap(objects[i].memory, objects[j].memory))
        return false;
  return true;
}

/* The same for the device addresses of the objects on DEVICE. */
static bool are_apart_on(int device, const struct object *objects, int written, int count) {
  struct range mapped[CLEAVE_MOST_COMPARED_OBJECTS];
  if (device == -1)
    device = cleave_omptarget()->default_device();
  /* The number of the initial device is one above the last. */
  if (device < 0 || device >= cleave_omptarget()->device_count())
    return false;
  for (int i = 0; i < count; i++) {
    mapped[i] = range_on(device, &objects[i]);
    if (!mapped[i].begin && objects[i].kind == CLEAVE_OBJECT_PRESENT)
      return false;
  }
  for (int i = 0; i < written; i++)
    for (int j = i + 1; j < count; j++)
      if (mapped[i].begin && mapped[j].begin &&
          (overlap(mapped[i], mapped[j]) ||
           ((objects[i].kind == CLEAVE_OBJECT_SECTION || objects[j].kind == CLEAVE_OBJECT_SECTION) &&
            may_be_one_mapping(objects[i].memory, mapped[i], objects[j].memory, mapped[j], device))))
        return false;
  return true;
}

static bool may_compare(int count) {
  const struct cleave_omptarget *openmp = cleave_omptarget();
  return cleave_settings()->no_alias && count <= CLEAVE_MOST_COMPARED_OBJECTS && openmp->is_there &&
         openmp->target_offload && openmp->target_offload();
}

static int are_disjoint(int device, const struct object *objects, int written, int count) {
  if (!are_apart_on_host(objects, written, count))
    return 0;
  struct cleave_engine_call call;
  cleave_engine_begin_call(&call);
  const bool result = are_apart_on(device, objects, written, count);
  cleave_engine_end_call(&call);
  return result;
}

int cleave_disjoint(int device, int written, int count, ...) {
  struct object objects[CLEAVE_MOST_COMPARED_OBJECTS];
  if (!may_compare(count))
    return 0;
  va_list arguments;
  bool known = true;
  va_start(arguments, count);
  for (int i = 0; i < count; i++) {
    const uintptr_t begin = (uintptr_t)va_arg(arguments, const volatile void *),
                    end = begin + va_arg(arguments, size_t);
    objects[i] = (struct object){CLEAVE_OBJECT_SECTION, begin, {begin, end}};
    known &= begin && end > begin;
  }
  va_end(arguments);
  return known ? are_disjoint(device, objects, written, count) : 0;
}

/* Reads the bounds of an object into *LEAST and *MOST. Terms below 2^53 are exact, and their sum fits. */
static bool read_bounds(va_list *arguments, int count, int64_t *least, int64_t *most) {
  static const double limit = 9007199254740992;
  bool known = true;
  for (int i = 0; i < count; i++) {
    const int terms = va_arg(*arguments, int);
    int64_t bound = 0;
    for (int t = 0; t < terms; t++) {
      const double term = va_arg(*arguments, double);
      const bool exact = term > -limit && term < limit;
      known &= exact;
      bound += exact ? (int64_t)term : 0;
    }
    *least = !i || bound < *least ? bound : *least;
    *most = !i || bound > *most ? bound : *most;
  }
  return known;
}

/* Adds POSITION elements of SIZE bytes to BASE. */
static bool add_elements(uintptr_t base, size_t size, int64_t position, uintptr_t *sum) {
  int64_t bytes;
  return !__builtin_mul_overflow(position, size, &bytes) && !__builtin_add_overflow(base, bytes, sum);
}

static bool read_object(va_list *arguments, struct object *object) {
  int64_t least = 0, most = 0;
  object->base = (uintptr_t)va_arg(*arguments, const volatile void *);
  const size_t size = va_arg(*arguments, size_t);
  object->kind = va_arg(*arguments, int);
  const int bounds = va_arg(*arguments, int);
  bool known = read_bounds(arguments, bounds, &least, &most);
  if (object->kind == CLEAVE_OBJECT_SECTION)
    object->memory = (struct range){object->base, object->base + size};
  else
    known = known && bounds && add_elements(object->base, size, least, &object->memory.begin) &&
            add_elements(object->base, size, most + 1, &object->memory.end);
  return known && object->base && object->memory.end > object->memory.begin;
}

int cleave_disjoint_accesses(int device, int written, int count, ...) {
  struct object objects[CLEAVE_MOST_COMPARED_OBJECTS];
  if (!may_compare(count))
    return 0;
  va_list arguments;
  bool known = true;
  va_start(arguments, count);
  for (int i = 0; i < count; i++)
    known &= read_object(&arguments, &objects[i]);
  va_end(arguments);
  return known ? are_disjoint(device, objects, written, count) : 0;
}

/* The part of MEMORY that ends before OTHER begins. */
static struct range before(struct range memory, struct range other) {
  if (overlap(memory, other))
    memory.end = other.begin > memory.begin ? other.begin : memory.begin;
  return memory;
}

/* The part of MEMORY, which begins at its first byte, that shares no byte with an object on DEVICE. IS_SECTION: a map clause names it. */
static struct range unshared_on(int device, struct range memory, bool is_section,
                                const struct object *objects, int count) {
  if (device == -1)
    device = cleave_omptarget()->default_device();
  if (device < 0 || device >= cleave_omptarget()->device_count())
    return (struct range){0, 0};
  struct range mapped = on_device(memory, device);
  if (!mapped.begin && !is_section)
    return (struct range){0, 0};
  for (int i = 0; i < count; i++) {
    const struct range other = range_on(device, &objects[i]);
    if ((!other.begin && objects[i].kind == CLEAVE_OBJECT_PRESENT) ||
        (mapped.begin && other.begin && objects[i].kind == CLEAVE_OBJECT_SECTION &&
         may_be_one_mapping(memory, mapped, objects[i].memory, other, device)))
      return (struct range){0, 0};
    if (mapped.begin && other.begin)
      mapped = before(mapped, other);
  }
  if (mapped.begin)
    memory.end = memory.begin + (mapped.end - mapped.begin);
  return memory;
}

long cleave_unshared(int device, const volatile void *address, unsigned long bytes, int most, int count,
                     ...) {
  struct object objects[CLEAVE_MOST_COMPARED_OBJECTS];
  const uintptr_t begin = (uintptr_t)address;
  struct range memory = {begin, begin + (bytes && bytes < (unsigned long)most ? bytes : (unsigned long)most)};
  if (!count)
    return (long)(memory.end - memory.begin);
  if (!may_compare(count))
    return 0;
  va_list arguments;
  bool known = true;
  va_start(arguments, count);
  for (int i = 0; i < count; i++)
    known &= read_object(&arguments, &objects[i]);
  va_end(arguments);
  if (!known || !begin)
    return 0;
  for (int i = 0; i < count; i++)
    if (objects[i].kind != CLEAVE_OBJECT_OF_DEVICE)
      memory = before(memory, objects[i].memory);
  struct cleave_engine_call call;
  cleave_engine_begin_call(&call);
  memory = unshared_on(device, memory, bytes != 0, objects, count);
  cleave_engine_end_call(&call);
  return (long)(memory.end - memory.begin);
}
