/* FILE: lib/compile/agreement.c
 * WHAT: makes the host and device compilations of a file transform the same regions in the same way.
 *
 * The host compilation runs first, and nothing can change its result later. It therefore plans each region as each
 * device compilation will, and excludes those for which the plans differ: functions and macros may be others on a
 * device. Its stamp lists the excluded regions and the digests of the others. The device compilation reads the stamp.
 */
#include "compile/compile_driver.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "model/arena.h"
#include "model/reasons.h"

/* Finds the digest of the region on LINE in a stamp. Advances *AT; returns false at the end. */
static bool next_digest(const char **at, uint32_t *line, uint64_t *digest) {
  int used = 0;
  if (sscanf(*at, " %" SCNu32 ":%" SCNx64 "%n", line, digest, &used) < 2 || !used)
    return false;
  *at += used;
  return true;
}

static const char *digests_of(const char *stamp) {
  const char *mark = stamp ? strstr(stamp, CLEAVE_STAMP_MARK) : NULL;
  return mark ? mark + sizeof CLEAVE_STAMP_MARK - 1 : "";
}

bool cleave_compile_host_transforms(const char *host_asm) { return *digests_of(host_asm) != '\0'; }

static bool has_digest(const char *digests, uint32_t line, uint64_t wanted, bool *has_line) {
  uint32_t other;
  uint64_t digest;
  *has_line = false;
  while (next_digest(&digests, &other, &digest))
    if (other == line) {
      *has_line = true;
      if (digest == wanted)
        return true;
    }
  return false;
}

/* ---- the host's side ---------------------------------------------------------------------------------------- */

/* Adds LINE to the lines that OPTIONS exclude. Returns false if it is there. */
static bool exclude(struct cleave_arena *arena, struct cleave_options *options, uint32_t line) {
  if (cleave_options_differs(options, line))
    return false;
  uint32_t *lines = cleave_arena_allocate(arena, (options->differing_count + 1) * sizeof *lines);
  if (options->differing_count)
    memcpy(lines, options->differing, options->differing_count * sizeof *lines);
  lines[options->differing_count++] = line;
  options->differing = lines;
  return true;
}

/* Excludes the lines of ONE that OTHER lacks or has with another digest. A line that is excluded already is that of a
 * data environment. Returns the number of lines that differ. */
static size_t exclude_differences(struct cleave_arena *arena, struct cleave_options *options, const char *one,
                                  const char *other) {
  size_t found = 0;
  uint32_t line;
  uint64_t digest;
  bool has_line;
  while (next_digest(&one, &line, &digest))
    if (digest && !has_digest(other, line, digest, &has_line)) {
      found++;
      if (!exclude(arena, options, line))
        exclude(arena, options, 0);
    }
  return found;
}

struct cleave_result *cleave_compile_agreeing(struct cleave_view *views, size_t count, size_t reference) {
  struct cleave_arena *arena = views[0].units[0]->arena;
  for (;;) {
    struct cleave_result **results = cleave_arena_allocate(arena, count * sizeof *results);
    for (size_t i = 0; i < count; i++)
      results[i] =
          cleave_compile_expanding(views[i].units, views[i].count, &views[i].options, &views[i].reader);
    struct cleave_options *options = &views[0].options;
    const size_t known = options->differing_count;
    size_t found = 0;
    const char *expected = digests_of(results[reference]->stamp);
    for (size_t i = 0; i < count; i++) {
      const char *other = digests_of(results[i]->stamp);
      if (i && i != reference)
        found += exclude_differences(arena, options, expected, other) +
                 exclude_differences(arena, options, other, expected);
    }
    if (!found)
      return results[0];
    if (options->differing_count == known) { /* nothing is left to exclude */
      for (size_t i = 0; i < views[0].count; i++)
        results[0][i].text = results[0][i].readable = NULL;
      results[0][0].stamp = results[0][0].declarations = NULL;
      return results[0];
    }
    for (size_t i = 1; i < count; i++) {
      views[i].options.differing = options->differing;
      views[i].options.differing_count = options->differing_count;
    }
  }
}

/* ---- the device's side -------------------------------------------------------------------------------------- */

const uint32_t *cleave_compile_differing(struct cleave_arena *arena, const char *host_asm, size_t *count) {
  struct cleave_options options = {0};
  uint32_t line;
  uint64_t digest;
  for (const char *at = digests_of(host_asm); next_digest(&at, &line, &digest);)
    if (!digest)
      exclude(arena, &options, line);
  *count = options.differing_count;
  return options.differing;
}

static const struct cleave_remark *difference(const struct cleave_unit *const *units, size_t count,
                                              uint32_t line, const char *what, size_t *file) {
  uint32_t region = CLEAVE_NO_REGION, offset = 0;
  for (size_t i = count; i--;)
    for (uint32_t r = 0; r < units[i]->region_count; r++)
      if (units[i]->regions[r].line == line) {
        *file = i;
        region = r;
        offset = units[i]->regions[r].offset;
      }
  struct cleave_remark *remark = cleave_arena_allocate(units[0]->arena, sizeof *remark);
  *remark = (struct cleave_remark){
      .kind = CLEAVE_REMARK_ERROR,
      .code = CLEAVE_REASON_RUNS_DIFFER,
      .region = region,
      .offset = offset,
      .message = cleave_arena_format(
          units[0]->arena,
          "host and device compilations transform the target region differently at line %" PRIu32 ": %s",
          line, what),
      .advice = cleave_arena_format(units[0]->arena,
                                    "run both by one clang command, or exclude the region with "
                                    "-fplugin-arg-cleave-skip=%" PRIu32,
                                    line),
  };
  return remark;
}

const struct cleave_remark *cleave_compile_check_files(const struct cleave_unit *const *units, size_t count,
                                                       const struct cleave_result *results,
                                                       const char *host_asm, size_t *file) {
  const char *host = digests_of(host_asm), *device = digests_of(results[0].stamp);
  uint32_t line;
  uint64_t digest;
  bool has_line;
  *file = 0;
  for (const char *at = device; next_digest(&at, &line, &digest);)
    if (digest && !has_digest(host, line, digest, &has_line))
      return difference(units, count, line,
                        has_line ? "both transform it, with different results"
                                 : "only the device's compilation transforms it",
                        file);
  for (const char *at = host; next_digest(&at, &line, &digest);)
    if (digest && !has_digest(device, line, digest, &has_line))
      return difference(units, count, line, "only the host's compilation transforms it", file);
  return NULL;
}

const struct cleave_remark *cleave_compile_check(const struct cleave_unit *unit,
                                                 const struct cleave_result *result, const char *host_asm) {
  size_t file;
  return cleave_compile_check_files(&unit, 1, result, host_asm, &file);
}
