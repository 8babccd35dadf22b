#!/bin/bash
# fuzz.sh: runs image_fuzz, kernelinfo_fuzz or ptx_fuzz over fresh seeds, and keeps nothing but what makes it fail.
#
# Usage: test/fuzz/fuzz.sh BUILD [kernelinfo|ptx] [OPTION...]   BUILD: the build folder; OPTIONs: libFuzzer's
#        test/fuzz/fuzz.sh build -runs=1200000 -seed=1
# An input that fails is left in BUILD/test/fuzz as crash-..., timeout-... or oom-...; run it again
# with BUILD/bin/image_fuzz FILE. Exit status: libFuzzer's, 0 when all is well.
set -eu
build=${1:?fuzz.sh: which build folder?}
shift
what=image
if [ "${1-}" = kernelinfo ] || [ "${1-}" = ptx ]; then
  what=$1
  shift
fi
data=$(cd "$(dirname "$0")/../unit/data" && pwd)
corpus=$(mktemp -d)
trap 'rm -rf "$corpus"' EXIT
mkdir "$corpus/found" "$corpus/seeds"
if [ $what = ptx ]; then
  cp "$data"/*.ptx "$corpus/seeds"
else
  "$build/bin/${what}_seeds" "$corpus/seeds" "$data"
fi
# Images that NVIDIA's assembler makes, where it is installed. The first byte chooses the reader of an image.
ptxas=$(PATH=$PATH:${CUDA_HOME:-/usr/local/cuda}/bin command -v ptxas || true)
if [ $what = image ] && [ -n "$ptxas" ]; then
  for options in -arch=sm_80 -arch=sm_90 "-arch=sm_90 -g -w" -arch=sm_100; do
    for kind in "" -c; do
      # shellcheck disable=SC2086 # options are words
      "$ptxas" $options $kind "$(dirname "$0")/memory.ptx" -o "$corpus/image"
      { printf '\0' && cat "$corpus/image"; } >"$corpus/seeds/ptxas${options//[^a-z0-9]/}$kind"
    done
  done
fi
"$build/bin/${what}_fuzz" -max_len=32768 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
  -artifact_prefix="$build/test/fuzz/" "$@" "$corpus/found" "$corpus/seeds"
