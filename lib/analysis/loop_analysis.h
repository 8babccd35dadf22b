/* FILE: lib/analysis/loop_analysis.h
 * WHAT: what the iterations of a loop do, computed from its body (model/body.h): the front door of this folder.
 *
 * Everything that is returned is allocated from the arena. The functions do not change the body.
 */
#ifndef CLEAVE_ANALYSIS_LOOP_ANALYSIS_H
#define CLEAVE_ANALYSIS_LOOP_ANALYSIS_H

#include "model/affine.h"
#include "model/body.h"

#ifdef __cplusplus
extern "C" {
#endif

struct cleave_arena;

/* Why a loop has no description. */
struct cleave_obstacle {
  const char *reason; /* NULL: none */
  uint32_t offset;    /* of the statement or expression */
};

/* Describes the accesses of a loop with a directive. NULL if it contains anything that cannot be described; *OBSTACLE tells what came
 * first. */
struct cleave_loop_accesses *cleave_describe_loop(struct cleave_arena *arena, const struct cleave_body *body,
                                                  struct cleave_obstacle *obstacle);

/* The same for a serial loop, as if it were a parallel one, with its accumulators. NULL unless the loop declares its counter. */
struct cleave_loop_accesses *cleave_describe_serial_loop(struct cleave_arena *arena,
                                                         const struct cleave_body *body,
                                                         struct cleave_obstacle *obstacle);

/* Describes the loops that the directive is associated with, and nothing in their body. NULL if a header cannot be described. */
struct cleave_loop_accesses *cleave_describe_headers(struct cleave_arena *arena,
                                                     const struct cleave_body *body);

/* The header of a serial loop around directives, as one sequential dimension. NULL if the body may change the counter, or if there
 * is none. */
struct cleave_loop_accesses *cleave_describe_counter(struct cleave_arena *arena,
                                                     const struct cleave_body *body);

/* Describes a serial loop whose iterations pass on values, with the part `scan`. NULL if it does not have that form. */
struct cleave_loop_accesses *cleave_describe_scan(struct cleave_arena *arena, const struct cleave_body *body);

/* Describes a loop with a directive and its atomic constructs. NULL unless there are some, and each updates an element of an
 * array, or if anything
 * else cannot be described. */
struct cleave_atomic_updates *cleave_describe_atomics(struct cleave_arena *arena,
                                                      const struct cleave_body *body);

/* Stores in *COUNT the most element accesses of an iteration of BODY's innermost associated loop, those of called functions included. False
 * if that is not known: it calls unknown functions, or the trip count of a loop with accesses is not constant. */
bool cleave_count_elements(const struct cleave_body *body, uint64_t *count);

/* The rows of a loop with a directive; NULL if it does not have that form. */
struct cleave_row_loop *cleave_describe_rows(struct cleave_arena *arena, const struct cleave_body *body);

/* For the report: whether a loop in the body is worth threads of its own: it has many iterations, and neighboring ones access
 * neighboring elements. */
bool cleave_inner_loops_matter(struct cleave_arena *arena, const struct cleave_body *body);

/* Whether the loop of BODY has a constant number of iterations, a small one. */
bool cleave_loop_is_short(const struct cleave_body *body);

/* Why no inner loop is part of the nest of a loop that has a description. No reason if the body has no loop. */
struct cleave_obstacle cleave_nest_obstacle(struct cleave_arena *arena, const struct cleave_body *body);

/* The code that an obstacle is about. Empty ranges: not known. */
struct cleave_obstacle_code {
  const char *reason; /* the obstacle's, or a more precise one */
  struct cleave_range
      statement; /* the smallest statement that contains it; a loop or a branch without its body */
  struct cleave_range object; /* the pointer */
};
struct cleave_obstacle_code cleave_code_of_obstacle(struct cleave_arena *arena,
                                                    const struct cleave_body *body,
                                                    struct cleave_obstacle obstacle);

/* Notes which variables the loops with a directive, and the constructs that one thread executes, assign before each read
 * (CLEAVE_USE_ASSIGNED_FIRST). */
void cleave_note_first_assignments(struct cleave_arena *arena, struct cleave_region *region);

/* Describes the loops of REGION that have a body, with the private variables that the model has inferred (model/infer_private.h),
 * and appends the
 * members that the descriptions name to its variables. */
void cleave_describe_region(struct cleave_arena *arena, struct cleave_region *region);

/* The textual form of a description, for dumps and tests: a line for each of its parts. Variables are vN, dimensions dN. */
const char *cleave_description_text(struct cleave_arena *arena,
                                    const struct cleave_loop_accesses *description);
const char *cleave_atomics_text(struct cleave_arena *arena, const struct cleave_atomic_updates *updates);
const char *cleave_rows_text(struct cleave_arena *arena, const struct cleave_row_loop *rows);

#ifdef __cplusplus
}
#endif
#endif
