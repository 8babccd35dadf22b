/* FILE: tools/simulation_sites.c
 * WHAT: `cleave simulate`: which source lines of a kernel request how many sectors of memory.
 *
 * The simulated driver counts instructions. The instructions of a source line that access the same space in the same way are
 * one site here. Instructions without a line are one site for each function.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "image/image.h"
#include "model/arena.h"
#include "quantities.h"
#include "readable_names.h"
#include "simulation.h"

static const char *string(const json_t *object, const char *key, struct cleave_arena *arena) {
  const char *text = json_string_value(json_object_get(object, key));
  return text ? cleave_arena_copy(arena, text, strlen(text)) : NULL;
}

static bool is_same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* The function NAME of the device code as users know it. */
static const char *function_text(const char *name, struct cleave_arena *arena) {
  const char *function;
  size_t length;
  uint32_t line;
  if (cleave_kernel_name_read(name, &function, &length, &line))
    name = cleave_arena_copy(arena, function, length);
  return cleave_demangled(cleave_printable(name, arena), arena);
}

static struct cleave_simulated_site *find_site(struct cleave_simulated_kernel *kernel,
                                               const struct cleave_simulated_site *key,
                                               struct cleave_arena *arena) {
  for (size_t i = 0; i < kernel->site_count; i++) {
    struct cleave_simulated_site *site = &kernel->sites[i];
    if (site->line == key->line && is_same(site->file, key->file) && !strcmp(site->kind, key->kind) &&
        !strcmp(site->space, key->space) && !strcmp(site->function, key->function))
      return site;
  }
  CLEAVE_APPEND(arena, kernel->sites, kernel->site_count, *key);
  return &kernel->sites[kernel->site_count - 1];
}

/* The number KEY of an executed sample, TIMES as much. */
static uint64_t number(const json_t *object, const char *key, double times) {
  const json_int_t value = json_integer_value(json_object_get(object, key));
  return times == 1 ? (uint64_t)value : (uint64_t)((double)value * times);
}

static void add_site(struct cleave_simulated_kernel *kernel, const json_t *record, double times,
                     struct cleave_arena *arena) {
  struct cleave_simulated_site key = {.file = string(record, "file", arena), .function = ""};
  const char *kind = string(record, "kind", arena), *space = string(record, "space", arena);
  const char *function = string(record, "function", arena);
  key.kind = kind ? kind : "";
  key.space = space ? space : "";
  key.line = key.file ? (uint32_t)number(record, "line", 1) : 0;
  if (!key.file && function)
    key.function = function_text(function, arena);
  struct cleave_simulated_site *site = find_site(kernel, &key, arena);
  site->requests += number(record, "requests", times);
  site->lanes += number(record, "lanes", times);
  site->bytes += number(record, "lanes", times) * number(record, "bytes", 1);
  site->sectors += number(record, "sectors", times);
  site->ideal_sectors += number(record, "ideal_sectors", times);
}

void cleave_simulated_sites_add(struct cleave_simulated_kernel *kernel, const json_t *record,
                                struct cleave_arena *arena) {
  const json_t *counts = json_object_get(record, "counts"), *site;
  const double blocks = (double)number(counts, "blocks", 1),
               executed = (double)number(counts, "executed_blocks", 1);
  size_t i;
  json_array_foreach(json_object_get(record, "sites"), i, site)
      add_site(kernel, site, executed > 0 && executed < blocks ? blocks / executed : 1, arena);
}

static int compare_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

/* Ties are ordered by names, because the order of the records means nothing to users. */
static int compare(const void *left, const void *right) {
  const struct cleave_simulated_site *a = left, *b = right;
  if (a->sectors != b->sectors)
    return a->sectors < b->sectors ? 1 : -1;
  const int file = compare_text(a->file, b->file);
  if (file)
    return file;
  if (a->line != b->line)
    return a->line < b->line ? -1 : 1;
  const int kind = strcmp(a->kind, b->kind), space = strcmp(a->space, b->space);
  return kind ? kind : space ? space : strcmp(a->function, b->function);
}

void cleave_simulated_sites_sort(struct cleave_simulated_kernel *kernel) {
  if (kernel->site_count)
    qsort(kernel->sites, kernel->site_count, sizeof *kernel->sites, compare);
}

/* All sectors of the kernel's sites. */
static double sectors_of(const struct cleave_simulated_kernel *kernel) {
  double sum = 0;
  for (size_t i = 0; i < kernel->site_count; i++)
    sum += (double)kernel->sites[i].sectors;
  return sum;
}

static double ratio(uint64_t value, uint64_t of) { return of ? (double)value / (double)of : -1; }

enum { FUNCTION_WIDTH = 34 }; /* for lines of 100 columns */

static const char *place(const struct cleave_simulated_site *site, struct cleave_arena *arena) {
  if (!site->file) {
    const bool fits = strlen(site->function) <= FUNCTION_WIDTH;
    return cleave_arena_format(arena, "no line, in %.*s%s", fits ? FUNCTION_WIDTH : FUNCTION_WIDTH - 3,
                               site->function, fits ? "" : "...");
  }
  const char *slash = strrchr(site->file, '/');
  return cleave_arena_format(arena, "%s:%" PRIu32, slash ? slash + 1 : site->file, site->line);
}

void cleave_simulated_sites_print(const struct cleave_simulated_kernel *kernel, size_t most,
                                  struct cleave_text *out) {
  struct cleave_arena *arena = out->arena;
  const double all = sectors_of(kernel);
  double left = all;
  if (!kernel->site_count) {
    cleave_text_add(out, "    no accesses to global or local memory\n");
    return;
  }
  cleave_text_format(out, "    %8s  %8s  %5s  %5s  %-13s  %s\n", "requests", "sectors", "ideal", "share",
                     "access", "source line");
  for (size_t i = 0; i < kernel->site_count && i < most; i++) {
    const struct cleave_simulated_site *site = &kernel->sites[i];
    cleave_text_format(out, "    %8s  %8s  %5s  %5s  %-6s %-6s  %s\n",
                       cleave_count_text((double)site->requests, arena),
                       cleave_decimal_text(ratio(site->sectors, site->requests), arena),
                       cleave_decimal_text(ratio(site->ideal_sectors, site->requests), arena),
                       cleave_percent_text(all > 0 ? (double)site->sectors / all : 0, arena), site->kind,
                       site->space, place(site, arena));
    left -= (double)site->sectors;
  }
  if (kernel->site_count > most)
    cleave_text_format(out, "    %zu more with %s of the sectors\n", kernel->site_count - most,
                       cleave_percent_text(all > 0 ? left / all : 0, arena));
}

bool cleave_simulation_lacks_lines(const struct cleave_simulation *simulation) {
  bool any = false;
  for (size_t i = 0; i < simulation->kernel_count; i++)
    for (size_t j = 0; j < simulation->kernels[i].site_count; j++) {
      any = true;
      if (simulation->kernels[i].sites[j].file)
        return false;
    }
  return any;
}

json_t *cleave_simulated_sites_json(const struct cleave_simulated_kernel *kernel) {
  const double all = sectors_of(kernel);
  json_t *sites = json_array();
  for (size_t i = 0; i < kernel->site_count; i++) {
    const struct cleave_simulated_site *site = &kernel->sites[i];
    json_array_append_new(
        sites,
        json_pack("{s:s?, s:I, s:s, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:f}", "file", site->file, "line",
                  (json_int_t)site->line, "function", site->function, "kind", site->kind, "space",
                  site->space, "requests", (json_int_t)site->requests, "lanes", (json_int_t)site->lanes,
                  "bytes", (json_int_t)site->bytes, "sectors", (json_int_t)site->sectors, "ideal_sectors",
                  (json_int_t)site->ideal_sectors, "share", all > 0 ? (double)site->sectors / all : 0.0));
  }
  return sites;
}
