/* FILE: lib/analysis/scans.c
 * WHAT: serial loops whose iterations depend on each other by carried values alone (cleave_scan_loop): running sums, running maxima.
 */
#include "analysis/scan_internal.h"

/* ---- Elements at a place that a carried value counts ----------------------------------------------------------- */

static bool only_grows(const Statement *statement, const Variable *variable);

/* Whether all assignments to VARIABLE in VALUE increase it, by less than 2^30. */
static bool value_only_grows(const Value *value, const Variable *variable) {
  if (!value)
    return true;
  if (value->kind == CLEAVE_BODY_STEP && variable_of_place(value->place) == variable)
    return !value->is_decrement;
  if (value->kind == CLEAVE_BODY_ASSIGN && variable_of_place(value->place) == variable) {
    const Value *by = without_conversions(value->right);
    return value->operation == CLEAVE_BODY_ADD && by->has_constant && by->constant > 0 &&
           by->constant < 1 << 30;
  }
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    if (!value_only_grows(parts.values[i], variable))
      return false;
  for (size_t i = 0; i < value->item_count; i++)
    if (!value_only_grows(value->items[i], variable))
      return false;
  for (const Place *place = value->place; place; place = place->record)
    if (!value_only_grows(place->pointer, variable))
      return false;
  return !value->body || only_grows(value->body, variable);
}

static bool only_grows(const Statement *statement, const Variable *variable) {
  if (!value_only_grows(statement->value, variable) || !value_only_grows(statement->step, variable))
    return false;
  for (size_t i = 0; i < statement->child_count; i++)
    if (!only_grows(statement->children[i], variable))
      return false;
  return true;
}

static bool is_assignment_to(const Statement *statement, const Variable *variable) {
  return statement->kind == CLEAVE_BODY_EVALUATE &&
         (statement->value->kind == CLEAVE_BODY_ASSIGN || statement->value->kind == CLEAVE_BODY_STEP) &&
         variable_of_place(statement->value->place) == variable;
}

static unsigned writes_in_value(const Value *value, const Variable *array) {
  if (!value)
    return 0;
  unsigned count = value->kind == CLEAVE_BODY_ASSIGN && array_of(value->place) == array;
  const struct parts parts = parts_of_value(value);
  for (size_t i = 0; i < 4; i++)
    count += writes_in_value(parts.values[i], array);
  for (size_t i = 0; i < value->item_count; i++)
    count += writes_in_value(value->items[i], array);
  for (const Place *place = value->place; place; place = place->record)
    count += writes_in_value(place->pointer, array);
  return count;
}

/* How many assignments in STATEMENT write an element of ARRAY. */
static unsigned writes_to(const Statement *statement, const Variable *array) {
  unsigned count = writes_in_value(statement->value, array) + writes_in_value(statement->step, array);
  for (size_t i = 0; i < statement->child_count; i++)
    count += writes_to(statement->children[i], array);
  return count;
}

/* BODY, of the loop, only increases c. So c has another value at each assignment to `a[c++]`. It also has at an assignment to
 * `a[c]` that an
 * assignment to c follows in the same block, if that is the only assignment to the array. LATER: the statements that follow in the
 * block. */
static void find_placed_value(struct analysis *it, const Value *value, Statement *const *later,
                              size_t later_count, const Statement *body) {
  const Value *subscript =
      value && value->kind == CLEAVE_BODY_ASSIGN && !value->operation ? subscript_of(value->place) : NULL;
  if (!subscript)
    return;
  const bool increments =
      subscript->kind == CLEAVE_BODY_STEP && !subscript->is_prefix && !subscript->is_decrement;
  const Variable *counter = increments ? variable_of_place(subscript->place) : variable_read(subscript);
  const Variable *array = array_of(value->place);
  if (!counter || !array || !known_of(it, counter)->is_carried || !only_grows(body, counter))
    return;
  bool grows_later = false;
  for (size_t i = 0; i < later_count; i++)
    grows_later |= is_assignment_to(later[i], counter);
  if (increments || (grows_later && writes_to(body, array) == 1))
    CLEAVE_APPEND(it->arena, it->placed, it->placed_count, value->place);
}

static void find_placed(struct analysis *it, const Statement *statement, Statement *const *later,
                        size_t later_count, const Statement *body) {
  find_placed_value(it, statement->value, later, later_count, body);
  find_placed_value(it, statement->step, NULL, 0, body);
  const bool is_block = statement->kind == CLEAVE_BODY_SEQUENCE;
  for (size_t i = 0; i < statement->child_count; i++)
    find_placed(it, statement->children[i], is_block ? statement->children + i + 1 : NULL,
                is_block ? statement->child_count - i - 1 : 0, body);
}

/* ---- Carried values --------------------------------------------------------------------------------------------- */

/* The array of the element that VALUE, conversions apart, reads; *PLACE becomes the element. */
static const Variable *array_read(const Value *value, const Place **place) {
  value = without_conversions(value);
  *place = value->kind == CLEAVE_BODY_READ ? value->place : NULL;
  return *place ? array_of(*place) : NULL;
}

static bool is_same_element(const Value *value, const Place *place) {
  const Value *read = without_conversions(value);
  return read->kind == CLEAVE_BODY_READ && places_are_same(read->place, place);
}

static bool may_be_carried(const Type *type) {
  return is_number(type) && type->kind != CLEAVE_BODY_BOOLEAN && !type->is_volatile && !type->is_atomic;
}

/* Whether STATEMENT may carry a value in the elements of an array. Fills *RESULT and sets *READ to the element that it reads. */
static bool find_element(const Statement *statement, struct cleave_carried_element *result,
                         const Place **read, bool *is_exact) {
  const Value *assignment = statement->kind == CLEAVE_BODY_EVALUATE ? statement->value : NULL;
  const Variable *array =
      assignment && assignment->kind == CLEAVE_BODY_ASSIGN ? array_of(assignment->place) : NULL;
  if (!array)
    return false;
  const Value *from = assignment->right;
  struct cleave_body_text operand = assignment->place->text;
  enum cleave_body_operation operation = assignment->operation;
  const Type *type = assignment->place->type, *computed = assignment->computed;
  if (operation) {
    if (operation == CLEAVE_BODY_SUBTRACT)
      return false;
  } else {
    const Value *value = without_conversions(from);
    if (value->kind != CLEAVE_BODY_BINARY)
      return false;
    operation = value->operation;
    computed = value->type;
    const bool is_left =
        array_read(value->left, read) == array && !is_same_element(value->left, assignment->place);
    if (operation == CLEAVE_BODY_SUBTRACT && !is_left)
      return false;
    from = is_left ? value->left : value->right;
    operand = is_left ? value->right->whole : value->left->whole;
  }
  const enum cleave_combiner combiner = combiner_of(operation);
  if (array_read(from, read) != array || combiner == CLEAVE_COMBINER_UNKNOWN ||
      array->in_region == CLEAVE_NO_VARIABLE || !may_be_carried(type) ||
      (is_integer(type) && !is_integer(computed)))
    return false;
  const struct cleave_body_text *whole = &statement->text, *of = &(*read)->text;
  *result = (struct cleave_carried_element){array->in_region,
                                            type->unqualified->spelling,
                                            type->kind == CLEAVE_BODY_FLOATING,
                                            is_integer(type) && !type->is_signed,
                                            (unsigned)type->bytes,
                                            combiner,
                                            operation == CLEAVE_BODY_SUBTRACT,
                                            whole->begin,
                                            whole->end,
                                            of->begin,
                                            of->end,
                                            operand.begin,
                                            operand.end};
  *is_exact = whole->is_exact && of->is_exact && operand.is_exact;
  return true;
}

/* Finds a statement of LOOP's body, *UPDATE, that may carry a value in the elements of an array. */
static const struct cleave_carried_element *read_element(struct analysis *it, const Statement *loop,
                                                         const Statement **update) {
  const Statement *body = loop->children[1];
  Statement *const only[] = {(Statement *)body};
  const bool is_list = body->kind == CLEAVE_BODY_SEQUENCE && !body->is_declaration;
  Statement *const *statements = is_list ? body->children : only;
  const size_t count = is_list ? body->child_count : 1;
  struct cleave_carried_element *result = cleave_arena_allocate(it->arena, sizeof *result);
  for (size_t i = 0; i < count; i++) {
    bool is_exact = false;
    const Place *read = NULL;
    if (statements[i]->has_hint || !find_element(statements[i], result, &read, &is_exact))
      continue;
    it->carried_element = read;
    *update = statements[i];
    return is_exact ? result : NULL;
  }
  return NULL;
}

/* Finds the variables from outside of LOOP that it may update, with their operators. EXTREMUM: the operator of those that no other operator
 * updates. Returns whether there are any. */
static bool find_carried(struct analysis *it, const Statement *loop, const char *extremum) {
  const bool *written = written_in(it, loop->children[1]);
  bool is_any = false;
  for (size_t i = 0; i < it->body->variable_count; i++) {
    const Variable *variable = it->body->variables[i];
    if (!written[i] || !may_be_carried(variable->type) || variable->in_region == CLEAVE_NO_VARIABLE ||
        declares(loop, variable))
      continue;
    const char *operation = update_operator(loop->children[1], variable);
    it->known[i].reduction = operation ? operation : extremum;
    it->known[i].is_carried = is_any = true;
  }
  return is_any;
}

static void add_values(struct analysis *it, struct cleave_scan_loop *scan) {
  for (size_t i = 0; i < it->body->variable_count; i++) {
    if (!it->known[i].is_carried)
      continue;
    const struct cleave_carried_value added = {it->body->variables[i]->in_region,
                                               cleave_combiner_named(it->known[i].reduction)};
    CLEAVE_APPEND(it->arena, scan->values, scan->value_count, added);
    for (size_t k = scan->value_count - 1; k && scan->values[k - 1].variable > added.variable; k--) {
      scan->values[k] = scan->values[k - 1];
      scan->values[k - 1] = added;
    }
  }
}

static struct cleave_loop_accesses *describe_scan(struct analysis *it, const char *extremum) {
  const Statement *loop = it->body->statement, *update = NULL;
  const bool is_carried = find_carried(it, loop, extremum);
  const struct cleave_carried_element *element = is_carried ? NULL : read_element(it, loop, &update);
  if (!is_carried && !element)
    return NULL;
  find_placed(it, loop->children[1], NULL, 0, loop->children[1]);
  struct cleave_loop_accesses *result = describe_loops(it);
  if (!result)
    return NULL;
  bool *carried = cleave_arena_allocate(it->arena, it->body->variable_count + 1);
  for (size_t i = 0; i < it->body->variable_count; i++)
    carried[i] = it->known[i].is_carried;
  const struct stores stores = remove_scan_stores(it, loop, carried, update);
  if (!stores.is_valid || !stores.are_exact)
    return NULL;
  struct cleave_scan_loop *scan = cleave_arena_allocate(it->arena, sizeof *scan);
  add_values(it, scan);
  scan->element = element;
  scan->only_updates = !element && !stores.reads_carried;
  scan->removed = stores.removed;
  scan->removed_count = stores.removed_count;
  result->scan = scan;
  return result;
}

struct cleave_loop_accesses *cleave_describe_scan(struct cleave_arena *arena,
                                                  const struct cleave_body *body) {
  static const char *const extrema[] = {"min", "max"};
  const Statement *loop = body->statement;
  if (loop->kind != CLEAVE_BODY_FOR || loop->children[0]->kind != CLEAVE_BODY_DECLARE || !loop->value ||
      !loop->step)
    return NULL;
  for (size_t i = 0; i < 2; i++) {
    struct analysis it = begin_analysis(arena, body);
    struct cleave_loop_accesses *result = describe_scan(&it, extrema[i]);
    if (result)
      return result;
  }
  return NULL;
}
