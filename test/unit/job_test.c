/* FILE: test/unit/job_test.c
 * WHAT: tests of the ranks of a job: what launchers set, their processors and devices, and the names of their traces.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cuda/cuda.h"
#include "device/device_sharing.h"
#include "device/process_devices.h"
#include "process/job.h"
#include "trace/trace_name.h"

/* There are no devices here. */
const struct cleave_device *cleave_device_find(int64_t number) {
  (void)number;
  return NULL;
}

bool cleave_cuda_device_uuid(CUdevice device, unsigned char *uuid) {
  (void)device, (void)uuid;
  return false;
}

static const char *environment; /* " NAME=VALUE NAME=VALUE" */

static const char *get(const char *name) {
  static char value[64];
  char wanted[64];
  snprintf(wanted, sizeof wanted, " %s=", name);
  const char *found = strstr(environment, wanted);
  if (!found)
    return NULL;
  found += strlen(wanted);
  snprintf(value, sizeof value, "%.*s", (int)strcspn(found, " "), found);
  return value;
}

static void launchers_are_read(void **state) {
  (void)state;
  static const struct {
    const char *environment, *launcher;
    int rank, ranks, local_rank, local_ranks;
  } cases[] = {
      {"", NULL, 0, 1, 0, 1},
      {" OMPI_COMM_WORLD_RANK=5 OMPI_COMM_WORLD_SIZE=8 OMPI_COMM_WORLD_LOCAL_RANK=1"
       " OMPI_COMM_WORLD_LOCAL_SIZE=4",
       "Open MPI", 5, 8, 1, 4},
      /* mpirun inside a step of Slurm. */
      {" SLURM_PROCID=0 SLURM_STEP_NUM_TASKS=1 SLURM_LOCALID=0 OMPI_COMM_WORLD_RANK=3 OMPI_COMM_WORLD_SIZE=4"
       " OMPI_COMM_WORLD_LOCAL_RANK=3 OMPI_COMM_WORLD_LOCAL_SIZE=4",
       "Open MPI", 3, 4, 3, 4},
      {" MV2_COMM_WORLD_RANK=1 MV2_COMM_WORLD_SIZE=2 MV2_COMM_WORLD_LOCAL_RANK=0 MV2_COMM_WORLD_LOCAL_SIZE=1",
       "MVAPICH", 1, 2, 0, 1},
      {" PMI_RANK=6 PMI_SIZE=8 MPI_LOCALRANKID=2 MPI_LOCALNRANKS=4", "Hydra", 6, 8, 2, 4},
      {" PALS_RANKID=6 PMI_SIZE=8 PALS_LOCAL_RANKID=2 PMI_LOCAL_SIZE=4", "PALS", 6, 8, 2, 4},
      {" PALS_RANKID=6 PMI_SIZE=8 PALS_LOCAL_RANKID=2", "PALS", 6, 8, 2, 3},
      {" JSM_NAMESPACE_RANK=6 JSM_NAMESPACE_SIZE=12 JSM_NAMESPACE_LOCAL_RANK=0 JSM_NAMESPACE_LOCAL_SIZE=6",
       "JSM", 6, 12, 0, 6},
      /* Seven ranks on two machines: at most four on one. */
      {" FLUX_TASK_RANK=4 FLUX_JOB_SIZE=7 FLUX_TASK_LOCAL_ID=0 FLUX_JOB_NNODES=2", "Flux", 4, 7, 0, 4},
      {" SLURM_PROCID=9 SLURM_STEP_NUM_TASKS=11 SLURM_LOCALID=1 SLURM_NODEID=2"
       " SLURM_STEP_TASKS_PER_NODE=4(x2),3",
       "Slurm", 9, 11, 1, 3},
      {" SLURM_PROCID=7 SLURM_STEP_NUM_TASKS=11 SLURM_LOCALID=3 SLURM_NODEID=1"
       " SLURM_STEP_TASKS_PER_NODE=4(x2),3",
       "Slurm", 7, 11, 3, 4},
      {" SLURM_PROCID=7 SLURM_STEP_NUM_TASKS=11 SLURM_LOCALID=3 SLURM_NODEID=1 SLURM_STEP_NUM_NODES=3"
       " SLURM_STEP_TASKS_PER_NODE=x",
       "Slurm", 7, 11, 3, 4},
      /* A batch script is one process. */
      {" SLURM_PROCID=0 SLURM_NTASKS=8 SLURM_LOCALID=0 SLURM_NODEID=0", NULL, 0, 1, 0, 1},
      /* Values that no launcher sets. */
      {" OMPI_COMM_WORLD_RANK=8 OMPI_COMM_WORLD_SIZE=8 OMPI_COMM_WORLD_LOCAL_RANK=1", NULL, 0, 1, 0, 1},
      {" OMPI_COMM_WORLD_RANK=-1 OMPI_COMM_WORLD_SIZE=8 OMPI_COMM_WORLD_LOCAL_RANK=1", NULL, 0, 1, 0, 1},
      {" OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=8 OMPI_COMM_WORLD_LOCAL_RANK=2", NULL, 0, 1, 0, 1},
      {" OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2x OMPI_COMM_WORLD_LOCAL_RANK=1", NULL, 0, 1, 0, 1},
      {" OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_RANK=1"
       " OMPI_COMM_WORLD_LOCAL_SIZE=99",
       "Open MPI", 1, 2, 1, 2},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct cleave_job job;
    environment = cases[i].environment;
    cleave_job_read(&job, get);
    if ((job.launcher ? !cases[i].launcher || strcmp(job.launcher, cases[i].launcher)
                      : cases[i].launcher != NULL) ||
        job.rank != cases[i].rank || job.ranks != cases[i].ranks || job.local_rank != cases[i].local_rank ||
        job.local_ranks != cases[i].local_ranks)
      fail_msg("'%s': %s, %d of %d, %d of %d", environment, job.launcher ? job.launcher : "none", job.rank,
               job.ranks, job.local_rank, job.local_ranks);
  }
}

static void ranks_share_processors(void **state) {
  (void)state;
  const struct cleave_job alone = {.ranks = 1, .local_ranks = 1}, four = {.ranks = 8, .local_ranks = 4};
  assert_int_equal(cleave_job_processors(&alone, 64, 0), 64);
  assert_int_equal(cleave_job_processors(&alone, 1, 64), 1);
  assert_int_equal(cleave_job_processors(&four, 64, 64), 16); /* not bound */
  assert_int_equal(cleave_job_processors(&four, 64, 0), 16);
  assert_int_equal(cleave_job_processors(&four, 16, 64), 16); /* bound to a quarter */
  assert_int_equal(cleave_job_processors(&four, 32, 64), 16); /* two ranks to each half */
  assert_int_equal(cleave_job_processors(&four, 8, 64), 8);
  assert_int_equal(cleave_job_processors(&four, 2, 2), 1);
}

static void an_order_of_devices_is_a_choice(void **state) {
  (void)state;
  static const char *const unordered[] = {NULL,        "", "0", "3", "0,1,2,3", "2,5", "GPU-3d1b,GPU-0a11",
                                          "NoDevFiles"};
  for (size_t i = 0; i < sizeof unordered / sizeof *unordered; i++)
    assert_false(cleave_job_orders_devices(unordered[i]));
  assert_true(cleave_job_orders_devices("1,0"));
  assert_true(cleave_job_orders_devices("0,2,1"));
}

static void traces_of_ranks_have_different_names(void **state) {
  (void)state;
  const struct cleave_job alone = {.ranks = 1, .local_ranks = 1, .host = "n1"};
  const struct cleave_job one_machine = {.rank = 3, .ranks = 4, .local_ranks = 4, .host = "n1"};
  const struct cleave_job machines = {.rank = 3, .ranks = 8, .local_ranks = 4, .host = "n1"};
  const struct {
    const char *pattern;
    const struct cleave_job *job;
    bool is_file;
    const char *name;
  } cases[] = {
      {"out.json", &alone, true, "out.json"},
      {"%h/%p.%r.%p.json", &alone, true, "n1/77.0.77.json"},
      {"100%", &alone, true, "100%"},
      {"%x%%p", &alone, true, "%x%77"},
      {"out.json", &one_machine, true, "out.rank3.json"},
      {"d.ir/out", &one_machine, true, "d.ir/out.rank3"},
      {"d.ir/.out", &one_machine, true, "d.ir/.out.rank3"},
      {"%h.json", &one_machine, true, "n1.rank3.json"},
      {"%p.json", &one_machine, true, "77.json"},
      {"%r.json", &machines, true, "3.json"},
      {"%p.json", &machines, true, "77.rank3.json"},
      {"%h.%p.json", &machines, true, "n1.77.json"},
      {"/dev/stdout", &machines, false, "/dev/stdout"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *name = cleave_trace_name(cases[i].pattern, cases[i].job, 77, cases[i].is_file);
    assert_non_null(name);
    assert_string_equal(name, cases[i].name);
    free(name);
  }
}

static void processes_of_a_device_are_counted(void **state) {
  (void)state;
  char one[32], other[32];
  snprintf(one, sizeof one, "test-%ld", (long)getpid());
  snprintf(other, sizeof other, "test-%ld-2", (long)getpid());
  assert_int_equal(cleave_sharing_count(one), 1);
  const int first = cleave_sharing_announce(one);
  assert_true(first >= 0);
  assert_int_equal(cleave_sharing_count(one), 1);
  const int second = cleave_sharing_announce(one), third = cleave_sharing_announce(one);
  assert_true(second >= 0 && third >= 0 && cleave_sharing_announce(other) >= 0);
  assert_int_equal(cleave_sharing_count(one), 3);
  assert_int_equal(cleave_sharing_count(other), 1);
  close(first); /* as at the end of a process */
  assert_int_equal(cleave_sharing_count(one), 2);
  assert_true(cleave_sharing_announce(one) >= 0);
  assert_int_equal(cleave_sharing_count(one), 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(launchers_are_read),
      cmocka_unit_test(ranks_share_processors),
      cmocka_unit_test(an_order_of_devices_is_a_choice),
      cmocka_unit_test(traces_of_ranks_have_different_names),
      cmocka_unit_test(processes_of_a_device_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
