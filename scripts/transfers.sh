#!/usr/bin/env bash
# FILE: scripts/transfers.sh
# WHAT: runs an OpenMP offload program and counts what moves: kernel launches, bytes each way, and how
#       much of it is scalars (transfers of at most 16 bytes). From the OpenMP run time's own log.
# USE:  scripts/transfers.sh PROGRAM [ARGS...]
#       prints one line of name=value pairs on standard output; the program's own output goes to
#       standard error. The exit status is the program's.
set -euo pipefail
[ $# -ge 1 ] || { echo "usage: ${0##*/} PROGRAM [ARGS...]" >&2; exit 2; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
# 16: kernel launches, 32: transfers.
OMP_TARGET_OFFLOAD=MANDATORY LIBOMPTARGET_INFO=48 "$@" >"$log" 2>&1 || status=$?
awk '
  /info: Copying data from/ {
    match($0, /Size=[0-9]+/); size = substr($0, RSTART + 5, RLENGTH - 5) + 0
    way = /from host to device/ ? "to" : "from"
    if (size <= 16) scalar[way] += size; else array[way] += size
    count[way]++
    next
  }
  /info: Launching kernel/ { launches++; next }
  { print > "/dev/stderr" }
  END {
    printf "launches=%d to=%.0f from=%.0f scalars_to=%.0f scalars_from=%.0f copies_to=%d copies_from=%d\n",
      launches, array["to"], array["from"], scalar["to"], scalar["from"], count["to"], count["from"]
  }' "$log"
exit "$status"
