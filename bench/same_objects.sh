#!/usr/bin/env bash
# FILE: bench/same_objects.sh
# WHAT: compares the objects that two builds of cleave make of the twelve naive programs and of a C++ file with one
#       region, byte for byte, for the host and for sm_90. For changes that must not change kernels.
# USE:  bench/same_objects.sh OLD NEW    the command `cleave` of each build. Exit status 1: some objects differ
# sm_90 needs a CUDA toolkit.
set -euo pipefail
[[ $# -eq 2 ]] || { echo "usage: bench/same_objects.sh OLD NEW" >&2; exit 2; }
old=$(realpath "$1") new=$(realpath "$2")
cd "$(dirname "$0")/.." # names of kernels depend on the file, so both compile the same one
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
library=$(dirname "$(clang-19 -print-file-name=libomptarget.so)")
same=0 different=0
for file in bench/polybench/*/naive.c bench/rodinia/*/naive.c bench/synthetic/headers.cpp; do
  for target in -fopenmp-targets=x86_64-pc-linux-gnu "--offload-arch=sm_90 --libomptarget-nvptx-bc-path=$library"; do
    read -ra flags <<<"-fopenmp $target -O2 -Ibench/common -I$(dirname "$file")"
    "$old" cc "${flags[@]}" -c "$file" -o "$folder/old.o"
    "$new" cc "${flags[@]}" -c "$file" -o "$folder/new.o"
    if cmp -s "$folder/old.o" "$folder/new.o"; then
      same=$((same + 1))
    else
      different=$((different + 1))
      echo "$file ${target%% *}: different"
    fi
  done
done
echo "$same objects are equal, $different are different"
[[ $different -eq 0 ]]
