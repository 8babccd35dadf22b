#!/bin/bash
# registers.sh: compares what `cleave inspect` says of every kernel of the benchmark programs with what
# NVIDIA's tools print while they make it: registers and frame of ptxas, registers and shared memory
# of nvlink.
#
# Usage: registers.sh CLEAVE CLANG FOLDER [TYPE...]   CLEAVE: the command; CLANG: the compiler with its
#        flags for sm_90, as one word; FOLDER: where to build; TYPEs: float, double (the default)
# nvlink raises a kernel's registers to those of the functions it calls, so its number is the true one;
# that ptxas gives the same is so for these programs, whose kernels call nothing large.
# Prints a line for each kernel and a count. Exit status 0 if there are kernels and all agree.
set -u
cleave=$1
read -ra clang <<<"$2"
folder=$3
shift 3
cd "$(dirname "$0")/../../../../bench" || exit 2
[[ $# -gt 0 ]] || set -- double
status=0

# Reads the output of the tools and, in its lines that begin with {, of inspect.
compare='
  function complain(text) { print "FAILED: " what " " name ": " text; failures++ }
  function field(key) { return match($0, "\"" key "\": [0-9]+") ? substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) + 0 : "none" }
  function before(word,  i) { for (i = 2; i <= NF; i++) if ($i == word) return $(i - 1) + 0; return 0 }
  /ptxas info.*Compiling entry function/ { split($0, part, "\047"); name = part[2]; entry = 1; next }
  /ptxas info.*Function properties for/ { if ($NF != name) entry = 0; next }
  /bytes stack frame/ && entry { frame[name] = $1; next }
  /ptxas info.*Used / && entry { assembled[name] = before("registers,"); own[name] = /smem/ ? $0 : ""; sub(/ bytes smem.*/, "", own[name]); sub(/.* /, "", own[name]); entry = 0; next }
  /nvlink info.*Function properties for/ { split($0, part, "\047"); name = part[2]; next }
  /nvlink info.*used / { linked[name] = before("registers,"); shared[name] = $0; sub(/ bytes smem.*/, "", shared[name]); sub(/.* /, "", shared[name]); next }
  /^ *\{"name"/ {
    split($0, part, "\""); name = part[4]; count++; seen[name] = 1
    if (field("registers") != linked[name]) complain("registers " field("registers") ", nvlink says " linked[name])
    if (field("registers") < assembled[name]) complain("registers " field("registers") ", ptxas says " assembled[name])
    if (field("shared_bytes") != shared[name]) complain("shared memory " field("shared_bytes") ", nvlink says " shared[name])
    if (field("frame_bytes") != frame[name]) complain("frame " field("frame_bytes") ", ptxas says " frame[name])
    sub(/.*offloading_[0-9a-f]+_[0-9a-f]+_/, "", name)
    printf "%s %s: registers %d, shared %d (ptxas: %d), frame %d\n", what, name, field("registers"), field("shared_bytes"), own[part[4]], field("frame_bytes")
  }
  END {
    for (name in linked) if (!(name in seen)) complain("inspect does not list it")
    if (!count) { name = "-"; complain("no kernels") }
    exit failures > 0
  }'

while read -r name path _; do
  [[ $name == \#* ]] && continue
  for type in "$@"; do
    for version in naive cleave hand; do
      source=$path/${version/cleave/naive}.c
      compiler=("${clang[@]}")
      [[ $version != cleave ]] || compiler=("$cleave" cc -fopenmp --offload-arch=sm_90)
      # A shared library needs no main, reference or measuring, which would only take time.
      if ! "${compiler[@]}" -O3 -std=c11 -fPIC -shared -Icommon -DREAL="$type" \
        "$source" -o "$folder/library.so" -Xcuda-ptxas -v -Xoffload-linker -v \
        >"$folder/output" 2>&1; then
        echo "FAILED: $name $version $type does not compile:" | tee -a "$folder/lines"
        cat "$folder/output"
        status=1
        continue
      fi
      "$cleave" inspect --json "$folder/library.so" | jq -c '.[].images[].kernels[]' | sed 's/":/": /g' >>"$folder/output"
      [[ ${PIPESTATUS[0]} -eq 0 ]] || status=1
      awk -v what="$name $version $type" "$compare" "$folder/output" | tee -a "$folder/lines"
      [[ ${PIPESTATUS[0]} -eq 0 ]] || status=1
    done
  done
done <programs.txt
echo "$(grep -c ": registers" "$folder/lines") kernels, $(grep -c FAILED "$folder/lines") differences"
exit $status
