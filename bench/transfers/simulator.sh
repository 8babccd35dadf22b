#!/usr/bin/env bash
# FILE: bench/transfers/simulator.sh
# WHAT: for the scripts beside it: benchmark programs on the simulated driver, timed in virtual time (region.c), at
#       sizes that no memory holds. To be sourced; $root, $build and $work are folders: of the project, of its
#       build, and for temporary files.
#
# How long a kernel runs is a formula, the same for all versions of a program: a loop that moves W bytes of the
# device's memory in P threads takes
#   2 us + W / (bandwidth of the memory) + W / (P * rate of one thread)
# where a quarter of the threads that the device holds at a time use all of its bandwidth; P is at most the number of
# iterations. A kernel of several loops takes 2 us and the rest of each; a launch for a part of the iterations takes
# 2 us and that part of the rest. W is what the loop reads of matrices, each element once; in gemm's product, where
# caches serve most reads, a sixteenth of them. All that is of the right size and no more: what is compared are
# transfers.
# shellcheck shell=bash disable=SC2154,SC2086 # flags are a list of words

libraries=$(llvm-config-19 --libdir 2>/dev/null || echo /usr/lib/llvm-19/lib)
clang="${CLANG:-clang-19}"
flags="-O3 -std=c11 -Wno-openmp-mapping -I$root/bench/common -DREAL=double -fopenmp --offload-arch=sm_90
  -Qunused-arguments -L$libraries -Wl,-rpath,$libraries
  --libomptarget-nvptx-bc-path=$libraries/libomptarget-nvptx-sm_90.bc"

# A program's loops, in order of their launches: the number of iterations that may run at once, and the bytes that
# all of them move.
loops_of() { # loops_of PROGRAM
  case $1 in
    atax) printf '%s\n' '1 8*n' 'n 8*n*n' 'n 8*n*n' ;;
    mvt | bicg) printf '%s\n' 'n 8*n*n' 'n 8*n*n' ;;
    gesummv) printf '%s\n' 'n 16*n*n' ;;
    gemm) printf '%s\n' 'n*n 16*n*n' 'n*n 2*n*n*n*8/16' ;;
    *) echo "${0##*/}: there is no program $1 here" >&2; exit 2 ;;
  esac
}

# profile_value DEVICE KEY
profile_value() {
  awk -v key="$2" '$1 == key { print $3 * ($4 ~ /TB/ ? 1000 : 1) }' "$root/lib/simulator_driver/devices/$1.profile"
}

# Compiles PROGRAM as $work/PROGRAM-VERSION: clang; split, by cleave with each transfer where the map clauses have it,
# and never as it is written; cleave, as it is by default: with the region as it is written for few iterations.
compile() { # compile PROGRAM
  local folder rest
  loops_of "$1" >"$work/loops"
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
# Clang's program has the OpenMP run time's own limit on the memory that it keeps for the next launch, as without libcleave.
start() {
  local limit=()
  [[ $3 != clang ]] || limit=(LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD=8192)
  env -i PATH="$PATH" HOME="$work" CLEAVE_SIMULATOR_PROFILE="$1" CLEAVE_SIMULATOR_ARCHITECTURE=90 CLEAVE_SIMULATOR_THREADS=ordered \
    CLEAVE_MEASURE=off CLEAVE_SIMULATOR_COPY_LIMIT=512 CLEAVE_SIMULATOR_STAGING_THREADS=4 CLEAVE_STAGING_THREADS=4 CLEAVE_SIMULATOR_SUMMARY="$work/summary" \
    LD_LIBRARY_PATH="$build/lib/cleave/simulator" KMP_BLOCKTIME=0 OMP_TARGET_OFFLOAD=MANDATORY \
    "${limit[@]}" "${choices[@]}" "${@:6}" "$work/$2-$3" "$4" "$5"
}

# The kernels of PROGRAM-VERSION, as lines "NAME LOOP PART": the number of the loop, - for all of them; PART is n or n*n
# where a launch may be for a part of so many iterations, of which parameters 1 and 2 are the first and the end, and
# -n or -n*n where they are the end and the first. Which there are is seen in two calls; some kernels have a second
# version, for arrays that do not overlap, and some regions are there as they are written, too.
kernels() { # kernels PROGRAM VERSION
  local file=$work/$1-$2.kernels count=1 mode size
  if [[ ! -f $file ]]; then
    [[ $2 == clang ]] || count=$(loops_of "$1" | wc -l)
    for mode in "CLEAVE_NO_ALIAS="{on,off}" CLEAVE_TRANSFERS="{auto,always,off}; do
      size=64
      [[ $mode == *auto ]] && size=1024
      start h200 "$1" "$2" $size 2 CLEAVE_SIMULATOR_LOG="$work/log" CLEAVE_SPLIT=always CLEAVE_TILES=1 $mode >"$work/out"
      awk -v count="$count" -v n=$size -v clang="$([[ $2 == clang ]] && echo 1)" '
        $4 == "cuLaunchKernel" && $5 !~ /open_device/ {
          part = ""
          if ($0 ~ " p1=0 p2=" n " ") part = "n"
          if ($0 ~ " p1=0 p2=" n * n " ") part = "n*n"
          if ($0 ~ " p1=" n " p2=0 ") part = "-n"
          if ($0 ~ " p1=" n * n " p2=0 ") part = "-n*n"
          print substr($5, 10), clang ? "-" : launches % count + 1, clang || !part ? "none" : part
          launches++
        }
        END { if (!launches || launches % (2 * count)) exit 1 }' "$work/log" ||
        { echo "${0##*/}: $1-$2 does not launch the $count kernels it should" >&2; exit 1; }
    done | sort -u >"$file"
    if [[ $2 == cleave ]]; then
      start h200 "$1" "$2" 64 2 CLEAVE_SIMULATOR_LOG="$work/log" CLEAVE_SPLIT=never >"$work/out"
      awk 'NR == FNR { known[$1]; next }
        $4 == "cuLaunchKernel" && !(substr($5, 10) in known) { print substr($5, 10), "-", "none" }' \
        "$file" "$work/log" | sort -u >"$file.as-written"
      cat "$file.as-written" >>"$file"
    fi
  fi
  cat "$file"
}

# How long the kernels of PROGRAM-VERSION run, for CLEAVE_SIMULATOR_KERNELS.
durations() { # durations DEVICE PROGRAM VERSION N
  { loops_of "$2"; echo kernels; kernels "$2" "$3"; } |
    awk -v bandwidth="$(profile_value "$1" memory_bandwidth)" -v n="$4" \
      -v processors="$(profile_value "$1" multiprocessors)" '
      function bytes(text,   factors, count, i, value, operator) {
        value = 1
        gsub(/\*/, " * ", text)
        gsub(/\//, " / ", text)
        count = split(text, factors, " ")
        for (i = 1; i <= count; i += 2) {
          operator = i > 1 ? factors[i - 1] : "*"
          if (factors[i] == "n") factors[i] = n
          value = operator == "*" ? value * factors[i] : value / factors[i]
        }
        return value
      }
      function time(loop, part) {
        return sprintf("%s(%.3fns + %.3fns / min(blocks * threads, %.0f))", part, work[loop] / bandwidth,
                       work[loop] / rate, most[loop])
      }
      BEGIN { rate = bandwidth / (processors * 2048 / 4) }
      $1 == "kernels" { listed = 1; next }
      !listed { most[++count] = bytes($1); work[count] = bytes($2); next }
      {
        all = ""
        for (i = 1; i <= count; i++) all = all (i > 1 ? " + " : "") time(i, "")
        part = $3 == "none" ? "" : sprintf("(%s) / %.0f * ", $3 ~ /^-/ ? "p1 - p2" : "p2 - p1",
                                          $3 ~ /n\*n/ ? n * n : n)
        printf "%s = 2us + %s\n", $1, $2 == "-" ? all : time($2, part)
      }
      END { print "*_kernel_* = 1000s" } # one that nobody has seen: not to be missed'
}

# The times of CALLS calls in ns, in one line. Fails where they are not exact.
timed() { # timed DEVICE PROGRAM VERSION N CALLS VARIABLE=VALUE...
  durations "$1" "$2" "$3" "$4" >"$work/durations"
  start "${@:1:5}" CLEAVE_SIMULATOR_KERNELS="$work/durations" "${@:6}" | paste -sd' '
  grep -qx 'waits in a loop = 0' "$work/summary" || { echo "${0##*/}: $2-$3: no exact times" >&2; exit 1; }
}
