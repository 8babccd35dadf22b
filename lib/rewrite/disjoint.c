/* FILE: lib/rewrite/disjoint.c
 * WHAT: the texts around and in the second version of a kernel.
 *
 *   { if (!(cleave_disjoint && cleave_disjoint(DEVICE, ...))) { first
 *   } else { second } }
 *
 * The function is declared before all else: in a block of an unnamed namespace of C++ a declaration
 * has internal linkage, whatever it says. It is weak, so that programs link without libcleave, and
 * then have the first versions only. No warning may speak of text that the user did not write, nor
 * of what was written once, twice.
 */
#include "rewrite/disjoint.h"

#include "model/text.h"
#include "rewrite/rewrite.h"
#include "rewrite/tiles.h"
#include "rewrite/warnings.h"

bool cleave_rewrite_needs_declarations(const struct cleave_edits *edits) {
  for (size_t i = 0; i < edits->count; i++)
    if (edits->items[i].for_compiler)
      return true;
  return false;
}

/* All in one style: what they are for stands in runtime/runtime.h. */
#define WEAK " __attribute__((weak, nothrow));\n"
#define DECLARATIONS(EXTERN)                                                                       \
  EXTERN "int cleave_disjoint(int, int, int, ...)" WEAK                                            \
  EXTERN "long cleave_tiles_begin(int, int, long, long, int, ...)" WEAK                            \
  EXTERN "long cleave_tile_first(long)" WEAK                                                       \
  EXTERN "void cleave_tile_begin(long)" WEAK                                                       \
  EXTERN "void cleave_tile_end(long)" WEAK                                                         \
  EXTERN "void cleave_tiles_end(void)" WEAK

const char *cleave_rewrite_declarations(const struct cleave_unit *unit) {
  return unit->cplusplus ? DECLARATIONS("extern \"C\" ") : DECLARATIONS("extern ");
}

const char cleave_rewrite_else[] = " } else { " CLEAVE_NO_WARNINGS;

const char *cleave_rewrite_check(struct cleave_arena *arena,
                                 const struct cleave_disjoint *disjoint) {
  struct cleave_text out = {.arena = arena};
  cleave_text_format(
      &out, "{ " CLEAVE_NO_WARNINGS "if (!(%s%s%scleave_disjoint && cleave_disjoint((%s), %zu, %zu",
      disjoint->condition ? "(" : "", disjoint->condition ? disjoint->condition : "",
      disjoint->condition ? ") && " : "", disjoint->device, disjoint->written_count,
      disjoint->object_count);
  for (size_t i = 0; i < disjoint->object_count; i++)
    cleave_text_format(&out, ", (const volatile void *)(%s), (__SIZE_TYPE__)(%s)",
                       disjoint->objects[i].address, disjoint->objects[i].bytes);
  cleave_text_add(&out, "))) { " CLEAVE_WARNINGS_AGAIN);
  return cleave_text_get(&out);
}

/* Each pair of which one is written; of two that are, once. */
static void add_claims(struct cleave_text *out, const struct cleave_disjoint *disjoint) {
  for (size_t i = 0; i < disjoint->written_count; i++)
    for (size_t j = i + 1; j < disjoint->object_count; j++)
      cleave_text_format(out, "__builtin_assume_separate_storage(%s, %s); ",
                         disjoint->objects[i].name, disjoint->objects[j].name);
}

const char *cleave_rewrite_disjoint_loop(const struct cleave_unit *unit,
                                         const struct cleave_node *node,
                                         const struct cleave_disjoint *disjoint,
                                         const struct cleave_tiling *tiling) {
  struct cleave_text out = {.arena = unit->arena};
  cleave_rewrite_tiled_source(&out, unit, tiling, node->body.begin, disjoint->body.begin);
  cleave_text_add(&out, "{ ");
  add_claims(&out, disjoint);
  uint32_t at = disjoint->body.begin;
  for (size_t i = 0; i < disjoint->accumulating_count; i++) {
    cleave_rewrite_tiled_source(&out, unit, NULL, at, disjoint->accumulating[i]);
    cleave_text_add(&out, "_Pragma(\"clang loop unroll_count(4)\") ");
    at = disjoint->accumulating[i];
  }
  cleave_rewrite_tiled_source(&out, unit, NULL, at, disjoint->body.end);
  cleave_text_add(&out, "} ");
  cleave_rewrite_tiled_source(&out, unit, NULL, disjoint->body.end, node->range.end);
  cleave_text_add(&out, CLEAVE_WARNINGS_AGAIN "} }");
  return cleave_text_get(&out);
}
