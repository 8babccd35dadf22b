#!/usr/bin/env bash
# FILE: bench/evidence/page.sh
# WHAT: docs/measurements/evidence.md: the tables and plots of all experiments of bench/evidence.sh, with what they assume.
# USE:  bench/evidence/page.sh >docs/measurements/evidence.md
set -euo pipefail
[[ $# -eq 0 ]] || { echo "usage: bench/evidence/page.sh >docs/measurements/evidence.md" >&2; exit 2; }
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$root/docs/measurements/evidence

# section EXPERIMENT DEVICE: its command and its tables.
section() {
  local file=$folder/$1-$2.jsonl
  [[ -s $file ]] || return 0
  if [[ $2 == processor ]]; then
    printf '\n    bench/evidence.sh %-40s evidence/%s\n\n' "$1" "$(basename "$file")"
  else
    printf '\n    bench/evidence.sh --device %s %-28s evidence/%s\n\n' "$2" "$1" "$(basename "$file")"
  fi
  bash "$root/bench/evidence/tables.sh" "$file"
}
plot() { printf '\n![%s](evidence/plots/%s.svg)\n' "$2" "$1"; }

cat <<'TEXT'
# The paper's experiments, with today's compiler

Made by `bench/evidence/page.sh`; not edited by hand. **All times are of a model**: the simulated driver and the time model of the GPU
simulator ([model.md](model.md)). No GPU was used. Times on a GPU are in [gpu.md](gpu.md). The experiments are those of the paper
that cleave follows. Each is one command, which writes one file of JSON lines and prints the tables below.

    bench/evidence.sh --device titan-x programs; bench/evidence/plots.sh; bench/evidence/page.sh >docs/measurements/evidence.md

**Devices.** `titan-x` is the paper's GPU and host, by datasheets and assumptions. `h200` has rates and latencies of memory that were measured on
one ([gpu-kernels.md](gpu-kernels.md#memory)). `lib/simulator_driver/devices` has every number with its kind: datasheet, measured or assumed.
Code is compiled for sm_90 on both. The host has 16 processors, of which eight fill transfer buffers, 45 GB/s in all.

**What is timed.** The first call of the kernel function in a process, from data on the host to results on the host, after the device was
opened. Arrays are zero, and results are not compared here: `bench/check.sh` and `bench/cuda/check.sh` compare the same programs.
Software: clang 19.1.7.

**What is extrapolated.** About 16 teams of a launch execute, 4 for products that run in tiles and 512 for covariance, whose teams
differ; the rest follows from them. Versions that run everything in a few teams execute fewer rows and half as many: 600 to 2400 of
9600. Each kernel's time continues as the power of the rows that the two have: at most that of a thread's iterations, 2 or 3. Both have
a second-level cache that is smaller in the ratio of the matrices.
`how` in the JSON says it for each row. Two of these continuations can be compared with an H200, where clang's programs with 1000 rows took
0.148 s (gemm) and 1.64 s (syrk) ([gpu.md](gpu.md)). Their cubes for 9600 rows are 131 s and 1451 s; the model has 233 s and 1320 s.

**Versions** (`bench/evidence/versions.txt`). `base` is the naive source by clang -O3, one kernel of one team. `gcc` and `gcc-hand` are
the naive source and the source that is split by hand, compiled by gcc 12 -O3 for NVIDIA GPUs. GCC's run time launches teams of eight
warps. A loop without `simd` uses one thread of each warp. Only three programs were run. `generic` is the same without LLVM's
change of generic kernels to SPMD mode, which is nearest to the paper's compiler. K splits, W widens to all teams, E removes the run time's
state, G chooses grids, A overlaps transfers, N adds no-alias versions, P tiles loops against their transfers. `ALL` is the default, with
mapped nests, shared memory and fusion. `ALL-1` is `ALL` with each loop in one launch. `ALL-R` may also reassociate sums.

## The programs at 9600 rows (Fig. 12, Table 2)
TEXT
plot programs-h200 "Time of each program by clang, by hand, in tuned CUDA and with cleave, model of an H200"
section programs h200
cat <<'TEXT'

- The tuned CUDA programs copy pageable memory with `cudaMemcpy`, as CUDA programs do. cleave copies through page-locked buffers that eight
  threads fill. So cleave is faster end to end where transfers count.
- In kernel time cleave is behind in three programs. **fdtd-2d**: the tuned version writes to a second set of arrays and has one kernel
  for a step; cleave keeps the source's arrays, and its two kernels run at the bandwidth of the memory. **srad**: one thread
  adds in the order of the source; with leave to reassociate (`ALL-R`) two further small kernels remain. **lud**: the tuned version is
  a blocked algorithm.
- **Transfer bound** of atax, bicg and mvt: 1.6 in this first call. Its first large copy begins after 2 ms (timeline-h200.jsonl), in which the
  buffers are created, once in a process; without them it would be 1.34. Eight threads fill the buffers at 45 GB/s, and the bus carries 55.
- **fdtd-2d**: a step must read and write nine arrays if the loops stay as they are, two of which can be fused: 15.4 ms for 20
  steps at 4300 GB/s.
- 2mm and 3mm are slower in KWEG than in KWG. In the executed 2400 rows, a team has 2.0 rows in one grid and 1.8 in the other, and they reuse
  different parts of the first level. At 9600 rows it is 8.1 and 7.3 rows, so this difference may come from the continuation.
TEXT
plot roofline-h200 "Kernels of cleave and of tuned CUDA in the roofline of the H200"
section programs titan-x
cat <<'TEXT'

**Deviations from the paper.** In the paper every program has all teams before the split, so its K changes little, and its KE is the removal of the state
machine. LLVM 19 compiles split kernels in SPMD mode with and without our elision, so KWE gains little over KW where loops are long.
The paper's A page-locks all memory of every object, and loses a third in ATAX, MVT and BICG. cleave copies through buffers instead; the paper's form is
`pinned 4` below, which loses here as well. Its G rests on the measured effect of occupancy on uncoalesced loops, which the model has in part only (below).

## When copies and kernels run (the form of Fig. 15)
TEXT
plot timeline-h200 "Copies and kernels of ATAX by clang, by cleave with synchronous copies, and by cleave"
section timeline h200
cat <<'TEXT'

## Occupancy (Fig. 10 and 11)
TEXT
plot occupancy "Time of SYRK and FDTD-2D by occupancy"
section occupancy titan-x
section occupancy h200
cat <<'TEXT'

Grids of teams of 128 threads, by `OMP_NUM_TEAMS`. In the paper, SYRK at its best occupancy, 25 %, has 9.3 times the cache throughput of full
occupancy. In the model a reduced occupancy gains little: threads of a full device wait for memory, not for each other. An H200
agrees with the model: 1, 2, 4 and 8 teams on each multiprocessor took the same time ([geometry.md](../design/geometry.md)).

## One to ten uncoalesced accesses (Table 1)
TEXT
section accesses titan-x
section accesses h200
cat <<'TEXT'

The sum of each row of 1 to 10 matrices; a thread reads along a row. On the Titan X profile, the model finds the paper's direction for 2 to
7 accesses: full occupancy takes 1.1 to 2.9 times as long as the best grid, since the first level holds fewer rows than threads read. For 8 and
more it finds no difference. The best grid of 3 and 7 accesses is the paper's. The curves are flat near their minimum.

## By rows (Fig. 13)
TEXT
plot sizes "Speedup of kernels by rows"
section sizes titan-x
section sizes h200
cat <<'TEXT'

The paper's curve is not in its text; it names a large gain of SYRK at 3000 rows. Here SYRK gains by tiles in shared memory (`ALL-1`) at
every size; grids alone gain little.

## Loops in tiles (Fig. 14 and 15)
TEXT
section pipelines titan-x
section pipelines h200
section pipelines power8
cat <<'TEXT'

`power8` is a P100 in a POWER8 host with pages of 64 KiB. cleave knows its rates only after a measurement, which this script switches off, so it
does not overlap copies there. The paper's form gains, because page-locking large pages is cheap: 2.2 for many rows.

Double. `pinned 4` is the paper's form: four tiles, all memory page-locked for one call. It loses on the hosts with 4 KiB pages, as in
the paper for few rows; the paper reports gains for many rows. `cleave` chooses the method and the number of tiles by its cost model.
Fig. 9 of the paper writes array sections as lower and upper bound; OpenMP has lower bound and length. Taken literally, later
tiles exceed the mapped section.
Fig. 5 copies an object back without a dependence on its unmapping, which is a race.

## An object that one of three kernels uses (Fig. 6)
TEXT
section transfers titan-x
section transfers h200
cat <<'TEXT'

`pinned` page-locks the object and copies synchronously; `-to`, `-from` and `-both` overlap the copies with the other kernels: the paper's four versions. As
in the paper, overlapped copies of large objects gain over page-locking alone. `split`, `openmp` and `engine` are cleave without, with OpenMP's
tasks, and by default.
TEXT
[[ -s $folder/host-processor.jsonl ]] || exit 0
cat <<'TEXT'

## On the processor

The naive programs without a device, on all processors of the machine that made this page. They are not comparable with the model's times.
TEXT
section host processor
