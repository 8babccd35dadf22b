/* FILE: tools/toolkit/ptxas.c
 * WHAT: the assembler of the stand-in toolkit: keeps PTX in an object file for devices.
 *
 * With an installed CUDA toolkit, its ptxas makes the object file, and this program adds the PTX.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../process.h"
#include "device_image.h"
#include "real_tool.h"
#include "tool_options.h"

/* Options of ptxas. Those that choose code have no effect without machine code. */
static const struct tool_option options[] = {
    {"Ofast-compile", "Ofc", 0, true},
    {"allow-expensive-optimizations", NULL, 0, true},
    {"compile-only", "c", 0, false},
    {"def-load-cache", "dlcm", 0, true},
    {"def-store-cache", "dscm", 0, true},
    {"device-debug", "g", 0, false},
    {"disable-optimizer-constants", "disable-optimizer-consts", 0, false},
    {"disable-warnings", "w", 0, false},
    {"dont-merge-basicblocks", "no-bb-merge", 0, false},
    {"fmad", NULL, 0, true},
    {"force-load-cache", "flcm", 0, true},
    {"force-store-cache", "fscm", 0, true},
    {"generate-line-info", "lineinfo", 0, false},
    {"gpu-name", "arch", 'a', true},
    {"machine", "m", 0, true},
    {"maxrregcount", NULL, 0, true},
    {"minnctapersm", NULL, 0, true},
    {"opt-level", "O", 0, true},
    {"output-file", "o", 'o', true},
    {"preserve-relocs", NULL, 0, false},
    {"register-usage-level", "regUsageLevel", 0, true},
    {"return-at-end", "ret-end", 0, false},
    {"split-compile", NULL, 0, true},
    {"suppress-debug-info", NULL, 0, false},
    {"suppress-double-demote-warning", NULL, 0, false},
    {"suppress-stack-size-warning", NULL, 0, false},
    {"verbose", "v", 'v', false},
    {"version", "V", 'V', false},
    {"warn-on-double-precision-use", "warn-double-usage", 0, false},
    {"warn-on-local-memory-usage", "warn-lmem-usage", 0, false},
    {"warn-on-spills", "warn-spills", 0, false},
    {"warning-as-error", "Werror", 0, false},
    {NULL, NULL, 0, false}};

/* The PTX of the file PATH, parsed. */
static bool read_ptx(struct toolkit_units *units, const char *path) {
  size_t size;
  unsigned char *text = cleave_read_file(path, &size);
  const char *error = text ? toolkit_add_unit(units, path, (char *)text, size) : NULL;
  if (error)
    fprintf(stderr, "%s:%.*s: error: %s\n", path, (int)strcspn(error, ":"), error,
            error + strcspn(error, ":") + 2);
  return text && !error;
}

static bool is_for(const struct toolkit_units *units, const char *path, unsigned architecture) {
  const unsigned target = units->units[0].module.architecture;
  if (target && (!architecture || target <= architecture))
    return true;
  fprintf(stderr, "%s: error: the PTX is for sm_%u, but the device is sm_%u\n", path, target, architecture);
  return false;
}

/* Replaces the object file that the real ptxas wrote to PATH by one with PTX. */
static bool add_ptx(struct toolkit_units *units, const char *path) {
  size_t size;
  unsigned char *bytes = cleave_read_file(path, &size);
  const struct image_bytes ptx = toolkit_ptx(units);
  struct image_bytes result;
  if (!bytes)
    return false;
  if (!image_append_section(units->arena, bytes, size, CLEAVE_PTX_SECTION, &ptx, &result)) {
    fprintf(stderr, "ptxas: error: '%s' is not an image of the CUDA toolkit\n", path);
    return false;
  }
  free(bytes);
  return tool_write("ptxas", path, result.at, result.size);
}

int main(int count, char **words) {
  const struct tool_arguments arguments = tool_arguments_read(options, count, words);
  char *real = toolkit_find_real("ptxas");
  if (arguments.version) {
    puts("ptxas: a stand-in of cleave that keeps PTX instead of machine code");
    return real ? toolkit_run_real(real, count, words) : EXIT_SUCCESS;
  }
  if (arguments.input_count != 1) {
    fprintf(stderr, "ptxas: error: expected one input file, not %zu\n", arguments.input_count);
    return EXIT_FAILURE;
  }
  const char *output = arguments.output ? arguments.output : "elf.o";
  struct toolkit_units units = {.arena = cleave_arena_new(), .program = "ptxas"};
  if (!read_ptx(&units, arguments.inputs[0]))
    return EXIT_FAILURE;
  if (real) {
    const int result = toolkit_run_real(real, count, words);
    return result ? result : add_ptx(&units, output) ? EXIT_SUCCESS : EXIT_FAILURE;
  }
  if (!is_for(&units, arguments.inputs[0], arguments.architecture) || toolkit_define(&units))
    return EXIT_FAILURE;
  if (arguments.architecture)
    units.units[0].module.architecture = arguments.architecture;
  const struct image_bytes object = toolkit_object(&units);
  return tool_write("ptxas", output, object.at, object.size) ? EXIT_SUCCESS : EXIT_FAILURE;
}
