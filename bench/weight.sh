#!/usr/bin/env bash
# FILE: bench/weight.sh
# WHAT: the price of cleave's versions: object size and compile time of the twelve programs and of a C++ file
#       with one region, with cleave and with plain clang, as ratios. A benchmark: it reports, and never fails.
# USE:  bench/weight.sh [PAIRS [CASES [OPTION...]]]   default 3 pairs; CASES: a regular expression for programs;
#       OPTION: of cleave, as no-alias=off
# Sizes are bytes of the object file, times user + system seconds; a ratio of times is the median of pairs. sm_90
# needs a CUDA toolkit.
set -euo pipefail
cd "$(dirname "$0")/.."
pairs=${1:-3} cases=${2:-}
options=()
for option in "${@:3}"; do options+=("-fplugin-arg-cleave-$option"); done
clang=${CLANG:-clang-19}
cleave=${CLEAVE:-build/bin/cleave}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
library=$(dirname "$("$clang" -print-file-name=libomptarget.so)")
host=(-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu)
sm_90=(-fopenmp --offload-arch=sm_90 "--libomptarget-nvptx-bc-path=$library")

seconds() { # user + system seconds of a command
  local TIMEFORMAT='%U %S'
  { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}
median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

measure() { # measure NAME FILE TARGET FLAGS...
  local name=$1 file=$2 target=$3
  shift 3
  "$clang" "$@" -O2 -c "$file" -o "$folder/plain.o"
  "$cleave" cc "$@" -O2 "${options[@]}" -c "$file" -o "$folder/cleave.o"
  : >"$folder/ratios"
  for ((i = 0; i < pairs; i++)); do
    awk -v a="$(seconds "$clang" "$@" -O2 -c "$file" -o "$folder/o")" \
      -v b="$(seconds "$cleave" cc "$@" -O2 "${options[@]}" -c "$file" -o "$folder/o")" 'BEGIN { print b / a }' >>"$folder/ratios"
  done
  awk -v name="$name" -v target="$target" -v a="$(stat -c %s "$folder/plain.o")" -v b="$(stat -c %s "$folder/cleave.o")" \
    -v time="$( ((pairs)) && median <"$folder/ratios" || echo 0)" \
    'BEGIN { printf "%-14s %-6s %9d %9d %6.2f %6.2f\n", name, target, a, b, b / a, time }'
}

"$clang" --version | head -n 1
grep -m 1 'model name' /proc/cpuinfo | sed 's/.*: //'
printf '%-14s %-6s %9s %9s %6s %6s\n' program target clang cleave size time
for file in bench/polybench/*/naive.c bench/rodinia/*/naive.c; do
  name=$(basename "$(dirname "$file")")
  [[ $name =~ $cases ]] || continue
  measure "$name" "$file" host "${host[@]}" -Ibench/common -I"$(dirname "$file")"
  measure "$name" "$file" sm_90 "${sm_90[@]}" -Ibench/common -I"$(dirname "$file")"
done
if [[ headers =~ $cases ]]; then
  measure headers bench/synthetic/headers.cpp host "${host[@]}"
  measure headers bench/synthetic/headers.cpp sm_90 "${sm_90[@]}"
fi
