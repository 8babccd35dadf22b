#!/usr/bin/env bash
# FILE: scripts/demo.sh
# WHAT: cleave's main job, shown on one program: 3mm with all its loops in one target region, compiled
#       by plain clang and by cleave. Sets up everything it needs first.
# USE:  scripts/demo.sh [SIZE]      (default 192: matrices of 192 x 192 doubles)
set -euo pipefail
cd "$(dirname "$0")/.."
size=${1:-192}
case $size in '' | *[!0-9]* | 0*) echo "usage: scripts/demo.sh [SIZE], a number from 1 on" >&2; exit 2 ;; esac
scripts/setup.sh

program=bench/polybench/3mm
cleave=build/bin/cleave
clang=$($cleave cc --dry-run -x c /dev/null | sed "s/^'\{0,1\}\([^ ']*\).*/\1/")
work=build/demo
mkdir -p "$work"

if [ -t 1 ]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold= plain=; fi
title() { printf '\n%s%s%s\n' "$bold" "$1" "$plain"; }

title "The program: three matrix products in one target region ($program/naive.c)"
sed -n '/pragma omp target/,$p' $program/naive.c | sed -n '1,12p' | sed 's/^/    /'
echo "    ..."

title "What cleave does with it (cleave explain)"
$cleave explain $program/naive.c -- -fopenmp -Ibench/common

title "The same region as cleave compiles it (cleave rewrite)"
$cleave rewrite $program/naive.c -- -fopenmp -Ibench/common |
  sed -n '/pragma omp target data/,$p' | grep -A 2 -E 'pragma' | sed 's/^/    /'

title "Its kernels on an sm_90 GPU: execution mode and teams"
for level in -O0 -O2; do
  echo "  clang $level:"
  scripts/kernels.sh "$clang" $level -Ibench/common $program/naive.c | sed 's/^/    /'
  echo "  cleave $level:"
  scripts/kernels.sh $cleave cc -fplugin-arg-cleave-single-kernel-fallback=off $level -Ibench/common $program/naive.c | sed 's/^/    /'
done
echo "  teams: 1 is one team on the whole device; open is chosen at launch from the trip count."

title "Both on the host device ($(nproc) cores), $size x $size doubles"
library=$("$clang" -print-file-name=libomptarget.so)
library=${library%/*}
build() { # build NAME COMPILER...
  local name=$1
  shift
  "$@" -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -ffp-contract=off -Ibench/common \
    $program/naive.c $program/reference.c bench/common/*.c -lm -o "$work/$name"
}
build clang "$clang" -L"$library" -Wl,-rpath,"$library"
build cleave $cleave cc
for name in clang cleave; do
  CLEAVE_SPLIT=always scripts/transfers.sh "$work/$name" "$size" >"$work/$name.moved" 2>"$work/$name.out" || {
    cat "$work/$name.out" >&2
    exit 1
  }
done
awk -v files="clang cleave" -v work="$work" '
  BEGIN {
    printf "  %-8s %8s %16s %16s   %-18s %10s  %s\n", "", "kernels", "bytes to device",
      "bytes to host", "checksum", "seconds", "result"
    split(files, name, " ")
    for (i = 1; i in name; i++) {
      delete value
      while ((getline line < (work "/" name[i] ".moved")) > 0) {
        n = split(line, pair, " ")
        for (p = 1; p <= n; p++) { split(pair[p], half, "="); value[half[1]] = half[2] }
      }
      while ((getline line < (work "/" name[i] ".out")) > 0) {
        n = split(line, pair, " ")
        for (p = 1; p <= n; p++)
          if (split(pair[p], half, "=") == 2) value[half[1]] = half[2]
          else value["result"] = pair[p]
      }
      printf "  %-8s %8d %16d %16d   %-18s %10s  %s\n", name[i], value["launches"], value["to"],
        value["from"], value["checksum"], value["seconds"],
        value["result"] " (" value["elements"] " elements compared with a sequential run)"
    }
  }'
echo
echo "The host device has a handful of cores: what one team leaves idle there is little. On a GPU it is"
echo "all multiprocessors but one. Next: build/bin/cleave --help, README.md."
