#!/usr/bin/env bash
# FILE: bench/simulator.sh
# WHAT: speed of the GPU simulator: the twelve benchmark programs, compiled by cleave for sm_90, at one size. For each
#       program: lane instructions executed, processor time with one host thread, and lane instructions per second. The
#       processor time includes the program's own work: start, initial data, the sequential reference, comparison.
# USE:  simulator.sh BUILD [SIZE [STEPS]]     default: size 256, 2 time steps
set -euo pipefail
[[ $# -ge 1 && $# -le 3 ]] || { echo "usage: simulator.sh BUILD [SIZE [STEPS]]" >&2; exit 2; }
build=$(cd "$1" && pwd) size=${2:-256} steps=${3:-2}
root=$(cd "$(dirname "$0")/.." && pwd)
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
export CLEAVE_CUDA_PATH=none OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SPLIT=always
flags=(-O2 -ffp-contract=off -std=c11 "-I$root/bench/common" -DREAL=double -fopenmp)
gpu=(--offload-arch=sm_90 "--cuda-path=$build/lib/cleave/toolkit" "-L$library" "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined
  "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc")

for source in "$root"/bench/common/*.c; do
  clang-19 "${flags[@]}" -c "$source" -o "$work/common_$(basename "$source" .c).o"
done
grep -m 1 'model name' /proc/cpuinfo || true
printf '%-12s %6s %14s %10s %12s\n' program size lanes seconds 'M lanes/s'
while read -r name folder _; do
  [[ $name == \#* ]] && continue
  clang-19 "${flags[@]}" -c "$root/bench/$folder/reference.c" -o "$work/reference.o"
  "$build/bin/cleave" cc "${flags[@]}" "${gpu[@]}" "$root/bench/$folder/naive.c" "$work/reference.o" "$work"/common_*.o \
    -lm -o "$work/program"
  arguments=("$size")
  grep -q 'default_steps = [1-9]' "$root/bench/$folder/reference.c" && arguments+=("$steps")
  rm -f "$work/counts"
  TIMEFORMAT=%U
  seconds=$({ time env "LD_LIBRARY_PATH=$build/lib/cleave/simulator" CLEAVE_SIMULATOR_EXECUTE=require \
    CLEAVE_SIMULATOR_HOST_THREADS=1 "CLEAVE_SIMULATOR_COUNTS=$work/counts" "$work/program" "${arguments[@]}" \
    >"$work/log" 2>&1; } 2>&1) || { tail -n 1 "$work/log"; exit 1; }
  # "lane_instructions": an object with a number for each class
  lanes=$(grep -o '"lane_instructions": *{[^}]*}' "$work/counts" | grep -oE ': *[0-9]+' | tr -d ': ' |
    awk '{ sum += $1 } END { printf "%.0f", sum }')
  awk -v name="$name" -v size="$size" -v lanes="$lanes" -v seconds="$seconds" \
    'BEGIN { printf "%-12s %6d %14.0f %10.2f %12.1f\n", name, size, lanes, seconds, lanes / seconds / 1e6 }'
done <"$root/bench/programs.txt"
