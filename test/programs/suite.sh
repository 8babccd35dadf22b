#!/usr/bin/env bash
# FILE: test/programs/suite.sh
# WHAT: compiles and runs a list of single-file test programs by plain clang and by cleave, and compares exit status and output.
# USE:  suite.sh FOLDER LIST FLAGS...      LIST: a file with one source a line, with the files that it is linked with after it
#       Prints a line for each program: its name; ok, differs, or what plain clang does that ends the comparison.
#
# COMPILE_C, COMPILE_CXX: the commands of cleave (cleave-cc, cleave-c++). A program that plain clang rejects, or whose run by plain
# clang fails, is no comparison: cleave must then behave in the same way. Each run may take LIMIT seconds (60).
set -uo pipefail
[[ $# -ge 2 ]] || { sed -n '4,5s/^# *//p' "$0" >&2; exit 2; }
folder=$1 list=$2
shift 2
mkdir -p "$folder"
wrong=0

# outcome COMMAND...: compiles and runs; prints "rejected", "ends with N", "no end"; output and messages in $folder/out
outcome() {
  local program=$1 status
  shift
  if ! "$@" -o "$program" >"$program.log" 2>&1; then
    grep -qE 'PLEASE submit a bug report|CLV9' "$program.log" && { echo "compiler fails"; return; }
    echo "rejected"
    return
  fi
  timeout "${LIMIT:-60}" "$program" >"$program.out" 2>&1 </dev/null
  status=$?
  [[ $status -eq 124 ]] && { echo "no end"; return; }
  echo "ends with $status"
}

while read -r source others; do
  name=$(basename "$source")
  plain=(clang-19) cleave=("${COMPILE_C:-cleave-cc}")
  [[ $name == *.c ]] || { plain=(clang++-19) cleave=("${COMPILE_CXX:-cleave-c++}"); }
  rm -f "$folder"/plain* "$folder"/cleave*
  # shellcheck disable=SC2086 # a list of files
  expected=$(outcome "$folder/plain" "${plain[@]}" "$@" "$source" $others)
  # shellcheck disable=SC2086
  actual=$(outcome "$folder/cleave" "${cleave[@]}" "$@" "$source" $others)
  same=yes
  if [[ $expected == "ends with"* && $actual == "$expected" ]]; then
    cmp -s "$folder/plain.out" "$folder/cleave.out" || same=no
  fi
  if [[ $expected == "$actual" && $same == yes ]]; then
    [[ $expected == "ends with 0" ]] && echo "$name: ok" || echo "$name: both: $expected"
  else
    [[ $expected == "ends with 0" ]] && wrong=$((wrong + 1))
    [[ $same == yes ]] || actual+=", other output"
    echo "$name: plain $expected, cleave $actual"
    [[ -n ${KEEP:-} ]] && mkdir -p "$KEEP/$name" && cp "$folder"/{plain,cleave}*.{log,out} "$KEEP/$name/" 2>/dev/null
  fi
done <"$list"
exit $((wrong > 0))
