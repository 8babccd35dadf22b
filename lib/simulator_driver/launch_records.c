/* FILE: lib/simulator_driver/launch_records.c
 * WHAT: CLEAVE_SIMULATOR_COUNTS: one JSON object per line for each device, launch and copy. `cleave simulate` reads them.
 */
#include "simulator_driver/simulator_driver.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static FILE *file;

/* The members of struct gpu_counts that are one number. */
static const struct {
  const char *name;
  size_t offset;
} numbers[] = {
#define NUMBER(name, unit) {#name, offsetof(struct gpu_counts, name)},
    GPU_NUMBERS(NUMBER)
#undef NUMBER
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static const char *const classes[] = {
#define CLASS(enumerator, name) name,
    GPU_CLASSES(CLASS)
#undef CLASS
};

/* Writes TEXT as a JSON string. */
static void write_text(const char *text) {
  fputc('"', file);
  for (; *text; text++)
    if (*text == '"' || *text == '\\' || (unsigned char)*text < ' ')
      fprintf(file, "\\u%04x", (unsigned char)*text);
    else
      fputc(*text, file);
  fputc('"', file);
}

bool records_start(const char *path, char *error, size_t size) {
  const struct profile *profile = &driver.profile;
  if (!path || !*path || file)
    return true;
  file = fopen(path, "ae");
  if (!file) {
    snprintf(error, size, "cannot write the counts %s: %s", path, strerror(errno));
    return false;
  }
  setvbuf(file, NULL, _IOLBF, 0); /* complete lines if the program crashes */
  fputs("{\"type\": \"device\", \"name\": ", file);
  write_text(profile->name);
  fprintf(
      file,
      ", \"architecture\": %.0f, \"devices\": %d, \"multiprocessors\": %.0f, \"threads_per_multiprocessor\": "
      "%.0f}\n",
      profile->architecture, driver.device_count, profile->multiprocessors,
      profile->threads_per_multiprocessor);
  return true;
}

static void write_classes(const char *name, const uint64_t *counts) {
  fprintf(file, ", \"%s\": {", name);
  for (int i = 0; i < GPU_CLASS_COUNT; i++)
    fprintf(file, "%s\"%s\": %" PRIu64, i ? ", " : "", classes[i], counts[i]);
  fputc('}', file);
}

static void write_counts(const struct gpu_counts *counts) {
  fputs(", \"counts\": {", file);
  for (int i = 0; i < NUMBERS; i++) {
    uint64_t value;
    memcpy(&value, (const char *)counts + numbers[i].offset, sizeof value);
    fprintf(file, "%s\"%s\": %" PRIu64, i ? ", " : "", numbers[i].name, value);
  }
  write_classes("warp_instructions", counts->warp_instructions);
  write_classes("lane_instructions", counts->lane_instructions);
  fputc('}', file);
}

static void write_place(const struct CUstream_st *stream, struct span span) {
  fprintf(file, ", \"device\": %d, \"stream\": %u, \"start\": %" PRId64 ", \"end\": %" PRId64,
          stream->device->ordinal, stream->number, span.start, span.end);
}

void record_launch(const struct launch *launch, const struct executed *executed, struct span span) {
  const struct CUfunc_st *function = launch->function;
  const unsigned *grid = launch->grid, *block = launch->block;
  if (!file)
    return;
  fputs("{\"type\": \"launch\", \"kernel\": ", file);
  write_text(function->name);
  write_place(launch->stream, span);
  fprintf(file, ", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u]", grid[0], grid[1], grid[2], block[0],
          block[1], block[2]);
  fprintf(file, ", \"registers\": %u, \"shared_bytes\": %u, \"local_bytes\": %u, \"resident_blocks\": %u",
          function->registers, function->shared_bytes + launch->shared_bytes, function->local_bytes,
          kernel_resident_blocks(function, block[0] * block[1] * block[2], launch->shared_bytes));
  fprintf(file, ", \"status\": \"%s\"", executed->status);
  if (executed->executed)
    write_counts(&executed->counts);
  fputs("}\n", file);
}

void record_copy(const char *direction, const struct CUstream_st *stream, size_t bytes, bool pinned,
                 struct span span) {
  if (!file)
    return;
  fprintf(file, "{\"type\": \"copy\", \"direction\": \"%s\"", direction);
  write_place(stream, span);
  fprintf(file, ", \"bytes\": %zu, \"pinned\": %s}\n", bytes, pinned ? "true" : "false");
}

void records_forget(void) {
  if (file)
    fclose(file);
  file = NULL;
}
