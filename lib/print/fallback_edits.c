/* FILE: lib/print/fallback_edits.c
 * WHAT: the texts around a split region that is there as it is written, too.
 *
 *   { if (!cleave_split_pays || cleave_split_pays(DEVICE, KERNELS, BYTES, LOOPS, TRIP COUNT, STEPS...)) {
 *       the split region
 *   } else { the region as it is written } }
 *
 * Or, if kernels stand in loops or branches of the host:
 *
 *   { if (!cleave_nested_split_pays || cleave_nested_split_pays(DEVICE, BYTES, GROUPS,
 *             KERNELS, LOOPS, TRIP COUNT, STEPS..., KERNELS, LOOPS, ...)) {
 *
 * Programs that are linked without libcleave have the split region only.
 */
#include "print/fallback_edits.h"

#include "model/text.h"
#include "print/calls.h"

static void add_loops(struct cleave_text *out, const struct cleave_kernel_group *group) {
  for (size_t i = 0; i < group->loop_count; i++)
    cleave_text_format(out, ", %s, %s", group->loops[i].trip_count, group->loops[i].steps);
}

const char *cleave_print_choice(struct cleave_arena *arena, const struct cleave_as_written *region) {
  const struct cleave_kernel_group *first = &region->groups[0];
  struct cleave_text out = {.arena = arena};
  cleave_text_add(&out, "{ ");
  if (region->group_count == 1 && first->place == CLEAVE_NO_NODE) {
    cleave_text_format(&out, "if (!cleave_split_pays || cleave_split_pays((%s), %u, %s, %zu", region->device,
                       first->kernels, region->bytes, first->loop_count);
    add_loops(&out, first);
  } else {
    cleave_text_format(&out, "if (!cleave_nested_split_pays || cleave_nested_split_pays((%s), %s, %zu",
                       region->device, region->bytes, region->group_count);
    for (size_t i = 0; i < region->group_count; i++) {
      cleave_text_format(&out, ", %u, %zu", region->groups[i].kernels, region->groups[i].loop_count);
      add_loops(&out, &region->groups[i]);
    }
  }
  cleave_text_add(&out, ")) { ");
  return cleave_text_get(&out);
}

const char cleave_print_choice_end[] = " } }";
