#!/usr/bin/env bash
# FILE: bench/transfers/simulator.sh
# WHAT: for the scripts in this folder: benchmark programs on the simulated driver, timed in virtual time (region.c). To be
#       sourced; $root, $build and $work are folders: of the project, of its build, and for temporary files.
#
# Up to most_executed rows, the kernels execute, and their durations are those of the simulator's time model. It shares no
# formula with the choices of cleave. Larger matrices, which no memory holds, are not executed: each kernel executes with that
# number of rows and with half of it, and each part of its time (issue, l2, hbm, latency, ...) continues as a power of the
# number of rows. The duration is the time of an empty kernel and the greatest part. In these two executions the device has a
# small second level, which does not hold the matrix, as no device holds the large one. A launch for a part of the iterations
# takes that part of all but the latency; and of the latency too, if a thread of a full device has 64 iterations or more.
# shellcheck shell=bash disable=SC2154,SC2086 # flags are a list of words

libraries=$(llvm-config-19 --libdir 2>/dev/null || echo /usr/lib/llvm-19/lib)
clang="${CLANG:-clang-19}"
flags="-O3 -std=c11 -Wno-openmp-mapping -I$root/bench/common -DREAL=double -fopenmp --offload-arch=sm_90 --cuda-path=$build/lib/cleave/toolkit
  -Qunused-arguments -L$libraries -Wl,-rpath,$libraries -Wl,--allow-shlib-undefined
  --libomptarget-nvptx-bc-path=$libraries/libomptarget-nvptx-sm_90.bc"

most_executed() { # most_executed PROGRAM: rows
  case $1 in
    gemm) echo 256 ;;
    *) echo "${executed_rows:-1024}" ;;
  esac
}

# The second level, in KiB: an eighth of the matrix of so many rows. The three matrices of gemm are 1.5 times as large.
small_level_2() { # small_level_2 PROGRAM
  local rows
  rows=$(most_executed "$1")
  case $1 in
    gemm) echo 1024 ;;
    *) echo $((rows * rows / 1024)) ;;
  esac
}

# Compiles PROGRAM as $work/PROGRAM-VERSION: clang; split, by cleave with each transfer where the map clauses have it, and
# without the fallback; cleave, by default: with the transfer engine, and the fallback for few iterations.
compile() { # compile PROGRAM
  local folder rest
  local -x CLEAVE_CUDA_PATH=none CLEAVE_QUIET=on # the images have PTX only
  folder=$root/bench/$(awk -v name="$1" '$1 == name { print $2 }' "$root/bench/programs.txt")
  if [[ ! -f $work/region.o ]]; then
    $clang $flags -c "$root/bench/transfers/region.c" -o "$work/region.o"
    $clang $flags -c "$root/bench/common/product.c" -o "$work/product.o"
  fi
  $clang $flags -c "$folder/reference.c" -o "$work/$1.o"
  rest="$folder/naive.c $work/$1.o $work/region.o $work/product.o -lm"
  # libcleave lets images of CUDA 13 load; the grids of clang's kernels stay as they are.
  $clang -L"$build/lib" -lcleave -Wl,-rpath,"$build/lib" $flags $rest -o "$work/$1-clang"
  "$build/bin/cleave" cc -fplugin-arg-cleave-transfers=reduced -fplugin-arg-cleave-single-kernel-fallback=off \
    $flags $rest -o "$work/$1-split"
  "$build/bin/cleave" cc $flags $rest -o "$work/$1-cleave"
}

# The caller's choices of how to move bytes; of all else of its environment nothing gets through.
mapfile -t choices < <(env | grep -E '^CLEAVE_(PIN|SPLIT|TRANSFERS|TILES|WAITS)=' || true)

# start DEVICE PROGRAM VERSION N CALLS VARIABLE=VALUE...
# The calls are timed without the one measurement of a device that is not known by name (docs/design/pinning.md).
# Loops run as in the source (CLEAVE_MAP=off): the parameters of a nest on the grid do not show which part of the iterations is launched.
# Clang's program has the OpenMP run time's own limit on the memory that it keeps for the next launch, as without libcleave.
start() {
  local limit=()
  [[ $3 != clang ]] || limit=(LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=8192)
  env -i PATH="$PATH" HOME="$work" CLEAVE_SIMULATOR_PROFILE="$1" CLEAVE_SIMULATOR_ARCHITECTURE=90 CLEAVE_SIMULATOR_THREADS=ordered \
    CLEAVE_MEASURE=off CLEAVE_MAP=off CLEAVE_SIMULATOR_STAGING_THREADS=4 CLEAVE_STAGING_THREADS=4 CLEAVE_SIMULATOR_SUMMARY="$work/summary" \
    LD_LIBRARY_PATH="$build/lib/cleave/simulator" KMP_BLOCKTIME=0 OMP_TARGET_OFFLOAD=MANDATORY \
    "${limit[@]}" "${choices[@]}" "${@:6}" "$work/$2-$3" "$4" "$5"
}

# What the kernels of PROGRAM-VERSION do, as lines "NAME PART ROWS PARTS...": PART is n or n*n where a launch may be for a part
# of so many iterations, of which parameters 1 and 2 are the first and the end, and -n or -n*n where they are the end and
# the first; else none. PARTS: ns of an empty kernel, of latency, and of each other part. Some kernels have a second version, for
# arrays that do not overlap, and some regions have the fallback.
kernels() { # kernels DEVICE PROGRAM VERSION
  local file=$work/$1-$2-$3.kernels most rows mode modes=(CLEAVE_SPLIT=never)
  if [[ ! -f $file ]]; then
    most=$(most_executed "$2")
    sed 's/^level_2_cache = .*/level_2_cache = '"$(small_level_2 "$2")"' KiB/' "$root/lib/simulator_driver/devices/$1.profile" >"$work/$1.profile"
    [[ $3 == clang ]] || modes+=("CLEAVE_SPLIT=always CLEAVE_TILES=1 CLEAVE_NO_ALIAS="{on,off}" CLEAVE_TRANSFERS="{auto,always,off})
    for rows in $((most / 2)) "$most"; do
      for mode in "${modes[@]}"; do
        rm -f "$work/counts"
        start "$work/$1.profile" "$2" "$3" "$rows" 2 CLEAVE_SIMULATOR_LOG="$work/log" CLEAVE_SIMULATOR_COUNTS="$work/counts" \
          CLEAVE_SIMULATOR_EXECUTE=require $mode >"$work/out"
        jq -r 'select(.type == "launch") | .parts as $parts | [.kernel, $parts.launch, $parts.latency,
            ($parts | del(.launch, .latency, .barriers, .tail, .queueing)[])] | join(" ")' "$work/counts" |
          awk -v n="$rows" '
            NR == FNR {
              if ($4 != "cuLaunchKernel") next
              name = substr($5, 10)
              if (!(name in part)) part[name] = "none"
              if ($0 ~ " p1=0 p2=" n " ") part[name] = "n"
              if ($0 ~ " p1=0 p2=" n * n " ") part[name] = "n*n"
              if ($0 ~ " p1=" n " p2=0 ") part[name] = "-n"
              if ($0 ~ " p1=" n * n " p2=0 ") part[name] = "-n*n"
              next
            }
            $1 !~ /open_device/ { name = $1; $1 = ""; print name, name in part ? part[name] : "none", n $0 }' "$work/log" -
      done
    done | sort -u >"$file"
  fi
  cat "$file"
}

# How long the kernels of PROGRAM-VERSION run with more rows than are executed, for CLEAVE_SIMULATOR_KERNELS.
durations() { # durations DEVICE PROGRAM VERSION N
  kernels "$1" "$2" "$3" | awk -v n="$4" -v device_threads="$(awk '$1 == "multiprocessors" { print $3 * 2048 }' "$root/lib/simulator_driver/devices/$1.profile")" -v most="$(most_executed "$2")" -v loops="$([[ $2 == gemm ]] && echo 3 || echo 2)" '
    function larger(a, b) { return a > b ? a : b }
    # The greatest of several launches, with different transfers.
    {
      names[$1]
      part[$1] = $2
      for (i = 4; i <= NF; i++) value[$1, $3 == most, i] = larger(value[$1, $3 == most, i], $i)
      fields = NF
    }
    # No part grows faster than the iterations, but caches that overflow between the two sizes can seem so.
    function continued(name, i,   half, all, power) {
      half = value[name, 0, i]
      all = value[name, 1, i]
      power = half > 0 && all > half ? log(all / half) / log(2) : 0
      return all * (n / most) ^ (power < loops ? power : loops)
    }
    END {
      for (name in names) {
        rest = 0
        for (i = 6; i <= fields; i++) rest = larger(rest, continued(name, i))
        iterations = part[name] ~ /n\*n/ ? n * n : n
        range = part[name] ~ /^-/ ? "(p1 - p2)" : "(p2 - p1)"
        units = part[name] == "none" ? sprintf("%.0fns", rest) : sprintf("%s * %.9gns", range, rest / iterations)
        latency = continued(name, 5)
        if (part[name] != "none" && n ^ (loops - 1) >= 64 * device_threads) {
          rest = larger(rest, latency)
          units = sprintf("%s * %.9gns", range, rest / iterations)
          latency = 0
        }
        # The language of formulas has no max(a, b).
        printf "%s = %.0fns + %.0fns + %s - min(%.0fns, %s)\n", name, value[name, 1, 4], latency, units, latency, units
      }
      print "*_kernel_* = 1000s" # one that was not executed: not to be missed
    }'
}

# The times of CALLS calls in ns, in one line. Fails where they are not exact.
timed() { # timed DEVICE PROGRAM VERSION N CALLS VARIABLE=VALUE...
  local how=(CLEAVE_SIMULATOR_EXECUTE=require)
  if [[ $4 -gt $(most_executed "$2") ]]; then
    durations "$1" "$2" "$3" "$4" >"$work/durations"
    how=(CLEAVE_SIMULATOR_COPY_LIMIT=512 CLEAVE_SIMULATOR_KERNELS="$work/durations")
  fi
  start "${@:1:5}" "${how[@]}" "${@:6}" | paste -sd' '
  grep -qx 'waits in a loop = 0' "$work/summary" || { echo "${0##*/}: $2-$3: no exact times" >&2; exit 1; }
}
