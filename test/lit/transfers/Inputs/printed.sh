#!/usr/bin/env bash
# FILE: test/lit/transfers/Inputs/printed.sh
# WHAT: compiles what `cleave rewrite` prints of programs, for readers and as it is compiled, with plain clang, and compares
#       their output with that of the original under settings of the OpenMP run time.
# USE:  printed.sh FOLDER CLANG CLEAVE PROGRAM.c...    a naive.c of bench runs with its reference. Exit status 1: a difference
set -euo pipefail
folder=$1 clang=$2 cleave=$3
shift 3
root=$(realpath "$(dirname "$0")/../../../..")
clang_library=$(dirname "$(realpath "$("$clang" -print-file-name=libomptarget.so)")")
libcleave=$(dirname "$(dirname "$(realpath "$cleave")")")/lib
settings=(
  OMP_NUM_TEAMS=1
  "OMP_NUM_TEAMS=4 OMP_NUM_THREADS=4 OMP_TEAMS_THREAD_LIMIT=4 KMP_TEAMS_THREAD_LIMIT=16"
  OMP_THREAD_LIMIT=1
  OMP_THREAD_LIMIT=4
  KMP_DEVICE_THREAD_LIMIT=4
  LIBOMP_NUM_HIDDEN_HELPER_THREADS=1
  "LIBOMP_USE_HIDDEN_HELPER_TASK=0 OMP_NUM_THREADS=1"
  "OMP_TARGET_OFFLOAD=DISABLED OMP_NUM_THREADS=2"
)
flags=(-O1 -w -ffp-contract=off -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu "-L$clang_library"
       "-Wl,-rpath,$clang_library" -Wl,--allow-shlib-undefined)
like_cc=(-fplugin-arg-cleave-shared-tiles=off) # as `cleave cc` does for processors
mkdir -p "$folder"
failures=0 runs=0
for source in "$@"; do
  includes=("-I$(dirname "$source")" "-I$(dirname "$source")/Inputs" "-I$root/bench/common") others=() arguments=()
  case $source in
  */naive.c)
    others=("${source%naive.c}reference.c" "$root"/bench/common/*.c)
    arguments=(24 --repeats 1 --warm-up 0)
    ;;
  esac
  "$cleave" rewrite "$source" -o "$folder/reader.c" -- "${includes[@]}" "${like_cc[@]}"
  "$cleave" rewrite --compiled "$source" -o "$folder/compiled.c" -- "${includes[@]}" "${like_cc[@]}"
  cp "$source" "$folder/original.c"
  for form in original reader compiled; do
    "$clang" "${flags[@]}" "${includes[@]}" "$folder/$form.c" "${others[@]}" -lm -o "$folder/$form" \
      -L"$libcleave" -Wl,-rpath,"$libcleave" -lcleave
  done
  for setting in "${settings[@]}"; do
    for form in original reader compiled; do
      # shellcheck disable=SC2086 # words
      env OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SPLIT=always CLEAVE_TRANSFERS=always $setting timeout 60 \
        "$folder/$form" "${arguments[@]}" >"$folder/$form.output" 2>"$folder/errors" || echo "exit status $?" >>"$folder/$form.output"
      # Times differ.
      sed -i -E 's/"(median|minimum|maximum|lower_quartile|upper_quartile|seconds)": [0-9.e+-]+//g; s/seconds=[0-9.e+-]+//' \
        "$folder/$form.output"
      runs=$((runs + 1))
      cmp -s "$folder/original.output" "$folder/$form.output" || {
        echo "DIFFERENT: $source, $form, $setting"
        diff "$folder/original.output" "$folder/$form.output" | head -5
        failures=$((failures + 1))
      }
    done
  done
done
echo "$runs runs, $failures differences"
[[ $failures -eq 0 ]]
