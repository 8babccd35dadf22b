#!/usr/bin/env bash
# FILE: bench/tiles.sh
# WHAT: kernel times of a benchmark program in the model of the GPU simulator, with and without versions in shared memory, for a range
#       of sizes. No GPU and no CUDA toolkit are used.
# USE:  bench/tiles.sh [--build FOLDER] [--device DEVICE] [--blocks N] [--real float|double] [--flags FLAGS] PROGRAM SIZE...
#       N (default 64): `cleave simulate --blocks`; results are then not checked. FLAGS: for `cleave cc`.
#
# Prints, for each size, the sum of all kernel times in us without shared memory (shared-tiles=off) and with it, and their ratio. Launches
# are included. Exit status 1 if a ratio is below 0.98.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build device=h200 blocks=64 real=float options=()
usage() { sed -n 's/^# USE:  /usage: /p' "$0" >&2; exit 2; }
while [[ ${1:-} == -* ]]; do
  [[ $# -gt 1 ]] || usage
  case $1 in
    --build) build=$(cd "$2" && pwd) ;;
    --device) device=$2 ;;
    --blocks) blocks=$2 ;;
    --real) real=$2 ;;
    --flags) IFS=" " read -ra options <<<"$2" ;;
    *) usage ;;
  esac
  shift 2
done
[[ $# -gt 1 ]] || usage
program=$1
shift
folder=$(awk -v name="$program" '$1 == name { print $2 }' "$root/bench/programs.txt")
[[ $folder ]] || { echo "tiles.sh: no program $program; see bench/programs.txt" >&2; exit 2; }
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
export CLEAVE_CUDA_PATH=none CLEAVE_QUIET=on CLEAVE_SPLIT=always CLEAVE_TRANSFERS=off
for tiles in off on; do
  "$build/bin/cleave" cc -fplugin-arg-cleave-shared-tiles=$tiles -O2 -ffp-contract=off -std=c11 "-I$root/bench/common" "-DREAL=$real" \
    "${options[@]}" -fopenmp --offload-arch=sm_90 "--cuda-path=$build/lib/cleave/toolkit" "-L$library" "-Wl,-rpath,$library" \
    -Wl,--allow-shlib-undefined "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc" "$root/bench/$folder/naive.c" \
    "$root/bench/$folder/reference.c" "$root"/bench/common/*.c -lm -o "$work/$tiles" 2>"$work/log" || { cat "$work/log" >&2; exit 1; }
done

# Prints the kernel time of a program in us. With sampled teams the program itself fails: its results are wrong.
simulate() { # simulate PROGRAM SIZE
  "$build/bin/cleave" simulate --device "$device" --blocks "$blocks" "$1" "$2" >"$work/log" 2>&1 || true
  awk '$1 == "kernels" { print $3 == "ms" ? $2 * 1000 : $3 == "s" ? $2 * 1000000 : $2; found = 1 } END { exit !found }' "$work/log" ||
    { tail -n 3 "$work/log" >&2; return 1; }
}

printf "Model, not measured: %s, %s; us, with launches\n%-12s %7s %10s %10s %7s\n" "$device" "$real" program size off on ratio
status=0
for size; do
  off=$(simulate "$work/off" "$size") on=$(simulate "$work/on" "$size")
  ratio=$(awk -v off="$off" -v on="$on" 'BEGIN { printf "%.2f", off / on }')
  printf "%-12s %7s %10s %10s %7s\n" "$program" "$size" "$off" "$on" "$ratio"
  awk -v ratio="$ratio" 'BEGIN { exit ratio < 0.98 }' || status=1
done
exit $status
