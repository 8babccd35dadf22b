#!/usr/bin/env bash
# FILE: test/lit/claims/Inputs/collect.sh
# WHAT: what `cleave explain` claims of a source file, and what is observed in the program that cleave makes of it and
#       in that of plain clang.
# USE:  collect.sh FOLDER CLANG CLEAVE SOURCE [run] [skip] [whole] [FLAG...]
#       writes FOLDER/facts. FLAGs that begin with -fplugin-arg- are cleave's, the others are for both compilers.
#       run: both programs run on the host device. skip: with skip= and the lines of all regions.
#       whole: one more compilation, of host and device together, whose errors are claims.
#
# The lines of `facts`, their fields separated by tabs: those of observe.awk, and
#   region  LINE                         of a region's directive
#   claim   REGION CODE LINE MESSAGE     REGION: line of the region's directive; 0: of no region; -1: in a header
#   SIDE    fails                        the compilation fails
#   equal   yes|no                       host and device IR of both programs are the same
#   without LINE yes|no                  the IR is the same without what the warning on LINE is about
#   same    VARIANT yes|no               both programs print the same
#   SIDE    ran VARIANT LINE DEVICE COUNT BEGIN
#                                        launches of the kernel on LINE, and when the first one began
#   SIDE    copied VARIANT LINE to|from NAME BYTES COUNT THREADS BEGIN
#                                        by the construct on LINE; THREADS: how many by threads of libcleave
#   VARIANT is `off`, without the engine and with whole loops, or `tiles`, with the engine, loops cut in three.
set -euo pipefail
inputs=$(dirname "$(realpath "$0")")
folder=$1 clang=$2 cleave=$3 source=$4
shift 4
cleave_cc=("$cleave" cc)
case $source in
*.cpp) clang=$clang++ cleave_cc=("$cleave" c++) ;;
esac
library=$(dirname "$(realpath "$("$clang" -print-file-name=libomptarget.so)")")
root=$inputs/../../../..
common=("-I$(dirname "$source")" "-I$root/test/lit/cases/Inputs" "-I$root/bench/common" -w)
own=() run=no skip=no whole=no
while [[ $# -gt 0 ]]; do
  case $1 in
  run | skip | whole) declare "$1=yes" ;;
  -Xopenmp-target=* | -fplugin-arg-*)
    own+=("$1")
    [[ $1 != -Xopenmp-target=* ]] || { own+=("$2"); shift; } # of one target
    ;;
  *) common+=("$1") ;;
  esac
  shift
done
# Remarks on regions are compared without data environments around them.
[[ $(basename "$source") =~ ^clv(014|50) ]] || own+=(-fplugin-arg-cleave-environments=off)
inode=$(printf %x "$(stat -c %i "$source")")
names=-gline-directives-only # names of list items; no code depends on it
# As Clang writes it: each call stands beside what it is given, and no pass has changed the device's code.
ir_flags=(-fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -Xopenmp-target=nvptx64-nvidia-cuda -march=sm_90 -nocudalib
          -Qunused-arguments -S -emit-llvm -O1 -Xclang -disable-llvm-passes)
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

explain() { "$cleave" explain --json "$source" -- "${common[@]}" "${own[@]}" >explained.json 2>explain.errors || true; }
read_claims() {
  jq -r '
    def claims($region): .remarks[] | ["claim", $region, .code, .line, ([.message, .advice] | map(select(. != "")) | join("; "))];
    .[0] // empty | (.regions[] | ["region", .line], claims(.line)), claims(0),
      (.headers[] | (.regions[] | ["region", -1], claims(-1)), claims(0)) | @tsv' explained.json
}
# compile NAME SOURCE COMPILER...: NAME-host.ll and NAME-device.ll
compile() {
  local part
  for part in host device; do
    "${@:3}" "${common[@]}" "${ir_flags[@]}" --offload-$part-only "$2" -o "$1-$part.ll" 2>>"$1.errors" || return 1
    sed -i '/^module asm "\/\* cleave-plan /d' "$1-$part.ll" # a stamp of what was read, no code
  done
}
# observe SIDE COMPILER...
observe() {
  if compile "$1" "$source" "${@:2}" $names; then
    awk -v side="$1" -v file="$inode" -f "$inputs/observe.awk" "$1-host.ll" "$1-device.ll"
  else
    printf '%s\tfails\n' "$1"
    errors "$1.errors"
  fi
}
errors() { # claims of a compilation that failed
  sed -nE 's/^[^:]*:([0-9]+):[0-9]+: error: (CLV[0-9]+): (.*)$/claim\t0\t\2\t\1\t\3/p' "$1" | sort -u
}
same() { cmp -s "$1-host.ll" "$2-host.ll" && cmp -s "$1-device.ll" "$2-device.ll" && echo yes || echo no; }

explain
if [[ $skip = yes ]]; then
  own+=("-fplugin-arg-cleave-skip=$(read_claims | awk '$1 == "region" { printf "%s%s", between, $2; between = ":" }')")
  explain
fi
{
  read_claims
  observe plain "$clang"
  observe cleave "${cleave_cc[@]}" "${own[@]}"
  if [[ -e plain-device.ll && -e cleave-device.ll ]]; then
    printf 'equal\t%s\n' "$(same plain cleave)"
  fi
  if [[ $whole = yes ]] && ! "${cleave_cc[@]}" "${common[@]}" "${own[@]}" -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu \
      -c "$source" -o whole.o 2>whole.errors; then
    printf 'cleave\tfails\n'
    errors whole.errors
  fi
} >facts

# What a warning is about has no effect: the program is the same without it.
awk -F '\t' '$1 == "claim" && ($3 == "CLV301" || $3 == "CLV302") { print $3, $4 }' facts >warnings
while read -r code line; do
  changed=$folder/without-$line/${source##*/}
  mkdir -p "${changed%/*}"
  cp "$source" "$changed"
  compile full "$changed" "${cleave_cc[@]}" "${own[@]}"
  if [[ $code = CLV301 ]]; then
    # The same file is written again: its number is part of the kernels' names.
    sed "$line s/_Pragma(\"cleave[^\"]*\")//; $line s/^#pragma cleave .*//" "$source" >"$changed"
    compile less "$changed" "${cleave_cc[@]}" "${own[@]}"
  else
    compile less "$changed" "${cleave_cc[@]}"
  fi
  printf 'without\t%s\t%s\n' "$line" "$(same full less)" >>facts
done <warnings
[[ $run = yes ]] || exit 0

offload=(-O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu)
link=("-L$library" "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined -lm)
"${cleave_cc[@]}" "${common[@]}" $names "${own[@]}" "${offload[@]}" "$source" "${link[@]}" -o cleave
"$clang" "${common[@]}" $names "${offload[@]}" -c "$source" -o plain.o
"${cleave_cc[@]}" "${offload[@]}" plain.o "${link[@]}" -o plain # with libcleave, for its traces
# trace SIDE VARIANT SETTING...
trace() {
  timeout 120 env OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SPLIT=always CLEAVE_TRACE="$1-$2.json" "${@:3}" "./$1" \
    >"$1-$2.output"
  awk -v side="$1" -v variant="$2" '
    BEGIN { OFS = "\t" }
    function value(key) {
      if (!match($0, "\"" key "\":\"?")) return ""
      rest = substr($0, RSTART + RLENGTH)
      sub(/"?[,}].*$/, "", rest)
      return rest
    }
    function note_begin(key,   at) {
      at = value("ts") + 0
      if (!(key in begin) || at < begin[key]) begin[key] = at
    }
    /"cat":"kernel"/ {
      key = value("line") OFS value("device")
      ran[key]++
      note_begin(key)
    }
    /"cat":"(to|from) device"/ {
      name = value("name")
      sub(/[^A-Za-z0-9_].*$/, "", name)
      key = value("line") OFS (/"cat":"to/ ? "to" : "from") OFS name
      bytes[key] += value("bytes"); count[key]++
      # What a thread of libcleave does stands on a track of the device.
      threads[key] += value("pid") != 1
      note_begin(key)
    }
    END {
      for (key in ran) print side, "ran", variant, key, ran[key], begin[key]
      for (key in count) print side, "copied", variant, key, bytes[key], count[key], threads[key], begin[key]
    }' "$1-$2.json" >>facts
}
trace plain off CLEAVE_TRANSFERS=off CLEAVE_TILES=1
for variant in "off CLEAVE_TRANSFERS=off CLEAVE_TILES=1" "tiles CLEAVE_TRANSFERS=always CLEAVE_TILES=3"; do
  # shellcheck disable=SC2086 # words
  trace cleave $variant
  printf 'same\t%s\t%s\n' "${variant%% *}" \
    "$(cmp -s plain-off.output "cleave-${variant%% *}.output" && echo yes || echo no)" >>facts
done
