/* FILE: test/device/sectors/compare.c
 * WHAT: claims against measurements.
 *
 * Sites of the device's code and of the host's are matched by kernel and source line. A stream with a
 * claim must be found among the sites of its line; a site must be what one of the streams of its line
 * says, if its line has streams, or one of the kernel: accesses that are one stream have one line.
 */
#include "sectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../information_file.h"

enum { WARP = 32, SECTOR = 32 };

/* The lines of SITES, from the debug information of this program. */
static void find_lines(struct site *sites, size_t count) {
  for (size_t i = 0; i < count; i++) {
    char command[256], line[4096];
    snprintf(command, sizeof command, "llvm-symbolizer --no-inlines --functions=none -e /proc/%ld/exe 0x%lx",
             (long)getpid(), (unsigned long)sites[i].address);
    FILE *output = popen(command, "r");
    if (!output || !fgets(line, sizeof line, output)) {
      fprintf(stderr, "sectors: no lines\n");
      exit(EXIT_FAILURE);
    }
    pclose(output);
    char *column = strrchr(line, ':');
    *column = '\0';
    sites[i].line = (uint32_t)strtoul(strrchr(line, ':') + 1, NULL, 10);
  }
}

struct claim {
  enum cleave_access_class access;
  bool made; /* there is something to be compared */
  int64_t stride;
};

static struct claim claim_of(const struct cleave_kernel_stream *stream, const struct site *site,
                             bool relabel) {
  const struct cleave_kernel_arguments arguments = {site->launch.values, site->launch.known,
                                                    site->launch.count};
  struct claim claim = {.access = stream->access};
  claim.made = cleave_kernel_expression_evaluate(&stream->stride, &arguments, &claim.stride);
  if (relabel && claim.stride) {
    claim.stride = site->bytes;
    claim.access = CLEAVE_ACCESS_COALESCED;
  }
  int64_t extent;
  if (stream->row_break &&
      (!cleave_kernel_expression_evaluate(&stream->row_extent, &arguments, &extent) || extent < WARP))
    claim.made = false;
  return claim;
}

/* Whether SITE moves as CLAIM says. Rows end within a warp now and then, and an address need not be a
 * multiple of a sector's size. */
static bool agrees(const struct claim *claim, const struct site *site) {
  double apart = (double)llabs(claim->stride);
  double sectors = !claim->stride ? 1 : apart >= SECTOR ? WARP : ((WARP - 1) * apart + site->bytes) / SECTOR;
  double measured = site->sectors / site->requests;
  return site->difference == claim->stride && site->same >= 0.5 * site->differences &&
         measured > 0.88 * sectors - 0.51 && measured < 1.1 * sectors + 1.01;
}

static bool fits(const struct cleave_kernel_stream *stream, const struct site *site) {
  return stream->line == site->line && (site->write ? stream->writes : stream->reads) &&
         stream->element_bytes == site->bytes;
}

struct result {
  int claims, unclaimed, bad;
};

static void compare_kernel(const struct kernel_entry *kernel, const struct site *sites, size_t count,
                           bool relabel, struct result *result) {
  const char *name = function_of(kernel->name);
  for (size_t s = 0; s < kernel->information.stream_count; s++) {
    const struct cleave_kernel_stream *stream = &kernel->information.streams[s];
    int candidates = 0, found = 0;
    bool made = false;
    struct claim claim = {0};
    for (size_t i = 0; i < count; i++)
      if (sites[i].requests && !strcmp(sites[i].launch.kernel, kernel->name) && fits(stream, &sites[i])) {
        claim = claim_of(stream, &sites[i], relabel);
        made = claim.made;
        candidates++;
        found += agrees(&claim, &sites[i]);
      }
    if (!candidates)
      continue;
    if (!made) {
      result->unclaimed++;
      continue;
    }
    result->claims++;
    if (!found) {
      printf("%s:%u: no access is %s with a stride of %lld\n", name, stream->line,
             cleave_access_class_name(claim.access), (long long)claim.stride);
      result->bad++;
    }
  }
  for (size_t i = 0; i < count; i++) {
    const struct site *site = &sites[i];
    if (!site->requests || strcmp(site->launch.kernel, kernel->name))
      continue;
    int candidates = 0, found = 0;
    for (size_t s = 0; s < kernel->information.stream_count; s++)
      if (fits(&kernel->information.streams[s], site)) {
        struct claim claim = claim_of(&kernel->information.streams[s], site, relabel);
        candidates++;
        found += !claim.made || agrees(&claim, site);
      }
    /* What the device compiler took for the same as on another line. */
    for (size_t s = 0; candidates && !found && s < kernel->information.stream_count; s++) {
      struct claim claim = claim_of(&kernel->information.streams[s], site, relabel);
      found =
          claim.made && kernel->information.streams[s].element_bytes == site->bytes && agrees(&claim, site);
    }
    if (candidates && !found) {
      printf("%s:%u: a %s of %u bytes with a stride of %lld, %.1f sectors, is not claimed\n", name,
             site->line, site->write ? "store" : "load", site->bytes, (long long)site->difference,
             site->sectors / site->requests);
      result->bad++;
    }
  }
}

static int compare(const char *information, bool relabel) {
  size_t count, kernels;
  struct site *sites = accesses_sites(&count);
  find_lines(sites, count);
  struct cleave_arena *arena = cleave_arena_new();
  const struct kernel_entry *entries = read_information_file(information, arena, &kernels);
  struct result result = {0};
  int measured = 0;
  for (size_t k = 0; k < kernels; k++) {
    int before = result.claims;
    compare_kernel(&entries[k], sites, count, relabel, &result);
    measured += result.claims > before;
  }
  printf("%d streams of %d kernels agree, %d make no claim, %d do not agree\n", result.claims, measured,
         result.unclaimed, result.bad);
  cleave_arena_free(arena);
  return result.bad;
}

static void finish(void) {
  const char *information = getenv("SECTORS_INFORMATION");
  if (!information) {
    fprintf(stderr, "sectors: SECTORS_INFORMATION is not set\n");
    _exit(EXIT_FAILURE);
  }
  int bad = compare(information, getenv("SECTORS_RELABEL") != NULL);
  fflush(stdout);
  _exit(bad ? EXIT_FAILURE : EXIT_SUCCESS);
}

void compare_at_exit(void) {
  static bool registered;
  if (!registered)
    atexit(finish);
  registered = true;
}
