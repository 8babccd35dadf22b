#!/usr/bin/env bash
# FILE: bench/references.sh
# WHAT: whether the references, which are cut into blocks and use all cores, give the bits of the
#       plain loops one after the other: naive.c compiled without OpenMP.
# USE:  bench/references.sh [NAME...]      all programs of programs.txt, or the named ones
# Sizes below, at and between the block sizes; float and double; one core and four threads. The
# programs compare with tolerance 0. CLANG names the compiler.
set -euo pipefail
cd "$(dirname "$0")/.."
clang=${CLANG:-clang-19}
library=$(dirname "$("$clang" -print-file-name=libomptarget.so)")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
flags="-O2 -ffp-contract=off -std=c11 -I$PWD/bench/common"
runs=0
failures=0

for real in float double; do # what all programs share
  mkdir "$folder/$real"
  # shellcheck disable=SC2086 # flags is a list of words
  (root=$PWD && cd "$folder/$real" && "$clang" $flags -fopenmp -DREAL=$real -c "$root"/bench/common/*.c)
done
while read -r name path _; do
  [[ $name == \#* || -z $name ]] && continue
  [[ $# -gt 0 && " $* " != *" $name "* ]] && continue
  for real in float double; do
    # shellcheck disable=SC2086 # flags is a list of words
    "$clang" $flags -DREAL=$real -c "bench/$path/naive.c" -o "$folder/plain.o"
    # shellcheck disable=SC2086
    "$clang" $flags -fopenmp -L"$library" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined -DREAL=$real "$folder/plain.o" \
      "bench/$path/reference.c" "$folder/$real"/*.o -lm -o "$folder/program"
    for size in 1 2 5 37 64 130 301; do
      for threads in 1 4; do
        runs=$((runs + 1))
        line=$(OMP_NUM_THREADS=$threads "$folder/program" $size 2>&1) && continue
        echo "FAILED: $name $real $size, $threads threads: $line"
        failures=$((failures + 1))
      done
    done
  done
done <bench/programs.txt
echo "$runs runs, $failures failures"
[[ $runs -gt 0 && $failures -eq 0 ]]
