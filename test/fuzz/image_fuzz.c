/* FILE: test/fuzz/image_fuzz.c
 * WHAT: feeds lib/image with bytes that nobody meant, as libFuzzer makes them from real images.
 * USE:  image_fuzz [-runs=N] [-seed=N] CORPUS SEEDS; see test/fuzz/CMakeLists.txt.
 *
 * The first byte chooses what reads the rest: 0 to 127 the reader of an image, 128 to 255 the
 * reader of a host file and, for what it finds, the reader of an image.
 *
 * libelf isn't instrumented. So the input ends where memory ends, where reading behind it ends the
 * program, and it may not be written.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../unit/guarded.h"
#include "image/embedded.h"
#include "image/image.h"

enum { SIZE_LIMIT = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(int holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "image_fuzz: %s\n", what);
  abort();
}

/* Touches all that a reader of IMAGE might. */
static void read_image(const void *bytes, size_t size, struct cleave_arena *arena) {
  struct cleave_image image, header;
  cleave_image_read_header(bytes, size, &header);
  const char *error = cleave_image_read(bytes, size, arena, &image);
  demand(image.kind == header.kind && image.layout == header.layout &&
             image.architecture == header.architecture,
         "the image's header is read in two ways");
  demand(!error || !image.kernel_count, "an image that cannot be read has kernels");
  demand(!error || (*error && !strchr(error, '\n')), "an error is no line");
  size_t length = 0;
  for (size_t i = 0; i < image.kernel_count; i++) {
    const struct cleave_kernel *kernel = &image.kernels[i];
    demand(strlen(kernel->function) <= strlen(kernel->name),
           "a function is longer than its kernel");
    demand(kernel->mode <= CLEAVE_EXECUTION_GENERIC_SPMD, "a mode is none");
    length += strlen(kernel->name);
  }
  demand(length <= size, "the kernels' names are longer than the image");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct guarded guarded;
  if (!guarded.memory)
    guarded = guarded_new(SIZE_LIMIT);
  if (!size || size > SIZE_LIMIT)
    return -1;
  const unsigned char *bytes = guarded_put(&guarded, data + 1, size - 1);
  struct cleave_arena *arena = cleave_arena_new();
  if (data[0] < 128) {
    read_image(bytes, size - 1, arena);
  } else {
    struct cleave_embedded embedded;
    const char *error = cleave_embedded_read(bytes, size - 1, arena, &embedded);
    demand(!error || !embedded.count, "a host file that cannot be read has images");
    for (size_t i = 0; i < embedded.count; i++) {
      const struct cleave_embedded_image *image = &embedded.images[i];
      demand((const unsigned char *)image->bytes >= bytes &&
                 image->size <= (size_t)(bytes + size - 1 - (const unsigned char *)image->bytes),
             "an image lies outside of its file");
      demand(strlen(image->triple) < 1024 && strlen(image->architecture) < 1024,
             "a string is too long");
      read_image(image->bytes, image->size, arena);
    }
    cleave_host_links(bytes, size - 1, "libcleave.so");
  }
  cleave_arena_free(arena);
  return 0;
}
