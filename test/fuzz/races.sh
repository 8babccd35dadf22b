#!/usr/bin/env bash
# FILE: test/fuzz/races.sh
# WHAT: looks for data races in what cleave writes: the readable rewrite of the twelve benchmark programs
#       and of random programs, compiled for the host with ThreadSanitizer. Archer, a tool of LLVM's
#       OpenMP library, tells the sanitizer what OpenMP orders.
# USE:  races.sh BUILD [SEED [COUNT]]     BUILD: a build folder of cleave; random programs of the seeds
#                                         SEED .. SEED+COUNT-1, none without SEED
#
# Everything runs in one team of four threads, without a device: the target regions run on the host. One
# team is enough, as a loop that must not be widened races between threads as it does between teams, and
# Archer does not know the ends of teams. Two programs with a planted race come first: a search that sees
# nothing there is worth nothing.
# Prints a line for each program; exit status 0: no race but the planted ones.
set -uo pipefail
[[ $# -ge 1 && $# -le 3 ]] || { echo "usage: races.sh BUILD [SEED [COUNT]]" >&2; exit 2; }
build=$(cd "$1" && pwd) || exit 2
seed=${2:-} count=${3:-10}
root=$(cd "$(dirname "$0")/../.." && pwd)
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
failures=0

# run NAME FILES.. : compiles and runs; sets $races to the number of reports, -1 if it did not work
run() {
  local name=$1
  shift
  races=-1
  clang-19 -g -O1 -w -fopenmp -fsanitize=thread "$@" -lm -o "$work/program" -L"$library" \
    -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined >"$work/log" 2>&1 || { echo "$name: does not compile"; cat "$work/log"; return; }
  env -i PATH="$PATH" HOME="$work" OMP_NUM_TEAMS=1 OMP_NUM_THREADS=4 OMP_TEAMS_THREAD_LIMIT=4 KMP_BLOCKTIME=0 \
    ARCHER_OPTIONS=verbose=1 OMP_TOOL_LIBRARIES="$library/libarcher.so" \
    TSAN_OPTIONS="ignore_noninstrumented_modules=1 exitcode=0" \
    timeout 300 "$work/program" ${argument:-} >"$work/log" 2>&1 ||
    { echo "$name: fails"; tail -n 5 "$work/log"; return; }
  # Without Archer each barrier would be a race; with an Archer that sees no sanitizer none would be.
  grep -q "Archer detected OpenMP application with TSan" "$work/log" ||
    { echo "$name: Archer did not run"; return; }
  races=$(grep -c "WARNING: ThreadSanitizer: data race" "$work/log")
  [[ $races -eq 0 ]] || cp "$work/log" "$work/reports"
}

expect_races() { # expect_races none|some NAME
  if [[ $races -lt 0 || ($1 == none && $races -gt 0) || ($1 == some && $races -eq 0) ]]; then
    failures=$((failures + 1))
    echo "FAILED: $2: $races races, expected $1"
    [[ $races -le 0 ]] || grep -m 1 -A 12 "WARNING: ThreadSanitizer" "$work/reports"
  else
    echo "$2: $races races, expected $1"
  fi
}

# ---- The planted races: a loop widened although its iterations depend on each other, and two loops of
# one kernel without a barrier between them.
cat >"$work/widened.c" <<'END'
int main(void) {
  int a[1000] = {0};
#pragma omp target teams distribute parallel for map(tofrom: a)
  for (int i = 1; i < 1000; i++)
    a[i] = a[i - 1] + 1;
  return 0;
}
END
cat >"$work/no_barrier.c" <<'END'
int main(void) {
  int a[1000] = {0}, b[1000];
#pragma omp target parallel map(tofrom: a, b)
  {
#pragma omp for nowait
    for (int i = 0; i < 1000; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 1000; i++)
      b[i] = a[999 - i];
  }
  return 0;
}
END
for planted in widened no_barrier; do
  run $planted "$work/$planted.c"
  expect_races some "planted race $planted"
done

# ---- The benchmark programs. What measures and checks them is not cleave's, and holds functions that the
# loader chooses before the sanitizer runs: it is compiled without.
for source in "$root"/bench/common/*.c; do
  clang-19 -g -O1 -w -fopenmp -std=c11 -DREAL=double -c "$source" -o "$work/common_$(basename "$source" .c).o" ||
    failures=$((failures + 1))
done
while read -r name folder _ sizes; do
  [[ $name == \#* ]] && continue
  directory=$root/bench/$folder
  "$build/bin/cleave" rewrite "$directory/naive.c" -- -I"$root/bench/common" -DREAL=double \
    >"$work/rewritten.c" || { failures=$((failures + 1)); continue; }
  argument=${sizes%%,*} # a race shows with the smallest size already
  clang-19 -g -O1 -w -fopenmp -std=c11 -I"$root/bench/common" -DREAL=double -c "$directory/reference.c" \
    -o "$work/reference.o" || { failures=$((failures + 1)); continue; }
  run "$name" -I"$root/bench/common" -I"$directory" -DREAL=double "$work/rewritten.c" \
    "$work/reference.o" "$work"/common_*.o
  expect_races none "$name"
done <"$root/bench/programs.txt"

# ---- Random programs, one at a time: a report then names its seed. Device memory would need a device.
argument=
for ((at = seed; seed && at < seed + count; at++)); do
  "$build/bin/fuzz_programs" --print --seed "$at" --count 1 --no-device-pointer >"$work/random.c"
  "$build/bin/cleave" rewrite "$work/random.c" -- -w >"$work/rewritten.c" || { failures=$((failures + 1)); continue; }
  run "seed $at" "$work/rewritten.c"
  expect_races none "seed $at"
done
exit $((failures > 0))
