#!/bin/bash
# image.sh: links a program for sm_90, and prints its device image: the number of modules, the kernels, the variables and
# the PTX.
# USE: image.sh CLEAVE COMMAND...   CLEAVE: the tool; COMMAND: of the compiler, without -o; in the current folder
set -eu
cleave=$1
shift
"$@" -Wno-unused-command-line-argument -Wno-openmp-target -lm -o program
clang-offload-packager program --image=file=image,triple=nvptx64-nvidia-cuda,arch=sm_90
llvm-readelf -h image | grep -q 'Type: *EXEC'
llvm-objcopy --dump-section .cleave.ptx=ptx image /dev/null
echo "modules $(grep -ac '^\.version' ptx)"
"$cleave" inspect --json program | jq -r '.[].images[].kernels[] | "kernel \(.function) \(.registers)"'
llvm-readelf -sW image | awk '$4 == "OBJECT" { print "variable", $NF }'
grep -a . ptx
