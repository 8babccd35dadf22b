#!/usr/bin/env bash
# FILE: bench/registers.sh
# WHAT: registers of the kernels that cleave makes of the benchmark programs for sm_90: compiled for the
#       compiler's 128 threads, and for any number. Needs a CUDA toolkit.
# USE:  bench/registers.sh [BUILD]     a built tree, default build
# shellcheck disable=SC2086 # flags are a list of words
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "${1:-$root/build}" && pwd)
libraries=$(llvm-config-19 --libdir 2>/dev/null || echo /usr/lib/llvm-19/lib)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

kernels() { "$build/bin/cleave" inspect "$1" | awk 'NF == 7 && $7 ~ /^kernel_/ { print $1, $3, $6 }' | sort -n; }

for type in float double; do
  flags="-O2 -ffp-contract=off -std=c11 -DREAL=$type -I$root/bench/common -fopenmp --offload-arch=sm_90
    -Qunused-arguments -L$libraries --libomptarget-nvptx-bc-path=$libraries/libomptarget-nvptx-sm_90.bc"
  (cd "$work" && "${CLANG:-clang-19}" $flags -c "$root"/bench/common/*.c)
  while read -r name folder; do
    "${CLANG:-clang-19}" $flags -c "$root/bench/$folder/reference.c" -o "$work/reference.o"
    for geometry in off on; do
      "$build/bin/cleave" cc $flags -fplugin-arg-cleave-geometry=$geometry \
        "$root/bench/$folder/naive.c" "$work"/*.o -lm -o "$work/program"
      kernels "$work/program" >"$work/$geometry"
    done
    paste -d' ' "$work/off" "$work/on" |
      awk -v name="$name $type" '{ printf "%-20s line %s: %s registers for %s threads, %s for %s\n", name, $1, $2, $3,
                                     $5, $6 == "-" ? "any number" : $6 }'
  done < <(awk '!/^#/ && NF { print $1, $2 }' "$root/bench/programs.txt")
done
