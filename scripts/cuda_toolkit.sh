#!/usr/bin/env bash
# FILE: scripts/cuda_toolkit.sh
# WHAT: prints the folder of the installed CUDA toolkit with nvcc and ptxas: the one on the PATH, or /usr/local/cuda. cleave's
#       stand-in toolkit is none, nor is a folder whose bin holds only scripts that start the tools of another.
# USE:  scripts/cuda_toolkit.sh      exit status 1: there is none
set -euo pipefail
{ type -ap ptxas || true; echo /usr/local/cuda/bin/ptxas; } | while read -r ptxas; do
  folder=$(realpath -m "${ptxas%/bin/ptxas}")
  if [[ -x $ptxas && -x $folder/bin/nvcc && -d $folder/nvvm/libdevice && ! -e $folder/cleave-toolkit.txt ]]; then
    echo "$folder"
    break
  fi
done | grep .
