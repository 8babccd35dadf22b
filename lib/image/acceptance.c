/* FILE: lib/image/acceptance.c
 * WHAT: the rules by which the OpenMP run time of LLVM 19 accepts or rejects a device image.
 */
#include "image/acceptance.h"

#include <stdio.h>

#include "device/device_facts.h"

/* The run time supports the architectures sm_35 to sm_90; it tests the low byte of e_flags. */
static bool is_known_architecture(uint32_t architecture) { return architecture >= 35 && architecture <= 90; }

bool cleave_image_runs_on(uint32_t image, uint32_t device) {
  if (cleave_architecture_is_amd(image) || cleave_architecture_is_amd(device))
    return image == device;
  return image / 10 == device / 10 && image % 10 <= device % 10;
}

bool cleave_image_is_repairable(const struct cleave_image *image) {
  return image->kind == CLEAVE_IMAGE_CUDA && image->layout == CLEAVE_CUBIN_13 && image->linked &&
         is_known_architecture(image->architecture);
}

enum cleave_acceptance cleave_image_acceptance(const struct cleave_image *image,
                                               const struct cleave_devices *devices, bool repairs) {
  if (image->kind == CLEAVE_IMAGE_HOST)
    return image->linked ? CLEAVE_ACCEPTED : CLEAVE_REFUSED_KIND;
  if (image->kind == CLEAVE_IMAGE_AMDGPU)
    return CLEAVE_NOT_JUDGED;
  if (image->kind != CLEAVE_IMAGE_CUDA || !image->linked)
    return CLEAVE_REFUSED_KIND;
  if (image->layout == CLEAVE_CUBIN_NONE)
    return CLEAVE_REFUSED_LAYOUT;
  if (!is_known_architecture(image->architecture))
    return CLEAVE_REFUSED_ARCHITECTURE;
  if (image->layout == CLEAVE_CUBIN_13 && !repairs)
    return CLEAVE_REFUSED_LAYOUT;
  if (!devices->driver_opened)
    return devices->driver_is_old ? CLEAVE_REFUSED_OLD_DRIVER : CLEAVE_REFUSED_NO_DRIVER;
  if (devices->driver_error)
    return CLEAVE_REFUSED_DRIVER_FAILED;
  if (!devices->count)
    return CLEAVE_REFUSED_NO_DEVICE;
  for (size_t i = 0; i < devices->count; i++)
    if (cleave_image_runs_on(image->architecture, devices->devices[i].architecture))
      return image->layout == CLEAVE_CUBIN_13 ? CLEAVE_ACCEPTED_REPAIRED : CLEAVE_ACCEPTED;
  return CLEAVE_REFUSED_DEVICE;
}

static void explain_kind(const struct cleave_image *image, char *text, size_t size) {
  const char *what = "data of unknown format";
  if (image->kind == CLEAVE_IMAGE_CUDA || image->kind == CLEAVE_IMAGE_HOST)
    what = "an object file that was never linked for the device";
  else if (image->kind == CLEAVE_IMAGE_BITCODE)
    what = "LLVM bitcode";
  else if (image->kind == CLEAVE_IMAGE_PTX)
    what = "PTX";
  snprintf(text, size,
           "the image is %s, which the OpenMP run time of LLVM 19 does not load; compile and link "
           "with --offload-arch= for the GPU",
           what);
}

void cleave_acceptance_explain(enum cleave_acceptance acceptance, const struct cleave_image *image,
                               const struct cleave_devices *devices, char *text, size_t size) {
  const struct cleave_installed_device *device = &devices->devices[0];
  switch (acceptance) {
  case CLEAVE_ACCEPTED:
  case CLEAVE_ACCEPTED_REPAIRED:
  case CLEAVE_NOT_JUDGED:
    snprintf(text, size, "%s", "");
    break;
  case CLEAVE_REFUSED_LAYOUT:
    if (image->layout == CLEAVE_CUBIN_13)
      snprintf(text, size,
               "the image for sm_%u has the layout of CUDA 13, which the OpenMP run time of LLVM 19 "
               "refuses; link with cleave cc or -lcleave and leave CLEAVE_REPAIR on",
               image->architecture);
    else
      snprintf(text, size,
               "the image is a cubin of unknown layout (OS/ABI 0x%x, ABI version %u); "
               "use the ptxas of CUDA 13 or 12",
               image->os_abi, image->abi_version);
    break;
  case CLEAVE_REFUSED_ARCHITECTURE:
    snprintf(text, size,
             "the image is for sm_%u, and the OpenMP run time of LLVM 19 supports sm_35 to sm_90; "
             "compile with --offload-arch= for the GPU",
             image->architecture);
    break;
  case CLEAVE_REFUSED_KIND:
    explain_kind(image, text, size);
    break;
  case CLEAVE_REFUSED_NO_DRIVER:
    if (devices->driver_linked_as_1_only)
      snprintf(text, size, "%s",
               "the OpenMP run time opens the CUDA driver as libcuda.so, and this machine has only "
               "libcuda.so.1; create a link of that name in its folder or in a folder of LD_LIBRARY_PATH");
    else
      snprintf(text, size,
               "the image is for sm_%u, and this machine has no CUDA driver (libcuda.so); install the "
               "NVIDIA driver, or add its folder to LD_LIBRARY_PATH",
               image->architecture);
    break;
  case CLEAVE_REFUSED_OLD_DRIVER:
    snprintf(
        text, size,
        "the CUDA driver is that of CUDA %d.%d, and the OpenMP run time of LLVM 19 needs that of CUDA 11.2 or "
        "later; update the NVIDIA driver",
        devices->driver_version / 1000, devices->driver_version % 1000 / 10);
    break;
  case CLEAVE_REFUSED_DRIVER_FAILED:
    snprintf(text, size,
             "the CUDA driver does not start (cuInit returns error %d); check the driver with nvidia-smi",
             devices->driver_error);
    break;
  case CLEAVE_REFUSED_NO_DEVICE:
    snprintf(text, size, "%s", "the CUDA driver finds no GPU; check nvidia-smi and CUDA_VISIBLE_DEVICES");
    break;
  case CLEAVE_REFUSED_DEVICE:
    snprintf(text, size,
             "the image is for sm_%u, and the GPU here (%s) is sm_%u; compile with "
             "--offload-arch=sm_%u",
             image->architecture, device->name, device->architecture, device->architecture);
    break;
  }
}
