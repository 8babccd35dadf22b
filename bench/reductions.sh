#!/usr/bin/env bash
# FILE: bench/reductions.sh
# WHAT: the record of sizes: each form of reduction and a histogram (bench/reductions) with numbers of elements around those at which the kernels
#       change their form. Results are exact in each order, and compared with sequential loops and with those of clang. Then reproducible reductions of
#       fractions: the bits must be equal on the host device and on two simulated GPUs, on several grids. No GPU and no CUDA toolkit are used.
# USE:  bench/reductions.sh [--build FOLDER] [--types "int float double"] [--sizes "N ..."] [--gpu "N ..."] [--large "N:OPERATION ..."] [--bits "N ..."]
#       default: build; 1 2 31 1000 2047 2048 2049 65536 1000000 10000000 on the host device; up to 1000000 on the simulated GPU, and there dot and array
#       with 10000000; bits with 1 2049 65536 1000000.
#
# clang runs with one team, and with four teams of four threads. cleave does so as well, with the versions that it has for GPUs
# (CLEAVE_MAP=always). Prints a line for each type and size, and one for each difference. Exit status 0: there are runs, and none differs.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build types="int float double" sizes="1 2 31 1000 2047 2048 2049 65536 1000000 10000000" gpu="1 2 31 1000 2047 2048 2049 65536 1000000"
large="10000000:dot 10000000:array" bits="1 2049 65536 1000000"
usage() { sed -n 's/^# USE:  /usage: /p' "$0" >&2; exit 2; }
while [[ $# -gt 0 ]]; do
  case $1 in
    --build | --types | --sizes | --gpu | --large | --bits)
      [[ $# -gt 1 ]] || usage
      printf -v "${1#--}" %s "$2"; shift ;;
    *) usage ;;
  esac
  shift
done
build=$(cd "$build" && pwd)
clang=${CLANG:-clang-19} library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
export CLEAVE_CUDA_PATH=none CLEAVE_QUIET=on CLEAVE_SIMULATOR_ARCHITECTURE=90 OMP_TARGET_OFFLOAD=MANDATORY KMP_WARNINGS=0
four_by_four=$(<"$root/test/four_teams.env")
host=(-fopenmp-targets=x86_64-pc-linux-gnu -Xoffload-linker -latomic)
device=(--offload-arch=sm_90 "--cuda-path=$build/lib/cleave/toolkit" "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc")
runs=0 failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

# compile TYPE OUTPUT COMPILER FLAG...
compile() {
  local floating=1
  [[ $1 != int ]] || floating=0
  "${@:3}" -O2 -std=c11 -ffp-contract=off "-DREAL=$1" "-DIS_FLOATING=$floating" -fopenmp "$root/bench/reductions/reductions.c" \
    "-L$library" "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined -latomic -o "$work/$2"
}

# run FORM ARGUMENTS... -- COMMAND...: compares its output with $work/expected, which the first run makes.
run() {
  local what=() status=0
  while [[ $1 != -- ]]; do what+=("$1"); shift; done
  shift
  runs=$((runs + 1))
  timeout 600 env "$@" >"$work/output" 2>"$work/errors" || status=$?
  [[ -s $work/expected ]] || cp "$work/output" "$work/expected"
  if [[ $status -ne 0 ]]; then
    fail "${what[*]}: exit status $status: $(grep -h WRONG "$work/output" "$work/errors" | head -n 1 || true)$(head -n 1 "$work/errors")"
  elif ! cmp -s "$work/output" "$work/expected"; then
    fail "${what[*]}: $(diff "$work/expected" "$work/output" | grep '^[<>]' | head -n 2 | tr '\n' ' ')"
  fi
}
simulate() { printf '%s\n' "LD_LIBRARY_PATH=$build/lib/cleave/simulator" CLEAVE_SIMULATOR_EXECUTE=require "CLEAVE_SIMULATOR_PROFILE=$1"; }

printf '%-7s %9s  %s\n' type elements "results equal to those of sequential loops"
for real in $types; do
  compile "$real" plain "$clang" "${host[@]}"
  compile "$real" cleave "$build/bin/cleave" cc -fplugin-arg-cleave-reassociate=on "${host[@]}"
  compile "$real" gpu "$build/bin/cleave" cc -fplugin-arg-cleave-reassociate=on "${device[@]}"
  for n in $sizes; do
    before=$failures forms="clang, cleave on the host device"
    rm -f "$work/expected"
    run clang "$real" "$n" -- OMP_NUM_TEAMS=1 "$work/plain" "$n"
    # shellcheck disable=SC2086 # several variables
    run clang "$real" "$n" 4x4 -- $four_by_four "$work/plain" "$n"
    run cleave "$real" "$n" -- OMP_NUM_TEAMS=1 CLEAVE_MAP=always "$work/cleave" "$n"
    # shellcheck disable=SC2086
    run cleave "$real" "$n" 4x4 -- CLEAVE_MAP=always $four_by_four "$work/cleave" "$n"
    if [[ " $gpu " == *" $n "* ]]; then
      mapfile -t simulated < <(simulate h200)
      run simulated "$real" "$n" -- "${simulated[@]}" "$work/gpu" "$n"
      forms+=", cleave on the simulated GPU"
    fi
    [[ $failures -gt $before ]] || printf '%-7s %9s  %s: %d operations\n' "$real" "$n" "$forms" "$(grep -c OK "$work/expected")"
  done
  for it in $large; do
    n=${it%:*} operation=${it#*:} before=$failures
    rm -f "$work/expected"
    mapfile -t simulated < <(simulate h200)
    run simulated "$real" "$n" "$operation" -- "${simulated[@]}" "$work/gpu" "$n" "$operation"
    [[ $failures -gt $before ]] || printf '%-7s %9s  cleave on the simulated GPU: %s\n' "$real" "$n" "$operation"
  done
done

echo "Reproducible: bits of the results, on the host device with 1, 3, 4 and 16 teams, and on two GPUs with four grids each"
for real in $types; do
  [[ $real != int && -n $bits ]] || continue
  compile "$real" cleave "$build/bin/cleave" cc -fplugin-arg-cleave-reduction=reproducible "${host[@]}"
  compile "$real" gpu "$build/bin/cleave" cc -fplugin-arg-cleave-reduction=reproducible "${device[@]}"
  for n in $bits; do
    before=$failures
    rm -f "$work/expected"
    for teams in 1 3 4 16; do
      run reproducible "$real" "$n" "$teams teams" -- "OMP_NUM_TEAMS=$teams" OMP_NUM_THREADS=4 OMP_TEAMS_THREAD_LIMIT=4 \
        KMP_TEAMS_THREAD_LIMIT=64 "$work/cleave" "$n" bits
    done
    for profile in h200 titan-x; do
      mapfile -t simulated < <(simulate "$profile")
      for grid in "" OMP_NUM_TEAMS=1 OMP_NUM_TEAMS=7 "OMP_NUM_TEAMS=5 OMP_TEAMS_THREAD_LIMIT=64"; do
        # shellcheck disable=SC2086
        run reproducible "$real" "$n" "$profile" $grid -- "${simulated[@]}" $grid "$work/gpu" "$n" bits
      done
    done
    [[ $failures -gt $before ]] || printf '%-7s %9s  equal on 12 grids: %d operations\n' "$real" "$n" "$(grep -c bits "$work/expected")"
  done
done
echo "$runs runs, $failures failures"
[[ $runs -gt 0 && $failures -eq 0 ]]
