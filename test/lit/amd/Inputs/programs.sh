#!/bin/bash
# FILE: test/lit/amd/Inputs/programs.sh
# WHAT: compares the code of the twelve benchmark programs for AMD GPUs with that for sm_90: the kernels, their modes, and what is known
#       of their memory accesses. Every function that the code for AMD GPUs calls is in the OpenMP device library of the GPU.
# USE:  programs.sh CLEAVE BENCH FOLDER   FOLDER: a folder to work in. Prints a line for each program, and the differences.
set -eu
cleave=$1 bench=$2 folder=$3
library=$(llvm-config --libdir)

compile() { # ARCHITECTURE PATH FILE
  "$cleave" cc -O2 -fopenmp "--offload-arch=$1" --offload-device-only -std=c11 -I"$bench/common" -DREAL=float \
    -S -emit-llvm "$bench/$2/naive.c" -o "$3"
}

# Each kernel of FILE with its execution mode, and the words of its kernel information.
kernels() { # FILE
  sed -nE 's/^@(__omp_offloading_[^ ]*)_kernel_environment = .*ConfigurationEnvironmentTy \{ i8 [0-9]+, i8 [0-9]+, i8 ([0-9]+),.*/\1 mode \2/p
    s/^@(__cleave_kernel_information_[^ ]*) = [^[]*(\[.*\]).*/\1 \2/p' "$1" | sort
}

for architecture in gfx90a gfx942; do
  llvm-nm --defined-only --format=just-symbols "$library/libomptarget-amdgpu-$architecture.bc" | sort >"$folder/$architecture.library"
done
while read -r name path _; do
  [[ $name == \#* ]] && continue
  compile sm_90 "$path" "$folder/sm_90.ll"
  kernels "$folder/sm_90.ll" >"$folder/sm_90.kernels"
  for architecture in gfx90a gfx942; do
    compile "$architecture" "$path" "$folder/$architecture.ll"
    kernels "$folder/$architecture.ll" | diff "$folder/sm_90.kernels" - || echo "$name: other kernels for $architecture"
    sed -nE 's/^declare .* @"?([^"(]*)"?\(.*/\1/p' "$folder/$architecture.ll" | grep -v '^llvm\.' | sort |
      comm -23 - "$folder/$architecture.library" | sed "s/^/$name: undefined for $architecture: /"
    if grep -qE '@llvm.nvvm|__nv_|nvptx' "$folder/$architecture.ll"; then
      echo "$name: a name of NVIDIA's for $architecture"
    fi
  done
  echo "$name: $(grep -c ' mode 2$' "$folder/sm_90.kernels") kernels in SPMD mode, $(grep -c ' mode [13]$' "$folder/sm_90.kernels") others," \
    "$(grep -c '^__cleave' "$folder/sm_90.kernels") with information"
done <"$bench/programs.txt"
