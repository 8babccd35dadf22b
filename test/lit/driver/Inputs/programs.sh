#!/usr/bin/env bash
# FILE: test/lit/driver/Inputs/programs.sh
# WHAT: builds benchmark programs with plain clang and with cleave, runs them with the simulated
#       driver, and prints what each did with its device (test/simulator_driver/account.sh), one line each.
# USE:  CLANG=... CLEAVE=... (compiler and flags to link for the device) SIMULATOR=... (how to run)
#       programs.sh SOURCE-ROOT WORK PROGRAM...
# shellcheck disable=SC2086 # a compiler with its flags is a list of words
set -euo pipefail
root=$1 work=$2
shift 2
size=256 steps=4
flags="-O2 -ffp-contract=off -std=c11 -I$root/bench/common -DREAL=float"
rm -rf "$work"
mkdir -p "$work/common"

# The harness is the same for all.
(cd "$work/common" && $CLANG $flags -c "$root"/bench/common/*.c)

build_and_run() { # build_and_run PROGRAM FOLDER VERSION COMPILER
  local executable=$work/$1-$3 log=$work/$1-$3.log arguments=$size
  $4 $flags "$2/naive.c" "$work/$1.o" "$work"/common/*.o -lm -o "$executable"
  grep -q 'default_steps = [1-9]' "$2/reference.c" && arguments="$size $steps"
  # No kernel runs, so that the results are wrong; all else is as on a device.
  CLEAVE_SIMULATOR_LOG=$log OMP_TARGET_OFFLOAD=MANDATORY $SIMULATOR "$executable" $arguments \
    >"$log.output" 2>&1 && { echo "$1 $3: right results without a kernel?"; exit 1; }
  grep -q ' WRONG$' "$log.output" || { cat "$log.output"; exit 1; }
  echo "$1 $3 $("$root/test/simulator_driver/account.sh" "$log")"
}

for program in "$@"; do
  folder=$(awk -v name="$program" '$1 == name { print $2 }' "$root/bench/programs.txt")
  [[ -n $folder ]] || { echo "there is no program $program in bench/programs.txt"; exit 1; }
  $CLANG $flags -c "$root/bench/$folder/reference.c" -o "$work/$program.o"
  build_and_run "$program" "$root/bench/$folder" clang "$CLANG"
  build_and_run "$program" "$root/bench/$folder" cleave "$CLEAVE"
done
