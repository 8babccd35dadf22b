/* FILE: test/device/sectors/compare.c
 * WHAT: compares what kernel information claims of accesses with the counts of the executed GPU code.
 * USE:  compare_sectors CODE.ll COUNTS
 *       CODE.ll: the device's LLVM assembly; COUNTS: records of CLEAVE_SIMULATOR_COUNTS with CLEAVE_SIMULATOR_SITES=on.
 *       SECTORS_RELABEL=1: all strides are claimed to be coalesced, which must be found wrong.
 *
 * Streams and sites are matched by kernel and source line. A stream with a claim must be found among the sites of its
 * line. A site with a line must be what one of the streams of its line claims, or one of the kernel, if its line has
 * streams.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../information_file.h"

enum { WARP = 32, SECTOR = 32, MAX_ARGUMENTS = 64 };

/* What one operation did in all launches of a kernel. */
struct site {
  const char *kernel;
  uint64_t values[MAX_ARGUMENTS]; /* of the last launch */
  bool known[MAX_ARGUMENTS];
  size_t count;
  json_int_t operation;
  uint32_t line;
  bool write;
  uint32_t bytes;
  double requests, lanes, sectors;
  int64_t difference; /* the most frequent one between neighbouring lanes, in the launch with most of them */
  double most;        /* pairs with it in that launch */
  double pairs, same;
};

struct sites {
  struct site *all;
  size_t count;
};

/* ---- Records ------------------------------------------------------------------------------------ */

static double number(const json_t *object, const char *name) {
  const json_t *value = json_object_get(object, name);
  if (!json_is_integer(value)) {
    fprintf(stderr, "a site without %s\n", name);
    exit(EXIT_FAILURE);
  }
  return (double)json_integer_value(value);
}

static struct site *find_site(struct sites *sites, const char *kernel, json_int_t operation) {
  for (size_t i = 0; i < sites->count; i++)
    if (sites->all[i].operation == operation && !strcmp(sites->all[i].kernel, kernel))
      return &sites->all[i];
  sites->all = realloc(sites->all, (sites->count + 1) * sizeof *sites->all);
  struct site *site = &sites->all[sites->count++];
  *site = (struct site){.kernel = kernel, .operation = operation};
  return site;
}

/* The first parameter of a kernel is clang's dyn_ptr. */
static void read_arguments(const json_t *parameters, struct site *site) {
  site->count = json_array_size(parameters) ? json_array_size(parameters) - 1 : 0;
  if (site->count > MAX_ARGUMENTS) {
    fprintf(stderr, "%s: too many parameters\n", site->kernel);
    exit(EXIT_FAILURE);
  }
  for (size_t i = 0; i < site->count; i++) {
    const json_t *value = json_array_get(parameters, i + 1);
    site->known[i] = json_is_integer(value);
    site->values[i] = (uint64_t)json_integer_value(value);
  }
}

static void read_site(const json_t *object, const json_t *launch, struct sites *sites) {
  const char *kernel = json_string_value(json_object_get(launch, "kernel"));
  const char *kind = json_string_value(json_object_get(object, "kind"));
  struct site *site = find_site(sites, kernel, (json_int_t)number(object, "operation"));
  read_arguments(json_object_get(launch, "parameters"), site);
  site->line = (uint32_t)json_integer_value(json_object_get(object, "line")); /* 0: not known */
  site->write = strcmp(kind, "load") != 0;
  site->bytes = (uint32_t)number(object, "bytes");
  site->requests += number(object, "requests");
  site->lanes += number(object, "lanes");
  site->sectors += number(object, "sectors");
  site->pairs += number(object, "pairs");
  const int64_t difference = (int64_t)number(object, "difference");
  const double same = number(object, "same");
  if (same > site->most) {
    site->same = difference == site->difference ? site->same : 0;
    site->difference = difference;
    site->most = same;
  }
  if (difference == site->difference)
    site->same += same;
}

/* The records live as long as the process. */
static struct sites read_sites(const char *path) {
  struct sites sites = {0};
  FILE *file = fopen(path, "r");
  if (!file) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  json_error_t error;
  json_t *record;
  while ((record = json_loadf(file, JSON_DISABLE_EOF_CHECK, &error))) {
    size_t i;
    json_t *site;
    json_array_foreach(json_object_get(record, "sites"), i,
                       site) if (!strcmp(json_string_value(json_object_get(site, "space")), "global"))
        read_site(site, record, &sites);
  }
  if (!feof(file)) {
    fprintf(stderr, "%s: %s\n", path, error.text);
    exit(EXIT_FAILURE);
  }
  fclose(file);
  return sites;
}

/* ---- Claims ------------------------------------------------------------------------------------- */

struct claim {
  enum cleave_access_class access;
  bool made; /* there is something to be compared */
  int64_t stride;
};

static struct claim claim_of(const struct cleave_kernel_stream *stream, const struct site *site,
                             bool relabel) {
  const struct cleave_kernel_arguments arguments = {site->values, site->known, site->count};
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

/* Whether SITE accesses memory as CLAIM says. Rows sometimes end within a warp, an address need not be a multiple of a
 * sector's size, and not all lanes of a warp need to be active. */
static bool agrees(const struct claim *claim, const struct site *site) {
  const double apart = (double)llabs(claim->stride), lanes = site->lanes / site->requests;
  const double sectors = !claim->stride    ? 1
                         : apart >= SECTOR ? lanes
                                           : ((lanes - 1) * apart + site->bytes) / SECTOR;
  const double measured = site->sectors / site->requests;
  return site->difference == claim->stride && site->same >= 0.5 * site->pairs &&
         measured > 0.88 * sectors - 0.51 && measured < 1.1 * sectors + 1.01;
}

static bool fits(const struct cleave_kernel_stream *stream, const struct site *site) {
  return stream->line == site->line && (site->write ? stream->writes : stream->reads) &&
         stream->element_bytes == site->bytes;
}

struct result {
  int claims, unclaimed;
  int unmeasured; /* streams without a site on their line */
  int unfound;    /* claims without a site */
  int bad;        /* these, and sites without a claim */
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
      if (sites[i].pairs && !strcmp(sites[i].kernel, kernel->name) && fits(stream, &sites[i])) {
        claim = claim_of(stream, &sites[i], relabel);
        made = claim.made;
        candidates++;
        found += agrees(&claim, &sites[i]);
      }
    if (!candidates) {
      result->unmeasured++;
      printf("%s:%u: a stream of %u bytes was not measured\n", name, stream->line, stream->element_bytes);
      continue;
    }
    if (!made) {
      result->unclaimed++;
      continue;
    }
    result->claims++;
    if (!found) {
      printf("%s:%u: no access is %s with a stride of %lld\n", name, stream->line,
             cleave_access_class_name(claim.access), (long long)claim.stride);
      result->unfound++;
      result->bad++;
    }
  }
  for (size_t i = 0; i < count; i++) {
    const struct site *site = &sites[i];
    if (!site->line || !site->pairs || strcmp(site->kernel, kernel->name))
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

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: compare_sectors CODE.ll COUNTS\n");
    return 2;
  }
  const struct sites sites = read_sites(argv[2]);
  struct cleave_arena *arena = cleave_arena_new();
  size_t kernels;
  const struct kernel_entry *entries = read_information_file(argv[1], arena, &kernels);
  struct result result = {0};
  int measured = 0;
  for (size_t k = 0; k < kernels; k++) {
    const int before = result.claims;
    compare_kernel(&entries[k], sites.all, sites.count, getenv("SECTORS_RELABEL") != NULL, &result);
    measured += result.claims > before;
  }
  printf("%d streams of %d kernels agree, %d make no claim, %d not measured, %d do not agree\n",
         result.claims - result.unfound, measured, result.unclaimed, result.unmeasured, result.bad);
  cleave_arena_free(arena);
  return result.bad ? EXIT_FAILURE : EXIT_SUCCESS;
}
