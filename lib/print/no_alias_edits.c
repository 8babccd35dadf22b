/* FILE: lib/print/no_alias_edits.c
 * WHAT: the texts around and in the second version of a kernel.
 *
 *   { if (!(cleave_disjoint && cleave_disjoint(DEVICE, ...))) { first
 *   } else { second } }
 *
 * Programs that are linked without libcleave have the first versions only. No warning may speak of text
 * that the user did not write, nor of what was written once, twice.
 */
#include "print/no_alias_edits.h"

#include "model/text.h"
#include "print/calls.h"
#include "print/tile_edits.h"

const char cleave_print_else[] = " } else { ";

const char *cleave_print_check(struct cleave_arena *arena, const struct cleave_disjoint *disjoint) {
  struct cleave_text out = {.arena = arena};
  cleave_text_format(&out, "{ if (!(%s%s%scleave_disjoint && cleave_disjoint((%s), %zu, %zu",
                     disjoint->condition ? "(" : "", disjoint->condition ? disjoint->condition : "",
                     disjoint->condition ? ") && " : "", disjoint->device, disjoint->written_count,
                     disjoint->object_count);
  for (size_t i = 0; i < disjoint->object_count; i++)
    cleave_text_format(&out, ", (const volatile void *)(%s), (__SIZE_TYPE__)(%s)",
                       disjoint->objects[i].address, disjoint->objects[i].bytes);
  cleave_text_add(&out, "))) { ");
  return cleave_text_get(&out);
}

/* Each pair of which one is written; of two that are, once. */
static void add_claims(struct cleave_text *out, const struct cleave_disjoint *disjoint) {
  for (size_t i = 0; i < disjoint->written_count; i++)
    for (size_t j = i + 1; j < disjoint->object_count; j++)
      cleave_text_format(out, "__builtin_assume_separate_storage(%s, %s); ", disjoint->objects[i].name,
                         disjoint->objects[j].name);
}

const char *cleave_print_disjoint_loop(const struct cleave_unit *unit, const struct cleave_node *node,
                                       const struct cleave_disjoint *disjoint,
                                       const struct cleave_tiling *tiling) {
  struct cleave_text out = {.arena = unit->arena};
  cleave_print_tiled_source(&out, unit, tiling, node->body.begin, disjoint->body.begin);
  cleave_text_add(&out, "{ ");
  add_claims(&out, disjoint);
  uint32_t at = disjoint->body.begin;
  for (size_t i = 0; i < disjoint->accumulating_count; i++) {
    cleave_print_tiled_source(&out, unit, NULL, at, disjoint->accumulating[i]);
    cleave_text_add(&out, "_Pragma(\"clang loop unroll_count(8)\") ");
    at = disjoint->accumulating[i];
  }
  cleave_print_tiled_source(&out, unit, NULL, at, disjoint->body.end);
  cleave_text_add(&out, "} ");
  cleave_print_tiled_source(&out, unit, NULL, disjoint->body.end, node->range.end);
  cleave_text_add(&out, "} }");
  return cleave_text_get(&out);
}
