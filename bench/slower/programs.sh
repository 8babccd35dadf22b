#!/usr/bin/env bash
# FILE: bench/slower/programs.sh
# WHAT: prints the programs of bench/slower.sh: small ones of the kinds that a split or another grid can make slower.
# USE:  bench/slower/programs.sh               lists the families, and the programs of each
#       bench/slower/programs.sh FAMILY NAME   prints one C++ file: the program of this name, with the argument N
#
# A program of the families of split regions is a body in a context. The body is one text for all contexts, in which A<i> and B<i> are
# elements of two arrays and N is the number of rows; the context says how the arrays and N are named and mapped. The program
# prints a digest of all results. All values are integers that a double holds exactly, so the order of sums does not change it.
set -euo pipefail

contexts=(plain task member record mapper view time host)
bodies=(pair triple serial inner grid rows conditional)
# NAME WIDTH CLAUSES BODY: reductions that stay with the OpenMP run time, because of a condition with a reserved name. Each row has WIDTH elements of a.
reductions=(
  'short|1|reduction(+ : s)|s += a[i];'
  'two|1|reduction(+ : s, t)|s += a[i]; t += b[i];'
  'uniform4|4|reduction(+ : s)|double x = 0; for (int j = 0; j < 4; j++) x += a[i] * b[j]; s += x;'
  'uniform32|32|reduction(+ : s)|double x = 0; for (int j = 0; j < 32; j++) x += a[i] * b[j]; s += x;'
  'uniform512|1|reduction(+ : s)|double x = 0; for (int j = 0; j < 512; j++) x += a[i] * b[j % n]; s += x;'
  'divisions|1|reduction(+ : s, t)|double x = 0, y = 0; for (int j = 0; j < 256; j++) { x += (int)(64 * a[i] / (j + a[i] + 1)); y += (int)x & 7; } s += x; t += y;'
  'rows16|16|reduction(+ : s)|double x = 0; for (int j = 0; j < 16; j++) x += a[i * 16 + j]; s += x;'
  'rows128|128|reduction(+ : s)|double x = 0; for (int j = 0; j < 128; j++) x += a[i * 128 + j]; s += x;'
  'maximum|32|reduction(max : s)|double x = 0; for (int j = 0; j < 32; j++) x = x < a[i * 32 + j] ? a[i * 32 + j] : x; s = s < x ? x : s;'
  'conditional|1|reduction(+ : s)|if (i % 3) { double x = 0; for (int j = 0; j < 64; j++) x += a[i] * (j + 1); s += x; }'
  'indirect|1|reduction(+ : s)|double x = 0; for (int j = 0; j < 32; j++) x += a[(i * 17 + j * 5) % n]; s += x;'
  'triangle|1|reduction(+ : s)|double x = 0; for (int j = 0; j <= i % 256; j++) x += a[i] + j; s += x;'
  'functions|1|reduction(+ : s)|s += (int)(16 * sqrt(a[i] + 1)) + (int)(8 * fabs(b[i] - 4)); '
)
# NAME OUTER INNER BODY: loops in the iterations of a distribute loop.
rows=(
  'sums|256|n|double s = 0;@parallel for reduction(+ : s)@for (int j = 0; j < m; j++) s += a[i * m + j];@parallel for@for (int j = 0; j < m; j++) b[i * m + j] = a[i * m + j] + s;@parallel for@for (int j = 0; j < m; j++) a[i * m + j] = (int)b[i * m + j] % 64;'
  'pairs|256|n|@parallel for@for (int j = 0; j < m; j++) b[i * m + j] += a[i * m + j];@parallel for@for (int j = 0; j < m; j++) a[i * m + j] = b[i * m + j] + 1;'
  'few|8|n|@parallel for@for (int j = 0; j < m; j++) b[i * m + j] += a[i * m + j];@parallel for@for (int j = 0; j < m; j++) a[i * m + j] = b[i * m + j] + 1;'
  'many|n|64|@parallel for@for (int j = 0; j < m; j++) b[i * m + j] += a[i * m + j];@parallel for@for (int j = 0; j < m; j++) a[i * m + j] = b[i * m + j] + 1;'
  'wide|n|768|double s = 0;@parallel for reduction(+ : s)@for (int j = 0; j < m; j++) s += a[i * m + j];@parallel for@for (int j = 0; j < m; j++) b[i * m + j] = a[i * m + j] + s;'
  'between|64|n|double s = b[i * m];@parallel for@for (int j = 0; j < m; j++) a[i * m + j] += s;@s = a[i * m] + i;@parallel for@for (int j = 0; j < m; j++) b[i * m + j] += s;'
)

# The text of a body; `@` begins a directive of OpenMP, or ends one.
body() {
  case $1 in
    pair) echo '@parallel for@for (int i = 0; i < N; i++) B<i> = A<i> + 1;@parallel for@for (int i = 0; i < N; i++) A<i> = 2 * B<i + N> + i;' ;;
    triple) echo '@parallel for@for (int i = 0; i < N; i++) B<i> = A<i> + 1;@parallel for@for (int i = 0; i < N; i++) A<i> = B<N - 1 - i> + 1;@parallel for@for (int i = 0; i < N; i++) B<i> = A<N - 1 - i> - 1;' ;;
    serial) echo '@parallel for@for (int i = 0; i < N; i++) B<i> = A<i> + 1;@A<0> = B<N - 1> + 3;@parallel for@for (int i = 0; i < N; i++) B<i> = B<i> + A<0>;' ;;
    inner) echo '@parallel for@for (int i = 0; i < N; i++) for (int j = 0; j < 4; j++) B<i * 4 + j> = A<i * 4 + j> + j;@parallel for@for (int i = 0; i < N; i++) for (int j = 0; j < 4; j++) A<i * 4 + j> = B<(N - 1 - i) * 4 + j> + i;' ;;
    grid) echo '@parallel for collapse(2)@for (int i = 0; i < N; i++) for (int j = 0; j < 4; j++) B<i * 4 + j> = A<i * 4 + j> + j;@parallel for@for (int i = 0; i < N; i++) A<i * 4> = B<(N - 1 - i) * 4> + 1;' ;;
    rows) echo '@parallel for@for (int i = 0; i < N; i++) { double x = 0; for (int j = 0; j < 4; j++) x += A<i * 4 + j>; B<i> = x; }@parallel for@for (int i = 0; i < N; i++) A<i> = B<N - 1 - i>;' ;;
    conditional) echo '@parallel for@for (int i = 0; i < N; i++) if (i % 2) B<i> = A<i> + 1;@parallel for@for (int i = 0; i < N; i++) { double x = B<N - 1 - i>; while (x > 3) x -= 3; A<i> = x; }' ;;
  esac
}

# lines TEXT: with a line for each directive and each statement after one.
lines() {
  local part is_directive=
  while IFS= read -r part; do
    if [[ $part == parallel* ]]; then
      echo "#pragma omp $part"
    elif [[ -n $part ]]; then
      echo "  $part"
    fi
  done <<<"${1//@/$'\n'}"
}

# named TEXT A B N: the body with these names.
named() { lines "$1" | sed -e "s/A<\([^>]*\)>/$2/g" -e "s/B<\([^>]*\)>/$3/g" -e "s/\bN\b/$4/g"; }

# A function `double NAME(int n)` with BODY in the context.
split_program() { # split_program CONTEXT NAME BODY
  local text=$3 maps='map(tofrom : a[:4 * n], b[:4 * n])'
  case $1 in
    plain)
      echo "static double $2(int n) { arrays it(4 * n); double *a = it.a, *b = it.b;"
      echo "#pragma omp target $maps"
      echo "  {"; named "$text" 'a[\1]' 'b[\1]' n; echo "  }"
      ;;
    task)
      echo "static double $2(int n) { arrays it(4 * n); double *a = it.a, *b = it.b;"
      echo "#pragma omp target enter data map(to : a[:4 * n], b[:4 * n])"
      echo "  for (int t = 0; t < 3; t++) {"
      echo "#pragma omp target nowait depend(inout : a[0])"
      echo "  {"; named "$text" 'a[\1]' 'b[\1]' n; echo "  } }"
      echo "#pragma omp taskwait"
      echo "#pragma omp target exit data map(from : a[:4 * n], b[:4 * n])"
      ;;
    member)
      echo "struct ${2}_object { double *a, *b; int n; void run() {"
      echo "#pragma omp target $maps"
      echo "  {"; named "$text" 'a[\1]' 'b[\1]' n; echo "  } } };"
      echo "static double $2(int n) { arrays it(4 * n); ${2}_object object = {it.a, it.b, n}; object.run(); object.run();"
      ;;
    record)
      echo "static void run_$2(record *p) {"
      echo "#pragma omp target map(to : p[:1]) map(tofrom : p->a[:4 * p->n], p->b[:4 * p->n])"
      echo "  {"; named "$text" 'p->a[\1]' 'p->b[\1]' 'p->n'; echo "  } }"
      echo "static double $2(int n) { arrays it(4 * n); record object = {it.a, it.b, n}; run_$2(\&object); run_$2(\&object);" | sed 's/\\&/\&/g'
      ;;
    mapper)
      echo "static double $2(int n) { arrays it(4 * n); mapped v = {it.a, it.b, n};"
      echo "#pragma omp target map(tofrom : v)"
      echo "  {"; named "$text" 'v.a[\1]' 'v.b[\1]' 'v.n'; echo "  }"
      ;;
    view)
      echo "static double $2(int n) { arrays it(4 * n); view a = {it.a, n}, b = {it.b, n};"
      echo "  for (int t = 0; t < 2; t++) {"
      echo "#pragma omp target map(to : a, b) map(tofrom : a.data[:4 * n], b.data[:4 * n])"
      echo "  {"; named "$text" 'a(\1)' 'b(\1)' n; echo "  } }"
      ;;
    time)
      echo "static double $2(int n) { arrays it(4 * n); double *a = it.a, *b = it.b; int steps = 5;"
      echo "#pragma omp target $maps"
      echo "  for (int t = 0; t < steps; t++) {"; named "$text" 'a[\1]' 'b[\1]' n; echo "  }"
      ;;
    host)
      echo "static double $2(int n) { arrays it(4 * n); record p = {it.a, it.b, n}; double *a = it.a, *b = it.b;"
      echo "#pragma omp target data $maps"
      echo "  for (int t = 0; t < 5; t++) {"
      echo "#pragma omp target map(to : p) map(tofrom : a[:4 * n], b[:4 * n])"
      echo "  {"; named "$text" 'a[\1]' 'b[\1]' 'p.n'; echo "  } }"
      ;;
  esac
  echo "  return it.digest(); }"
}

print_split() { # print_split CONTEXT
  local body
  for body in "${bodies[@]}"; do
    [[ ${1}_$body != "$chosen" ]] || split_program "$1" "$chosen" "$(body "$body")"
  done
}

# A preprocessing directive in the body keeps the reduction as it is written.
print_reductions() {
  local row name width clauses text
  for row in "${reductions[@]}"; do
    IFS='|' read -r name width clauses text <<<"$row"
    [[ reduction_$name == "$chosen" ]] || continue
    echo "static double reduction_$name(int n) { arrays it($width * n + 64); double *a = it.a, *b = it.b, s = 0, t = 0;"
    echo "#pragma omp target teams distribute parallel for $clauses map(to : a[:$width * n + 64], b[:n + 64]) map(tofrom : s, t)"
    printf '%s\n' "  for (int i = 0; i < n; i++) {" "#ifdef __UNDEFINED" "    s++;" "#endif" "    $text" "  }" "  return s + 3 * t + it.digest(); }"
  done
}

print_rows() {
  local row name outer inner text
  for row in "${rows[@]}"; do
    IFS='|' read -r name outer inner text <<<"$row"
    [[ rows_$name == "$chosen" ]] || continue
    echo "static double rows_$name(int n) { const int r = $outer, m = $inner; arrays it(r * m); double *a = it.a, *b = it.b; (void)n;"
    echo "#pragma omp target teams distribute map(tofrom : a[:r * m], b[:r * m])"
    echo "  for (int i = 0; i < r; i++) {"; lines "$text"; echo "  }"
    echo "  return it.digest(); }"
  done
}

family=${1-} chosen=${2-}
if [[ -z $family ]]; then
  for context in "${contexts[@]}"; do echo "$context ${bodies[*]/#/${context}_}"; done
  names=("${reductions[@]%%|*}"); echo "reductions ${names[*]/#/reduction_}"
  names=("${rows[@]%%|*}"); echo "rows ${names[*]/#/rows_}"
  exit
fi
cat <<'END'
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
namespace {
struct arrays {
  double *a, *b;
  int count;
  explicit arrays(int count) : a(new double[count]), b(new double[count]), count(count) {
    for (int i = 0; i < count; i++) a[i] = i % 7, b[i] = i % 5 + 1;
  }
  double digest() {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += (i % 11 + 1) * (fmod(a[i], 1024) + 2 * fmod(b[i], 1024));
    return sum;
  }
};
struct record { double *a, *b; int n; };
struct mapped { double *a, *b; int n; };
#pragma omp declare mapper(mapped v) map(v, v.a[:4 * v.n], v.b[:4 * v.n])
struct view { double *data; int n; double &operator()(int i) const { return data[i]; } };
END
case $family in
  reductions) print_reductions ;;
  rows) print_rows ;;
  *)
    [[ " ${contexts[*]} " == *" $family "* ]] || { echo "${0##*/}: no family '$family'" >&2; exit 2; }
    print_split "$family" ;;
esac
echo "}"
echo "int main(int, char **argv) { return printf(\"%.17g\\n\", $chosen(atoi(argv[1]))) < 0; }"
