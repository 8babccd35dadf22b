/* FILE: lib/process/job.c
 * WHAT: see job.h.
 */
#include "process/job.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The variables of a launcher. The first one with values counts: mpirun may run inside a job of Slurm, Flux or PBS. */
static const struct launcher {
  const char *name, *rank, *ranks, *local_rank;
  const char *local_ranks; /* NULL: none */
  const char *machines;    /* their number; NULL: none */
} launchers[] = {
    {"Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK",
     "OMPI_COMM_WORLD_LOCAL_SIZE", NULL},
    {"MVAPICH", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_LOCAL_RANK",
     "MV2_COMM_WORLD_LOCAL_SIZE", NULL},
    {"Hydra", "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", NULL}, /* MPICH, Intel MPI */
    {"PALS", "PALS_RANKID", "PMI_SIZE", "PALS_LOCAL_RANKID", "PMI_LOCAL_SIZE", NULL},
    {"JSM", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE", "JSM_NAMESPACE_LOCAL_RANK",
     "JSM_NAMESPACE_LOCAL_SIZE", NULL},
    {"Flux", "FLUX_TASK_RANK", "FLUX_JOB_SIZE", "FLUX_TASK_LOCAL_ID", NULL, "FLUX_JOB_NNODES"},
    /* A batch script has SLURM_NTASKS and SLURM_LOCALID as well, but no step, and is one process. */
    {"Slurm", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID", NULL, "SLURM_STEP_NUM_NODES"},
};

/* A number from LEAST. Returns false without one. */
static bool read_number(const char *text, int least, int *number) {
  char *end;
  if (!text || *text < '0' || *text > '9')
    return false;
  const long value = strtol(text, &end, 10);
  if (*end || value < least || value > INT_MAX)
    return false;
  *number = (int)value;
  return true;
}

/* The number of Slurm's tasks on machine MACHINE of LIST, such as "4(x2),3"; 0 if that is not known. */
static int tasks_on_machine(const char *list, int machine) {
  while (list && *list) {
    char *end;
    const long tasks = strtol(list, &end, 10);
    long machines = 1;
    if (end == list || tasks < 1 || tasks > INT_MAX)
      return 0;
    if (!strncmp(end, "(x", 2)) {
      machines = strtol(end + 2, &end, 10);
      end += *end == ')';
    }
    if (machine < machines)
      return (int)tasks;
    machine -= (int)machines;
    list = end + (*end == ',');
    if (*end && *end != ',')
      return 0;
  }
  return 0;
}

static int count_local_ranks(const struct launcher *launcher, const struct cleave_job *job,
                             const char *(*get)(const char *name)) {
  int count = 0, machines, machine;
  if (launcher->local_ranks && read_number(get(launcher->local_ranks), 1, &count))
    return count;
  if (!strcmp(launcher->name, "Slurm") && read_number(get("SLURM_NODEID"), 0, &machine))
    count = tasks_on_machine(get("SLURM_STEP_TASKS_PER_NODE"), machine);
  if (!count && launcher->machines && read_number(get(launcher->machines), 1, &machines))
    count = (job->ranks - 1) / machines + 1;
  return count;
}

void cleave_job_read(struct cleave_job *job, const char *(*get)(const char *name)) {
  *job = (struct cleave_job){.ranks = 1, .local_ranks = 1};
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
    struct cleave_job found = *job;
    if (!read_number(get(launchers[i].rank), 0, &found.rank) ||
        !read_number(get(launchers[i].ranks), 1, &found.ranks) ||
        !read_number(get(launchers[i].local_rank), 0, &found.local_rank) || found.rank >= found.ranks ||
        found.local_rank > found.rank)
      continue;
    found.launcher = launchers[i].name;
    found.local_ranks = count_local_ranks(&launchers[i], &found, get);
    if (found.local_ranks <= found.local_rank)
      found.local_ranks = found.local_rank + 1;
    if (found.local_ranks > found.ranks)
      found.local_ranks = found.ranks;
    *job = found;
    return;
  }
}

static struct cleave_job job;

static const char *get_variable(const char *name) { return getenv(name); }

static void read_job(void) {
  cleave_job_read(&job, get_variable);
  if (gethostname(job.host, sizeof job.host))
    snprintf(job.host, sizeof job.host, "localhost");
  job.host[sizeof job.host - 1] = 0;
}

const struct cleave_job *cleave_job(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, read_job);
  return &job;
}

unsigned cleave_job_processors(const struct cleave_job *it, unsigned own, unsigned launcher) {
  const unsigned all = launcher > own ? launcher : own;
  const unsigned part = all / (unsigned)it->local_ranks;
  const unsigned processors = part < own ? part : own;
  return processors ? processors : 1;
}

bool cleave_job_orders_devices(const char *value) {
  long before = -1;
  while (value && *value) {
    char *end;
    const long device = strtol(value, &end, 10);
    if (end == value)
      return false; /* a UUID has no order */
    if (device < before)
      return true;
    before = device;
    value = end + strcspn(end, ",");
    value += *value == ',';
  }
  return false;
}
