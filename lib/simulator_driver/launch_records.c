/* FILE: lib/simulator_driver/launch_records.c
 * WHAT: CLEAVE_SIMULATOR_COUNTS: one JSON object per line for each device, launch and copy. `cleave simulate` reads them.
 */
#include "simulator_driver/simulator_driver.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
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

static void write_time(const struct gpu_time *time) {
  const struct {
    const char *name;
    double value;
  } parts[] = {
      {"launch", time->launch},
#define PART(member, name) {name, time->member},
      GPU_TIME_PARTS(PART)
#undef PART
          {"barriers", time->barriers},
      {"queueing", time->queueing},
      {"tail", time->tail},
  };
  fprintf(file, ", \"bound\": \"%s\", \"waves\": %.0f, \"parts\": {", time->bound, time->waves);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    fprintf(file, "%s\"%s\": %.0f", i ? ", " : "", parts[i].name, parts[i].value);
  fputc('}', file);
}

static void write_place(const struct CUstream_st *stream, struct span span) {
  fprintf(file, ", \"device\": %d, \"stream\": %u, \"start\": %" PRId64 ", \"end\": %" PRId64,
          stream->device->ordinal, stream->number, span.start, span.end);
}

static void write_sites(const struct gpu_site *sites, size_t count) {
  fputs(", \"sites\": [", file);
  for (size_t i = 0; i < count; i++) {
    const struct gpu_site *site = &sites[i];
    fprintf(file, "%s{\"operation\": %" PRIu32 ", \"function\": ", i ? ", " : "", site->operation);
    write_text(site->function);
    if (site->file && site->line) {
      fputs(", \"file\": ", file);
      write_text(site->file);
      fprintf(file, ", \"line\": %u", site->line);
    }
    fprintf(file,
            ", \"kind\": \"%s\", \"space\": \"%s\", \"bytes\": %u, \"requests\": %" PRIu64
            ", \"lanes\": %" PRIu64 ", \"sectors\": %" PRIu64 ", \"ideal_sectors\": %" PRIu64
            ", \"pairs\": %" PRIu64 ", \"difference\": %" PRId64 ", \"same\": %" PRIu64 "}",
            site->kind, site->space, site->bytes, site->requests, site->lanes, site->sectors,
            site->ideal_sectors, site->pairs, site->difference, site->same);
  }
  fputc(']', file);
}

/* The parameters of up to eight bytes, as signed numbers; larger ones are null. */
static void write_parameters(const struct launch *launch) {
  const struct gpu_kernel *kernel = launch->function->kernel;
  fputs(", \"parameters\": [", file);
  for (size_t i = 0; i < kernel->parameter_count; i++) {
    const struct gpu_parameter *parameter = &kernel->parameters[i];
    const void *from =
        launch->list ? launch->list[i] : (const unsigned char *)launch->buffer + parameter->offset;
    int64_t value = 0;
    if (i)
      fputs(", ", file);
    if (parameter->bytes > sizeof value) {
      fputs("null", file);
      continue;
    }
    memcpy(&value, from, parameter->bytes); /* the host is little-endian */
    fprintf(file, "%" PRId64, value);
  }
  fputc(']', file);
}

static void write_record(const struct launch *launch, const struct executed *executed, struct span span) {
  const struct CUfunc_st *function = launch->function;
  const unsigned *grid = launch->grid, *block = launch->block;
  fputs("{\"type\": \"launch\", \"kernel\": ", file);
  write_text(function->name);
  write_place(launch->stream, span);
  fprintf(file, ", \"grid\": [%u, %u, %u], \"block\": [%u, %u, %u]", grid[0], grid[1], grid[2], block[0],
          block[1], block[2]);
  fprintf(file, ", \"registers\": %u, \"shared_bytes\": %u, \"local_bytes\": %u, \"resident_blocks\": %u",
          function->registers, function->shared_bytes + launch->shared_bytes, function->local_bytes,
          kernel_resident_blocks(function, block[0] * block[1] * block[2], launch->shared_bytes));
  fprintf(file, ", \"status\": \"%s\"", executed->status);
  if (executed->done)
    write_time(&executed->time);
  if (executed->executed)
    write_counts(&executed->counts);
  if (executed->executed && driver.sites) {
    write_parameters(launch);
    write_sites(executed->sites, executed->site_count);
  }
  fputs("}\n", file);
}

void record_launch(const struct launch *launch, struct executed *executed, struct span span) {
  if (file)
    write_record(launch, executed, span);
  free(executed->sites);
  executed->sites = NULL;
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
