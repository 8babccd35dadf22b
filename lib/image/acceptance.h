/* FILE: lib/image/acceptance.h
 * WHAT: whether the OpenMP run time of LLVM 19 runs an image on one of the devices of a machine, and if not,
 *       why. The rules are those of the run time (docs/design/runtime.md); they are repeated here because it
 *       does not report its decision.
 */
#ifndef CLEAVE_IMAGE_ACCEPTANCE_H
#define CLEAVE_IMAGE_ACCEPTANCE_H

#include <stdbool.h>
#include <stddef.h>

#include "image/image.h"

enum cleave_acceptance {
  CLEAVE_ACCEPTED,
  CLEAVE_ACCEPTED_REPAIRED,     /* only because libcleave gives the run time an old header */
  CLEAVE_NOT_JUDGED,            /* an image for AMD: its rules are not repeated here */
  CLEAVE_REFUSED_LAYOUT,        /* CUDA 13 layout, and it is not repaired */
  CLEAVE_REFUSED_ARCHITECTURE,  /* not supported by this run time, which supports sm_35 to sm_90 */
  CLEAVE_REFUSED_KIND,          /* bitcode, PTX, foreign bytes, an unlinked object */
  CLEAVE_REFUSED_NO_DRIVER,     /* libcuda.so cannot be opened */
  CLEAVE_REFUSED_OLD_DRIVER,    /* libcuda.so lacks functions that the run time needs */
  CLEAVE_REFUSED_DRIVER_FAILED, /* cuInit failed */
  CLEAVE_REFUSED_NO_DEVICE,     /* the driver sees no device */
  CLEAVE_REFUSED_DEVICE         /* no device has the same major and the same or a higher minor */
};

enum { CLEAVE_MAX_DEVICES = 64 };

/* The NVIDIA devices of this machine. AMD devices are not queried. */
struct cleave_devices {
  bool driver_opened;
  bool driver_is_old;           /* it is there, but lacks functions; then driver_opened is false */
  bool driver_linked_as_1_only; /* there is a libcuda.so.1 but no libcuda.so, which the run time opens */
  int driver_error;             /* result of cuInit, 0: none */
  int driver_version;           /* 13000 for 13.0; 0: not known */
  size_t count;
  struct cleave_installed_device {
    char name[64];
    uint32_t architecture; /* 90 for compute capability 9.0 */
  } devices[CLEAVE_MAX_DEVICES];
};

/* Whether libcleave repairs IMAGE: a cubin in the layout of CUDA 13 for an architecture that the run time
 * supports. */
bool cleave_image_is_repairable(const struct cleave_image *image);

/* Whether an image for architecture IMAGE runs on a device of architecture DEVICE: on NVIDIA GPUs the same major compute
 * capability with the same or a higher minor, on AMD GPUs the same architecture. */
bool cleave_image_runs_on(uint32_t image, uint32_t device);

/* REPAIRS: libcleave is loaded and may repair images. */
enum cleave_acceptance cleave_image_acceptance(const struct cleave_image *image,
                                               const struct cleave_devices *devices, bool repairs);

/* Writes why an image is refused and the remedy, as one line without a line end that begins in the middle of
 * a sentence. TEXT ends with NUL, truncated to SIZE bytes. */
void cleave_acceptance_explain(enum cleave_acceptance acceptance, const struct cleave_image *image,
                               const struct cleave_devices *devices, char *text, size_t size);

#endif
