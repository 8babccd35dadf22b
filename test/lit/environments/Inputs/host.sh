#!/usr/bin/env bash
# FILE: test/lit/environments/Inputs/host.sh
# WHAT: compiles each program of the folder host with one ending by cleave, with default settings, and compares its output and exit
#       status on the host device, also under CLEAVE_CHECK=data, with those of the sequential program. Counts its data environments.
#       NAME.second.ENDING is the second file of NAME.ENDING.
# USE:  host.sh ENDING TEMPORARY "PLAIN COMPILER" "CLEAVE COMPILER" "OFFLOAD OPTIONS" "RUN" "RUN WITH FOUR TEAMS"
#       Each line is "NAME: ENVIRONMENTS"; a program with another result has the line "NAME: wrong".
set -uo pipefail
[[ $# -eq 7 ]] || { echo "usage: host.sh ENDING TEMPORARY PLAIN CLEAVE OFFLOAD RUN RUN4" >&2; exit 2; }
ending=$1 temporary=$2
read -ra plain <<<"$3"
read -ra cleave <<<"$4"
read -ra offload <<<"$5"
read -ra run <<<"$6"
read -ra run4 <<<"$7"
mkdir -p "$temporary"
for source in "$(dirname "$0")"/host/*."$ending"; do
  name=${source##*/}
  [[ $name != *.second.* ]] || continue
  sources=("$source")
  [[ ! -f ${source%.*}.second.$ending ]] || sources+=("${source%.*}.second.$ending")
  made=$temporary/${name%.*}
  "${plain[@]}" -O1 -w "${sources[@]}" -o "$made.plain" || exit 1
  "${cleave[@]}" "${offload[@]}" -O1 -w -Rpass=cleave "${sources[@]}" -o "$made" 2>"$made.remarks" ||
    { cat "$made.remarks"; exit 1; }
  "$made.plain" >"$made.expected" 2>&1
  echo "status $?" >>"$made.expected"
  result="$(grep -c CLV014 "$made.remarks")"
  for form in run run4 checked; do
    command=("${run[@]}")
    [[ $form != run4 ]] || command=("${run4[@]}")
    [[ $form != checked ]] || command=(env CLEAVE_CHECK=data:fail CLEAVE_QUIET=on "${run[@]}")
    "${command[@]}" "$made" >"$made.$form" 2>&1
    echo "status $?" >>"$made.$form"
    cmp -s "$made.expected" "$made.$form" || { diff "$made.expected" "$made.$form"; result=wrong; }
  done
  echo "$name: $result"
done
