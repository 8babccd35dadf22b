/* FILE: lib/transfermodel/rates.c
 * WHAT: the rates of devices: those that are known by name, from the files in devices/, and the user's
 *       profile.
 *
 * A profile is the one of lib/geometry/profile.h, and each of the two readers passes over the other's keys.
 * What is no key of either, and lines that are none, is for that one to say.
 */
#include "transfermodel/transfermodel.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>

#include "model/profile_line.h"

static const struct {
  const char *name; /* as the driver says it */
  struct cleave_transfer_rates rates;
} devices[] = {
    {
#include "transfermodel/devices/nvidia-h200.def"
    },
    {
#include "transfermodel/devices/nvidia-a100.def"
    },
    {
#include "transfermodel/devices/nvidia-titan-x-pascal.def"
    },
};

enum unit { rate, time, size, count };

static const struct unit_name {
  enum unit unit;
  const char *name;
  double factor;
} units[] = {
    {rate, "GB/s", 1},      {rate, "", 1}, {time, "ns", 1}, {time, "us", 1e3},
    {time, "ms", 1e6},      {time, "", 1}, {size, "B", 1},  {size, "KiB", 1 << 10},
    {size, "MiB", 1 << 20}, {size, "", 1}, {count, "", 1},
};
enum { UNITS = sizeof units / sizeof *units, LINE_LENGTH = 512 };

static const struct key {
  const char *name;
  enum unit unit;
  size_t offset;
} keys[] = {
#define KEY(member, unit) {#member, unit, offsetof(struct cleave_transfer_rates, member)},
    CLEAVE_TRANSFER_RATES(KEY)
#undef KEY
};
enum { KEYS = sizeof keys / sizeof *keys };

static double *member(struct cleave_transfer_rates *rates, size_t key) {
  return (double *)((char *)rates + keys[key].offset);
}

static bool read_value(enum unit unit, const char *text, double *value) {
  char *end;
  if (!isdigit((unsigned char)*text))
    return false;
  double number = strtod(text, &end);
  while (isspace((unsigned char)*end))
    end++;
  for (size_t i = 0; i < UNITS; i++)
    if (units[i].unit == unit && !strcmp(units[i].name, end)) {
      *value = number * units[i].factor;
      return isfinite(*value);
    }
  return false;
}

/* A profile while it is read. */
struct reading {
  const char *path;
  int line;
  struct cleave_transfer_rates values;
  bool seen[KEYS];
  uint32_t architecture; /* 0: not said */
  bool good;
  void (*complain)(const char *line);
};

static void bad(struct reading *it, const char *what, const char *name, const char *text) {
  char line[2 * LINE_LENGTH];
  snprintf(line, sizeof line, "%.400s:%d: %s = %.60s: %s", it->path, it->line, name, text, what);
  it->good = false;
  it->complain(line);
}

static void read_line(struct reading *it, char *line) {
  static const char *const wanted[] = {[rate] = "the value must be a rate in GB/s",
                                       [time] = "the value must be a time in ns, us or ms",
                                       [size] = "the value must be a size in B, KiB or MiB",
                                       [count] = "the value must be a number"};
  char *text;
  const char *name = cleave_profile_key(line, &text);
  if (!name)
    return;
  if (!strcmp(name, "architecture"))
    it->architecture = (uint32_t)strtoul(text, NULL, 10);
  for (size_t key = 0; key < KEYS; key++) {
    if (strcmp(keys[key].name, name))
      continue;
    if (it->seen[key])
      bad(it, "duplicate value", name, text);
    else if (!read_value(keys[key].unit, text, member(&it->values, key)))
      bad(it, wanted[keys[key].unit], name, text);
    it->seen[key] = true;
  }
}

static void read_profile(const char *path, uint32_t architecture, struct cleave_transfer_rates *rates,
                         void (*complain)(const char *line)) {
  struct reading it = {.path = path, .good = true, .complain = complain};
  char line[LINE_LENGTH];
  FILE *file = fopen(path, "re");
  if (!file)
    return; /* the other reader says so */
  while (fgets(line, sizeof line, file)) {
    it.line++;
    read_line(&it, cleave_profile_trim(line));
  }
  fclose(file);
  if (!it.good || (it.architecture && it.architecture != architecture))
    return;
  for (size_t key = 0; key < KEYS; key++)
    if (it.seen[key])
      *member(rates, key) = *member(&it.values, key);
}

void cleave_transfer_rates_read(const char *name, uint32_t architecture, const char *path,
                                struct cleave_transfer_rates *rates, void (*complain)(const char *line)) {
  *rates = (struct cleave_transfer_rates){0};
  for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
    if (!strcmp(devices[i].name, name))
      *rates = devices[i].rates;
  /* What a page costs depends on its size: where that is another one, the cost is not known. */
  double page = (double)sysconf(_SC_PAGESIZE);
  if (rates->page_size != page)
    rates->registration_per_page = 0;
  rates->page_size = page;
  if (!path)
    return;
  const locale_t before = cleave_profile_begin();
  read_profile(path, architecture, rates, complain);
  cleave_profile_end(before);
}

void cleave_transfer_rates_write(const struct cleave_transfer_rates *rates, FILE *out) {
  static const char *const unit_of[] = {[rate] = " GB/s", [time] = " ns", [size] = " B", [count] = ""};
  for (size_t key = 0; key < KEYS; key++) {
    double value = *(const double *)((const char *)rates + keys[key].offset);
    if (value > 0)
      fprintf(out, "%s = %.6g%s\n", keys[key].name, value, unit_of[keys[key].unit]);
  }
}

struct cleave_transfer_rates cleave_transfer_rates_of_host(void) {
  /* All assumed: of one thread that copies, and of threads that wake each other up. */
  return (struct cleave_transfer_rates){.pageable_to_device = 5,
                                        .pageable_from_device = 5,
                                        .copy_latency = 200,
                                        .handover = 20e3,
                                        .page_size = (double)sysconf(_SC_PAGESIZE),
                                        .kernel_launch = 5e3,
                                        .memory_bandwidth = 10};
}
