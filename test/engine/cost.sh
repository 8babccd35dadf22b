#!/usr/bin/env bash
# FILE: test/engine/cost.sh
# WHAT: what the transfer engine costs where it does not copy, on the host device: the shortest of 200 rounds
#       of 500 regions, in processor time,
#       three times for each way.
# USE:  test/engine/cost.sh [BUILD]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${1-$root/build}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
llvm=$(llvm-config-19 --prefix)
"$llvm/bin/clang" -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu "$root/test/engine/cost.c" -o "$work/cost" \
  -L"$build/lib" -lcleave -Wl,-rpath,"$build/lib" -L"$llvm/lib" -Wl,-rpath,"$llvm/lib"
export OMP_TARGET_OFFLOAD=MANDATORY OMP_NUM_THREADS=1
for round in 1 2 3; do
  for way in off auto always; do
    echo "CLEAVE_TRANSFERS=$way: $(CLEAVE_TRANSFERS=$way "$work/cost")"
  done
done
