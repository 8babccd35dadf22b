#!/usr/bin/env bash
# FILE: bench/transfers/executed.sh
# WHAT: ATAX, MVT and BICG, as clang compiles them and with cleave: the time of the region with its transfers, with kernels that
#       the GPU simulator executes. Their durations are those of its time model, which shares no formula with the choices
#       of cleave; never_slower.sh has a formula for each program instead, for sizes that cannot be executed.
# USE:  bench/transfers/executed.sh [--build FOLDER] [--device DEVICE] [SIZE...]     rows of the matrix
#       Fails if cleave is below 0.98 of clang.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build device=h200
while [[ $# -gt 1 && $1 == --* ]]; do
  case $1 in
    --build) build=$(cd "$2" && pwd) ;;
    --device) device=$2 ;;
    *) sed -n 's/^# USE:  /usage: /p' "$0" >&2; exit 2 ;;
  esac
  shift 2
done
[[ $# -gt 0 ]] || set -- 11 32 64 90 128 150 181 225 256 362 512 724 1024 1448 2048
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
export CLEAVE_CUDA_PATH=none CLEAVE_QUIET=on CLEAVE_MEASURE=off
flags=(-O3 -ffp-contract=off -std=c11 "-I$root/bench/common" -DREAL=double -fopenmp)
gpu=(--offload-arch=sm_90 "--cuda-path=$build/lib/cleave/toolkit" "-L$library" "-Wl,-rpath,$library"
  "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc")
for source in "$root"/bench/common/*.c; do
  clang-19 "${flags[@]}" -c "$source" -o "$work/common_$(basename "$source" .c).o"
done
echo "Model, not measured: $device, double; first call, us from the first to the last operation of the device"
printf '%-6s %6s %12s %12s %8s\n' program size clang cleave ratio
for program in atax mvt bicg; do
  folder=$root/bench/polybench/$program
  clang-19 "${flags[@]}" -c "$folder/reference.c" -o "$work/reference.o"
  files=("$folder/naive.c" "$work/reference.o" "$work"/common_*.o -lm)
  clang-19 "${flags[@]}" "${gpu[@]}" "${files[@]}" -o "$work/clang"
  "$build/bin/cleave" cc "${flags[@]}" "${gpu[@]}" "${files[@]}" -o "$work/cleave"
  for size in "$@"; do
    "$build/bin/cleave" simulate --device="$device" --json="$work/report" "$work/clang" "$size" -- "$work/cleave" "$size" \
      >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
    jq -r --arg name "$program $size" '[.programs[].elapsed_ns] | "\($name) \(.[0]) \(.[1])"' "$work/report"
  done
done | awk '{
    below = $3 / $4 < 0.98
    failures += below
    printf "%-6s %6d %12.1f %12.1f %8.3f%s\n", $1, $2, $3 / 1e3, $4 / 1e3, $3 / $4, below ? "  BELOW" : ""
  }
  END { printf "%d comparisons, %d failures\n", NR, failures; exit !NR || failures }'
