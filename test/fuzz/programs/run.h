/* FILE: test/fuzz/programs/run.h
 * WHAT: compiles programs plainly and with cleave, runs both, and compares.
 */
#ifndef CLEAVE_FUZZ_RUN_H
#define CLEAVE_FUZZ_RUN_H

#include "generate.h"

/* What is compared, and with what. */
struct tools {
  const char *clang, *plugin, *cleave;
  const char *llvm_library_folder;
  const char *preloaded; /* a library that programs on the host device load first, or NULL */
  const char
      *library_folder; /* of libcleave.so; the stand-in toolkit and the simulator are in its folder cleave */
  const char *folder;  /* for intermediate files; each process has its own */
  unsigned seconds;    /* time limit of one run; compilations have forty times as much */
};

enum finding_kind {
  FINDING_NONE,
  FINDING_GENERATOR, /* the plain program is wrong: a defect of the generator, or of clang */
  FINDING_PLAIN,     /* the plain program does not compile: likewise */
  FINDING_REFUSED,   /* does not compile with cleave */
  FINDING_WARNING,   /* a warning that only cleave gives */
  FINDING_CRASH,
  FINDING_HANG,
  FINDING_DIFFERENCE,
  FINDING_READABLE, /* the readable rewrite does not compile, or differs */
  FINDING_REPORT    /* a report of CLEAVE_CHECK=data that the plain program does not give */
};

extern const char *const finding_names[];

struct finding {
  enum finding_kind kind;
  unsigned setting;  /* of the run that showed it */
  unsigned form;     /* likewise; of the compilation, if there was no run */
  char function[64]; /* SEED.FUNCTION, if it is known; else "" */
  char detail[400];  /* one line */
};

/* Functions of GPU programs. */
struct gpu_counts {
  uint64_t plain_differs;  /* plain clang's GPU program and its host program differ */
  uint64_t cleave_differs; /* cleave's GPU program differs, and plain clang's does not */
};

enum { SETTING_COUNT = 4, MAX_CODES = 1000 };

/* Of each remark number: how often it was given, and in how many programs. */
struct remark_counts {
  uint64_t codes[MAX_CODES], programs[MAX_CODES];
};

enum {
  FORM_ON,
  FORM_AS_WRITTEN,
  FORM_ALWAYS,
  FORM_TILES_3,
  FORM_TILES_5,
  FORM_OPENMP,
  FORM_REDUCED,
  FORM_CHECKED,
  FORM_MAPPED,
  FORM_MAPPED_TILES,
  FORM_UNMAPPED,
  FORM_SHARED_TILES,
  FORM_COUNT
};

/* A way to compile with cleave and to run what comes of it. */
struct form {
  const char *name;
  const char *option;      /* of the plugin; NULL: the defaults */
  const char *settings[4]; /* variables of the environment, ended by NULL */
};

extern const struct form forms[FORM_COUNT];

/* A list of names, as in "on,openmp", to a set of bits. Returns false if there is no such form. */
bool forms_parse(const char *text, unsigned *set);

/* What a check is to do. */
struct checks {
  unsigned settings;      /* set of bits: which of the numbers of teams and threads */
  unsigned forms;         /* likewise of the forms */
  unsigned repeats;       /* how often each runs in each setting */
  bool gpu;               /* cleave's programs are GPU code on the simulator */
  bool has_kernel_checks; /* of the simulator, in cleave's programs: races and the like */
  bool contracts; /* GPU code has fused multiply-adds; plain clang's GPU program says what must be printed */
  bool readable;  /* the readable rewrite as well */
  bool thorough;  /* look harder whether the plain program is defined */
  const char *optimization; /* "-O0" */
};

/* Checks PROGRAMS, in one file. If REMARKS is not NULL, adds the remarks of their first compilation with cleave. If GPU is not NULL and
 * the programs run on the simulator, adds the functions that differ and prints a line for each. */
struct finding check_programs(const struct tools *tools, struct program *const *programs, size_t count,
                              const struct checks *checks, struct remark_counts *remarks,
                              struct gpu_counts *gpu);

#endif
