#!/usr/bin/env bash
# FILE: test/simulator_driver/account.sh
# WHAT: launches, copies and waits of a program, from the log of the simulated driver, as one line:
#         launches=2 teams=128 threads=32 to=49152 from=16384 scalars=0 waits=4 allocations=3
#         streams=1
# USE:  test/simulator_driver/account.sh LOG
#       teams, threads   of the launches: one number, or the smallest and the largest as 1-128
#       to, from         bytes of arrays; copies of at most 16 bytes, scalars, are counted apart
#       waits            calls that waited for the device, once the first array or kernel was there
#       streams          different ones that copies and kernels went to
#       What the run time itself copies into a module does not count.
set -euo pipefail
[[ $# -eq 1 && -r $1 ]] || { echo "usage: ${0##*/} LOG" >&2; exit 2; }
awk '
  function value(key) {
    if (!match($0, " " key "=[^ ]+")) return ""
    return substr($0, RSTART + length(key) + 2, RLENGTH - length(key) - 2)
  }
  function span(low, high) { return low == high ? low + 0 : low "-" high }
  $NF != 0 { next }
  $4 ~ /^cuMemcpy(HtoD|DtoH)/ {
    to_device = $4 ~ /HtoD/
    if (value(to_device ? "to" : "from") !~ /^D/) next
    if (value("bytes") + 0 <= 16) { scalars++; next }
    bytes[to_device] += value("bytes")
    streams[value("stream")]
    begun = 1
  }
  $4 ~ /^cuMemAlloc(Async|Managed)?$/ && value("bytes") + 0 > 16 { allocations++ }
  $4 == "cuLaunchKernel" {
    split(value("grid"), grid, ","); split(value("block"), block, ",")
    teams = grid[1] * grid[2] * grid[3]; threads = block[1] * block[2] * block[3]
    if (!launches || teams < fewest) fewest = teams
    if (!launches || teams > most) most = teams
    if (!launches || threads < smallest) smallest = threads
    if (!launches || threads > largest) largest = threads
    launches++
    streams[value("stream")]
    begun = 1
  }
  begun && $4 ~ /Synchronize$/ { waits++ }
  END {
    printf "launches=%d teams=%s threads=%s ", launches, span(fewest, most), span(smallest, largest)
    printf "to=%.0f from=%.0f scalars=%d ", bytes[1], bytes[0], scalars
    printf "waits=%d allocations=%d streams=%d\n", waits, allocations, length(streams)
  }' "$1"
