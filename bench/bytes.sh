#!/usr/bin/env bash
# FILE: bench/bytes.sh
# WHAT: what the benchmark programs copy between host and device, compiled by clang and by cleave:
#       from the run time's own log, on the host device.
# USE:  bench/bytes.sh [--tofrom] [NAME...]      all programs of programs.txt, or the named ones
#       --tofrom: as somebody writes them who maps everything both ways
# Fails if the cleave build of a naive version copies more bytes of arrays or structs than the clang
# build either way, or more than 16 bytes of scalars per kernel launch. CLANG, CLEAVE name commands.
set -euo pipefail
cd "$(dirname "$0")/.."
clang=${CLANG:-clang-19}
cleave=${CLEAVE:-build/bin/cleave}
library=$(dirname "$("$clang" -print-file-name=libomptarget.so)")
types='&' # of map clauses: as they are
if [[ ${1-} == --tofrom ]]; then
  types='map(tofrom:'
  shift
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0
programs=0

flags=(-O2 -ffp-contract=off -std=c11 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu "-I$PWD/bench/common")
# What all programs share copies nothing but the byte that selects a device.
mkdir "$folder/common"
(root=$PWD && cd "$folder/common" && "$clang" "${flags[@]}" -c "$root"/bench/common/*.c)

build() { # build OUTPUT COMPILER...
  local output=$1
  shift
  sed -E "s/map\((to|from|alloc):/$types/g" "bench/$path/$version.c" >"$folder/$version.c"
  "$@" "${flags[@]}" -I"bench/$path" "$folder/$version.c" "$folder/reference.o" "$folder"/common/*.o -lm -o "$output"
}
value() { sed -E "s/.*(^| )$2=([0-9]+).*/\2/" <<<"$1"; }

printf '%-11s %-8s %5s | %8s %12s %12s | %8s %12s %12s %9s %9s\n' program version size \
  'clang: k' 'to device' 'to host' 'cleave:k' 'to device' 'to host' 'scalars>' 'scalars<'
while read -r name path versions sizes; do
  [[ $name == \#* || -z $name ]] && continue
  [[ $# -gt 0 && " $* " != *" $name "* ]] && continue
  "$clang" "${flags[@]}" -c "bench/$path/reference.c" -o "$folder/reference.o"
  for version in ${versions//,/ }; do
    [[ $version == hand ]] && continue
    build "$folder/before" "$clang" -L"$library" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined
    build "$folder/after" $cleave cc -Wl,--allow-shlib-undefined
    size=${sizes%%,*}
    before=$(scripts/transfers.sh "$folder/before" "$size" 2>/dev/null)
    after=$(CLEAVE_SPLIT=always scripts/transfers.sh "$folder/after" "$size" 2>/dev/null)
    printf '%-11s %-8s %5s | %8s %12s %12s | %8s %12s %12s %9s %9s\n' "$name" "$version" "$size" \
      "$(value "$before" launches)" "$(value "$before" to)" "$(value "$before" from)" \
      "$(value "$after" launches)" "$(value "$after" to)" "$(value "$after" from)" \
      "$(value "$after" scalars_to)" "$(value "$after" scalars_from)"
    programs=$((programs + 1))
    limit=$((16 * $(value "$after" launches)))
    if (($(value "$after" to) > $(value "$before" to) || $(value "$after" from) > $(value "$before" from) ||
         $(value "$after" scalars_to) > limit || $(value "$after" scalars_from) > limit)); then
      echo "FAILED: $name $version: more is copied than before, or more than 16 bytes of scalars a launch"
      failures=$((failures + 1))
    fi
  done
done <bench/programs.txt
echo "$programs programs, $failures failures"
[[ $programs -gt 0 && $failures -eq 0 ]]
