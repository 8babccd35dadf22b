/* FILE: lib/runtime/repair.c
 * WHAT: gives images of CUDA 13 a header of CUDA 12 while they are registered.
 */
#include "runtime/repair.h"

#include <elf.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "image/acceptance.h"
#include "image/image.h"
#include "process/fork.h"
#include "runtime/device_state.h"

/* The values in the header of a cubin of CUDA 12 and older. */
enum {
  OLD_OS_ABI = 0x33,
  OLD_ABI_VERSION = 7,
  OLD_64_BIT = 0x500 /* 64-bit addresses, the only flag that is checked in addition to the architecture */
};

struct cleave_repair {
  struct cleave_repair *next;
  const struct cleave_descriptor *original; /* NULL once unregistered */
  struct cleave_descriptor descriptor;
  bool *is_copy;                       /* for each image */
  struct cleave_device_image images[]; /* image_count of them */
};

CLEAVE_LOCK(lock);
static struct cleave_repair *repairs; /* guarded by `lock`, the newest first */

static size_t image_size(const struct cleave_device_image *image) {
  return (size_t)((char *)image->end - (char *)image->start);
}

static bool needs_repair(const struct cleave_device_image *image, uint32_t *architecture) {
  struct cleave_image header;
  cleave_image_read_header(image->start, image_size(image), &header);
  *architecture = header.architecture;
  return cleave_image_is_repairable(&header);
}

static void show_old_header(void *copy, uint32_t architecture) {
  Elf64_Ehdr header;
  memcpy(&header, copy, sizeof header);
  header.e_ident[EI_OSABI] = OLD_OS_ABI;
  header.e_ident[EI_ABIVERSION] = OLD_ABI_VERSION;
  header.e_flags = OLD_64_BIT | architecture | architecture << 16;
  memcpy(copy, &header, sizeof header);
}

struct cleave_repair *cleave_repair_begin(const struct cleave_descriptor *descriptor) {
  size_t count = descriptor->image_count > 0 ? (size_t)descriptor->image_count : 0;
  struct cleave_repair *repair = NULL;
  for (size_t i = 0; i < count; i++) {
    uint32_t architecture;
    const struct cleave_device_image *image = &descriptor->images[i];
    if (!needs_repair(image, &architecture))
      continue;
    if (!repair) {
      size_t bytes = count * sizeof *image;
      repair = malloc(sizeof *repair + bytes);
      bool *is_copy = calloc(count, sizeof *is_copy);
      if (!repair || !is_copy) {
        free(repair);
        free(is_copy);
        return NULL;
      }
      *repair = (struct cleave_repair){.original = descriptor, .descriptor = *descriptor, .is_copy = is_copy};
      memcpy(repair->images, descriptor->images, bytes);
      repair->descriptor.images = repair->images;
    }
    size_t size = image_size(image);
    char *copy = malloc(size);
    if (!copy)
      continue; /* registered as it is, and refused */
    memcpy(copy, image->start, size);
    show_old_header(copy, architecture);
    repair->is_copy[i] = true;
    repair->images[i].start = copy;
    repair->images[i].end = copy + size;
  }
  if (repair) {
    pthread_mutex_lock(&lock);
    repair->next = repairs;
    repairs = repair;
    pthread_mutex_unlock(&lock);
  }
  return repair;
}

struct cleave_descriptor *cleave_repair_descriptor(struct cleave_repair *repair) {
  return &repair->descriptor;
}

void cleave_repair_end(struct cleave_repair *repair) {
  for (int32_t i = 0; i < repair->descriptor.image_count; i++) {
    const void *start = repair->original->images[i].start;
    if (repair->images[i].start != start)
      memcpy(repair->images[i].start, start, sizeof(Elf64_Ehdr));
  }
}

struct cleave_descriptor *cleave_repair_take(struct cleave_descriptor *original) {
  struct cleave_descriptor *taken = original;
  pthread_mutex_lock(&lock);
  for (struct cleave_repair *repair = repairs; repair; repair = repair->next)
    if (repair->original == original) {
      repair->original = NULL;
      taken = &repair->descriptor;
      break;
    }
  pthread_mutex_unlock(&lock);
  return taken;
}

void cleave_repairs_free(void) {
  pthread_mutex_lock(&lock);
  for (struct cleave_repair **link = &repairs; *link;) {
    struct cleave_repair *repair = *link;
    if (repair->original) {
      link = &repair->next;
      continue;
    }
    *link = repair->next;
    for (int32_t i = 0; i < repair->descriptor.image_count; i++)
      if (repair->is_copy[i])
        free(repair->images[i].start);
    free(repair->is_copy);
    free(repair);
  }
  pthread_mutex_unlock(&lock);
}
