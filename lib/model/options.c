/* FILE: lib/model/options.c
 * WHAT: the options table, its parsers and its printed forms.
 */
#include "model/options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct cleave_option_row cleave_option_rows[] = {
    {"mode", "compile|rewrite|explain|dump", "compile", CLEAVE_COMPILE_TIME,
     "Action: compile the transformed source, or compile the original source and print the transformed "
     "source, the report as JSON, or the region model."},
    {"output", "PATH", "", CLEAVE_COMPILE_TIME,
     "Output file of rewrite, explain and dump; the default is standard output."},
    {"file", "PATH", "", CLEAVE_COMPILE_TIME,
     "File that mode=rewrite prints: a header, by the name that mode=explain prints; the default is the "
     "main file."},
    {"form", "reader|compiled", "reader", CLEAVE_COMPILE_TIME,
     "Text that mode=rewrite prints: for a person to read, or exactly the text that is compiled."},
    {"summary", "on|off", "off", CLEAVE_COMPILE_TIME,
     "Print one line on standard error after compiling: how many regions are split, and why others are refused."},
    {"split", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Split target regions with several parallel loops into one kernel per loop."},
    {"widen", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Distribute loops that are written for one team across all teams, if this is proved to preserve the"
     " results."},
    {"transfers", "on|openmp|reduced|off", "on", CLEAVE_COMPILE_TIME,
     "Remove unnecessary copies of split regions, and overlap the others with kernels: in the transfer "
     "engine of libcleave (on) or in OpenMP tasks (openmp). reduced: only remove copies."},
    {"environments", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Keep arrays on the device between regions of a function, and of the functions it calls, where this is proved to "
     "preserve the results. Used if they fit into device memory."},
    {"geometry", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Compile the kernels that cleave generates for any number of threads per team, so that libcleave "
     "can choose it at the launch; off: for the compiler's 128."},
    {"no-alias", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Add a no-alias version to kernels that accumulate in an array; it runs if a run-time check finds "
     "no overlap."},
    {"map", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Add a version with all independent loops of a nest on the grid; libcleave selects it if the outermost loop "
     "alone does not use the device well."},
    {"fuse", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Add a version of neighboring parallel loops as one kernel, if no iteration of a loop needs other iterations of another "
     "loop. map=off also disables this version."},
    {"shared-tiles", "on|off|small", "on", CLEAVE_COMPILE_TIME,
     "Add a version of nests that add up products, as matrix products do: a team computes a tile, with its operands in shared memory. "
     "small: tiles for teams of four threads, for tests. 'cleave cc' sets off if all targets are processors, which never run it."},
    {"team-memory", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Use versions whose teams keep arrays in shared memory. 'cleave cc' sets off for -fopenmp-cuda-mode, which rejects them."},
    {"reassociate", "on|off", "off", CLEAVE_COMPILE_TIME,
     "Let all teams add up sums and running sums of serial loops, and lanes those of rows, in another order; low-order digits may differ. "
     "-fassociative-math, which -ffast-math implies, permits that as well."},
    {"reduction", "auto|reproducible|off", "auto", CLEAVE_COMPILE_TIME,
     "Add a version of kernels with reductions whose teams combine their results in an order that depends on the number of iterations "
     "only. reproducible: that version always runs, without contracted operations, so that sums have the same bits on every device."},
    {"dist-schedule", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Add dist_schedule(static) to loops with a reduction across all teams that have no dist_schedule "
     "clause, so that each team reduces once."},
    {"single-kernel-fallback", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Keep the original form of split regions as a single-kernel fallback for low trip counts. The "
     "former name, as-written, is accepted for one more release."},
    {"skip", "LINE[:LINE...]", "", CLEAVE_COMPILE_TIME,
     "Do not transform the regions whose directive is on one of these lines."},
    {"bisect", "N", "", CLEAVE_COMPILE_TIME,
     "Apply only the first N transformations of each file, to find a faulty one by bisection."},
    {"kernel-information", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Store in device images the kernel properties from which libcleave chooses the number of teams and "
     "threads."},
    {"openmp-opt", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Run LLVM's OpenMP optimizer on device code a second time, after inlining."},
    {"runtime-elision", "on|off", "on", CLEAVE_COMPILE_TIME,
     "Replace calls of the device run time in simple kernels by the instructions that they stand for, without "
     "the run time's state and its barriers."},
    {"safe", "on|off", "off", CLEAVE_COMPILE_TIME,
     "Only split regions and widen loops: change the defaults of the other options to those in the column `safe`. `cleave cc` adds "
     "this option if CLEAVE_SAFE is on."},
    {"CHECK", "off|data|data:fail", "off", CLEAVE_RUN_TIME,
     "Report accesses of the host to data of which a device has a newer value, with the line of the access (data): a missing `target "
     "update`. data:fail: after a report the exit status is 3 instead of 0. Transfers do not overlap with kernels."},
    {"CLANG", "PATH", "", CLEAVE_RUN_TIME,
     "The clang that the cleave command runs, instead of the one for which it was built."},
    {"CUDA_PATH", "PATH|none", "the one that is found", CLEAVE_RUN_TIME,
     "CUDA toolkit whose ptxas and nvlink the stand-in toolkit runs. none: device images hold PTX and no machine "
     "code."},
    {"DEVICE_MEMORY", "BYTES", "all free memory", CLEAVE_RUN_TIME,
     "Device-memory budget in bytes (suffixes K, M and G). Larger arrays are streamed through it in "
     "tiles."},
    {"GEOMETRY", "on|off", "on", CLEAVE_RUN_TIME,
     "Choose the teams and threads of a launch from the kernel's registers, memory accesses and trip "
     "count, unless the program or the environment sets them."},
    {"GRAPHS", "on|off", "off", CLEAVE_RUN_TIME,
     "Launch the kernels of a time loop in batches, as CUDA graphs, if waits are deferred (CLEAVE_WAITS=region) and no trace is "
     "written. Tested with the simulated driver; not measured on a GPU yet."},
    {"NO_ALIAS", "on|off", "on", CLEAVE_RUN_TIME,
     "Launch the no-alias version of a kernel if a run-time check finds no overlap."},
    {"MAP", "auto|always|off|tiles", "auto", CLEAVE_RUN_TIME,
     "Launch the version with all independent loops of a nest on the grid: if the outermost loop alone does not use the "
     "device well (auto), whenever possible (always), or never (off). tiles: whenever possible, and in tiles whenever "
     "possible."},
    {"MEASURE", "on|off", "on", CLEAVE_RUN_TIME,
     "Measure transfers for about 20 ms, once for each device, if the device is not known by name, has no profile, and "
     "256 MiB of copies could overlap with kernels."},
    {"NVTX", "on|off", "on", CLEAVE_RUN_TIME,
     "Name constructs, kernels and transfers in NVTX ranges, if a profiler such as Nsight Systems asks for them by "
     "NVTX_INJECTION64_PATH."},
    {"PIN", "auto|always|off", "auto", CLEAVE_RUN_TIME,
     "Page-lock program memory while a split region copies it: if the cost model expects a gain (auto), "
     "whenever possible (always), or never (off)."},
    {"PIN_LIMIT", "BYTES", "a quarter of the memory", CLEAVE_RUN_TIME,
     "Maximum size of page-locked program memory of a process in bytes (suffixes K, M and G; 4G is 4 GiB). By default the ranks "
     "of a parallel job on a machine share a quarter of its memory."},
    {"PROFILE", "PATH", "", CLEAVE_RUN_TIME,
     "Device profile: rates measured on this machine, from which teams, threads and the method of each "
     "transfer are chosen."},
    {"QUIET", "on|off", "off", CLEAVE_RUN_TIME,
     "Suppress the message that no device accepts the device images of a program and its regions run on "
     "the host, and the summary of CLEAVE_CHECK if there is no report."},
    {"RANK_DEVICE", "on|off", "on", CLEAVE_RUN_TIME,
     "Let each rank of a parallel job begin with a default device of its own: the local rank modulo the number of devices. No effect if "
     "OMP_DEFAULT_DEVICE is set, or if the program has one device."},
    {"REPAIR", "on|off", "on", CLEAVE_RUN_TIME,
     "Change device images of CUDA 13 so that the OpenMP run time of LLVM 19 can load them."},
    {"SAFE", "on|off", "off", CLEAVE_RUN_TIME,
     "Only run split kernels: change the defaults of the other variables to those in the column `safe`. Data environments that cleave "
     "adds and kernels that combine reductions themselves do not run, and buffers of launches are those of the OpenMP run time."},
    {"SPIN", "on|off", "on", CLEAVE_RUN_TIME,
     "How the host waits for an NVIDIA GPU: it polls, as the driver chooses for CUDA programs (on), or it sleeps, as the "
     "OpenMP run time chooses (off). Sleeping takes less processor time and 13 to 100 us more for each wait."},
    {"SPLIT", "auto|always|never", "auto", CLEAVE_RUN_TIME,
     "Choose between the split kernels and the single-kernel fallback: by trip count (auto), always "
     "split, or never."},
    {"STAGING_THREADS", "N from 1 to 64", "half the processors, at most 8", CLEAVE_RUN_TIME,
     "Number of threads that copy between program memory and the page-locked buffers of a transfer. The processors are those of "
     "this rank, if the process belongs to a parallel job."},
    {"TILES", "auto|N", "auto", CLEAVE_RUN_TIME,
     "Number of tiles of a loop that is pipelined with its transfers: from a cost model (auto), or "
     "always N. 1 disables tiles."},
    {"TRACE", "PATH", "", CLEAVE_RUN_TIME,
     "Write a trace of the program's device activity to this file, for `cleave trace` and for Perfetto. "
     "%p is replaced by the process ID, %r by the rank in a parallel job, and %h by the name of the machine. If ranks of a job would "
     "write the same file, the rank is added to the name."},
    {"TRACE_CONTENT", "on|off", "off", CLEAVE_RUN_TIME,
     "Also record a hash of each copy's content and the functions that called its construct, from which "
     "`cleave trace` finds copies of unchanged data."},
    {"TRANSFERS", "auto|always|off", "auto", CLEAVE_RUN_TIME,
     "Overlap transfers with the kernels of a split region: if the cost model expects a gain (auto), "
     "whenever possible (always), or never (off)."},
    {"VERBOSE", "on|off", "off", CLEAVE_RUN_TIME,
     "Print for each device image its properties and whether it was accepted or changed, and for each "
     "kernel its teams and threads and the reason for them."},
    {"WAITS", "kernel|region", "region", CLEAVE_RUN_TIME,
     "Host synchronization for split regions on an NVIDIA GPU: after every kernel (kernel), or once per "
     "region and where the host needs a result (region)."},
};
const size_t cleave_option_row_count = sizeof cleave_option_rows / sizeof *cleave_option_rows;

/* What the option safe, or the variable CLEAVE_SAFE, makes the default of another one. */
static const struct safe_value {
  enum cleave_option_time time;
  const char *name, *value;
} safe_values[] = {
    {CLEAVE_COMPILE_TIME, "transfers", "off"},
    {CLEAVE_COMPILE_TIME, "environments", "off"},
    {CLEAVE_COMPILE_TIME, "geometry", "off"},
    {CLEAVE_COMPILE_TIME, "no-alias", "off"},
    {CLEAVE_COMPILE_TIME, "map", "off"},
    {CLEAVE_COMPILE_TIME, "fuse", "off"},
    {CLEAVE_COMPILE_TIME, "shared-tiles", "off"},
    {CLEAVE_COMPILE_TIME, "team-memory", "off"},
    {CLEAVE_COMPILE_TIME, "reduction", "off"},
    {CLEAVE_COMPILE_TIME, "dist-schedule", "off"},
    {CLEAVE_COMPILE_TIME, "single-kernel-fallback", "off"},
    {CLEAVE_COMPILE_TIME, "kernel-information", "off"},
    {CLEAVE_COMPILE_TIME, "openmp-opt", "off"},
    {CLEAVE_COMPILE_TIME, "runtime-elision", "off"},
    {CLEAVE_RUN_TIME, "GEOMETRY", "off"},
    {CLEAVE_RUN_TIME, "GRAPHS", "off"},
    {CLEAVE_RUN_TIME, "NO_ALIAS", "off"},
    {CLEAVE_RUN_TIME, "MAP", "off"},
    {CLEAVE_RUN_TIME, "MEASURE", "off"},
    {CLEAVE_RUN_TIME, "PIN", "off"},
    {CLEAVE_RUN_TIME, "RANK_DEVICE", "off"},
    {CLEAVE_RUN_TIME, "SPIN", "off"},
    {CLEAVE_RUN_TIME, "SPLIT", "always"},
    {CLEAVE_RUN_TIME, "TILES", "1"},
    {CLEAVE_RUN_TIME, "TRANSFERS", "off"},
    {CLEAVE_RUN_TIME, "WAITS", "kernel"},
};
enum { SAFE_VALUES = sizeof safe_values / sizeof *safe_values };

/* The value of ROW with safe, or NULL if safe does not change it. */
static const char *safe_value_of(const struct cleave_option_row *row) {
  for (size_t i = 0; i < SAFE_VALUES; i++)
    if (safe_values[i].time == row->time && !strcmp(safe_values[i].name, row->name))
      return safe_values[i].value;
  return NULL;
}

void cleave_options_defaults(struct cleave_options *options) {
  memset(options, 0, sizeof *options);
  options->split = options->widen = options->no_alias = options->map = options->fuse =
      options->single_kernel_fallback = true;
  options->geometry = options->kernel_information = options->openmp_opt = options->runtime_elision = true;
  options->dist_schedule = options->environments = options->may_call = options->team_memory = true;
  options->bisect = -1;
}

/* The index of VALUE in the |-separated CHOICES, or -1. */
static int choose(const char *choices, const char *value) {
  size_t length = strlen(value);
  for (int index = 0; *choices; index++) {
    size_t choice = strcspn(choices, "|");
    if (choice == length && !strncmp(choices, value, length))
      return index;
    choices += choice + (choices[choice] == '|');
  }
  return -1;
}

static bool parse_number(const char *text, char **end, long *number) {
  if (*text < '0' || *text > '9')
    return false;
  errno = 0;
  *number = strtol(text, end, 10);
  return errno == 0;
}

static bool parse_skips(struct cleave_options *options, const char *value) {
  options->skip_count = 0;
  for (char *end;; value = end + 1) {
    long line;
    if (!parse_number(value, &end, &line) || line < 1 || line > UINT32_MAX ||
        options->skip_count == CLEAVE_MAX_SKIPS)
      return false;
    options->skips[options->skip_count++] = (uint32_t)line;
    if (!*end)
      return true;
    if (*end != ':')
      return false;
  }
}

/* PATH has room for CLEAVE_MAX_PATH bytes. */
static bool copy_path(char *path, const char *value) {
  return *value && snprintf(path, CLEAVE_MAX_PATH, "%s", value) < CLEAVE_MAX_PATH;
}

static bool set(struct cleave_options *options, const struct cleave_option_row *row, const char *value) {
  int choice = choose(row->values, value);
  char *end;
  if (!strcmp(row->name, "mode"))
    options->mode = (enum cleave_mode)choice;
  else if (!strcmp(row->name, "form"))
    options->form = (enum cleave_form)choice;
  else if (!strcmp(row->name, "summary"))
    options->summary = choice == 0;
  else if (!strcmp(row->name, "safe"))
    options->safe = choice == 0;
  else if (!strcmp(row->name, "split"))
    options->split = choice == 0;
  else if (!strcmp(row->name, "widen"))
    options->widen = choice == 0;
  else if (!strcmp(row->name, "transfers"))
    options->transfers = (enum cleave_copies)choice;
  else if (!strcmp(row->name, "geometry"))
    options->geometry = choice == 0;
  else if (!strcmp(row->name, "kernel-information"))
    options->kernel_information = choice == 0;
  else if (!strcmp(row->name, "openmp-opt"))
    options->openmp_opt = choice == 0;
  else if (!strcmp(row->name, "runtime-elision"))
    options->runtime_elision = choice == 0;
  else if (!strcmp(row->name, "environments"))
    options->environments = choice == 0;
  else if (!strcmp(row->name, "dist-schedule"))
    options->dist_schedule = choice == 0;
  else if (!strcmp(row->name, "no-alias"))
    options->no_alias = choice == 0;
  else if (!strcmp(row->name, "map"))
    options->map = choice == 0;
  else if (!strcmp(row->name, "fuse"))
    options->fuse = choice == 0;
  else if (!strcmp(row->name, "shared-tiles"))
    options->shared_tiles = (enum cleave_tiles_choice)choice;
  else if (!strcmp(row->name, "team-memory"))
    options->team_memory = choice == 0;
  else if (!strcmp(row->name, "reduction"))
    options->reduction = (enum cleave_reduction_choice)choice;
  else if (!strcmp(row->name, "reassociate"))
    options->reassociate = choice == 0;
  else if (!strcmp(row->name, "single-kernel-fallback"))
    options->single_kernel_fallback = choice == 0;
  else if (!strcmp(row->name, "skip"))
    return parse_skips(options, value);
  else if (!strcmp(row->name, "bisect"))
    return parse_number(value, &end, &options->bisect) && !*end;
  else if (!strcmp(row->name, "output"))
    return copy_path(options->output, value);
  else if (!strcmp(row->name, "file"))
    return copy_path(options->file, value);
  return choice >= 0;
}

/* The edit distance in bytes of LEFT (LENGTH bytes, at most LONGEST_NAME) and RIGHT, row by row: steps[i] is
 * the distance of the first i bytes of LEFT. */
enum { LONGEST_NAME = 32 };
static size_t distance(const char *left, size_t length, const char *right) {
  size_t steps[LONGEST_NAME + 1];
  for (size_t i = 0; i <= length; i++)
    steps[i] = i;
  for (; *right; right++) {
    size_t diagonal = steps[0]++;
    for (size_t i = 1; i <= length; i++) {
      size_t least = steps[i] < steps[i - 1] ? steps[i] : steps[i - 1];
      size_t changed = diagonal + (left[i - 1] != *right);
      diagonal = steps[i];
      steps[i] = changed < least + 1 ? changed : least + 1;
    }
  }
  return steps[length];
}

/* The option of TIME with the name NAME (LENGTH bytes), or NULL. */
static const struct cleave_option_row *find_row(enum cleave_option_time time, const char *name,
                                                size_t length) {
  for (size_t i = 0; i < cleave_option_row_count; i++) {
    const struct cleave_option_row *row = &cleave_option_rows[i];
    if (row->time == time && strlen(row->name) == length && !strncmp(row->name, name, length))
      return row;
  }
  return NULL;
}

/* The option of TIME that the user may have meant by NAME (LENGTH bytes), or NULL. */
static const char *nearest_name(enum cleave_option_time time, const char *name, size_t length) {
  const char *nearest = NULL;
  size_t least = 3;
  for (size_t i = 0; i < cleave_option_row_count && length <= LONGEST_NAME; i++) {
    const struct cleave_option_row *row = &cleave_option_rows[i];
    size_t steps = distance(name, length, row->name);
    if (row->time == time && steps < least) {
      nearest = row->name;
      least = steps;
    }
  }
  return nearest;
}

/* Gives all options that no argument has set their default. */
static void set_defaults(struct cleave_options *options, bool safe) {
  for (size_t i = 0; i < cleave_option_row_count; i++) {
    const struct cleave_option_row *row = &cleave_option_rows[i];
    const char *safe_value = safe_value_of(row);
    if (row->time == CLEAVE_COMPILE_TIME && safe_value && !(options->given & UINT64_C(1) << i))
      set(options, row, safe ? safe_value : row->default_value);
  }
}

/* The former name of one option, accepted for one release. */
#define FORMER_NAME "as-written"
#define FORMER_NAME_OF "single-kernel-fallback"

bool cleave_options_parse(struct cleave_options *options, const char *argument, char *error,
                          size_t error_size) {
  const size_t length = strcspn(argument, "=");
  const bool is_former = length == strlen(FORMER_NAME) && !strncmp(argument, FORMER_NAME, length);
  const char *name = is_former ? FORMER_NAME_OF : argument;
  const struct cleave_option_row *row =
      find_row(CLEAVE_COMPILE_TIME, name, is_former ? strlen(FORMER_NAME_OF) : length);
  if (row) {
    struct cleave_options changed = *options;
    if (argument[length] == '=' && set(&changed, row, argument + length + 1)) {
      *options = changed;
      options->given |= UINT64_C(1) << (row - cleave_option_rows);
      set_defaults(options, options->safe);
      return true;
    }
    snprintf(error, error_size, "invalid value in option '%s': use %s=%s", argument, row->name, row->values);
    return false;
  }
  const char *nearest = nearest_name(CLEAVE_COMPILE_TIME, argument, length);
  if (nearest) {
    snprintf(error, error_size, "unknown option '%.*s': did you mean '%s'?", (int)length, argument, nearest);
    return false;
  }
  int used = snprintf(error, error_size, "unknown option '%.*s'; the options are", (int)length, argument);
  for (size_t i = 0; i < cleave_option_row_count; i++)
    if (cleave_option_rows[i].time == CLEAVE_COMPILE_TIME && used > 0 && (size_t)used < error_size)
      used += snprintf(error + used, error_size - (size_t)used, " %s", cleave_option_rows[i].name);
  return false;
}

/* A number from 0 to MOST. BYTES: the suffix K, M or G is allowed. */
static bool parse_count(const char *text, uint64_t most, bool bytes, uint64_t *count) {
  if (*text < '0' || *text > '9')
    return false;
  char *end;
  errno = 0;
  unsigned long long number = strtoull(text, &end, 10);
  const char *units = bytes ? "KMG" : "", *unit = *end ? strchr(units, *end) : NULL;
  int shift = unit ? 10 * (int)(unit - units + 1) : 0;
  if (errno || end[unit != NULL] || number > most >> shift)
    return false;
  *count = (uint64_t)number << shift;
  return true;
}

/* Whether VALUE is a spelling of on or off, for an option with these values: 1, 0, or -1. */
static int parse_switch(const char *value) {
  if (!strcmp(value, "on") || !strcmp(value, "1"))
    return 1;
  return !strcmp(value, "off") || !strcmp(value, "0") ? 0 : -1;
}

static bool set_run_time(struct cleave_run_time_options *options, const struct cleave_option_row *row,
                         const char *value) {
  if (!strcmp(row->name, "TRANSFERS")) {
    const int choice = choose(row->values, value);
    if (choice >= 0)
      options->transfers = (enum cleave_transfers_choice)choice;
    return choice >= 0;
  }
  if (!strcmp(row->name, "PIN")) {
    const int choice = choose(row->values, value);
    if (choice >= 0)
      options->pin = (enum cleave_pin_choice)choice;
    return choice >= 0;
  }
  if (!strcmp(row->name, "SPLIT")) {
    const int choice = choose(row->values, value);
    if (choice >= 0)
      options->split = (enum cleave_split_choice)choice;
    return choice >= 0;
  }
  if (!strcmp(row->name, "MAP")) {
    const int choice = choose(row->values, value);
    if (choice >= 0)
      options->map = (enum cleave_mapping_choice)choice;
    return choice >= 0;
  }
  if (!strcmp(row->name, "CHECK")) {
    const int choice = choose(row->values, value);
    if (choice >= 0)
      options->check = (enum cleave_check_choice)choice;
    return choice >= 0;
  }
  if (!strcmp(row->name, "PIN_LIMIT"))
    return parse_count(value, UINT64_MAX, true, &options->pin_limit);
  if (!strcmp(row->name, "DEVICE_MEMORY"))
    return parse_count(value, UINT64_MAX, true, &options->device_memory);
  if (!strcmp(row->name, "TILES")) {
    options->tiles = 0;
    return !strcmp(value, "auto") ||
           (parse_count(value, INT32_MAX, false, &options->tiles) && options->tiles);
  }
  if (!strcmp(row->name, "STAGING_THREADS"))
    return parse_count(value, CLEAVE_MAX_STAGING_THREADS, false, &options->staging_threads) &&
           options->staging_threads;
  if (!strcmp(row->name, "WAITS")) {
    const int choice = choose(row->values, value);
    if (choice >= 0)
      options->waits_for_regions = choice == 1;
    return choice >= 0;
  }
  if (strcmp(row->values, "on|off")) {
    /* A path: its user reports errors. */
    if (!strcmp(row->name, "PROFILE"))
      options->profile = value;
    else if (!strcmp(row->name, "TRACE"))
      options->trace = value;
    return true;
  }
  int on = parse_switch(value);
  bool *option = !strcmp(row->name, "QUIET")           ? &options->quiet
                 : !strcmp(row->name, "MEASURE")       ? &options->measure
                 : !strcmp(row->name, "REPAIR")        ? &options->repair
                 : !strcmp(row->name, "GEOMETRY")      ? &options->geometry
                 : !strcmp(row->name, "NO_ALIAS")      ? &options->no_alias
                 : !strcmp(row->name, "SPIN")          ? &options->spin
                 : !strcmp(row->name, "GRAPHS")        ? &options->graphs
                 : !strcmp(row->name, "RANK_DEVICE")   ? &options->rank_device
                 : !strcmp(row->name, "SAFE")          ? &options->safe
                 : !strcmp(row->name, "NVTX")          ? &options->nvtx
                 : !strcmp(row->name, "TRACE_CONTENT") ? &options->trace_content
                                                       : &options->verbose;
  if (on >= 0)
    *option = on;
  return on >= 0;
}

bool cleave_options_ask_for_safe(const char *const *environment) {
  static const char name[] = "CLEAVE_SAFE=";
  for (; environment && *environment; environment++)
    if (!strncmp(*environment, name, strlen(name)))
      return parse_switch(*environment + strlen(name)) == 1;
  return false;
}

void cleave_options_from_environment(struct cleave_run_time_options *options, const char *const *environment,
                                     void (*complain)(const char *line)) {
  *options = (struct cleave_run_time_options){.repair = true,
                                              .geometry = true,
                                              .measure = true,
                                              .no_alias = true,
                                              .spin = true,
                                              .rank_device = true,
                                              .nvtx = true,
                                              .waits_for_regions = true,
                                              .pin_limit = CLEAVE_PIN_LIMIT_DEFAULT};
  if (cleave_options_ask_for_safe(environment))
    for (size_t i = 0; i < cleave_option_row_count; i++) {
      const char *value =
          cleave_option_rows[i].time == CLEAVE_RUN_TIME ? safe_value_of(&cleave_option_rows[i]) : NULL;
      if (value)
        set_run_time(options, &cleave_option_rows[i], value);
    }
  for (; environment && *environment; environment++) {
    /* The simulated driver checks its own variables. */
    if (strncmp(*environment, "CLEAVE_", 7) || !strncmp(*environment, "CLEAVE_SIMULATOR_", 17))
      continue;
    const char *name = *environment + 7;
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : "";
    const struct cleave_option_row *row = find_row(CLEAVE_RUN_TIME, name, length);
    const char *nearest = row ? NULL : nearest_name(CLEAVE_RUN_TIME, name, length);
    char line[256] = "";
    if (nearest)
      snprintf(line, sizeof line, "unknown option CLEAVE_%.*s: did you mean CLEAVE_%s?", (int)length, name,
               nearest);
    else if (!row)
      snprintf(line, sizeof line, "unknown option CLEAVE_%.*s; see 'cleave help options'", (int)length, name);
    else if (*value && !set_run_time(options, row, value))
      snprintf(line, sizeof line, "invalid value in CLEAVE_%s=%s: use %s; using the default, %s", row->name,
               value, row->values, row->default_value);
    if (*line)
      complain(line);
  }
}

bool cleave_options_skips(const struct cleave_options *options, uint32_t line) {
  for (size_t i = 0; i < options->skip_count; i++)
    if (options->skips[i] == line)
      return true;
  return false;
}

bool cleave_options_differs(const struct cleave_options *options, uint32_t line) {
  for (size_t i = 0; i < options->differing_count; i++)
    if (options->differing[i] == line)
      return true;
  return false;
}

void cleave_options_print(FILE *out) {
  for (int time = CLEAVE_COMPILE_TIME; time <= CLEAVE_RUN_TIME; time++) {
    fprintf(out, time == CLEAVE_COMPILE_TIME
                     ? "Compile-time options, each as -fplugin-arg-cleave-NAME=VALUE:\n"
                     : "\nEnvironment variables (1 and 0 are accepted for on and off):\n");
    for (size_t i = 0; i < cleave_option_row_count; i++) {
      const struct cleave_option_row *row = &cleave_option_rows[i];
      if ((int)row->time != time)
        continue;
      fprintf(out, "  %s%s=%s", time == CLEAVE_RUN_TIME ? "CLEAVE_" : "", row->name, row->values);
      const char *safe_value = safe_value_of(row);
      if (*row->default_value)
        fprintf(out, " (default: %s%s%s)", row->default_value, safe_value ? "; safe: " : "",
                safe_value ? safe_value : "");
      fprintf(out, "\n      %s\n", row->help);
    }
  }
}

void cleave_options_print_page(FILE *out) {
  fprintf(out, "# Options of cleave\n\n"
               "Generated from the table in lib/model/options.c by `cleave help options --page`.\n");
  for (int time = CLEAVE_COMPILE_TIME; time <= CLEAVE_RUN_TIME; time++) {
    fprintf(out,
            time == CLEAVE_COMPILE_TIME
                ? "\n## Compile time: `-fplugin-arg-cleave-NAME=VALUE`\n\n"
                  "| name | values | default | safe | meaning |\n|---|---|---|---|---|\n"
                : "\n## Run time: environment variables\n\nThe command `cleave` and programs linked with "
                  "libcleave read them. 1 and 0 are accepted for `on` and `off`.\n\n"
                  "| name | values | default | safe | meaning |\n|---|---|---|---|---|\n");
    for (size_t i = 0; i < cleave_option_row_count; i++) {
      const struct cleave_option_row *row = &cleave_option_rows[i];
      if ((int)row->time != time)
        continue;
      fprintf(out, "| `%s%s` | `", time == CLEAVE_RUN_TIME ? "CLEAVE_" : "", row->name);
      for (const char *at = row->values; *at; at++) {
        if (*at == '|')
          fputc('\\', out);
        fputc(*at, out);
      }
      const char *safe_value = safe_value_of(row);
      fprintf(out, "` | %s | %s | %s |\n", *row->default_value ? row->default_value : "-",
              safe_value ? safe_value : "", row->help);
    }
  }
}
