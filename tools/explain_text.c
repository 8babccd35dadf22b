/* FILE: tools/explain_text.c
 * WHAT: the report of `cleave explain` as text: regions in the order of files and lines, a summary and a ranking.
 */
#include "explain_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/arena.h"
#include "model/text.h"

enum {
  RANKED = 10,                  /* regions in the ranking, at most */
  ASSUMED_ITERATIONS = 1000000, /* of a loop whose length is not known */
};

struct entry {
  const char *file;
  const json_t *region;
  size_t order;        /* of its first appearance */
  size_t compilations; /* the number of those with the same report of the region */
};

struct report {
  struct cleave_arena *arena;
  struct entry *entries;
  size_t count, file_count;
  bool all;
};

static const char *text_of(const json_t *object, const char *name) {
  return json_string_value(json_object_get(object, name));
}

static json_int_t number_of(const json_t *object, const char *name) {
  return json_integer_value(json_object_get(object, name));
}

static bool is(const json_t *object, const char *name, const char *value) {
  return !strcmp(text_of(object, name), value);
}

/* ---- Collecting ---------------------------------------------------------------------------------- */

/* FILE, relative to the working directory if it is inside of it. */
static const char *short_name(struct cleave_arena *arena, const char *file) {
  char *here = getcwd(NULL, 0);
  const size_t length = here ? strlen(here) : 0;
  if (length && !strncmp(file, here, length) && file[length] == '/')
    file = cleave_arena_format(arena, "%s", file + length + 1);
  free(here);
  return file;
}

static int compare_entries(const void *left, const void *right) {
  const struct entry *one = left, *other = right;
  const int order = strcmp(one->file, other->file);
  const json_int_t a = number_of(one->region, "line"), b = number_of(other->region, "line");
  if (order)
    return order;
  return a != b ? (a > b) - (a < b) : (one->order > other->order) - (one->order < other->order);
}

/* Adds the regions of FILE. A region counts once, if several compilations have the same report of it: regions of headers do, and
 * those of a file that is compiled several times. */
static void add_file(struct report *report, const json_t *file) {
  const char *name = short_name(report->arena, text_of(file, "file"));
  const json_t *regions = json_object_get(file, "regions");
  for (size_t i = 0; i < json_array_size(regions); i++) {
    const struct entry entry = {name, json_array_get(regions, i), report->count, 1};
    size_t known = 0;
    while (known < report->count && (strcmp(report->entries[known].file, name) ||
                                     !json_equal(report->entries[known].region, entry.region)))
      known++;
    if (known < report->count)
      report->entries[known].compilations++;
    else
      CLEAVE_APPEND(report->arena, report->entries, report->count, entry);
  }
}

/* ---- Regions ------------------------------------------------------------------------------------- */

static void print_remark(const json_t *remark) {
  const char *mark = is(remark, "kind", "passed")     ? "+"
                     : is(remark, "kind", "missed")   ? "-"
                     : is(remark, "kind", "analysis") ? " "
                                                      : "!";
  const char *advice = text_of(remark, "advice");
  printf("  %s line %" JSON_INTEGER_FORMAT ": %s: %s%s%s\n", mark, number_of(remark, "line"),
         text_of(remark, "code"), text_of(remark, "message"), *advice ? "; " : "", advice);
}

/* Whether the user may act on the remark. */
static bool is_notable(const json_t *remark) {
  return !is(remark, "kind", "passed") && !is(remark, "kind", "analysis");
}

/* Whether REMARK names the form of a kernel: which threads execute which iterations, and in which order. */
static bool names_form(const json_t *remark) {
  return is(remark, "kind", "passed") && strcmp(text_of(remark, "code"), "CLV043") >= 0;
}

/* Whether the report contains REMARK without --all. */
static bool is_shown(const json_t *remark) {
  return is_notable(remark) || names_form(remark) || is(remark, "code", "CLV014");
}

/* Whether two remarks are printed as one: those of a code, but each object that stays on the device, or does not, is
 * of interest, and each obstacle of a loop. */
static bool are_folded(const json_t *remark, const json_t *other) {
  const char *code = text_of(remark, "code");
  const bool names_object = !strcmp(code, "CLV014") || !strcmp(code, "CLV044") || code[3] == '5' ||
                            (is_notable(remark) && !strncmp(code, "CLV05", 5));
  return is(other, "code", code) && (!names_object || is(other, "message", text_of(remark, "message")));
}

/* Prints the remark at INDEX, with the lines of all remarks that are folded with it; nothing if an earlier one is. */
static void print_folded(struct cleave_arena *arena, const json_t *remarks, size_t index) {
  const json_t *remark = json_array_get(remarks, index);
  const char *code = text_of(remark, "code");
  struct cleave_text lines = {.arena = arena};
  size_t count = 0;
  json_int_t last = -1;
  for (size_t i = 0; i < json_array_size(remarks); i++) {
    const json_t *other = json_array_get(remarks, i);
    if (!are_folded(remark, other))
      continue;
    if (i < index)
      return;
    if (number_of(other, "line") != last)
      cleave_text_format(&lines, "%s%" JSON_INTEGER_FORMAT, count ? ", " : "", number_of(other, "line"));
    last = number_of(other, "line");
    count++;
  }
  printf("  %s ", code);
  if (count > 1)
    printf("(%zu times) ", count);
  printf("at line%s %s: %s\n", strchr(cleave_text_get(&lines), ',') ? "s" : "", cleave_text_get(&lines),
         text_of(remark, "message"));
  if (*text_of(remark, "advice"))
    printf("    advice: %s\n", text_of(remark, "advice"));
}

/* The verdict in words; for a split region the message of its first remark CLV001, from the word after
 * "target region". */
static const char *verdict_of(const json_t *region) {
  static const char *const words[][2] = {{"distributed", "distributed across all teams"},
                                         {"adjusted", "kept as one kernel, compiled differently"},
                                         {"unchanged", "nothing to change"},
                                         {"refused", "not transformed"}};
  static const char prefix[] = "target region ";
  const char *verdict = text_of(region, "verdict");
  const json_t *remarks = json_object_get(region, "remarks");
  bool has_notable = false;
  for (size_t i = 0; i < json_array_size(remarks); i++)
    has_notable |= is_notable(json_array_get(remarks, i));
  if (has_notable && !strcmp(verdict, "unchanged"))
    return "not changed";
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(verdict, words[i][0]))
      return words[i][1];
  for (size_t i = 0; i < json_array_size(remarks); i++) {
    const json_t *remark = json_array_get(remarks, i);
    const char *message = text_of(remark, "message");
    if (is(remark, "code", "CLV001"))
      return strncmp(message, prefix, sizeof prefix - 1) ? message : message + sizeof prefix - 1;
  }
  return verdict;
}

static void print_remarks(const struct report *report, const json_t *remarks) {
  for (size_t i = 0; i < json_array_size(remarks); i++)
    if (report->all)
      print_remark(json_array_get(remarks, i));
    else if (is_shown(json_array_get(remarks, i)))
      print_folded(report->arena, remarks, i);
}

static void print_region(const struct report *report, const struct entry *entry) {
  printf("%s:%" JSON_INTEGER_FORMAT ": %s region in %s: %s", entry->file, number_of(entry->region, "line"),
         text_of(entry->region, "construct"), text_of(entry->region, "function"), verdict_of(entry->region));
  if (entry->compilations > 1)
    printf(" (in %zu compilations)", entry->compilations);
  putchar('\n');
  print_remarks(report, json_object_get(entry->region, "remarks"));
}

/* Prints the remarks without a region, such as a `#pragma cleave` without effect. */
static void print_loose(const struct report *report, const json_t *file) {
  const json_t *remarks = json_object_get(file, "remarks");
  if (!json_array_size(remarks))
    return;
  printf("%s: outside of target regions\n", short_name(report->arena, text_of(file, "file")));
  print_remarks(report, remarks);
}

/* ---- Summary and ranking ------------------------------------------------------------------------- */

static void print_summary(const struct report *report) {
  static const char *const verdicts[] = {"split", "distributed", "adjusted", "unchanged", "refused"};
  if (!report->count) {
    printf("no target region in %zu file%s\n", report->file_count, report->file_count == 1 ? "" : "s");
    return;
  }
  const char *before = ": ";
  printf("\n%zu region%s in %zu file%s", report->count, report->count == 1 ? "" : "s", report->file_count,
         report->file_count == 1 ? "" : "s");
  for (size_t v = 0; v < sizeof verdicts / sizeof *verdicts; v++) {
    size_t count = 0;
    for (size_t i = 0; i < report->count; i++)
      count += is(report->entries[i].region, "verdict", verdicts[v]);
    if (count)
      printf("%s%zu %s", before, count, verdicts[v]), before = ", ";
  }
  putchar('\n');
}

static size_t notable_count(const json_t *region) {
  const json_t *remarks = json_object_get(region, "remarks");
  size_t count = 0;
  for (size_t i = 0; i < json_array_size(remarks); i++)
    count += is_notable(json_array_get(remarks, i)) && *text_of(json_array_get(remarks, i), "advice");
  return count;
}

/* The iterations that an edit may distribute across teams. A loop of unknown length has ASSUMED_ITERATIONS. */
static json_int_t expected_effect(const json_t *region) {
  return number_of(region, "iterations_in_one_team") +
         number_of(region, "loops_of_unknown_length") * ASSUMED_ITERATIONS;
}

/* Regions with most iterations in one team come first, then those with most remarks with advice. */
static int compare_ranks(const void *left, const void *right) {
  const struct entry *one = left, *other = right;
  const json_int_t a = expected_effect(one->region), b = expected_effect(other->region);
  const size_t c = notable_count(one->region), d = notable_count(other->region);
  if (a != b)
    return a < b ? 1 : -1;
  return c != d ? (c < d ? 1 : -1) : compare_entries(left, right);
}

/* The loops in one team, and their iterations. */
static void print_effect(const json_t *region, json_int_t loops) {
  const json_int_t known = number_of(region, "iterations_in_one_team"),
                   unknown = number_of(region, "loops_of_unknown_length");
  printf("%" JSON_INTEGER_FORMAT " loop%s in one team", loops, loops == 1 ? "" : "s");
  if (known)
    printf(", %" JSON_INTEGER_FORMAT " iterations", known);
  if (known && unknown)
    printf(" and %" JSON_INTEGER_FORMAT " of unknown length", unknown);
  printf(": ");
}

/* The edits that the remarks of REGION advise, each once with its first line. */
static void print_edits(const json_t *region) {
  const json_t *remarks = json_object_get(region, "remarks");
  for (size_t i = 0; i < json_array_size(remarks); i++) {
    const json_t *remark = json_array_get(remarks, i);
    bool repeats = !is_notable(remark) || !*text_of(remark, "advice");
    for (size_t k = 0; k < i; k++)
      repeats |= is(json_array_get(remarks, k), "advice", text_of(remark, "advice"));
    if (!repeats)
      printf("     line %" JSON_INTEGER_FORMAT ": %s: %s\n", number_of(remark, "line"),
             text_of(remark, "code"), text_of(remark, "advice"));
  }
}

static void print_ranked(size_t rank, const struct entry *entry) {
  const json_int_t loops = number_of(entry->region, "loops_in_one_team");
  const json_t *remarks = json_object_get(entry->region, "remarks");
  printf("  %zu. %s:%" JSON_INTEGER_FORMAT ": %s: ", rank, entry->file, number_of(entry->region, "line"),
         text_of(entry->region, "function"));
  if (loops)
    print_effect(entry->region, loops);
  const char *before = "";
  for (size_t i = 0; i < json_array_size(remarks); i++) {
    const json_t *remark = json_array_get(remarks, i);
    bool repeats = false;
    for (size_t k = 0; k < i; k++)
      repeats |= is(json_array_get(remarks, k), "code", text_of(remark, "code"));
    if (is_notable(remark) && !repeats)
      printf("%s%s", before, text_of(remark, "code")), before = ", ";
  }
  putchar('\n');
  print_edits(entry->region);
}

/* A ranking of at least two regions. */
static void print_ranking(const struct report *report) {
  struct entry *ranked = NULL;
  size_t count = 0;
  for (size_t i = 0; i < report->count; i++)
    if (notable_count(report->entries[i].region))
      CLEAVE_APPEND(report->arena, ranked, count, report->entries[i]);
  if (count) {
    qsort(ranked, count, sizeof *ranked, compare_ranks);
    if (count > 1)
      puts("most worth attention:");
    for (size_t i = 0; count > 1 && i < count && i < RANKED; i++)
      print_ranked(i + 1, &ranked[i]);
    puts("'cleave help CLVnnn' explains a code");
  }
}

void cleave_explain_print(const json_t *reports, bool all) {
  struct report report = {.arena = cleave_arena_new(), .all = all, .file_count = json_array_size(reports)};
  for (size_t i = 0; i < report.file_count; i++) {
    const json_t *file = json_array_get(reports, i), *headers = json_object_get(file, "headers");
    add_file(&report, file);
    for (size_t k = 0; k < json_array_size(headers); k++)
      add_file(&report, json_array_get(headers, k));
    print_loose(&report, file);
  }
  if (report.count)
    qsort(report.entries, report.count, sizeof *report.entries, compare_entries);
  for (size_t i = 0; i < report.count; i++)
    print_region(&report, &report.entries[i]);
  print_summary(&report);
  print_ranking(&report);
  cleave_arena_free(report.arena);
}
