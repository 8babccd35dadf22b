/* FILE: test/device/print_information.c
 * WHAT: prints the kernel information in a file of LLVM assembly: one line per kernel, loop, stream.
 * USE:  print_information [--streams] FILE.ll    --streams: one line per stream alone, for comparisons:
 *       KERNEL LINE DEPTH CLASS ...
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernelinfo/kernelinfo.h"

static void print_expression(const char *label, const struct cleave_kernel_expression *expression) {
  static const char *const names[] = {"",    "",     "+",    "-",    "*",     "/s", "/u",
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
  if (stream->access == CLEAVE_ACCESS_CONSTANT_STRIDE ||
      stream->access == CLEAVE_ACCESS_SYMBOLIC_STRIDE)
    print_expression("stride", &stream->stride);
  if (stream->row_break)
    print_expression("row", &stream->row_extent);
  printf(" sites %u\n", stream->sites);
}

static void print_kernel(const char *name, const struct cleave_kernel_information *information,
                         bool streams_only) {
  if (!streams_only) {
    printf("%s: arguments %u flops %u%s%s\n", name, information->argument_count, information->flops,
           information->free_threads ? " free_threads" : "",
           information->unknown_accesses ? " unknown_accesses" : "");
    for (size_t i = 0; i < information->loop_count; i++) {
      const struct cleave_kernel_loop *loop = &information->loops[i];
      printf("  loop %zu in %d depth %u flops %u%s", i, loop->parent, loop->depth, loop->flops,
             loop->varies ? " varies" : "");
      print_expression("trips", &loop->trip_count);
      printf("\n");
    }
  }
  for (size_t i = 0; i < information->stream_count; i++) {
    const struct cleave_kernel_stream *stream = &information->streams[i];
    uint32_t depth = stream->loop < 0 ? 0 : information->loops[stream->loop].depth;
    if (streams_only)
      printf("%s line %u depth %u ", name, stream->line, depth);
    else
      printf("  line %u depth %u ", stream->line, depth);
    print_stream(stream);
  }
}

/* The part of a kernel's name that no file system changes: the function and the line. */
static const char *function_of(const char *kernel) {
  static const char offloading[] = "__omp_offloading_";
  if (strncmp(kernel, offloading, sizeof offloading - 1))
    return kernel;
  kernel += sizeof offloading - 1;
  for (int i = 0; i < 2 && strchr(kernel, '_'); i++)
    kernel = strchr(kernel, '_') + 1;
  return kernel;
}

/* One line of LLVM assembly; prints it if it is a constant of ours. */
static void read_line(char *line, bool streams_only) {
  static const char prefix[] = "@" CLEAVE_KERNEL_INFORMATION_PREFIX;
  if (strncmp(line, prefix, sizeof prefix - 1))
    return;
  char *name = line + sizeof prefix - 1, *end = strchr(name, ' ');
  char *open = end ? strstr(end, "] [") : NULL;
  if (!open) {
    fprintf(stderr, "print_information: not understood: %.80s\n", line);
    exit(EXIT_FAILURE);
  }
  *end = '\0';
  static int32_t words[1 << 16];
  size_t count = 0;
  for (char *at = open + 2; (at = strstr(at, "i32 ")) && count < sizeof words / 4; at++)
    words[count++] = (int32_t)strtol(at + 4, NULL, 10);
  struct cleave_arena *arena = cleave_arena_new();
  struct cleave_kernel_information information;
  const char *error = cleave_kernel_information_decode(words, 4 * count, arena, &information);
  if (error) {
    fprintf(stderr, "print_information: %s: %s\n", name, error);
    exit(EXIT_FAILURE);
  }
  print_kernel(function_of(name), &information, streams_only);
  cleave_arena_free(arena);
}

int main(int count, char **arguments) {
  bool streams_only = count > 1 && !strcmp(arguments[1], "--streams");
  const char *path = count == 2 + streams_only ? arguments[1 + streams_only] : NULL;
  FILE *file = path ? fopen(path, "r") : NULL;
  if (!file) {
    fprintf(stderr, "usage: print_information [--streams] FILE.ll\n");
    return 2;
  }
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, file) != -1)
    read_line(line, streams_only);
  free(line);
  fclose(file);
}
