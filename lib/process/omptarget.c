/* FILE: lib/process/omptarget.c
 * WHAT: finds libomptarget's own functions, wherever the library was loaded, or loads it.
 *
 * Usually it comes after libcleave in the loader's order, where RTLD_NEXT finds it. But a library that was linked with
 * cleave may be loaded by a program that has its own libomptarget, which then comes before libcleave, or be loaded with
 * RTLD_LOCAL. And -Wl,--as-needed takes libomptarget from the program's list of libraries, because libcleave defines
 * every symbol of it that the program uses.
 */
#include "process/omptarget.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "process/message.h"
#include "process/settings.h"

#define SONAME "libomptarget.so." CLEAVE_OMPTARGET_VERSION

static void warn(const char *why) {
  static atomic_flag warned = ATOMIC_FLAG_INIT;
  if (!cleave_settings()->quiet && !atomic_flag_test_and_set(&warned))
    cleave_warn_machine("target regions run on the host: %s", why);
}

/* ---- Without libomptarget: the host is the only device. ----------------------------------------------------------- */

static void register_nothing(struct cleave_descriptor *descriptor) { (void)descriptor; }

/* A result that is not 0 makes the program run the host version of the region. Either libomptarget is missing, which was
 * said when images were registered, or none was: the program was linked without a target. */
static int launch_nothing(void *location, int64_t device, int32_t teams, int32_t thread_limit,
                          void *host_pointer, struct cleave_launch_arguments *launch) {
  (void)location, (void)device, (void)teams, (void)thread_limit, (void)host_pointer, (void)launch;
  const char *policy = getenv("OMP_TARGET_OFFLOAD");
  if (policy && !strcasecmp(policy, "mandatory")) {
    cleave_say("error: OMP_TARGET_OFFLOAD=mandatory, but no device image is registered");
    exit(EXIT_FAILURE);
  }
  warn(
      "the program was linked without a target; link it with the -fopenmp-targets= or --offload-arch= that its objects "
      "were compiled with");
  return 1;
}

static void map_nothing(CLEAVE_DATA_PARAMETERS) {
  (void)location, (void)device, (void)count, (void)base_pointers, (void)pointers, (void)sizes;
  (void)types, (void)names, (void)mappers;
}

static void map_nothing_nowait(CLEAVE_DATA_PARAMETERS, CLEAVE_DEPEND_PARAMETERS) {
  map_nothing(CLEAVE_DATA_ARGUMENTS);
  (void)dependences, (void)dependence_list, (void)other_dependences, (void)other_list;
}

static int zero(void) { return 0; }

static void *not_mapped(const void *pointer, int device) {
  (void)pointer, (void)device;
  return NULL;
}

static const struct cleave_omptarget missing = {.register_lib = register_nothing,
                                                .unregister_lib = register_nothing,
                                                .target_kernel = launch_nothing,
                                                .data_begin = map_nothing,
                                                .data_end = map_nothing,
                                                .data_update = map_nothing,
                                                .data_begin_nowait = map_nothing_nowait,
                                                .data_end_nowait = map_nothing_nowait,
                                                .data_update_nowait = map_nothing_nowait,
                                                .device_count = zero,
                                                .default_device = zero,
                                                .mapped = not_mapped};

/* ---- The library -------------------------------------------------------------------------------------------------- */

/* A handle of the library that defines ADDRESS. NULL: it is the program itself, or there is none. */
static void *library_of(const void *address) {
  Dl_info info;
  return address && dladdr(address, &info) ? dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
}

static bool is_ours(const void *address) {
  Dl_info info, ours;
  return dladdr(address, &info) && dladdr(&missing, &ours) && info.dli_fbase == ours.dli_fbase;
}

struct wanted {
  const char *name;
  char *path;
};

static int compare_name(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  const struct wanted *wanted = data;
  const char *slash = strrchr(info->dlpi_name, '/');
  if (strncmp(slash ? slash + 1 : info->dlpi_name, wanted->name, strlen(wanted->name)))
    return 0;
  snprintf(wanted->path, PATH_MAX, "%s", info->dlpi_name);
  return 1;
}

/* Copies the path of the loaded library whose file name starts with NAME to PATH, of PATH_MAX bytes. */
static bool find_loaded(const char *name, char *path) {
  return dl_iterate_phdr(compare_name, &(struct wanted){name, path});
}

/* libomptarget, where none of the libraries that libcleave sees by itself is it. RTLD_GLOBAL: libomp looks for functions
 * of libomptarget among the global symbols, as it would find them if the program had been linked with it. */
static void *load_library(bool may_load) {
  enum { FLAGS = RTLD_NOW | RTLD_GLOBAL };
  char path[PATH_MAX + sizeof SONAME + 1], loaded[PATH_MAX], real_path[PATH_MAX];
  void *library = NULL;
  if (find_loaded("libomptarget.so", loaded))
    library = dlopen(loaded, RTLD_LAZY | RTLD_NOLOAD);
  if (library || !may_load)
    return library;
  /* Beside the program's own libomp: of the same build. */
  if (find_loaded("libomp.so", loaded) && realpath(loaded, real_path)) {
    char *slash = strrchr(real_path, '/');
    snprintf(path, sizeof path, "%.*s/" SONAME, (int)(slash - real_path), real_path);
    library = dlopen(path, FLAGS);
  }
  if (!library)
    library = dlopen(SONAME, FLAGS);
  return library ? library : dlopen(CLEAVE_LLVM_LIBRARY_FOLDER "/" SONAME, FLAGS);
}

/* The soname of LIBRARY, a handle; NULL: it has none. */
static const char *soname_of(void *library) {
  struct link_map *map;
  if (library == RTLD_DEFAULT || dlinfo(library, RTLD_DI_LINKMAP, &map))
    return NULL;
  const char *strings = NULL;
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL && !strings; entry++)
    if (entry->d_tag == DT_STRTAB)
      strings = (const char *)entry->d_un.d_ptr; /* relocated by glibc */
  for (const ElfW(Dyn) *entry = map->l_ld; entry->d_tag != DT_NULL && strings; entry++)
    if (entry->d_tag == DT_SONAME)
      return strings + entry->d_un.d_val;
  return NULL;
}

/* Whether libcleave was written for the libomptarget LIBRARY. LLVM changes the structs of its interface between versions and does not
 * say so in the call; the version is in the soname. A library without a version in its name is a build of the user. */
static bool is_known(void *library) {
  static const char prefix[] = "libomptarget.so.";
  static const char *const versions[] = {"19.1", "22.1"};
  const char *name = soname_of(library);
  if (!name || strncmp(name, prefix, sizeof prefix - 1))
    return true;
  for (size_t i = 0; i < sizeof versions / sizeof *versions; i++)
    if (!strcmp(name + sizeof prefix - 1, versions[i]))
      return true;
  static atomic_flag warned = ATOMIC_FLAG_INIT;
  if (!cleave_settings()->quiet && !atomic_flag_test_and_set(&warned))
    cleave_warn(
        "libcleave has no effect: it supports libomptarget.so.19.1 and 22.1, but the program uses %s; build "
        "cleave for that version, or compile with clang alone",
        name);
  return false;
}

/* ISO C has no conversion from an object pointer to a function pointer. Never finds libcleave's own functions, which
 * would call themselves. */
static bool load(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  if (!address || is_ours(address))
    return false;
  memcpy(function, &address, sizeof address);
  return true;
}

/* From FIRST, or else from LIBRARY. What neither has stays as it is. */
static void load_from(void *first, void *library, const char *name, void *function) {
  if (!load(first, name, function))
    load(library, name, function);
}

static bool find_functions(struct cleave_omptarget *real, bool may_load) {
  void (*known)(struct cleave_descriptor *) = NULL;
  load_from(RTLD_NEXT, RTLD_DEFAULT, "__tgt_register_lib", &known);
  void *address;
  memcpy(&address, &known, sizeof address);
  void *library = address ? library_of(address) : load_library(may_load);
  if (!address && !library)
    return false;
  if (!library)
    library = RTLD_DEFAULT;
  real->is_there = true;
  real->is_known = is_known(library);
  /* The next in the loader's order, if any: another library may come before libomptarget, as this one does. */
  load_from(RTLD_NEXT, library, "__tgt_register_lib", &real->register_lib);
  load_from(RTLD_NEXT, library, "__tgt_unregister_lib", &real->unregister_lib);
  load_from(RTLD_NEXT, library, "__tgt_target_kernel", &real->target_kernel);
  load_from(RTLD_NEXT, library, "__tgt_target_data_begin_mapper", &real->data_begin);
  load_from(RTLD_NEXT, library, "__tgt_target_data_end_mapper", &real->data_end);
  load_from(RTLD_NEXT, library, "__tgt_target_data_update_mapper", &real->data_update);
  load_from(RTLD_NEXT, library, "__tgt_target_data_begin_nowait_mapper", &real->data_begin_nowait);
  load_from(RTLD_NEXT, library, "__tgt_target_data_end_nowait_mapper", &real->data_end_nowait);
  load_from(RTLD_NEXT, library, "__tgt_target_data_update_nowait_mapper", &real->data_update_nowait);
  load_from(RTLD_NEXT, library, "omp_get_mapped_ptr", &real->mapped);
  /* Functions of libomp. A program may load it before libcleave, and libomptarget needs it. */
  load_from(RTLD_DEFAULT, library, "omp_get_default_device", &real->default_device);
  load_from(RTLD_DEFAULT, library, "omp_get_max_threads", &real->max_threads);
  load_from(RTLD_DEFAULT, library, "omp_get_max_teams", &real->max_teams);
  load_from(RTLD_DEFAULT, library, "__kmpc_get_target_offload", &real->target_offload);
  /* Of libomptarget itself: libomp has a function of the same name, which would start all of libomp
   * before main. */
  load(library, "omp_get_num_devices", &real->device_count);
  load(library, "omp_target_alloc", &real->allocate);
  load(library, "omp_target_free", &real->release);
  load(library, "omp_target_memcpy", &real->copy);
  return true;
}

static const struct cleave_omptarget *find(bool may_load) {
  static _Atomic(const struct cleave_omptarget *) known;
  const struct cleave_omptarget *it = atomic_load_explicit(&known, memory_order_acquire);
  if (it)
    return it;
  struct cleave_omptarget *found = malloc(sizeof *found);
  if (!found)
    return &missing;
  *found = missing;
  /* No thread waits for another one: this one may be in a constructor, with the loader's lock, which the other needs. */
  if (find_functions(found, may_load) && atomic_compare_exchange_strong(&known, &it, found))
    return found;
  free(found);
  return it ? it : &missing;
}

const struct cleave_omptarget *cleave_omptarget(void) { return find(false); }

const struct cleave_omptarget *cleave_omptarget_load(void) {
  const struct cleave_omptarget *it = find(true);
  if (!it->is_there)
    warn(SONAME " is missing; install the OpenMP run time of clang " CLEAVE_OMPTARGET_VERSION
                ", or set LD_LIBRARY_PATH to its folder");
  return it;
}
