#!/usr/bin/env bash
# FILE: test/lit/fuzz/Inputs/found.sh
# WHAT: builds a cleave with a planted bug and fails unless fuzz_programs finds it: one finding, and its program is kept.
# USE:  found.sh BUILD FOLDER NAME KIND SEED OPTION...
#       NAME: a bug of test/fuzz/programs/planted/build.sh. KIND: plugin, or library for a bug of libcleave. SEED: the only program
set -euo pipefail
build=$1 folder=$2/$3 name=$3 kind=$4 seed=$5
shift 5
programs=$(cd "$(dirname "$0")/../../../fuzz/programs" && pwd)
mkdir -p "$folder"
if [[ $kind == library ]]; then
  output=$folder/libcleave.so selected=$folder
else
  output=$folder/cleave.so selected=$output
fi
"$programs/planted/build.sh" "$name" "$build" "$output"
if "$build/bin/fuzz_programs" "--$kind" "$selected" --seed "$seed" --count 1 --readable-every 0 --optimized-every 0 \
  --shrink-seconds 0 --keep "$folder" "$@" >"$folder/log"; then
  echo "$name: not found"
  exit 1
fi
grep -Eq '^finding: (different outcome|crash)' "$folder/log" && grep -q '^kept: .*/finding-'"$seed"'\.c' "$folder/log" &&
  grep -q ' 1 findings$' "$folder/log" || { cat "$folder/log"; exit 1; }
