// Ranks that share a device share its memory and that of the buffers for staging; ranks with a device of their own do not, whoever gave
// it to them. Device memory is 1 GiB: 600 MiB fit into it, but not into half of it.
// RUN: sed 's/^memory = .*/memory = 1 GiB/' %S/../../../lib/simulator_driver/devices/h200.profile > %t.device
// RUN: %mpi_cleave -fplugin-arg-cleave-environments=off -O1 -Wall -Werror %link_sm90 %s -o %t
// RUN: rm -f %t.*.[01]
//
// RUN: env CLEAVE_SIMULATOR_PROFILE=%t.device CLEAVE_TRANSFERS=always CLEAVE_PROFILE=%S/../engine/Inputs/staged.profile %launches \
// RUN:   %mpirun -n 1 %S/Inputs/log.sh %t.alone all %t | FileCheck %s --check-prefix=ONE
// RUN: grep -h cuMemAllocHost %t.alone.0 | FileCheck %s --check-prefix=WHOLE
// ONE: rank 0: 600 MiB 1, 400 MiB 1
// WHOLE-COUNT-8: cuMemAllocHost bytes=4194304
//
// RUN: env CLEAVE_SIMULATOR_PROFILE=%t.device CLEAVE_TRANSFERS=always CLEAVE_PROFILE=%S/../engine/Inputs/staged.profile %launches \
// RUN:   %mpirun -n 2 %S/Inputs/log.sh %t.shared all %t | FileCheck %s --check-prefix=SHARED
// RUN: grep -h cuMemAllocHost %t.shared.0 | FileCheck %s --check-prefix=HALF
// RUN: grep -h cuMemAllocHost %t.shared.1 | FileCheck %s --check-prefix=HALF
// SHARED: rank 0: 600 MiB 0, 400 MiB 1
// SHARED-NEXT: rank 1: 600 MiB 0, 400 MiB 1
// HALF-COUNT-8: cuMemAllocHost bytes=2097152
//
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 CLEAVE_SIMULATOR_PROFILE=%t.device CLEAVE_TRANSFERS=always CLEAVE_PROFILE=%S/../engine/Inputs/staged.profile %launches \
// RUN:   %mpirun -n 2 %S/Inputs/log.sh %t.own all %t | FileCheck %s --check-prefix=OWN
// RUN: grep -h cuMemAllocHost %t.own.0 | FileCheck %s --check-prefix=WHOLE
// RUN: env CLEAVE_SIMULATOR_DEVICES=2 CLEAVE_SIMULATOR_PROFILE=%t.device CLEAVE_TRANSFERS=always CLEAVE_PROFILE=%S/../engine/Inputs/staged.profile %launches \
// RUN:   %mpirun -n 2 %S/Inputs/log.sh %t.bound bound %t | FileCheck %s --check-prefix=OWN
// RUN: grep -h cuMemAllocHost %t.bound.1 | FileCheck %s --check-prefix=WHOLE
// OWN: rank 0: 600 MiB 1, 400 MiB 1
// OWN-NEXT: rank 1: 600 MiB 1, 400 MiB 1
//
// With CLEAVE_RANK_DEVICE=off and two devices, both ranks use device 0.
// RUN: env CLEAVE_RANK_DEVICE=off CLEAVE_SIMULATOR_DEVICES=2 CLEAVE_SIMULATOR_PROFILE=%t.device CLEAVE_TRANSFERS=always CLEAVE_PROFILE=%S/../engine/Inputs/staged.profile \
// RUN:   %launches %mpirun -n 2 %S/Inputs/log.sh %t.off all %t | FileCheck %s --check-prefix=SHARED
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int cleave_environment_fits(int device, int count, ...);

static int fits(long mebibytes) { return cleave_environment_fits(-1, 1, NULL, mebibytes << 20); }

static void region(int n, double *a, double *b) {
#pragma omp target map(tofrom : a[0 : n], b[0 : n])
  {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      a[i] += 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      b[i] += a[i];
  }
}

int main(int count, char **words) {
  enum { N = 1000000, MOST = 4 };
  double *a = calloc(N, sizeof *a), *b = calloc(N, sizeof *b);
  int rank, ranks, all[2 * MOST];
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  fits(100); /* uses the device */
  MPI_Barrier(MPI_COMM_WORLD);
  region(N, a, b);
  const int own[] = {fits(600), fits(400)};
  MPI_Gather(own, 2, MPI_INT, all, 2, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; i < ranks && !rank; i++)
    printf("rank %d: 600 MiB %d, 400 MiB %d\n", i, all[2 * i], all[2 * i + 1]);
  MPI_Finalize();
  free(a);
  free(b);
  return 0;
}
