#!/usr/bin/env bash
# FILE: bench/cuda/check.sh
# WHAT: compiles the CUDA versions of the benchmark programs, cuda.cu and tuned.cu, and runs them on the simulator, in float and
#       double. Each run compares every element with the sequential reference, and finds races in shared memory. No CUDA toolkit
#       is used.
# USE:  bench/cuda/check.sh [--build FOLDER] [--sizes N] [--versions "cuda tuned"] [--flags FLAGS] [--source FILE.cu] [PROGRAM]...
#       N (default 1): the first N sizes of bench/programs.txt; or a list of sizes, such as 31,33. Without programs: all twelve.
#       FLAGS: for the compilation of CUDA, such as -DTILE_SHAPE=0. FILE.cu: compiled in place of all versions, for a test of
#       this comparison.
#
# Prints a line for each run that fails, and the numbers of runs and failures. Exit status 0: there are runs, and none failed.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build sizes=1 versions="cuda tuned" flags="" source="" names=()
while [[ $# -gt 0 ]]; do
  case $1 in
    --build | --sizes | --versions | --flags | --source)
      [[ $# -gt 1 ]] || { sed -n 's/^# USE:  /usage: /p' "$0" >&2; exit 2; }
      printf -v "${1#--}" %s "$2"; shift ;;
    -*) sed -n 's/^# USE:  /usage: /p' "$0" >&2; exit 2 ;;
    *) names+=("$1") ;;
  esac
  shift
done
clang=${CLANG:-clang-19} library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
IFS=" " read -ra cuda_flags <<<"$flags"
runs=0 failures=0

for real in float double; do
  flags=(-O2 -ffp-contract=off -std=c11 "-I$root/bench/common" "-DREAL=$real" -fopenmp)
  for file in "$root"/bench/common/*.c; do
    "$clang" "${flags[@]}" -c "$file" -o "$work/common_$(basename "$file" .c).o"
  done
  while read -r name folder _ all_sizes; do
    [[ $name != \#* ]] || continue
    [[ ${#names[@]} -eq 0 || " ${names[*]} " == *" $name "* ]] || continue
    "$clang" "${flags[@]}" -c "$root/bench/$folder/reference.c" -o "$work/reference.o"
    files=()
    for version in $versions; do
      [[ ! -e $root/bench/$folder/$version.cu ]] || files+=("$root/bench/$folder/$version.cu")
    done
    [[ -z $source ]] || files=("$source")
    [[ $sizes == *,* ]] || all_sizes=$(cut -d , -f "-$sizes" <<<"$all_sizes")
    [[ $sizes != *,* ]] || all_sizes=$sizes
    for file in "${files[@]}"; do
      CLANG=$clang "$root/bench/cuda/compile.sh" "$build" "$work/cuda.o" "$file" "-I$root/bench/$folder" "-DREAL=$real" \
        "${cuda_flags[@]}"
      "$clang" -fopenmp "$work/reference.o" "$work/cuda.o" "$work"/common_*.o "-L$library" "-Wl,-rpath,$library" \
        -Wl,--allow-shlib-undefined -lm -ldl -o "$work/program"
      for size in ${all_sizes//,/ }; do
        runs=$((runs + 1))
        if ! timeout 300 "$build/bin/cleave" simulate --checks=all "$work/program" "$size" >"$work/log" 2>&1; then
          failures=$((failures + 1))
          echo "FAILED: $name $real $size: $(head -n 1 "$work/log")"
        fi
      done
    done
  done <"$root/bench/programs.txt"
done
echo "$runs runs, $failures failures"
[[ $runs -gt 0 && $failures -eq 0 ]]
