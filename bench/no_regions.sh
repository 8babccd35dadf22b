#!/usr/bin/env bash
# FILE: bench/no_regions.sh
# WHAT: what cleave costs a large file without target regions: compile time of clang and `cleave cc` in turn, and whether
#       their objects are equal byte for byte. Exit status 1: some objects differ.
# USE:  bench/no_regions.sh [PAIRS [FUNCTIONS]]   default 5 and 20000; user + system seconds, medians
# Cases: functions with loops for the threads of the host, in C, and as members of C++ classes; the same with data directives, with
# the word `target` in comments, and with a region that cleave does not transform (two loops, skip=).
set -euo pipefail
cd "$(dirname "$0")/.."
pairs=${1:-5} functions=${2:-20000}
clang=${CLANG:-clang-19}
cleave=${CLEAVE:-build/bin/cleave}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
different=0

seconds() { # user + system seconds of a command
  local TIMEFORMAT='%U %S'
  { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}
median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }

measure() { # measure TITLE FILE FLAGS...
  local title=$1 file=$2 verdict=equal
  shift 2
  local plain=("$@") own=()
  [[ $title != *refused* ]] || own=(-fplugin-arg-cleave-skip=2)
  "$clang" "${plain[@]}" -c "$file" -o "$folder/plain.o"
  "$cleave" cc "${plain[@]}" "${own[@]}" -c "$file" -o "$folder/cleave.o"
  if ! cmp -s "$folder/plain.o" "$folder/cleave.o"; then
    verdict=different different=1
  fi
  : >"$folder/a"; : >"$folder/b"; : >"$folder/ratio"
  for ((i = 0; i < pairs; i++)); do
    a=$(seconds "$clang" "${plain[@]}" -c "$file" -o "$folder/o")
    b=$(seconds "$cleave" cc "${plain[@]}" "${own[@]}" -c "$file" -o "$folder/o")
    echo "$a" >>"$folder/a"; echo "$b" >>"$folder/b"
    awk -v a="$a" -v b="$b" 'BEGIN { print b / a }' >>"$folder/ratio"
  done
  printf '%-34s %8d %8.3f %8.3f %7.3f   %.3f .. %.3f   %s\n' "$title" "$(wc -l <"$file")" "$(median <"$folder/a")" \
    "$(median <"$folder/b")" "$(median <"$folder/ratio")" "$(sort -n "$folder/ratio" | head -n 1)" \
    "$(sort -n "$folder/ratio" | tail -n 1)" "$verdict"
}

# The functions of a C file; every tenth has a loop for the host's threads.
functions_in_c() {
  awk -v count="$functions" 'BEGIN {
    for (i = 0; i < count; i++) {
      printf "double work%d(double *a, const double *b, int n) {\n  double sum = %d;\n", i, i
      if (i % 10 == 0) print "#pragma omp parallel for reduction(+ : sum)"
      printf "  for (int k = 0; k < n; k++)\n    sum += a[k] * b[k] + %d;\n  return sum;\n}\n", i
    }
  }'
}
functions_in_cxx() {
  printf '#include <cstdio>\n#include <string>\n#include <vector>\n'
  awk -v count="$((functions / 5))" 'BEGIN {
    for (i = 0; i < count; i++) {
      printf "template <class T> struct Holder%d {\n  std::vector<T> values;\n  T sum() const {\n    T s = 0;\n", i
      if (i % 10 == 0) print "#pragma omp simd reduction(+ : s)"
      printf "    for (std::size_t k = 0; k < values.size(); k++)\n      s += values[k];\n    return s;\n  }\n};\n"
      printf "double use%d(Holder%d<double> &h) { return h.sum(); }\n", i, i
    }
  }'
}
functions_in_c >"$folder/loops.c"
functions_in_cxx >"$folder/classes.cpp"
{
  printf 'void enter(double *a, int n) {\n#pragma omp target enter data map(to : a[0 : n])\n}\n'
  sed 's|^double|/* for each target */ double|' "$folder/loops.c"
} >"$folder/directives.c"
{
  printf 'void region(double *a, int n) {\n#pragma omp target map(tofrom : a[0 : n])\n  {\n'
  for i in 1 2; do printf '#pragma omp parallel for\n    for (int i = 0; i < n; i++)\n      a[i] += %d;\n' $i; done
  printf '  }\n}\n'
  cat "$folder/loops.c"
} >"$folder/refused.c"

"$clang" --version | head -n 1
grep -m 1 'model name' /proc/cpuinfo | sed 's/.*: //'
printf '%-34s %8s %8s %8s %7s   %-14s   %s\n' "case, median of $pairs pairs" lines 'clang s' 'cleave s' ratio 'ratios seen' objects
host="-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu"
for opt in -O0 -O2; do
  measure "C $opt, host loops" "$folder/loops.c" $host $opt
  measure "C++ $opt, classes" "$folder/classes.cpp" $host $opt
  measure "C $opt, data directives" "$folder/directives.c" $host $opt
  measure "C $opt, no offloading" "$folder/loops.c" -fopenmp $opt
  measure "C $opt, one region refused" "$folder/refused.c" $host $opt
done
exit $different
