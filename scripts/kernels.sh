#!/usr/bin/env bash
# FILE: scripts/kernels.sh
# WHAT: the kernels of a source file for sm_90: line, execution mode, teams. Needs no CUDA toolkit.
# USE:  scripts/kernels.sh COMPILER [ARGS...] FILE
#       e.g. scripts/kernels.sh build/bin/cleave cc -O2 bench/polybench/3mm/naive.c -Ibench/common
#
# The execution mode stands in the kernel environment in the device IR (third byte of the
# configuration: 1 generic, 2 SPMD, 3 generic turned into SPMD by the optimizer). The number of teams
# follows from the num_teams argument of the host's __tgt_target_kernel call (-1: no teams construct,
# so one team; 0: open; else as asked) together with the limits in the kernel environment (max 1: one).
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: ${0##*/} COMPILER [ARGS...] FILE" >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
offload=(-fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -Xopenmp-target -march=sm_90 -nocudalib
         -Qunused-arguments -S -emit-llvm)
"$@" "${offload[@]}" --offload-device-only -o "$folder/device.ll"
"$@" "${offload[@]}" --offload-host-only -o "$folder/host.ll"

awk '
  FILENAME ~ /host\.ll$/ && /call i32 @__tgt_target_kernel\(/ {
    split($0, arguments, /, /)
    sub(/^i32 /, "", arguments[3])
    match($0, /@\.__omp_offloading[A-Za-z0-9_.$]*\.region_id/)
    name = substr($0, RSTART + 2, RLENGTH - 12)
    if (name in teams && teams[name] != arguments[3]) arguments[3] = "several"
    teams[name] = arguments[3]
  }
  FILENAME ~ /device\.ll$/ && /^@__omp_offloading.*_kernel_environment = / {
    name = substr($1, 2, length($1) - 1 - length("_kernel_environment"))
    match($0, /ConfigurationEnvironmentTy { [^}]*}/)
    split(substr($0, RSTART, RLENGTH), field, /[ ,{}]+i(8|32) /)
    # field[2..10]: state machine, nested parallel, mode, min/max threads, min/max teams, reduction
    mode[name] = field[4]; max_teams[name] = field[8] + 0; order[++count] = name
  }
  END {
    split("generic SPMD generic-SPMD", modes, " ")
    printf "%-6s %-13s %-7s %s\n", "line", "mode", "teams", "kernel"
    for (i = 1; i <= count; i++) {
      name = order[i]
      line = name; sub(/^.*_l/, "", line); sub(/_.*$/, "", line)
      short = name; sub(/^__omp_offloading_[0-9a-f]+_[0-9a-f]+_/, "", short)
      asked = teams[name]
      said = asked == -1 || max_teams[name] == 1 ? "1" : asked == 0 ? "open" : asked == "" ? "?" : asked
      printf "%-6s %-13s %-7s %s\n", line, modes[mode[name]], said, short
    }
  }' "$folder/host.ll" "$folder/device.ll" >"$folder/table"
head -n 1 "$folder/table"
tail -n +2 "$folder/table" | sort -n
