/* FILE: tools/calibrate.c
 * WHAT: `cleave calibrate`: measures the largest grid at which uncoalesced streams are still fast on this
 *       machine's GPU, and the rates of transfers to it. Writes the GPU's profile, from which the run-time
 *       library chooses grids and transfer methods.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "calibrate.h"
#include "child.h"
#include "commands.h"
#include "device/profile.h"
#include "model/arena.h"
#include "output.h"
#include "process.h"
#include "transfermodel/transfermodel.h"

/* Whether TEXT is a number above 0. */
static bool is_positive(const char *text) {
  char *end;
  double number = strtod(text, &end);
  return end != text && !*end && number > 0 && number < 1e9;
}

static const struct option known[] = {
    {"from", required_argument, NULL, 'f'}, {"size", required_argument, NULL, 's'},
    {"rows", required_argument, NULL, 'r'}, {"seconds", required_argument, NULL, 't'},
    {"no-kernels", no_argument, NULL, 'n'}, {0}};
const struct cleave_syntax cleave_calibrate_syntax = {"o:", known};

static bool read_options(int count, char **words, struct cleave_calibrate_options *options) {
  for (int option; (option = cleave_next_option(count, words, &cleave_calibrate_syntax)) != -1;) {
    const char **number = option == 's'   ? &options->size
                          : option == 'r' ? &options->rows
                          : option == 't' ? &options->seconds
                                          : NULL;
    if (option == '?')
      return false;
    if (number && !is_positive(optarg)) {
      cleave_complain("calibrate: '%s' is not a number above 0; see 'cleave help calibrate'", optarg);
      return false;
    }
    if (number)
      *number = optarg;
    else if (option == 'n')
      options->no_kernels = true;
    else
      *(option == 'o' ? &options->output : &options->from) = optarg;
  }
  if (optind < count)
    cleave_complain("calibrate has no argument '%s'; see 'cleave help calibrate'", words[optind]);
  return optind == count;
}

static const char *read_file(struct cleave_arena *arena, const char *path) {
  size_t size;
  unsigned char *bytes = cleave_read_file(path, &size);
  const char *text = bytes ? cleave_arena_copy(arena, (const char *)bytes, size) : NULL;
  free(bytes);
  return text;
}

/* Evaluates the device of SWEEP. Returns false after printing an error if it is too old. */
static bool evaluate(const struct cleave_sweep *sweep, struct cleave_device_limits *limits) {
  if (!cleave_device_limits_of(sweep->architecture, limits)) {
    cleave_complain("sm_%" PRIu32 " is older than what cleave chooses grids for: sm_60", sweep->architecture);
    return false;
  }
  snprintf(limits->name, sizeof limits->name, "%s", sweep->device);
  limits->architecture = sweep->architecture;
  limits->multiprocessors = sweep->multiprocessors;
  for (uint32_t k = 1; k <= CLEAVE_SATURATION_STREAMS; k++)
    limits->saturation_table[k - 1] = cleave_sweep_best(sweep, k);
  limits->saturation_teams = cleave_saturation_fit(limits->saturation_table, limits->multiprocessors);
  limits->saturation_iterations = sweep->size;
  return true;
}

/* The occupancy of TEAMS teams on the whole device, in per cent. */
static double occupancy(const struct cleave_device_limits *limits, uint32_t teams) {
  return 100.0 * teams * CLEAVE_SATURATION_THREADS /
         ((double)limits->multiprocessors * limits->threads_per_multiprocessor);
}

/* Writes the profile, with the measurements as comments. RATES may be NULL. */
static void write_profile(const struct cleave_sweep *sweep, const struct cleave_device_limits *limits,
                          const struct cleave_transfer_rates *rates, FILE *out) {
  const struct cleave_device device = {*limits, rates ? *rates : (struct cleave_transfer_rates){0}};
  fprintf(out,
          "# Written by cleave calibrate %s.\n"
          "# saturation_*: measured; the others as the driver or the architecture has them.\n",
          CLEAVE_VERSION);
  cleave_profile_write(&device, out);
  fprintf(out, "\n# streams, teams of %d threads, milliseconds; 0 streams: a coalesced one\n",
          CLEAVE_SATURATION_THREADS);
  for (size_t i = 0; i < sweep->count; i++)
    fprintf(out, "# %2" PRIu32 " %5" PRIu32 " %12.6f\n", sweep->grids[i].streams, sweep->grids[i].teams,
            sweep->grids[i].milliseconds);
}

static void print_summary(const struct cleave_sweep *sweep, const struct cleave_device_limits *limits,
                          const struct cleave_transfer_rates *rates, const char *path) {
  printf("%s, sm_%" PRIu32 ", %" PRIu32 " multiprocessors; rows of %" PRIu32 " elements\n"
         "uncoalesced streams  best teams of %d  occupancy\n",
         limits->name, limits->architecture, limits->multiprocessors, sweep->size, CLEAVE_SATURATION_THREADS);
  for (uint32_t k = 0; k <= CLEAVE_SATURATION_STREAMS; k++) {
    uint32_t teams = cleave_sweep_best(sweep, k);
    if (teams)
      printf("%19" PRIu32 "  %17" PRIu32 "  %7.1f %%\n", k, teams, occupancy(limits, teams));
  }
  if (rates)
    printf("GB/s to the device and back: %.1f and %.1f pageable, %.1f and %.1f page-locked, %.1f and %.1f "
           "staged\npage-locking: %.2f us for each MiB\n",
           rates->pageable_to_device, rates->pageable_from_device, rates->pinned_to_device,
           rates->pinned_from_device, rates->staged_to_device, rates->staged_from_device,
           rates->registration_per_page / rates->page_size * 1048576e-3);
  printf("%s\n", path);
}

/* Creates the parent folders of PATH. */
static bool make_folders(const char *path) {
  char *copy = cleave_format("%s", path);
  bool good = true;
  for (char *slash = strchr(copy + 1, '/'); slash && good; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    good = !mkdir(copy, 0777) || errno == EEXIST;
    if (!good)
      cleave_complain("cannot make the folder '%s': %s", copy, strerror(errno));
    *slash = '/';
  }
  free(copy);
  return good;
}

static bool deliver(const struct cleave_sweep *sweep, const struct cleave_device_limits *limits,
                    const struct cleave_transfer_rates *rates, const char *path) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (!out)
    return false;
  write_profile(sweep, limits, rates, out);
  fclose(out);
  const bool good = cleave_output_text(text, length, path);
  free(text);
  return good;
}

static bool calibrate(struct cleave_arena *arena, const struct cleave_calibrate_options *options) {
  /* With --from, the measurements may be from another machine, so its transfers are not measured. Transfers are
   * measured first, because nothing else may run during the sweep. */
  struct cleave_transfer_rates measured;
  const struct cleave_transfer_rates *rates =
      !options->from && cleave_transfers_measure(&measured) ? &measured : NULL;
  const char *text = options->from ? read_file(arena, options->from) : cleave_sweep_run(arena, options);
  struct cleave_sweep sweep;
  struct cleave_device_limits limits;
  if (!text || !cleave_sweep_read(arena, options->from ? options->from : "micro-k_matrix", text, &sweep) ||
      !evaluate(&sweep, &limits))
    return false;
  char place[4096];
  const char *path = options->output;
  if (!path && !cleave_profile_path(limits.name, place, sizeof place)) {
    cleave_complain("there is no place for the profile: set HOME, or name a file with -o");
    return false;
  }
  if (!path && !make_folders(path = place))
    return false;
  if (!deliver(&sweep, &limits, rates, path))
    return false;
  print_summary(&sweep, &limits, rates, path);
  return true;
}

int cleave_calibrate(int count, char **words) {
  struct cleave_calibrate_options options = {0};
  if (!read_options(count, words, &options))
    return CLEAVE_WRONG_USAGE;
  cleave_child_hold_signals();
  struct cleave_arena *arena = cleave_arena_new();
  bool good = calibrate(arena, &options);
  cleave_arena_free(arena);
  return good ? CLEAVE_DONE : CLEAVE_FAILED;
}
