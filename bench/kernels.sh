#!/usr/bin/env bash
# FILE: bench/kernels.sh
# WHAT: the code of all kernels that cleave makes of the benchmark programs for sm_90, with the default
#       options: instructions, barriers, stores and loads of the PTX, and by ptxas registers and bytes.
#       Registers need a CUDA toolkit. No GPU is needed.
# USE:  bench/kernels.sh [FLAG...]     flags for `cleave cc`; CLEAVE names another command than build/bin/cleave
set -euo pipefail
cd "$(dirname "$0")/.."
cleave=${CLEAVE:-build/bin/cleave}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

while read -r name path _; do
  [[ $name == \#* || -z $name ]] && continue
  LLVM_READELF=${LLVM_READELF:-$(command -v llvm-readelf llvm-readelf-19 | head -n 1)} \
    scripts/stores.sh "$cleave" cc -O3 -std=c11 -DREAL=double -ffp-contract=off "$@" -Ibench/common \
    "bench/$path/naive.c" >"$folder/table"
  awk -v name="$name" 'NR > 1 { print name, $1, $3, $4, $5, $6, $7, $8 }' "$folder/table"
done <bench/programs.txt >"$folder/kernels"
awk '
  BEGIN {
    form = "%-11s %6s %12s %8s %6s %6s %9s %6s\n"
    printf form, "program", "line", "instructions", "barriers", "stores", "loads", "registers", "bytes"
  }
  {
    printf form, $1, $2, $7, $8, $3, $4, $5, $6
    kernels++; instructions += $7; barriers += $8; stores += $3; loads += $4; registers += $5; bytes += $6
  }
  END {
    printf form, "all", kernels, instructions, barriers, stores, loads, sprintf("%.1f", registers / kernels), bytes
    exit !kernels
  }' "$folder/kernels"
