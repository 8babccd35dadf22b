#!/bin/bash
# FILE: test/lit/device/Inputs/programs.sh
# WHAT: what cleave's reader of device code says of the twelve benchmark programs, naive versions compiled by
#       cleave; and what the host's versions of their kernels do.
# USE:  programs.sh table BENCH BUILD FOLDER [FLAG...]   prints the kernels of each program
#       programs.sh sectors BENCH BUILD FOLDER          compares with measured sectors per warp request
# BENCH: the folder bench; BUILD: the build folder; FOLDER: a folder to work in; FLAGs: the compiler's
set -eu
what=$1 bench=$2 build=$3 folder=$4
shift 4
mkdir -p "$folder"
common="-std=c11 -I$bench/common -DREAL=double"
offload="-fplugin=$build/lib/cleave.so -fplugin-arg-cleave-single-kernel-fallback=off -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda"
while read -r name path _; do
  [[ $name == \#* ]] && continue
  # shellcheck disable=SC2086 # lists of words
  clang $offload -Xopenmp-target=nvptx64-nvidia-cuda -march=sm_90 -nocudalib --offload-device-only \
    -O2 -g "$@" $common -S -emit-llvm "$bench/$path/naive.c" -o "$folder/$name.ll"
  if [[ $what == table ]]; then
    "$build/bin/print_information" "$folder/$name.ll"
    continue
  fi
  # shellcheck disable=SC2086
  clang $offload --offload-host-only -O0 -g -fsanitize=thread \
    -mllvm -tsan-instrument-read-before-write $common -c "$bench/$path/naive.c" -o "$folder/$name.o"
  # shellcheck disable=SC2086
  clang -O1 -Wno-unknown-pragmas $common "$folder/$name.o" "$bench/$path/reference.c" "$bench"/common/*.c \
    "$build/test/device/libsectors.a" "$build/lib/libcleave_core.a" -no-pie -lm -o "$folder/$name"
  SECTORS_INFORMATION="$folder/$name.ll" "$folder/$name" 64 2>&1 | sed "s/checksum.*seconds=[^ ]* //" ||
    echo "$name failed"
done <"$bench/programs.txt"
