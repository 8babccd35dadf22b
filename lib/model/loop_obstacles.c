/* FILE: lib/model/loop_obstacles.c
 * WHAT: the rows of loop_obstacles.def as data.
 */
#include "model/loop_obstacles.h"

#include <stdbool.h>
#include <string.h>

#include "model/arena.h"

const struct cleave_obstacle_row cleave_obstacles[] = {
#define CLEAVE_OBSTACLE(reason, words, action) {reason, words, action},
#include "model/loop_obstacles.def"
#undef CLEAVE_OBSTACLE
};
const size_t cleave_obstacle_count = sizeof cleave_obstacles / sizeof *cleave_obstacles;

static bool fits(const char *pattern, const char *text) {
  for (; *pattern; pattern++, text++) {
    if (!strncmp(pattern, "%s", 2)) {
      for (;; text++)
        if (fits(pattern + 2, text))
          return true;
        else if (!*text)
          return false;
    }
    if (*pattern != *text)
      return false;
  }
  return !*text;
}

const struct cleave_obstacle_row *cleave_obstacle_find(const char *reason) {
  for (size_t i = 0; i < cleave_obstacle_count; i++)
    if (fits(cleave_obstacles[i].reason, reason))
      return &cleave_obstacles[i];
  return NULL;
}

const char *cleave_obstacle_words(const char *reason) {
  const struct cleave_obstacle_row *row = cleave_obstacle_find(reason);
  return row && *row->words ? row->words : reason;
}

/* The first name in quotes in REASON; "it": there is none. */
static const char *quoted_name(struct cleave_arena *arena, const char *reason) {
  const char *begin = strchr(reason, '\''), *end = begin ? strchr(begin + 1, '\'') : NULL;
  return end ? cleave_arena_format(arena, "%.*s", (int)(end - begin + 1), begin) : "it";
}

const char *cleave_obstacle_advice(struct cleave_arena *arena, const char *reason, const char *object) {
  const struct cleave_obstacle_row *row = cleave_obstacle_find(reason);
  const char *slot = row ? strstr(row->action, "%s") : NULL;
  if (!slot)
    return row ? row->action : "";
  object = object ? cleave_arena_format(arena, "'%s'", object) : quoted_name(arena, reason);
  return cleave_arena_format(arena, "%.*s%s%s", (int)(slot - row->action), row->action, object, slot + 2);
}

const char *cleave_refusal_reason(const char *message) {
  static const char prefix[] = "target region not transformed: ";
  return strncmp(message, prefix, sizeof prefix - 1) ? message : message + sizeof prefix - 1;
}

const char *cleave_serial_reason(struct cleave_arena *arena, const char *reason) {
  static const char same[] = "two iterations may access";
  return strncmp(reason, same, sizeof same - 1) && !strstr(reason, "adds up") &&
                 !strstr(reason, "otherwise than in updates")
             ? reason
             : cleave_arena_format(arena, "serial: %s", reason);
}
