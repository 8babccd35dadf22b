#!/usr/bin/env bash
# FILE: bench/transfers/synthetic.sh
# WHAT: copies in the shadow of kernels (synthetic/shadow.h): an object that only the second of three kernels uses,
#       moved by hand and by cleave. On the simulated driver, in virtual time: the same figures on any machine. On
#       the host as the device, in real time, with the intervals of a trace. On a GPU, in real time.
# USE:  bench/transfers/synthetic.sh [--build FOLDER] [--device h200|a100|titan-x|power8]... [--kernels FACTOR]
#       [--from BYTES] [--to BYTES] [VERSION...]          simulated driver
#       bench/transfers/synthetic.sh --on host [--build FOLDER] [--bytes BYTES] [--steps N] [VERSION...]
#       bench/transfers/synthetic.sh --on gpu [--build FOLDER] [--steps N] [--from BYTES] [--to BYTES] [VERSION...]
#       Every element of every run is compared. For each size: the time of the synchronous version with pageable
#       memory, and how many times as fast the others are. CLANG names the clang.
#
# On the simulated driver the first and the third kernel take FACTOR (default 1) times as long as the object takes over
# the bus from page-locked memory, and the second as long as it takes to read and write it on the device.
# shellcheck disable=SC2086 # flags are a list of words
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$root/build on=simulator devices=() versions=() smallest=$((1 << 20)) largest=$((1 << 30)) factor=1 steps=
usage() { sed -n '/^# USE:/,/^# *Every/p' "$0" | sed '$d; s/^# USE:  /usage: /; s/^#  */       /' >&2; exit 2; }
while [[ $# -gt 0 ]]; do
  case $1 in
    --build | --on | --device | --from | --to | --bytes | --kernels | --steps)
      [[ $# -gt 1 ]] || usage
      case $1 in
        --build) build=$(cd "$2" && pwd) ;;
        --on) on=$2 ;;
        --device) devices+=("$2") ;;
        --from) smallest=$2 ;;
        --to) largest=$2 ;;
        --bytes) smallest=$2 largest=$2 ;;
        --kernels) factor=$2 ;;
        --steps) steps=$2 ;;
      esac
      shift ;;
    -*) usage ;;
    *) versions+=("$1") ;;
  esac
  shift
done
[[ $on == simulator || $on == host || $on == gpu ]] || usage
[[ ${#devices[@]} -gt 0 ]] || devices=(h200 titan-x)
[[ ${#versions[@]} -gt 0 ]] || versions=(pinned pinned-to pinned-from pinned-both split openmp engine)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
libraries=$(llvm-config-19 --libdir 2>/dev/null || echo /usr/lib/llvm-19/lib)
clang="${CLANG:-clang-19}"
if [[ $on == host ]]; then
  target=-fopenmp-targets=x86_64-pc-linux-gnu
else
  target="--offload-arch=sm_90 --libomptarget-nvptx-bc-path=$libraries/libomptarget-nvptx-sm_90.bc"
fi
flags="-O3 -std=c11 -gline-directives-only -ffile-prefix-map=$root/= -Wno-openmp-mapping -fopenmp $target -Qunused-arguments -L$libraries
  -Wl,-rpath,$libraries -Wl,--allow-shlib-undefined"
for file in by_hand shadow; do
  $clang $flags -c "$root/bench/transfers/synthetic/$file.c" -o "$work/$file.o"
done
region=$root/bench/transfers/synthetic/one_region.c
$clang $flags -DFUNCTION=shadow_clang -c "$region" -o "$work/clang.o"
for form in split=reduced openmp=openmp engine=on; do
  "$build/bin/cleave" cc -fplugin-arg-cleave-transfers="${form#*=}" $flags -DFUNCTION="shadow_${form%=*}" \
    -c "$region" -o "$work/${form%=*}.o"
done
"$build/bin/cleave" cc $flags "$work"/*.o -o "$work/shadow"

clean=(env -i PATH="$PATH" HOME="$work" OMP_TARGET_OFFLOAD=MANDATORY KMP_WARNINGS=0 KMP_BLOCKTIME=0)
[[ -z ${CLEAVE_TRANSFERS-} ]] || clean+=(CLEAVE_TRANSFERS="$CLEAVE_TRANSFERS")
[[ -z ${CLEAVE_PIN-} ]] || clean+=(CLEAVE_PIN="$CLEAVE_PIN")

on_simulator() { # on_simulator DEVICE VERSION BYTES VARIABLE=VALUE...
  "${clean[@]}" CLEAVE_SIMULATOR_PROFILE="$1" CLEAVE_SIMULATOR_ARCHITECTURE=90 CLEAVE_SIMULATOR_THREADS=ordered CLEAVE_SIMULATOR_FILL=170 CLEAVE_SIMULATOR_EXECUTE=no \
    CLEAVE_SIMULATOR_STAGING_THREADS=4 CLEAVE_STAGING_THREADS=4 LD_LIBRARY_PATH="$build/lib/cleave/simulator" "${@:4}" "$work/shadow" "$2" "$3" "${steps:-1}" 2
}

# kernels DEVICE VERSION: the names of its three kernels, in order.
kernels() {
  if [[ ! -f $work/$2.kernels ]]; then
    on_simulator "$1" "$2" 65536 CLEAVE_SIMULATOR_LOG="$work/log" >"$work/out"
    awk '$4 == "cuLaunchKernel" && sub(/^function=/, "", $5) && $5 !~ /open_device/ && !seen[$5]++ { print $5 }' \
      "$work/log" >"$work/$2.kernels"
  fi
  [[ $(wc -l <"$work/$2.kernels") -eq 3 ]] || { echo "${0##*/}: $2 has not three kernels" >&2; exit 1; }
  cat "$work/$2.kernels"
}

rate() { awk -v key="$2" '$1 == key { print $3 * ($4 ~ /TB/ ? 1000 : 1) }' "$root/lib/simulator_driver/devices/$1.profile"; }

# virtual DEVICE VERSION BYTES: the times of two calls, in ns.
virtual() {
  kernels "$1" "$2" | awk -v factor="$factor" -v bytes="$3" -v bus="$(rate "$1" pinned_to_device)" \
    -v memory="$(rate "$1" memory_bandwidth)" '
      { printf "%s = %.0fns\n", $1, NR == 2 ? 2000 + 2 * bytes / memory : factor * bytes / bus }' >"$work/durations"
  on_simulator "$1" "$2" "$3" CLEAVE_SIMULATOR_KERNELS="$work/durations" CLEAVE_SIMULATOR_SUMMARY="$work/summary" |
    cut -d' ' -f3-
  # OpenMP's tasks are waited for in loops; nobody else may do so.
  [[ $2 == *-to || $2 == *-from || $2 == *-both || $2 == openmp ]] ||
    grep -qx 'waits in a loop = 0' "$work/summary" || { echo "${0##*/}: $2: no exact times" >&2; exit 1; }
}

table() { # table TITLE COMMAND...: the first call and the second of each version, against the version unpinned
  echo "$1"
  shift
  printf '%12s %14s' bytes 'unpinned, us'
  printf '%13s' "${versions[@]}"
  echo
  for ((bytes = smallest; bytes <= largest; bytes *= 2)); do
    for version in unpinned "${versions[@]}"; do
      "$@" "$version" "$bytes"
    done | paste -sd' ' | awk -v bytes="$bytes" -v count="${#versions[@]}" '
      NF != 2 * count + 2 { print "FAILED: " bytes " bytes: not all ran, or not all were right: " $0; exit 1 }
      {
        for (call = 1; call <= 2; call++) {
          printf "%12s %14.1f", call == 1 ? bytes : "again", $call / 1e3
          for (i = 1; i <= count; i++) printf "%13.3f", $call / $(2 * i + call)
          printf "\n"
        }
      }'
  done
}

real() { "${clean[@]}" "$work/shadow" "$1" "$2" "${steps:-1000}" 2 | cut -d' ' -f3-; }

case $on in
  simulator)
    for device in "${devices[@]}"; do
      table "$device, virtual time; kernels $factor times as long as the copy of page-locked memory" virtual "$device"
    done ;;
  gpu)
    table "GPU, real time" real ;;
  host)
    [[ $smallest == "$largest" ]] || smallest=$((64 << 20))
    for version in unpinned "${versions[@]}"; do
      "${clean[@]}" CLEAVE_SPLIT=always CLEAVE_TRANSFERS="${CLEAVE_TRANSFERS-always}" CLEAVE_TRACE="$work/$version.json" "$work/shadow" "$version" "$smallest" "${steps:-20000}" 2
      "$build/bin/cleave" trace "$work/$version.json" | sed "s,$work/,,; s,$root/,,; s/^/  /"
    done ;;
esac
