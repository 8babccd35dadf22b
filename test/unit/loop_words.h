/* FILE: test/unit/loop_words.h
 * WHAT: describes what a loop does by a few words, as the reader does for what stands in a program.
 *
 * A loop is a list of lines:
 *   for i 0 n-1 1       an associated loop: first value, last value, plan node; `?` for what is not known
 *   seq j 0 m-1 1       a loop in its body, around the lines that follow
 *   end                 of the innermost such loop
 *   any u               a value that is another one each time
 *   div q i 4           the quotient i / 4
 *   w a i               writes a[i]; w a i j: a[i][j] with rows of m elements
 *   w a i . j           writes a[i].v[j], where v has m elements
 *   sure a i            writes a[i] in every iteration of the loops around it
 *   add a i             the same, and reads a[i] before
 *   r a i+1             reads
 *   fit u32 i-1         the access before is what it says only if i - 1 fits in 32 bits without sign
 *   map p 0 n           an explicit map clause names n elements of p from p[0] on; map a: the variable a
 * Variables are those of the sample, each of one letter; arrays have m elements, and rows of m elements.
 */
#ifndef CLEAVE_TEST_LOOP_WORDS_H
#define CLEAVE_TEST_LOOP_WORDS_H

#include <ctype.h>
#include <stdlib.h>

#include "sample.h"

#include "model/affine.h"

struct builder {
  struct sample *sample;
  struct cleave_loop_accesses *loop;
  const char *names[32]; /* of the dimensions */
  uint32_t around;
};

static inline uint32_t add_dimension(struct builder *it, const char *name, enum cleave_dimension_kind kind) {
  struct cleave_dimension dimension = {.kind = kind,
                                       .variable = CLEAVE_NO_VARIABLE,
                                       .bits = 32,
                                       .is_signed = true,
                                       .around = CLEAVE_NO_DIMENSION};
  CLEAVE_APPEND(it->sample->unit.arena, it->loop->dimensions, it->loop->dimension_count, dimension);
  const uint32_t index = (uint32_t)it->loop->dimension_count - 1;
  it->names[index] = name;
  return index;
}

static inline uint32_t find_dimension(struct builder *it, const char *name) {
  for (uint32_t i = 0; i < it->loop->dimension_count; i++)
    if (!strcmp(it->names[i], name))
      return i;
  const struct cleave_region *region = &it->sample->region;
  for (uint32_t i = 0; i < region->variable_count; i++)
    if (!strcmp(region->variables[i].name, name)) {
      const uint32_t symbol = add_dimension(it, region->variables[i].name, CLEAVE_DIMENSION_SYMBOL);
      it->loop->dimensions[symbol].variable = i;
      return symbol;
    }
  fail_msg("no variable '%s'", name);
  return 0;
}

/* "2*i*n-j+1" */
static inline struct cleave_polynomial polynomial(struct builder *it, const char *words) {
  struct cleave_polynomial result = {0};
  while (*words) {
    struct cleave_term term = {.coefficient = *words == '-' ? -1 : 1};
    words += *words == '-' || *words == '+';
    do {
      words += *words == '*';
      if (isdigit((unsigned char)*words)) {
        term.coefficient *= strtoll(words, (char **)&words, 10);
      } else {
        const char name[] = {*words++, 0};
        uint32_t factor = find_dimension(it, name), at = term.factor_count++;
        for (; at && term.factors[at - 1] > factor; at--)
          term.factors[at] = term.factors[at - 1];
        term.factors[at] = factor;
      }
    } while (*words == '*');
    if (term.coefficient)
      CLEAVE_APPEND(it->sample->unit.arena, result.terms, result.term_count, term);
  }
  return result;
}

static inline void add_counter(struct builder *it, char **words, enum cleave_dimension_kind kind) {
  const bool knows_first = strcmp(words[1], "?"), knows_last = strcmp(words[2], "?");
  const struct cleave_polynomial first = polynomial(it, knows_first ? words[1] : ""),
                                 last = polynomial(it, knows_last ? words[2] : "");
  const uint32_t index = add_dimension(it, words[0], kind);
  struct cleave_dimension *counter = &it->loop->dimensions[index];
  counter->step = atoi(words[3]);
  counter->has_first = knows_first;
  counter->first = first;
  counter->has_most = counter->step > 0 && knows_last;
  counter->has_least = counter->step < 0 && knows_last;
  counter->most = counter->least = last;
  counter->around = it->around;
  it->around = index;
}

static inline void add_access(struct builder *it, const char *kind, char **words, size_t count) {
  struct cleave_arena *arena = it->sample->unit.arena;
  const bool adds = !strcmp(kind, "add");
  struct cleave_access access = {.writes = *kind != 'r',
                                 .updates = adds,
                                 .certain = adds || !strcmp(kind, "sure"),
                                 .offset = 1,
                                 .around = it->around};
  const struct cleave_region *region = &it->sample->region;
  while (strcmp(region->variables[access.variable].name, words[0]))
    assert_true(++access.variable < region->variable_count);
  size_t extent_count = 0, inner_extent_count = 0, i = 1;
  for (; i < count && *words[i] != '.'; i++) {
    CLEAVE_APPEND(arena, access.subscripts, access.subscript_count, polynomial(it, words[i]));
    CLEAVE_APPEND(arena, access.extents, extent_count, polynomial(it, "m"));
  }
  for (i++; i < count; i++) {
    CLEAVE_APPEND(arena, access.inner, access.inner_count, polynomial(it, words[i]));
    CLEAVE_APPEND(arena, access.inner_extents, inner_extent_count, polynomial(it, "m"));
  }
  CLEAVE_APPEND(arena, it->loop->accesses, it->loop->access_count, access);
}

static inline void add_fit(struct builder *it, const char *type, const char *value) {
  struct cleave_access *access = &it->loop->accesses[it->loop->access_count - 1];
  struct cleave_fit fit = {polynomial(it, value), (unsigned)atoi(type + 1), *type == 's', it->around};
  CLEAVE_APPEND(it->sample->unit.arena, access->fits, access->fit_count, fit);
}

static inline void add_map(struct builder *it, char **words, size_t count) {
  struct cleave_arena *arena = it->sample->unit.arena;
  struct cleave_region *region = &it->sample->region;
  struct cleave_map_item item = {.flags = count == 1 ? CLEAVE_MAP_WHOLE : 0};
  while (strcmp(region->variables[item.variable].name, words[0]))
    assert_true(++item.variable < region->variable_count);
  CLEAVE_APPEND(arena, region->maps, region->map_count, item);
  if (count == 1)
    return;
  struct cleave_section section = {item.variable, polynomial(it, words[1]), polynomial(it, words[2])};
  CLEAVE_APPEND(arena, it->loop->sections, it->loop->section_count, section);
}

static inline void add_line(struct builder *it, char *line) {
  char *words[8];
  size_t count = 0;
  for (char *word = strtok(line, " "); word; word = strtok(NULL, " "))
    words[count++] = word;
  if (!strcmp(words[0], "for"))
    add_counter(it, words + 1, CLEAVE_DIMENSION_PARALLEL);
  else if (!strcmp(words[0], "seq"))
    add_counter(it, words + 1, CLEAVE_DIMENSION_SEQUENTIAL);
  else if (!strcmp(words[0], "end"))
    it->around = it->loop->dimensions[it->around].around;
  else if (!strcmp(words[0], "any"))
    add_dimension(it, words[1], CLEAVE_DIMENSION_UNKNOWN);
  else if (!strcmp(words[0], "fit"))
    add_fit(it, words[1], words[2]);
  else if (!strcmp(words[0], "map"))
    add_map(it, words + 1, count - 1);
  else if (!strcmp(words[0], "div")) {
    const struct cleave_polynomial numerator = polynomial(it, words[2]);
    struct cleave_dimension *quotient =
        &it->loop->dimensions[add_dimension(it, words[1], CLEAVE_DIMENSION_QUOTIENT)];
    quotient->numerator = numerator;
    quotient->denominator = atoi(words[3]);
  } else {
    add_access(it, words[0], words + 1, count - 1);
  }
}

#endif
