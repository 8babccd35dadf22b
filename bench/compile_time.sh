#!/usr/bin/env bash
# FILE: bench/compile_time.sh
# WHAT: how much longer a compilation takes with cleave: clang and `cleave cc` in turn on one file of
#       twelve target regions, and the ratio pair by pair. A benchmark: it reports, and never fails.
# USE:  bench/compile_time.sh [PAIRS [CASES]]   default 15; user + system seconds, medians. CASES: a regular
#       expression, for those whose title it matches alone
# With BEFORE=PATH/cleave.so, the plugin of another state, it is the third compiler in each turn.
# Cases: no target at all, in C and in C++ with headers of its own and of the library (neither the file nor
# what it includes holds the word); single loops: twelve regions of one loop nest each, which get second versions, with
# combined directives and with split ones; ten nests that are mapped to the grid; a program that is split (srad); C++ with headers of the library and a region;
# 40 and 160 statements in one loop, for which independence is proved; a region before 60,000 lines. sm_90 makes an object
# where a CUDA toolkit is installed, and PTX where none is.
set -euo pipefail
cd "$(dirname "$0")/.."
pairs=${1:-15} cases=${2:-}
clang=${CLANG:-clang-19}
cleave=${CLEAVE:-build/bin/cleave}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
host="-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu"
sm_90="-fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -Xopenmp-target -march=sm_90"
if command -v ptxas >/dev/null || [[ -x /usr/local/cuda/bin/ptxas ]]; then
  sm_90+=" -c --libomptarget-nvptx-bc-path=$(dirname "$("$clang" -print-file-name=libomptarget.so)")"
else
  sm_90+=" -nocudalib -S"
fi

seconds() { # user + system seconds of a command
  local TIMEFORMAT='%U %S'
  { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}
median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

before() { "$clang" -fplugin="$BEFORE" "$@"; }

measure() { # measure TITLE FLAGS...
  local title=$1
  shift
  [[ $title =~ $cases ]] || return 0
  : >"$folder/a"; : >"$folder/b"; : >"$folder/ratio"; : >"$folder/before"
  "$clang" "$@" -o "$folder/o"
  $cleave cc "$@" -o "$folder/o" # warm, and stop here if it does not compile
  for ((i = 0; i < pairs; i++)); do
    a=$(seconds "$clang" "$@" -o "$folder/o")
    b=$(seconds $cleave cc "$@" -o "$folder/o")
    if [[ -n ${BEFORE:-} ]]; then
      awk -v a="$a" -v b="$(seconds before "$@" -o "$folder/o")" 'BEGIN { print b / a }' >>"$folder/before"
    fi
    echo "$a" >>"$folder/a"; echo "$b" >>"$folder/b"
    awk -v a="$a" -v b="$b" 'BEGIN { print b / a }' >>"$folder/ratio"
  done
  [[ -z ${BEFORE:-} ]] || printf '%7.3f ' "$(median <"$folder/before")"
  printf '%-34s %8.3f %8.3f %7.3f   %.3f .. %.3f\n' "$title" "$(median <"$folder/a")" \
    "$(median <"$folder/b")" "$(median <"$folder/ratio")" \
    "$(sort -n "$folder/ratio" | head -n 1)" "$(sort -n "$folder/ratio" | tail -n 1)"
}

"$clang" --version | head -n 1
grep -m 1 'model name' /proc/cpuinfo | sed 's/.*: //'
[[ -z ${BEFORE:-} ]] || printf '%7s ' before
printf '%-34s %8s %8s %7s   %s\n' "case, median of $pairs pairs" 'clang s' 'cleave s' ratio 'ratios seen'
file=bench/synthetic/twelve_regions.c
# The same file with its first directive in two parts: one loop still, but only the AST tells.
sed '0,/pragma omp target teams distribute parallel for \(.*\)/s//pragma omp target \1\n#pragma omp teams distribute parallel for/' \
  $file >"$folder/candidate.c"
# The same loops for the host alone.
sed 's/target teams distribute parallel for/parallel for/; s/ map([^)]*)//g; s/target/host/g' $file >"$folder/host.c"
! grep -q target "$folder/host.c" bench/synthetic/no_regions.cpp bench/synthetic/no_regions.h
for opt in -O0 -O2; do
  measure "C $opt, no target" $host $opt -c "$folder/host.c"
  measure "C++ $opt, no target" $host $opt -c bench/synthetic/no_regions.cpp
done
measure "C, syntax only, no target" $host -fsyntax-only "$folder/host.c"
measure "C++, syntax only, no target" $host -fsyntax-only bench/synthetic/no_regions.cpp
for opt in -O0 -O2; do
  measure "host $opt, single loops" $host $opt -c $file
  measure "host $opt, single loops, split directives" $host $opt -c "$folder/candidate.c"
  measure "sm_90 $opt, single loops" $sm_90 $opt $file
  measure "sm_90 $opt, single loops, split directives" $sm_90 $opt "$folder/candidate.c"
done
measure "host -O2, srad split" $host -O2 -Ibench/common -c bench/rodinia/srad/naive.c
measure "sm_90 -O2, srad split" $sm_90 -O2 -Ibench/common bench/rodinia/srad/naive.c
{
  echo '#include "nest_loops.h"'
  awk '/^static void (mass_matrix|rank_one|lower_triangle|upper_triangle|symmetrize|jacobi_5|jacobi_9|upwind|product|transpose)\(/ { on = 1 }
       on { sub(/^static /, ""); print } /^}/ { on = 0 }' bench/nests/nests.c
} >"$folder/ten_nests.c"
measure "sm_90 -O2, ten nests" $sm_90 -O2 -Ibench/nests "$folder/ten_nests.c"
for opt in -O0 -O2; do
  measure "C++ host $opt, headers and a region" $host $opt -c bench/synthetic/headers.cpp
  measure "C++ sm_90 $opt, headers and a region" $sm_90 $opt bench/synthetic/headers.cpp
done

statements() { # a loop of so many statements, each with a column of its own
  echo 'void f(int n, double *a, const double *b) {'
  echo "#pragma omp target map(tofrom: a[0:n*$1]) map(to: b[0:n*$1])"
  echo '#pragma omp parallel for num_threads(64)'
  echo '  for (int i = 0; i < n; i++) {'
  for ((k = 0; k < $1; k++)); do echo "    a[i * $1 + $k] = b[i * $1 + $k] + $k;"; done
  echo '  }'
  echo '}'
}
for count in 40 160; do
  statements $count >"$folder/statements.c"
  measure "host -O0, $count statements" $host -O0 -c "$folder/statements.c"
done
{
  cat bench/rodinia/srad/naive.c
  for ((k = 0; k < 60000; k++)); do echo "static inline int g$k(int x) { return x * $k + 5; } /* a comment that makes it longer */"; done
} >"$folder/long.c"
measure "host -O0, region and 60,000 lines" $host -O0 -Ibench/common -Ibench/rodinia/srad -c "$folder/long.c"
