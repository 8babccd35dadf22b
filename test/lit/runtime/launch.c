// The grids of launches: a value that the user requests has precedence; else libcleave chooses.
// RUN: %cleave cc %s -fplugin-arg-cleave-reduction=off -O2 -fopenmp --offload-arch=sm_90 -o %t
//
// RUN: env CLEAVE_SIMULATOR_LOG=%t.log CLEAVE_VERBOSE=1 OMP_TARGET_OFFLOAD=MANDATORY %launches %t 2> %t.words
// RUN: FileCheck %s --check-prefixes=USER,CHOSEN < %t.log
// RUN: FileCheck %s --check-prefix=WORDS < %t.words
//
// Switched off, or with the environment's word: the OpenMP run time's own choice.
// RUN: env CLEAVE_SIMULATOR_LOG=%t.off.log CLEAVE_GEOMETRY=off OMP_TARGET_OFFLOAD=MANDATORY %launches %t
// RUN: FileCheck %s --check-prefixes=USER,OFF < %t.off.log
// RUN: env CLEAVE_SIMULATOR_LOG=%t.teams.log OMP_NUM_TEAMS=5 OMP_TARGET_OFFLOAD=MANDATORY %launches %t
// RUN: FileCheck %s --check-prefix=TEAMS < %t.teams.log
// RUN: env CLEAVE_SIMULATOR_LOG=%t.threads.log OMP_TEAMS_THREAD_LIMIT=32 OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_VERBOSE=1 %launches %t 2> %t.words
// RUN: FileCheck %s --check-prefix=THREADS < %t.threads.log
// RUN: FileCheck %s --check-prefix=LEFT < %t.words
//
// A program that plain clang compiled has nothing to choose by.
// RUN: %clang %s -O2 %link_sm90 %libcleave -o %t.clang
// RUN: env CLEAVE_SIMULATOR_LOG=%t.clang.log OMP_TARGET_OFFLOAD=MANDATORY %launches %t.clang
// RUN: FileCheck %s --check-prefixes=CLANG < %t.clang.log
//
// A profile that is asked for and not there, and one that says what the device has.
// RUN: env CLEAVE_PROFILE=%t.nothing OMP_TARGET_OFFLOAD=MANDATORY %launches %t 2>&1 | FileCheck %s --check-prefix=NOPROFILE
// RUN: echo "multiprocessors = 2" > %t.profile
// RUN: env CLEAVE_SIMULATOR_LOG=%t.profile.log CLEAVE_PROFILE=%t.profile OMP_TARGET_OFFLOAD=MANDATORY %launches %t
// RUN: FileCheck %s --check-prefix=PROFILE < %t.profile.log

// USER: cuLaunchKernel {{.*}}num_teams_l{{[0-9]+}} grid=7,1,1 block=128,1,1
// USER: cuLaunchKernel {{.*}}one_team_l{{[0-9]+}} grid=1,1,1 block=128,1,1
// CHOSEN: cuLaunchKernel {{.*}}thread_limit_l{{[0-9]+}} grid=4224,1,1 block=64,1,1
// CHOSEN: cuLaunchKernel {{.*}}open_l{{[0-9]+}} grid=2112,1,1 block=128,1,1
// CHOSEN: cuLaunchKernel {{.*}}split_l{{[0-9]+}} grid=2112,1,1 block=128,1,1
// CHOSEN: cuLaunchKernel {{.*}}small_l{{[0-9]+}} grid=132,1,1 block=32,1,1
// CHOSEN: cuLaunchKernel {{.*}}small_split_l{{[0-9]+}} grid=132,1,1 block=32,1,1
// A loop without iterations gets one team; a reduction few teams, in multiples of the multiprocessors.
// CHOSEN: cuLaunchKernel {{.*}}small_split_l{{[0-9]+}} grid=1,1,1
// CHOSEN: cuLaunchKernel {{.*}}reduction_l{{[0-9]+}} grid={{(924|792|660|528|396|264|132)}},1,1 block=256,1,1
// OFF: cuLaunchKernel {{.*}}thread_limit_l{{[0-9]+}} grid=3200,1,1 block=64,1,1
// OFF: cuLaunchKernel {{.*}}open_l{{[0-9]+}} grid=3200,1,1 block=128,1,1
// OFF: cuLaunchKernel {{.*}}split_l
// OFF: cuLaunchKernel {{.*}}small_l{{[0-9]+}} grid=132,1,1 block=32,1,1
// TEAMS: cuLaunchKernel {{.*}}num_teams_l{{[0-9]+}} grid=5,1,1
// TEAMS: cuLaunchKernel {{.*}}open_l{{[0-9]+}} grid=5,1,1 block=128,1,1
// THREADS: cuLaunchKernel {{.*}}open_l{{[0-9]+}} grid=3200,1,1 block=32,1,1
// LEFT: cleave: the OpenMP run time chooses teams and threads: OMP_TEAMS_THREAD_LIMIT is set
// CLANG: cuLaunchKernel {{.*}}open_l{{[0-9]+}} grid=3200,1,1 block=128,1,1
// CLANG: cuLaunchKernel {{.*}}small_l{{[0-9]+}} grid=132,1,1 block=32,1,1
// NOPROFILE: cleave: warning: {{.*}}.nothing: cannot read it
// PROFILE: cuLaunchKernel {{.*}}open_l{{[0-9]+}} grid=32,1,1 block=128,1,1
// WORDS: cleave: launch of line {{[0-9]+}} open on device 0, 100000000 iterations: 2112 teams of 128 threads: all 16 teams of 128 that fit each of 132 multiprocessors
// WORDS: cleave: launch of line {{[0-9]+}} small on device 0, 4224 iterations: 132 teams of 32 threads: {{.*}}
// The region in one team and the one with the user's teams are not spoken of.
// WORDS-NOT: num_teams on
// WORDS-NOT: one_team on
#include <stdlib.h>

enum { LARGE = 100000000, SMALL = 132 * 32 };

static void num_teams(int n, float *a) {
#pragma omp target teams distribute parallel for num_teams(7) map(tofrom : a[0 : 1])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

static void one_team(int n, float *a) {
#pragma cleave widen(off)
#pragma omp target parallel for map(tofrom : a[0 : 1])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

static void thread_limit(int n, float *a) {
#pragma omp target teams distribute parallel for thread_limit(64) map(tofrom : a[0 : 1])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

static void open(int n, float *a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 1])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

static void split(int n, float *a) {
#pragma omp target map(tofrom : a[0 : 1])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

/* Compiled for 128 threads, a portion of a team has 128 iterations, whatever the team. */
static void small(int n, float *a) {
#pragma omp target teams distribute parallel for map(tofrom : a[0 : 1])
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

static void small_split(int n, float *a) {
#pragma omp target map(tofrom : a[0 : 1])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

static void reduction(int n, float *a) {
  float sum = 0;
#pragma omp target map(to : a[0 : 1]) map(tofrom : sum)
  {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += a[i];
  }
  a[0] = sum;
}

int main(void) {
  float a[1] = {0};
  num_teams(LARGE, a);
  one_team(LARGE, a);
  thread_limit(LARGE, a);
  open(LARGE, a);
  split(LARGE, a);
  small(SMALL, a);
  small_split(SMALL, a);
  small_split(0, a);
  reduction(LARGE, a);
  return 0;
}
