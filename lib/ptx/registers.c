/* FILE: lib/ptx/registers.c
 * WHAT: estimates the hardware registers of a function: the largest number of 32-bit registers that are live at once.
 *
 * Each register is followed from its uses to its definitions, so the cost is the sum of the lengths of all live ranges in
 * blocks, and no sets are stored. Values that ptxas computes again at each use do not count: parameters of kernels, constants,
 * special registers.
 */
#include <string.h>

#include "ptx/ptx.h"

struct event {
  size_t instruction;
  bool defines, uses; /* a definition under a guard does not end the range before it: both */
};

struct block {
  size_t first, end; /* instructions */
  size_t *sources;   /* blocks that may run before it */
  size_t source_count;
  size_t live_out;         /* the last register that is live at its end, plus 1 */
  size_t touched;          /* the last register with events in it, plus 1 */
  size_t event, event_end; /* of that register */
};

struct estimate {
  struct cleave_arena *arena;
  const struct ptx_function *function;
  struct block *blocks;
  size_t block_count;
  size_t *block_of; /* by instruction */
  struct event *events;
  size_t *first_event; /* by register; one more than registers */
  long *change;        /* of the number of live registers, before each instruction */
};

static bool is_one_of(const char *opcode, const char *const *names) {
  while (*names && strcmp(opcode, *names))
    names++;
  return *names != NULL;
}

static bool has_destination(const struct ptx_instruction *instruction) {
  static const char *const without[] = {"st",         "red",       "bra",      "brx",     "ret",
                                        "exit",       "trap",      "membar",   "fence",   "prefetch",
                                        "call",       "nanosleep", "brkpt",    "pmevent", "prefetchu",
                                        "discard",    "cp",        "stmatrix", "sust",    "griddepcontrol",
                                        "setmaxnreg", NULL};
  static const char *const barriers[] = {"bar", "barrier", NULL};
  if (is_one_of(instruction->opcode, barriers))
    return instruction->modifier_count && !strcmp(instruction->modifiers[0], "red");
  return !is_one_of(instruction->opcode, without);
}

typedef void (*visitor)(struct estimate *estimate, unsigned reg, size_t instruction, bool defines);

static void visit_operand(struct estimate *estimate, const struct ptx_operand *operand, size_t instruction,
                          bool defines, visitor visit) {
  if (operand->kind == PTX_REGISTER)
    visit(estimate, operand->reg, instruction, defines);
  else if (operand->kind == PTX_ADDRESS && operand->of == PTX_REGISTER)
    visit(estimate, operand->reg, instruction, false);
  for (size_t i = 0; i < operand->count; i++)
    visit_operand(estimate, &operand->items[i], instruction, defines && operand->kind == PTX_VECTOR, visit);
}

static void visit_registers(struct estimate *estimate, visitor visit) {
  const struct ptx_function *function = estimate->function;
  for (size_t i = 0; i < function->instruction_count; i++) {
    const struct ptx_instruction *instruction = &function->instructions[i];
    const size_t destinations = !has_destination(instruction) ? 0 : instruction->pair ? 2 : 1;
    if (instruction->guard >= 0)
      visit(estimate, (unsigned)instruction->guard, i, false);
    for (size_t j = instruction->operand_count; j-- > 0;) /* uses come before definitions */
      visit_operand(estimate, &instruction->operands[j], i, j < destinations, visit);
  }
}

static void count_event(struct estimate *estimate, unsigned reg, size_t instruction, bool defines) {
  (void)instruction, (void)defines;
  estimate->first_event[reg + 1]++;
}

/* first_event[reg] is temporarily the place of its next event. */
static void add_event(struct estimate *estimate, unsigned reg, size_t instruction, bool defines) {
  const bool is_certain = estimate->function->instructions[instruction].guard < 0;
  estimate->events[estimate->first_event[reg]++] =
      (struct event){instruction, defines, !defines || !is_certain};
}

static void collect_events(struct estimate *estimate) {
  const size_t count = estimate->function->register_count;
  estimate->first_event = cleave_arena_allocate(estimate->arena, (count + 2) * sizeof(size_t));
  visit_registers(estimate, count_event);
  for (size_t i = 0; i < count; i++)
    estimate->first_event[i + 1] += estimate->first_event[i];
  estimate->events =
      cleave_arena_allocate(estimate->arena, (estimate->first_event[count] + 1) * sizeof *estimate->events);
  visit_registers(estimate, add_event);
  for (size_t i = count; i > 0; i--)
    estimate->first_event[i] = estimate->first_event[i - 1];
  estimate->first_event[0] = 0;
}

static bool ends_block(const struct ptx_instruction *instruction) {
  static const char *const names[] = {"bra", "brx", "ret", "exit", "trap", NULL};
  return is_one_of(instruction->opcode, names);
}

static void split_blocks(struct estimate *estimate) {
  const struct ptx_function *function = estimate->function;
  const size_t count = function->instruction_count;
  bool *begins = cleave_arena_allocate(estimate->arena, count + 1);
  begins[0] = true;
  for (size_t i = 0; i < function->label_count; i++)
    begins[function->labels[i].instruction] = true;
  for (size_t i = 0; i < count; i++)
    begins[i + 1] |= ends_block(&function->instructions[i]);
  estimate->block_of = cleave_arena_allocate(estimate->arena, (count + 1) * sizeof(size_t));
  for (size_t i = 0; i < count; i++) {
    if (begins[i]) {
      const struct block block = {.first = i};
      CLEAVE_APPEND(estimate->arena, estimate->blocks, estimate->block_count, block);
    }
    estimate->block_of[i] = estimate->block_count - 1;
    estimate->blocks[estimate->block_count - 1].end = i + 1;
  }
}

static void add_edge(struct estimate *estimate, size_t source, size_t instruction) {
  if (instruction == estimate->function->instruction_count)
    return;
  struct block *target = &estimate->blocks[estimate->block_of[instruction]];
  CLEAVE_APPEND(estimate->arena, target->sources, target->source_count, source);
}

static void connect_blocks(struct estimate *estimate) {
  const struct ptx_function *function = estimate->function;
  for (size_t i = 0; i < estimate->block_count; i++) {
    const struct ptx_instruction *last = &function->instructions[estimate->blocks[i].end - 1];
    const bool is_branch = ends_block(last);
    for (size_t j = 0; is_branch && j < last->operand_count; j++) {
      const struct ptx_operand *operand = &last->operands[j];
      if (operand->kind == PTX_LABEL)
        add_edge(estimate, i, function->labels[operand->label].instruction);
      const struct ptx_table *table = operand->kind == PTX_TABLE ? &function->tables[operand->label] : NULL;
      for (size_t k = 0; table && k < table->label_count; k++)
        add_edge(estimate, i, function->labels[table->labels[k]].instruction);
    }
    if (!is_branch || last->guard >= 0)
      add_edge(estimate, i, estimate->blocks[i].end);
  }
}

/* The register is live from before instruction BEGIN to before END. */
static void add_range(struct estimate *estimate, size_t begin, size_t end, long width) {
  estimate->change[begin] += width;
  estimate->change[end] -= width;
}

/* Adds the ranges of the register within BLOCK. */
static void add_ranges(struct estimate *estimate, const struct block *block, size_t reg, long width) {
  bool live = block->live_out == reg + 1;
  size_t end = block->end;
  if (block->touched != reg + 1) {
    if (live)
      add_range(estimate, block->first, end, width);
    return;
  }
  for (size_t i = block->event_end; i-- > block->event;) {
    const struct event *event = &estimate->events[i];
    if (event->defines && !event->uses) {
      if (live)
        add_range(estimate, event->instruction + 1, end, width);
      live = false;
    } else if (!live) {
      live = true;
      end = event->instruction + 1;
    }
  }
  if (live)
    add_range(estimate, block->first, end, width);
}

/* Whether the first event of the register in BLOCK needs a value from before. */
static bool needs_value(const struct estimate *estimate, const struct block *block) {
  return estimate->events[block->event].uses;
}

static void mark_events(struct estimate *estimate, size_t reg, size_t *touched, size_t *count) {
  for (size_t i = estimate->first_event[reg]; i < estimate->first_event[reg + 1]; i++) {
    const size_t number = estimate->block_of[estimate->events[i].instruction];
    struct block *block = &estimate->blocks[number];
    if (block->touched != reg + 1) {
      block->touched = reg + 1;
      block->event = i;
      touched[(*count)++] = number;
    }
    block->event_end = i + 1;
  }
}

/* BLOCKS[0..count) have events of the register; blocks that it is live through are appended. */
static void follow(struct estimate *estimate, size_t reg, long width, size_t *blocks, size_t *live) {
  size_t count = 0, live_count = 0;
  mark_events(estimate, reg, blocks, &count);
  for (size_t i = 0; i < count; i++)
    if (needs_value(estimate, &estimate->blocks[blocks[i]]))
      live[live_count++] = blocks[i];
  for (size_t i = 0; i < live_count; i++) {
    const struct block *block = &estimate->blocks[live[i]];
    for (size_t j = 0; j < block->source_count; j++) {
      struct block *source = &estimate->blocks[block->sources[j]];
      if (source->live_out == reg + 1)
        continue;
      source->live_out = reg + 1;
      if (source->touched == reg + 1)
        continue; /* its own events say whether it is live at the start */
      blocks[count++] = live[live_count++] = block->sources[j];
    }
  }
  for (size_t i = 0; i < count; i++)
    add_ranges(estimate, &estimate->blocks[blocks[i]], reg, width);
}

/* Whether ptxas computes the value again at each use: a parameter of a kernel, which is in constant memory, a constant, a
 * special register, or an address in such a parameter. */
static bool is_free(const struct estimate *estimate, const struct ptx_instruction *instruction,
                    const bool *free) {
  if (instruction->guard >= 0 || instruction->operand_count != 2)
    return false;
  const struct ptx_operand *source = &instruction->operands[1];
  const bool is_free_register = source->kind == PTX_REGISTER && free[source->reg];
  if (!strcmp(instruction->opcode, "ld"))
    return estimate->function->entry && instruction->modifier_count &&
           !strcmp(instruction->modifiers[0], "param");
  if (!strcmp(instruction->opcode, "mov"))
    return source->kind != PTX_REGISTER || is_free_register;
  return !strcmp(instruction->opcode, "cvta") && is_free_register;
}

/* Registers with one definition, whose value is free. Definitions come before uses in the text, as compilers print them. */
static bool *find_free(struct estimate *estimate) {
  const struct ptx_function *function = estimate->function;
  bool *free = cleave_arena_allocate(estimate->arena, function->register_count + 1);
  for (size_t i = 0; i < function->instruction_count; i++) {
    const struct ptx_instruction *instruction = &function->instructions[i];
    if (!instruction->operand_count || instruction->operands[0].kind != PTX_REGISTER ||
        !has_destination(instruction))
      continue;
    const unsigned reg = instruction->operands[0].reg;
    size_t definitions = 0;
    for (size_t j = estimate->first_event[reg]; j < estimate->first_event[reg + 1]; j++)
      definitions += estimate->events[j].defines;
    free[reg] = definitions == 1 && is_free(estimate, instruction, free);
  }
  return free;
}

unsigned ptx_live_registers(const struct ptx_function *function) {
  struct estimate estimate = {.arena = cleave_arena_new(), .function = function};
  const size_t count = function->instruction_count;
  long most = 0, now = 0;
  if (count) {
    split_blocks(&estimate);
    connect_blocks(&estimate);
    collect_events(&estimate);
    estimate.change = cleave_arena_allocate(estimate.arena, (count + 2) * sizeof *estimate.change);
    size_t *blocks = cleave_arena_allocate(estimate.arena, (estimate.block_count + 1) * sizeof *blocks);
    size_t *live = cleave_arena_allocate(estimate.arena, (estimate.block_count + 1) * sizeof *live);
    const bool *is_free_register = find_free(&estimate);
    for (size_t i = 0; i < function->register_count; i++) {
      const enum ptx_type type = function->registers[i].type;
      if (type != PTX_PRED && !is_free_register[i])
        follow(&estimate, i, (ptx_type_bytes(type) + 3) / 4, blocks, live);
    }
    for (size_t i = 0; i <= count; i++) {
      now += estimate.change[i];
      most = now > most ? now : most;
    }
  }
  cleave_arena_free(estimate.arena);
  return (unsigned)most;
}

/* The fixed part fits the kernels of the twelve benchmark programs best; ptxas needs more where it unrolls loops. */
unsigned ptx_estimate_registers(const struct ptx_function *function) {
  enum { FIXED = 8, LEAST = 16, MOST = 255, OF_MULTIPROCESSOR = 65536, UNIT = 8 };
  const uint64_t threads = (uint64_t)function->maximum_threads[0] * function->minimum_blocks;
  const uint64_t limit = threads ? OF_MULTIPROCESSOR / threads / UNIT * UNIT : MOST,
                 most = limit > MOST ? MOST : limit;
  const unsigned registers = ptx_live_registers(function) + FIXED;
  return registers > most ? (unsigned)(most < LEAST ? LEAST : most) : registers < LEAST ? LEAST : registers;
}
