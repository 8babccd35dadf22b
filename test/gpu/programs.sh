#!/usr/bin/env bash
# FILE: test/gpu/programs.sh
# WHAT: runs the twelve benchmark programs as GPU code on the simulator: by plain clang, by cleave in all forms, and split
#       by hand. Each run compares every element with the sequential reference. No CUDA toolkit is used.
# USE:  programs.sh BUILD          BUILD: a build folder of cleave
#       PROGRAMS="atax mvt" TYPES=float SIZES=1 FORMS="plain split" OPTIMIZE="-O0 -g" programs.sh BUILD
#                                  only these programs and forms; the first SIZES sizes of bench/programs.txt
#
# Prints a line for each program, type and form, and each failed run. Exit status 0: no difference, no failure, no hang.
set -uo pipefail
[[ $# -eq 1 ]] || { echo "usage: programs.sh BUILD" >&2; exit 2; }
build=$(cd "$1" && pwd) || exit 2
root=$(cd "$(dirname "$0")/../.." && pwd)
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
export CLEAVE_CUDA_PATH=none OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_QUIET=on
export LD_LIBRARY_PATH=$build/lib/cleave/simulator CLEAVE_SIMULATOR_EXECUTE=${EXECUTE:-require}

# Name; version of the source; compiler (- is plain clang, else what is asked of the plugin); settings of the run.
forms=(
  "plain     naive -"
  "hand      hand  -"
  "teams     teams -"
  "auto      naive cleave"
  "fallback  naive cleave                          CLEAVE_SPLIT=never"
  "split     naive cleave                          CLEAVE_SPLIT=always"
  "no-alias  naive cleave                          CLEAVE_SPLIT=always CLEAVE_NO_ALIAS=off"
  "geometry  naive cleave                          CLEAVE_SPLIT=always CLEAVE_GEOMETRY=off"
  "tiles     naive cleave                          CLEAVE_SPLIT=always CLEAVE_TRANSFERS=always CLEAVE_TILES=3"
  "devices   naive cleave                          CLEAVE_SPLIT=always CLEAVE_TRANSFERS=always CLEAVE_TILES=3 CLEAVE_SIMULATOR_DEVICES=2"
  "waits     naive cleave                          CLEAVE_SPLIT=always CLEAVE_WAITS=region"
  "openmp    naive cleave,transfers=openmp         CLEAVE_SPLIT=always"
  "simple    naive cleave,geometry=off,no-alias=off,transfers=off,openmp-opt=off CLEAVE_SPLIT=always"
  "teams+    teams cleave                          CLEAVE_SPLIT=always"
)

flags=(${OPTIMIZE:--O2} -ffp-contract=off -std=c11 "-I$root/bench/common" -fopenmp --offload-arch=sm_90
  "--cuda-path=$build/lib/cleave/toolkit" "-L$library" "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined
  "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc")
all_runs=0 all_wrong=0

# compile FOLDER VERSION COMPILER TYPE PROGRAM
compile() {
  local compiler=(clang-19) options=()
  if [[ $3 != - ]]; then
    compiler=("$build/bin/cleave" cc)
    IFS=, read -ra options <<<"$3"
    options=("${options[@]:1}")
    options=("${options[@]/#/-fplugin-arg-cleave-}")
  fi
  "${compiler[@]}" "${flags[@]}" "${options[@]}" "-DREAL=$4" "$root/bench/$1/$2.c" "$work/reference.o" \
    "$work"/common_*.o -L"$build/lib" -lcleave -Wl,-rpath,"$build/lib" -lm -o "$5"
}

for type in ${TYPES:-float double}; do
  rm -f "$work"/*
  for source in "$root"/bench/common/*.c; do
    clang-19 -O2 -ffp-contract=off -std=c11 -fopenmp "-I$root/bench/common" "-DREAL=$type" -c "$source" \
      -o "$work/common_$(basename "$source" .c).o" || exit 2
  done
  while read -r name folder versions sizes; do
    [[ $name == \#* || " ${PROGRAMS:-$name} " != *" $name "* ]] && continue
    clang-19 -O2 -ffp-contract=off -std=c11 -fopenmp "-I$root/bench/common" "-DREAL=$type" \
      -c "$root/bench/$folder/reference.c" -o "$work/reference.o" || exit 2
    for form in "${forms[@]}"; do
      read -r form_name version compiler settings <<<"$form"
      [[ ",$versions," == *",$version,"* && " ${FORMS:-$form_name} " == *" $form_name "* ]] || continue
      program=$work/$name-$version-${compiler//[^a-z]/}
      if [[ ! -x $program ]]; then
        compile "$folder" "$version" "$compiler" "$type" "$program" ||
          { all_wrong=$((all_wrong + 1)); echo "$name $type $form_name: does not compile"; continue; }
      fi
      runs=0 wrong=0
      for size in $(tr , '\n' <<<"$sizes" | head -n "${SIZES:-3}"); do
        runs=$((runs + 1))
        # shellcheck disable=SC2086 # a list of settings
        if ! env $settings timeout 300 "$program" "$size" >"$work/log" 2>&1; then
          wrong=$((wrong + 1))
          echo "$name $type $form_name, size $size: $(grep -v '^ *$' "$work/log" | tail -n 1)"
        fi
      done
      echo "$name $type $form_name: $runs runs, $wrong wrong"
      all_runs=$((all_runs + runs)) all_wrong=$((all_wrong + wrong))
    done
  done <"$root/bench/programs.txt"
done
echo "$all_runs runs, $all_wrong wrong"
[[ $all_runs -gt 0 && $all_wrong -eq 0 ]]
