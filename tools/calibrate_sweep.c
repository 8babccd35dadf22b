/* FILE: tools/calibrate_sweep.c
 * WHAT: `cleave calibrate`: builds and runs the measuring program, and reads its output.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "calibrate.h"
#include "image/installed_devices.h"
#include "model/arena.h"
#include "process.h"
#include "toolchain.h"

static const double compilation_limit = 600; /* seconds */
static const double noise = 1.02;            /* times with a smaller ratio are equal */

/* The first device that the driver reports, or NULL after printing an error. */
static const struct cleave_installed_device *find_device(struct cleave_devices *devices) {
  cleave_devices_probe(devices);
  if (devices->count)
    return &devices->devices[0];
  if (!devices->driver_opened)
    cleave_complain("there is no GPU to measure: the CUDA driver (libcuda.so) is not installed; "
                    "measure on a machine with an NVIDIA GPU");
  else if (devices->driver_error)
    cleave_complain("there is no GPU to measure: the CUDA driver failed with error %d",
                    devices->driver_error);
  else
    cleave_complain("there is no GPU to measure: the CUDA driver sees none");
  return NULL;
}

/* The folder with the sources of the benchmarks, or NULL after printing an error. */
static const char *find_sources(struct cleave_arena *arena) {
  char *own = cleave_toolchain_program_folder();
  const char *const places[] = {cleave_arena_format(arena, "%s/" CLEAVE_INSTALLED_BENCH, own),
                                CLEAVE_BENCH_SOURCES};
  free(own);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++)
    if (!access(cleave_arena_format(arena, "%s/synthetic/k_matrix.c", places[i]), R_OK))
      return places[i];
  cleave_complain("the program that measures is missing (%s/synthetic/k_matrix.c): install cleave "
                  "again",
                  places[0]);
  return NULL;
}

/* Compiles micro-k_matrix for ARCHITECTURE as PROGRAM. */
static bool build(struct cleave_arena *arena, uint32_t architecture, const char *program) {
  const char *sources = find_sources(arena);
  char *clang = sources ? cleave_toolchain_clang() : NULL;
  char *libcleave = clang ? cleave_toolchain_libcleave_folder() : NULL;
  char *folder = libcleave ? cleave_toolchain_library_folder(clang) : NULL;
  bool good = folder && cleave_toolchain_has_run_time(folder);
  if (good) {
    /* The source tree has lib/cuda next to bench; an installation has bench/cuda instead. */
    const char *library = cleave_arena_format(arena, "%s/../lib", sources);
    if (access(cleave_arena_format(arena, "%s/cuda/cuda.c", library), R_OK))
      library = sources;
    const char *const words[] = {clang,
                                 "-std=c11",
                                 "-O2",
                                 "-fopenmp",
                                 cleave_arena_format(arena, "--offload-arch=sm_%" PRIu32, architecture),
                                 cleave_arena_format(arena, "-I%s", library),
                                 cleave_arena_format(arena, "%s/synthetic/k_matrix.c", sources),
                                 cleave_arena_format(arena, "%s/synthetic/measure.c", sources),
                                 cleave_arena_format(arena, "%s/synthetic/driver.c", sources),
                                 cleave_arena_format(arena, "%s/cuda/cuda.c", library),
                                 cleave_arena_format(arena, "-L%s", libcleave),
                                 cleave_arena_format(arena, "-Wl,-rpath,%s", libcleave),
                                 "-lcleave",
                                 cleave_arena_format(arena, "-L%s", folder),
                                 cleave_arena_format(arena, "-Wl,-rpath,%s", folder),
                                 "-lm",
                                 "-ldl",
                                 "-o",
                                 program};
    struct cleave_command command = {0};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
      cleave_command_add(&command, words[i]);
    if (cleave_toolchain_has_device_library(folder, cleave_arena_format(arena, "sm_%" PRIu32, architecture)))
      cleave_command_add(&command, cleave_arena_format(arena, "--libomptarget-nvptx-bc-path=%s", folder));
    const char *printed;
    const char *why = cleave_bench_call(arena, &command, compilation_limit, &printed);
    free(command.words);
    good = !why;
    if (why)
      cleave_complain("the program that measures does not compile for sm_%" PRIu32
                      ", which takes the CUDA toolkit's ptxas: %s",
                      architecture, why);
  }
  free(clang);
  free(libcleave);
  free(folder);
  return good;
}

/* Runs PROGRAM; returns its output, or NULL after printing an error. */
static const char *run(struct cleave_arena *arena, const struct cleave_calibrate_options *options,
                       const char *program) {
  const double seconds = options->seconds ? atof(options->seconds) : 120;
  struct cleave_command command = {0};
  cleave_command_add(&command, program);
  const char *const pairs[][2] = {
      {"--size", options->size}, {"--rows", options->rows}, {"--seconds", options->seconds}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (pairs[i][1]) {
      cleave_command_add(&command, pairs[i][0]);
      cleave_command_add(&command, pairs[i][1]);
    }
  if (options->no_kernels)
    cleave_command_add(&command, "--no-kernels");
  fprintf(stderr, "measuring, which takes some minutes\n");
  const char *printed;
  const char *why = cleave_bench_call(arena, &command, 600 + 10 * seconds, &printed);
  free(command.words);
  if (why)
    cleave_complain("measuring failed: %s", why);
  return why ? NULL : printed;
}

const char *cleave_sweep_run(struct cleave_arena *arena, const struct cleave_calibrate_options *options) {
  struct cleave_devices devices;
  const struct cleave_installed_device *device = find_device(&devices);
  if (!device)
    return NULL;
  const char *temporary = getenv("TMPDIR");
  char *folder =
      cleave_arena_format(arena, "%s/cleave-calibrate-XXXXXX", temporary && *temporary ? temporary : "/tmp");
  if (!mkdtemp(folder)) {
    cleave_complain("cannot make a folder '%s': %s", folder, strerror(errno));
    return NULL;
  }
  const char *program = cleave_arena_format(arena, "%s/micro-k_matrix", folder);
  const char *printed = build(arena, device->architecture, program) ? run(arena, options, program) : NULL;
  unlink(program);
  rmdir(folder);
  return printed;
}

/* Reads one line. Returns false if micro-k_matrix does not print such lines. */
static bool read_line(struct cleave_arena *arena, const char *line, struct cleave_sweep *sweep) {
  struct cleave_sweep_grid grid;
  int end = 0;
  if (sscanf(line, "device %63[^\n]%n", sweep->device, &end) == 1 && !line[end])
    return true;
  if (sscanf(line, "architecture %" SCNu32 "%n", &sweep->architecture, &end) == 1 && !line[end])
    return true;
  if (sscanf(line, "multiprocessors %" SCNu32 "%n", &sweep->multiprocessors, &end) == 1 && !line[end])
    return true;
  if (sscanf(line, "size %" SCNu32 "%n", &sweep->size, &end) == 1 && !line[end])
    return true;
  if (sscanf(line, "grid %" SCNu32 " %" SCNu32 " %lf%n", &grid.streams, &grid.teams, &grid.milliseconds,
             &end) != 3 ||
      line[end] || !grid.teams || !(grid.milliseconds > 0))
    return false;
  CLEAVE_APPEND(arena, sweep->grids, sweep->count, grid);
  return true;
}

bool cleave_sweep_read(struct cleave_arena *arena, const char *name, const char *text,
                       struct cleave_sweep *sweep) {
  memset(sweep, 0, sizeof *sweep);
  for (int number = 1; *text; number++) {
    size_t length = strcspn(text, "\n");
    const char *line = cleave_arena_copy(arena, text, length);
    if (*line && !read_line(arena, line, sweep)) {
      cleave_complain("%s:%d: this is nothing that micro-k_matrix prints: %.60s", name, number, line);
      return false;
    }
    text += length + (text[length] == '\n');
  }
  if (*sweep->device && sweep->architecture && sweep->multiprocessors && sweep->size &&
      cleave_sweep_best(sweep, 1))
    return true;
  cleave_complain("%s: there is no measurement of micro-k_matrix in it, or only its beginning", name);
  return false;
}

uint32_t cleave_sweep_best(const struct cleave_sweep *sweep, uint32_t streams) {
  double fastest = 0;
  uint32_t teams = 0;
  for (size_t i = 0; i < sweep->count; i++)
    if (sweep->grids[i].streams == streams && (!fastest || sweep->grids[i].milliseconds < fastest))
      fastest = sweep->grids[i].milliseconds;
  for (size_t i = 0; i < sweep->count; i++)
    if (sweep->grids[i].streams == streams && sweep->grids[i].milliseconds <= fastest * noise &&
        sweep->grids[i].teams > teams)
      teams = sweep->grids[i].teams;
  return teams;
}
