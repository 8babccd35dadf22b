/* FILE: test/unit/loop_sample.h
 * WHAT: one parallel loop of a region, described by a few words (loop_words.h), for the proofs of lib/transfers.
 *
 * n and m are integers of the region, k one that the loop cannot rely on, c one that the region changes
 * elsewhere, v one that it declares; a is an array of m elements, or rows of m elements, p and q are pointers.
 */
#ifndef CLEAVE_TEST_LOOP_SAMPLE_H
#define CLEAVE_TEST_LOOP_SAMPLE_H

#include "loop_words.h"

#include "transfers/transfers_internal.h"

static const char loop_sample_text[] =
    "#pragma omp target\n{\n#pragma omp parallel for\nfor (;;) {}\nc = 1;\n}\n";

struct loop {
  struct sample *sample;
  struct cleave_loop_models *models;
  const struct cleave_loop_model *model;
  bool *guards;
};

static inline struct loop new_loop(const char *lines) {
  struct sample *sample = sample_new(loop_sample_text, "#pragma omp target", CLEAVE_CONSTRUCT_TARGET);
  struct builder it = {.sample = sample, .around = CLEAVE_NO_DIMENSION};
  sample_variable(sample, "a", NULL, CLEAVE_TYPE_ARRAY, CLEAVE_SHARING_MAPPED);
  sample_variable(sample, "p", "double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_MAPPED);
  sample_variable(sample, "n", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  sample_variable(sample, "m", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  sample_variable(sample, "k", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_MAPPED);
  const uint32_t changed =
      sample_variable(sample, "c", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_FIRSTPRIVATE);
  sample_variable(sample, "v", "int", CLEAVE_TYPE_INTEGER, CLEAVE_SHARING_INSIDE);
  sample_variable(sample, "q", "double *", CLEAVE_TYPE_POINTER, CLEAVE_SHARING_MAPPED);
  const uint32_t root = sample_node(sample, CLEAVE_NODE_COMPOUND, CLEAVE_NO_NODE, "{\n");
  const uint32_t loop = sample_loop(sample, root, CLEAVE_CONSTRUCT_PARALLEL | CLEAVE_CONSTRUCT_FOR,
                                    "#pragma omp parallel for", "for (;;) {}");
  sample_use(sample, sample_node(sample, CLEAVE_NODE_EXPRESSION, root, "c = 1;"), changed, CLEAVE_USE_WRITE);
  it.loop = cleave_arena_allocate(sample->unit.arena, sizeof *it.loop);
  sample->region.nodes[loop].accesses = it.loop;
  char *copy = cleave_arena_copy(sample->unit.arena, lines, strlen(lines)), *rest;
  for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
    add_line(&it, line);
  struct cleave_loop_models *models = cleave_loop_models_new(&sample->region, sample->unit.arena);
  return (struct loop){.sample = sample,
                       .models = models,
                       .model = cleave_loop_model_get(models, loop),
                       .guards = cleave_arena_allocate(sample->unit.arena, 16)};
}

static inline void end_loop(struct loop *loop) {
  cleave_loop_models_free(loop->models);
  sample_free(loop->sample);
}

#endif
