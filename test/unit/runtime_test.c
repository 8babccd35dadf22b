/* FILE: test/unit/runtime_test.c
 * WHAT: tests of libcleave's registration of device images, against a stand-in for libomptarget.
 */
#include <elf.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "omptarget/omptarget.h"
#include "runtime/runtime.h"

enum { SIZE = 4096 };

/* An image of SIZE bytes that nobody may write: a cubin's header, and a pattern behind it. */
static unsigned char *make_cubin(uint8_t os_abi, uint8_t abi_version, uint32_t flags) {
  unsigned char *bytes = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_ptr_not_equal(bytes, MAP_FAILED);
  for (int i = 0; i < SIZE; i++)
    bytes[i] = (unsigned char)(i * 7 + 3);
  Elf64_Ehdr header = {.e_type = ET_EXEC,
                       .e_machine = 190,
                       .e_version = EV_CURRENT,
                       .e_flags = flags,
                       .e_ehsize = sizeof header};
  memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_ident[EI_OSABI] = os_abi;
  header.e_ident[EI_ABIVERSION] = abi_version;
  memcpy(bytes, &header, sizeof header);
  assert_int_equal(mprotect(bytes, SIZE, PROT_READ), 0);
  return bytes;
}

static struct cleave_device_image image_of(unsigned char *bytes, size_t size) {
  return (struct cleave_device_image){.start = bytes, .end = bytes + size};
}

/* Each registration opens a device, so that nothing is to be said about it. */
static void take_the_next(void) {
  static int devices;
  stand_in_set_devices(++devices);
}

static void cuda_13_images_are_shown_with_an_old_header(void **state) {
  (void)state;
  unsigned char *bytes = make_cubin(0x41, 8, 0x6005a04), original[SIZE];
  memcpy(original, bytes, SIZE);
  struct cleave_device_image image = image_of(bytes, SIZE);
  struct cleave_entry entries[2] = {0};
  struct cleave_descriptor descriptor = {1, &image, entries, entries + 2};
  take_the_next();
  __tgt_register_lib(&descriptor);

  const struct registered *registered = stand_in_registered();
  Elf64_Ehdr header;
  memcpy(&header, registered->seen[0], sizeof header);
  assert_int_equal(header.e_ident[EI_OSABI], 0x33);
  assert_int_equal(header.e_ident[EI_ABIVERSION], 7);
  assert_int_equal(header.e_flags & 0xff, 90);
  assert_true(header.e_flags & 0x400);
  /* Nothing else differs while it is registered, and nothing at all when the driver gets it. */
  assert_int_equal(registered->seen_size[0], SIZE);
  assert_memory_equal(registered->seen[0] + sizeof header, original + sizeof header, SIZE - sizeof header);
  const struct cleave_descriptor *given = registered->descriptor;
  assert_memory_equal(given->images[0].start, original, SIZE);
  assert_int_equal((char *)given->images[0].end - (char *)given->images[0].start, SIZE);
  assert_ptr_equal(given->entries, entries);
  assert_ptr_equal(given->entries_end, entries + 2);
  assert_memory_equal(bytes, original, SIZE);

  /* What was registered is what is unregistered; the image stays, for libomptarget looks at it
   * again when another one is registered. */
  __tgt_unregister_lib(&descriptor);
  assert_ptr_equal(registered->unregistered, given);
  assert_memory_equal(given->images[0].start, original, SIZE);
  /* The same address may then hold another descriptor, with nothing to repair. */
  descriptor.image_count = 0;
  take_the_next();
  __tgt_register_lib(&descriptor);
  __tgt_unregister_lib(&descriptor);
  assert_ptr_equal(registered->unregistered, &descriptor);
}

static void only_what_needs_it_is_copied(void **state) {
  (void)state;
  unsigned char *new_90 = make_cubin(0x41, 8, 0x6005a04), *old = make_cubin(0x33, 7, 0x5a055a),
                *new_75 = make_cubin(0x41, 8, 0x6004b04);
  struct cleave_device_image images[] = {image_of(old, SIZE), image_of(new_90, SIZE), image_of(new_75, SIZE)};
  struct cleave_descriptor descriptor = {3, images, NULL, NULL};
  take_the_next();
  __tgt_register_lib(&descriptor);
  const struct cleave_descriptor *given = stand_in_registered()->descriptor;
  assert_int_equal(given->image_count, 3);
  assert_ptr_equal(given->images[0].start, old);
  assert_ptr_not_equal(given->images[1].start, new_90);
  Elf64_Ehdr header;
  memcpy(&header, stand_in_registered()->seen[2], sizeof header);
  assert_int_equal(header.e_flags & 0xff, 75);
  assert_memory_equal(given->images[2].start, new_75, SIZE);
  __tgt_unregister_lib(&descriptor);
}

static void everything_else_is_forwarded_untouched(void **state) {
  (void)state;
  unsigned char empty[1], text[] = "this is no image, and shorter than a header",
                          bitcode[128] = {'B', 'C', 0xc0, 0xde};
  unsigned char *old = make_cubin(0x33, 7, 0x5a055a), *cubin = make_cubin(0x41, 8, 0x6005a04),
                *newer = make_cubin(0x41, 9, 0x6005a04), *blackwell = make_cubin(0x41, 8, 0x6006404);
  unsigned char other_machine[SIZE];
  memcpy(other_machine, cubin, SIZE);
  other_machine[offsetof(Elf64_Ehdr, e_machine)] = EM_X86_64;
  struct cleave_device_image images[] = {image_of(empty, 0),
                                         image_of(text, sizeof text),
                                         image_of(bitcode, sizeof bitcode),
                                         image_of(cubin, 63),
                                         image_of(newer, SIZE),
                                         image_of(blackwell, SIZE),
                                         image_of(other_machine, SIZE),
                                         image_of(old, SIZE)};
  for (size_t i = 0; i < sizeof images / sizeof *images; i++) {
    struct cleave_descriptor descriptor = {1, &images[i], NULL, NULL};
    take_the_next();
    __tgt_register_lib(&descriptor);
    assert_ptr_equal(stand_in_registered()->descriptor, &descriptor);
    __tgt_unregister_lib(&descriptor);
    assert_ptr_equal(stand_in_registered()->unregistered, &descriptor);
  }
  struct cleave_descriptor none = {0, NULL, NULL, NULL}, negative = {-1, NULL, NULL, NULL};
  __tgt_register_lib(&none);
  assert_ptr_equal(stand_in_registered()->descriptor, &none);
  __tgt_register_lib(&negative);
  assert_ptr_equal(stand_in_registered()->descriptor, &negative);
}

/* An entry for `requires` has no address, in the first place or later. */
static void entries_of_both_layouts_are_read(void **state) {
  (void)state;
  char address, name[] = "kernel", none[] = "";
  const struct cleave_entry old[] = {{NULL, none, 0, CLEAVE_ENTRY_IS_REQUIRES, 8},
                                     {&address, name, 0, 0, 0},
                                     {NULL, none, 0, CLEAVE_ENTRY_IS_REQUIRES, 2},
                                     {&address, name, 4, 0, 0}};
  struct cleave_versioned_entry versioned[4];
  for (size_t i = 0; i < 4; i++)
    versioned[i] = (struct cleave_versioned_entry){0,
                                                   CLEAVE_ENTRY_VERSION,
                                                   CLEAVE_ENTRY_IS_OPENMP,
                                                   (uint32_t)old[i].flags,
                                                   old[i].address,
                                                   old[i].name,
                                                   old[i].size,
                                                   (uint64_t)old[i].data,
                                                   NULL};
  const void *lists[] = {old, versioned}, *ends[] = {old + 4, versioned + 4};
  for (size_t list = 0; list < 2; list++) {
    const void *at = lists[list];
    for (size_t i = 0; i < 4; i++) {
      struct cleave_entry entry;
      assert_ptr_not_equal(at, ends[list]);
      at = cleave_next_entry(at, ends[list], &entry);
      assert_ptr_equal(entry.address, old[i].address);
      assert_ptr_equal(entry.name, old[i].name);
      assert_int_equal(entry.size, old[i].size);
      assert_int_equal(entry.flags, old[i].flags);
      assert_int_equal(entry.data, old[i].data);
    }
    assert_ptr_equal(at, ends[list]);
  }
  struct cleave_entry entry;
  versioned[0].version = 2; /* a layout of the future */
  assert_ptr_equal(cleave_next_entry(versioned, versioned + 4, &entry), versioned + 4);
  assert_null(entry.name);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cuda_13_images_are_shown_with_an_old_header),
      cmocka_unit_test(only_what_needs_it_is_copied),
      cmocka_unit_test(everything_else_is_forwarded_untouched),
      cmocka_unit_test(entries_of_both_layouts_are_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
