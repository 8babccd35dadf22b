/* FILE: lib/trace/nvtx.c
 * WHAT: the program's side of NVTX version 3, and the ranges of cleave.
 *
 * The profiler's library has a function InitializeInjectionNvtx2. It gets a function that returns export tables; one of these
 * has a function that returns, for a module of NVTX, an array of pointers to function pointers. The library stores its own
 * functions there. What it does not store stays NULL, and is not called.
 */
#include "trace/nvtx.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "process/message.h"
#include "process/settings.h"

/* ---- The binary interface of NVTX 3 -------------------------------------------------------------------- */

enum {
  NVTX_3 = 3,
  EXPORT_CALLBACKS = 1,
  EXPORT_VERSION = 3,
  MODULES = 7,        /* numbers of modules start with 1 */
  MODULE_DOMAINS = 5, /* functions with a domain */
  MOST_FUNCTIONS = 16,
  /* Functions of MODULE_DOMAINS. */
  PUSH = 4,
  POP = 5,
  NAME_CATEGORY = 8,
  CREATE_DOMAIN = 12,
  PAYLOAD_UINT64 = 1,
  MESSAGE_ASCII = 1,
};

typedef void function(void);

struct export_callbacks {
  size_t size;
  int (*module_functions)(int module, function ****functions, unsigned *count);
};

struct export_version {
  size_t size;
  uint32_t version, reserved;
  void (*set_profiler_version)(uint32_t version);
};

struct attributes {
  uint16_t version, size;
  uint32_t category;
  int32_t color_type;
  uint32_t color;
  int32_t payload_type, reserved;
  uint64_t payload;
  int32_t message_type;
  const char *message;
};
_Static_assert(sizeof(struct attributes) == 48 && offsetof(struct attributes, message) == 40,
               "the layout of an event's attributes is that of NVTX 3");

/* The numbers of functions, with the unused number 0: core, CUDA, OpenCL, CUDA run time, core with domains, synchronization. */
static const unsigned function_counts[MODULES] = {0, 16, 9, 15, 7, 16, 7};
static function *functions[MODULES][MOST_FUNCTIONS];
static function **function_places[MODULES][MOST_FUNCTIONS + 1];

static int module_functions(int module, function ****places, unsigned *count) {
  if (module < 1 || module >= MODULES)
    return 0;
  for (unsigned i = 0; i < function_counts[module]; i++)
    function_places[module][i] = &functions[module][i];
  if (places)
    *places = function_places[module];
  if (count)
    *count = function_counts[module];
  return 1;
}

static void set_profiler_version(uint32_t version) { (void)version; }

static const void *export_table(uint32_t number) {
  static const struct export_callbacks callbacks = {sizeof callbacks, module_functions};
  static const struct export_version version = {sizeof version, NVTX_3, 0, set_profiler_version};
  return number == EXPORT_CALLBACKS ? &callbacks : number == EXPORT_VERSION ? (const void *)&version : NULL;
}

/* ---- Ranges ---------------------------------------------------------------------------------------------- */

static void *domain;
static int (*push)(void *domain, const struct attributes *attributes);
static int (*pop)(void *domain);

bool cleave_nvtx_connect(void) {
  const char *path = getenv("NVTX_INJECTION64_PATH");
  if (!path || !*path || !cleave_settings()->nvtx)
    return false;
  void *library = dlopen(path, RTLD_LAZY);
  void *address = library ? dlsym(library, "InitializeInjectionNvtx2") : NULL;
  int (*initialize)(const void *(*)(uint32_t)) = NULL;
  memcpy(&initialize, &address, sizeof address);
  if (!initialize) {
    cleave_warn(
        "no NVTX ranges: '%s' (from NVTX_INJECTION64_PATH) is not a profiler's library; correct the path, or "
        "set CLEAVE_NVTX=off",
        path);
    return false;
  }
  if (!initialize(export_table))
    return false;
  void *(*create_domain)(const char *) = (void *(*)(const char *))functions[MODULE_DOMAINS][CREATE_DOMAIN];
  void (*name_category)(void *, uint32_t, const char *) =
      (void (*)(void *, uint32_t, const char *))functions[MODULE_DOMAINS][NAME_CATEGORY];
  push = (int (*)(void *, const struct attributes *))functions[MODULE_DOMAINS][PUSH];
  pop = (int (*)(void *))functions[MODULE_DOMAINS][POP];
  if (!push || !pop)
    return false;
  if (create_domain)
    domain = create_domain("cleave");
  if (name_category) {
    name_category(domain, CLEAVE_NVTX_CONSTRUCT, "construct");
    name_category(domain, CLEAVE_NVTX_KERNEL, "kernel");
    name_category(domain, CLEAVE_NVTX_TRANSFER, "transfer");
  }
  return true;
}

void cleave_nvtx_push(enum cleave_nvtx_category category, const char *text, uint64_t bytes) {
  push(domain, &(struct attributes){.version = NVTX_3,
                                    .size = sizeof(struct attributes),
                                    .category = category,
                                    .payload_type = bytes ? PAYLOAD_UINT64 : 0,
                                    .payload = bytes,
                                    .message_type = MESSAGE_ASCII,
                                    .message = text});
}

void cleave_nvtx_pop(void) { pop(domain); }
