/* FILE: test/unit/body_sample.h
 * WHAT: compares descriptions of loops (analysis/loop_analysis.h), whose bodies are texts (model/body_text.h), with expected lines.
 */
#ifndef CLEAVE_TEST_BODY_SAMPLE_H
#define CLEAVE_TEST_BODY_SAMPLE_H

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/loop_analysis.h"
#include "model/arena.h"
#include "model/body_text.h"
#include "model/text.h"

/* Variables that every body has. Those without an index in the region are declared in the loop. */
static const char variables[] = "(variable i int)\n"
                                "(variable n int v0)\n"
                                "(variable a double[100] v1)\n"
                                "(variable b double* v2)\n"
                                "(variable c int* v3)\n"
                                "(variable m double[20][30] v4)\n"
                                "(variable s double v5)\n"
                                "(variable j int)\n"
                                "(variable k int)\n"
                                "(variable x double)\n";

static struct cleave_arena *arena;

static int set_up(void **state) {
  (void)state;
  arena = cleave_arena_new();
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  cleave_arena_free(arena);
  return 0;
}

/* ---- Descriptions --------------------------------------------------------------------------------------------------- */

static const struct cleave_body *read_body(const char *text) {
  const char *error;
  const struct cleave_body *body = cleave_body_read(arena, text, &error);
  if (!body)
    fail_msg("%s in\n%s", error, text);
  return body;
}

/* Reads `BEGIN-END`, or `BEGIN` after the word "at". */
static bool read_range(const char *word, size_t length, bool is_place, unsigned long *begin,
                       unsigned long *last) {
  char *end;
  if (!isdigit((unsigned char)*word))
    return false;
  *begin = *last = strtoul(word, &end, 10);
  if (!is_place && (*end != '-' || !isdigit((unsigned char)end[1])))
    return false;
  if (!is_place)
    *last = strtoul(end + 1, &end, 10);
  return end == word + length;
}

/* DESCRIPTION with parts of TEXT, in backquotes, instead of their ranges: `-` for an empty one, a word for a place. */
static const char *quote(const char *description, const char *text) {
  struct cleave_text result = {.arena = arena};
  bool is_place = false;
  while (*description) {
    const size_t length = strcspn(description, " \n");
    unsigned long begin, last;
    if (!read_range(description, length, is_place, &begin, &last)) {
      cleave_text_append(&result, description, length);
    } else if (!begin) {
      cleave_text_add(&result, "-");
    } else {
      assert_true(begin < strlen(text) && last <= strlen(text));
      if (last <= begin)
        last = begin + strcspn(text + begin, " )\n");
      cleave_text_format(&result, "`%.*s`", (int)(last - begin), text + begin);
    }
    is_place = length == 2 && !memcmp(description, "at", 2);
    description += length;
    const size_t spaces = strspn(description, " \n");
    cleave_text_append(&result, description, spaces);
    description += spaces;
  }
  return cleave_text_get(&result);
}

/* The lines of DESCRIPTION that begin with one of the words KINDS. */
static const char *select_lines(const char *description, const char *kinds) {
  struct cleave_text result = {.arena = arena};
  while (*description) {
    const size_t length = strcspn(description, "\n") + 1, word = strcspn(description, " ");
    for (const char *kind = kinds; *kind; kind += strcspn(kind, " ") + strspn(kind + strcspn(kind, " "), " "))
      if (strcspn(kind, " ") == word && !strncmp(kind, description, word))
        cleave_text_append(&result, description, length);
    description += length;
  }
  return cleave_text_get(&result);
}

static const char *body_with(const char *properties, const char *more, const char *rest) {
  return cleave_arena_format(arena, "(body %s\n%s%s\n%s)", properties, variables, more, rest);
}

struct expectation {
  const char *properties; /* of the body: ":directive" */
  const char *variables;  /* more of them */
  const char *loop;
  const char *kinds; /* the lines that are compared */
  const char *lines;
};

static inline void check(struct expectation it) {
  const char *text = body_with(it.properties, it.variables ? it.variables : "", it.loop);
  const struct cleave_body *body = read_body(text);
  struct cleave_obstacle obstacle = {NULL, 0};
  const struct cleave_loop_accesses *result = body->has_directive
                                                  ? cleave_describe_loop(arena, body, &obstacle)
                                                  : cleave_describe_serial_loop(arena, body, &obstacle);
  if (!result)
    fail_msg("no description: %s at %.20s in\n%s", obstacle.reason ? obstacle.reason : "no reason",
             text + obstacle.offset, text);
  const char *lines = select_lines(quote(cleave_description_text(arena, result), text), it.kinds);
  if (strcmp(lines, it.lines) != 0)
    fail_msg("described:\n%s\nexpected:\n%s\nof\n%s", lines, it.lines, it.loop);
}

/* What an iteration of `for (int i = 0; i < n; i++)` does. */
static inline void check_iteration(const char *more, const char *statements, const char *kinds,
                                   const char *lines) {
  const char *loop = cleave_arena_format(arena, "(for (declare i 0) (< i n) (++ i) (block %s))", statements);
  check((struct expectation){":directive", more, loop, kinds, lines});
}

/* REASON: why there is no description, and AT, the form that it is about. NULL: the header is not described. */
static inline void check_obstacle(const char *properties, const char *more, const char *loop,
                                  const char *reason, const char *at) {
  const char *text = body_with(properties, more, loop);
  const struct cleave_body *body = read_body(text);
  struct cleave_obstacle obstacle = {NULL, 0};
  const struct cleave_loop_accesses *result = body->has_directive
                                                  ? cleave_describe_loop(arena, body, &obstacle)
                                                  : cleave_describe_serial_loop(arena, body, &obstacle);
  if (result)
    fail_msg("described:\n%s\nof\n%s", quote(cleave_description_text(arena, result), text), loop);
  if (!reason) {
    assert_null(obstacle.reason);
    return;
  }
  if (!obstacle.reason || strcmp(obstacle.reason, reason) != 0)
    fail_msg("'%s' instead of '%s' in %s", obstacle.reason ? obstacle.reason : "no reason", reason, loop);
  if (at && strncmp(text + obstacle.offset, at, strlen(at)) != 0)
    fail_msg("at '%.20s' instead of '%s' in %s", text + obstacle.offset, at, loop);
}

static inline void check_refused(const char *more, const char *statements, const char *reason,
                                 const char *at) {
  const char *loop = cleave_arena_format(arena, "(for (declare i 0) (< i n) (++ i) (block %s))", statements);
  check_obstacle(":directive", more, loop, reason, at);
}

/* Why a loop of a directive has no description if its header, or a clause, has none. */
#define HEADER "the header of a loop of the directive, or a clause, is not known"

/* The lines of accesses, and of dimensions. */
#define ACCESSES "read write"
#define ALL_ACCESSES "dimension read write"

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
