/* FILE: test/fuzz/programs/run.c
 * WHAT: compile, run, compare.
 */
#include "run.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/arena.h"
#include "process.h"
#include "reports.h"

const char *const finding_names[] = {"no finding",
                                     "generator",
                                     "generator: does not compile",
                                     "does not compile",
                                     "warning of cleave's",
                                     "crash",
                                     "hang",
                                     "different outcome",
                                     "readable rewrite",
                                     "report of CLEAVE_CHECK=data"};

enum { REPORT_STATUS = 3 /* of a process with CLEAVE_CHECK=data:fail and a report */ };

/* Teams and threads. Freed memory is filled with another byte each time, so that a program which reads
 * what was never written does not print the same twice. */
static const char *const settings[SETTING_COUNT][8] = {
    {"OMP_TARGET_OFFLOAD=MANDATORY", "KMP_BLOCKTIME=0", "MALLOC_PERTURB_=85", NULL},
    {"OMP_TARGET_OFFLOAD=MANDATORY", "KMP_BLOCKTIME=0", "MALLOC_PERTURB_=170", "OMP_NUM_TEAMS=4",
     "OMP_NUM_THREADS=4", "OMP_TEAMS_THREAD_LIMIT=4", "KMP_TEAMS_THREAD_LIMIT=16", NULL},
    {"OMP_TARGET_OFFLOAD=MANDATORY", "KMP_BLOCKTIME=0", "MALLOC_PERTURB_=15", "OMP_NUM_TEAMS=2",
     "OMP_NUM_THREADS=2", "OMP_TEAMS_THREAD_LIMIT=2", "KMP_TEAMS_THREAD_LIMIT=4", NULL},
    {"OMP_TARGET_OFFLOAD=MANDATORY", "KMP_BLOCKTIME=0", "MALLOC_PERTURB_=240", "OMP_NUM_TEAMS=3",
     "OMP_NUM_THREADS=1", "OMP_TEAMS_THREAD_LIMIT=1", "KMP_TEAMS_THREAD_LIMIT=3", NULL},
};

struct check {
  const struct tools *tools;
  const struct checks *checks;
  struct cleave_arena *arena;
  struct finding finding;
  bool expressions, cxx;
  struct program *const *programs;
  size_t program_count;
  const char *source, *plain, *readable; /* files */
  const char *gpu_plain;                 /* plain clang's GPU program */
  const char *cleaved[FORM_COUNT];       /* NULL: not compiled */
  const char *plain_reports;             /* of CLEAVE_CHECK=data */
};

static const char *file_in(struct check *check, const char *name) {
  return cleave_arena_format(check->arena, "%s/%s", check->tools->folder, name);
}

static char *contents(struct check *check, const char *path) {
  FILE *in = fopen(path, "rb");
  if (!in)
    return cleave_arena_allocate(check->arena, 1);
  fseek(in, 0, SEEK_END);
  size_t size = (size_t)ftell(in);
  rewind(in);
  char *text = cleave_arena_allocate(check->arena, size + 1);
  text[fread(text, 1, size, in)] = '\0';
  fclose(in);
  return text;
}

static void write_file(const char *path, const char *text) {
  FILE *out = fopen(path, "wb");
  if (!out || fputs(text, out) < 0 || fclose(out)) {
    perror(path);
    exit(2);
  }
}

static size_t count_functions(const struct program *program) {
  size_t count = 0;
  for (size_t f = 0; f < program->function_count; f++)
    count += !program->functions[f].gone;
  return count;
}

/* Notes the first finding; TEXT's first line with MARK in it is its detail. */
static bool report_finding(struct check *check, enum finding_kind kind, unsigned setting, const char *text,
                           const char *mark) {
  struct finding *finding = &check->finding;
  const char *line = strstr(text, mark);
  line = line ? line : text;
  while (line > text && line[-1] != '\n')
    line--;
  finding->kind = kind;
  finding->setting = setting;
  snprintf(finding->detail, sizeof finding->detail, "%.*s", (int)strcspn(line, "\n"), line);
  return false;
}

/* ---- Compiling ---------------------------------------------------------------------------------------- */

enum target { TARGET_HOST, TARGET_GPU };

/* Compiles SOURCE to PROGRAM; returns what the compiler printed, and whether it succeeded in *OK. */
static char *compile(struct check *check, const char *source, const char *program, enum target target,
                     bool with_cleave, const char *extra, bool *ok) {
  static const char *const for_expressions[] = {"-fenable-matrix", "-w", "-std=gnu++20", "-lstdc++"};
  const char *log = cleave_arena_format(check->arena, "%s.log", program);
  const char *plugin = cleave_arena_format(check->arena, "-fplugin=%s", check->tools->plugin);
  const char *libraries = cleave_arena_format(check->arena, "-L%s", check->tools->llvm_library_folder);
  const char *rpath = cleave_arena_format(check->arena, "-Wl,-rpath,%s", check->tools->llvm_library_folder);
  const char *arguments[42] = {check->tools->clang,
                               check->checks->optimization,
                               "-Wall",
                               "-Wno-tautological-compare",
                               "-Wno-pass-failed",
                               "-Wno-unused-but-set-variable",
                               "-fopenmp",
                               target == TARGET_GPU ? "--offload-arch=sm_90"
                                                    : "-fopenmp-targets=x86_64-pc-linux-gnu",
                               source,
                               "-o",
                               program,
                               libraries,
                               rpath,
                               "-Wl,--allow-shlib-undefined"}; /* test/lit/lit.cfg.py says why */
  size_t count = 14;
  if (check->checks->gpu && !check->checks->contracts) /* the GPU has fused multiply-add instructions */
    arguments[count++] = "-ffp-contract=off";
  if (target == TARGET_GPU) {
    arguments[count++] =
        cleave_arena_format(check->arena, "--cuda-path=%s/cleave/toolkit", check->tools->library_folder);
    arguments[count++] =
        cleave_arena_format(check->arena, "--libomptarget-nvptx-bc-path=%s/libomptarget-nvptx-sm_90.bc",
                            check->tools->llvm_library_folder);
  }
  if (with_cleave) {
    arguments[count++] = plugin;
    /* As `cleave cc` for processors: these run no tiles, which take most of the time of a compilation, unless a form asks for them. */
    if (target == TARGET_HOST && !(check->checks->forms & 1u << FORM_SHARED_TILES))
      arguments[count++] = "-fplugin-arg-cleave-shared-tiles=off";
    if (check->programs[0]->reassociates)
      arguments[count++] = "-fplugin-arg-cleave-reassociate=on";
    arguments[count++] = "-Rpass=cleave";
    arguments[count++] = "-Rpass-missed=cleave";
    arguments[count++] = "-Rpass-analysis=cleave";
    /* With the run-time library, so that kernels have their second versions launched. */
    arguments[count++] = cleave_arena_format(check->arena, "-L%s", check->tools->library_folder);
    arguments[count++] = "-Wl,--no-as-needed";
    arguments[count++] = "-lcleave";
    arguments[count++] = cleave_arena_format(check->arena, "-Wl,-rpath,%s", check->tools->library_folder);
  }
  for (size_t i = 0; i < (check->cxx ? 4u : check->expressions ? 2u : 0u); i++)
    arguments[count++] = for_expressions[i];
  if (check->programs[0]->ragged)
    arguments[count++] = "-lm";
  if (extra)
    arguments[count++] = extra;
  if (check->checks->forms & 1u << FORM_CHECKED)
    arguments[count++] = "-gline-tables-only";
  static const char *const variables[] = {"CLEAVE_CUDA_PATH=none", NULL};
  *ok = process_run(arguments, target == TARGET_GPU ? variables : NULL, log, log,
                    40 * check->tools->seconds) == 0;
  return contents(check, log);
}

/* The text of a diagnostic LINE without its column, which cleave may move. */
static size_t without_column(const char *line, char *out, size_t size) {
  size_t length = strcspn(line, "\n"), used = 0, colons = 0;
  for (size_t i = 0; i < length && used + 1 < size; i++) {
    colons += line[i] == ':';
    if (colons != 2 || !(line[i] == ':' || isdigit((unsigned char)line[i])))
      out[used++] = line[i];
  }
  out[used] = '\0';
  return length;
}

/* Whether each warning in LOG is in PLAIN as well. */
static bool compare_warnings(struct check *check, const char *log, const char *plain) {
  char wanted[1000], other[1000];
  for (const char *at = log; *at;) {
    size_t length = without_column(at, wanted, sizeof wanted);
    if (strstr(wanted, "warning:")) {
      bool found = false;
      for (const char *p = plain; *p && !found;) {
        size_t plain_length = without_column(p, other, sizeof other);
        found = !strcmp(wanted, other);
        p += plain_length + (p[plain_length] == '\n');
      }
      if (!found)
        return report_finding(check, FINDING_WARNING, 0, wanted, "");
    }
    at += length + (at[length] == '\n');
  }
  return true;
}

/* For each line of the source, the number of its program, beginning with 1. Each function begins with `#undef N`. */
static size_t *programs_of_lines(struct check *check, size_t *line_count) {
  const char *source = contents(check, check->source);
  size_t *list = NULL, functions_left = 0, program = 0;
  *line_count = 0;
  for (const char *at = source; *at; at += strcspn(at, "\n"), at += *at == '\n') {
    if (!strncmp(at, "#undef N\n", 9) && program < check->program_count) {
      while (!functions_left && program < check->program_count)
        functions_left = count_functions(check->programs[program++]);
      functions_left -= functions_left > 0;
    }
    CLEAVE_APPEND(check->arena, list, *line_count, program);
  }
  return list;
}

/* Adds the remarks in LOG. */
static void count_remarks(struct check *check, const char *log, struct remark_counts *remarks) {
  static const char mark[] = "remark: CLV";
  size_t line_count;
  const size_t *programs = programs_of_lines(check, &line_count);
  bool(*seen)[MAX_CODES] = cleave_arena_allocate(check->arena, (check->program_count + 1) * sizeof *seen);
  for (const char *at = log; (at = strstr(at, mark)); at++) {
    const unsigned long code = strtoul(at + sizeof mark - 1, NULL, 10);
    if (code >= MAX_CODES)
      continue;
    remarks->codes[code]++;
    const char *begin = at;
    while (begin > log && begin[-1] != '\n')
      begin--;
    const size_t line = strtoul(begin + strcspn(begin, ":\n") + 1, NULL, 10);
    const size_t program = line && line <= line_count ? programs[line - 1] : 0;
    remarks->programs[code] += !seen[program][code];
    seen[program][code] = true;
  }
}

/* The program (--expressions) that the error in LOG stands in: each begins with a line of its own. */
static void name_program(struct check *check, const char *log) {
  const char *error = strstr(log, " error:");
  const char *text = contents(check, check->source), *name = NULL;
  while (error && error > log && error[-1] != '\n')
    error--;
  error = error ? strchr(error, ':') : NULL;
  const long line = error ? strtol(error + 1, NULL, 10) : 0;
  for (long at = 1; at <= line && *text; at++, text += strcspn(text, "\n"), text += *text == '\n')
    if (!strncmp(text, "#undef N", 8))
      name = text;
  name = name ? strstr(name, "\nstatic void f") : NULL;
  uint64_t seed;
  if (name && sscanf(name, "\nstatic void f%" SCNu64 "_0", &seed) == 1)
    snprintf(check->finding.function, sizeof check->finding.function, "%" PRIu64 ".0", seed);
}

/* Compiles for FORM, unless that has been done for another one. PLAIN: what clang said without cleave. Adds to REMARKS
 * if it is not NULL. */
static bool compile_form(struct check *check, unsigned form, const char *plain,
                         struct remark_counts *remarks) {
  bool ok;
  for (unsigned other = 0; other < form; other++)
    if (check->cleaved[other] && forms[other].option == forms[form].option) {
      check->cleaved[form] = check->cleaved[other];
      return true;
    }
  check->finding.form = form;
  check->cleaved[form] = file_in(check, cleave_arena_format(check->arena, "cleaved-%s", forms[form].name));
  const char *log = compile(check, check->source, check->cleaved[form],
                            check->checks->gpu ? TARGET_GPU : TARGET_HOST, true, forms[form].option, &ok);
  if (!ok && check->expressions)
    name_program(check, log);
  if (!ok)
    return report_finding(check, FINDING_REFUSED, 0, log, "error:");
  if (remarks)
    count_remarks(check, log, remarks);
  return compare_warnings(check, log, plain);
}

static bool compile_all(struct check *check, struct remark_counts *remarks) {
  bool ok, counted = false;
  const char *plain = compile(check, check->source, check->plain, TARGET_HOST, false, NULL, &ok);
  if (ok && check->checks->gpu)
    plain = compile(check, check->source, check->gpu_plain, TARGET_GPU, false, NULL, &ok);
  if (!ok && check->expressions)
    name_program(check, plain);
  if (!ok)
    return report_finding(check, FINDING_PLAIN, 0, plain, "error:");
  for (unsigned form = 0; form < FORM_COUNT; form++) {
    if (!(check->checks->forms & 1u << form))
      continue;
    if (!compile_form(check, form, plain, counted ? NULL : remarks))
      return false;
    counted = true;
  }
  if (!check->checks->readable)
    return true;
  const char *log, *text = file_in(check, check->cxx ? "readable.cpp" : "readable.c");
  const char *errors = file_in(check, "readable.log");
  const char *const rewrite[] = {check->tools->cleave,
                                 "rewrite",
                                 check->source,
                                 check->expressions || check->cxx ? "--" : NULL,
                                 "-fenable-matrix",
                                 check->cxx ? "-std=gnu++20" : NULL,
                                 NULL};
  if (process_run(rewrite, NULL, text, errors, 10 * check->tools->seconds) != 0)
    return report_finding(check, FINDING_READABLE, 0, contents(check, errors), "error");
  log = compile(check, text, check->readable, TARGET_HOST, false, NULL, &ok);
  return ok || report_finding(check, FINDING_READABLE, 0, log, "error:");
}

/* ---- Running --------------------------------------------------------------------------------------------- */

/* The function of the first line in which OUTPUT and WANTED differ. */
static void name_function(struct check *check, const char *output, const char *wanted) {
  while (*wanted) {
    size_t length = strcspn(wanted, "\n");
    if (strncmp(output, wanted, length + 1)) {
      snprintf(check->finding.function, sizeof check->finding.function, "%.*s", (int)strcspn(wanted, " \n"),
               wanted);
      return;
    }
    output += length + (output[length] == '\n');
    wanted += length + (wanted[length] == '\n');
  }
}

/* Runs PROGRAM in SETTING, and as FORM wants it (NULL: plain); WANTED is what it must print, or NULL if anything
 * goes. */
static char *run(struct check *check, const char *program, unsigned setting, const struct form *form,
                 const char *wanted, enum finding_kind difference) {
  const char *variables[16];
  size_t count = 0;
  variables[count++] = "CLEAVE_SPLIT=always"; /* on the host device short regions run as they are written */
  for (const char *const *at = settings[setting]; *at; at++)
    variables[count++] = *at;
  for (const char *const *at = form ? form->settings : NULL; at && *at; at++)
    variables[count++] = *at;
  if (check->tools->preloaded)
    variables[count++] = cleave_arena_format(check->arena, "LD_PRELOAD=%s", check->tools->preloaded);
  /* Without libomptarget's own allocator, device memory has other addresses and other contents. What a program prints in
   * spite of that does not depend on them. */
  if (!form && setting)
    variables[count++] = "LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=0";
  variables[count] = NULL;
  const char *output = cleave_arena_format(check->arena, "%s.out", program);
  const char *errors = cleave_arena_format(check->arena, "%s.err", program);
  const char *const arguments[] = {program, NULL};
  int status = process_run(arguments, variables, output, errors, check->tools->seconds);
  if (status != 0 && strstr(contents(check, errors), "Assertion failure at kmp")) {
    /* The OpenMP library of LLVM 19 fails assertions of its own now and then, plain or with cleave. Only
     * what comes again is a finding; but it is said. */
    printf("the OpenMP run time failed an assertion in %s: once more\n", program);
    status = process_run(arguments, variables, output, errors, check->tools->seconds);
  }
  if (status == PROCESS_HANGS) /* or the machine was busy */
    status = process_run(arguments, variables, output, errors, 4 * check->tools->seconds);
  char *text = contents(check, output);
  if (status == REPORT_STATUS && form == &forms[FORM_CHECKED] &&
      reports_are_of(contents(check, errors), check->plain_reports))
    status = 0;
  if (status == 0 && (!wanted || !strcmp(text, wanted)))
    return text;
  const bool readable = difference == FINDING_READABLE;
  if (status == REPORT_STATUS && form == &forms[FORM_CHECKED])
    report_finding(check, FINDING_REPORT, setting, contents(check, errors), "data check");
  else if (status == PROCESS_HANGS)
    report_finding(check, readable ? difference : FINDING_HANG, setting, "", "");
  else if (status != 0)
    report_finding(check, readable ? difference : FINDING_CRASH, setting, contents(check, errors),
                   "omptarget");
  else
    report_finding(check, difference, setting, text, "");
  if (wanted)
    name_function(check, text, wanted);
  return NULL;
}

/* What the plain program reports with CLEAVE_CHECK=data. */
static const char *plain_reports(struct check *check) {
  const char *library =
      cleave_arena_format(check->arena, "LD_PRELOAD=%s/libcleave.so", check->tools->library_folder);
  const char *const variables[] = {"OMP_TARGET_OFFLOAD=MANDATORY", "CLEAVE_CHECK=data", library, NULL};
  const char *const arguments[] = {check->plain, NULL};
  const char *output = cleave_arena_format(check->arena, "%s.reports", check->plain);
  process_run(arguments, variables, output, output, check->tools->seconds);
  return contents(check, output);
}

/* Runs PROGRAM in all settings; *WANTED is what it must print. If that is NULL, it becomes what it prints. */
static bool run_in_settings(struct check *check, const char *program, const struct form *form,
                            const char **wanted, enum finding_kind difference) {
  for (unsigned s = 0; s < SETTING_COUNT; s++)
    for (unsigned r = 0; r < check->checks->repeats && check->checks->settings & 1u << s; r++) {
      const char *output = run(check, program, s, form, *wanted, difference);
      if (!output)
        return false;
      *wanted = output;
    }
  return true;
}

/* ---- GPU programs ---------------------------------------------------------------------------------------- */

static size_t count_lines(const char *text) {
  size_t lines = 0;
  for (; *text; text++)
    lines += *text == '\n';
  return lines;
}

/* Runs PROGRAM on the simulator. Returns a line for each function, in the order in which they run: its digest, or the error
 * that ended the process. The next function then runs in a process of its own. */
static const char *run_on_gpu(struct check *check, const char *program, const struct form *form) {
  const char *variables[12];
  size_t count = 0;
  variables[count++] = "CLEAVE_SPLIT=always";
  variables[count++] = "CLEAVE_QUIET=on";
  variables[count++] = "CLEAVE_CUDA_PATH=none";
  variables[count++] = "OMP_TARGET_OFFLOAD=MANDATORY";
  variables[count++] = "CLEAVE_SIMULATOR_EXECUTE=require";
  variables[count++] =
      cleave_arena_format(check->arena, "LD_LIBRARY_PATH=%s/cleave/simulator", check->tools->library_folder);
  if (check->programs[0]->unified_memory)
    variables[count++] = "CLEAVE_SIMULATOR_HOST_MEMORY=on";
  if (form && check->checks->has_kernel_checks)
    variables[count++] = "CLEAVE_SIMULATOR_CHECKS=all";
  for (const char *const *at = form ? form->settings : NULL; at && *at; at++)
    variables[count++] = *at;
  variables[count] = NULL;
  const char *output = cleave_arena_format(check->arena, "%s.out", program);
  const char *errors = cleave_arena_format(check->arena, "%s.err", program);
  size_t functions = 0;
  for (size_t p = 0; p < check->program_count; p++)
    functions += count_functions(check->programs[p]);
  const char *all = "";
  for (size_t from = 0; from < functions;) {
    /* Lines reach the file although the process may abort. */
    const char *const arguments[] = {
        "stdbuf", "-oL", program, "-1", cleave_arena_format(check->arena, "%zu", from), NULL};
    const int status = process_run(arguments, variables, output, errors, 2 * check->tools->seconds);
    const char *text = contents(check, output);
    const size_t lines = count_lines(text);
    from += lines;
    all = cleave_arena_format(check->arena, "%s%s", all, text);
    if (status == 0 && from == functions)
      break;
    const char *error = contents(check, errors);
    error = status == PROCESS_HANGS ? "hang" : *error ? error : "crash";
    all = cleave_arena_format(check->arena, "%s%.*s\n", all, (int)strcspn(error, "\n"), error);
    from++;
  }
  return all;
}

static bool next_line(const char **text, char *line, size_t size) {
  const size_t length = strcspn(*text, "\n");
  snprintf(line, size, "%.*s", (int)length, *text);
  *text += length + ((*text)[length] == '\n');
  return *line;
}

/* Compares each function of CLEAVED, what cleave's program of FORM printed on the GPU, with WANTED and with PLAIN, which
 * plain clang's printed on the host and on the GPU. IS_AGAIN: WANTED and PLAIN have been compared for another form. */
static void compare_functions(struct check *check, unsigned form, const char *wanted, const char *plain,
                              const char *cleaved, bool is_again, struct gpu_counts *gpu) {
  char expected[400], of_plain[400], of_cleave[400], function[64];
  while (next_line(&wanted, expected, sizeof expected)) {
    next_line(&plain, of_plain, sizeof of_plain);
    next_line(&cleaved, of_cleave, sizeof of_cleave);
    if (check->checks->contracts && !isdigit((unsigned char)*expected))
      continue; /* plain clang's program has failed */
    const bool differs = strcmp(of_cleave, expected) != 0, plain_differs = strcmp(of_plain, expected) != 0;
    snprintf(function, sizeof function, "%.*s", (int)strcspn(expected, " "), expected);
    if (gpu && plain_differs && !is_again) {
      gpu->plain_differs++;
      printf("plain clang differs on the GPU: %s at %s%s: %s\n", function, check->checks->optimization,
             differs ? "" : ", cleave does not", of_plain);
    }
    if (!differs || plain_differs)
      continue;
    if (gpu) {
      gpu->cleave_differs++;
      printf("cleave differs on the GPU: %s at %s, form %s: %s\n", function, check->checks->optimization,
             forms[form].name, of_cleave);
    }
    if (check->finding.kind != FINDING_NONE)
      continue;
    check->finding.form = form;
    report_finding(check, FINDING_DIFFERENCE, 0, of_cleave, "");
    snprintf(check->finding.function, sizeof check->finding.function, "%s", function);
  }
}

static bool compare_on_gpu(struct check *check, const char *wanted, struct gpu_counts *gpu) {
  const char *plain = run_on_gpu(check, check->gpu_plain, NULL);
  bool is_again = false;
  if (check->checks->contracts)
    wanted = plain;
  for (unsigned form = 0; form < FORM_COUNT; form++)
    if (check->cleaved[form]) {
      const char *cleaved = run_on_gpu(check, check->cleaved[form], &forms[form]);
      compare_functions(check, form, wanted, plain, cleaved, is_again, gpu);
      is_again = true;
    }
  return check->finding.kind == FINDING_NONE;
}

static bool run_all(struct check *check, struct gpu_counts *gpu) {
  const char *wanted = NULL;
  if (!run_in_settings(check, check->plain, NULL, &wanted, FINDING_GENERATOR)) {
    check->finding.kind = FINDING_GENERATOR;
    return false;
  }
  if (check->checks->gpu)
    return compare_on_gpu(check, wanted, gpu);
  for (unsigned form = 0; form < FORM_COUNT; form++) {
    check->finding.form = form;
    if (!check->cleaved[form])
      continue;
    if (form == FORM_CHECKED)
      check->plain_reports = plain_reports(check);
    if (!run_in_settings(check, check->cleaved[form], &forms[form], &wanted, FINDING_DIFFERENCE))
      return false;
  }
  return !check->checks->readable || run_in_settings(check, check->readable, NULL, &wanted, FINDING_READABLE);
}

/* Whether the plain program does the same without optimization. clang 19 gives other results at -O1, plain, for
 * some reductions in `parallel for simd`; what differs so says nothing of cleave. */
static bool is_stable(struct check *check) {
  bool ok;
  struct checks unoptimized = *check->checks;
  const struct checks *checks = check->checks;
  const char *wanted = run(check, check->plain, 0, NULL, NULL, FINDING_GENERATOR);
  unoptimized.optimization = "-O0";
  check->checks = &unoptimized;
  compile(check, check->source, check->plain, TARGET_HOST, false, NULL, &ok);
  check->checks = checks;
  return wanted && ok && run(check, check->plain, 0, NULL, wanted, FINDING_GENERATOR);
}

/* Local variables without a value get one that no program expects; nothing may change by that. */
static bool is_defined(struct check *check) {
  static const char *const fillings[] = {"-ftrivial-auto-var-init=pattern", "-ftrivial-auto-var-init=zero"};
  const char *wanted = NULL;
  for (unsigned i = 0; i < 2; i++) {
    bool ok;
    compile(check, check->source, check->plain, TARGET_HOST, false, fillings[i], &ok);
    const char *output = ok ? run(check, check->plain, 2 * i, NULL, wanted, FINDING_GENERATOR) : NULL;
    if (!output)
      return false;
    wanted = output;
  }
  return true;
}

struct finding check_programs(const struct tools *tools, struct program *const *programs, size_t count,
                              const struct checks *checks, struct remark_counts *remarks,
                              struct gpu_counts *gpu) {
  struct check check = {.tools = tools,
                        .checks = checks,
                        .arena = cleave_arena_new(),
                        .programs = programs,
                        .program_count = count};
  check.expressions = count && programs[0]->expressions;
  check.cxx = count && programs[0]->cxx;
  check.source = file_in(&check, check.cxx ? "program.cpp" : "program.c");
  check.plain = file_in(&check, "plain");
  check.gpu_plain = file_in(&check, "gpu-plain");
  check.readable = file_in(&check, "readable");
  write_file(check.source, programs_text(check.arena, programs, count));
  if (compile_all(&check, remarks))
    run_all(&check, gpu);
  struct finding finding = check.finding;
  if (finding.kind != FINDING_NONE && finding.kind > FINDING_PLAIN && checks->thorough && !is_defined(&check))
    finding.kind = FINDING_GENERATOR;
  if (finding.kind == FINDING_DIFFERENCE && strcmp(checks->optimization, "-O0") && !is_stable(&check))
    finding.kind = FINDING_GENERATOR;
  cleave_arena_free(check.arena);
  return finding;
}
