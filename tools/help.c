/* FILE: tools/help.c
 * WHAT: `cleave --help` and `cleave help COMMAND`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "model/options.h"
#include "pages.h"
#include "process.h"
#include "toolchain.h"

static const struct {
  const char *command, *text;
} pages[] = {
    {"", "cleave: compiles OpenMP target regions with several parallel loops into one kernel per loop\n"
         "\n"
         "  cleave cc ARGS...         compile C as clang " CLEAVE_LLVM_MAJOR " does with ARGS, with cleave\n"
         "  cleave c++ ARGS...        the same for C++\n"
         "  cleave rewrite FILE       print FILE as cleave would compile it\n"
         "  cleave explain FILE...    say what cleave does with each region, and what is in the way\n"
         "  cleave inspect PROGRAM...\n"
         "                            list the device images of a program, their kernels, and whether\n"
         "                            they run on the devices of this machine\n"
         "  cleave trace FILE...      what a program did with its devices: transfers, kernels, waits, and\n"
         "                            how much of it at the same time\n"
         "  cleave simulate PROGRAM   run a program on a simulated GPU; report its kernels and transfers\n"
         "  cleave bench              measure cleave's programs against clang's and hand-written ones\n"
         "  cleave calibrate          measure this machine's GPU, and transfers to it, for the run time\n"
         "  cleave help COMMAND       more about a command\n"
         "  cleave help CLVnnn        the page of a remark\n"
         "  cleave help options       the options of the compilation, and environment variables\n"
         "  cleave help man PAGE      a manual page: cleave, cleave-cc or options\n"
         "  cleave help completion SHELL\n"
         "                            the completion of these commands for bash or zsh\n"
         "  cleave --version\n"
         "\n"
         "cleave-cc and cleave-c++ are 'cleave cc' and 'cleave c++' in one word. An installation also has\n"
         "these names with the version of LLVM, such as cleave-cc-" CLEAVE_LLVM_MAJOR ".\n"
         "\n"
         "The value of an option is a word of its own, or follows '=': --sizes 200, --sizes=200.\n"
         "Exit status: 0 done; 1 failed, with the reason on standard error; 2 wrong usage.\n"
         "cleave cc and cleave c++ return clang's exit status, or 1 if it could not be started.\n"},
    {"cc", "cleave cc [--dry-run] ARGS...\n"
           "cleave c++ [--dry-run] ARGS...\n"
           "\n"
           "Runs clang " CLEAVE_LLVM_MAJOR
           " with ARGS. If ARGS ask for OpenMP (-fopenmp), adds the plugin cleave.so, the\n"
           "folder of the device libraries, and a run-time path, so that the program finds the OpenMP run\n"
           "time without LD_LIBRARY_PATH. The target is yours to choose, as with clang:\n"
           "\n"
           "  cleave cc -O2 -fopenmp --offload-arch=sm_90 main.c -o main\n"
           "\n"
           "Without -fopenmp it is clang and nothing else.\n"
           "\n"
           "  --dry-run                        print the command, quoted for a shell; do not run it.\n"
           "                                   Must come first.\n"
           "  --cleave-keep-ptx                store the PTX of device code in the program, for the GPU\n"
           "                                   simulator. Without a CUDA toolkit the program then has no\n"
           "                                   machine code for GPUs.\n"
           "  -fplugin-arg-cleave-NAME=VALUE   an option of cleave: see 'cleave help options'\n"
           "  -Rpass=cleave                    show what was done; also -Rpass-missed=cleave and\n"
           "                                   -Rpass-analysis=cleave for what was not, and why\n"},
    {"rewrite",
     "cleave rewrite [--compiled] [--diff] [--header=PATH] [-o OUT] FILE [-- ARGS...]\n"
     "\n"
     "Prints the source file FILE with its target regions transformed, in plain OpenMP for a person to\n"
     "read. ARGS are the arguments of clang for FILE: -I, -D, -std and so on. -fopenmp is implied.\n"
     "\n"
     "  --compiled     print exactly the text that is compiled, for host and device, instead\n"
     "  --diff         print the difference to FILE instead, as 'patch -p0' takes it\n"
     "  --header=PATH  print a header that FILE includes, by its name in 'cleave explain', instead of\n"
     "                 FILE\n"
     "  -o OUT         write to OUT, which may be FILE; after an error OUT is unchanged\n"},
    {"explain",
     "cleave explain [--all] [--json] [-j N] FILE... [-- ARGS...]\n"
     "cleave explain [--all] [--json] [-j N] -p BUILD [FILE...]\n"
     "\n"
     "Prints for each target region of each FILE what cleave does with it, and what to change so that\n"
     "it does more; then a summary, and the regions most worth attention. 'cleave help CLVnnn' prints\n"
     "the page of a remark. ARGS are the arguments of clang for the FILEs: -I, -D, -std and so on.\n"
     "-fopenmp is implied.\n"
     "\n"
     "  -p BUILD  take files and arguments from BUILD/compile_commands.json: the C and C++ files that\n"
     "            are compiled with -fopenmp, or only those of FILEs\n"
     "  -j N      compile N files at a time. Default: the number of processors. The report does not\n"
     "            depend on N.\n"
     "  --jobs=N  the same as -j N\n"
     "  --all     print every remark on a line of its own\n"
     "  --json    print an array with one object for each compiled file; docs/explain.md describes it\n"},
    {"inspect",
     "cleave inspect [OPTIONS] PROGRAM...\n"
     "\n"
     "Lists the device images in each PROGRAM (a program, shared library or object file, or an image\n"
     "by itself): the target and architecture, for an NVIDIA GPU the layout of the cubin, and\n"
     "whether the OpenMP run time of LLVM 19 gives the image to a device of this machine; if not,\n"
     "why. Then the kernels, one for each target region:\n"
     "\n"
     "  line        source line of the region\n"
     "  mode        SPMD: all threads run all of it. generic: one thread runs what is not in a\n"
     "              parallel region. generic-SPMD: generic, made SPMD by the compiler\n"
     "  registers   registers of a thread; for an AMD GPU vector registers\n"
     "  of these    vector registers that accumulate (AMD)\n"
     "  scalar      scalar registers of a wavefront (AMD)\n"
     "  spills      registers that do not fit and are kept elsewhere (AMD)\n"
     "  shared      bytes of static shared memory of a team, the run time's own included; for sm_90\n"
     "              also the 1024 bytes that the hardware reserves, as nvlink counts them\n"
     "  frame       bytes of local memory that a thread needs for its call frame\n"
     "  arguments   bytes of the kernel's arguments (AMD)\n"
     "  threads     the largest team that the kernel was compiled for; - is any\n"
     "  function    function of the region, as the compiler names it; demangled for C++\n"
     "\n"
     "and for kernels that cleave compiled, what is known of their memory accesses: how the address\n"
     "changes from one thread to the next, and how often.\n"
     "\n"
     "  --json             print an array with one object for each PROGRAM\n"
     "  --trip-count=N     also say which grid libcleave gives a launch of N iterations, and why\n"
     "  --device=DEVICE    on this device: h200, a100, titan-x, mi210, mi250x, mi300x, an\n"
     "                     architecture such as sm_80 or gfx90a, or the file of a profile; if not given, on\n"
     "                     one of the architecture of the image\n"
     "  --argument=K:VALUE with this value as argument K of the kernel, counted from 0\n"},
    {"trace",
     "cleave trace [--terminal] [--svg=OUT] [--merge=OUT] FILE...\n"
     "\n"
     "Summarizes a trace. A program that is linked with libcleave writes it if CLEAVE_TRACE=FILE is set.\n"
     "Prints transfers and their bytes, kernels, waits of the host, and the part of the transfer time that\n"
     "overlaps with kernels; then the same for each variable and each source line. Perfetto and Chrome also\n"
     "open FILE. Variables and files are known if the program was compiled with -gline-directives-only or -g.\n"
     "\n"
     "If the program ran with CLEAVE_TRACE_CONTENT=on, copies of unchanged data are listed, with the directives\n"
     "that avoid them and the time that they would have saved. docs/design/trace.md says what is assumed.\n"
     "\n"
     "Traces of several processes, such as the ranks of an MPI program, are one report and one timeline:\n"
     "docs/mpi.md.\n"
     "\n"
     "  --terminal   also draw the timeline with the width of the terminal, or of COLUMNS\n"
     "  --svg=OUT    also write the timeline as an SVG picture\n"
     "  --merge=OUT  also write all traces as one file for Perfetto and Chrome\n"},
    {"simulate",
     "cleave simulate [OPTIONS] PROGRAM [ARGS...] [-- PROGRAM [ARGS...]]\n"
     "\n"
     "Runs an OpenMP offload program on a simulated NVIDIA GPU, on a machine without one. The kernels\n"
     "execute, so results are those of a GPU. Prints for each kernel its launches, teams, threads, time,\n"
     "occupancy and counts of its instructions and memory accesses, and the transfers. Times are those of\n"
     "a model, not measurements. Two programs are compared: cleave simulate ./plain -- ./cleaved ARGS...\n"
     "If only one of them has ARGS, the other one gets the same.\n"
     "\n"
     "The simulator executes PTX: compile with 'cleave cc --cleave-keep-ptx ...' for a GPU.\n"
     "\n"
     "  --device=DEVICE  h200 (default), a100, titan-x, or the file of a profile\n"
     "  --checks=LIST    also check all, or some of: initialized (reads of shared memory before a write),\n"
     "                   races (conflicting accesses to shared memory), barriers (divergent barriers)\n"
     "  --blocks=N       execute about N teams of a launch and extrapolate the counts; results are wrong\n"
     "  --sites[=N]      list the N (5) source lines of each kernel with the most sectors; compile with\n"
     "                   -gline-directives-only\n"
     "  --json=FILE      write the report to FILE, with the accesses of all source lines\n"
     "  --trace=FILE     write the timeline for 'cleave trace', Perfetto and Chrome; that of a second\n"
     "                   program has .2 in its name\n"
     "\n"
     "Columns: 'bound by' is the limit of the time; 'sectors' are 32-byte sectors for each access of a\n"
     "warp to global memory (4 or 8 if coalesced, 32 at most); 'lanes' are the active ones of a warp.\n"
     "'ideal' are the sectors that the accesses of a source line need for their data.\n"
     "Exit status: 1 if the program fails, launches no kernel, or a kernel or check has an error.\n"},
    {"bench",
     "cleave bench [PROGRAM...] [OPTIONS]\n"
     "\n"
     "Builds the benchmark programs and runs them one at a time, for each size and element type:\n"
     "the naive version compiled by clang and by cleave, and the one written by hand. Two times are\n"
     "measured apart: end to end, with all transfers, and the kernels, with all arrays on the\n"
     "device already. The result of every repeat is compared with the reference's, element by\n"
     "element; a program with a wrong one gets no time. Ctrl-C keeps what was measured.\n"
     "\n"
     "  --versions V,...    naive, cleave, hand, or another VERSION.c (default naive,cleave,hand)\n"
     "  --sizes N,...       default 200 on the host, 1000,4000 on a GPU\n"
     "  --types T,...       float, double (default both)\n"
     "  --repeats N         measured runs (default 10); fewer where the time limit comes near\n"
     "  --warm-up N         runs before them (default 1)\n"
     "  --target NAME       host (default): the processor as the device; or a GPU, such as sm_90\n"
     "  --minutes M         start nothing that will not be done after M minutes in all\n"
     "  --limit S           seconds for one case (default 300)\n"
     "  --json FILE         write the results to FILE, again after every case\n"
     "  --build DIR         build into DIR, and run nothing\n"
     "  --from DIR          run what was built into DIR; needs no compiler and no sources\n"
     "  --sources DIR       other programs: a folder like the one of these, with programs.txt\n"
     "\n"
     "Exit status: 0 if all cases were measured; 1 if one failed, was wrong or was not run; 2 wrong\n"
     "usage; 130 after Ctrl-C.\n"},
    {"calibrate",
     "cleave calibrate [OPTIONS]\n"
     "\n"
     "Measures on the GPU of this machine how many teams serve a loop best whose lanes each read\n"
     "along rows of their own (0 to 10 matrices, grids of all sizes), and what transfers to the GPU and\n"
     "back cost, and writes a profile of the GPU. The run time of programs compiled with cleave then\n"
     "chooses grids, and the way that bytes move, by it. Takes a few minutes and 1.5 GB; let nothing\n"
     "else run on the GPU. Every result is checked.\n"
     "\n"
     "  -o FILE        write to FILE. Default: the file where the run time looks for it,\n"
     "                 $CLEAVE_PROFILE, or in ~/.config/cleave a file named after the GPU\n"
     "  --size N       rows and columns of a matrix (default 5000)\n"
     "  --rows R       rows of the result: R times N iterations are parallel (default 256)\n"
     "  --seconds S    the time to take (default 120); each grid runs three times at least\n"
     "  --no-kernels   the driver runs no kernels: check no results\n"
     "  --from FILE    measure nothing: FILE holds what bench/synthetic/k_matrix.c printed on a\n"
     "                 machine without a compiler; the profile says nothing of transfers then\n"},
};

const char *cleave_help_text(const char *name) {
  const char *page = !strcmp(name, "c++") ? "cc" : name;
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
    if (!strcmp(pages[i].command, page))
      return pages[i].text;
  return NULL;
}

bool cleave_help_page(const char *name) {
  const char *text = cleave_help_text(name);
  return text && fputs(text, stdout) >= 0;
}

/* Prints the page of a remark: CODE is "CLV226" or "226". */
static bool print_remark_page(const char *code) {
  const char *digits = strncasecmp(code, "CLV", 3) ? code : code + 3;
  if (strlen(digits) != 3 || strspn(digits, "0123456789") != 3)
    return false;
  char *own = cleave_toolchain_program_folder();
  char *paths[] = {cleave_format("%s/" CLEAVE_INSTALLED_REMARKS "/CLV%s.md", own, digits),
                   cleave_format(CLEAVE_REMARKS "/CLV%s.md", digits)};
  bool found = false;
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    size_t size = 0;
    unsigned char *text = found || access(paths[i], R_OK) ? NULL : cleave_read_file(paths[i], &size);
    found |= text && fwrite(text, 1, size, stdout) == size;
    free(text);
    free(paths[i]);
  }
  free(own);
  return found;
}

int cleave_help(int count, char **words) {
  const char *about = count > 1 ? words[1] : "";
  if (!strcmp(about, "options") && count == 2)
    cleave_options_print(stdout);
  else if (!strcmp(about, "options") && count == 3 && !strcmp(words[2], "--page"))
    cleave_options_print_page(stdout);
  else if (count == 3 && !strcmp(about, "man"))
    return cleave_print_manual(words[2]);
  else if (count == 3 && !strcmp(about, "completion"))
    return cleave_print_completion(words[2]);
  else if (count > 2 || (!cleave_help_page(about) && !print_remark_page(about))) {
    cleave_complain("there is no help on '%s'; see 'cleave --help'", words[count > 2 ? 2 : 1]);
    return CLEAVE_WRONG_USAGE;
  }
  return CLEAVE_DONE;
}
