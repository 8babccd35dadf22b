/* FILE: test/unit/ptx_test.c
 * WHAT: what the parser of PTX reads from data/forms.ptx, which has every form of directive, declaration and operand;
 *       truncated and invalid text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "guarded.h"
#include "ptx/ptx.h"

enum { MOST_BYTES = 1 << 16 };

static char forms[MOST_BYTES];
static size_t forms_size;
static struct cleave_arena *arena;
static struct ptx_module module;

static int read_forms(void **state) {
  (void)state;
  FILE *file = fopen(CLEAVE_SOURCE_DIR "/test/unit/data/forms.ptx", "r");
  assert_non_null(file);
  forms_size = fread(forms, 1, sizeof forms, file);
  fclose(file);
  arena = cleave_arena_new();
  const char *error = ptx_parse(forms, forms_size, arena, &module);
  if (error)
    fail_msg("%s", error);
  return 0;
}

static int free_forms(void **state) {
  (void)state;
  cleave_arena_free(arena);
  return 0;
}

static const struct ptx_variable *variable(const char *name) {
  for (size_t i = 0; i < module.variable_count; i++)
    if (!strcmp(module.variables[i].name, name))
      return &module.variables[i];
  fail_msg("no variable %s", name);
  return NULL;
}

static const struct ptx_function *function(const char *name) {
  for (size_t i = 0; i < module.function_count; i++)
    if (!strcmp(module.functions[i].name, name))
      return &module.functions[i];
  fail_msg("no function %s", name);
  return NULL;
}

/* Instruction NUMBER with OPCODE in the kernel. */
static const struct ptx_instruction *instruction(const char *opcode, size_t number) {
  const struct ptx_function *kernel = function("kernel");
  for (size_t i = 0; i < kernel->instruction_count; i++)
    if (!strcmp(kernel->instructions[i].opcode, opcode) && number-- == 0)
      return &kernel->instructions[i];
  fail_msg("no instruction %s", opcode);
  return NULL;
}

static const char *register_name(const struct ptx_operand *operand) {
  assert_int_equal(operand->kind, PTX_REGISTER);
  return function("kernel")->registers[operand->reg].name;
}

static void a_module_has_its_directives(void **state) {
  (void)state;
  assert_int_equal(module.version, 85);
  assert_int_equal(module.architecture, 90);
  assert_int_equal(module.file_count, 4);
  assert_string_equal(module.files[1], "/src/a.c");
  assert_null(module.files[2]);
  assert_string_equal(module.files[3], "/src/b.h");
  assert_int_equal(module.alias_count, 1);
  assert_string_equal(module.aliases[0].name, "other_name");
  assert_string_equal(module.aliases[0].target, "function");
}

static void variables_have_space_linkage_and_size(void **state) {
  (void)state;
  assert_int_equal(variable("counter")->linkage, PTX_WEAK);
  assert_int_equal(variable("counter")->bytes, 4);
  assert_null(variable("counter")->initial);
  assert_int_equal(variable("dynamic")->linkage, PTX_EXTERNAL);
  assert_int_equal(variable("dynamic")->space, PTX_SHARED);
  assert_int_equal(variable("dynamic")->bytes, 0);
  assert_int_equal(variable("dynamic")->alignment, 16);
  assert_int_equal(variable("elsewhere")->bytes, 24);
  assert_int_equal(variable("shared_by_units")->linkage, PTX_COMMON);
  assert_int_equal(variable("small")->space, PTX_CONSTANT);
  assert_int_equal(variable("small")->linkage, PTX_VISIBLE);
  assert_int_equal(variable("matrix")->linkage, PTX_INTERNAL);
  assert_int_equal(variable("table")->bytes, 12);
  assert_int_equal(variable("four")->bytes, 16);
  assert_int_equal(variable("four")->alignment, 16);
}

static void initializers_are_bytes_and_addresses(void **state) {
  (void)state;
  static const unsigned char small[8] = {1, 2, 0xff, 3, 15, 0xff, 0, 0};
  assert_memory_equal(variable("small")->initial, small, sizeof small);
  const double matrix[4] = {1, 1.5, -2, 0};
  assert_memory_equal(variable("matrix")->initial, matrix, sizeof matrix);
  const float single[2] = {-1.5f, 2};
  assert_memory_equal(variable("single")->initial, single, sizeof single);
  const uint64_t big = 18446744073709551600u;
  assert_memory_equal(variable("big")->initial, &big, sizeof big);
  const struct ptx_relocation *relocations = variable("big")->relocations;
  assert_int_equal(variable("big")->relocation_count, 2);
  assert_int_equal(relocations[0].offset, 8);
  assert_string_equal(relocations[0].symbol, "counter");
  assert_true(relocations[0].generic);
  assert_int_equal(relocations[0].addend, 4);
  assert_int_equal(relocations[1].offset, 16);
  assert_false(relocations[1].generic);
  assert_int_equal(variable("packed")->relocation_count, 1);
  assert_int_equal(variable("packed")->relocations->offset, 1);
  assert_int_equal(variable("packed")->relocations->addend, 4);
  assert_int_equal(variable("packed")->initial[0], 1);
}

static void functions_have_parameters_and_limits(void **state) {
  (void)state;
  const struct ptx_function *kernel = function("kernel");
  assert_true(kernel->entry && kernel->defined);
  assert_int_equal(kernel->parameter_count, 3);
  assert_int_equal(kernel->parameters[0].alignment, 8);
  assert_int_equal(kernel->parameters[1].offset, 8);
  assert_int_equal(kernel->parameters[2].offset, 16);
  assert_int_equal(kernel->parameter_bytes, 32);
  assert_int_equal(kernel->maximum_threads[0], 128);
  assert_int_equal(kernel->maximum_threads[1], 2);
  assert_int_equal(kernel->maximum_threads[2], 1);
  assert_int_equal(kernel->minimum_blocks, 3);
  assert_true(function("stop")->noreturn);
  assert_false(function("vprintf")->defined);
  assert_int_equal(function("vprintf")->linkage, PTX_EXTERNAL);
  assert_int_equal(function("vprintf")->parameter_count, 2);
  /* The declaration of "function" is replaced. */
  assert_int_equal(module.function_count, 4);
  assert_true(function("function")->defined);
  assert_int_equal(function("function")->result_count, 1);
}

static void operands_are_resolved(void **state) {
  (void)state;
  const struct ptx_function *kernel = function("kernel");
  const struct ptx_operand *address = &instruction("ld", 0)->operands[1];
  assert_int_equal(address->kind, PTX_ADDRESS);
  assert_int_equal(address->of, PTX_SYMBOL);
  assert_ptr_equal(address->variable, &kernel->parameters[0]);
  assert_int_equal(instruction("ld", 1)->operands[1].bits, 8);
  assert_int_equal(instruction("mov", 1)->operands[1].kind, PTX_SPECIAL);
  assert_string_equal(instruction("mov", 1)->operands[1].name, "%tid.x");
  const struct ptx_instruction *setp = instruction("setp", 0);
  assert_true(setp->pair);
  assert_int_equal(setp->operand_count, 5);
  assert_int_equal((int64_t)setp->operands[3].bits, -5);
  assert_true(setp->operands[4].negated);
  assert_string_equal(register_name(&setp->operands[4]), "%p3");
  const struct ptx_instruction *load = instruction("ld", 2);
  assert_int_equal(load->modifier_count, 5);
  assert_string_equal(load->modifiers[2], "L2::128B");
  assert_int_equal(load->operands[0].count, 2);
  assert_int_equal(load->operands[0].items[1].kind, PTX_NOTHING);
  assert_int_equal((int64_t)load->operands[1].bits, -8);
  const struct ptx_instruction *fma = instruction("fma", 0);
  assert_int_equal(fma->operands[2].kind, PTX_FLOAT32);
  assert_int_equal(fma->operands[2].bits, 0x3f800000);
  assert_int_equal(fma->operands[3].kind, PTX_FLOAT64);
  assert_int_equal(fma->operands[3].bits, 0xbfe0000000000000);
  assert_ptr_equal(instruction("mov", 2)->operands[1].variable, variable("big"));
  assert_int_equal(instruction("mov", 2)->operands[1].bits, 8);
  assert_int_equal(instruction("tex", 0)->operands[1].count, 1);
  assert_int_equal(instruction("st", 3)->operands[0].of, PTX_INTEGER);
  assert_string_equal(instruction("unheard", 0)->modifiers[1], "opcode");
  assert_string_equal(register_name(&instruction("unheard", 0)->operands[1]), "%counted");
}

static void branches_go_to_labels(void **state) {
  (void)state;
  const struct ptx_function *kernel = function("kernel");
  const struct ptx_instruction *branch = instruction("bra", 0);
  assert_string_equal(kernel->registers[branch->guard].name, "%p1");
  assert_true(branch->guard_negated);
  assert_int_equal(branch->operands[0].kind, PTX_LABEL);
  assert_string_equal(kernel->labels[branch->operands[0].label].name, "$L__BB0_2");
  const struct ptx_table *table = &kernel->tables[instruction("brx", 0)->operands[1].label];
  assert_int_equal(instruction("brx", 0)->operands[1].kind, PTX_TABLE);
  assert_int_equal(table->label_count, 2);
  assert_string_equal(kernel->labels[table->labels[1]].name, "$L__BB0_2");
  assert_string_equal(kernel->instructions[kernel->labels[table->labels[1]].instruction].opcode, "ret");
  assert_int_equal(kernel->labels[kernel->label_count - 1].instruction, kernel->instruction_count);
}

/* Two blocks have a label L, two have param0, and one has registers of the same names as those around it. */
static void names_are_those_of_their_block(void **state) {
  (void)state;
  const struct ptx_function *kernel = function("kernel");
  const unsigned outer = instruction("call", 0)->operands[2].items[0].variable - kernel->variables;
  const unsigned inner = instruction("call", 1)->operands[2].items[0].variable - kernel->variables;
  assert_string_equal(kernel->variables[outer].name, "param0");
  assert_int_not_equal(outer, inner);
  const unsigned first = instruction("bra", 3)->operands[0].label;
  assert_int_equal(instruction("bra", 2)->operands[0].label, first);
  assert_int_not_equal(instruction("bra", 4)->operands[0].label, first);
  const struct ptx_operand *inside = instruction("mov", 3)->operands;
  assert_string_equal(register_name(&inside[0]), "%r8");
  assert_int_not_equal(inside[1].reg, instruction("mov", 1)->operands[0].reg);
  assert_string_equal(register_name(&inside[1]), "%r2");
  const struct ptx_instruction *call = instruction("call", 1);
  assert_int_equal(call->operands[1].kind, PTX_REGISTER);
  assert_int_equal(call->operands[3].kind, PTX_TABLE);
  assert_int_equal(kernel->tables[call->operands[3].label].parameter_count, 1);
}

/* GCC declares registers of vectors, and parameters of calls as a range. */
static void vectors_and_ranges_of_variables(void **state) {
  (void)state;
  static const char text[] = ".version 6.0\n.func f(.param .u64 a, .param .u64 b);\n.entry k()\n{\n"
                             ".reg .v2 .u32 %v5;\n.reg .u32 %r1;\n.reg .u64 %R2;\n"
                             "mov.v2.u32 %v5, {7, -1};\nst.v2.u32 [%R2], %v5;\nmov.u32 %r1, %v5.y;\n"
                             "{\n.param .u64 %P<2>;\nst.param.u64 [%P1], %R2;\ncall f, (%P0, %P1);\n}\n}\n";
  struct ptx_module other;
  assert_null(ptx_parse(text, sizeof text - 1, arena, &other));
  const struct ptx_function *kernel = &other.functions[other.function_count - 1];
  const struct ptx_instruction *moves = kernel->instructions, *store = moves + 2, *element = moves + 3;
  assert_string_equal(moves[0].opcode, "mov");
  assert_int_equal(moves[0].modifier_count, 1);
  assert_int_equal(moves[0].operands[1].bits, 7);
  assert_int_equal((int32_t)moves[1].operands[1].bits, -1);
  assert_int_equal(store->operands[1].kind, PTX_VECTOR);
  assert_int_equal(store->operands[1].count, 2);
  for (unsigned i = 0; i < 2; i++)
    assert_int_equal(store->operands[1].items[i].reg, moves[i].operands[0].reg);
  assert_int_equal(element->operands[1].reg, moves[1].operands[0].reg);
  assert_int_equal(kernel->variable_count, 2);
  assert_string_equal(kernel->variables[1].name, "%P1");
  assert_ptr_equal(moves[4].operands[0].variable, &kernel->variables[1]);
}

static void instructions_have_source_lines(void **state) {
  (void)state;
  const struct ptx_function *kernel = function("kernel");
  assert_int_equal(instruction("ld", 0)->file, 1);
  assert_int_equal(instruction("ld", 0)->source_line, 10);
  assert_int_equal(instruction("ld", 0)->inlined_at, 0);
  const struct ptx_instruction *inlined = instruction("bra", 0);
  assert_int_equal(inlined->file, 3);
  assert_int_equal(inlined->source_line, 7);
  assert_int_equal(kernel->places[inlined->inlined_at - 1].line, 20);
  assert_int_equal(function("function")->instructions[0].source_line, 30);
  assert_int_equal(function("function")->instructions[0].inlined_at, 0);
}

static const char *error_of(const char *text) {
  struct ptx_module other;
  return ptx_parse(text, strlen(text), arena, &other);
}

#define KERNEL(body) ".version 8.5\n.entry k()\n{\n.reg .b32 %r<3>;\n" body "\n}\n"

static void errors_name_their_line(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"", "1: expected '.version'"},
      {".version 8.5\n.visible 7", "2: unexpected '7' in a module"},
      {".version 8.5\n.global .b32 x = {", "2: expected a value instead of the end of the text"},
      {".version 8.5\n.global .b32 x[2] = {1, 2, 3};", "2: too many values"},
      {".version 8.5\n.global .b8 x[10000000000][10000000000];", "2: the variable is too large"},
      {".version 8.5\n.global .b8 x[] = {99999999999999999999};",
       "2: expected a value instead of '99999999999999999999'"},
      {".version 8.5\n.global .b8 x[3] = {0xFF(x), 0xFF00(x)};",
       "2: an address ends outside of its variable"},
      {KERNEL("mov.u32 %r1, %r7;"), "5: register '%r7' is not declared"},
      {KERNEL("mov.u32 %r1, %r01;"), "5: register '%r01' is not declared"},
      {KERNEL("\nbra nowhere;"), "6: 'nowhere' is not defined"},
      {KERNEL("{ L: }\nbra L;"), "6: 'L' is not defined"},
      {KERNEL("L:\nL:"), "7: 'L' is declared twice"},
      {KERNEL("T: .branchtargets nowhere;"), "5: label 'nowhere' is not defined"},
      {KERNEL("@%r1 bra k;"), "5: expected a predicate register after '@'"},
      {KERNEL(".reg .v2 .b32 %v;\nmov.v2.b32 %v, {%v.y, %v.x};"),
       "6: a vector is moved to itself in another order"},
      {KERNEL(".reg .v2 .b32 %v;\nmov.b32 %r1, %v.z;"), "6: register '%v.z' is not declared"},
      {KERNEL(".param .b32 %P<9999>;"), "5: too many variables"},
      {KERNEL("add %r1, %r2"), "6: expected ',' instead of '}'"},
      {KERNEL(".frame 7;"), "5: unknown directive '.frame'"},
      {KERNEL("ld.b32 %r1, [L];\nL:"), "5: 'L' is a label and no address"},
      {".version 8.5\n.func f() {}\n.func f() {}", "3: function 'f' is defined twice"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *error = error_of(cases[i].text);
    assert_non_null(error);
    assert_string_equal(error, cases[i].message);
  }
  assert_null(error_of(KERNEL("")));
}

static void every_prefix_and_every_changed_byte_is_read(void **state) {
  (void)state;
  struct guarded guarded = guarded_new(sizeof forms);
  char *changed = test_malloc(forms_size);
  memcpy(changed, forms, forms_size);
  size_t errors = 0;
  for (size_t i = 0; i < forms_size; i++) {
    struct cleave_arena *other = cleave_arena_new();
    struct ptx_module read;
    errors += ptx_parse(guarded_put(&guarded, forms, i), i, other, &read) != NULL;
    changed[i] = "\"{}()[];:,%.0/\n"[i % 15];
    errors += ptx_parse(guarded_put(&guarded, changed, forms_size), forms_size, other, &read) != NULL;
    changed[i] = forms[i];
    cleave_arena_free(other);
  }
  assert_true(errors > forms_size);
  test_free(changed);
  guarded_free(&guarded);
}

static unsigned live_registers(const char *body) {
  struct ptx_module other;
  const char *text = cleave_arena_format(arena,
                                         ".version 8.5\n.entry k(.param .u64 a)\n{\n.reg .b32 %%r<99>;\n"
                                         ".reg .b64 %%rd<99>;\n.reg .pred %%p<9>;\n%s\n}\n",
                                         body);
  const char *error = ptx_parse(text, strlen(text), arena, &other);
  if (error)
    fail_msg("%s", error);
  return ptx_live_registers(&other.functions[0]);
}

static void live_registers_are_counted(void **state) {
  (void)state;
  assert_int_equal(live_registers("ret;"), 0);
  /* Two values of 32 bits and one of 64 are live before the last instruction. */
  assert_int_equal(
      live_registers("ld.global.u32 %r1, [64];\nld.global.u32 %r2, [68];\nld.global.u64 %rd1, [72];\n"
                     "add.u32 %r3, %r1, %r2;\nst.u64 [80], %rd1;\nst.u32 [80], %r3;"),
      4);
  /* A value without a use, and one that ends where the next begins. */
  assert_int_equal(live_registers("ld.global.u32 %r1, [64];\nadd.u32 %r2, %r1, 1;\nadd.u32 %r3, %r2, 1;"), 1);
  /* Around a loop: the value from before it is live in all its blocks. */
  assert_int_equal(
      live_registers("ld.global.u32 %r1, [64];\nld.global.u32 %r2, [68];\nL:\nadd.u32 %r2, %r2, 1;\n"
                     "ld.global.u32 %r4, [72];\nsetp.ne.s32 %p1, %r4, %r2;\n@%p1 bra L;\n"
                     "st.u32 [64], %r1;"),
      3);
  /* A definition under a guard does not end the life of the value before it. */
  assert_int_equal(
      live_registers("ld.global.u32 %r1, [64];\nld.global.u32 %r2, [68];\nsetp.eq.s32 %p1, %r2, 7;\n"
                     "@%p1 mov.u32 %r1, %r2;\nst.u32 [64], %r1;"),
      2);
  /* The branch of a table. */
  assert_int_equal(live_registers("ld.global.u32 %r1, [64];\nld.global.u64 %rd1, [72];\nbrx.idx %r1, T;\n"
                                  "T: .branchtargets A, B;\nA: ret;\nB: st.u64 [72], %rd1;"),
                   3);
  /* Parameters of a kernel and special registers. */
  assert_int_equal(
      live_registers("ld.param.u64 %rd1, [a];\ncvta.to.global.u64 %rd2, %rd1;\nmov.u32 %r1, %tid.x;\n"
                     "st.global.u32 [%rd2], %r1;"),
      0);
}

static void types_have_size_and_class(void **state) {
  (void)state;
  assert_int_equal(ptx_type_of("f16x2"), PTX_F16X2);
  assert_int_equal(ptx_type_of("f16x"), PTX_NO_TYPE);
  assert_int_equal(ptx_type_of(""), PTX_NO_TYPE);
  assert_int_equal(ptx_type_bytes(PTX_B128), 16);
  assert_int_equal(ptx_type_class(PTX_S64), 's');
  assert_int_equal(ptx_type_bytes(PTX_NO_TYPE), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_module_has_its_directives),
      cmocka_unit_test(variables_have_space_linkage_and_size),
      cmocka_unit_test(initializers_are_bytes_and_addresses),
      cmocka_unit_test(functions_have_parameters_and_limits),
      cmocka_unit_test(operands_are_resolved),
      cmocka_unit_test(branches_go_to_labels),
      cmocka_unit_test(names_are_those_of_their_block),
      cmocka_unit_test(vectors_and_ranges_of_variables),
      cmocka_unit_test(instructions_have_source_lines),
      cmocka_unit_test(errors_name_their_line),
      cmocka_unit_test(every_prefix_and_every_changed_byte_is_read),
      cmocka_unit_test(live_registers_are_counted),
      cmocka_unit_test(types_have_size_and_class),
  };
  return cmocka_run_group_tests(tests, read_forms, free_forms);
}
