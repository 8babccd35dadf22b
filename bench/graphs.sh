#!/usr/bin/env bash
# FILE: bench/graphs.sh
# WHAT: what CLEAVE_GRAPHS=on changes for programs with a time loop, on the simulated CUDA driver, in its virtual time: a model, no
#       measurement. Kernels execute, and all results are checked. Two runs give the same figures.
# USE:  bench/graphs.sh [SIZE [STEPS]]      default 500 100
#       kernels: the sum of the kernels' modeled times. driver: time of the host in calls that launch, wait for events, or belong to graphs;
#       the work of libomptarget and of libcleave takes no virtual time. region: from the first copy or launch to the last wait.
# CLANG names a command, BUILD the build folder. Needs no CUDA toolkit.
set -euo pipefail
cd "$(dirname "$0")/.."
clang=${CLANG:-clang-19}
build=$(cd "${BUILD:-build}" && pwd)
size=${1:-500} steps=${2:-100}
library=$(dirname "$("$clang" -print-file-name=libomptarget.so)")
target=(-fopenmp --offload-arch=sm_90 "-L$library" "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined
        "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc")
export PATH="$build/lib/cleave/toolkit/bin:$PATH" CLEAVE_CUDA_PATH=none CLEAVE_SPLIT=always OMP_TARGET_OFFLOAD=MANDATORY
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

echo "profile h200, size $size, $steps steps; times in us"
printf '%-8s %-6s | %8s %6s %7s %7s | %9s %9s %9s\n' program graphs launches graphs kernels waits kernels driver region
while read -r name path _; do
  [[ $name == fdtd-2d || $name == srad ]] || continue
  "$build/bin/cleave" cc -O2 -ffp-contract=off -std=c11 "${target[@]}" -DREAL=float -Ibench/common "-Ibench/$path" "bench/$path/naive.c" \
    "bench/$path/reference.c" bench/common/*.c -lm -o "$folder/program"
  for graphs in off on; do
    CLEAVE_GRAPHS=$graphs CLEAVE_SIMULATOR_EXECUTE=require CLEAVE_SIMULATOR_LOG=$folder/log CLEAVE_SIMULATOR_SUMMARY=$folder/summary \
      LD_LIBRARY_PATH=$build/lib/cleave/simulator "$folder/program" "$size" "$steps" >"$folder/output" 2>&1 || true
    grep -q ' OK$' "$folder/output" || { cat "$folder/output" >&2; exit 1; }
    awk -v name="$name" -v graphs="$graphs" '
      FILENAME ~ /summary$/ { split($0, part, " = "); value[part[1]] = part[2]; next }
      $4 == "cuGraphKernel" { next } # a part of a launch
      submits { busy += $1 - from }
      waited { end = $1 }
      { submits = $4 ~ /^cu(Graph|LaunchKernel|StreamWaitEvent|EventQuery)/; from = $1; waited = begun && $4 == "cuStreamSynchronize" }
      $4 == "cuStreamWaitEvent" { waits++ }
      !begun && ($4 ~ /^cuMemcpy(HtoD|DtoH)Async/ && / (to|from)=D/ || $4 == "cuLaunchKernel") { start = $1; begun = 1 }
      END {
        printf "%-8s %-6s | %8d %6d %7d %7d | %9.1f %9.1f %9.1f\n", name, graphs, value["launches"], value["graph launches"],
          value["graph kernels"], waits, value["kernel time ns"] / 1e3, busy / 1e3, (end - start) / 1e3
      }' "$folder/summary" "$folder/log"
  done
done <bench/programs.txt
