/* FILE: lib/data_check/places.c
 * WHAT: see places.h.
 *
 * libdwfl reads the modules of the process and unwinds the stack by their call frame information. It reads memory of the process by
 * process_vm_readv, which fails where a plain load would fault.
 */
#include "data_check/places.h"

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <dwarf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

/* Debug information in the file itself or beside it, by build id. Never from the network. */
static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                         .find_debuginfo = dwfl_build_id_find_debuginfo};

static Dwfl *session;
static const struct cleave_place_registers *registers_now;

static pid_t next_thread(Dwfl *dwfl, void *argument, void **state) {
  (void)dwfl, (void)argument;
  if (*state)
    return 0;
  *state = (void *)1;
  return getpid();
}

static bool get_thread(Dwfl *dwfl, pid_t thread, void *argument, void **state) {
  (void)dwfl, (void)thread, (void)argument;
  *state = (void *)1;
  return true;
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr address, Dwarf_Word *result, void *argument) {
  (void)dwfl, (void)argument;
  const struct iovec here = {result, sizeof *result}, there = {(void *)(uintptr_t)address, sizeof *result};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == (ssize_t)sizeof *result;
}

static bool set_registers(Dwfl_Thread *thread, void *argument) {
  (void)argument;
  const Dwarf_Word *values = registers_now->values;
  dwfl_thread_state_register_pc(thread, values[CLEAVE_PLACE_IP]);
  return dwfl_thread_state_registers(thread, 0, CLEAVE_PLACE_REGISTERS, values);
}

static const Dwfl_Thread_Callbacks thread_callbacks = {.next_thread = next_thread,
                                                       .get_thread = get_thread,
                                                       .memory_read = read_memory,
                                                       .set_initial_registers = set_registers};

/* A session that has the module of ADDRESS, if there is one: libraries may have been loaded since the last one began. */
static Dwfl *session_for(uintptr_t address) {
  if (session && dwfl_addrmodule(session, address))
    return session;
  if (session)
    dwfl_end(session);
  session = dwfl_begin(&callbacks);
  if (session && (dwfl_linux_proc_report(session, getpid()) || dwfl_report_end(session, NULL, NULL))) {
    dwfl_end(session);
    session = NULL;
  }
  if (session)
    dwfl_attach_state(session, NULL, getpid(), &thread_callbacks, NULL);
  return session;
}

static bool starts_with(const char *text, const char *start) { return !strncmp(text, start, strlen(start)); }

/* Whether FILE belongs to the system: headers with templates, and libraries that have debug information. */
static bool is_system_file(const char *file) {
  static const char *const begins[] = {"/usr/include/", "/usr/lib/", "/build/", "./", "../"};
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (starts_with(file, begins[i]) && !(i > 2 && !strstr(file, "sysdeps")))
      return true;
  return false;
}

static bool is_system_module(const char *path) {
  static const char *const names[] = {"libc.so",     "libm.so",    "ld-linux",     "libpthread", "libstdc++",
                                      "libc++",      "libgcc_s",   "libomptarget", "libomp.so",  "libcleave",
                                      "libgfortran", "libFortran", "libcuda",      "libmpi",     "libopen-",
                                      "libucp",      "libuct",     "libucs",       "[vdso"};
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (starts_with(name, names[i]))
      return true;
  return false;
}

static void set_file(struct cleave_place *place, const char *file, int line) {
  snprintf(place->file, sizeof place->file, "%s", file);
  place->line = line;
}

/* The unit that contains PC. libdwfl finds it by a table that clang does not write. */
static Dwarf_Die *find_unit(Dwfl_Module *module, Dwarf_Addr pc, Dwarf_Addr *bias) {
  Dwarf_Die *unit = dwfl_module_addrdie(module, pc, bias);
  for (Dwarf_Die *next = NULL; !unit && (next = dwfl_module_nextcu(module, next, bias));)
    if (dwarf_haspc(next, pc - *bias) > 0)
      unit = next;
  return unit;
}

/* The innermost line of the program at PC of MODULE: if that is code of a system header that was inlined, the line that called it.
 * Returns whether there is one. */
static bool find_line(Dwfl_Module *module, Dwarf_Addr pc, struct cleave_place *place) {
  Dwarf_Addr bias = 0;
  Dwarf_Die *unit = find_unit(module, pc, &bias), *innermost = NULL, *scopes = NULL;
  int line = 0;
  Dwarf_Line *at = unit ? dwarf_getsrc_die(unit, pc - bias) : NULL;
  const char *file = at ? dwarf_linesrc(at, NULL, NULL) : NULL;
  if (file && !dwarf_lineno(at, &line) && line && !is_system_file(file)) {
    set_file(place, file, line);
    return true;
  }
  Dwarf_Files *files = NULL;
  bool found = false;
  /* The scopes around an inlined function are those of its definition; those of its DIE are the callers. */
  const bool has_scopes = unit && dwarf_getscopes(unit, pc - bias, &innermost) > 0;
  const int count = has_scopes ? dwarf_getscopes_die(innermost, &scopes) : 0;
  if (count > 0 && dwarf_getsrcfiles(unit, &files, NULL))
    files = NULL;
  for (int i = 0; i < count && !found && files; i++) {
    Dwarf_Attribute attribute;
    Dwarf_Word number = 0, called = 0;
    if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine ||
        dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_file, &attribute), &number) ||
        dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_line, &attribute), &called))
      continue;
    file = dwarf_filesrc(files, number, NULL, NULL);
    found = file && called && !is_system_file(file);
    if (found)
      set_file(place, file, (int)called);
  }
  free(innermost);
  free(scopes);
  return found;
}

struct search {
  struct cleave_place *place;
  bool has_any; /* PLACE has a function, though no line */
};

static int visit_frame(Dwfl_Frame *frame, void *argument) {
  struct search *search = argument;
  Dwarf_Addr pc;
  bool is_activation;
  if (!dwfl_frame_pc(frame, &pc, &is_activation))
    return DWARF_CB_ABORT;
  if (!is_activation)
    pc--;
  Dwfl_Module *module = dwfl_addrmodule(session, pc);
  const char *path = module ? dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, NULL, NULL) : NULL;
  if (!path || is_system_module(path))
    return DWARF_CB_OK;
  const char *function = dwfl_module_addrname(module, pc);
  const bool found = find_line(module, pc, search->place);
  if ((found || !search->has_any) && function)
    snprintf(search->place->function, sizeof search->place->function, "%s", function);
  search->has_any = true;
  return found ? DWARF_CB_ABORT : DWARF_CB_OK;
}

void cleave_place_find(const struct cleave_place_registers *registers, struct cleave_place *place) {
  *place = (struct cleave_place){0};
  if (!session_for(registers->values[CLEAVE_PLACE_IP]))
    return;
  registers_now = registers;
  dwfl_getthread_frames(session, getpid(), visit_frame, &(struct search){place, false});
}

bool cleave_place_variable(uintptr_t address, char *name, size_t size) {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  Dwfl_Module *module = session_for(address) ? dwfl_addrmodule(session, address) : NULL;
  const char *found =
      module ? dwfl_module_addrinfo(module, address, &offset, &symbol, NULL, NULL, NULL) : NULL;
  if (!found || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || offset >= symbol.st_size)
    return false;
  snprintf(name, size, "%s", found);
  return true;
}
