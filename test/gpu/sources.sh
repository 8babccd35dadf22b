#!/usr/bin/env bash
# FILE: test/gpu/sources.sh
# WHAT: runs test programs as GPU code on the simulator, by plain clang and by cleave, and compares what they print with
#       plain clang's program on the host device. No CUDA toolkit is used.
# USE:  sources.sh BUILD SOURCE...    C and C++ files with main; those that plain clang does not compile are left out
#
# Prints a line for each program that is left out or that differs:
#   left out          plain clang does not compile it for the GPU, or the program fails on the host
#   plain differs     plain clang's program differs on the GPU and on the host
#   DIFFERS           cleave's program differs from plain clang's on the GPU, or fails
# Exit status 0: no program of cleave differs.
set -uo pipefail
[[ $# -gt 1 ]] || { echo "usage: sources.sh BUILD SOURCE..." >&2; exit 2; }
build=$(cd "$1" && pwd) || exit 2
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
export CLEAVE_CUDA_PATH=none OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_QUIET=on CLEAVE_SPLIT=always
export CLEAVE_SIMULATOR_EXECUTE=require build root library work

# compare SOURCE: all of one program; prints its line
compare() {
  local source=$1 name=${1#"$root"/} folder compiler=clang-19 command=cc
  folder=$(mktemp -d "$work/XXXXXX")
  if [[ $source == *.cpp ]]; then compiler=clang++-19 command=c++; fi
  local flags=(-O2 -w -fopenmp "-I$root/test/lit/cases/Inputs" "-I$(dirname "$source")" "-I$root/lib" "-L$library"
    "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined -lm)
  local gpu=(--offload-arch=sm_90 "--cuda-path=$build/lib/cleave/toolkit"
    "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc")
  cd "$folder" || return
  if ! "$compiler" "$source" "${flags[@]}" -fopenmp-targets=x86_64-pc-linux-gnu -o host >/dev/null 2>&1 ||
    ! timeout 60 ./host >host.out 2>&1; then
    echo "$name: left out: host"
    return
  fi
  if ! "$compiler" "$source" "${flags[@]}" "${gpu[@]}" -o plain >plain.log 2>&1; then
    echo "$name: left out: $(grep -m 1 -E 'error|ERROR' plain.log)"
    return
  fi
  LD_LIBRARY_PATH=$build/lib/cleave/simulator timeout 120 ./plain >plain.out 2>&1
  echo "status $?" >>plain.out
  echo "status 0" >>host.out
  if ! "$build/bin/cleave" "$command" "$source" "${flags[@]}" "${gpu[@]}" -o cleaved >cleaved.log 2>&1; then
    echo "$name: DIFFERS: does not compile: $(grep -m 1 error cleaved.log)"
    return
  fi
  LD_LIBRARY_PATH=$build/lib/cleave/simulator timeout 120 ./cleaved >cleaved.out 2>&1
  echo "status $?" >>cleaved.out
  local plain=same
  alike host.out plain.out || plain=differs
  if alike host.out cleaved.out; then
    [[ $plain == same ]] && echo "$name: same" || echo "$name: plain differs, cleave does not: $(tail -n 2 plain.out | tr '\n' ' ')"
  elif alike plain.out cleaved.out; then
    echo "$name: plain differs, and cleave alike: $(diff host.out plain.out | grep -m 1 '^>')"
  else
    echo "$name: DIFFERS: $(diff plain.out cleaved.out | grep -m 1 '^>')"
  fi
}
# without_addresses FILE: the text of FILE without addresses, which each run has its own of
without_addresses() { sed -E 's/0x[0-9a-fA-F]+/0x/g' "$1"; }
# alike FILE FILE: whether both programs printed the same
alike() { cmp -s <(without_addresses "$1") <(without_addresses "$2"); }
export -f compare without_addresses alike

for source in "$@"; do
  grep -q 'int main' "$source" && realpath "$source"
done | xargs -P "${JOBS:-2}" -I{} bash -c 'compare {}' >"$work.lines" 2>/dev/null
sort "$work.lines" | grep -v ': same$'
count() { grep -c "$1" "$work.lines"; }
echo "$(wc -l <"$work.lines") programs: $(count ': same$') same, $(count ': plain differs') plain differs," \
  "$(count ': left out') left out, $(count ': DIFFERS') DIFFER"
differ=$(count ': DIFFERS') programs=$(wc -l <"$work.lines")
rm "$work.lines"
[[ $programs -gt 0 && $differ -eq 0 ]]
