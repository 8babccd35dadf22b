/* FILE: lib/rewrite/as_written.c
 * WHAT: the texts around a split region that is there as it is written, too.
 *
 *   { if (!cleave_split_pays || cleave_split_pays(DEVICE, KERNELS, LOOPS, TRIP COUNTS...)) { the split region
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
      &out, "{ " CLEAVE_NO_WARNINGS "if (!cleave_split_pays || cleave_split_pays((%s), %u, %zu",
      region->device, region->kernels, region->trip_count_count);
  for (size_t i = 0; i < region->trip_count_count; i++)
    cleave_text_format(&out, ", %s", region->trip_counts[i]);
  cleave_text_add(&out, ")) { " CLEAVE_WARNINGS_AGAIN);
  return cleave_text_get(&out);
}

const char cleave_rewrite_choice_end[] = " " CLEAVE_WARNINGS_AGAIN "} }";
