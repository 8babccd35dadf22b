#!/usr/bin/env bash
# FILE: test/fuzz/stress.sh
# WHAT: runs the twelve benchmark programs many times in all forms in which cleave makes and executes transfers, and
#       as they are written, with one team and with four teams of four threads, on the host device. Each run compares every element
#       with the sequential reference. Then, if asked for, random programs, each as many times.
# USE:  stress.sh BUILD [REPEATS [SEED COUNT]]     BUILD: a build folder of cleave; REPEATS: default 1; random
#                                                  programs of the seeds SEED .. SEED+COUNT-1, none without SEED
#       PROGRAMS="atax mvt" stress.sh ...          only these benchmark programs
#
# Prints a line for each program and form; exit status 0: no difference, no failure, no hang.
set -uo pipefail
[[ $# -eq 1 || $# -eq 2 || $# -eq 4 ]] || { echo "usage: stress.sh BUILD [REPEATS [SEED COUNT]]" >&2; exit 2; }
build=$(cd "$1" && pwd) || exit 2
repeats=${2:-1}
root=$(cd "$(dirname "$0")/../.." && pwd)
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
all_runs=0 all_wrong=0 all_hangs=0

# A name, what is asked of the plugin, and what of libcleave. As in test/fuzz/programs/forms.c.
forms=(
  "on      on"
  "never   on      CLEAVE_SPLIT=never"
  "always  on      CLEAVE_TRANSFERS=always"
  "tiles3  on      CLEAVE_TRANSFERS=always CLEAVE_TILES=3"
  "tiles5  on      CLEAVE_TRANSFERS=always CLEAVE_TILES=5"
  "openmp  openmp"
  "reduced reduced"
)
one_team="OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SPLIT=always"
four_by_four="$one_team $(<"$root/test/four_teams.env")"

# run_form NAME PROGRAM SIZE SETTINGS..: all repeats of one form
run_form() {
  local name=$1 program=$2 size=$3 runs=0 wrong=0 hangs=0 teams status
  shift 3
  for teams in "$one_team" "$four_by_four"; do
    for ((i = 0; i < repeats; i++)); do
      runs=$((runs + 1))
      # shellcheck disable=SC2086 # lists of words
      env $teams "$@" timeout 120 "$program" "$size" >"$work/log" 2>&1
      status=$?
      if [[ $status -eq 124 ]]; then
        hangs=$((hangs + 1))
      elif [[ $status -ne 0 ]]; then
        wrong=$((wrong + 1))
        tail -n 1 "$work/log"
      fi
    done
  done
  echo "$name, size $size: $runs runs, $wrong wrong, $hangs hangs"
  all_runs=$((all_runs + runs)) all_wrong=$((all_wrong + wrong)) all_hangs=$((all_hangs + hangs))
}

# What measures and checks the programs is compiled once, without cleave.
flags=(-O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -ffp-contract=off -std=c11 -DREAL=double "-I$root/bench/common")
for source in "$root"/bench/common/*.c; do
  clang-19 "${flags[@]}" -c "$source" -o "$work/common_$(basename "$source" .c).o" || exit 2
done

while read -r name folder _ sizes; do
  [[ $name == \#* || " ${PROGRAMS:-$name} " != *" $name "* ]] && continue
  IFS=, read -r _ size _ <<<"$sizes" # which no power of two divides
  clang-19 "${flags[@]}" -c "$root/bench/$folder/reference.c" -o "$work/reference.o" || exit 2
  for form in "${forms[@]}"; do
    read -r form_name option settings <<<"$form"
    program=$work/$name-$option
    if [[ ! -x $program ]]; then
      "$build/bin/cleave-cc" "${flags[@]}" "-fplugin-arg-cleave-transfers=$option" -L"$library" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined \
        "$root/bench/$folder/naive.c" "$work/reference.o" "$work"/common_*.o -lm -o "$program" ||
        { all_wrong=$((all_wrong + 1)); continue; }
    fi
    # shellcheck disable=SC2086
    run_form "$name $form_name" "$program" "$size" $settings
  done
done <"$root/bench/programs.txt"
echo "$all_runs runs, $all_wrong wrong, $all_hangs hangs"

status=0
if [[ $# -eq 4 ]]; then
  "$build/bin/fuzz_programs" --transfers --seed "$3" --count "$4" --repeats "$repeats" --readable-every 0 \
    --optimized-every 0 --keep "${KEEP:-.}"
  status=$?
fi
[[ $all_runs -gt 0 && $all_wrong -eq 0 && $all_hangs -eq 0 && $status -eq 0 ]]
