/* FILE: test/fuzz/image_fuzz.c
 * WHAT: feeds lib/image and the repair of lib/runtime with bytes that libFuzzer mutates from real images.
 * USE:  image_fuzz [-runs=N] [-seed=N] CORPUS SEEDS; see test/fuzz/CMakeLists.txt.
 *
 * The first byte chooses what reads the rest: 0 to 127 the reader of an image, 128 to 223 the
 * reader of a host file and, for what it finds, the reader of an image; from 224 on the rest is
 * registered as an image.
 *
 * libelf isn't instrumented. So the input ends where memory ends, where reading behind it ends the
 * program, and it may not be written.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "../unit/guarded.h"
#include "image/acceptance.h"
#include "image/embedded.h"
#include "image/image.h"
#include "runtime/device_state.h"
#include "runtime/repair.h"

/* REGISTERED_LIMIT: only the header decides about repaired copies. */
enum { SIZE_LIMIT = 1 << 20, REGISTERED_LIMIT = 128 };

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
    demand(strlen(kernel->function) <= strlen(kernel->name), "a function is longer than its kernel");
    demand(kernel->mode <= CLEAVE_EXECUTION_GENERIC_SPMD, "a mode is none");
    length += strlen(kernel->name);
  }
  demand(length <= size, "the kernels' names are longer than the image");
}

/* Goes the way of an image that is registered and unregistered. */
static void register_image(const unsigned char *bytes, size_t size) {
  /* Nobody writes through it: the memory is read-only. */
  union {
    const unsigned char *given;
    char *image;
  } start = {bytes};
  struct cleave_device_image image = {.start = start.image, .end = start.image + size};
  struct cleave_descriptor descriptor = {1, &image, NULL, NULL};
  struct cleave_image header;
  cleave_image_read_header(bytes, size, &header);
  struct cleave_repair *repair = cleave_repair_begin(&descriptor);
  demand(!!repair == cleave_image_is_repairable(&header), "the wrong images are repaired");
  demand(image.start == start.image && image.end == start.image + size, "the descriptor is changed");
  if (!repair) {
    demand(cleave_repair_take(&descriptor) == &descriptor, "what was not registered is taken");
    return;
  }
  struct cleave_descriptor *given = cleave_repair_descriptor(repair);
  const unsigned char *copy = given->images[0].start;
  demand((const unsigned char *)given->images[0].end == copy + size, "the copy has another size");
  demand(size > 64 ? !memcmp(copy + 64, bytes + 64, size - 64) : 1, "more than the header differs");
  cleave_image_read_header(copy, size, &header);
  demand(header.layout == CLEAVE_CUBIN_12, "the copy would not be accepted");
  cleave_repair_end(repair);
  demand(!memcmp(copy, bytes, size), "the driver gets other bytes");
  demand(cleave_repair_take(&descriptor) == given, "not what was registered is unregistered");
  cleave_repairs_free();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct guarded guarded;
  if (!guarded.memory)
    guarded = guarded_new(SIZE_LIMIT);
  if (!size || size > SIZE_LIMIT)
    return -1;
  if (data[0] >= 224 && size > REGISTERED_LIMIT)
    size = REGISTERED_LIMIT;
  const unsigned char *bytes = guarded_put(&guarded, data + 1, size - 1);
  struct cleave_arena *arena = cleave_arena_new();
  if (data[0] < 128) {
    read_image(bytes, size - 1, arena);
  } else if (data[0] >= 224) {
    register_image(bytes, size - 1);
  } else {
    struct cleave_embedded embedded;
    const char *error = cleave_embedded_read(bytes, size - 1, arena, &embedded);
    demand(!error || !embedded.count, "a host file that cannot be read has images");
    for (size_t i = 0; i < embedded.count; i++) {
      const struct cleave_embedded_image *image = &embedded.images[i];
      demand((const unsigned char *)image->bytes >= bytes &&
                 image->size <= (size_t)(bytes + size - 1 - (const unsigned char *)image->bytes),
             "an image lies outside of its file");
      demand(strlen(image->triple) < 1024 && strlen(image->architecture) < 1024, "a string is too long");
      read_image(image->bytes, image->size, arena);
    }
    cleave_host_links(bytes, size - 1, "libcleave.so");
  }
  cleave_arena_free(arena);
  return 0;
}
