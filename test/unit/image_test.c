/* FILE: test/unit/image_test.c
 * WHAT: tests of lib/image: cubins of both layouts, built here and made by NVIDIA's tools, whole,
 *       cut off at each byte and with each byte changed; host files with several images.
 */
#define _GNU_SOURCE /* memfd_create */
#include "elf_builder.h"
#include "guarded.h"

#include "image/embedded.h"
#include "image/image.h"

static const struct built_kernel two_kernels[] = {{.name = "__omp_offloading_fe00_a88149__Z3fooPdi_l120",
                                                   .registers = 32,
                                                   .frame = 8,
                                                   .shared = 1312,
                                                   .threads = {128, 1, 1},
                                                   .mode = 3,
                                                   .limits = {1, 128, -1, 7}},
                                                  {.name = "__omp_offloading_10_1_f_l3_l12_2",
                                                   .registers = 255,
                                                   .frame = 4096,
                                                   .threads = {32, 8, 2},
                                                   .mode = 2,
                                                   .limits = {64, 512, 2, -1, 8}}};
static const struct built_cubin cubin_12 = {0x33, 7, 0x500550, two_kernels, 2};
static const struct built_cubin cubin_13 = {0x41, 8, 0x6005a04, two_kernels, 2};

static struct bytes load(const char *name) {
  char path[1024];
  snprintf(path, sizeof path, "%s/test/unit/data/%s", CLEAVE_SOURCE_DIR, name);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  struct bytes bytes = {0};
  char block[4096];
  for (size_t size; (size = fread(block, 1, sizeof block, file)) > 0;)
    bytes_add(&bytes, block, size);
  fclose(file);
  return bytes;
}

static void check_built_kernels(const struct cleave_image *image) {
  assert_int_equal(image->kernel_count, 2);
  const struct cleave_kernel *first = &image->kernels[0], *second = &image->kernels[1];
  assert_string_equal(first->name, two_kernels[0].name);
  assert_string_equal(first->function, "_Z3fooPdi");
  assert_int_equal(first->line, 120);
  assert_int_equal(first->mode, CLEAVE_EXECUTION_GENERIC_SPMD);
  assert_int_equal(first->registers, 32);
  assert_int_equal(first->frame_bytes, 8);
  assert_int_equal(first->shared_bytes, 1312);
  assert_int_equal(first->thread_limit, 128);
  assert_int_equal(first->minimum_threads, 1);
  assert_int_equal(first->maximum_threads, 128);
  assert_int_equal(first->minimum_teams, 0);
  assert_int_equal(first->maximum_teams, 7);
  assert_string_equal(second->function, "f_l3");
  assert_int_equal(second->line, 12);
  assert_int_equal(second->mode, CLEAVE_EXECUTION_SPMD);
  assert_int_equal(second->registers, 255);
  assert_int_equal(second->frame_bytes, 4096);
  assert_int_equal(second->shared_bytes, 0);
  assert_int_equal(second->thread_limit, 512);
  assert_int_equal(second->minimum_threads, 64);
  assert_int_equal(second->maximum_threads, 512);
  assert_int_equal(second->minimum_teams, 2);
  assert_int_equal(second->maximum_teams, 0);
  assert_false(first->reduces);
  assert_true(second->reduces);
}

static void reads_built_cubins_wherever_they_stand(void **state) {
  (void)state;
  for (int layout = 0; layout < 2; layout++) {
    struct bytes cubin = build_cubin(layout ? &cubin_13 : &cubin_12);
    unsigned char *moved = malloc(cubin.size + 8);
    for (size_t shift = 0; shift < 8; shift++) {
      memcpy(moved + shift, cubin.at, cubin.size);
      struct cleave_arena *arena = cleave_arena_new();
      struct cleave_image image;
      assert_null(cleave_image_read(moved + shift, cubin.size, arena, &image));
      assert_int_equal(image.kind, CLEAVE_IMAGE_CUDA);
      assert_int_equal(image.layout, layout ? CLEAVE_CUBIN_13 : CLEAVE_CUBIN_12);
      assert_int_equal(image.architecture, layout ? 90 : 80);
      assert_int_equal(image.flags, layout ? 0x6005a04 : 0x500550);
      assert_int_equal(image.os_abi, layout ? 0x41 : 0x33);
      assert_int_equal(image.abi_version, layout ? 8 : 7);
      assert_true(image.linked);
      check_built_kernels(&image);
      assert_memory_equal(moved + shift, cubin.at, cubin.size);
      cleave_arena_free(arena);
    }
    free(moved);
    free(cubin.at);
  }
}

static const struct cleave_kernel *find(const struct cleave_image *image, const char *function) {
  for (size_t i = 0; i < image->kernel_count; i++) {
    if (!strcmp(image->kernels[i].function, function))
      return &image->kernels[i];
  }
  fail_msg("no kernel of function %s", function);
  return NULL;
}

/* The numbers are those of ptxas -v and nvlink -v when the files were made. */
static void check_genuine(const char *name, enum cleave_cubin_layout layout, uint32_t architecture,
                          uint32_t scale_registers, uint32_t shared) {
  struct bytes cubin = load(name);
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_image image;
  assert_null(cleave_image_read(cubin.at, cubin.size, arena, &image));
  assert_int_equal(image.layout, layout);
  assert_int_equal(image.architecture, architecture);
  assert_true(image.linked);
  assert_int_equal(image.kernel_count, 2);
  const struct cleave_kernel *scale = find(&image, "scale"), *serial = find(&image, "scale_l2");
  assert_int_equal(scale->line, 4);
  assert_int_equal(scale->registers, scale_registers);
  assert_int_equal(scale->mode, CLEAVE_EXECUTION_SPMD);
  assert_int_equal(scale->thread_limit, 256);
  assert_int_equal(scale->maximum_threads, 256);
  assert_int_equal(scale->shared_bytes, shared);
  assert_int_equal(scale->frame_bytes, 0);
  assert_int_equal(serial->line, 10);
  assert_int_equal(serial->registers, 24);
  assert_int_equal(serial->mode, CLEAVE_EXECUTION_GENERIC_SPMD);
  assert_int_equal(serial->thread_limit, 128);
  assert_int_equal(serial->shared_bytes, shared);
  cleave_arena_free(arena);
  free(cubin.at);
}

static void reads_genuine_cubins(void **state) {
  (void)state;
  check_genuine("scale-sm_80.cubin", CLEAVE_CUBIN_12, 80, 26, 28);
  check_genuine("scale-sm_90.cubin", CLEAVE_CUBIN_13, 90, 20, 1052);
}

static void tells_kinds_from_the_first_bytes(void **state) {
  (void)state;
  static const struct {
    const char *bytes;
    size_t size;
    enum cleave_image_kind kind;
  } samples[] = {{"BC\xc0\xde 1234", 9, CLEAVE_IMAGE_BITCODE},
                 {"\xde\xc0\x17\x0b 1234", 9, CLEAVE_IMAGE_BITCODE},
                 {"BC\xc0", 3, CLEAVE_IMAGE_FOREIGN},
                 {"//\n// Generated by LLVM NVPTX Back-End\n", 39, CLEAVE_IMAGE_PTX},
                 {"\n\n.version 8.5\n", 15, CLEAVE_IMAGE_PTX},
                 {" \n\t", 3, CLEAVE_IMAGE_FOREIGN},
                 {"\x7f"
                  "ELF",
                  4, CLEAVE_IMAGE_FOREIGN},
                 {"", 0, CLEAVE_IMAGE_FOREIGN}};
  struct guarded guarded = guarded_new(64);
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    struct cleave_image image;
    cleave_image_read_header(guarded_put(&guarded, samples[i].bytes, samples[i].size), samples[i].size,
                             &image);
    assert_int_equal(image.kind, samples[i].kind);
  }
  Elf64_Ehdr header = {.e_ident = ELFMAG, .e_type = ET_DYN, .e_machine = EM_AMDGPU};
  struct cleave_image image;
  cleave_image_read_header(&header, sizeof header, &image);
  assert_int_equal(image.kind, CLEAVE_IMAGE_FOREIGN); /* of no class */
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  cleave_image_read_header(&header, sizeof header, &image);
  assert_int_equal(image.kind, CLEAVE_IMAGE_AMDGPU);
  header.e_machine = EM_CUDA;
  header.e_type = ET_REL;
  header.e_ident[EI_OSABI] = 0x41;
  header.e_ident[EI_ABIVERSION] = 9;
  cleave_image_read_header(&header, sizeof header, &image);
  assert_int_equal(image.kind, CLEAVE_IMAGE_CUDA);
  assert_int_equal(image.layout, CLEAVE_CUBIN_NONE);
  assert_int_equal(image.architecture, 0);
  assert_false(image.linked);
}

/* An image that is cut off is never read as a sound one, and reading it ends where it ends. */
static void refuses_an_image_cut_off_anywhere(void **state) {
  (void)state;
  struct bytes images[3] = {build_cubin(&cubin_12), build_cubin(&cubin_13), load("scale-sm_80.cubin")};
  for (size_t i = 0; i < 3; i++) {
    struct guarded guarded = guarded_new(images[i].size);
    for (size_t size = 0; size < images[i].size; size++) {
      struct cleave_arena *arena = cleave_arena_new();
      struct cleave_image image;
      const char *error = cleave_image_read(guarded_put(&guarded, images[i].at, size), size, arena, &image);
      if (size < sizeof(Elf64_Ehdr)) {
        assert_int_equal(image.kind, CLEAVE_IMAGE_FOREIGN);
      } else {
        /* What stands behind the section headers, the segments', is not needed. */
        Elf64_Ehdr header;
        memcpy(&header, images[i].at, sizeof header);
        if (size < header.e_shoff + header.e_shnum * sizeof(Elf64_Shdr))
          assert_non_null(strstr(error, "truncated"));
        assert_int_equal(image.kind, CLEAVE_IMAGE_CUDA);
      }
      assert_true(!error || !image.kernel_count);
      cleave_arena_free(arena);
    }
    guarded_free(&guarded);
    free(images[i].at);
  }
}

/* Each byte takes several other values; the memory's guards and the limits of what comes out of the
 * reader are the test. */
static void survives_each_byte_changed(void **state) {
  (void)state;
  struct bytes section = {0};
  struct bytes images[4] = {build_cubin(&cubin_12), build_cubin(&cubin_13), {0}, {0}};
  images[2] = load("scale-sm_90.cubin");
  add_offload_binary(&section, "nvptx64-nvidia-cuda", "sm_90", images[1].at, images[1].size);
  images[3] = build_host(&section);
  const unsigned char values[] = {0, 1, 0x7f, 0x80, 0xff};
  for (size_t i = 0; i < 4; i++) {
    struct guarded guarded = guarded_new(images[i].size);
    for (size_t at = 0; at < images[i].size; at++) {
      unsigned char before = images[i].at[at];
      for (size_t k = 0; k < sizeof values; k++) {
        images[i].at[at] = values[k];
        const unsigned char *bytes = guarded_put(&guarded, images[i].at, images[i].size);
        struct cleave_arena *arena = cleave_arena_new();
        struct cleave_image image;
        const char *error = cleave_image_read(bytes, images[i].size, arena, &image);
        assert_true(!error || (!image.kernel_count && !strchr(error, '\n')));
        struct cleave_embedded embedded;
        error = cleave_embedded_read(bytes, images[i].size, arena, &embedded);
        assert_true(!error || !embedded.count);
        for (size_t n = 0; n < embedded.count; n++)
          assert_in_range((uintptr_t)embedded.images[n].bytes, (uintptr_t)bytes,
                          (uintptr_t)bytes + images[i].size - embedded.images[n].size);
        cleave_arena_free(arena);
      }
      images[i].at[at] = before;
    }
    guarded_free(&guarded);
    free(images[i].at);
  }
  free(section.at);
}

/* Reads the built cubin of CUDA 13 after a change, and expects an error with TEXT in it. */
static void expect_error(struct bytes *cubin, const char *text) {
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_image image;
  const char *error = cleave_image_read(cubin->at, cubin->size, arena, &image);
  assert_non_null(error);
  assert_non_null(strstr(error, text));
  assert_int_equal(image.kernel_count, 0);
  cleave_arena_free(arena);
}

static void says_what_is_wrong_with_a_cubin(void **state) {
  (void)state;
  struct bytes cubin = build_cubin(&cubin_13);
  Elf64_Ehdr *header = (Elf64_Ehdr *)cubin.at, before = *header;
  Elf64_Shdr *sections = (Elf64_Shdr *)(cubin.at + header->e_shoff);

  header->e_shoff = UINT64_MAX - 8;
  expect_error(&cubin, "ends before its section headers");
  *header = before;
  header->e_shnum++;
  expect_error(&cubin, "ends within its section headers");
  *header = before;
  header->e_shentsize = 32;
  expect_error(&cubin, "section headers have an invalid size");
  *header = before;
  header->e_shoff = 0;
  expect_error(&cubin, "no section header offset");
  *header = before;

  /* More sections than fit into 16 bits: their number stands in the first section header. */
  header->e_shnum = 0;
  sections[0].sh_size = UINT64_MAX / 64;
  expect_error(&cubin, "ends within its section headers");
  sections[0].sh_size = before.e_shnum;
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_image image;
  assert_null(cleave_image_read(cubin.at, cubin.size, arena, &image));
  check_built_kernels(&image);
  cleave_arena_free(arena);
  *header = before;
  sections[0].sh_size = 0;

  sections[3].sh_size = UINT64_MAX - 16;
  expect_error(&cubin, "before the end of section 3");
  sections[3].sh_size = 13; /* one record of 12 bytes, and one more byte */
  expect_error(&cubin, ".nv.info) contains invalid records");
  sections[3].sh_size = 48; /* four records of 12 bytes, of which the last claims more */
  cubin.at[sections[3].sh_offset + 38] = 12;
  expect_error(&cubin, ".nv.info) contains invalid records");
  cubin.at[sections[3].sh_offset + 38] = 8;
  cubin.at[sections[3].sh_offset + 36] = 5; /* of no known format */
  expect_error(&cubin, ".nv.info) contains invalid records");
  cubin.at[sections[3].sh_offset + 36] = 4;

  /* An environment that ends behind its section is none. */
  Elf64_Sym *environment = (Elf64_Sym *)(cubin.at + sections[2].sh_offset) + 2;
  environment->st_value = sections[4].sh_size - 23;
  arena = cleave_arena_new();
  assert_null(cleave_image_read(cubin.at, cubin.size, arena, &image));
  assert_int_equal(image.kernels[0].mode, CLEAVE_EXECUTION_UNKNOWN);
  assert_int_equal(image.kernels[1].mode, CLEAVE_EXECUTION_SPMD);
  environment->st_value = UINT64_MAX;
  assert_null(cleave_image_read(cubin.at, cubin.size, arena, &image));
  assert_int_equal(image.kernels[0].mode, CLEAVE_EXECUTION_UNKNOWN);
  cleave_arena_free(arena);

  cubin.at[sections[1].sh_offset + sections[1].sh_size - 1] = 'x';
  expect_error(&cubin, "symbol 1 has no name");
  free(cubin.at);

  /* Two kernels that share one name of more bytes than half the table. */
  cubin = build_cubin(&cubin_13);
  header = (Elf64_Ehdr *)cubin.at;
  sections = (Elf64_Shdr *)(cubin.at + header->e_shoff);
  memset(cubin.at + sections[1].sh_offset + 1, 'a', sections[1].sh_size - 2);
  Elf64_Sym *symbols = (Elf64_Sym *)(cubin.at + sections[2].sh_offset);
  symbols[1].st_name = symbols[3].st_name = 1;
  expect_error(&cubin, "names of its kernels overlap");
  free(cubin.at);
}

/* Moves the bytes of section INDEX to the end of the file, where reading behind them is noticed. */
static struct bytes with_section_last(size_t index) {
  struct bytes cubin = build_cubin(&cubin_13);
  Elf64_Ehdr *header = (Elf64_Ehdr *)cubin.at;
  size_t place = header->e_shoff + index * sizeof(Elf64_Shdr);
  Elf64_Shdr section;
  memcpy(&section, cubin.at + place, sizeof section);
  unsigned char *bytes = malloc(section.sh_size);
  memcpy(bytes, cubin.at + section.sh_offset, section.sh_size);
  section.sh_offset = bytes_add(&cubin, bytes, section.sh_size);
  memcpy(cubin.at + place, &section, sizeof section);
  free(bytes);
  return cubin;
}

static void reads_nothing_behind_the_last_section(void **state) {
  (void)state;
  struct bytes cubin = with_section_last(3);
  struct guarded guarded = guarded_new(cubin.size);
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_image image;
  const void *bytes = guarded_put(&guarded, cubin.at, cubin.size);
  assert_null(cleave_image_read(bytes, cubin.size, arena, &image));
  check_built_kernels(&image);
  cubin.at[cubin.size - 10] = 0; /* the last record's size: 0xff00 */
  cubin.at[cubin.size - 9] = 0xff;
  bytes = guarded_put(&guarded, cubin.at, cubin.size);
  assert_non_null(cleave_image_read(bytes, cubin.size, arena, &image));
  guarded_free(&guarded);
  free(cubin.at);

  cubin = with_section_last(4);
  Elf64_Ehdr header;
  Elf64_Shdr symbols;
  memcpy(&header, cubin.at, sizeof header);
  memcpy(&symbols, cubin.at + header.e_shoff + 2 * sizeof symbols, sizeof symbols);
  guarded = guarded_new(cubin.size);
  bytes = guarded_put(&guarded, cubin.at, cubin.size);
  assert_null(cleave_image_read(bytes, cubin.size, arena, &image));
  check_built_kernels(&image);
  /* The second kernel's, one byte further: it would end behind the file. */
  Elf64_Sym *environment = (Elf64_Sym *)(cubin.at + symbols.sh_offset) + 4;
  environment->st_value++;
  bytes = guarded_put(&guarded, cubin.at, cubin.size);
  assert_null(cleave_image_read(bytes, cubin.size, arena, &image));
  assert_int_equal(image.kernels[1].mode, CLEAVE_EXECUTION_UNKNOWN);
  assert_int_equal(image.kernels[1].maximum_threads, 0);
  guarded_free(&guarded);
  free(cubin.at);
  cleave_arena_free(arena);
}

static void finds_all_images_of_a_host_file(void **state) {
  (void)state;
  struct bytes section = {0};
  add_offload_binary(&section, "x86_64-pc-linux-gnu", "", "host", 4);
  add_offload_binary(&section, "nvptx64-nvidia-cuda", "sm_90", "nvidia image", 12);
  bytes_add(&section, (char[24]){0}, 24); /* as a linker aligns the next object's section */
  add_offload_binary(&section, "amdgcn-amd-amdhsa", "gfx90a", "", 0);
  struct bytes host = build_host(&section);
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_embedded embedded;
  assert_null(cleave_embedded_read(host.at, host.size, arena, &embedded));
  assert_int_equal(embedded.count, 3);
  assert_string_equal(embedded.images[0].triple, "x86_64-pc-linux-gnu");
  assert_string_equal(embedded.images[0].architecture, "");
  assert_int_equal(embedded.images[0].size, 4);
  assert_memory_equal(embedded.images[0].bytes, "host", 4);
  assert_string_equal(embedded.images[1].triple, "nvptx64-nvidia-cuda");
  assert_string_equal(embedded.images[1].architecture, "sm_90");
  assert_int_equal(embedded.images[1].size, 12);
  assert_memory_equal(embedded.images[1].bytes, "nvidia image", 12);
  assert_string_equal(embedded.images[2].architecture, "gfx90a");
  assert_int_equal(embedded.images[2].size, 0);

  /* Without section headers, the images are found by their magic. */
  Elf64_Ehdr *header = (Elf64_Ehdr *)host.at;
  Elf64_Shdr *sections = (Elf64_Shdr *)(host.at + header->e_shoff);
  struct bytes bare = {0};
  Elf64_Ehdr stripped = *header;
  stripped.e_shoff = stripped.e_shnum = stripped.e_shstrndx = 0;
  bytes_add(&bare, &stripped, sizeof stripped);
  bytes_add(&bare, host.at + sections[2].sh_offset, sections[2].sh_size);
  assert_null(cleave_embedded_read(bare.at, bare.size, arena, &embedded));
  assert_int_equal(embedded.count, 3);
  assert_memory_equal(embedded.images[1].bytes, "nvidia image", 12);

  /* The same cut off behind the first image's key, which then doesn't end: no image, no harm. */
  bare.size = sizeof stripped + 128;
  uint64_t *words = (uint64_t *)(bare.at + sizeof stripped);
  words[1] = 128;
  words[7] = words[8] = 0;
  words[9] = 127;
  memset(bare.at + sizeof stripped + 120, 'k', 8);
  struct guarded guarded = guarded_new(bare.size);
  const void *end = guarded_put(&guarded, bare.at, bare.size);
  assert_null(cleave_embedded_read(end, bare.size, arena, &embedded));
  assert_int_equal(embedded.count, 0);
  guarded_free(&guarded);
  cleave_arena_free(arena);
  free(bare.at);
  free(host.at);
  free(section.at);
}

static void expect_embedded_error(struct bytes *section, const char *text) {
  struct bytes host = build_host(section);
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_embedded embedded;
  const char *error = cleave_embedded_read(host.at, host.size, arena, &embedded);
  assert_non_null(error);
  assert_non_null(strstr(error, text));
  assert_int_equal(embedded.count, 0);
  cleave_arena_free(arena);
  free(host.at);
}

static void says_what_is_wrong_with_a_host_file(void **state) {
  (void)state;
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_embedded embedded;
  assert_non_null(strstr(cleave_embedded_read("#!/bin/sh\n", 10, arena, &embedded), "not an ELF"));
  assert_non_null(strstr(cleave_embedded_read("", 0, arena, &embedded), "not an ELF"));
  struct bytes plain = build_elf(&(Elf64_Ehdr){.e_type = ET_EXEC, .e_machine = EM_X86_64}, NULL, 0);
  assert_null(cleave_embedded_read(plain.at, plain.size, arena, &embedded));
  assert_int_equal(embedded.count, 0);
  free(plain.at);
  cleave_arena_free(arena);

  struct bytes section = {0};
  add_offload_binary(&section, "nvptx64-nvidia-cuda", "sm_90", "image", 5);
  uint64_t *words = (uint64_t *)section.at; /* 1: size, 2: entry, 5: strings, 6: their number,
                                               7: image, 8: its size, 9: the first key */
  const struct {
    size_t word;
    uint64_t value;
    const char *text;
  } changes[] = {{1, section.size + 1, "device image 1 ends before the size"},
                 {1, 16, "corrupt header"},
                 {2, section.size, "corrupt header"},
                 {2, UINT64_MAX - 8, "corrupt header"},
                 {3, 39, "corrupt header"},
                 {5, UINT64_MAX - 8, "corrupt entry"},
                 {6, UINT64_MAX / 16 + 1, "corrupt entry"},
                 {6, 1000, "corrupt entry"},
                 {7, section.size - 4, "corrupt entry"},
                 {8, UINT64_MAX, "corrupt entry"},
                 {9, section.size, "corrupt entry"}};
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    uint64_t before = words[changes[i].word];
    words[changes[i].word] = changes[i].value;
    expect_embedded_error(&section, changes[i].text);
    words[changes[i].word] = before;
  }
  /* Many strings, which are all there: each would cost time. */
  struct bytes many = {0}, zeros = {calloc(1, 4096), 4096};
  add_offload_binary(&many, "nvptx64-nvidia-cuda", "sm_90", zeros.at, zeros.size);
  ((uint64_t *)many.at)[5] = many.size - 4096;
  ((uint64_t *)many.at)[6] = 65;
  expect_embedded_error(&many, "corrupt entry");
  ((uint64_t *)many.at)[6] = 64;
  struct bytes host = build_host(&many);
  arena = cleave_arena_new();
  assert_null(cleave_embedded_read(host.at, host.size, arena, &embedded));
  assert_int_equal(embedded.count, 1);
  cleave_arena_free(arena);
  free(host.at);
  free(many.at);
  free(zeros.at);

  section.at[4] = 2;
  expect_embedded_error(&section, "is of version 2, while clang 19 writes version 1");
  section.at[4] = 1;
  section.at[0] = 'x';
  expect_embedded_error(&section, "data other than device images");
  section.at[0] = 0x10;
  section.size = 12;
  expect_embedded_error(&section, "ends within its header");
  free(section.at);
}

/* Where a program names libcleave, and that no wrong number leads out of the file. */
static void tells_whether_a_program_links_a_library(void **state) {
  (void)state;
  struct bytes program = build_program("libcleave.so");
  struct guarded guarded = guarded_new(program.size);
  const void *bytes = guarded_put(&guarded, program.at, program.size);
  assert_true(cleave_host_links(bytes, program.size, "libcleave.so"));
  assert_false(cleave_host_links(bytes, program.size, "libcleave.so.1"));
  assert_false(cleave_host_links(bytes, program.size, "libcleave"));
  assert_false(cleave_host_links(bytes, program.size, "cleave.so"));
  for (size_t size = 0; size < program.size; size++)
    assert_false(cleave_host_links(guarded_put(&guarded, program.at, size), size, "libcleave.so"));
  Elf64_Phdr *segments = (Elf64_Phdr *)(program.at + sizeof(Elf64_Ehdr));
  Elf64_Dyn *entries = (Elf64_Dyn *)(segments + 2);
  uint64_t *const numbers[] = {&segments[0].p_vaddr,  &segments[0].p_filesz,  &segments[1].p_offset,
                               &segments[1].p_filesz, &entries[0].d_un.d_val, &entries[1].d_un.d_ptr};
  const uint64_t values[] = {program.size + 1, UINT64_MAX, UINT64_MAX - 64};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    uint64_t before = *numbers[i];
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
      *numbers[i] = values[k];
      bytes = guarded_put(&guarded, program.at, program.size);
      assert_false(cleave_host_links(bytes, program.size, "libcleave.so"));
    }
    *numbers[i] = before;
  }
  guarded_free(&guarded);
  free(program.at);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_built_cubins_wherever_they_stand),
      cmocka_unit_test(reads_genuine_cubins),
      cmocka_unit_test(tells_kinds_from_the_first_bytes),
      cmocka_unit_test(refuses_an_image_cut_off_anywhere),
      cmocka_unit_test(survives_each_byte_changed),
      cmocka_unit_test(says_what_is_wrong_with_a_cubin),
      cmocka_unit_test(reads_nothing_behind_the_last_section),
      cmocka_unit_test(finds_all_images_of_a_host_file),
      cmocka_unit_test(says_what_is_wrong_with_a_host_file),
      cmocka_unit_test(tells_whether_a_program_links_a_library),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
