#!/usr/bin/env bash
# FILE: test/lit/claims/Inputs/claims.sh
# WHAT: compares the remarks of all programs in inputs.txt with what the programs do.
# USE:  claims.sh collect FOLDER CLANG CLEAVE [PATTERN]   compiles and runs, two at a time; writes FOLDER/facts
#       claims.sh compare FOLDER    compares. Exit status 1: a false remark, or a row of rows.txt that no input exercises
#       claims.sh mutate FOLDER     compares what mutations.txt makes of the remarks. Exit status 1: a false one is not found
#       PATTERN: only files whose names match
set -euo pipefail
inputs=$(dirname "$(realpath "$0")")
root=$(realpath "$inputs/../../../..")
what=$1 folder=$2
shift 2
compare() { awk -F '\t' -f "$inputs/places.awk" -f "$inputs/compare.awk" "$inputs/rows.txt" "$root/lib/model/reasons.def" -; }
case $what in
collect)
  clang=$1 cleave=$2 pattern=${3:-.}
  rm -rf "$folder"
  mkdir -p "$folder"
  cd "$root"
  # FILE WORDS...: the last line of each file.
  grep -v '^#' "$inputs/inputs.txt" | while read -r file words; do
    for path in $file; do echo "$path${words:+ $words}"; done
  done | awk '
    !($1 in words) { order[++count] = $1 }
    { words[$1] = $0 }
    END { for (i = 1; i <= count; i++) print words[order[i]] }' |
    grep -E "$pattern" >"$folder/list"
  # shellcheck disable=SC2016 # the inner shell expands
  xargs -P 2 -L 1 bash -c 'set -e
    inputs=$1 folder=$2 clang=$3 cleave=$4 root=$5 file=$6
    bash "$inputs/collect.sh" "$folder/${file//\//_}" "$clang" "$cleave" "$root/$file" "${@:7}" ||
      { echo "$file: no facts" >&2; exit 255; }' collect "$inputs" "$folder" "$clang" "$cleave" "$root" <"$folder/list"
  while read -r file _; do
    printf 'input\t%s\n' "$file"
    cat "$folder/${file//\//_}/facts"
    rm -rf "${folder:?}/${file//\//_}"
  done <"$folder/list" >"$folder/facts"
  ;;
compare) compare <"$folder/facts" ;;
mutate)
  failed=0
  while read -r how; do
    grep -q "^$how " "$inputs/mutations.txt" || { echo "mutations.txt has no line for $how"; failed=1; }
  done < <(awk '/^[0-9]/ && $2 != "source" { print $2 }' "$inputs/rows.txt" | sort -u)
  while read -r how code program; do
    # Each changed claim stands beside its original.
    sed -nE "p; /^claim/ { $program; t changed; b; :changed p }" "$folder/facts" >"$folder/mutated"
    compare <"$folder/mutated" >"$folder/found" || true
    grep -q ": CLV$code: " "$folder/found" || { echo "$how: not found: $program"; failed=1; }
  done < <(grep -v '^#' "$inputs/mutations.txt")
  exit $failed
  ;;
*) exit 2 ;;
esac
