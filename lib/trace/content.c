/* FILE: lib/trace/content.c
 * WHAT: hashes of data; the functions on the stack of a thread, by the symbol tables of the program and its libraries.
 *
 * Most functions of a program are static or not exported, so dladdr does not know them. The symbol table of the file does.
 */
#include "trace/content.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "image/elf_view.h"
#include "model/arena.h"
#include "process/settings.h"
#include "trace/recorder.h"

bool cleave_trace_content_is_on(void) { return cleave_settings()->trace_content; }

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 29;
}

uint64_t cleave_content_hash(const void *data, size_t size) {
  enum { LANES = 4 };
  const unsigned char *bytes = data;
  uint64_t lanes[LANES] = {size, 1, 2, 3}, word;
  size_t at = 0;
  /* Independent lanes, so that multiplications overlap. */
  for (; size - at >= LANES * sizeof word; at += LANES * sizeof word)
    for (size_t lane = 0; lane < LANES; lane++) {
      memcpy(&word, bytes + at + lane * sizeof word, sizeof word);
      lanes[lane] = mix(lanes[lane], word);
    }
  for (; at < size; at += sizeof word) {
    word = 0;
    memcpy(&word, bytes + at, size - at < sizeof word ? size - at : sizeof word);
    lanes[0] = mix(lanes[0], word);
  }
  for (size_t lane = 1; lane < LANES; lane++)
    lanes[0] = mix(lanes[0], lanes[lane]);
  return lanes[0] ? lanes[0] : 1;
}

void cleave_trace_set_content(struct cleave_trace_event *event) {
  if (event->address && event->bytes)
    atomic_store_explicit(&event->content,
                          cleave_content_hash((const void *)(uintptr_t)event->address, event->bytes),
                          memory_order_relaxed);
}

struct function {
  uint64_t begin, end; /* addresses in the file */
  const char *name;
};

/* A program or library in memory. Never freed, like the texts that events point to. */
struct module {
  struct module *next;
  struct link_map *map;       /* NULL: unloaded */
  struct function *functions; /* sorted by begin */
  size_t count;
};

static struct module *modules;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int by_address(const void *a, const void *b) {
  const struct function *left = a, *right = b;
  return (left->begin > right->begin) - (left->begin < right->begin);
}

/* Whether the frames of the library at PATH are of no interest: they are not the program's. */
static bool is_system(const char *path) {
  static const char *const names[] = {"libc.so", "libc-",    "libomp",    "libcleave",
                                      "libcuda", "ld-linux", "libpthread"};
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncmp(name, names[i], strlen(names[i])))
      return true;
  return false;
}

static void read_functions(struct module *module, const void *bytes, size_t size,
                           struct cleave_arena *arena) {
  struct elf_view view;
  if (elf_view_read(bytes, size, arena, &view))
    return;
  const struct elf_symbols symbols = elf_view_symbols(&view);
  module->functions = calloc(symbols.count + 1, sizeof *module->functions);
  for (size_t i = 0; module->functions && i < symbols.count; i++) {
    const Elf64_Sym symbol = elf_symbol(&symbols, i);
    const char *name = elf_section_text(symbols.names, symbol.st_name);
    char *own = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx && symbol.st_size && name
                    ? strdup(name)
                    : NULL;
    if (own)
      module->functions[module->count++] =
          (struct function){symbol.st_value, symbol.st_value + symbol.st_size, own};
  }
  if (module->count)
    qsort(module->functions, module->count, sizeof *module->functions, by_address);
}

static void read_module(struct module *module) {
  const char *path = *module->map->l_name ? module->map->l_name : "/proc/self/exe";
  const int file = is_system(path) ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0)
    return;
  void *bytes = fstat(file, &status) || status.st_size <= 0
                    ? MAP_FAILED
                    : mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (bytes == MAP_FAILED)
    return;
  struct cleave_arena *arena = cleave_arena_new();
  read_functions(module, bytes, (size_t)status.st_size, arena);
  cleave_arena_free(arena);
  munmap(bytes, (size_t)status.st_size);
}

/* The module with this MAP; NULL without memory. */
static const struct module *find_module(struct link_map *map) {
  pthread_mutex_lock(&lock);
  struct module *module = modules;
  while (module && module->map != map)
    module = module->next;
  if (!module && (module = calloc(1, sizeof *module))) {
    module->map = map;
    read_module(module);
    module->next = modules;
    modules = module;
  }
  pthread_mutex_unlock(&lock);
  return module;
}

/* The name of the function that contains ADDRESS, or NULL. */
static const char *function_at(uintptr_t address) {
  Dl_info information;
  struct link_map *map = NULL;
  if (!dladdr1((void *)address, &information, (void **)&map, RTLD_DL_LINKMAP) || !map)
    return NULL;
  const struct module *module = find_module(map);
  const uint64_t at = address - map->l_addr;
  size_t low = 0, high = module ? module->count : 0;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (module->functions[middle].end <= at)
      low = middle + 1;
    else
      high = middle;
  }
  return module && low < module->count && module->functions[low].begin <= at ? module->functions[low].name
                                                                             : NULL;
}

/* Whether NAME, a symbol that may be mangled, is that of FUNCTION, a qualified name. */
static bool is_same(const char *name, const char *function) {
  const char *last = function;
  for (const char *at = function; (at = strstr(at, "::")); at += 2)
    last = at + 2;
  return *last && (!strcmp(name, function) || (!strncmp(name, "_Z", 2) && strstr(name, last)));
}

void cleave_trace_calls_forget(const void *address) {
  Dl_info information;
  struct link_map *map = NULL;
  if (!dladdr1(address, &information, (void **)&map, RTLD_DL_LINKMAP) || !map)
    return;
  pthread_mutex_lock(&lock);
  for (struct module *module = modules; module; module = module->next)
    if (module->map == map)
      module->map = NULL;
  pthread_mutex_unlock(&lock);
}

static void append(char *text, size_t size, const char *name) {
  const size_t length = strlen(text), more = strlen(name);
  if (length + more + 4 > size)
    return;
  if (length)
    memcpy(text + length, " > ", 4);
  memcpy(text + strlen(text), name, more + 1);
}

void cleave_trace_calls(const char *function, char *text, size_t size) {
  enum { MOST = 64 };
  void *frames[MOST];
  const char *last = "";
  text[0] = 0;
  for (int i = backtrace(frames, MOST); i-- > 0;) {
    const char *name = function_at((uintptr_t)frames[i] - 1);
    /* "_start" and the names of outlined code, such as ".omp_outlined", "main.omp_outlined". */
    if (!name || strchr(name, '.') || !strcmp(name, "_start"))
      continue;
    append(text, size, name);
    last = name;
  }
  if (*function && !is_same(last, function))
    append(text, size, function);
}
