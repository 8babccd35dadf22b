/* FILE: lib/process/job.h
 * WHAT: the parallel job (MPI) that this process is a rank of, as its launcher describes it in the environment.
 *
 * libcleave does not call MPI: devices are chosen before MPI_Init, and the program may use any MPI library, or none. Every
 * launcher sets variables in each process that it starts.
 */
#ifndef CLEAVE_PROCESS_JOB_H
#define CLEAVE_PROCESS_JOB_H

#include <stdbool.h>

struct cleave_job {
  const char *launcher; /* its name; NULL: none was found, and the process is rank 0 of 1 */
  int rank, ranks;
  int local_rank, local_ranks; /* the same among the ranks on this machine */
  char host[256];              /* name of this machine */
};

/* The job of this process. The first call reads the environment. Valid as long as the process; thread-safe. */
const struct cleave_job *cleave_job(void);

/* Decodes the variables that GET returns; NULL: a variable is not set. Does not set `host`. A launcher that does not state the number of
 * ranks on a machine has as many on each, rounded up; without the number of machines, at least local_rank + 1. */
void cleave_job_read(struct cleave_job *job, const char *(*get)(const char *name));

/* Whether the job has several ranks. */
static inline bool cleave_job_is_parallel(const struct cleave_job *job) { return job->ranks > 1; }

/* The number of processors that are this rank's: OWN in its affinity mask, of LAUNCHER's in that of the process that started
 * it. A mask that no other rank has counts whole. At least 1. */
unsigned cleave_job_processors(const struct cleave_job *job, unsigned own, unsigned launcher);

/* Whether VALUE of CUDA_VISIBLE_DEVICES lists devices in another order than that of their numbers: its author chose by the order. */
bool cleave_job_orders_devices(const char *value);

#endif
