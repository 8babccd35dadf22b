#!/bin/bash
# FILE: test/lit/device/Inputs/programs.sh
# WHAT: what cleave's reader of device code says of the twelve benchmark programs, naive versions compiled by
#       cleave; and whether the executed GPU code agrees with it.
# USE:  programs.sh table BENCH BUILD FOLDER [FLAG...]   prints the kernels of each program
#       programs.sh sectors BENCH BUILD FOLDER          compares with the counts of an execution
# BENCH: the folder bench; BUILD: the build folder; FOLDER: a folder to work in; FLAGs: the compiler's
set -eu
what=$1 bench=$2 build=$3 folder=$4
shift 4
mkdir -p "$folder"
common="-std=c11 -I$bench/common -DREAL=double"
library=$(llvm-config --libdir)
# Without mapped versions: a line of one has several streams of a kind, which the comparison does not tell apart.
versions="-fplugin-arg-cleave-single-kernel-fallback=off -fplugin-arg-cleave-map=off"
offload="-fplugin=${TESTED_PLUGIN:-$build/lib/cleave.so} $versions -fopenmp -fopenmp-targets=nvptx64-nvidia-cuda"
if [[ $what == sectors ]]; then
  common+=" -ffp-contract=off" # the results are compared with the host's
  for source in "$bench"/common/*.c; do
    # shellcheck disable=SC2086
    clang -O2 -fopenmp $common -c "$source" -o "$folder/common_$(basename "$source" .c).o"
  done
fi
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
  clang -O2 -fopenmp $common -c "$bench/$path/reference.c" -o "$folder/reference.o"
  # shellcheck disable=SC2086
  "$build/bin/cleave" cc $versions -O2 -g -fopenmp --offload-arch=sm_90 \
    "-L$library" "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc" \
    $common "$bench/$path/naive.c" "$folder/reference.o" "$folder"/common_*.o -lm -o "$folder/$name"
  rm -f "$folder/$name.counts"
  for no_alias in on off; do
    CLEAVE_NO_ALIAS=$no_alias LD_LIBRARY_PATH=$build/lib/cleave/simulator OMP_TARGET_OFFLOAD=MANDATORY \
      CLEAVE_SIMULATOR_EXECUTE=require CLEAVE_SIMULATOR_SITES=on CLEAVE_SIMULATOR_COUNTS=$folder/$name.counts \
      timeout 120 "$folder/$name" 64 2>&1 | sed "s/checksum.*seconds=[^ ]* //" || echo "$name failed"
  done
  "$build/bin/compare_sectors" "$folder/$name.ll" "$folder/$name.counts" || true
done <"$bench/programs.txt"
