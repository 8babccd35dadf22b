/* FILE: tools/inspect.c
 * WHAT: `cleave inspect`: the device images of programs, their kernels, and whether this machine's OpenMP run
 *       time accepts them.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "abi/entry_points.h"
#include "commands.h"
#include "device/device_facts.h"
#include "image/acceptance.h"
#include "image/installed_devices.h"
#include "image/embedded.h"
#include "image/image.h"
#include "inspect_grid.h"
#include "model/options.h"
#include "model/text.h"
#include "readable_names.h"
#include "process.h"

/* A file to inspect, and the machine's devices. */
struct inspection {
  const char *path;
  struct cleave_arena *arena;
  const struct cleave_devices *devices;
  const struct cleave_grid_question *question;
  bool repairs; /* libcleave may repair images, if the program is linked with it */
  unsigned char *bytes;
  size_t size;
  struct cleave_embedded embedded;
  bool is_image;  /* the file is a device image itself, not a host file */
  bool is_linked; /* a program or shared library, not an object file */
  bool links_libcleave;
};

/* Finds the images of the file. Returns false after printing an error if there are none. */
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

/* The architecture in the header around the image, or else in the image itself. */
static const char *architecture_name(const struct cleave_embedded_image *embedded,
                                     const struct cleave_image *image, struct cleave_arena *arena) {
  if (*embedded->architecture)
    return cleave_printable(embedded->architecture, arena);
  char name[CLEAVE_ARCHITECTURE_NAME];
  return image->architecture
             ? cleave_arena_format(arena, "%s", cleave_architecture_name(image->architecture, name))
             : "";
}

/* A number that is 0 if the image does not contain it. */
static const char *number(uint32_t value, struct cleave_arena *arena) {
  return value ? cleave_arena_format(arena, "%" PRIu32, value) : "-";
}

/* Writes a row of the table, or its head if KERNEL is NULL. The columns for AMD GPUs have the registers of all kinds. */
static void write_amd_row(struct cleave_text *out, const struct cleave_kernel *kernel) {
  static const char format[] = "    %5s  %-12s  %9s  %8s  %6s  %6s  %6s  %6s  %9s  %7s  ";
  if (!kernel) {
    cleave_text_format(out, format, "line", "mode", "registers", "of these", "scalar", "spills", "shared",
                       "frame", "arguments", "threads");
    return;
  }
  struct cleave_arena *arena = out->arena;
  const uint32_t spills = kernel->spilled_registers + kernel->spilled_scalar_registers;
  cleave_text_format(out, format, number(kernel->line, arena),
                     kernel->mode == CLEAVE_EXECUTION_UNKNOWN ? "-"
                                                              : cleave_execution_mode_name(kernel->mode),
                     number(kernel->registers, arena),
                     cleave_arena_format(arena, "%" PRIu32, kernel->accumulation_registers),
                     number(kernel->scalar_registers, arena), cleave_arena_format(arena, "%" PRIu32, spills),
                     cleave_arena_format(arena, "%" PRIu32, kernel->shared_bytes),
                     cleave_arena_format(arena, "%" PRIu32, kernel->frame_bytes),
                     number(kernel->argument_bytes, arena), number(kernel->thread_limit, arena));
}

static void write_row(struct cleave_text *out, const struct cleave_kernel *kernel, bool device) {
  static const char format[] = "    %5s  %-12s  %9s  %6s  %6s  %7s  ";
  if (!kernel) {
    cleave_text_format(out, format, "line", "mode", "registers", "shared", "frame", "threads");
    return;
  }
  cleave_text_format(out, format, number(kernel->line, out->arena),
                     kernel->mode == CLEAVE_EXECUTION_UNKNOWN ? "-"
                                                              : cleave_execution_mode_name(kernel->mode),
                     number(kernel->registers, out->arena),
                     device ? cleave_arena_format(out->arena, "%" PRIu32, kernel->shared_bytes) : "-",
                     device ? cleave_arena_format(out->arena, "%" PRIu32, kernel->frame_bytes) : "-",
                     number(kernel->thread_limit, out->arena));
}

static bool write_kernels(struct cleave_text *out, const struct cleave_image *image,
                          const struct cleave_grid_question *question) {
  if (!image->kernel_count)
    return true;
  const bool is_amd = image->kind == CLEAVE_IMAGE_AMDGPU, device = is_amd || image->kind == CLEAVE_IMAGE_CUDA;
  for (size_t i = 0; i <= image->kernel_count; i++) { /* the first row is the head */
    const struct cleave_kernel *kernel = i ? &image->kernels[i - 1] : NULL;
    if (is_amd)
      write_amd_row(out, kernel);
    else
      write_row(out, kernel, device);
    const char *function = !kernel ? "function" : *kernel->function ? kernel->function : kernel->name;
    cleave_text_format(out, "%s\n", cleave_demangled(cleave_printable(function, out->arena), out->arena));
  }
  bool well = true;
  for (size_t i = 0; device && well && i < image->kernel_count; i++)
    well = cleave_write_grid(out, image, &image->kernels[i], question);
  return well;
}

static json_t *describe_kernel(const struct cleave_kernel *kernel, struct cleave_arena *arena) {
  return json_pack(
      "{s:s, s:s, s:I, s:s, s:I, s:I, s:I, s:I, s:i, s:i, s:i, s:i}", "name",
      cleave_printable(kernel->name, arena), "function", cleave_printable(kernel->function, arena), "line",
      (json_int_t)kernel->line, "mode", cleave_execution_mode_name(kernel->mode), "registers",
      (json_int_t)kernel->registers, "shared_bytes", (json_int_t)kernel->shared_bytes, "frame_bytes",
      (json_int_t)kernel->frame_bytes, "thread_limit", (json_int_t)kernel->thread_limit, "minimum_threads",
      (int)kernel->minimum_threads, "maximum_threads", (int)kernel->maximum_threads, "minimum_teams",
      (int)kernel->minimum_teams, "maximum_teams", (int)kernel->maximum_teams);
}

static void describe_amd_registers(json_t *object, const struct cleave_kernel *kernel) {
  const struct {
    const char *key;
    uint32_t value;
  } facts[] = {{"scalar_registers", kernel->scalar_registers},
               {"accumulation_registers", kernel->accumulation_registers},
               {"spilled_registers", kernel->spilled_registers},
               {"spilled_scalar_registers", kernel->spilled_scalar_registers},
               {"argument_bytes", kernel->argument_bytes}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
    json_object_set_new(object, facts[i].key, json_integer(facts[i].value));
}

/* Adds the kernels to the array KERNELS. */
static bool describe_kernels(json_t *kernels, const struct cleave_image *image,
                             const struct cleave_grid_question *question, struct cleave_arena *arena) {
  bool well = true;
  for (size_t i = 0; well && i < image->kernel_count; i++) {
    json_t *kernel = describe_kernel(&image->kernels[i], arena);
    if (image->kind == CLEAVE_IMAGE_AMDGPU)
      describe_amd_registers(kernel, &image->kernels[i]);
    if (image->kind == CLEAVE_IMAGE_CUDA || image->kind == CLEAVE_IMAGE_AMDGPU)
      well = cleave_describe_grid(kernel, image, &image->kernels[i], question);
    json_array_append_new(kernels, kernel);
  }
  return well;
}

/* Whether this machine's run time accepts an image, and why. */
static const char *verdict(enum cleave_acceptance acceptance, const char *reason,
                           struct cleave_arena *arena) {
  if (acceptance == CLEAVE_ACCEPTED)
    return "the OpenMP run time of this machine takes it";
  if (acceptance == CLEAVE_ACCEPTED_REPAIRED)
    return "the OpenMP run time of this machine takes it, repaired by libcleave";
  if (acceptance == CLEAVE_NOT_JUDGED)
    return "whether this machine takes it is not known: cleave does not query the AMD devices of a machine";
  return cleave_arena_format(arena, "not taken by this machine: %s", reason);
}

/* Describes image INDEX as text in OUT, or in the array IMAGES if it is not NULL. Returns false after an error message if
 * it is corrupt. */
static bool write_image(struct cleave_text *out, json_t *images, struct inspection *it, size_t index) {
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
  const char *triple = cleave_printable(embedded->triple, it->arena);
  if (!images) {
    cleave_text_format(out, "  image %zu: %s%s%s%s%s", index + 1, triple, *triple ? " " : "", architecture,
                       *architecture ? ", " : "", kind_name(&image));
    if (image.kind == CLEAVE_IMAGE_CUDA)
      cleave_text_format(out, " in the layout of %s", layout_name(&image));
    cleave_text_format(out, ", %zu bytes\n", embedded->size);
    if (image.ptx_bytes)
      cleave_text_format(out, "    with %zu bytes of PTX for the simulator%s\n", image.ptx_bytes,
                         image.has_estimates ? ", no machine code; registers are estimates" : "");
    cleave_text_format(out, "    %s\n", verdict(acceptance, reason, it->arena));
    return write_kernels(out, &image, it->question);
  }
  json_t *kernels = json_array();
  json_array_append_new(
      images,
      json_pack("{s:s, s:s, s:s, s:s, s:I, s:I, s:b, s:o, s:b, s:s, s:o}", "triple", triple, "architecture",
                architecture, "kind", kind_name(&image), "layout",
                image.kind == CLEAVE_IMAGE_CUDA ? layout_name(&image) : "", "bytes",
                (json_int_t)embedded->size, "ptx_bytes", (json_int_t)image.ptx_bytes, "estimates",
                image.has_estimates, "taken",
                acceptance == CLEAVE_NOT_JUDGED ? json_null()
                                                : json_boolean(acceptance <= CLEAVE_ACCEPTED_REPAIRED),
                "repaired", acceptance == CLEAVE_ACCEPTED_REPAIRED, "reason", reason, "kernels", kernels));
  return describe_kernels(kernels, &image, it->question, it->arena);
}

/* Describes the file at IT->path as text in OUT, or in the object REPORT if it is not NULL. */
static bool inspect(struct cleave_text *out, json_t *report, struct inspection *it) {
  it->bytes = cleave_read_file(it->path, &it->size);
  if (!it->bytes || !find_images(it))
    return false;
  json_t *images = report ? json_array() : NULL;
  if (report) {
    json_object_set_new(report, "file", json_string(cleave_printable(it->path, it->arena)));
    json_object_set_new(report, "libcleave", json_boolean(it->links_libcleave));
    json_object_set_new(report, "images", images);
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
    well = write_image(out, images, it, i) && well;
  return well;
}

/* The command itself has already printed an error. */
static void ignore(const char *line) { (void)line; }

static const struct option known[] = {{"json", no_argument, NULL, 'j'},
                                      {"device", required_argument, NULL, 'd'},
                                      {"trip-count", required_argument, NULL, 't'},
                                      {"argument", required_argument, NULL, 'a'},
                                      {"help", no_argument, NULL, 'h'},
                                      {0}};
const struct cleave_syntax cleave_inspect_syntax = {"h", known};

/* Returns CLEAVE_DONE, CLEAVE_WRONG_USAGE after a message, or -1 after the help. */
static int read_options(int count, char **words, struct cleave_grid_question *question, bool *json) {
  for (int option; (option = cleave_next_option(count, words, &cleave_inspect_syntax)) != -1;)
    if (option == 'j') {
      *json = true;
    } else if (option == 'd') {
      question->device = optarg;
    } else if (option == 'h') {
      cleave_help_page("inspect");
      return -1;
    } else if (option == '?') {
      return CLEAVE_WRONG_USAGE;
    } else if (!cleave_grid_question_read(question, option, optarg)) {
      cleave_complain("inspect: invalid value '%s' of --%s; see 'cleave help inspect'", optarg,
                      option == 't' ? "trip-count" : "argument");
      return CLEAVE_WRONG_USAGE;
    }
  if (optind < count && (!question->device || question->asked))
    return CLEAVE_DONE;
  cleave_complain(optind < count ? "inspect: --device requires --trip-count=N"
                                 : "inspect requires a program; see 'cleave help inspect'");
  return CLEAVE_WRONG_USAGE;
}

/* Inspects the files and prints the results. Returns the exit status. */
static int inspect_all(int count, char **files, const struct cleave_grid_question *question, bool json) {
  struct cleave_run_time_options options;
  cleave_options_from_environment(&options, (const char *const *)environ, ignore);
  struct cleave_devices devices;
  cleave_devices_probe(&devices);
  bool well = true;
  json_t *reports = json_array();
  for (int i = 0; i < count; i++) {
    struct inspection it = {.path = files[i],
                            .arena = cleave_arena_new(),
                            .devices = &devices,
                            .question = question,
                            .repairs = options.repair};
    struct cleave_text out = {.arena = it.arena};
    json_t *report = json ? json_object() : NULL;
    if (!inspect(&out, report, &it))
      well = false;
    else if (json)
      json_array_append(reports, report);
    else
      fputs(cleave_text_get(&out), stdout);
    json_decref(report);
    free(it.bytes);
    cleave_arena_free(it.arena);
  }
  if (json && !json_dumpf(reports, stdout, JSON_INDENT(2)))
    putchar('\n');
  json_decref(reports);
  if (fflush(stdout)) {
    cleave_complain("cannot write to standard output: %s", strerror(errno));
    return CLEAVE_FAILED;
  }
  return well ? CLEAVE_DONE : CLEAVE_FAILED;
}

int cleave_inspect(int count, char **words) {
  static struct cleave_grid_question question; /* too large for the stack */
  bool json = false;
  const int status = read_options(count, words, &question, &json);
  if (status)
    return status < 0 ? CLEAVE_DONE : status;
  return inspect_all(count - optind, words + optind, &question, json);
}
