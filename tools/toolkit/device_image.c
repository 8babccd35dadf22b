/* FILE: tools/toolkit/device_image.c
 * WHAT: see device_image.h; docs/design/images.md describes the records.
 */
#include "device_image.h"

#include <stdlib.h>
#include <string.h>

#include "image/elf_view.h"
#include "image/image.h"

/* The records of NVIDIA's images. */
enum { FORMAT_SIZED = 4 };
enum {
  ATTRIBUTE_MAXIMUM_THREADS = 0x05,
  ATTRIBUTE_REQUIRED_THREADS = 0x10,
  ATTRIBUTE_FRAME = 0x11,
  ATTRIBUTE_REGISTERS = 0x2f
};
enum { SYMBOL_IS_ENTRY = 0x10 }; /* in st_other */

/* Bytes of shared memory that the hardware uses in each block from sm_90 on. */
enum { RESERVED_SHARED_BYTES = 1024, RESERVING_ARCHITECTURE = 90 };

/* The body of a function: it is not executed. */
enum { BODY_BYTES = 16 };

struct builder {
  struct toolkit_units *units;
  struct image_writer writer;
  unsigned architecture;
  size_t initialized, zero, constants; /* numbers of sections; 0: not added */
  size_t *symbols;                     /* by definition; 0: none */
};

struct image_bytes toolkit_ptx(const struct toolkit_units *units) {
  struct image_bytes bytes = {0};
  for (size_t i = 0; i < units->count; i++) {
    unsigned char length[8];
    for (size_t j = 0; j < sizeof length; j++)
      length[j] = (unsigned char)((uint64_t)units->units[i].size >> 8 * j);
    image_bytes_add(units->arena, &bytes, length, sizeof length);
    image_bytes_add(units->arena, &bytes, units->units[i].text, units->units[i].size);
  }
  return bytes;
}

static const char *read_section(struct toolkit_units *units, const char *path, const unsigned char *bytes,
                                size_t size) {
  while (size) {
    uint64_t length = 0;
    for (size_t i = 0; i < 8 && size >= 8; i++)
      length |= (uint64_t)bytes[i] << 8 * i;
    if (size < 8 || length > size - 8)
      return "the section " CLEAVE_PTX_SECTION " is corrupt";
    const char *error = toolkit_add_unit(units, path, (const char *)bytes + 8, (size_t)length);
    if (error)
      return cleave_arena_format(units->arena, "the PTX in it is invalid: line %s", error);
    bytes += 8 + length;
    size -= 8 + (size_t)length;
  }
  return NULL;
}

const char *toolkit_read_image(struct toolkit_units *units, const char *path, const void *bytes,
                               size_t size) {
  struct elf_view view;
  const char *error = elf_view_read(bytes, size, units->arena, &view);
  const size_t before = units->count;
  for (size_t i = 0; !error && i < view.section_count; i++)
    if (!strcmp(view.sections[i].name, CLEAVE_PTX_SECTION) && view.sections[i].bytes)
      error = read_section(units, path, view.sections[i].bytes, view.sections[i].size);
  if (!error && units->count == before)
    error = "it contains no PTX: compile it with the ptxas of this folder";
  return error;
}

static unsigned char binding_of(enum ptx_linkage linkage) {
  return linkage == PTX_INTERNAL                        ? STB_LOCAL
         : linkage == PTX_WEAK || linkage == PTX_COMMON ? STB_WEAK
                                                        : STB_GLOBAL;
}

static size_t data_section(struct builder *builder, const struct ptx_variable *variable) {
  struct image_writer *writer = &builder->writer;
  if (variable->space == PTX_CONSTANT) {
    if (!builder->constants)
      builder->constants = image_add_section(writer, ".nv.constant3", SHT_PROGBITS, SHF_ALLOC);
    return builder->constants;
  }
  size_t *number = variable->initial ? &builder->initialized : &builder->zero;
  if (!*number)
    *number = variable->initial
                  ? image_add_section(writer, ".nv.global.init", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE)
                  : image_add_section(writer, ".nv.global", SHT_NOBITS, SHF_ALLOC | SHF_WRITE);
  return *number;
}

/* Addresses in the initial value stay 0: whoever loads the image stores them. */
static size_t add_variable(struct builder *builder, const struct ptx_variable *variable) {
  if (variable->space != PTX_GLOBAL && variable->space != PTX_CONSTANT)
    return 0;
  const size_t number = data_section(builder, variable);
  struct image_section *section = image_section(&builder->writer, number);
  struct image_bytes *bytes = &section->bytes;
  const size_t offset = (bytes->size + variable->alignment - 1) / variable->alignment * variable->alignment;
  if (section->alignment < variable->alignment)
    section->alignment = variable->alignment;
  if (section->type == SHT_NOBITS) {
    bytes->size = offset + variable->bytes;
  } else {
    image_bytes_add(builder->units->arena, bytes, NULL, offset - bytes->size);
    image_bytes_add(builder->units->arena, bytes, variable->initial, variable->bytes);
  }
  const Elf64_Sym symbol = {.st_info = ELF64_ST_INFO(binding_of(variable->linkage), STT_OBJECT),
                            .st_shndx = (Elf64_Half)number,
                            .st_value = offset,
                            .st_size = variable->bytes};
  return image_add_symbol(&builder->writer, variable->name, symbol);
}

static size_t add_function(struct builder *builder, const struct ptx_function *function) {
  char *name = cleave_arena_format(builder->units->arena, ".text.%s", function->name);
  const size_t number = image_add_section(&builder->writer, name, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR);
  struct image_section *section = image_section(&builder->writer, number);
  section->alignment = 128;
  section->link = image_symbol_table();
  image_bytes_add(builder->units->arena, &section->bytes, NULL, BODY_BYTES);
  const Elf64_Sym symbol = {.st_info = ELF64_ST_INFO(binding_of(function->linkage), STT_FUNC),
                            .st_other = function->entry ? SYMBOL_IS_ENTRY : 0,
                            .st_shndx = (Elf64_Half)number,
                            .st_size = BODY_BYTES};
  return image_add_symbol(&builder->writer, function->name, symbol);
}

/* Of several definitions of a name, one is entered. */
static bool is_entered(const struct toolkit_units *units, const struct toolkit_definition *definition,
                       bool local) {
  const enum ptx_linkage linkage =
      definition->function ? definition->function->linkage : definition->variable->linkage;
  return (linkage == PTX_INTERNAL) == local &&
         toolkit_find(units, definition->unit, definition->name) == definition;
}

/* Symbols of one binding class; local ones come first. Functions are in the reverse order, as the real nvlink has them. */
static void add_definitions(struct builder *builder, bool local) {
  const struct toolkit_units *units = builder->units;
  for (size_t i = 0; i < units->definition_count; i++)
    if (units->definitions[i].variable && is_entered(units, &units->definitions[i], local))
      builder->symbols[i] = add_variable(builder, units->definitions[i].variable);
  for (size_t i = units->definition_count; i-- > 0;) {
    const struct ptx_function *function = units->definitions[i].function;
    if (function && (!local || function->entry) && is_entered(units, &units->definitions[i], local))
      builder->symbols[i] = add_function(builder, function);
  }
}

static void begin(struct builder *builder, struct toolkit_units *units, unsigned architecture) {
  *builder = (struct builder){.units = units, .writer.arena = units->arena, .architecture = architecture};
  builder->symbols =
      cleave_arena_allocate(units->arena, (units->definition_count + 1) * sizeof *builder->symbols);
  /* The order of sections is that of the real nvlink. */
  static const enum ptx_space spaces[] = {PTX_CONSTANT, PTX_GLOBAL};
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
    for (size_t j = 0; j < units->definition_count; j++)
      if (units->definitions[j].variable && units->definitions[j].variable->space == spaces[i])
        data_section(builder, units->definitions[j].variable);
  add_definitions(builder, true);
  add_definitions(builder, false);
}

static void add_ptx(struct builder *builder) {
  const size_t number = image_add_section(&builder->writer, CLEAVE_PTX_SECTION, SHT_PROGBITS, 0);
  struct image_section *section = image_section(&builder->writer, number);
  section->alignment = 1;
  section->bytes = toolkit_ptx(builder->units);
  image_add_section(&builder->writer, CLEAVE_ESTIMATES_SECTION, SHT_PROGBITS, 0);
}

struct image_bytes toolkit_object(struct toolkit_units *units) {
  struct builder builder;
  size_t count;
  begin(&builder, units, units->units[0].module.architecture);
  const char **names = toolkit_undefined(units, 0, &count);
  for (size_t i = 0; i < count; i++)
    image_add_symbol(&builder.writer, names[i],
                     (Elf64_Sym){.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE), .st_shndx = SHN_UNDEF});
  add_ptx(&builder);
  return image_finish(&builder.writer, ET_REL, builder.architecture);
}

static void add_record(struct builder *builder, size_t section, unsigned attribute, const uint32_t *words,
                       size_t count) {
  const unsigned char head[4] = {FORMAT_SIZED, (unsigned char)attribute, (unsigned char)(4 * count), 0};
  struct image_bytes *bytes = &image_section(&builder->writer, section)->bytes;
  image_bytes_add(builder->units->arena, bytes, head, sizeof head);
  image_bytes_add(builder->units->arena, bytes, words, count * sizeof *words);
}

/* Facts about a kernel and what it calls. */
struct facts {
  unsigned registers;
  size_t shared_bytes, frame_bytes;
  struct shared {
    const struct ptx_variable *variable;
    bool in_function; /* declared in a function */
  } *shared;
  size_t shared_count;
};

static void note_variable(struct builder *builder, struct facts *facts, const struct ptx_variable *variable,
                          bool in_function) {
  const struct shared shared = {variable, in_function};
  if (variable->space == PTX_SHARED)
    CLEAVE_APPEND(builder->units->arena, facts->shared, facts->shared_count, shared);
}

static void note_function(struct builder *builder, struct facts *facts, const struct ptx_function *function,
                          bool is_kernel) {
  const unsigned registers = ptx_estimate_registers(function);
  if (registers > facts->registers)
    facts->registers = registers;
  for (size_t i = 0; i < function->variable_count; i++) {
    note_variable(builder, facts, &function->variables[i], true);
    if (is_kernel && function->variables[i].space == PTX_LOCAL)
      facts->frame_bytes += function->variables[i].bytes;
  }
}

/* The order of the real tools: variables of modules in the order of the text, then those of functions, by alignment. */
static int compare_shared(const void *a, const void *b) {
  const struct shared *first = a, *second = b;
  const size_t alignments[] = {first->variable->alignment, second->variable->alignment};
  if (first->in_function != second->in_function)
    return first->in_function - second->in_function;
  if (first->in_function && alignments[0] != alignments[1])
    return alignments[0] < alignments[1] ? 1 : -1;
  return (first->variable->line > second->variable->line) - (first->variable->line < second->variable->line);
}

static struct facts facts_of(struct builder *builder, size_t definition) {
  struct facts facts = {0};
  size_t count;
  struct toolkit_definition **reached = toolkit_reach(builder->units, definition, &count);
  for (size_t i = 0; i < count; i++)
    if (reached[i]->function)
      note_function(builder, &facts, reached[i]->function, i == 0);
    else
      note_variable(builder, &facts, reached[i]->variable, false);
  if (facts.shared_count)
    qsort(facts.shared, facts.shared_count, sizeof *facts.shared, compare_shared);
  for (size_t i = 0; i < facts.shared_count; i++) {
    const struct ptx_variable *variable = facts.shared[i].variable;
    facts.shared_bytes =
        (facts.shared_bytes + variable->alignment - 1) / variable->alignment * variable->alignment +
        variable->bytes;
  }
  if (facts.shared_bytes && builder->architecture >= RESERVING_ARCHITECTURE)
    facts.shared_bytes += RESERVED_SHARED_BYTES;
  return facts;
}

static void add_kernel(struct builder *builder, size_t definition, size_t information) {
  struct cleave_arena *arena = builder->units->arena;
  const struct ptx_function *function = builder->units->definitions[definition].function;
  const struct facts facts = facts_of(builder, definition);
  const uint32_t symbol = (uint32_t)builder->symbols[definition];
  add_record(builder, information, ATTRIBUTE_REGISTERS, (uint32_t[]){symbol, facts.registers}, 2);
  add_record(builder, information, ATTRIBUTE_FRAME, (uint32_t[]){symbol, (uint32_t)facts.frame_bytes}, 2);
  const size_t own = image_add_section(
      &builder->writer, cleave_arena_format(arena, ".nv.info.%s", function->name), SHT_CUDA_INFO, 0);
  if (function->maximum_threads[0])
    add_record(builder, own, ATTRIBUTE_MAXIMUM_THREADS, function->maximum_threads, 3);
  if (function->required_threads[0])
    add_record(builder, own, ATTRIBUTE_REQUIRED_THREADS, function->required_threads, 3);
  if (!facts.shared_bytes)
    return;
  const size_t shared =
      image_add_section(&builder->writer, cleave_arena_format(arena, ".nv.shared.%s", function->name),
                        SHT_NOBITS, SHF_ALLOC | SHF_WRITE);
  image_section(&builder->writer, shared)->bytes.size = facts.shared_bytes;
}

struct image_bytes toolkit_executable(struct toolkit_units *units, unsigned architecture) {
  struct builder builder;
  begin(&builder, units, architecture);
  const size_t information = image_add_section(&builder.writer, ".nv.info", SHT_CUDA_INFO, 0);
  for (size_t i = 0; i < units->definition_count; i++)
    if (builder.symbols[i] && units->definitions[i].function && units->definitions[i].function->entry)
      add_kernel(&builder, i, information);
  add_ptx(&builder);
  return image_finish(&builder.writer, ET_EXEC, architecture);
}
