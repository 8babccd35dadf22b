/* FILE: lib/fission/array_reductions.c
 * WHAT: arrays and array sections in the reduction clauses of kernels whose teams combine them.
 *
 *   distribute parallel for reduction(+ : h[0 : 64]): for i: h[key[i]] += 1;
 *
 * LLVM 19 gives each thread a copy of the array in local memory, and combines these copies element by element with shuffles: 5.5 ms for 64
 * elements on an H200. In the version a team has one copy in shared memory. Its threads update the copy by atomic operations, and add each
 * of its elements to the original array, by an atomic operation as well.
 *
 * Why that is allowed.
 * 1. OpenMP leaves open how many private copies of a list item there are, and in which order values are combined (5.1, 2.21.5). The version has one
 *    copy for each team. It begins with the initializer of the clause.
 * 2. Several threads update one copy. The loop uses the array in update statements only, each of which combines a value that does not depend on the
 *    array into one element, by the operator of the clause (struct cleave_reduced_array). An atomic update is one step of the
 *    combination, so the copy has the value of some order of all updates. No iteration can find out what other iterations have added.
 * 3. For integers each order gives the same bits: the operators are associative and commutative modulo 2^n. Floating-point results depend on the
 *    order of the updates, which differs between runs. So a reproducible reduction has no floating-point arrays.
 * 4. The original array takes part once: the teams update it in device memory, where the map clause of the kernel, or an enclosing
 *    environment, has put it. The clause maps at least the elements that the reduction names (5.1, 2.21.5.1), for both forms alike.
 * 5. A barrier separates the initialization, the updates and the result in a team. The end of the kernel orders the updates of the original array
 *    before other constructs.
 * 6. Elements of 1 and 2 bytes have copies of 4 bytes: there are few atomic operations for others. For + - * & | ^ the copies are unsigned. The
 *    low-order bits of a result depend on those of the operands only, and conversions back keep these. Minima and maxima are values of the elements' type.
 * 7. Minima and maxima need `atomic compare` (OpenMP 5.1, 2.19.7). Each value is converted to the type of the elements first, a monotone conversion (struct
 *    cleave_reduced_array). A NaN is ignored if there is another value, as clang 19 does where it combines
 *    private copies.
 * 8. For && an element becomes 0 once a value is false, and for || it becomes 1 once a value is true; so stores suffice. In the end each other element
 *    of the original that is not 0 becomes 1, by a comparison with the value that was read: another team may store 0 meanwhile.
 *
 * The copies of all arrays fit into 44 KiB: 48 KiB are the least that GPUs have for a team, and the other reductions and the run time need some of
 * it. Lengths are constant: clang 19 rejects others for GPUs, because its own copies would be arrays of variable length.
 */
#include "fission/mapping_internal.h"

/* Whether the host computes BOUND before the launch as the kernel would. */
static bool host_has_bound(const struct planner *planner, const struct cleave_array_bound *bound) {
  for (size_t i = 0; i < bound->use_count; i++) {
    const struct cleave_variable *variable = variable_at(planner, bound->uses[i].variable);
    if (bound->uses[i].flags != CLEAVE_USE_READ || is_in_device_memory(planner, bound->uses[i].variable) ||
        variable->sharing != CLEAVE_SHARING_FIRSTPRIVATE || variable->type_class != CLEAVE_TYPE_INTEGER)
      return false;
  }
  return !may_change(planner, bound->uses, bound->use_count) &&
         (bound->is_constant || !clone_obstacle(planner, bound->range));
}

/* Point 4. Clang maps the sections of a reduction clause on a combined construct, tofrom; the version has only the map clauses of the program. */
static const char *check_mapping(const struct planner *planner, uint32_t index,
                                 const struct cleave_reduction *operation) {
  const struct cleave_region *region = planner->region;
  const enum cleave_sharing sharing = variable_at(planner, index)->sharing;
  const bool is_there = planner->plan->environment && is_in_device_memory(planner, index);
  if (is_there || (sharing == CLEAVE_SHARING_IMPLICIT_MAP && operation->is_variable))
    return NULL;
  size_t items = 0, good = 0;
  for (uint32_t i = 0; i < region->map_count; i++)
    if (region->maps[i].variable == index) {
      items++;
      good += region->maps[i].type == CLEAVE_MAP_TOFROM &&
              (i == operation->array->map || region->maps[i].flags & CLEAVE_MAP_WHOLE);
    }
  if (planner->plan->environment && items)
    return NULL;
  return items == 1 && good == 1 ? NULL
                                 : "is not copied in both directions by a map clause of the same section";
}

static bool contains(struct cleave_range range, uint32_t at) { return range.begin <= at && at < range.end; }

bool is_named_elsewhere(const struct planner *planner, uint32_t index, const struct cleave_node *node,
                        const struct cleave_element_update *updates, size_t count) {
  const struct cleave_variable *variable = variable_at(planner, index);
  struct cleave_range rest = node->body;
  const struct cleave_token *name;
  while (variable->type_class != CLEAVE_TYPE_POINTER &&
         (name = cleave_find_token(&planner->unit->tokens, rest, 1 << CLEAVE_TOKEN_WORD, variable->name))) {
    bool is_known = false;
    for (size_t i = 0; i < count; i++)
      is_known |= contains(updates[i].text, name->range.begin) &&
                  !contains(updates[i].subscript, name->range.begin) &&
                  !contains(updates[i].value, name->range.begin);
    if (!is_known)
      return true;
    rest.begin = name->range.begin + 1;
  }
  return false;
}

bool can_rename(const struct planner *planner, uint32_t index) {
  const struct cleave_variable *variable = variable_at(planner, index);
  return !(variable->is_volatile || variable->is_atomic || variable->is_reference ||
           variable->is_thread_local || variable->is_this || variable->is_linked ||
           variable->has_default_mapper || variable->is_structured_binding_or_capture ||
           variable->is_lambda_capture || is_hidden(planner, index));
}

/* Point 6. */
static unsigned copy_bytes(const struct cleave_reduced_array *array) {
  return array->bytes < 4 ? 4 : array->bytes;
}

static const char *check_array(const struct planner *planner, const struct cleave_node *node, uint32_t index,
                               const struct cleave_reduction *operation, bool is_reproducible) {
  const struct cleave_reduced_array *array = operation->array;
  switch (operation->combiner) {
  case CLEAVE_COMBINER_ADD:
  case CLEAVE_COMBINER_MULTIPLY:
  case CLEAVE_COMBINER_AND:
  case CLEAVE_COMBINER_OR:
  case CLEAVE_COMBINER_XOR:
    break;
  case CLEAVE_COMBINER_MINIMUM:
  case CLEAVE_COMBINER_MAXIMUM:
  case CLEAVE_COMBINER_LOGICAL_AND:
  case CLEAVE_COMBINER_LOGICAL_OR:
    if (array->is_floating && operation->combiner != CLEAVE_COMBINER_MINIMUM &&
        operation->combiner != CLEAVE_COMBINER_MAXIMUM)
      return "is an array with an operation that is not atomic";
    if (planner->unit->openmp_version < 51)
      return "is an array with an operation that is not atomic before OpenMP 5.1";
    break;
  default:
    return "is an array with an operation that is not atomic";
  }
  if (array->bytes > 8 || (array->is_floating && array->bytes < 4))
    return "has elements for which there are no atomic operations";
  if (array->has_other_uses || is_named_elsewhere(planner, index, node, array->updates, array->update_count))
    return "is used by more than updates of single elements";
  if (array->is_floating && is_reproducible)
    return "has floating-point elements, whose order of updates differs between runs";
  if (!can_rename(planner, index))
    return "has an unsupported declaration";
  const char *obstacle = check_mapping(planner, index, operation);
  if (obstacle)
    return obstacle;
  if (!array->length.is_constant || array->length.value < 1)
    return "has a section whose length is not constant";
  return host_has_bound(planner, &array->first) ? NULL : "has a section that the host cannot compute";
}

const char *add_reduced_array(struct planner *planner, const struct cleave_node *node, uint32_t index,
                              const struct cleave_reduction *operation,
                              struct cleave_team_reduction *reduction) {
  const struct cleave_reduced_array *array = operation->array;
  const char *obstacle = check_array(planner, node, index, operation, reduction->is_reproducible);
  if (obstacle)
    return obstacle;
  struct cleave_team_array added = {.variable = index, .operation = operation};
  if (!array->first.is_constant)
    added.first = cleave_make_source(planner->arena, array->first.range);
  else if (array->first.value)
    added.first = cleave_make_constant(planner->arena, CLEAVE_EXPRESSION_LONG, array->first.value);
  int64_t bytes = MOST_ARRAY_BYTES + 1;
  if (array->length.value <= MOST_ARRAY_BYTES) {
    added.length = (unsigned)array->length.value;
    bytes = array->length.value * copy_bytes(array);
  }
  for (size_t i = 0; i < reduction->array_count; i++) {
    if (reduction->arrays[i].variable == index)
      return "occurs several times in its clauses";
    bytes += reduction->arrays[i].length * copy_bytes(reduction->arrays[i].operation->array);
  }
  if (bytes > MOST_ARRAY_BYTES)
    return "is larger than the shared memory of a team";
  CLEAVE_APPEND(planner->arena, reduction->arrays, reduction->array_count, added);
  for (size_t i = 0; i < array->update_count; i++) { /* ascending, in all arrays */
    const struct cleave_team_update update = {reduction->array_count - 1, &array->updates[i]};
    CLEAVE_APPEND(planner->arena, reduction->updates, reduction->update_count, update);
    for (size_t k = reduction->update_count - 1;
         k && reduction->updates[k - 1].update->text.begin > reduction->updates[k].update->text.begin; k--) {
      reduction->updates[k] = reduction->updates[k - 1];
      reduction->updates[k - 1] = update;
    }
  }
  return NULL;
}
