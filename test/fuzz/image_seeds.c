/* FILE: test/fuzz/image_seeds.c
 * WHAT: writes the files that image_fuzz starts from.
 * USE:  image_seeds FOLDER DATA   DATA is test/unit/data, with its genuine cubins.
 */
#define _GNU_SOURCE /* memfd_create */
#include "../unit/elf_builder.h"

static const char *folder;

/* Writes BYTES behind the byte that chooses the reader. */
static void write_seed(const char *name, unsigned char choice, const struct bytes *bytes) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  if (!file || fputc(choice, file) == EOF || fwrite(bytes->at, 1, bytes->size, file) != bytes->size ||
      fclose(file)) {
    perror(path);
    exit(EXIT_FAILURE);
  }
}

static struct bytes load(const char *data, const char *name) {
  char path[4096], block[4096];
  snprintf(path, sizeof path, "%s/%s", data, name);
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  struct bytes bytes = {0};
  for (size_t size; (size = fread(block, 1, sizeof block, file)) > 0;)
    bytes_add(&bytes, block, size);
  fclose(file);
  return bytes;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fprintf(stderr, "usage: image_seeds FOLDER DATA\n");
    return 2;
  }
  folder = arguments[1];
  static const struct built_kernel kernels[] = {
      {.name = "__omp_offloading_fe00_a88149_f_l3_l12_2",
       .registers = 32,
       .frame = 8,
       .shared = 1312,
       .threads = {128, 1, 1},
       .mode = 3,
       .limits = {1, 128, -1, 7}},
      {.name = "__omp_offloading_1_2_g_l1", .registers = 20, .threads = {32, 8, 2}, .mode = 2}};
  struct bytes cubins[4] = {build_cubin(&(struct built_cubin){0x33, 7, 0x500550, kernels, 2}),
                            build_cubin(&(struct built_cubin){0x41, 8, 0x6005a04, kernels, 2}),
                            load(arguments[2], "scale-sm_80.cubin"), load(arguments[2], "scale-sm_90.cubin")};
  struct bytes section = {0};
  for (int i = 0; i < 4; i++) {
    char name[16];
    snprintf(name, sizeof name, "cubin-%d", i);
    write_seed(name, 0, &cubins[i]);
    snprintf(name, sizeof name, "register-%d", i);
    write_seed(name, 0xff, &cubins[i]);
    struct bytes one = {0};
    add_offload_binary(&one, "nvptx64-nvidia-cuda", "sm_90", cubins[i].at, cubins[i].size);
    struct bytes host = build_host(&one);
    snprintf(name, sizeof name, "host-%d", i);
    write_seed(name, 0x80, &host);
    free(host.at);
    free(one.at);
    if (i < 2)
      add_offload_binary(&section, "nvptx64-nvidia-cuda", "sm_90", cubins[i].at, cubins[i].size);
  }
  struct bytes several = build_host(&section), bare = {0};
  write_seed("host-several", 0x80, &several);
  Elf64_Ehdr header;
  memcpy(&header, several.at, sizeof header);
  header.e_shoff = header.e_shnum = header.e_shstrndx = 0;
  bytes_add(&bare, &header, sizeof header);
  bytes_add(&bare, section.at, section.size);
  write_seed("host-without-sections", 0x80, &bare);

  struct bytes program = build_program("libcleave.so");
  write_seed("host-dynamic", 0x80, &program);
  write_seed("program-as-image", 0, &several);
  return 0;
}
