#!/bin/bash
# FILE: bench/synthetic/build.sh
# WHAT: compiles the micro programs of micro.txt into a folder, as DIR/micro-NAME.
# USE:  bench/synthetic/build.sh DIR [NAME...]
#       CC     the compiler (default clang-19)
#       FLAGS  how to compile and link for the device: offload flags, and libcleave for a GPU
#              (default: the host as the device, with clang-19's own run time)
# Exit status: 0 all built, 1 one failed, 2 wrong usage.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
library=$(cd "$here/../../lib" && pwd)
if [ $# -lt 1 ]; then
  echo "usage: [CC=COMPILER] [FLAGS=FLAGS] $0 DIR [NAME...]" >&2
  exit 2
fi
directory=$1
shift
mkdir -p "$directory"
if [ $# -eq 0 ]; then
  mapfile -t names < <(sed 's/#.*//' "$here/micro.txt" | awk 'NF { print $1 }')
  set -- "${names[@]}"
fi
compiler=${CC:-clang-19}
run_time=/usr/lib/llvm-19/lib
flags=${FLAGS:--fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -L$run_time -Wl,-rpath,$run_time -Wl,--allow-shlib-undefined}
for name; do
  if [ ! -f "$here/$name.c" ]; then
    echo "$0: there is no micro program '$name'; micro.txt lists them" >&2
    exit 2
  fi
  # FLAGS is a list of words. The shared files hold no device code, but go through the same flags.
  # shellcheck disable=SC2086
  "$compiler" -std=c11 -O2 -Wall -Wextra -Werror -I"$library" "$here/$name.c" "$here/measure.c" \
    "$here/driver.c" "$here/host_memory.c" "$here/ring.c" "$library/cuda/cuda.c" $flags \
    -lm -ldl -lpthread -o "$directory/micro-$name"
done
