/* FILE: tools/inspect_grid.c
 * WHAT: `cleave inspect`: streams of a kernel, and the grid for a launch that the user describes.
 */
#include "inspect_grid.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "device/profile.h"
#include "image/grid.h"
#include "model/json.h"
#include "process.h"
#include "readable_names.h"

/* Reads a number in any base of C, which ends at END. *NEXT is the text after END. */
static bool read_number(const char *text, char end, uint64_t *number, const char **next) {
  char *rest;
  errno = 0;
  if (*text == '-')
    *number = (uint64_t)strtoll(text, &rest, 0);
  else
    *number = strtoull(text, &rest, 0);
  *next = rest + 1;
  return rest != text && *rest == end && !errno;
}

bool cleave_grid_question_read(struct cleave_grid_question *question, int option, const char *value) {
  const char *rest;
  uint64_t argument;
  if (*value == '-')
    return false;
  if (option == 't')
    return question->asked = read_number(value, '\0', &question->trip_count, &rest);
  return read_number(value, ':', &argument, &rest) && argument < CLEAVE_KERNEL_MAX_ARGUMENTS &&
         (question->known[argument] = read_number(rest, '\0', &question->values[argument], &rest));
}

static void complain(const char *line) { cleave_complain("%s", line); }

/* The device that the user names: "sm_90", "90", "gfx90a", "h200" or another known device, or the file of a profile. */
static bool find_device(const char *name, uint32_t otherwise, struct cleave_device_limits *limits) {
  memset(limits, 0, sizeof *limits);
  uint32_t architecture = otherwise;
  if (name && !cleave_architecture_read(name, &architecture)) {
    struct cleave_device device = {0};
    const bool good = cleave_profile_read(name, &device, complain);
    *limits = device.limits;
    return good;
  }
  if (cleave_device_limits_of(architecture, limits))
    return true;
  char text[CLEAVE_ARCHITECTURE_NAME];
  cleave_complain(
      "nothing is known of devices of architecture %s: name another one, such as --device=%s, or the file of a "
      "profile",
      cleave_architecture_name(architecture, text),
      cleave_architecture_is_amd(architecture) ? "gfx90a" : "sm_90");
  return false;
}

/* The value of EXPRESSION with the user's arguments; if one is missing, the arguments that it depends on. */
static const char *expression_text(const struct cleave_kernel_expression *expression,
                                   const struct cleave_kernel_arguments *arguments,
                                   struct cleave_arena *arena) {
  int64_t value;
  if (cleave_kernel_expression_evaluate(expression, arguments, &value))
    return cleave_arena_format(arena, "%" PRId64, value);
  const char *text = "";
  for (size_t i = 0; i < expression->count; i++)
    if (expression->instructions[i].operation == CLEAVE_KERNEL_ARGUMENT)
      text = cleave_arena_format(arena, "%s%s%" PRId64, text, *text ? ", " : "of argument ",
                                 expression->instructions[i].value);
  return *text ? text : "unknown";
}

static struct cleave_kernel_arguments arguments_of(const struct cleave_grid_question *question) {
  return (struct cleave_kernel_arguments){question->values, question->known, CLEAVE_KERNEL_MAX_ARGUMENTS};
}

static void write_stream(struct cleave_text *out, const struct cleave_kernel_information *information,
                         const struct cleave_kernel_stream *stream,
                         const struct cleave_kernel_arguments *arguments) {
  cleave_text_add(out, "      ");
  if (stream->line)
    cleave_text_format(out, "line %" PRIu32 ": ", stream->line);
  cleave_text_format(out, "%s%s%s, %" PRIu32 " bytes, %s", stream->reads ? "reads" : "",
                     stream->reads && stream->writes ? " and " : "", stream->writes ? "writes" : "",
                     stream->element_bytes, cleave_access_class_name(stream->access));
  if (stream->access == CLEAVE_ACCESS_CONSTANT_STRIDE || stream->access == CLEAVE_ACCESS_SYMBOLIC_STRIDE)
    cleave_text_format(out, " (bytes: %s)", expression_text(&stream->stride, arguments, out->arena));
  if (stream->row_break)
    cleave_text_add(out, " within a row");
  if (stream->loop >= 0) {
    const struct cleave_kernel_loop *loop = &information->loops[stream->loop];
    cleave_text_format(out, ", in a loop of depth %" PRIu32 " of trip count %s%s", loop->depth,
                       loop->varies ? "about " : "",
                       expression_text(&loop->trip_count, arguments, out->arena));
  }
  cleave_text_add(out, "\n");
}

/* The grid for the user's launch. */
static bool choose(const struct cleave_image *image, const struct cleave_kernel *kernel,
                   const struct cleave_grid_question *question, struct cleave_device_limits *limits,
                   struct cleave_geometry *grid) {
  if (!find_device(question->device, image->architecture, limits))
    return false;
  struct cleave_grid_launch launch = {.trip_count = question->trip_count,
                                      .arguments = arguments_of(question)};
  cleave_grid_choose(limits, kernel, &launch, grid);
  return true;
}

bool cleave_write_grid(struct cleave_text *out, const struct cleave_image *image,
                       const struct cleave_kernel *kernel, const struct cleave_grid_question *question) {
  const struct cleave_kernel_information *information = kernel->information;
  const struct cleave_kernel_arguments arguments = arguments_of(question);
  if (!information && !question->asked)
    return true;
  const char *file = information && information->file ? cleave_printable(information->file, out->arena) : "";
  cleave_text_format(out, "    %s%sline %" PRIu32 " %s:", file, *file ? " " : "", kernel->line,
                     kernel->function);
  if (information)
    cleave_text_format(out, " %zu stream%s%s, %" PRIu32 " argument%s\n", information->stream_count,
                       information->stream_count == 1 ? "" : "s",
                       information->unknown_accesses ? " and what called code accesses" : "",
                       information->argument_count, information->argument_count == 1 ? "" : "s");
  else
    cleave_text_add(out, " nothing is known of its memory accesses\n");
  for (size_t i = 0; information && i < information->stream_count; i++)
    write_stream(out, information, &information->streams[i], &arguments);
  if (!question->asked)
    return true;
  struct cleave_device_limits limits;
  struct cleave_geometry grid;
  if (!choose(image, kernel, question, &limits, &grid))
    return false;
  cleave_text_format(out, "      grid for %" PRIu64 " iterations on %s: ", question->trip_count, limits.name);
  if (grid.teams)
    cleave_text_format(out, "%" PRIu32 " teams of %" PRIu32 " threads, occupancy %.0f %%: %s\n", grid.teams,
                       grid.threads, 100 * grid.occupancy, grid.reason);
  else
    cleave_text_format(out, "as the run time chooses: %s\n", grid.reason);
  return true;
}

static json_t *describe_streams(const struct cleave_kernel_information *information,
                                const struct cleave_kernel_arguments *arguments) {
  json_t *streams = information ? json_array() : json_null();
  for (size_t i = 0; information && i < information->stream_count; i++) {
    const struct cleave_kernel_stream *stream = &information->streams[i];
    const uint32_t depth = stream->loop < 0 ? 0 : information->loops[stream->loop].depth;
    int64_t stride;
    const bool known = cleave_kernel_expression_evaluate(&stream->stride, arguments, &stride);
    json_array_append_new(
        streams, json_pack("{s:I, s:s, s:b, s:b, s:I, s:I, s:o}", "line", (json_int_t)stream->line, "access",
                           cleave_access_class_name(stream->access), "reads", stream->reads, "writes",
                           stream->writes, "element_bytes", (json_int_t)stream->element_bytes, "depth",
                           (json_int_t)depth, "stride", known ? json_integer(stride) : json_null()));
  }
  return streams;
}

bool cleave_describe_grid(json_t *object, const struct cleave_image *image,
                          const struct cleave_kernel *kernel, const struct cleave_grid_question *question) {
  const struct cleave_kernel_arguments arguments = arguments_of(question);
  const char *file = kernel->information ? kernel->information->file : NULL;
  json_object_set_new(object, "file", file ? cleave_json_string(file) : json_null());
  json_object_set_new(object, "streams", describe_streams(kernel->information, &arguments));
  if (!question->asked)
    return true;
  struct cleave_device_limits limits;
  struct cleave_geometry grid;
  if (!choose(image, kernel, question, &limits, &grid))
    return false;
  json_object_set_new(
      object, "grid",
      json_pack("{s:o, s:I, s:I, s:I, s:I, s:I, s:f, s:s}", "device", cleave_json_string(limits.name),
                "trip_count", (json_int_t)question->trip_count, "teams", (json_int_t)grid.teams, "threads",
                (json_int_t)grid.threads, "resident", (json_int_t)grid.resident, "possible",
                (json_int_t)grid.possible, "occupancy", grid.occupancy, "reason", grid.reason));
  return true;
}
