/* FILE: lib/simulator_driver/link_calls.c
 * WHAT: the driver's functions that link PTX at run time, which GCC's OpenMP run time and JIT compilers use.
 *
 * The texts are linked when the module is loaded. The image of cuLinkComplete is a header and the texts, each with its length.
 * Its format is that of the real driver only in that cuModuleLoadData takes it.
 */
#include "simulator_driver/simulator_driver.h"

#include <stdlib.h>
#include <string.h>

enum { INPUT_PTX = 1 }; /* CU_JIT_INPUT_PTX */
static const char MAGIC[8] = "\177CLVPTX";

struct header {
  char magic[sizeof MAGIC];
  uint64_t count;
};

struct CUlinkState_st {
  unsigned char *image; /* a header; then for each text its length as 8 bytes, the text, and a 0 */
  size_t size;
  struct CUlinkState_st *next;
};
static struct CUlinkState_st *links;

static void free_link(struct CUlinkState_st *link) {
  free(link->image);
  free(link);
}

void links_forget(void) {
  while (links) {
    struct CUlinkState_st *next = links->next;
    free_link(links);
    links = next;
  }
}

/* Opens a call with STATE as argument. The result is not 0 if there is no such link. */
static void link_call(struct call *call, enum function function, const struct CUlinkState_st *state) {
  call_open(call, function, NEEDS_CONTEXT);
  const struct CUlinkState_st *found = links;
  while (found && found != state)
    found = found->next;
  if (!call->result && !found)
    call->result = CUDA_ERROR_INVALID_HANDLE;
}

/* Returns false if there is no memory. */
static bool append(struct CUlinkState_st *link, const void *bytes, size_t size) {
  unsigned char *larger = realloc(link->image, link->size + size);
  if (!larger)
    return false;
  memcpy(larger + link->size, bytes, size);
  link->image = larger;
  link->size += size;
  return true;
}

CUresult cuLinkCreate_v2(unsigned count, int *options, void **values, CUlinkState *state) {
  struct call call;
  (void)options, (void)values;
  call_open(&call, FUNCTION_cuLinkCreate, NEEDS_CONTEXT);
  call_note(&call, "options=%u", count);
  if (!call.result && !state)
    call.result = CUDA_ERROR_INVALID_VALUE;
  struct CUlinkState_st *made = call.result ? NULL : calloc(1, sizeof *made);
  struct header header = {.count = 0};
  memcpy(header.magic, MAGIC, sizeof MAGIC);
  if (made && append(made, &header, sizeof header)) {
    made->next = links;
    links = *state = made;
  } else if (!call.result) {
    free(made);
    call.result = CUDA_ERROR_OUT_OF_MEMORY;
  }
  return call_close(&call);
}

CUresult cuLinkAddData_v2(CUlinkState state, int type, void *data, size_t size, const char *name,
                          unsigned count, int *options, void **values) {
  struct call call;
  (void)options, (void)values;
  link_call(&call, FUNCTION_cuLinkAddData, state);
  call_note(&call, "type=%d bytes=%zu name=%s options=%u", type, size, name ? name : "", count);
  if (!call.result && (!data || type != INPUT_PTX))
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    const uint64_t length = strnlen(data, size); /* the size may include the final 0 */
    struct header header;
    if (append(state, &length, sizeof length) && append(state, data, length) && append(state, "", 1)) {
      memcpy(&header, state->image, sizeof header);
      header.count++;
      memcpy(state->image, &header, sizeof header);
    } else {
      call.result = CUDA_ERROR_OUT_OF_MEMORY;
    }
  }
  return call_close(&call);
}

CUresult cuLinkComplete(CUlinkState state, void **image, size_t *size) {
  struct call call;
  link_call(&call, FUNCTION_cuLinkComplete, state);
  if (!call.result && !image)
    call.result = CUDA_ERROR_INVALID_VALUE;
  if (!call.result) {
    *image = state->image;
    if (size)
      *size = state->size;
    call_note(&call, "bytes=%zu", state->size);
  }
  return call_close(&call);
}

CUresult cuLinkDestroy(CUlinkState state) {
  struct call call;
  link_call(&call, FUNCTION_cuLinkDestroy, state);
  if (!call.result) {
    struct CUlinkState_st **link = &links;
    while (*link != state)
      link = &(*link)->next;
    *link = state->next;
    free_link(state);
  }
  return call_close(&call);
}

/* Older programs call these names of the same functions. */
__attribute__((visibility("default"))) CUresult cuLinkCreate(unsigned count, int *options, void **values,
                                                             CUlinkState *state)
    __attribute__((alias("cuLinkCreate_v2")));
__attribute__((visibility("default"))) CUresult cuLinkAddData(CUlinkState state, int type, void *data,
                                                              size_t size, const char *name, unsigned count,
                                                              int *options, void **values)
    __attribute__((alias("cuLinkAddData_v2")));

/* PTX begins with comments, blanks and ".version". */
static bool is_text(const char *image) {
  const size_t blanks = strspn(image, " \t\r\n");
  return !strncmp(image + blanks, ".version", 8) || !strncmp(image + blanks, "//", 2);
}

size_t link_texts(const void *image, struct gpu_text **texts) {
  struct header header = {.count = 1};
  *texts = NULL;
  if (memcmp(image, MAGIC, sizeof MAGIC)) {
    *texts = is_text(image) ? malloc(sizeof **texts) : NULL;
    if (!*texts)
      return 0;
    **texts = (struct gpu_text){image, strlen(image)};
    return 1;
  }
  memcpy(&header, image, sizeof header);
  *texts = header.count ? malloc(header.count * sizeof **texts) : NULL;
  const unsigned char *at = (const unsigned char *)image + sizeof header;
  for (size_t i = 0; *texts && i < header.count; i++) {
    uint64_t length;
    memcpy(&length, at, sizeof length);
    (*texts)[i] = (struct gpu_text){(const char *)at + sizeof length, length};
    at += sizeof length + length + 1;
  }
  return *texts ? header.count : 0;
}
