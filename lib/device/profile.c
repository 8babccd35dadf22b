/* FILE: lib/device/profile.c
 * WHAT: reads and writes the profile of a device.
 */
#include "device/profile.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "device/profile_line.h"

/* The last four are the units of CLEAVE_TRANSFER_RATES. */
enum value_kind {
  NAME,
  ARCHITECTURE,
  COUNT,
  SIZE,
  NUMBER,
  COUNTS,
  UNIT_rate,
  UNIT_time,
  UNIT_size,
  UNIT_count
};

#define KEY(key, kind, member) {key, kind, offsetof(struct cleave_device, limits.member)}
#define RATE(member, unit) {#member, UNIT_##unit, offsetof(struct cleave_device, rates.member)},
static const struct key {
  const char *name;
  enum value_kind kind;
  size_t offset;
} keys[] = {KEY("name", NAME, name),
            KEY("architecture", ARCHITECTURE, architecture),
            KEY("multiprocessors", COUNT, multiprocessors),
            KEY("threads_per_multiprocessor", COUNT, threads_per_multiprocessor),
            KEY("blocks_per_multiprocessor", COUNT, teams_per_multiprocessor),
            KEY("registers_per_multiprocessor", COUNT, registers_per_multiprocessor),
            KEY("registers_per_block", COUNT, registers_per_team),
            KEY("shared_memory_per_multiprocessor", SIZE, shared_per_multiprocessor),
            KEY("shared_memory_per_block_opt_in", SIZE, shared_per_team),
            KEY("level_1_cache", SIZE, level_1_bytes),
            KEY("saturation_teams", NUMBER, saturation_teams),
            KEY("saturation_table", COUNTS, saturation_table),
            KEY("saturation_iterations", NUMBER, saturation_iterations),
            CLEAVE_TRANSFER_RATES(RATE)};
#undef RATE
#undef KEY
enum { KEYS = sizeof keys / sizeof *keys, ARCHITECTURE_KEY = 1, LINE_LENGTH = 512 };

/* A profile while it is read. */
struct reading {
  const char *path;
  int line;
  struct cleave_device values; /* of the keys seen so far */
  bool seen[KEYS];
  bool good;
  void (*complain)(const char *line);
};

__attribute__((format(printf, 2, 3))) static void bad(struct reading *it, const char *format, ...) {
  char problem[LINE_LENGTH], line[2 * LINE_LENGTH];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(problem, sizeof problem, format, arguments);
  va_end(arguments);
  if (it->line)
    snprintf(line, sizeof line, "%.400s:%d: %s", it->path, it->line, problem);
  else
    snprintf(line, sizeof line, "%.400s: %s", it->path, problem);
  it->good = false;
  it->complain(line);
}

/* Reads a number that is at least 0 and sets *TEXT to the text after it and the blanks that follow. */
static bool read_number(const char **text, double *number) {
  char *end;
  if (!isdigit((unsigned char)**text))
    return false;
  *number = strtod(*text, &end);
  while (isspace((unsigned char)*end))
    end++;
  *text = end;
  return true;
}

static bool to_count(double number, uint32_t *count) {
  if (number > UINT32_MAX || number != (double)(uint32_t)number)
    return false;
  *count = (uint32_t)number;
  return true;
}

static bool read_size(const char *text, uint32_t *size) {
  double number;
  if (!read_number(&text, &number))
    return false;
  if (!strcmp(text, "KiB"))
    number *= 1024;
  else if (!strcmp(text, "MiB"))
    number *= 1024 * 1024;
  else if (*text && strcmp(text, "B"))
    return false;
  return to_count(number, size);
}

static bool read_counts(const char *text, uint32_t *counts) {
  double number;
  memset(counts, 0, CLEAVE_SATURATION_STREAMS * sizeof *counts);
  for (int i = 0; *text; i++)
    if (i == CLEAVE_SATURATION_STREAMS || !read_number(&text, &number) || !to_count(number, &counts[i]))
      return false;
  return true;
}

/* Reads a number with a unit of KIND. */
static bool read_rate(enum value_kind kind, const char *text, double *value) {
  static const struct {
    enum value_kind kind;
    const char *name;
    double factor;
  } units[] = {{UNIT_rate, "GB/s", 1}, {UNIT_rate, "", 1},          {UNIT_time, "ns", 1},
               {UNIT_time, "us", 1e3}, {UNIT_time, "ms", 1e6},      {UNIT_time, "", 1},
               {UNIT_size, "B", 1},    {UNIT_size, "KiB", 1 << 10}, {UNIT_size, "MiB", 1 << 20},
               {UNIT_size, "", 1},     {UNIT_count, "", 1}};
  double number;
  if (!read_number(&text, &number))
    return false;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (units[i].kind == kind && !strcmp(units[i].name, text)) {
      *value = number * units[i].factor;
      return isfinite(*value);
    }
  return false;
}

/* Whether TEXT is a value of KEY, which is then in VALUES. */
static bool read_value(const struct key *key, const char *text, struct cleave_device *values) {
  void *member = (char *)values + key->offset;
  double number;
  switch (key->kind) {
  case NAME:
    return *text && strlen(text) < sizeof values->limits.name && strcpy(member, text);
  case ARCHITECTURE:
    return cleave_architecture_read(text, member);
  case COUNT:
    return read_number(&text, &number) && !*text && to_count(number, member);
  case SIZE:
    return read_size(text, member);
  case NUMBER:
    if (!read_number(&text, &number) || *text || number > 1e18)
      return false;
    *(double *)member = number;
    return true;
  case COUNTS:
    return *text && read_counts(text, member);
  default:
    return read_rate(key->kind, text, member);
  }
}

static void read_line(struct reading *it, char *line) {
  static const char *const expected[] = {"a name of at most 63 bytes",
                                         "a name such as sm_90 or gfx90a, or a number such as 90",
                                         "a whole number",
                                         "a size in B, KiB or MiB",
                                         "a number",
                                         "up to 10 whole numbers",
                                         "a rate in GB/s",
                                         "a time in ns, us or ms",
                                         "a size in B, KiB or MiB",
                                         "a number"};
  char *text;
  const char *name = cleave_profile_key(line, &text);
  if (!name) {
    bad(it, "expected KEY = VALUE: %.60s", line);
    return;
  }
  size_t key = 0;
  while (key < KEYS && strcmp(keys[key].name, name))
    key++;
  if (key == KEYS)
    bad(it, "unknown key '%.60s'", name);
  else if (it->seen[key])
    bad(it, "duplicate value for %s", name);
  else if (!read_value(&keys[key], text, &it->values))
    bad(it, "%s = %.60s: the value must be %s", name, text, expected[keys[key].kind]);
  else
    it->seen[key] = true;
}

static void read_lines(struct reading *it, FILE *file) {
  char line[LINE_LENGTH];
  while (fgets(line, sizeof line, file)) {
    it->line++;
    if (strlen(line) + 1 == sizeof line && line[sizeof line - 2] != '\n') {
      bad(it, "the line is longer than %d bytes", LINE_LENGTH - 2);
      return;
    }
    char *text = cleave_profile_trim(line);
    if (*text)
      read_line(it, text);
  }
  it->line = 0;
  if (ferror(file))
    bad(it, "cannot read it: %s", strerror(errno));
}

static size_t size_of(enum value_kind kind) {
  const struct cleave_device_limits *limits = NULL;
  return kind == NAME                                            ? sizeof limits->name
         : kind == COUNTS                                        ? sizeof limits->saturation_table
         : kind == COUNT || kind == SIZE || kind == ARCHITECTURE ? sizeof limits->multiprocessors
                                                                 : sizeof(double);
}

/* A profile of ARCHITECTURE was named for a device of OWN. */
static void complain_of_other(struct reading *it, uint32_t architecture, uint32_t own) {
  char first[CLEAVE_ARCHITECTURE_NAME], second[CLEAVE_ARCHITECTURE_NAME];
  bad(it, "it is for %s, and the device is %s", cleave_architecture_name(architecture, first),
      cleave_architecture_name(own, second));
}

/* Sets *DEVICE to the device NAME, unless it is of another architecture. */
static bool use_named(const char *name, struct cleave_device *device, struct reading *it) {
  struct cleave_device named;
  if (strchr(name, '/') || !cleave_device_named(name, &named))
    return false;
  const uint32_t architecture = named.limits.architecture, own = device->limits.architecture;
  if (own && own != architecture)
    complain_of_other(it, architecture, own);
  else
    *device = named;
  return true;
}

bool cleave_profile_read(const char *path, struct cleave_device *device, void (*complain)(const char *line)) {
  struct reading it = {.path = path, .good = true, .complain = complain};
  FILE *file = fopen(path, "re");
  if (!file && use_named(path, device, &it))
    return it.good;
  if (!file) {
    bad(&it, "cannot read it: %s", strerror(errno));
    return false;
  }
  const locale_t before = cleave_profile_begin();
  read_lines(&it, file);
  cleave_profile_end(before);
  fclose(file);
  struct cleave_device result = *device;
  const uint32_t architecture = it.values.limits.architecture, own = result.limits.architecture;
  if (it.seen[ARCHITECTURE_KEY] && own && architecture != own)
    complain_of_other(&it, architecture, own);
  else if (!own && !cleave_device_limits_of(architecture, &result.limits) && it.good)
    bad(&it, "it requires a value for architecture: 60 or more, gfx90a or gfx942");
  for (size_t key = 0; key < KEYS; key++)
    if (it.seen[key])
      memcpy((char *)&result + keys[key].offset, (char *)&it.values + keys[key].offset,
             size_of(keys[key].kind));
  if (it.good)
    *device = result;
  return it.good;
}

/* Writes a rate that is known; before the first one, a comment. */
static bool write_rate(const struct key *key, double value, bool any, FILE *out) {
  static const char *const units[] = {
      [UNIT_rate] = " GB/s", [UNIT_time] = " ns", [UNIT_size] = " B", [UNIT_count] = ""};
  if (!(value > 0))
    return false;
  fprintf(out, "%s%s = %.6g%s\n", any ? "" : "\n# What transfers cost: all measured.\n", key->name, value,
          units[key->kind]);
  return true;
}

/* Of NVIDIA, the number, as in all profiles before there were others. */
static void write_architecture(uint32_t architecture, FILE *out) {
  char name[CLEAVE_ARCHITECTURE_NAME];
  const char *text = cleave_architecture_name(architecture, name);
  fprintf(out, " %s", text + (cleave_architecture_is_amd(architecture) ? 0 : strlen("sm_")));
}

void cleave_profile_write(const struct cleave_device *device, FILE *out) {
  bool any = false;
  for (size_t key = 0; key < KEYS; key++) {
    const void *member = (const char *)device + keys[key].offset;
    if (keys[key].kind >= UNIT_rate) {
      any |= write_rate(&keys[key], *(const double *)member, any, out);
      continue;
    }
    fprintf(out, "%s =", keys[key].name);
    switch (keys[key].kind) {
    case NAME:
      fprintf(out, " %s", (const char *)member);
      break;
    case ARCHITECTURE:
      write_architecture(*(const uint32_t *)member, out);
      break;
    case COUNT:
      fprintf(out, " %" PRIu32, *(const uint32_t *)member);
      break;
    case SIZE:
      fprintf(out, " %" PRIu32 " B", *(const uint32_t *)member);
      break;
    case NUMBER:
      fprintf(out, " %.17g", *(const double *)member);
      break;
    case COUNTS:
      for (int i = 0; i < CLEAVE_SATURATION_STREAMS; i++)
        fprintf(out, " %" PRIu32, ((const uint32_t *)member)[i]);
      break;
    default:
      break;
    }
    fputc('\n', out);
  }
}

bool cleave_profile_path(const char *name, char *path, size_t size) {
  const char *given = getenv("CLEAVE_PROFILE"), *folder = getenv("XDG_CONFIG_HOME");
  int length;
  if (given && *given) {
    length = snprintf(path, size, "%s", given);
    return length > 0 && (size_t)length < size;
  }
  /* A relative $XDG_CONFIG_HOME is to be ignored, says its specification. */
  const char *home = getenv("HOME");
  if (folder && *folder == '/')
    length = snprintf(path, size, "%s/cleave/", folder);
  else if (home && *home)
    length = snprintf(path, size, "%s/.config/cleave/", home);
  else
    return false;
  bool gap = false;
  size_t start = (size_t)length, at = start;
  for (; *name; name++) {
    bool kept = isalnum((unsigned char)*name);
    bool dash = kept && gap && at > start;
    if (at + kept + dash + sizeof ".profile" > size)
      return false;
    if (dash)
      path[at++] = '-';
    if (kept)
      path[at++] = (char)tolower((unsigned char)*name);
    gap = !kept;
  }
  if (at == start)
    return false;
  strcpy(path + at, ".profile");
  return true;
}
