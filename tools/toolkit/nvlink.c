/* FILE: tools/toolkit/nvlink.c
 * WHAT: the linker of the stand-in toolkit: makes an image that can be loaded from object files with PTX.
 *
 * With an installed CUDA toolkit, its nvlink makes the image, and this program adds the PTX of all object
 * files if it is not there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../process.h"
#include "device_image.h"
#include "image/image.h"
#include "real_tool.h"
#include "tool_options.h"

/* Options of nvlink. clang-nvlink-wrapper finds the members of archives and libraries itself. */
static const struct tool_option options[] = {{"Xptxas", NULL, 0, true},
                                             {"arch", NULL, 'a', true},
                                             {"debug", "g", 0, false},
                                             {"disable-infos", NULL, 0, false},
                                             {"disable-warnings", "w", 0, false},
                                             {"extra-warnings", "extrawarn", 0, false},
                                             {"library", "l", 0, true},
                                             {"library-path", "L", 0, true},
                                             {"machine", "m", 0, true},
                                             {"maxrregcount", NULL, 0, true},
                                             {"output-file", "o", 'o', true},
                                             {"preserve-relocs", NULL, 0, false},
                                             {"split-compile", NULL, 0, true},
                                             {"suppress-arch-warning", NULL, 0, false},
                                             {"suppress-debug-info", NULL, 0, false},
                                             {"suppress-stack-size-warning", NULL, 0, false},
                                             {"verbose", "v", 'v', false},
                                             {"version", "V", 'V', false},
                                             {"warning-as-error", "Werror", 0, false},
                                             {NULL, NULL, 0, false}};

static bool read_inputs(struct toolkit_units *units, const struct tool_arguments *arguments) {
  bool good = arguments->input_count > 0;
  if (!good)
    fputs("nvlink: error: no input files\n", stderr);
  for (size_t i = 0; i < arguments->input_count; i++) {
    size_t size;
    unsigned char *bytes = cleave_read_file(arguments->inputs[i], &size);
    const char *error = bytes ? toolkit_read_image(units, arguments->inputs[i], bytes, size) : NULL;
    if (error)
      fprintf(stderr, "nvlink: error: '%s': %s\n", arguments->inputs[i], error);
    good &= bytes && !error;
  }
  return good;
}

/* Prints the undefined names as the real nvlink does. Returns whether there are none. */
static bool is_complete(struct toolkit_units *units) {
  bool complete = true;
  for (size_t i = 0; i < units->count; i++) {
    size_t count;
    const char **names = toolkit_undefined(units, i, &count);
    for (size_t j = 0; j < count; j++)
      fprintf(stderr, "nvlink error   : Undefined reference to '%s' in '%s'\n", names[j],
              units->units[i].path);
    complete &= !count;
  }
  return complete;
}

/* nvlink of CUDA 13 joins the sections of its inputs. */
static bool has_ptx(struct toolkit_units *units, const void *bytes, size_t size) {
  struct toolkit_units linked = {.arena = units->arena, .program = units->program};
  if (toolkit_read_image(&linked, "", bytes, size) || linked.count != units->count)
    return false;
  for (size_t i = 0; i < units->count; i++)
    if (linked.units[i].size != units->units[i].size ||
        memcmp(linked.units[i].text, units->units[i].text, units->units[i].size))
      return false;
  return true;
}

/* With --cuda-path=THIS_FOLDER clang takes the stand-in libdevice, whose functions only the simulator has. */
static void explain_libdevice(const struct toolkit_units *units) {
  bool called = false;
  for (size_t i = 0; i < units->count; i++)
    called |= memmem(units->units[i].text, units->units[i].size, "__nv_", 5) != NULL;
  if (called)
    fputs(
        "nvlink: note: machine code needs NVIDIA's libdevice for the functions __nv_*: replace --cuda-path=FOLDER by "
        "-BFOLDER/bin -Wl,--cuda-path=FOLDER, or set CLEAVE_CUDA_PATH=none for an image without machine code\n",
        stderr);
}

static int link_with(const char *real, struct toolkit_units *units, const char *output, int count,
                     char **words) {
  const int status = toolkit_run_real(real, count, words);
  if (status) {
    explain_libdevice(units);
    return status;
  }
  size_t size;
  unsigned char *bytes = cleave_read_file(output, &size);
  const struct image_bytes ptx = toolkit_ptx(units);
  struct image_bytes image;
  if (!bytes)
    return EXIT_FAILURE;
  if (has_ptx(units, bytes, size))
    return EXIT_SUCCESS;
  if (!image_append_section(units->arena, bytes, size, CLEAVE_PTX_SECTION, &ptx, &image)) {
    fprintf(stderr, "nvlink: error: '%s' is not an image of the CUDA toolkit\n", output);
    return EXIT_FAILURE;
  }
  return tool_write("nvlink", output, image.at, image.size) ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **words) {
  const struct tool_arguments arguments = tool_arguments_read(options, count, words);
  char *real = toolkit_find_real("nvlink");
  if (arguments.version) {
    puts("nvlink: a stand-in of cleave that links PTX instead of machine code");
    return real ? toolkit_run_real(real, count, words) : EXIT_SUCCESS;
  }
  const char *output = arguments.output ? arguments.output : "a.out";
  struct toolkit_units units = {.arena = cleave_arena_new(), .program = "nvlink"};
  if (!read_inputs(&units, &arguments))
    return EXIT_FAILURE;
  if (real)
    return link_with(real, &units, output, count, words);
  if (!arguments.architecture) {
    fputs("nvlink: error: the architecture is missing: -arch sm_90\n", stderr);
    return EXIT_FAILURE;
  }
  if (toolkit_define(&units) || !is_complete(&units))
    return EXIT_FAILURE;
  const struct image_bytes image = toolkit_executable(&units, arguments.architecture);
  return tool_write("nvlink", output, image.at, image.size) ? EXIT_SUCCESS : EXIT_FAILURE;
}
