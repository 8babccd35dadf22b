/* FILE: tools/inspect.c
 * WHAT: `cleave inspect`: the device images of programs, their kernels, and whether this machine's
 *       OpenMP run time takes them.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abi/entry_points.h"
#include "commands.h"
#include "image/acceptance.h"
#include "image/installed_devices.h"
#include "image/embedded.h"
#include "image/image.h"
#include "inspect_grid.h"
#include "model/options.h"
#include "model/text.h"
#include "process.h"

/* A file to look at, with what the machine has to run it. */
struct inspection {
  const char *path;
  struct cleave_arena *arena;
  const struct cleave_devices *devices;
  const struct cleave_grid_question *question;
  bool repairs; /* libcleave, where it is linked, may repair images */
  unsigned char *bytes;
  size_t size;
  struct cleave_embedded embedded;
  bool is_image;  /* the file is no host file but a device image by itself */
  bool is_linked; /* a program or shared library, no object file */
  bool links_libcleave;
};

/* Finds the images of the file. Returns false if there are none, and the user has been told. */
static bool find_images(struct inspection *it) {
  struct cleave_image image;
  cleave_image_read_header(it->bytes, it->size, &image);
  if (image.kind != CLEAVE_IMAGE_HOST && image.kind != CLEAVE_IMAGE_FOREIGN) {
    struct cleave_embedded_image only = {it->bytes, it->size, "", ""};
    it->is_image = true;
    CLEAVE_APPEND(it->arena, it->embedded.images, it->embedded.count, only);
    return true;
  }
  if (it->size >= 8 && !memcmp(it->bytes, "!<arch>\n", 8)) {
    cleave_complain("'%s' is an archive: take its object files out with 'ar x' and name those", it->path);
    return false;
  }
  const char *error = cleave_embedded_read(it->bytes, it->size, it->arena, &it->embedded);
  if (error) {
    cleave_complain("'%s': %s", it->path, error);
  } else if (!it->embedded.count) {
    cleave_complain("'%s' has no device images: compile and link it with -fopenmp and "
                    "--offload-arch=, such as --offload-arch=sm_90",
                    it->path);
  }
  it->is_linked = image.linked;
  it->links_libcleave = cleave_host_links(it->bytes, it->size, CLEAVE_SONAME);
  return !error && it->embedded.count;
}

/* The bytes of a name that a terminal or a JSON reader could trip over, replaced. */
static const char *printable(const char *name, struct cleave_arena *arena) {
  char *copy = cleave_arena_copy(arena, name, strlen(name));
  for (char *at = copy; *at; at++) {
    if (*at < ' ' || *at > '~')
      *at = '?';
  }
  return copy;
}

static const char *kind_name(const struct cleave_image *image) {
  switch (image->kind) {
  case CLEAVE_IMAGE_CUDA:
    return image->linked ? "cubin" : "cubin object";
  case CLEAVE_IMAGE_HOST:
    return image->linked ? "host library" : "host object";
  case CLEAVE_IMAGE_AMDGPU:
    return image->linked ? "AMD code object" : "AMD object";
  case CLEAVE_IMAGE_BITCODE:
    return "LLVM bitcode";
  case CLEAVE_IMAGE_PTX:
    return "PTX";
  case CLEAVE_IMAGE_FOREIGN:
    break;
  }
  return "unknown";
}

static const char *layout_name(const struct cleave_image *image) {
  return image->layout == CLEAVE_CUBIN_13   ? "CUDA 13"
         : image->layout == CLEAVE_CUBIN_12 ? "CUDA 12 or older"
                                            : "unknown";
}

/* The architecture as the header around the image says, or else the image itself. */
static const char *architecture_name(const struct cleave_embedded_image *embedded,
                                     const struct cleave_image *image, struct cleave_arena *arena) {
  if (*embedded->architecture)
    return printable(embedded->architecture, arena);
  return image->architecture ? cleave_arena_format(arena, "sm_%u", image->architecture) : "";
}

/* A number that is 0 where the image does not tell. */
static const char *number(uint32_t value, struct cleave_arena *arena) {
  return value ? cleave_arena_format(arena, "%" PRIu32, value) : "-";
}

static bool write_kernels(struct cleave_text *out, const struct cleave_image *image,
                          const struct cleave_grid_question *question) {
  if (!image->kernel_count)
    return true;
  cleave_text_format(out, "    %5s  %-12s  %9s  %6s  %6s  %7s  %s\n", "line", "mode", "registers", "shared",
                     "frame", "threads", "function");
  bool device = image->kind == CLEAVE_IMAGE_CUDA;
  for (size_t i = 0; i < image->kernel_count; i++) {
    const struct cleave_kernel *kernel = &image->kernels[i];
    cleave_text_format(out, "    %5s  %-12s  %9s  %6s  %6s  %7s  %s\n", number(kernel->line, out->arena),
                       kernel->mode == CLEAVE_EXECUTION_UNKNOWN ? "-"
                                                                : cleave_execution_mode_name(kernel->mode),
                       number(kernel->registers, out->arena),
                       device ? cleave_arena_format(out->arena, "%" PRIu32, kernel->shared_bytes) : "-",
                       device ? cleave_arena_format(out->arena, "%" PRIu32, kernel->frame_bytes) : "-",
                       number(kernel->thread_limit, out->arena),
                       printable(*kernel->function ? kernel->function : kernel->name, out->arena));
  }
  bool well = true;
  for (size_t i = 0; device && well && i < image->kernel_count; i++)
    well = cleave_write_grid(out, image, &image->kernels[i], question);
  return well;
}

static bool write_json_kernels(struct cleave_text *out, const struct cleave_image *image,
                               const struct cleave_grid_question *question) {
  bool well = true;
  for (size_t i = 0; well && i < image->kernel_count; i++) {
    const struct cleave_kernel *kernel = &image->kernels[i];
    cleave_text_format(out, "%s\n      {\"name\": ", i ? "," : "");
    cleave_text_add_json_string(out, printable(kernel->name, out->arena));
    cleave_text_add(out, ", \"function\": ");
    cleave_text_add_json_string(out, printable(kernel->function, out->arena));
    cleave_text_format(
        out,
        ", \"line\": %" PRIu32 ", \"mode\": \"%s\", \"registers\": %" PRIu32 ", \"shared_bytes\": %" PRIu32
        ", \"frame_bytes\": %" PRIu32 ", \"thread_limit\": %" PRIu32 ", \"minimum_threads\": %" PRId32
        ", \"maximum_threads\": %" PRId32 ", \"minimum_teams\": %" PRId32 ", \"maximum_teams\": %" PRId32,
        kernel->line, cleave_execution_mode_name(kernel->mode), kernel->registers, kernel->shared_bytes,
        kernel->frame_bytes, kernel->thread_limit, kernel->minimum_threads, kernel->maximum_threads,
        kernel->minimum_teams, kernel->maximum_teams);
    if (image->kind == CLEAVE_IMAGE_CUDA)
      well = cleave_write_json_grid(out, image, kernel, question);
    cleave_text_add(out, "}");
  }
  return well;
}

/* What this machine's run time does with an image, and why. */
static const char *verdict(enum cleave_acceptance acceptance, const char *reason,
                           struct cleave_arena *arena) {
  if (acceptance == CLEAVE_ACCEPTED)
    return "the OpenMP run time of this machine takes it";
  if (acceptance == CLEAVE_ACCEPTED_REPAIRED)
    return "the OpenMP run time of this machine takes it, repaired by libcleave";
  if (acceptance == CLEAVE_NOT_JUDGED)
    return "whether this machine takes it is not known: cleave does not know AMD devices";
  return cleave_arena_format(arena, "not taken by this machine: %s", reason);
}

/* Describes image INDEX. Returns false if it is corrupt, and the user has been told. */
static bool write_image(struct cleave_text *out, struct inspection *it, size_t index, bool json) {
  const struct cleave_embedded_image *embedded = &it->embedded.images[index];
  struct cleave_image image;
  const char *error = cleave_image_read(embedded->bytes, embedded->size, it->arena, &image);
  if (error) {
    cleave_complain("'%s': device image %zu: %s", it->path, index + 1, error);
    return false;
  }
  char reason[512];
  enum cleave_acceptance acceptance =
      cleave_image_acceptance(&image, it->devices, it->repairs && (it->links_libcleave || it->is_image));
  cleave_acceptance_explain(acceptance, &image, it->devices, reason, sizeof reason);
  const char *architecture = architecture_name(embedded, &image, it->arena);
  const char *triple = printable(embedded->triple, it->arena);
  if (!json) {
    cleave_text_format(out, "  image %zu: %s%s%s%s%s", index + 1, triple, *triple ? " " : "", architecture,
                       *architecture ? ", " : "", kind_name(&image));
    if (image.kind == CLEAVE_IMAGE_CUDA)
      cleave_text_format(out, " in the layout of %s", layout_name(&image));
    cleave_text_format(out, ", %zu bytes\n    %s\n", embedded->size, verdict(acceptance, reason, it->arena));
    return write_kernels(out, &image, it->question);
  }
  cleave_text_format(out, "%s\n    {\"triple\": ", index ? "," : "");
  cleave_text_add_json_string(out, triple);
  cleave_text_add(out, ", \"architecture\": ");
  cleave_text_add_json_string(out, architecture);
  cleave_text_format(out, ", \"kind\": \"%s\", \"layout\": \"%s\", \"bytes\": %zu, ", kind_name(&image),
                     image.kind == CLEAVE_IMAGE_CUDA ? layout_name(&image) : "", embedded->size);
  cleave_text_format(out, "\"taken\": %s, \"repaired\": %s, \"reason\": ",
                     acceptance == CLEAVE_NOT_JUDGED          ? "null"
                     : acceptance <= CLEAVE_ACCEPTED_REPAIRED ? "true"
                                                              : "false",
                     acceptance == CLEAVE_ACCEPTED_REPAIRED ? "true" : "false");
  cleave_text_add_json_string(out, reason);
  cleave_text_add(out, ", \"kernels\": [");
  const bool well = write_json_kernels(out, &image, it->question);
  cleave_text_add(out, "]}");
  return well;
}

/* Appends to OUT what there is to say about the file at IT->path. */
static bool inspect(struct cleave_text *out, struct inspection *it, bool json) {
  it->bytes = cleave_read_file(it->path, &it->size);
  if (!it->bytes || !find_images(it))
    return false;
  if (json) {
    cleave_text_add(out, "{\"file\": ");
    cleave_text_add_json_string(out, printable(it->path, it->arena));
    cleave_text_format(out, ", \"libcleave\": %s, \"images\": [", it->links_libcleave ? "true" : "false");
  } else if (it->is_image) {
    cleave_text_format(out, "%s: a device image by itself\n", it->path);
  } else {
    cleave_text_format(out, "%s: %zu device image%s%s\n", it->path, it->embedded.count,
                       it->embedded.count == 1 ? "" : "s",
                       !it->is_linked        ? ", an object file"
                       : it->links_libcleave ? ", linked with libcleave"
                                             : ", not linked with libcleave");
  }
  bool well = true;
  for (size_t i = 0; i < it->embedded.count; i++)
    well = write_image(out, it, i, json) && well;
  if (json)
    cleave_text_add(out, "]}");
  return well;
}

/* The command itself has already complained. */
static void ignore(const char *line) { (void)line; }

int cleave_inspect(int count, char **arguments) {
  bool json = false, only_files = false, wrong = false;
  static struct cleave_grid_question question; /* too large for the stack */
  int files = 0;
  for (int i = 0; i < count; i++) {
    const char *word = arguments[i];
    if (only_files || *word != '-') {
      arguments[files++] = arguments[i];
    } else if (!strcmp(word, "--")) {
      only_files = true;
    } else if (!strcmp(word, "--json")) {
      json = true;
    } else if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
      return cleave_help(1, (char *[]){"inspect"});
    } else if (cleave_grid_question_option(&question, count, arguments, &i, &wrong)) {
      if (wrong)
        return CLEAVE_WRONG_USAGE;
    } else {
      cleave_complain("inspect has no option '%s'; see 'cleave help inspect'", word);
      return CLEAVE_WRONG_USAGE;
    }
  }
  if (!files) {
    cleave_complain("inspect wants a program; see 'cleave help inspect'");
    return CLEAVE_WRONG_USAGE;
  }
  if (question.device && !question.asked) {
    cleave_complain("inspect --device asks for a grid: say for how many iterations, with --trip-count=N");
    return CLEAVE_WRONG_USAGE;
  }
  struct cleave_run_time_options options;
  cleave_options_from_environment(&options, (const char *const *)environ, ignore);
  struct cleave_devices devices;
  cleave_devices_probe(&devices);
  bool well = true, first = true;
  if (json)
    putchar('[');
  for (int i = 0; i < files; i++) {
    struct inspection it = {.path = arguments[i],
                            .arena = cleave_arena_new(),
                            .devices = &devices,
                            .question = &question,
                            .repairs = options.repair};
    struct cleave_text out = {.arena = it.arena};
    if (inspect(&out, &it, json)) {
      printf("%s%s", json && !first ? ",\n" : "", cleave_text_get(&out));
      first = false;
    } else {
      well = false;
    }
    free(it.bytes);
    cleave_arena_free(it.arena);
  }
  if (json)
    puts("]");
  if (fflush(stdout)) {
    cleave_complain("cannot write to standard output: %s", strerror(errno));
    return CLEAVE_FAILED;
  }
  return well ? CLEAVE_DONE : CLEAVE_FAILED;
}
