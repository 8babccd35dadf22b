#!/usr/bin/env bash
# FILE: bench/cuda/compile.sh
# WHAT: compiles the CUDA version of a benchmark program with clang and cleave's stand-in CUDA toolkit. No CUDA toolkit is used.
# USE:  bench/cuda/compile.sh BUILD OBJECT SOURCE.cu [FLAG]...
#       BUILD: a build folder of cleave. OBJECT: the object file for the host, with the device code and the functions of
#       cuda_runtime.h; link it in place of VERSION.c, with -ldl. FLAGS: for clang, such as -DREAL=float.
#       CLANG (default clang-19) and ARCHITECTURE (default sm_90) are variables.
#
# The device code has no machine code: it runs on the simulator. With a CUDA toolkit, nvcc -c compiles SOURCE.cu.
set -euo pipefail
[[ $# -ge 3 && $1 != -* ]] || { sed -n 's/^# USE:  /usage: /p' "$0" >&2; exit 2; }
build=$1 object=$2 source=$3
shift 3
root=$(cd "$(dirname "$0")/../.." && pwd)
clang=${CLANG:-clang-19} architecture=${ARCHITECTURE:-sm_90} toolkit=$build/lib/cleave/toolkit
export CLEAVE_CUDA_PATH=none # the stand-in toolkit must not look for another one
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
flags=(-O2 -ffp-contract=off -Wall -Wextra "-I$root/bench/common" "-I$root/bench/cuda" "$@")
# Without NVIDIA's headers and device library, clang must be told the version of CUDA: it selects the code of a launch.
cuda=(-x cuda -std=c++17 -fno-exceptions -nocudainc -nocudalib "--cuda-path=$toolkit" "--cuda-gpu-arch=$architecture"
  -Xclang -target-sdk-version=12.5 -Wno-unknown-cuda-version)

"$clang" "${flags[@]}" "${cuda[@]}" --cuda-device-only -c "$source" -o "$work/device.o"
"$toolkit/bin/nvlink" -arch "$architecture" -o "$work/device.image" "$work/device.o"
"$clang" "${flags[@]}" "${cuda[@]}" --cuda-host-only -c "$source" -o "$work/host.o" \
  -Xclang -fcuda-include-gpubinary -Xclang "$work/device.image"
for file in "$root/bench/cuda/cuda_runtime.c" "$root/lib/cuda/cuda.c"; do
  "$clang" -O2 -std=c11 -Wall -Wextra "-I$root/bench/cuda" "-I$root/lib" -c "$file" -o "$work/$(basename "$file" .c).o"
done
"$clang" -r -nostdlib "$work"/host.o "$work"/cuda_runtime.o "$work"/cuda.o -o "$object"
