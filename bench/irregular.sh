#!/usr/bin/env bash
# FILE: bench/irregular.sh
# WHAT: the irregular programs of bench/irregular, on all kinds of input: on the host device, compiled by clang and by cleave, with one
#       team and with four teams of four threads; or their kernel times in the model of the GPU simulator, beside those of the CUDA
#       versions. No GPU and no CUDA toolkit are used.
# USE:  bench/irregular.sh [--build FOLDER] [--simulate] [--device DEVICE] [--types "float double"] [--sizes N[,N]...]
#       [--inputs "KIND[,NUMBER]..."] [--versions "plain cleave cuda tuned"] [--blocks B] [--flags FLAGS] [--checks LIST] [--instructions]
#       [PROGRAM]...
#       default: build, h200, float double (--simulate: float), all programs; sizes and inputs of bench/irregular/programs.txt.
#       --inputs kinds: all kinds with their default numbers, as on the host device; --inputs model: those of --simulate.
#       B: `cleave simulate --blocks`; results are wrong then and not compared. FLAGS: for the compilation of naive.c by cleave.
#       LIST: `cleave simulate --checks` for the CUDA versions. --instructions: also print the instructions of warps, in thousands, of each kernel.
#
# Times are sums over all kernels in us, without launches and transfers. The time that blocks wait for each other is not in the model. plain: naive.c by clang. Each run compares all results with the
# sequential reference. Prints a line for each run that fails, and the numbers of runs and failures. Exit status 0: there are runs, and
# none failed. REPEAT (default 1) is how often each program runs on the host device.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
build=$root/build simulate=no device=h200 types="" sizes="" inputs="" versions="" blocks="" checks="" flags="" instructions=no names=()
usage() { sed -n 's/^# USE:  /usage: /p' "$0" >&2; exit 2; }
while [[ $# -gt 0 ]]; do
  case $1 in
    --simulate) simulate=yes ;;
    --instructions) instructions=yes ;;
    --build | --device | --types | --sizes | --inputs | --versions | --blocks | --flags | --checks)
      [[ $# -gt 1 ]] || usage
      printf -v "${1#--}" %s "$2"; shift ;;
    -*) usage ;;
    *) names+=("$1") ;;
  esac
  shift
done
build=$(cd "$build" && pwd)
if [[ $simulate == yes ]]; then
  types=${types:-float} versions=${versions:-plain cleave cuda tuned} inputs=${inputs:-model}
else
  types=${types:-float double} versions=${versions:-plain cleave} inputs=${inputs:-kinds}
  [[ " $versions " != *" cuda "* && " $versions " != *" tuned "* ]] || { echo "irregular.sh: the CUDA versions need --simulate" >&2; exit 2; }
fi
for name in "${names[@]}"; do
  grep -q "^$name " "$root/bench/irregular/programs.txt" || { echo "irregular.sh: there is no program '$name'" >&2; exit 2; }
done
clang=${CLANG:-clang-19} library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
export CLEAVE_CUDA_PATH=none CLEAVE_QUIET=on CLEAVE_SPLIT=${CLEAVE_SPLIT:-always}
export CLEAVE_SIMULATOR_ARCHITECTURE=90 # `cleave simulate` reads it from the images of OpenMP only
# With one host thread of the simulator blocks run one after another. With more, the counts of a program whose blocks wait for each
# other, or race for a vertex, would depend on the host.
export CLEAVE_SIMULATOR_HOST_THREADS=1
four_by_four=$(<"$root/test/four_teams.env")
IFS=" " read -ra own_flags <<<"$flags"
link=("-L$library" "-Wl,-rpath,$library" "-Wl,--allow-shlib-undefined" -lm -ldl)
target=(-fopenmp-targets=x86_64-pc-linux-gnu)
[[ $simulate == no ]] || target=(--offload-arch=sm_90 "--cuda-path=$build/lib/cleave/toolkit"
  "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc")
runs=0 failures=0
fail() { echo "FAILED: $*"; failures=$((failures + 1)); }

# compile TYPE FOLDER VERSION: makes the program $work/VERSION.
compile() {
  local common=(-O2 -ffp-contract=off -Wall -Wextra -Werror -std=c11 "-I$root/bench/common" "-I$root/bench/irregular/common" "-DREAL=$1" -fopenmp)
  local compiler=("$clang")
  case $3 in
    cuda | tuned)
      CLANG=$clang "$root/bench/cuda/compile.sh" "$build" "$work/cuda.o" "$root/bench/$2/$3.cu" "-I$root/bench/irregular/common" "-DREAL=$1" -Werror &&
        "$clang" -fopenmp "$work/cuda.o" "$work/reference.o" "$work"/common_*.o "${link[@]}" -o "$work/$3"
      ;;
    *)
      [[ $3 == plain ]] || compiler=("$build/bin/cleave" cc "${own_flags[@]}")
      "${compiler[@]}" "${common[@]}" "${target[@]}" "$root/bench/$2/naive.c" "$work/reference.o" "$work"/common_*.o "${link[@]}" -o "$work/$3"
      ;;
  esac
}

# run_on_host NAME VERSION TYPE SIZE [OPTION]...
run_on_host() {
  local teams i line what="$1 $2 $3 ${*:4}"
  for teams in "" "$four_by_four"; do
    for ((i = 0; i < ${REPEAT:-1}; i++)); do
      runs=$((runs + 1))
      # shellcheck disable=SC2086 # a program that runs for two minutes waits forever
      line=$(env OMP_TARGET_OFFLOAD=MANDATORY $teams timeout 120 "$work/$2" "${@:4}" 2>&1) || fail "$what: $line${teams:+ ($teams)}"
    done
  done
}

# run_on_simulator NAME VERSION TYPE SIZE [OPTION]...: sets `time` to the time in ns, or to "wrong".
run_on_simulator() {
  local check=() what="$1 $2 $3 ${*:4}"
  [[ $2 != cuda && $2 != tuned ]] || check=(${checks:+"--checks=$checks"})
  runs=$((runs + 1)) time=wrong
  if ! timeout 600 "$build/bin/cleave" simulate --device="$device" ${blocks:+"--blocks=$blocks"} "${check[@]}" --json="$work/report" "$work/$2" "${@:4}" \
    >"$work/log" 2>&1 && [[ -z $blocks ]]; then
    fail "$what: $(head -n 1 "$work/log")"
    return
  fi
  time=$(jq '.programs[0].kernels | map(.time_ns - .parts_ns.launch) | add' "$work/report")
  [[ $instructions == no ]] ||
    echo "$what, instructions: $(jq -r '.programs[0].kernels | map("\(.function)\(if .line then ":\(.line)" else "" end) \(.counts.warp_instructions | add / 1000 | round)") | join(", ")' "$work/report")"
}

if [[ $simulate == yes ]]; then
  echo "Model, not measured: $device${blocks:+, about $blocks blocks of a launch executed}; us, without launches"
  printf '%-11s %-6s %6s %-13s' program type size input
  for version in $versions; do printf ' %11s' "$version"; done
  printf ' %9s %9s %9s %9s %9s\n' plain:clv plain:tun cuda:tun clv:cuda clv:tun
fi
for real in $types; do
  for file in "$root"/bench/common/*.c "$root"/bench/irregular/common/*.c; do
    "$clang" -O2 -ffp-contract=off -std=c11 -fopenmp "-I$root/bench/common" "-DREAL=$real" -c "$file" -o "$work/common_$(basename "$file" .c).o"
  done
  while read -r name folder _ all_sizes kinds model <&3; do
    [[ $name != \#* ]] || continue
    [[ ${#names[@]} -eq 0 || " ${names[*]} " == *" $name "* ]] || continue
    "$clang" -O2 -ffp-contract=off -std=c11 -fopenmp "-I$root/bench/common" "-I$root/bench/irregular/common" "-DREAL=$real" \
      -c "$root/bench/$folder/reference.c" -o "$work/reference.o"
    own_sizes=${sizes:-$([[ $simulate == yes ]] && echo "${all_sizes##*,}" || echo "${all_sizes%,*}")}
    case $inputs in kinds) own_inputs=${kinds//,/ } ;; model) own_inputs=$model ;; *) own_inputs=$inputs ;; esac
    [[ $kinds != - ]] || own_inputs=-
    built=""
    for version in $versions; do
      rm -f "$work/$version"
      if compile "$real" "$folder" "$version" 2>"$work/log"; then built+=" $version"; else fail "$name $version $real: $(head -n 1 "$work/log")"; fi
    done
    for size in ${own_sizes//,/ }; do
      for input in $own_inputs; do
        options=()
        [[ $input == - ]] || options=(--input "$input")
        if [[ $simulate == no ]]; then
          for version in $built; do run_on_host "$name" "$version" "$real" "$size" "${options[@]}"; done
          continue
        fi
        row=""
        for version in $built; do
          run_on_simulator "$name" "$version" "$real" "$size" "${options[@]}"
          row+=" $version $time"
        done
        printf '%s %s %s %s%s\n' "$name" "$real" "$size" "$input" "$row" | awk -v versions="$versions" '
          function ratio(a, b) { return time[a] > 0 && time[b] > 0 ? sprintf("%.2f", time[a] / time[b]) : "-" }
          {
            for (i = 5; i < NF; i += 2) time[$i] = $(i + 1)
            printf "%-11s %-6s %6s %-13s", $1, $2, $3, $4
            count = split(versions, name, " ")
            for (i = 1; i <= count; i++) printf " %11s", time[name[i]] == "wrong" ? "wrong" : name[i] in time ? sprintf("%.1f", time[name[i]] / 1e3) : "-"
            printf " %9s %9s %9s %9s %9s\n", ratio("plain", "cleave"), ratio("plain", "tuned"), ratio("cuda", "tuned"),
              ratio("cleave", "cuda"), ratio("cleave", "tuned")
          }'
      done
    done
  done 3<"$root/bench/irregular/programs.txt"
done
echo "$runs runs, $failures failures"
[[ $runs -gt 0 && $failures -eq 0 ]]
