#!/usr/bin/env bash
# FILE: test/docs/commands.sh
# WHAT: runs the commands in the blocks of pages of the documentation, and compares their output with the blocks that show it.
# USE:  test/docs/commands.sh [--show | --at-most N] BUILD PAGE...      BUILD: the folder in which cleave is built
#       --show prints files, commands and their output: the page as a demonstration.
#       --at-most N: it is an error if more than N blocks are marked as not run.
#       Prints for each page what was run, and the reasons why a block was not. blocks.awk has the marks of blocks. Exit status 1 if
#       a command fails or prints something else.
#
# Each page has a folder of its own, with a program prog.c and, as in the repository, the names build, scripts, bench,
# examples and test. Images have no machine code, and `cleave` is the one of BUILD. A block is one script, which ends at its first command that fails.
set -euo pipefail
show= most=
case ${1-} in
--show) show=yes; shift ;;
--at-most) most=${2-}; shift 2 ;;
esac
[[ $# -ge 2 && ${1-} != -* ]] || { echo "usage: commands.sh [--show | --at-most N] BUILD PAGE..." >&2; exit 2; }
root=$(realpath "$(dirname "$0")/../..") build=$(realpath "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
llvm=$(llvm-config-19 --bindir)
export PATH=$build/bin:$llvm:$PATH LC_ALL=C CLEAVE_CUDA_PATH=${CLEAVE_CUDA_PATH-none} TMPDIR=$work
unset CLEAVE_SPLIT "${!OMP_@}" || true
failed=0 all_skipped=0
if [[ -t 1 ]]; then bold=$(printf '\033[1m') plain=$(printf '\033[0m'); else bold= plain=; fi

# expectation KIND: the block on standard input as lines for FileCheck, which compares whole lines, whatever their spaces.
expectation() {
  awk -v kind="$1" '
    function literal(text) { gsub(/\{\{/, "{{[{][{]}}", text); gsub(/\[\[/, "{{\\[\\[}}", text); return text }
    function pattern(text,   out) {
      if (kind != "numbers") return literal(text)
      out = ""
      while (match(text, /[0-9][0-9.,]*( (k|M|G|ns|us|ms|s|bytes|KiB|MiB|GiB))?/)) {
        out = out literal(substr(text, 1, RSTART - 1)) "{{[0-9][0-9.,]*( (k|M|G|ns|us|ms|s|bytes|KiB|MiB|GiB))?}}"
        text = substr(text, RSTART + RLENGTH)
      }
      return out literal(text)
    }
    BEGIN { print "CHECK: BEGIN"; next_line = "-NEXT" }
    $0 == "..." { next_line = ""; next }
    $0 == "" { if (next_line) empty++; next }
    {
      for (; empty; empty--) print "CHECK-EMPTY:"
      line = ""
      text = $0
      while (i = index(text, "...")) { line = line pattern(substr(text, 1, i - 1)) "{{.*}}"; text = substr(text, i + 3) }
      print "CHECK" next_line ": " line pattern(text)
      next_line = "-NEXT"
    }
    END { if (kind != "first") print "CHECK" next_line ": END" }'
}

complain() { echo "$1" >&2; failed=1; }

# run_page PAGE
run_page() {
  local page=$1 folder=$work/page kind line file text last= ran=0 compared=0 skipped=0
  rm -rf "$folder" "$work/blocks"
  mkdir -p "$folder" "$work/blocks"
  cp "$root/test/lit/tool/Inputs/simulate.c" "$folder/prog.c"
  ln -s "$build" "$folder/build"
  ln -s "$root"/{scripts,bench,examples,test} "$folder"
  awk -v work="$work/blocks" -f "$root/test/docs/blocks.awk" "$page" >"$work/list"
  while IFS=$'\t' read -r kind line file text; do
    case $kind in
    title) [[ -z $show ]] || printf '\n%s%s%s\n' "$bold" "$text" "$plain" ;;
    file)
      sed -e :a -e '/^\n*$/{$d;N;ba' -e '}' "$file" >"$folder/$text"
      [[ -z $show ]] || { printf '\n%s%s%s\n' "$bold" "$text" "$plain"; sed 's/^/    /' "$folder/$text"; }
      ;;
    run)
      [[ -z $show || -n $text ]] || { printf '\n%s' "$bold"; sed 's/^/$ /' "$file"; printf '%s' "$plain"; }
      last=$work/output
      if grep -Eq '(^|[;&| ])(sudo|apt-get|dpkg) ' "$file"; then
        complain "$page:$line: this block installs software; mark it as not run"
        continue
      fi
      if ! (cd "$folder" && HOME=$folder timeout 3600 bash -e "$file") >"$last" 2>&1 </dev/null; then
        complain "$page:$line: this block fails:"
        sed 's/^/    /' "$file" >&2
        sed 's/^/  | /' "$last" | tail -n 40 >&2
      fi
      [[ -z $show || -n $text ]] || cat "$last"
      ran=$((ran + 1))
      ;;
    skip)
      [[ -n $show ]] || echo "$page:$line: not run: $text"
      skipped=$((skipped + 1))
      last=
      ;;
    output | numbers | first)
      [[ -n $last ]] || continue # the output of a block that is not run
      expectation "$kind" <"$file" >"$work/expected"
      { echo BEGIN; cat "$last"; echo END; } >"$work/compared"
      if ! FileCheck --match-full-lines "$work/expected" <"$work/compared" >"$work/difference" 2>&1; then
        complain "$page:$line: the commands before it print something else:"
        { grep -m 1 -A 3 'error:' "$work/difference"; sed 's/^/  | /' "$last"; } >&2
      fi
      compared=$((compared + 1))
      ;;
    esac
  done <"$work/list"
  all_skipped=$((all_skipped + skipped))
  [[ -n $show ]] || echo "$page: blocks run: $ran, outputs compared: $compared, not run: $skipped"
}

for page in "$@"; do run_page "$page"; done
[[ -z $most || $all_skipped -le $most ]] || complain "$all_skipped blocks are not run; at most $most may be marked so"
exit $failed
