/* FILE: test/device/print_information.c
 * WHAT: prints the kernel information in a file of LLVM assembly: one line per kernel, loop, stream.
 * USE:  print_information [--no-lines] FILE.ll    --no-lines: without source lines, which only -g
 *       gives.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "information_file.h"

static void print_expression(const char *label, const struct cleave_kernel_expression *expression) {
  static const char *const names[] = {"",     "",     "+",    "-",    "*",    "/s",  "/u",
                                      "mins", "maxs", "minu", "maxu", "sext", "zext"};
  printf(" %s(", label);
  for (size_t i = 0; i < expression->count; i++) {
    const struct cleave_kernel_instruction *instruction = &expression->instructions[i];
    const char *separator = i ? " " : "";
    switch (instruction->operation) {
    case CLEAVE_KERNEL_CONSTANT:
      printf("%s%lld", separator, (long long)instruction->value);
      break;
    case CLEAVE_KERNEL_ARGUMENT:
      printf("%sa%lld", separator, (long long)instruction->value);
      break;
    case CLEAVE_KERNEL_SIGN_EXTEND:
    case CLEAVE_KERNEL_ZERO_EXTEND:
      printf("%s%s%lld", separator, names[instruction->operation], (long long)instruction->value);
      break;
    default:
      printf("%s%s", separator, names[instruction->operation]);
    }
  }
  printf("%s)", expression->count ? "" : "?");
}

static void print_stream(const struct cleave_kernel_stream *stream) {
  printf("%s%s %u %s", stream->reads ? "L" : "", stream->writes ? "S" : "", stream->element_bytes,
         cleave_access_class_name(stream->access));
  if (stream->access == CLEAVE_ACCESS_CONSTANT_STRIDE || stream->access == CLEAVE_ACCESS_SYMBOLIC_STRIDE)
    print_expression("stride", &stream->stride);
  if (stream->row_break)
    print_expression("row", &stream->row_extent);
  printf(" sites %u\n", stream->sites);
}

static void print_kernel(const char *name, const struct cleave_kernel_information *information, bool lines) {
  printf("%s: arguments %u flops %u%s%s\n", name, information->argument_count, information->flops,
         information->unknown_accesses ? " unknown_accesses" : "",
         information->keeps_grid ? " keeps_grid" : "");
  for (size_t i = 0; i < information->loop_count; i++) {
    const struct cleave_kernel_loop *loop = &information->loops[i];
    printf("  loop %zu in %d depth %u flops %u%s", i, loop->parent, loop->depth, loop->flops,
           loop->varies ? " varies" : "");
    print_expression("trips", &loop->trip_count);
    printf("\n");
  }
  for (size_t i = 0; i < information->stream_count; i++) {
    const struct cleave_kernel_stream *stream = &information->streams[i];
    printf("  ");
    if (lines)
      printf("line %u ", stream->line);
    printf("loop %d ", stream->loop);
    print_stream(stream);
  }
}

int main(int count, char **arguments) {
  bool lines = !(count > 1 && !strcmp(arguments[1], "--no-lines"));
  if (count != 3 - lines) {
    fprintf(stderr, "usage: print_information [--no-lines] FILE.ll\n");
    return 2;
  }
  struct cleave_arena *arena = cleave_arena_new();
  size_t entries;
  const struct kernel_entry *entry = read_information_file(arguments[count - 1], arena, &entries);
  for (size_t i = 0; i < entries; i++)
    print_kernel(function_of(entry[i].name), &entry[i].information, lines);
  cleave_arena_free(arena);
}
