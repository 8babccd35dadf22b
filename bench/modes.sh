#!/usr/bin/env bash
# FILE: bench/modes.sh
# WHAT: the kernels of the benchmark programs for sm_90, compiled by clang and by cleave, at -O0 and
#       -O2: execution mode and teams, loops apart from kernels of one thread and from second versions (for
#       arrays that do not overlap; the fallback of a split region). Needs no CUDA toolkit.
# USE:  bench/modes.sh [NAME...]      all programs of programs.txt, or the named ones
# Fails if a loop kernel of the cleave build is not SPMD with its number of teams open, or if a loop
# of the source has no kernel of its own. CLANG and CLEAVE name the commands to use.
set -euo pipefail
cd "$(dirname "$0")/.."
clang=${CLANG:-clang-19}
cleave=${CLEAVE:-build/bin/cleave}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
loops=0

# A number of teams that the program computes, for tiles, is "computed".
summary() { # summary TABLE on|off LINES...: "2 SPMD/open" for the kernels on those lines, or on all others
  local table=$1 on=$2
  shift 2
  awk -v on="$on" -v lines=" $* " 'NR > 1 && (index(lines, " " $1 " ") > 0) == (on == "on") {
      count[$2 "/" ($3 ~ /^%/ ? "computed" : $3)]++ }
    END { for (kind in count) printf "%s%d %s", sep++ ? ", " : "", count[kind], kind }' "$table" | grep . || echo -
}

lines() { # lines CODE: where the report has remarks of that number
  jq -r --arg code "$1" '[.. | objects | select(.code? == $code) | .line] | unique | map(tostring + " ") | add // ""' \
    "$folder/report"
}

row='%-11s %-8s %-4s %-28s %-20s %-20s %s\n'
# shellcheck disable=SC2059 # the format is a constant
printf "$row" program version opt 'clang: kernels' 'cleave: loops' 'cleave: one thread' 'cleave: second versions'
while read -r name path versions _; do
  [[ $name == \#* || -z $name ]] && continue
  [[ $# -gt 0 && " $* " != *" $name "* ]] && continue
  for version in ${versions//,/ }; do
    [[ $version == hand ]] && continue
    source=bench/$path/$version.c
    # What cleave says it makes of each place. Of a loop that was one kernel already it says what it has besides.
    $cleave explain --json "$source" -- -fopenmp -Ibench/common >"$folder/report"
    loop_lines=$(lines CLV003)
    [[ -n $loop_lines ]] || loop_lines=$(lines CLV030)
    serial_lines=$(lines CLV004)
    source_loops=$(grep -cE '^ *# *pragma omp .*parallel for' "$source" || true)
    for opt in -O0 -O2; do
      scripts/kernels.sh "$clang" $opt -Ibench/common "$source" >"$folder/before"
      scripts/kernels.sh $cleave cc $opt -Ibench/common "$source" >"$folder/after"
      [[ -n $loop_lines ]] || loop_lines=$(awk 'NR > 1 { printf "%s ", $1 }' "$folder/after")
      after=$(summary "$folder/after" on $loop_lines)
      # shellcheck disable=SC2059
      printf "$row" "$name" "$version" "$opt" "$(summary "$folder/before" off)" "$after" \
        "$(summary "$folder/after" on $serial_lines)" "$(summary "$folder/after" off $loop_lines $serial_lines)"
      loops=$((loops + source_loops))
      if [[ $after != "$source_loops SPMD/open" ]]; then
        echo "FAILED: $name $version $opt: $source_loops loops in the source, but kernels: $after"
        failures=$((failures + 1))
      fi
    done
  done
done <bench/programs.txt
echo "$loops loop kernels, $failures failures"
[[ $loops -gt 0 && $failures -eq 0 ]]
