#!/bin/bash
# check.sh: builds and runs every benchmark program of programs.txt on the host device.
#
# Usage: bench/check.sh [NAME...]        all programs, or the named ones
# Variables: CC (default clang-19), FLAGS (default: offload to the host device),
#            REPEAT (default 1): how often each program runs with each size and team setting,
#            VERSIONS (default: all of programs.txt): the versions to build, e.g. naive
# Runs each program with one team and with four teams of four threads: with one team, every race
# between teams looks right. Prints what fails and a count; exit status 0 when all is well.
set -u
cd "$(dirname "$0")/.." || exit 2
CC=${CC:-clang-19}
library=$("$CC" -print-file-name=libomptarget.so)
library=$(dirname "$library")
REPEAT=${REPEAT:-1}
FLAGS=${FLAGS:--O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -L$library -Wl,-rpath,$library -Wl,--allow-shlib-undefined}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SPLIT=${CLEAVE_SPLIT:-always}
four_by_four=$(<test/four_teams.env)
runs=0
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

while read -r name folder versions sizes; do
  [[ $name == \#* ]] && continue
  [[ $# -gt 0 && " $* " != *" $name "* ]] && continue
  for real in float double; do
    common="-ffp-contract=off -Wall -Wextra -Werror -std=c11 -I$PWD/bench/common -DREAL=$real"
    # What all programs share, once.
    # shellcheck disable=SC2086 # FLAGS and common are lists of words
    [[ -d $work/$real ]] || { mkdir "$work/$real" && (root=$PWD && cd "$work/$real" && $CC $FLAGS $common -Qunused-arguments -c "$root"/bench/common/*.c) ||
      fail "the common files, $real"; }
    # shellcheck disable=SC2086
    $CC -O2 -fopenmp $common -c "bench/$folder/reference.c" -o "$work/reference.o" || fail "$name reference $real"
    for version in ${versions//,/ }; do
      [[ -n ${VERSIONS:-} && " $VERSIONS " != *" $version "* ]] && continue
      # shellcheck disable=SC2086 # FLAGS and common are lists of words
      $CC $FLAGS $common "bench/$folder/$version.c" "$work/reference.o" \
        "$work/$real"/*.o -lm -o "$work/x" || { fail "$name $version $real build"; continue; }
      for size in ${sizes//,/ }; do
        for teams in "" "$four_by_four"; do
          for ((i = 0; i < REPEAT; i++)); do
            runs=$((runs + 1))
            # shellcheck disable=SC2086 # a program that runs for two minutes waits forever
            line=$(env $teams timeout 120 "$work/x" "$size" 2>&1) ||
              fail "$name $version $real $size: $line${teams:+ ($teams)}"
          done
        done
      done
    done
  done
done <bench/programs.txt

echo "$runs runs, $failures failures"
[[ $runs -gt 0 && $failures -eq 0 ]]
