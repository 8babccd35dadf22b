/* FILE: lib/simulator/control.c
 * WHAT: decodes branches, calls, returns, barriers of blocks, traps and dynamic local memory.
 */
#include "simulator/lanes.h"

static bool decode_branch(struct decoder *decoder, const struct ptx_instruction *instruction,
                          struct operation *operation) {
  decoder_take(decoder, "uni");
  if (instruction->operand_count != 1 || instruction->operands[0].kind != PTX_LABEL)
    return false;
  operation->kind = KIND_BRANCH;
  operation->target = (uint32_t)decoder->code->function->labels[instruction->operands[0].label].instruction;
  return true;
}

static const struct ptx_table *find_table(const struct ptx_function *function, const char *name) {
  for (size_t i = 0; i < function->table_count; i++)
    if (!strcmp(function->tables[i].name, name))
      return &function->tables[i];
  return NULL;
}

/* brx.idx index, table. */
static bool decode_indexed(struct decoder *decoder, const struct ptx_instruction *instruction,
                           struct operation *operation) {
  const struct ptx_function *function = decoder->code->function;
  if (!decoder_take(decoder, "idx") || instruction->operand_count != 2)
    return false;
  decoder_take(decoder, "uni");
  const struct ptx_table *table = find_table(function, instruction->operands[1].name);
  if (!table)
    return false;
  struct call_site *site = cleave_arena_allocate(decoder->arena, sizeof *site);
  *site = (struct call_site){.target_count = table->label_count};
  site->targets = cleave_arena_allocate(decoder->arena, (table->label_count + 1) * sizeof *site->targets);
  for (size_t i = 0; i < table->label_count; i++)
    site->targets[i] = (uint32_t)function->labels[table->labels[i]].instruction;
  operation->kind = KIND_BRANCH_INDEXED;
  operation->call = site;
  operation->a = decoder_slot(decoder, &instruction->operands[0], PTX_U32);
  return true;
}

/* ---- Calls ----------------------------------------------------------------------------------- */

static struct parameter_place *places_of(struct decoder *decoder, const struct ptx_operand *list,
                                         size_t *count) {
  *count = list ? list->count : 0;
  struct parameter_place *places = cleave_arena_allocate(decoder->arena, (*count + 1) * sizeof *places);
  for (size_t i = 0; i < *count; i++) {
    struct operation address = {0};
    const struct ptx_operand *item = &list->items[i];
    if (item->kind == PTX_NOTHING)
      continue;
    if (item->kind != PTX_SYMBOL || !item->variable || item->variable->space != PTX_PARAMETER ||
        !decoder_symbol(decoder, item, &address)) {
      decoder->problem = "an argument that is no .param variable";
      return places;
    }
    places[i] = (struct parameter_place){(uint32_t)address.immediate, (uint32_t)item->variable->bytes};
  }
  return places;
}

static bool decode_call(struct decoder *decoder, const struct ptx_instruction *instruction,
                        struct operation *operation) {
  decoder_take(decoder, "uni");
  size_t at = 0;
  const struct ptx_operand *operands = instruction->operands, *results = NULL, *arguments = NULL;
  if (at < instruction->operand_count && operands[at].kind == PTX_VECTOR)
    results = &operands[at++];
  if (at == instruction->operand_count)
    return false;
  const struct ptx_operand *callee = &operands[at++];
  if (at < instruction->operand_count && operands[at].kind == PTX_VECTOR)
    arguments = &operands[at++];
  struct call_site *site = cleave_arena_allocate(decoder->arena, sizeof *site);
  *site = (struct call_site){0};
  site->results = places_of(decoder, results, &site->result_count);
  site->arguments = places_of(decoder, arguments, &site->argument_count);
  operation->call = site;
  operation->kind = callee->kind == PTX_REGISTER ? KIND_CALL_INDIRECT : KIND_CALL;
  if (callee->kind == PTX_REGISTER) {
    operation->a = decoder_slot(decoder, callee, PTX_U64);
    decoder->code->calls_indirectly = true;
    return true;
  }
  site->code = program_find_code(decoder->program, decoder->code->module, callee->name);
  if (site->code)
    CLEAVE_APPEND(decoder->arena, decoder->code->callees, decoder->code->callee_count, site->code);
  else if (!library_find(callee->name, site))
    decoder->problem =
        cleave_arena_format(decoder->arena, "a call of %s, which no module defines", callee->name);
  if (site->library) {
    operation->class = GPU_LIBRARY;
    decoder->program->uses_heap |= !strcmp(callee->name, "malloc");
  }
  return true;
}

/* ---- Barriers of blocks ---------------------------------------------------------------------- */

/* bar.sync a{, b}; bar.arrive a, b; bar.red.popc.u32 d, a{, b}, p; bar.red.and.pred p, a{, b}, q. */
static bool decode_barrier(struct decoder *decoder, const struct ptx_instruction *instruction,
                           struct operation *operation) {
  const struct ptx_operand *operands = instruction->operands;
  size_t count = instruction->operand_count;
  decoder_take(decoder, "cta"), decoder_take(decoder, "aligned");
  operation->class = GPU_BARRIER;
  operation->kind = KIND_BLOCK_BARRIER;
  if (decoder_take(decoder, "red")) {
    operation->mode = decoder_take(decoder, "popc")  ? BARRIER_POPC
                      : decoder_take(decoder, "and") ? BARRIER_AND
                                                     : BARRIER_OR;
    decoder_take(decoder, "or");
    enum ptx_type type = decoder_type(decoder);
    if (count < 3)
      return false;
    if (operation->mode == BARRIER_POPC)
      operation->d = decoder_destination(decoder, &operands[0], type);
    else
      operation->d2 = decoder_destination(decoder, &operands[0], PTX_PRED);
    operation->e = decoder_slot(decoder, &operands[count - 1], PTX_PRED);
    operation->extra_mode = operands[count - 1].negated;
    operands++, count -= 2;
  } else if (decoder_take(decoder, "arrive")) {
    operation->mode = BARRIER_ARRIVE;
  } else if (!decoder_take(decoder, "sync")) {
    return false;
  }
  if (count < 1 || count > 2)
    return false;
  operation->a = decoder_slot(decoder, &operands[0], PTX_U32);
  if (count == 2)
    operation->b = decoder_slot(decoder, &operands[1], PTX_U32);
  return true;
}

/* ---- Dynamic local memory -------------------------------------------------------------------- */

static void run_alloca(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const unsigned char *a = slot_pointer(warp, operation->a);
  uint64_t most = 0, alignment = operation->immediate < 16 ? 16 : operation->immediate;
  EACH_LANE {
    uint64_t bytes = 0;
    memcpy(&bytes, a + (size_t)lane * operation->source_width, operation->source_width);
    if (mask >> lane & 1 && bytes > most)
      most = bytes;
  }
  /* All lanes of the frame take the same place. */
  uint64_t at = (warp->frame->local_top + alignment - 1) / alignment * alignment;
  if (most > LOCAL_MOST || at + most > LOCAL_MOST) {
    warp_fault(warp, operation, (unsigned)__builtin_ctz(mask), GPU_ILLEGAL_ADDRESS,
               "alloca of %llu bytes exceeds the thread's local memory", (unsigned long long)most);
    return;
  }
  warp->frame->local_top = (at + most + 15) / 16 * 16;
  uint64_t result[LANES];
  EACH_LANE result[lane] = at;
  store_lanes(slot_pointer(warp, operation->d), result, sizeof *result, mask);
}

static void run_stacksave(struct warp *warp, const struct operation *operation, lane_mask mask) {
  uint64_t result[LANES];
  EACH_LANE result[lane] = warp->frame->local_top;
  store_lanes(slot_pointer(warp, operation->d), result, sizeof *result, mask);
}

/* Other lanes of the frame may still use theirs: it is released when the frame is. */
static void run_stackrestore(struct warp *warp, const struct operation *operation, lane_mask mask) {
  const uint64_t *a = slot_pointer(warp, operation->a);
  if (mask == warp->frame->lanes)
    warp->frame->local_top = a[__builtin_ctz(mask)];
}

static bool decode_stack(struct decoder *decoder, const struct ptx_instruction *instruction,
                         struct operation *operation) {
  enum ptx_type type = decoder_type(decoder);
  if (ptx_type_bytes(type) != 8)
    return false;
  if (is_opcode(instruction, "stackrestore")) {
    operation->run = run_stackrestore;
    operation->a = decoder_slot(decoder, &instruction->operands[0], type);
    return instruction->operand_count == 1;
  }
  operation->d = decoder_destination(decoder, &instruction->operands[0], type);
  if (is_opcode(instruction, "stacksave")) {
    operation->run = run_stacksave;
    return instruction->operand_count == 1;
  }
  if (instruction->operand_count < 2)
    return false;
  operation->run = run_alloca;
  operation->a = decoder_loose(decoder, &instruction->operands[1], PTX_U64, &operation->source_width);
  operation->immediate = instruction->operand_count > 2 ? instruction->operands[2].bits : 8;
  return true;
}

static void run_nothing(struct warp *warp, const struct operation *operation, lane_mask mask) {
  (void)warp, (void)operation, (void)mask;
}

bool decode_control(struct decoder *decoder, const struct ptx_instruction *instruction,
                    struct operation *operation) {
  operation->class = GPU_CONTROL;
  if (is_opcode(instruction, "bra"))
    return decode_branch(decoder, instruction, operation);
  if (is_opcode(instruction, "brx"))
    return decode_indexed(decoder, instruction, operation);
  if (is_opcode(instruction, "call"))
    return decode_call(decoder, instruction, operation);
  if (is_opcode(instruction, "ret") || is_opcode(instruction, "exit")) {
    decoder_take(decoder, "uni");
    operation->kind = is_opcode(instruction, "ret") ? KIND_RETURN : KIND_EXIT;
    return true;
  }
  if (is_opcode(instruction, "trap") || is_opcode(instruction, "brkpt")) {
    operation->kind = KIND_TRAP;
    return true;
  }
  if (is_opcode(instruction, "nanosleep")) {
    decoder_type(decoder);
    operation->kind = KIND_YIELD;
    return true;
  }
  if ((is_opcode(instruction, "bar") || is_opcode(instruction, "barrier")) &&
      !(instruction->modifier_count && !strcmp(instruction->modifiers[0], "warp")))
    return decode_barrier(decoder, instruction, operation);
  if (is_opcode(instruction, "alloca") || is_opcode(instruction, "stacksave") ||
      is_opcode(instruction, "stackrestore"))
    return decode_stack(decoder, instruction, operation);
  if (is_opcode(instruction, "pmevent") ||
      (is_opcode(instruction, "griddepcontrol") &&
       (decoder_take(decoder, "wait") || decoder_take(decoder, "launch_dependents")))) {
    operation->run = run_nothing;
    return true;
  }
  return false;
}
