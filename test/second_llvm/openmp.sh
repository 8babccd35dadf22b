#!/usr/bin/env bash
# FILE: test/second_llvm/openmp.sh
# WHAT: makes a folder with what the OpenMP run time of Debian's LLVM 22 lacks: the development files, which Debian installs for one
#       version only, and a device library for sm_90, which Debian does not build. The device library is that of LLVM 19 with LLVM 22's
#       entry points, so that programs of clang 22 and flang 22 run on the simulator. It is no substitute for a GPU.
# USE:  openmp.sh FOLDER 22-PREFIX 19-PREFIX, e.g. openmp.sh folder /usr/lib/llvm-22 /usr/lib/llvm-19
#       Then LIBRARY_PATH=FOLDER and C_INCLUDE_PATH=FOLDER.
set -euo pipefail
folder=$1 new=$2 old=$3
here=$(cd "$(dirname "$0")" && pwd)
library=$old/lib/libomptarget-nvptx-sm_90.bc
mkdir -p "$folder"
cd "$folder"
if [[ libompdevice.a -nt $library && libompdevice.a -nt $here/device_library.c && libompdevice.a -nt $here/openmp.sh ]]; then
  exit 0
fi
ln -sf "$old"/lib/libomp.so.5 libomp.so
ln -sf "$old"/lib/clang/*/include/omp.h omp.h
"$new/bin/llvm-dis" "$library" -o - | sed -E 's/__kmpc_((distribute_)?(for_)?static_loop_)/old_\1/g' |
  "$new/bin/llvm-as" -o old.bc
"$new/bin/clang" --target=nvptx64-nvidia-cuda -march=sm_90 -Xclang -target-feature -Xclang +ptx78 -nogpulib -O1 -emit-llvm -c "$here/device_library.c" -o added.bc
"$new/bin/llvm-link" --suppress-warnings old.bc added.bc -o libomptarget-nvptx-sm_90.bc
ln -sf libomptarget-nvptx-sm_90.bc libomptarget-nvptx.bc # the name that clang 22 looks for
rm -f libompdevice.a # what clang 22 links device code with; flang 22 has no other library
cp libomptarget-nvptx-sm_90.bc ompdevice.o
"$new/bin/llvm-ar" rc libompdevice.a ompdevice.o
