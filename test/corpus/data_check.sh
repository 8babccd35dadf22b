#!/usr/bin/env bash
# FILE: test/corpus/data_check.sh
# WHAT: runs programs of this folder with CLEAVE_CHECK=data and without it, on the host device. Prints the processor time of both, and the
#       summary of the check.
# USE:  data_check.sh BUILD "PROGRAM SIZE STEPS"...    exit status 1: a report, or a result that differs
set -uo pipefail
[[ $# -ge 2 ]] || { sed -n '5s/^# *//p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd) || exit 2
shift
here=$(cd "$(dirname "$0")" && pwd)
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
status=0
for run in "$@"; do
  read -r name size steps <<<"$run"
  word=cc source=$here/$name.c
  if [[ -e $here/$name.cpp ]]; then word=c++ source=$here/$name.cpp; fi
  "$build/bin/cleave" "$word" -O1 -g -w -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu "$source" -o "$work/program" -lm \
    "-L$library" "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined || exit 1
  for check in off data:fail; do
    for _ in 1 2 3; do
      TIMEFORMAT='%U %S'
      { time CLEAVE_CHECK=$check "$work/program" "$size" "$steps" >"$work/out.$check" 2>"$work/err"; } 2>"$work/time" || status=1
      echo "$name $size $steps, CLEAVE_CHECK=$check: user and system $(cat "$work/time") s"
    done
    grep 'data check' "$work/err"
  done
  cmp "$work/out.off" "$work/out.data:fail" || status=1
done
exit $status
