/* FILE: lib/rewrite/as_written.c
 * WHAT: the texts around a split region that is there as it is written, too.
 *
 *   { if (!cleave_split_pays || cleave_split_pays(DEVICE, KERNELS, BYTES, LOOPS, TRIP COUNT, STEPS...)) {
 *       the split region
 *   } else { the region as it is written } }
 *
 * Programs that are linked without libcleave have the split region only.
 */
#include "rewrite/as_written.h"

#include "model/text.h"
#include "rewrite/calls.h"

const char *cleave_rewrite_choice(struct cleave_arena *arena, const struct cleave_as_written *region) {
  struct cleave_text out = {.arena = arena};
  cleave_text_format(
      &out, "{ if (!cleave_split_pays || cleave_split_pays((%s), %u, %s, %zu",
      region->device, region->kernels, region->bytes, region->loop_count);
  for (size_t i = 0; i < region->loop_count; i++)
    cleave_text_format(&out, ", %s, %s", region->loops[i].trip_count, region->loops[i].steps);
  cleave_text_add(&out, ")) { ");
  return cleave_text_get(&out);
}

const char cleave_rewrite_choice_end[] = " } }";
