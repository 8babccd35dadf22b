#!/usr/bin/env bash
# FILE: bench/evidence/measure.sh
# WHAT: for the scripts of bench/evidence: versions of the benchmark programs, compiled for a GPU and run on the simulated one. To
#       be sourced; $root, $build and $work are folders: of the project, of its build, and for temporary files.
#
# Times are virtual: kernels have those of the time model, copies and calls those of the device's profile. One call of the
# kernel function is timed, in a process that has opened the device before: from data on the host to results on the host
# (bench/transfers/region.c). Arrays are zero, and results are not checked; bench/check.sh and bench/cuda/check.sh do that.
#
# Programs of 9600 rows have 10^12 iterations. So most teams of a grid are not executed: about $blocks of each launch are, and the
# rest is extrapolated from them (docs/design/simulator-model.md). Where a few teams execute all iterations, the program
# executes with fewer rows and half as many, and each kernel's time continues as that power of the rows, at most $power. Both
# executions have a second level of cache that is smaller in the ratio of the matrices. The copies are then those of all rows.
# shellcheck shell=bash disable=SC2154

libraries=$(llvm-config-19 --libdir 2>/dev/null || echo /usr/lib/llvm-19/lib)
clang="${CLANG:-clang-19}"
blocks=16
power=3
evidence=$root/bench/evidence
evidence_flags=(-O3 -ffp-contract=off -std=c11 -Wno-openmp-mapping "-I$root/bench/common" -DREAL=float -fopenmp -Qunused-arguments)
gpu_flags=(--offload-arch=sm_90 "--cuda-path=$build/lib/cleave/toolkit" "-L$libraries" "-Wl,-rpath,$libraries"
  -Wl,--allow-shlib-undefined "--libomptarget-nvptx-bc-path=$libraries/libomptarget-nvptx-sm_90.bc")

fail() { echo "${0##*/}: $1" >&2; exit 1; }

# version NAME: its source, compiler, options and variables.
version() { awk -v name="$1" '$1 == name { print $2, $3, $4, $5 }' "$evidence/versions.txt"; }

# compile PROGRAM VERSION: makes $work/PROGRAM-VERSION.
compile() {
  local folder source compiler options variables command option
  [[ ! -x $work/$1-$2 ]] || return 0
  read -r source compiler options variables < <(version "$2")
  [[ -n ${variables-} ]] || fail "no version $2; bench/evidence/versions.txt has them"
  folder=$root/bench/$(awk -v name="$1" '$1 == name { print $2 }' "$root/bench/programs.txt")
  local -x CLEAVE_CUDA_PATH=none CLEAVE_QUIET=on
  "$clang" "${evidence_flags[@]}" -c "$folder/reference.c" -o "$work/reference.o"
  [[ -f $work/product.o ]] || "$clang" "${evidence_flags[@]}" -c "$root/bench/common/product.c" -o "$work/product.o"
  local rest=("$root/bench/transfers/region.c" "$work/reference.o" "$work/product.o" -lm)
  if [[ $source == cuda || $source == tuned ]]; then
    "$root/bench/cuda/compile.sh" "$build" "$work/cuda.o" "$folder/$source.cu" -DREAL=float
    "$clang" "${evidence_flags[@]}" "$work/cuda.o" "${rest[@]}" -ldl "-L$libraries" "-Wl,-rpath,$libraries" -o "$work/$1-$2"
    return
  fi
  if [[ $compiler == gcc ]]; then
    # GCC's assembler tests its output with an installed ptxas, which may be too new for the PTX.
    gcc -O3 -ffp-contract=off -std=gnu11 "-I$root/bench/common" -DREAL=float -fopenmp -foffload=nvptx-none \
      "-foffload-options=nvptx-none=-misa=sm_80 -Wa,--no-verify" "$folder/$source.c" \
      "$folder/reference.c" "$root/bench/common/product.c" "$root/bench/transfers/region.c" -lm -ldl -o "$work/$1-$2" 2>"$work/messages" ||
      { cat "$work/messages" >&2; fail "gcc did not compile $1"; }
    return
  fi
  # libcleave lets images of CUDA 13 load; the grids of clang's kernels stay as they are.
  command=("$clang" "-L$build/lib" -lcleave "-Wl,-rpath,$build/lib")
  [[ $compiler == clang ]] || command=("$build/bin/cleave" cc)
  for option in ${options//,/ }; do
    case $option in
      none) ;;
      generic) command+=(-mllvm -openmp-opt-disable-spmdization) ;;
      *) command+=("-fplugin-arg-cleave-$option") ;;
    esac
  done
  "${command[@]}" "${evidence_flags[@]}" "${gpu_flags[@]}" "$folder/$source.c" "${rest[@]}" -o "$work/$1-$2"
}

# simulate PROFILE PROGRAM VERSION ROWS STEPS VARIABLE=VALUE...: writes $work/report; the virtual time is on standard output.
# The host has 16 processors, so eight threads fill the buffers of a transfer. TRACE, if it is set: the file of a trace.
simulate() {
  local source compiler options variables arguments=("$4" 1) limit=()
  read -r source compiler options variables < <(version "$3")
  [[ $5 == - ]] || arguments+=("$5")
  # Clang's programs keep as much memory for the next launch as they do without libcleave.
  [[ $compiler == cleave ]] || limit=(LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=8192)
  [[ $variables != none ]] || variables=""
  # shellcheck disable=SC2086 # a list of words
  env -i PATH="$PATH" HOME="$work" KMP_BLOCKTIME=0 OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_QUIET=on CLEAVE_MEASURE=off \
    CLEAVE_SIMULATOR_ARCHITECTURE=90 CLEAVE_SIMULATOR_THREADS=ordered CLEAVE_SIMULATOR_STAGING_THREADS=8 \
    CLEAVE_STAGING_THREADS=8 "${limit[@]}" ${variables//,/ } "${@:6}" \
    "$build/bin/cleave" simulate --device="$1" --blocks="$blocks" --json="$work/report" ${TRACE:+--trace="$TRACE"} \
    "$work/$2-$3" "${arguments[@]}" \
    >"$work/output" 2>&1 || { cat "$work/output" >&2; fail "$2, version $3, failed"; }
  grep -m 1 -x '[0-9]*' "$work/output"
}

# row EXPERIMENT DEVICE PROGRAM VERSION ROWS STEPS HOW TIME: an object of JSON, of the last simulation. SETTING, if it is set, tells runs
# of one version apart.
row() {
  jq -c --arg experiment "$1" --arg device "$2" --arg program "$3" --arg version "$4" --argjson rows "$5" --arg steps "$6" \
    --arg how "$7" --argjson time "$8" --arg setting "${SETTING-}" '
    .programs[0] | {experiment: $experiment, device: $device, program: $program, version: $version, setting: $setting, type: "float", rows: $rows,
      steps: (if $steps == "-" then null else $steps | tonumber end), how: $how, time_ns: $time,
      to_device: .transfers.to_device, from_device: .transfers.from_device,
      kernels: [.kernels[] | select(.function | startswith("open_device") | not)
        | {function: (.function | sub("^void "; "") | sub("[<(].*"; "")), line, launches, teams: .teams[1], threads: .threads[1],
           time_ns, launch_ns: (.parts_ns.launch // 0), occupancy, bound, sectors: .sectors_per_access,
           instructions: ([.counts.warp_instructions // {} | .[]] | add),
           flops: (((.counts.lane_instructions // {}) | (.float32 // 0) + (.float64 // 0))),
           memory_bytes: (((.counts.level_2_misses // 0) + (.counts.memory_written // 0)) * 32)}]}
    | .kernels_ns = ([.kernels[].time_ns] | add) | .launches = ([.kernels[].launches] | add)' "$work/report"
}

# Rows that execute where few teams execute all iterations: a profile with the second level of that many of ROWS.
smaller_device() { # smaller_device DEVICE ROWS EXECUTED
  local file=$root/lib/simulator_driver/devices/$1.profile cache
  cache=$(awk '$1 == "level_2_cache" { print $3 * ($4 == "MiB" ? 1024 : 1) }' "$file")
  sed "s/^level_2_cache = .*/level_2_cache = $(awk -v c="$cache" -v a="$3" -v b="$2" \
    'BEGIN { printf "%d", c * (a / b) ^ 2 < 16 ? 16 : c * (a / b) ^ 2 }') KiB/" "$file" >"$work/smaller.profile"
}

# measure EXPERIMENT DEVICE PROGRAM VERSION ROWS STEPS [VARIABLE=VALUE...]: prints its row. EXECUTED, if it is set and less than
# ROWS: the rows that execute, with one of the STEPS. The only kernel of base, generic and gcc has all steps, so its time is a multiple.
measure() {
  local experiment=$1 device=$2 program=$3 name=$4 rows=$5 steps=$6 time half executed=${EXECUTED:-$5}
  shift 6
  compile "$program" "$name"
  if ((executed >= rows)); then
    time=$(simulate "$device" "$program" "$name" "$rows" "$steps" "$@")
    row "$experiment" "$device" "$program" "$name" "$rows" "$steps" sampled "$time"
    return
  fi
  smaller_device "$device" "$rows" "$executed"
  for half in 2 1; do
    simulate "$work/smaller.profile" "$program" "$name" $((executed / half)) "$([[ $steps == - ]] && echo - || echo 1)" "$@" >/dev/null
    mv "$work/report" "$work/report-$half"
  done
  jq -rn --slurpfile half "$work/report-2" --slurpfile all "$work/report-1" --argjson factor "$((rows * 1000 / executed))" \
    --argjson steps "$([[ $steps == - ]] && echo 1 || echo "$steps")" --argjson most "$power" --argjson one "$([[ $name == base || $name == generic || $name == gcc ]] && echo 1 || echo 0)" '
    def each(report): report[0].programs[0].kernels | map(select(.function | startswith("open_device") | not)
      | {key: .name, value: (.time_ns / .launches - (.parts_ns.launch // 0)), launch: (.parts_ns.launch // 0) });
    (each($half) | map({(.key): .value}) | add) as $before
    | each($all)[] | (if ($before[.key] // 0) > 0 and .value > $before[.key] then .value / $before[.key] | log2 else $most end) as $power
    | "\(.key | sub(".*_kernel_"; "*_kernel_")) = \(.launch + .value * pow($factor / 1000; [$power, $most] | min) * (if $one == 1 then $steps else 1 end) | floor)ns"' \
    >"$work/durations"
  time=$(simulate "$device" "$program" "$name" "$rows" "$steps" CLEAVE_SIMULATOR_COPY_LIMIT=512 CLEAVE_SIMULATOR_KERNELS="$work/durations" "$@")
  row "$experiment" "$device" "$program" "$name" "$rows" "$steps" "continued from $executed rows" "$time"
}
