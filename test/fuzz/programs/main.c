/* FILE: test/fuzz/programs/main.c
 * WHAT: fuzz_programs: random OpenMP programs, plain and with cleave, must do the same.
 * USE:  fuzz_programs --seed S --count N      checks the programs of the seeds S .. S+N-1
 *         --keep DIR     where shrunk programs with a finding go (default: the current folder)
 *         --print        prints the programs as one C file instead (or one C++ file: those of the first one's language)
 *         --kinds        prints how often each shape occurs in the programs instead
 *         --functions N  a program has at most N functions
 *         --expressions  C and C++ programs that use objects in all ways that C and C++ know (accesses.def): in a
 *                        program is one function with its own types, variables and one or two regions
 *         --host-code    programs with host code between regions that share arrays
 *         --host-constructs
 *                        programs whose functions are scenarios of host code: regions use arrays that the host reaches by
 *                        tables, records, unions, integers, callbacks, goto, longjmp, destructors and the like. One of
 *                        four is C++. Totals count scenarios.
 *         --transfers    programs with several data environments and threads around their regions, in all forms
 *         --nests        programs with loop nests in their parallel loops; all independent loops run on the grid
 *         --ragged       programs with rows of different lengths, reductions, histograms and prefix loops; some permit
 *                        reassociation
 *         --gpu          cleave's and plain clang's programs are GPU code for sm_90 on the simulator, built with the
 *                        stand-in CUDA toolkit; plain clang's program on the host device says what they must print
 *         --forms on,as-written,always,tiles3,tiles5,openmp,reduced,checked,mapped,mapped-tiles,unmapped,shared-tiles
 *                        which of the ways that regions can be compiled and executed (default: on, as-written;
 *                        with --expressions always as well; with --transfers those up to reduced, with
 *                        --no-two-threads also openmp and the readable rewrite; with --nests mapped, mapped-tiles and
 *                        unmapped, as GPU code on, mapped and unmapped; with --ragged mapped and unmapped)
 *         --repeats N    how often each runs in each setting of teams and threads
 *         --no-SHAPE, --with-SHAPE   see --help for the shapes
 *         --readable-every N, --optimized-every N, --all-every N
 *                        in every N-th batch (0: never): the readable rewrite as well; -O2; all four
 *                        settings of teams and threads rather than two
 *         --gpu-every N  every N-th program also as GPU code, with all checks of the simulator (0: none; default: 0, with
 *                        --ragged 10); in each second batch with fused multiply-adds, compared with plain clang's GPU
 *                        program
 *       Exit status 0: no finding; 1: findings; 2: it could not be done.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "model/arena.h"
#include "accesses.h"
#include "shrink.h"

enum { MAX_BATCH = 64, MAX_JOBS = 64, UNSET = UINT32_MAX };

struct settings {
  uint64_t seed, count;
  unsigned batch, jobs, readable_every, optimized_every, all_every, gpu_every, shrink_seconds, repeats, forms;
  bool print, kinds, first_only, gpu;
  const char *keep, *optimization;
  struct tools tools;
  struct shapes shapes;
};

/* What a process of the search has done. */
struct totals {
  uint64_t programs, functions, findings, left_out, on_gpu;
  struct gpu_counts gpu;
  struct remark_counts remarks;
  unsigned long made[SHAPE_COUNT], row_made[MAX_ACCESS_ROWS];
};

static int usage(int status) {
  fputs(
      "usage: fuzz_programs [--seed S] [--count N] [--jobs J] [--batch B] [--keep DIR] [--print] [--kinds]\n"
      "         [--functions N]\n"
      "         [--first] [--optimization -O1] [--readable-every N] [--optimized-every N] [--all-every N]\n"
      "         [--expressions] [--transfers] [--host-code] [--host-constructs] [--nests] [--ragged]\n"
      "         [--gpu] [--gpu-every N]\n"
      "         [--forms NAME,...] [--repeats N] [--shrink-seconds N]\n"
      "         [--run-seconds N] [--clang PATH] [--plugin PATH] [--cleave PATH]\n"
      "         [--library FOLDER]\n"
      "         [--no-SHAPE ...] [--with-SHAPE ...]\nshapes (* left out unless asked for):\n",
      status ? stderr : stdout);
  static const char *const what[SHAPE_COUNT] = {
#define SHAPE(name, made, words) [SHAPE_##name] = words,
#include "shapes.def"
#undef SHAPE
  };
  struct shapes shapes;
  shapes_defaults(&shapes);
  for (unsigned i = 0; i < SHAPE_COUNT; i++)
    fprintf(status ? stderr : stdout, "  %c %-18s %s\n", shapes.off[i] ? '*' : ' ', shape_names[i], what[i]);
  return status;
}

/* --no-if_parallel and --no-if-parallel alike. */
static bool set_shape(struct shapes *shapes, const char *name, bool off) {
  char wanted[64];
  snprintf(wanted, sizeof wanted, "%s", name);
  for (char *at = wanted; *at; at++)
    if (*at == '-')
      *at = '_';
  for (unsigned i = 0; i < SHAPE_COUNT; i++)
    if (!strcmp(wanted, shape_names[i])) {
      shapes->off[i] = off;
      return true;
    }
  for (unsigned i = 0; i < access_row_count; i++)
    if (!strcmp(wanted, access_rows[i].name)) {
      shapes->row_off[i] = off;
      return true;
    }
  return false;
}

static bool parse(int count, char **arguments, struct settings *settings) {
  const char *form_names = NULL;
  const struct {
    const char *name;
    uint64_t *wide;
    unsigned *number;
    const char **text;
  } options[] = {
      {"--seed", &settings->seed, NULL, NULL},
      {"--count", &settings->count, NULL, NULL},
      {"--jobs", NULL, &settings->jobs, NULL},
      {"--batch", NULL, &settings->batch, NULL},
      {"--readable-every", NULL, &settings->readable_every, NULL},
      {"--optimized-every", NULL, &settings->optimized_every, NULL},
      {"--all-every", NULL, &settings->all_every, NULL},
      {"--gpu-every", NULL, &settings->gpu_every, NULL},
      {"--shrink-seconds", NULL, &settings->shrink_seconds, NULL},
      {"--repeats", NULL, &settings->repeats, NULL},
      {"--functions", NULL, &settings->shapes.functions, NULL},
      {"--run-seconds", NULL, &settings->tools.seconds, NULL},
      {"--forms", NULL, NULL, &form_names},
      {"--keep", NULL, NULL, &settings->keep},
      {"--optimization", NULL, NULL, &settings->optimization},
      {"--clang", NULL, NULL, &settings->tools.clang},
      {"--plugin", NULL, NULL, &settings->tools.plugin},
      {"--library", NULL, NULL, &settings->tools.library_folder},
      {"--cleave", NULL, NULL, &settings->tools.cleave},
  };
  for (int a = 1; a < count; a++) {
    const char *argument = arguments[a];
    bool known = !strcmp(argument, "--print") || !strcmp(argument, "--kinds") ||
                 !strcmp(argument, "--first") || !strcmp(argument, "--gpu") ||
                 !strcmp(argument, "--transfers") || !strcmp(argument, "--expressions") ||
                 !strcmp(argument, "--host-code") || !strcmp(argument, "--host-constructs") ||
                 !strcmp(argument, "--nests") || !strcmp(argument, "--ragged");
    settings->shapes.ragged |= !strcmp(argument, "--ragged");
    settings->shapes.nests |= !strcmp(argument, "--nests");
    settings->shapes.host_code |= !strcmp(argument, "--host-code");
    settings->shapes.constructs |= !strcmp(argument, "--host-constructs");
    settings->shapes.expressions |= !strcmp(argument, "--expressions");
    settings->shapes.transfers |= !strcmp(argument, "--transfers");
    settings->gpu |= !strcmp(argument, "--gpu");
    settings->kinds |= !strcmp(argument, "--kinds");
    settings->print |= !strcmp(argument, "--print");
    settings->first_only |= !strcmp(argument, "--first");
    for (size_t i = 0; i < sizeof options / sizeof *options && !known; i++) {
      if (strcmp(argument, options[i].name) || a + 1 == count)
        continue;
      const char *value = arguments[++a];
      char *end = "";
      unsigned long number = options[i].text ? 0 : strtoul(value, &end, 10);
      known = options[i].text || (*value && !*end);
      if (options[i].wide)
        *options[i].wide = number;
      else if (options[i].number)
        *options[i].number = (unsigned)number;
      else
        *options[i].text = value;
    }
    if (!known && !strncmp(argument, "--no-", 5))
      known = set_shape(&settings->shapes, argument + 5, true);
    if (!known && !strncmp(argument, "--with-", 7))
      known = set_shape(&settings->shapes, argument + 7, false);
    if (!known) {
      fprintf(stderr, "fuzz_programs: do not understand '%s'\n", argument);
      return false;
    }
  }
  if (!settings->batch)
    settings->batch = settings->shapes.expressions ? MAX_BATCH
                      : settings->shapes.nests     ? 6
                      : settings->shapes.ragged    ? 16
                                                   : 10;
  if (settings->gpu || !settings->shapes.ragged)
    settings->gpu_every = settings->gpu_every == UNSET ? 0 : settings->gpu_every;
  else if (settings->gpu_every == UNSET)
    settings->gpu_every = 10;
  if (settings->gpu) {
    settings->readable_every = 0;
    settings->optimized_every = 0; /* -O2 takes minutes for a large file of GPU code */
    settings->forms = 1u << FORM_ON;
    /* libomptarget-nvptx of LLVM 19 has no definition of the functions that `critical` calls. */
    settings->shapes.off[SHAPE_critical] = true;
    /* The NVPTX backend of LLVM 19 has no sequentially consistent atomic store, and no memory operand of assembly. */
    set_shape(&settings->shapes, "atomic_store", true);
    set_shape(&settings->shapes, "assembly_memory", true);
    settings->shapes.off[SHAPE_exit_handler] = true; /* each function prints one line there */
  }
  if (!form_names && settings->shapes.expressions && !settings->gpu)
    settings->forms |= 1u << FORM_ALWAYS;
  if (!form_names && settings->shapes.transfers && !settings->gpu)
    settings->forms = (1u << FORM_MAPPED) - 1;
  if (!form_names && (settings->shapes.host_code || settings->shapes.constructs) && !settings->gpu)
    settings->forms |= 1u << FORM_CHECKED;
  if (settings->shapes.nests || settings->shapes.ragged)
    settings->tools.preloaded = CLEAVE_MIRRORED_SCHEDULE;
  /* On the host device, the plain loops run unless the mapped ones are forced. */
  if (!form_names && settings->shapes.nests)
    settings->forms =
        1u << FORM_MAPPED | 1u << FORM_UNMAPPED | 1u << (settings->gpu ? FORM_ON : FORM_MAPPED_TILES);
  if (!form_names && settings->shapes.ragged)
    settings->forms = 1u << FORM_MAPPED | 1u << (settings->gpu ? FORM_ON : FORM_UNMAPPED);
  /* Where threads that OpenMP has not made execute `nowait` constructs, LLVM 19 crashes. */
  if (settings->shapes.transfers && !settings->shapes.off[SHAPE_two_threads]) {
    settings->forms &= ~(1u << FORM_OPENMP);
    settings->readable_every = 0;
  }
  if (form_names && !forms_parse(form_names, &settings->forms)) {
    fprintf(stderr, "fuzz_programs: unknown form in '%s'\n", form_names);
    return false;
  }
  if (settings->batch < 1 || settings->batch > MAX_BATCH || settings->jobs < 1 || settings->jobs > MAX_JOBS) {
    fprintf(stderr, "fuzz_programs: --batch takes 1 to %d, --jobs 1 to %d\n", MAX_BATCH, MAX_JOBS);
    return false;
  }
  return true;
}

/* ---- The search ------------------------------------------------------------------------------------------ */

/* Whether a program is one function, so that those of a file can be checked without one that has a finding. */
static bool has_single_functions(const struct settings *settings) {
  return settings->shapes.expressions || settings->shapes.ragged;
}

static void keep_finding(const struct settings *settings, struct program *const *programs, size_t count,
                         const struct checks *checks, const struct finding *first) {
  printf("finding: %s (%s, form %s) in the programs of seeds %" PRIu64 " to %" PRIu64 ": %s\n",
         finding_names[first->kind], first->function, forms[first->form].name, programs[0]->seed,
         programs[count - 1]->seed, first->detail);
  struct finding finding =
      shrink_programs(&settings->tools, programs, count, checks, first, settings->shrink_seconds);
  struct cleave_arena *arena = cleave_arena_new();
  char path[4096];
  size_t shown = 0; /* of several findings in one file, each has its own program's name */
  while (has_single_functions(settings) && shown + 1 < count && programs[shown]->functions[0].gone)
    shown++;
  snprintf(path, sizeof path, "%s/finding-%" PRIu64 ".%s", settings->keep, programs[shown]->seed,
           programs[shown]->cxx ? "cpp" : "c");
  FILE *out = fopen(path, "w");
  if (!out) {
    perror(path);
    exit(2);
  }
  fprintf(out, "/* %s, form %s, setting %u, %s: %s */\n%s", finding_names[finding.kind],
          forms[finding.form].name, finding.setting, checks->optimization, finding.detail,
          programs_text(arena, programs, count));
  fclose(out);
  cleave_arena_free(arena);
  printf("kept: %s\n", path);
}

/* Checks PROGRAMS, which are one file. If plain clang's program stops or differs from itself, each of them is checked
 * alone, and those for which it does so again are left out. Of programs of one function each, what has a
 * finding is taken out, and the others are checked again. */
static void check_file(const struct settings *settings, struct program **programs, size_t count,
                       const struct checks *checks, struct remark_counts *remarks, struct totals *totals) {
  for (;; remarks = NULL) {
    const uint64_t counted = totals->gpu.cleave_differs;
    struct finding finding = check_programs(&settings->tools, programs, count, checks, remarks, &totals->gpu);
    totals->findings += totals->gpu.cleave_differs - counted;
    if (finding.kind == FINDING_NONE)
      return;
    size_t left = 0;
    if (finding.kind == FINDING_GENERATOR && count > 1 && !has_single_functions(settings)) {
      for (size_t i = 0; i < count; i++)
        check_file(settings, programs + i, 1, checks, NULL, totals);
      return;
    }
    keep_finding(settings, programs, count, checks, &finding);
    if (finding.kind == FINDING_GENERATOR || (settings->shapes.expressions && finding.kind == FINDING_PLAIN))
      totals->left_out++; /* plain clang refuses it, or has it wrong */
    else if (!settings->gpu || finding.kind != FINDING_DIFFERENCE)
      totals->findings++;
    for (size_t i = 0; i < count && has_single_functions(settings); i++) {
      const bool cleared = programs[i]->functions[0].gone;
      programs[i]->functions[0].gone = false;
      if (cleared)
        programs[left++] = programs[i];
    }
    /* On the GPU, one check counts all differences. */
    if (!left || left == count || settings->first_only ||
        (settings->gpu && finding.kind == FINDING_DIFFERENCE))
      return;
    count = left;
  }
}

enum { FILE_KINDS = 8 };

/* One file has one language, one set of `requires` directives, and one set of permissions. */
static unsigned file_kind(const struct program *program) {
  return program->cxx | (unsigned)program->unified_memory << 1 | (unsigned)program->reassociates << 2;
}

/* Checks the programs of KIND among PROGRAMS as GPU code whose turn it is. CONTRACTS: see struct checks. */
static void check_on_gpu(const struct settings *settings, struct program **programs, size_t count,
                         unsigned kind, const struct checks *checks, bool contracts, struct totals *totals) {
  struct settings on_gpu = *settings;
  struct checks gpu_checks = *checks;
  struct program *some[MAX_BATCH];
  size_t taken = 0;
  for (size_t i = 0; i < count; i++)
    if (file_kind(programs[i]) == kind && settings->gpu_every && programs[i]->seed % settings->gpu_every == 0)
      some[taken++] = programs[i];
  on_gpu.gpu = gpu_checks.gpu = true;
  gpu_checks.has_kernel_checks = true;
  gpu_checks.contracts = contracts;
  gpu_checks.readable = false;
  gpu_checks.forms = 1u << FORM_MAPPED;
  gpu_checks.optimization = settings->optimization;
  if (taken)
    check_file(&on_gpu, some, taken, &gpu_checks, NULL, totals);
  totals->on_gpu += taken;
}

static void check_batch(const struct settings *settings, uint64_t seed, size_t count, uint64_t number,
                        struct shapes *shapes, struct totals *totals) {
  struct program *programs[MAX_BATCH];
  const bool optimized = settings->optimized_every && number % settings->optimized_every == 1;
  shapes->optimized = optimized || strcmp(settings->optimization, "-O0");
  for (size_t i = 0; i < count; i++) {
    programs[i] = program_generate(seed + i, shapes);
    totals->functions += programs[i]->function_count;
  }
  /* All settings now and then; one team and another setting otherwise, as runs take longest. */
  const unsigned all = (1u << SETTING_COUNT) - 1;
  const struct checks checks = {
      .settings = settings->all_every && number % settings->all_every == 0
                      ? all
                      : 1u | 1u << (1 + number % (SETTING_COUNT - 1)),
      .forms = settings->forms,
      .repeats = settings->repeats,
      .gpu = settings->gpu,
      .readable = settings->readable_every && number % settings->readable_every == 0,
      .optimization = optimized ? "-O2" : settings->optimization,
  };
  struct program *some[MAX_BATCH];
  for (unsigned kind = 0; kind < FILE_KINDS; kind++) {
    size_t taken = 0;
    for (size_t i = 0; i < count; i++)
      if (file_kind(programs[i]) == kind)
        some[taken++] = programs[i];
    if (taken)
      check_file(settings, some, taken, &checks, &totals->remarks, totals);
    check_on_gpu(settings, programs, count, kind, &checks, number % 2 == 1, totals);
  }
  totals->programs += count;
  for (size_t i = 0; i < count; i++)
    cleave_arena_free(programs[i]->arena);
}

static struct totals search(struct settings *settings, unsigned job) {
  struct totals totals = {0};
  uint64_t number = 0;
  const char *temporary = getenv("TMPDIR");
  char path[4096];
  snprintf(path, sizeof path, "%s/fuzz_programs.XXXXXX", temporary ? temporary : "/tmp");
  if (!mkdtemp(path)) {
    perror(path);
    exit(2);
  }
  settings->tools.folder = path;
  for (uint64_t at = 0; at < settings->count; at += settings->batch, number++) {
    if (number % settings->jobs != job || (settings->first_only && totals.findings))
      continue;
    uint64_t left = settings->count - at;
    check_batch(settings, settings->seed + at, left < settings->batch ? left : settings->batch, number,
                &settings->shapes, &totals);
    if (number % 10 == job % 10)
      printf("seeds up to %" PRIu64 ": %" PRIu64 " findings\n", settings->seed + at + settings->batch - 1,
             totals.findings);
    fflush(stdout);
  }
  memcpy(totals.made, settings->shapes.made, sizeof totals.made);
  memcpy(totals.row_made, settings->shapes.row_made, sizeof totals.row_made);
  char command[4200];
  snprintf(command, sizeof command, "rm -r '%s'", path);
  if (system(command))
    fprintf(stderr, "fuzz_programs: cannot remove %s\n", path);
  return totals;
}

static void add_totals(struct totals *all, const struct totals *totals) {
  all->programs += totals->programs;
  all->functions += totals->functions;
  all->findings += totals->findings;
  all->left_out += totals->left_out;
  all->on_gpu += totals->on_gpu;
  all->gpu.plain_differs += totals->gpu.plain_differs;
  all->gpu.cleave_differs += totals->gpu.cleave_differs;
  for (unsigned i = 0; i < MAX_CODES; i++) {
    all->remarks.codes[i] += totals->remarks.codes[i];
    all->remarks.programs[i] += totals->remarks.programs[i];
  }
  for (unsigned i = 0; i < SHAPE_COUNT; i++)
    all->made[i] += totals->made[i];
  for (unsigned i = 0; i < MAX_ACCESS_ROWS; i++)
    all->row_made[i] += totals->row_made[i];
}

/* Several processes search; each sends its totals back through a pipe of its own. */
static struct totals search_all(struct settings *settings) {
  if (settings->jobs == 1)
    return search(settings, 0);
  struct totals all = {0}, totals;
  int ends[MAX_JOBS][2];
  for (unsigned job = 0; job < settings->jobs; job++) {
    fflush(NULL);
    if (pipe(ends[job])) {
      perror("fuzz_programs: pipe");
      exit(2);
    }
    if (!fork()) {
      totals = search(settings, job);
      exit(write(ends[job][1], &totals, sizeof totals) == sizeof totals ? 0 : 2);
    }
    close(ends[job][1]);
  }
  for (unsigned job = 0; job < settings->jobs; job++) {
    size_t have = 0;
    for (ssize_t got = 1; have < sizeof totals && got > 0; have += got > 0 ? (size_t)got : 0)
      got = read(ends[job][0], (char *)&totals + have, sizeof totals - have);
    if (have < sizeof totals) {
      fprintf(stderr, "fuzz_programs: a process of the search ended early\n");
      exit(2);
    }
    add_totals(&all, &totals);
  }
  while (wait(NULL) > 0)
    continue;
  return all;
}

/* The share of the programs in which a transformation of rows and reductions was applied, or was not. */
static void print_applied(const struct totals *totals) {
  static const unsigned codes[] = {50, 52, 53, 54, 55, 56, 57, 58, 59};
  printf("%" PRIu64 " programs as GPU code; of 1000 programs have:", totals->on_gpu);
  for (size_t i = 0; i < sizeof codes / sizeof *codes && totals->programs; i++)
    printf(" CLV%03u %" PRIu64, codes[i], totals->remarks.programs[codes[i]] * 1000 / totals->programs);
  printf("\n");
}

static void print_totals(const struct settings *settings, const struct totals *totals, double seconds) {
  printf("%" PRIu64 " programs (seeds %" PRIu64 " to %" PRIu64 ") with %" PRIu64 " %s in %.0f s: "
         "%" PRIu64 " findings\n",
         totals->programs, settings->seed, settings->seed + settings->count - 1, totals->functions,
         settings->shapes.constructs ? "scenarios" : "regions", seconds, totals->findings);
  printf("%" PRIu64 " of them left out: plain clang refuses them, or they crash or differ with it\n",
         totals->left_out);
  if (settings->gpu || totals->on_gpu)
    printf("on the GPU, plain clang differs in %" PRIu64 " regions; cleave differs in %" PRIu64 " others\n",
           totals->gpu.plain_differs, totals->gpu.cleave_differs);
  unsigned long refused = 0;
  for (unsigned code = 200; code < 300; code++)
    refused += totals->remarks.codes[code];
  printf("regions split %lu, refused %lu; loops widened %lu; kernels of one loop %lu, of one thread %lu\n",
         totals->remarks.codes[1], refused, totals->remarks.codes[2], totals->remarks.codes[3],
         totals->remarks.codes[4]);
  if (settings->shapes.nests)
    printf("nests %lu, perfect %lu; loops mapped to the grid in %lu parallel loops, not in %lu\n",
           totals->made[SHAPE_nest], totals->made[SHAPE_perfect_nest], totals->remarks.codes[43],
           totals->remarks.codes[44]);
  if (settings->shapes.ragged)
    print_applied(totals);
  printf("remarks:");
  for (unsigned code = 0; code < MAX_CODES; code++)
    if (totals->remarks.codes[code])
      printf(" CLV%03u %lu", code, totals->remarks.codes[code]);
  printf(settings->shapes.expressions ? "\nrows:" : "\nshapes:");
  for (unsigned i = 0; i < SHAPE_COUNT && !settings->shapes.expressions; i++)
    printf(" %s %lu", shape_names[i], totals->made[i]);
  for (unsigned i = 0; i < access_row_count && settings->shapes.expressions; i++)
    printf(" %s %lu", access_rows[i].name, totals->row_made[i]);
  printf("\n");
}

static void print_programs(struct settings *settings) {
  struct program *programs[MAX_BATCH];
  size_t count = settings->count < MAX_BATCH ? settings->count : MAX_BATCH;
  size_t made = 0; /* programs for the first one's kind of file */
  settings->shapes.optimized = strcmp(settings->optimization, "-O0");
  for (size_t i = 0; i < count; i++) {
    programs[made] = program_generate(settings->seed + i, &settings->shapes);
    if (file_kind(programs[made]) == file_kind(programs[0]))
      made++;
    else
      cleave_arena_free(programs[made]->arena);
  }
  count = made;
  struct cleave_arena *arena = cleave_arena_new();
  fputs(programs_text(arena, programs, count), stdout);
  cleave_arena_free(arena);
  for (size_t i = 0; i < count; i++)
    cleave_arena_free(programs[i]->arena);
}

/* Makes the programs, and prints the shapes that occur in them. */
static void print_kinds(struct settings *settings) {
  settings->shapes.optimized = strcmp(settings->optimization, "-O0");
  for (uint64_t i = 0; i < settings->count; i++)
    cleave_arena_free(program_generate(settings->seed + i, &settings->shapes)->arena);
  for (unsigned i = 0; i < SHAPE_COUNT; i++)
    if (settings->shapes.made[i])
      printf("%s %lu\n", shape_names[i], settings->shapes.made[i]);
}

int main(int count, char **arguments) {
  struct settings settings = {
      .seed = 1,
      .count = 100,
      .jobs = 1,
      .readable_every = 4,
      .optimized_every = 16,
      .all_every = 4,
      .gpu_every = UNSET,
      .shrink_seconds = 600,
      .repeats = 1,
      .forms = 1u << FORM_ON | 1u << FORM_AS_WRITTEN,
      .keep = ".",
      .optimization = "-O0",
      .tools = {.clang = CLEAVE_CLANG,
                .plugin = CLEAVE_PLUGIN,
                .cleave = CLEAVE_TOOL,
                .llvm_library_folder = CLEAVE_LLVM_LIBRARY_FOLDER,
                .library_folder = CLEAVE_LIBRARY_FOLDER,
                .seconds = 30},
  };
  shapes_defaults(&settings.shapes);
  if (count == 2 && !strcmp(arguments[1], "--help"))
    return usage(0);
  if (!parse(count, arguments, &settings))
    return usage(2);
  if (settings.print) {
    print_programs(&settings);
    return 0;
  }
  if (settings.kinds) {
    print_kinds(&settings);
    return 0;
  }
  /* Now, not when the first finding is to be kept. */
  if ((mkdir(settings.keep, 0777) && errno != EEXIST) || access(settings.keep, W_OK)) {
    fprintf(stderr, "fuzz_programs: no findings can be kept in %s: %s\n", settings.keep, strerror(errno));
    return 2;
  }
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  struct totals totals = search_all(&settings);
  clock_gettime(CLOCK_MONOTONIC, &end);
  print_totals(&settings, &totals, (double)(end.tv_sec - begin.tv_sec));
  return totals.findings ? 1 : 0;
}
