/* FILE: lib/image/embedded.h
 * WHAT: the device images inside a host program, shared library or object file.
 *
 * clang puts them into the section .llvm.offloading, one after the other. Each follows a header with the
 * magic 10 FF 10 AD that contains the producer, the target triple and the architecture.
 */
#ifndef CLEAVE_IMAGE_EMBEDDED_H
#define CLEAVE_IMAGE_EMBEDDED_H

#include <stdbool.h>
#include <stddef.h>

#include "model/arena.h"

struct cleave_embedded_image {
  const void *bytes; /* inside the host file's bytes */
  size_t size;
  const char *triple;       /* "nvptx64-nvidia-cuda"; "" if the header has none */
  const char *architecture; /* "sm_90"; "" if the header has none */
};

struct cleave_embedded {
  struct cleave_embedded_image *images;
  size_t count;
};

/* Finds the images in the host file of SIZE bytes at BYTES. ARENA owns the list and its strings; the images
 * are inside BYTES. Returns NULL, or an error message of one line. A host file without images is no error:
 * count is 0. */
const char *cleave_embedded_read(const void *bytes, size_t size, struct cleave_arena *arena,
                                 struct cleave_embedded *embedded);

/* Whether the host file of SIZE bytes at BYTES is a program or a shared library that depends on the shared
 * LIBRARY (a soname). */
bool cleave_host_links(const void *bytes, size_t size, const char *library);

#endif
