# FILE: test/lit/environments/Inputs/bytes.sh
# WHAT: runs a program on the host device and prints how many bytes it copies, and how often.
# USE:  bytes.sh "PROGRAM ARGUMENTS"    prints: to device BYTES in COUNT, from device BYTES in COUNT
set -eu
LIBOMPTARGET_INFO=32 OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_TRANSFERS=off $1 2>&1 >/dev/null | awk '
  /Copying data from/ {
    way = /from host to device/ ? "to" : "from"
    size = $0
    sub(/.*Size=/, "", size)
    bytes[way] += size
    count[way]++
  }
  END { printf "to device %d in %d, from device %d in %d\n", bytes["to"], count["to"], bytes["from"], count["from"] }'
