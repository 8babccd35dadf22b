/* FILE: test/unit/image_sections_test.c
 * WHAT: tests of lib/image/elf_view.c: sections of a cubin that have no bytes in the file.
 */
#define _GNU_SOURCE /* memfd_create */
#include "elf_builder.h"
#include "guarded.h"

#include "image/elf_view.h"
#include "image/image.h"

static const struct built_kernel kernel = {.name = "__omp_offloading_10_1_f_l12", .shared = 1312, .mode = 2};
static const struct built_cubin sample = {0x41, 8, 0x6005a04, &kernel, 1};

/* The headers of the sections of CUBIN, which are aligned. */
static Elf64_Shdr *headers_of(struct bytes *cubin, size_t *count) {
  Elf64_Ehdr header;
  memcpy(&header, cubin->at, sizeof header);
  *count = header.e_shnum;
  return (Elf64_Shdr *)(cubin->at + header.e_shoff);
}

/* Reads CUBIN, whose memory ends where it ends. Returns the error, of ARENA. */
static const char *read_guarded(const struct bytes *cubin, struct cleave_arena *arena,
                                struct cleave_image *image) {
  struct guarded guarded = guarded_new(cubin->size);
  const char *error =
      cleave_image_read(guarded_put(&guarded, cubin->at, cubin->size), cubin->size, arena, image);
  assert_int_equal(elf_file_size(guarded_put(&guarded, cubin->at, cubin->size)), cubin->size);
  guarded_free(&guarded);
  return error;
}

/* A cubin that is not linked has NVIDIA's types for memory without bytes in place of SHT_NOBITS. Types that are not documented may be
 * such as well; types that are read may not. */
static void reads_sections_without_bytes(void **state) {
  (void)state;
  const uint32_t without[] = {SHT_NOBITS, 0x70000007, 0x70000009, 0x7000000a, 0x700000ff, 0x7000007f};
  const uint32_t with[] = {SHT_PROGBITS, 0x70000000, SHT_SYMTAB, SHT_RELA, SHT_LOUSER};
  for (size_t i = 0; i < sizeof without / sizeof *without + sizeof with / sizeof *with; i++) {
    const bool has_bytes = i >= sizeof without / sizeof *without;
    struct bytes cubin = build_cubin(&sample);
    size_t count, changed = 0;
    Elf64_Shdr *headers = headers_of(&cubin, &count);
    for (size_t k = 0; k < count; k++)
      if (headers[k].sh_type == SHT_NOBITS && headers[k].sh_size) {
        headers[k].sh_type = has_bytes ? with[i - sizeof without / sizeof *without] : without[i];
        headers[k].sh_offset = has_bytes ? cubin.size : headers[k].sh_offset;
        headers[k].sh_size = 0x10000;
        changed++;
      }
    assert_int_equal(changed, 1);
    struct cleave_arena *arena = cleave_arena_new();
    struct cleave_image image;
    if (has_bytes) {
      assert_non_null(strstr(cleave_image_read(cubin.at, cubin.size, arena, &image), "truncated"));
    } else {
      assert_null(read_guarded(&cubin, arena, &image));
      assert_int_equal(image.kernels[0].shared_bytes, 0x10000);
    }
    cleave_arena_free(arena);
    free(cubin.at);
  }
}

/* A small section without bytes has none even if its range lies inside of the file: its variables are zero. */
static void gives_no_bytes_to_memory_of_the_device(void **state) {
  (void)state;
  const uint32_t types[] = {SHT_NOBITS, 0x70000007, 0x70000009, 0x7000000a, SHT_PROGBITS};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    struct part parts[2] = {{.name = ".nv.global", .type = SHT_PROGBITS},
                            {.name = ".text.f", .type = SHT_PROGBITS}};
    for (size_t k = 0; k < 2; k++)
      bytes_add(&parts[k].bytes, "12345678", 8);
    struct bytes cubin = build_elf(&(Elf64_Ehdr){.e_type = ET_REL, .e_machine = EM_CUDA}, parts, 2);
    size_t count;
    headers_of(&cubin, &count)[1].sh_type = types[i];
    struct cleave_arena *arena = cleave_arena_new();
    struct elf_view view;
    assert_null(elf_view_read(cubin.at, cubin.size, arena, &view));
    assert_int_equal(view.sections[1].bytes != NULL, types[i] == SHT_PROGBITS);
    assert_int_equal(view.sections[1].header.sh_size, 8);
    cleave_arena_free(arena);
    free(cubin.at);
    free(parts[0].bytes.at);
    free(parts[1].bytes.at);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_sections_without_bytes),
      cmocka_unit_test(gives_no_bytes_to_memory_of_the_device),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
