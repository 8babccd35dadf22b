/* FILE: lib/model/loop_obstacles.h
 * WHAT: the one table of what a user may do about an obstacle of a loop.
 */
#ifndef CLEAVE_MODEL_LOOP_OBSTACLES_H
#define CLEAVE_MODEL_LOOP_OBSTACLES_H

#include <stddef.h>

struct cleave_obstacle_row {
  const char *reason; /* of the code that finds the obstacle; '%s' stands for any text */
  const char *words;  /* in the report; "": REASON */
  const char *action; /* in the imperative, with at most one %s: what the obstacle is about; "": none */
};

extern const struct cleave_obstacle_row cleave_obstacles[];
extern const size_t cleave_obstacle_count;

struct cleave_arena;

/* The first row whose reason fits REASON; NULL: none. */
const struct cleave_obstacle_row *cleave_obstacle_find(const char *reason);

/* The words of the report for REASON. */
const char *cleave_obstacle_words(const char *reason);

/* What the user may do about REASON, which is about OBJECT; NULL: about the first name in REASON. "": nothing. */
const char *cleave_obstacle_advice(struct cleave_arena *arena, const char *reason, const char *object);

/* REASON, of a nest, for a serial loop: another action helps. */
const char *cleave_serial_reason(struct cleave_arena *arena, const char *reason);

/* MESSAGE, of a region that is not transformed, without the words that say so. */
const char *cleave_refusal_reason(const char *message);

#endif
