#!/usr/bin/env bash
# FILE: test/calls.sh
# WHAT: checks that no object files call each other in a circle. Calls of virtual functions and pointers do not count.
# USE:  test/calls.sh OBJECT...    names the files of each circle; exit status 1 if there is any
set -euo pipefail
[[ $# -gt 1 ]] || { echo "too few objects: $#" >&2; exit 1; }
nm -A -g "$@" | awk '
  { file = $1; sub(/:[0-9a-f]*$/, "", file) }
  $(NF - 1) ~ /^[TDBR]$/ { definer[$NF] = file }
  $(NF - 1) == "U" { users[$NF] = users[$NF] " " file }
  END {
    for (name in definer) {
      count = split(users[name], callers, " ")
      for (i = 1; i <= count; i++) { print callers[i], definer[name]; calls++ }
    }
    exit !calls
  }' | sort -u | tsort >/dev/null
