#!/usr/bin/env bash
# FILE: scripts/figures.sh
# WHAT: the regression guard: figures of programs that cleave compiles, which are the same on every machine, compared with those that
#       are accepted in test/figures/figures.txt. No GPU is used.
# USE:  scripts/figures.sh [--build FOLDER] [--bench FOLDER] [--flags FLAGS] [PROGRAM...]           compares; exits with 1 if a line differs
#       scripts/figures.sh --update [--build FOLDER] [PROGRAM...]    accepts the figures as they are now: review the diff, and commit it
#       scripts/figures.sh --list                                    the programs
#       FOLDER of --bench: the programs' sources instead of bench/; FLAGS: for `cleave cc`. Both are for tests.
#
# Figures of a program: whether its result is that of the reference; warnings of the compilation; bytes of host code and instructions
# of device code (PTX), and both over those of plain clang, which stand for object size and compile time; launches, copies, bytes
# each way, allocations, waits of the host (synchronizations), and the time of the region in the model of an H200. Figures of a
# kernel: launches, grid, instructions of warps, sectors of loads and stores, barriers, the time in the model, and its bound. Times
# have three digits.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build bench=$root/bench update="" flags=() programs=()
usage() { sed -n '/^# USE:/,/--list/p' "$0" | sed 's/^# USE:  /usage: /; s/^#  */       /' >&2; exit 2; }
accepted=$root/test/figures/figures.txt
# Program, and its arguments.
cases=(
  "gemm 128" "syrk 128" "2mm 96" "3mm 96" "covariance 128" "atax 256" "bicg 256" "mvt 256" "gesummv 256" "fdtd-2d 256 2" "srad 128 2" "lud 64"
  "spmv-csr 1024 --input uniform,32" "dot 128" "prefix 128" "histogram 128")
while [[ $# -gt 0 ]]; do
  case $1 in
    --update) update=1; shift; continue ;;
    --list) printf '%s\n' "${cases[@]%% *}"; exit 0 ;;
    --build | --bench | --flags) [[ $# -gt 1 ]] || usage ;;&
    --build) build=$(cd "$2" && pwd) ;;
    --bench) bench=$(cd "$2" && pwd) ;;
    --flags) IFS=" " read -ra flags <<<"$2" ;;
    -*) usage ;;
    *)
      printf '%s\n' "${cases[@]%% *}" | grep -qx -- "$1" || { echo "figures.sh: no program $1; --list prints them" >&2; exit 2; }
      programs+=("$1"); shift; continue ;;
  esac
  shift 2
done
[[ ${#programs[@]} -gt 0 ]] || programs=("${cases[@]%% *}")
clang="${CLANG:-clang-19}"
library=$(llvm-config-19 --libdir 2>/dev/null || echo /usr/lib/llvm-19/lib)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CLEAVE_CUDA_PATH=none CLEAVE_QUIET=on
common=(-O2 -ffp-contract=off -std=c11 -fopenmp "-I$bench/common" "-I$bench/irregular/common" -DREAL=double)
gpu=(--offload-arch=sm_90 "--cuda-path=$build/lib/cleave/toolkit" "-L$library" "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined
  "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc" -Qunused-arguments)

# code VERSION: bytes of its host code, and instructions of its device code, from $work/VERSION.o and .ptx.
code() {
  llvm-size-19 -A "$work/$1.o" | awk '$1 ~ /^\.text/ { sum += $2 } END { printf "%d ", sum }'
  grep -cE '^[[:space:]]+[a-z@].*;' "$work/$1.ptx"
}

# compile VERSION FOLDER COMPILER...: an object, its device code, and the warnings of both.
compile() {
  "${@:3}" "${common[@]}" "${gpu[@]}" -c "$2/naive.c" -o "$work/$1.o" 2>"$work/$1.warnings"
  "${@:3}" "${common[@]}" "${gpu[@]}" --offload-device-only -S "$2/naive.c" -o "$work/$1.ptx" 2>/dev/null
}

figures() { # figures PROGRAM ARGUMENT...
  local name=$1 folder=$bench/polybench/$1 extra=()
  shift
  [[ -d $folder ]] || folder=$bench/rodinia/$name
  [[ -d $folder ]] || { folder=$bench/irregular/$name; extra=("$bench"/irregular/common/*.c); }
  compile plain "$folder" "$clang"
  compile cleave "$folder" "$build/bin/cleave" cc "${flags[@]}"
  (cd "$work" && "$clang" "${common[@]}" -c "$folder/reference.c" "$bench"/common/*.c "${extra[@]}")
  "$build/bin/cleave" cc "${common[@]}" "${gpu[@]}" "$work/cleave.o" "$work"/{reference,harness,main,measure,memory,product,reference_file,statistics}.o \
    $([[ ${#extra[@]} -eq 0 ]] || printf "$work/%s.o " $(basename -s .c "${extra[@]}")) -lm -o "$work/program"
  local status=0
  env -i PATH="$PATH" HOME="$work" KMP_BLOCKTIME=0 OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_QUIET=on CLEAVE_MEASURE=off CLEAVE_SPLIT=always \
    CLEAVE_STAGING_THREADS=4 CLEAVE_SIMULATOR_STAGING_THREADS=4 CLEAVE_SIMULATOR_ARCHITECTURE=90 CLEAVE_SIMULATOR_THREADS=ordered \
    CLEAVE_SIMULATOR_HOST_THREADS=1 CLEAVE_SIMULATOR_SUMMARY="$work/summary" \
    "$build/bin/cleave" simulate --device=h200 --json="$work/report" "$work/program" "$@" >"$work/output" 2>&1 || status=$?
  local result=right
  [[ $status -eq 0 ]] || result=WRONG
  grep -q ' OK$' "$work/output" || result=WRONG
  echo "$name $* result=$result warnings=$(grep -c 'warning:' "$work/cleave.warnings" || true)"
  paste -d' ' <(code plain) <(code cleave) | awk -v name="$name" '{
    printf "%s host-code=%d device-code=%d over-clang=%.2f,%.2f\n", name, $3, $4, $3 / $1, $4 / $2 }'
  jq -r --arg name "$name" --arg calls "$(awk -F' = ' '$1 ~ /^(allocations|synchronizations)$/ { printf "%s=%s ", $1, $2 }' "$work/summary")" '
    def digits: if . == 0 then 0 else (log10 | floor) as $e | pow(10; 2 - $e) as $f | (. * $f | round) / $f end;
    .programs[0]
    | "\($name) launches=\(.launches) copies=\(.transfers.to_device.copies)+\(.transfers.from_device.copies) bytes=\(.transfers.to_device.bytes)+\(.transfers.from_device.bytes) \($calls)us=\(.elapsed_ns / 1e3 | digits)",
      (.kernels[] | "\($name) kernel=\(.function):\(.line) launches=\(.launches) grid=\(.teams[1])x\(.threads[1]) instructions=\([.counts.warp_instructions[]] | add) loads=\(.counts.global_load_sectors) stores=\(.counts.global_store_sectors) barriers=\(.counts.block_barriers) us=\(.time_ns / 1e3 | digits) bound=\(.bound)")' \
    "$work/report"
}

printf '%s\n' "${programs[@]}" >"$work/names"
for case in "${cases[@]}"; do
  # shellcheck disable=SC2086 # a list of words
  ! grep -qx -- "${case%% *}" "$work/names" || figures $case
done >"$work/now"
# The accepted figures of these programs, and of all others.
touch "$accepted"
awk 'NR == FNR { chosen[$1]; next } $1 in chosen' "$work/names" "$accepted" >"$work/before"
if [[ $update ]]; then
  awk 'NR == FNR { chosen[$1]; next } !($1 in chosen)' "$work/names" "$accepted" >"$work/others"
  # In the order of the list.
  for case in "${cases[@]}"; do
    awk -v name="${case%% *}" '$1 == name' "$work/now" "$work/others"
  done >"$work/all"
  cp "$work/all" "$accepted"
  exit 0
fi
if ! diff -U0 --label accepted --label now "$work/before" "$work/now"; then
  echo "figures.sh: figures differ from test/figures/figures.txt; if that is meant, scripts/figures.sh --update accepts them" >&2
  exit 1
fi
