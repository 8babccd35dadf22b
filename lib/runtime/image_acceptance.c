/* FILE: lib/runtime/image_acceptance.c
 * WHAT: finds out whether a device accepted an image, and warns if none did.
 */
#include "runtime/image_acceptance.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <strings.h>

#include "device/device_facts.h"
#include "image/acceptance.h"
#include "image/installed_devices.h"
#include "image/image.h"
#include "process/message.h"
#include "process/settings.h"

static size_t image_size(const struct cleave_device_image *image) {
  return (size_t)((char *)image->end - (char *)image->start);
}

/* The executable or shared library that DESCRIPTOR is part of. */
static const char *owner(const struct cleave_descriptor *descriptor) {
  Dl_info info;
  if (!dladdr(descriptor, &info) || !info.dli_fname || !*info.dli_fname)
    return "this program";
  return info.dli_fname;
}

static bool is_accepted(enum cleave_acceptance acceptance) {
  return acceptance == CLEAVE_ACCEPTED || acceptance == CLEAVE_ACCEPTED_REPAIRED;
}

static const char *kind_name(const struct cleave_image *image) {
  switch (image->kind) {
  case CLEAVE_IMAGE_CUDA:
    return image->layout == CLEAVE_CUBIN_13   ? "cubin, layout of CUDA 13"
           : image->layout == CLEAVE_CUBIN_12 ? "cubin, layout of CUDA 12"
                                              : "cubin, unknown layout";
  case CLEAVE_IMAGE_HOST:
    return "host device";
  case CLEAVE_IMAGE_AMDGPU:
    return "AMD GPU";
  case CLEAVE_IMAGE_BITCODE:
    return "LLVM bitcode";
  case CLEAVE_IMAGE_PTX:
    return "PTX";
  case CLEAVE_IMAGE_FOREIGN:
    break;
  }
  return "no device image";
}

/* CLEAVE_VERBOSE: kind and content of each image. */
static void describe(const struct cleave_descriptor *descriptor, const struct cleave_devices *devices,
                     bool repairs) {
  for (int32_t i = 0; i < descriptor->image_count; i++) {
    const struct cleave_device_image *bytes = &descriptor->images[i];
    struct cleave_arena *arena = cleave_arena_new();
    struct cleave_image image;
    const char *broken = cleave_image_read(bytes->start, image_size(bytes), arena, &image);
    enum cleave_acceptance acceptance = cleave_image_acceptance(&image, devices, repairs);
    char why[512];
    cleave_acceptance_explain(acceptance, &image, devices, why, sizeof why);
    char architecture[CLEAVE_ARCHITECTURE_NAME];
    cleave_say("%s: image %d of %d: %s, %s, %zu bytes, %zu kernels: %s%s", owner(descriptor), i + 1,
               descriptor->image_count, kind_name(&image),
               cleave_architecture_name(image.architecture, architecture), image_size(bytes),
               image.kernel_count,
               broken                                   ? broken
               : acceptance == CLEAVE_ACCEPTED_REPAIRED ? "accepted, repaired"
               : acceptance == CLEAVE_ACCEPTED          ? "accepted"
               : acceptance == CLEAVE_NOT_JUDGED        ? "forwarded"
                                                        : "refused: ",
               broken ? "" : why);
    for (size_t k = 0; k < image.kernel_count; k++) {
      const struct cleave_kernel *kernel = &image.kernels[k];
      char threads[32] = "any number of threads";
      if (kernel->thread_limit)
        snprintf(threads, sizeof threads, "at most %u threads", kernel->thread_limit);
      cleave_say("  line %u %s: %s, %u registers, %u bytes shared, %s", kernel->line, kernel->function,
                 cleave_execution_mode_name(kernel->mode), kernel->registers, kernel->shared_bytes, threads);
    }
    cleave_arena_free(arena);
  }
}

/* Whether a device accepted one of the images. If not, WHY is the reason for the most promising one: the
 * image that passed most of the run time's checks, whose order is that of enum cleave_acceptance. */
static bool is_taken(const struct cleave_descriptor *descriptor, const struct cleave_devices *devices,
                     int device_count, bool repairs, char *why, size_t size) {
  enum cleave_acceptance furthest = CLEAVE_ACCEPTED;
  snprintf(why, size, "%s",
           "the run time could not start the device; run with LIBOMPTARGET_INFO=-1 for details");
  for (int32_t i = 0; i < descriptor->image_count; i++) {
    const struct cleave_device_image *bytes = &descriptor->images[i];
    struct cleave_image image;
    cleave_image_read_header(bytes->start, image_size(bytes), &image);
    enum cleave_acceptance acceptance = cleave_image_acceptance(&image, devices, repairs);
    if (acceptance == CLEAVE_NOT_JUDGED || is_accepted(acceptance)) {
      if (device_count > 0)
        return true;
    } else if (acceptance > furthest) {
      furthest = acceptance;
      cleave_acceptance_explain(acceptance, &image, devices, why, size);
    }
  }
  return false;
}

static bool is_offloading_disabled(void) {
  const char *policy = getenv("OMP_TARGET_OFFLOAD");
  return policy && !strcasecmp(policy, "disabled");
}

void cleave_images_report(const struct cleave_descriptor *descriptor, int devices_before, int devices_after,
                          bool repairs) {
  static atomic_flag warned = ATOMIC_FLAG_INIT;
  const struct cleave_run_time_options *settings = cleave_settings();
  if (descriptor->image_count <= 0)
    return;
  /* A new device was opened for one of these images. */
  bool certain = devices_after > devices_before;
  bool silent = settings->quiet || is_offloading_disabled();
  if (!settings->verbose && (certain || silent))
    return;

  struct cleave_devices devices;
  cleave_devices_probe(&devices);
  if (settings->verbose)
    describe(descriptor, &devices, repairs);
  char why[512];
  if (certain || silent || is_taken(descriptor, &devices, devices_after, repairs, why, sizeof why))
    return;
  if (!atomic_flag_test_and_set(&warned))
    cleave_warn_machine(
        "the target regions of %s run on the host: %s (set CLEAVE_QUIET=1 to suppress this message)",
        owner(descriptor), why);
}
