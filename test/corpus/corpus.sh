#!/usr/bin/env bash
# FILE: test/corpus/corpus.sh
# WHAT: compiles and runs the programs of this folder by plain clang and by cleave, and prints tables: what cleave did with each
#       target region, whether the results are right, and the bytes that a time step copies.
# USE:  corpus.sh BUILD             on the host device, with one team and with four teams of four threads
#       corpus.sh BUILD --execute   also as GPU code on the simulator
#       corpus.sh BUILD --quick     one run of each program by cleave, with four teams, and one with CLEAVE_CHECK=data; no bytes
#       corpus.sh BUILD --gpu       one run as GPU code on the simulator; CLEAVE_CUDA_PATH=FOLDER: with a CUDA toolkit's machine code
#       corpus.sh BUILD --remarks   no run: regions only
#       PROGRAMS="heat2d cg" corpus.sh BUILD      only these programs
#
# Each program compares its results with a computation on the host. In addition, the numbers that cleave's program prints must be
# those of plain clang's, to 4 digits. Regions: from `cleave explain --json`. Bytes: from traces (CLEAVE_TRACE) on the host device.
# programs.txt has the sizes and the least bytes of a time step. Exit status 1: a program of cleave is wrong.
set -uo pipefail
[[ $# -ge 1 && $# -le 2 ]] || { sed -n '5,10s/^# *//p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd) || exit 2
mode=${2:-}
[[ $mode =~ ^(|--execute|--quick|--gpu|--remarks)$ ]] || { echo "corpus.sh: unknown mode '$mode'" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
library=$(llvm-config-19 --libdir)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
export CLEAVE_CUDA_PATH=${CLEAVE_CUDA_PATH-none} OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_QUIET=on CLEAVE_SPLIT=always
four_teams=$(cat "$here/../four_teams.env")

host=(-O1 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu)
gpu=(-O2 -fopenmp --offload-arch=sm_90
  "--libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc")
libraries=(-gline-directives-only -w "-L$library" "-Wl,-rpath,$library" -Wl,--allow-shlib-undefined -lm)

# compile COMPILER SOURCE OUTPUT FLAGS...     COMPILER: clang or cleave
compile() {
  local compiler=$1 source=$2 output=$3
  shift 3
  local standard=-std=c11 command=(clang-19) word=cc
  if [[ $source == *.cpp ]]; then standard=-std=c++17 command=(clang++-19) word=c++; fi
  [[ $compiler == cleave ]] && command=("$build/bin/cleave" "$word")
  "${command[@]}" "$standard" "$@" "${libraries[@]}" "$here/$source" -lm -o "$output" >"$output.log" 2>&1
}

# result PROGRAM OUTPUT EXPECTED ARGS...: prints ok, or what is wrong. EXPECTED: an output file, or -
result() {
  local program=$1 output=$2 expected=$3
  shift 3
  timeout 300 "$program" "$@" >"$output" 2>&1
  local status=$?
  if [[ $status -eq 124 ]]; then
    echo "no end"
  elif [[ $status -ne 0 ]]; then
    grep -q WRONG "$output" && echo "wrong" || echo "fails"
  elif [[ $expected != - ]] && ! awk -f "$here/../alike.awk" "$expected" "$output"; then
    echo "differs"
  else
    echo "ok"
  fi
}

# bytes PROGRAM ARGS...: all bytes that a run copies between host and device; those that remain with the directives that
# `cleave trace` advises, if the host reads none of the data in between; the same if it reads all
bytes() {
  rm -f "$work/trace.json"
  CLEAVE_TRACE_CONTENT=on CLEAVE_TRACE=$work/trace.json LD_PRELOAD=$build/lib/libcleave.so timeout 300 "$@" >/dev/null 2>&1
  jq '[.traceEvents[] | select(.cat == "to device" or .cat == "from device") | .args.bytes // 0] | add // 0' \
    "$work/trace.json" >"$work/all"
  "$build/bin/cleave" trace "$work/trace.json" | awk -v all="$(cat "$work/all")" '
    /transfers for nothing:/ { saved = $6; for (i = 7; i < NF; i++) if ($i == "and") back = $(i + 1) }
    END { printf "%.0f %.0f %.0f\n", all, all - saved - back, all - saved }'
}

# per_step PROGRAM SIZE FEW MANY: the same for one time step, from runs with FEW and MANY steps
per_step() {
  { bytes "$1" "$2" "$3"; bytes "$1" "$2" "$4"; } | awk -v steps="$(($4 - $3))" '
    NR == 1 { split($0, few) }
    NR == 2 { for (i = 1; i <= 3; i++) printf "%.0f ", few[1] && $1 ? ($i - few[i]) / steps : 0; print !few[1] || !$1 }'
}

# loops SOURCE: the line of each target region, and the number of its parallel loops
loops() {
  awk '
    function words(text) { gsub(/[^a-z_]+/, " ", text); return " " text " " }
    function is_loop(text) { return text ~ / (for|loop|distribute) / }
    { line[NR] = $0 }
    END {
      for (i = 1; i <= NR; i++) {
        if (line[i] !~ /#pragma omp (target|metadirective .*: target)/ || line[i] ~ /target (data|update|enter|exit)/) continue
        head = line[i]; sub(/(map|reduction|private|firstprivate)\(.*/, "", head)
        count = is_loop(words(head)); depth = 0; started = 0
        for (k = i; line[k] ~ /\\$/; k++);
        for (k++; k <= NR; k++) {
          if (line[k] ~ /#pragma omp/ && !(line[k] ~ /(atomic|simd)/ && line[k] !~ /for/)) {
            inner = line[k]; sub(/(reduction|private|schedule)\(.*/, "", inner); count += is_loop(words(inner))
          }
          if (line[k] ~ /^ *#/) continue
          text = line[k]; opens = gsub(/{/, "", text); closes = gsub(/}/, "", text)
          depth += opens - closes; started = started || opens
          if (depth <= 0 && (started || text ~ /;/)) break
        }
        print i, count
      }
    }' "$here/$1"
}

# regions SOURCE: a line for each region: line; function; construct; loops; verdict word; what was done
regions() {
  loops "$1" >"$work/loops"
  "$build/bin/cleave" explain --json "$here/$1" -- "${standard[@]}" 2>/dev/null | jq -r '
    def codes($c): [.remarks[] | select(.code | test("^(" + $c + ")$"))] | length;
    def part($n; $word): if $n > 0 then [$word + (if $n > 1 then " \($n)" else "" end)] else [] end;
    [.. | .regions? // empty | .[]] | unique_by(.line) | sort_by(.line)[] | . as $r |
    ([.remarks[].code | select(test("^CLV2"))] | first) as $refusal |
    ([.remarks[].code | select(test("^CLV1[01]"))] | unique) as $kept |
    [ .line, .function, .construct,
      (if .verdict == "split" then "split" elif .verdict == "refused" then "refused" else "other" end),
      ((if .verdict == "split" then ["\(codes("CLV003")) kernel" + (if codes("CLV003") == 1 then "" else "s" end)]
        elif .verdict == "refused" then ["refused \($refusal)"] else ["one kernel"] end)
       + part(codes("CLV002|CLV010|CLV020"); "widened")
       + (if .loops_in_one_team > 0 and .verdict != "refused"
          then ["in one team \(.loops_in_one_team) (\($kept | join(", ")))"] else [] end)
       + part(codes("CLV014"); "environment") + part(codes("CLV030"); "no-alias")
       + part(codes("CLV036"); "tiles") + part(codes("CLV019"); "made private")
       + part(codes("CLV042"); "reduction by teams") | join("; ")) ] | @tsv' |
    while IFS=$'\t' read -r line function construct verdict done; do
      printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$line" "$function" "$construct" \
        "$(awk -v line="$line" '$1 == line { print $2 }' "$work/loops")" "$verdict" "$done"
    done
}

programs=0 wrong=0
: >"$work/regions" >"$work/results"
while read -r source size steps minimum _; do
  name=${source%.*}
  [[ -z $source || $source == \#* || " ${PROGRAMS:-$name} " != *" $name "* ]] && continue
  echo "$name" >&2
  programs=$((programs + 1))
  standard=(-std=c11 -fopenmp)
  [[ $source == *.cpp ]] && standard=(-std=c++17 -fopenmp)
  regions "$source" | sed "s/^/$source\t/" >>"$work/regions"
  few=${steps%,*} many=${steps#*,}
  least=$(awk -v n="$size" "BEGIN { printf \"%.0f\", $minimum }")
  row="| $name"
  if [[ $mode == --remarks ]]; then continue; fi
  target=("${host[@]}")
  [[ $mode != --gpu ]] || target=(--cleave-keep-ptx "${gpu[@]}")
  if ! compile cleave "$source" "$work/cleaved" "${target[@]}"; then
    echo "| $name | does not compile |" >>"$work/results"
    wrong=$((wrong + 1))
    continue
  fi
  if [[ $mode == --quick || $mode == --gpu ]]; then
    settings=$four_teams
    [[ $mode == --quick ]] || settings="LD_LIBRARY_PATH=$build/lib/cleave/simulator CLEAVE_SIMULATOR_EXECUTE=require"
    # shellcheck disable=SC2086,SC2163 # a list of settings
    outcome=$(export $settings; result "$work/cleaved" "$work/cleaved.out" - "$size" "$few")
    # No access of the host may meet data of which the device has a newer value.
    [[ $mode == --quick && $outcome == ok ]] &&
      outcome=$(CLEAVE_CHECK=data:fail result "$work/cleaved" "$work/cleaved.out" - "$size" "$few")
    [[ $outcome == ok ]] || { wrong=$((wrong + 1)); cat "$work/cleaved.out" >&2; }
    echo "$row | $outcome |" >>"$work/results"
    continue
  fi
  compile clang "$source" "$work/plain" "${host[@]}"
  for teams in 1 4; do
    for form in plain cleaved; do
      expected=-
      [[ $form == cleaved ]] && expected=$work/plain.out
      # shellcheck disable=SC2086
      outcome=$([[ $teams == 4 ]] && export $four_teams; result "$work/$form" "$work/$form.out" "$expected" "$size" "$few")
      [[ $form == plain || $outcome == ok ]] || { wrong=$((wrong + 1)); cat "$work/$form.out" >&2; }
      row+=" | $outcome"
    done
  done
  read -r bytes_plain left_unread left_read _ <<<"$(per_step "$work/plain" "$size" "$few" "$many")"
  read -r bytes_cleaved _ _ is_empty <<<"$(per_step "$work/cleaved" "$size" "$few" "$many")"
  # Scalars and pointers of a region may be copied in addition: 64 bytes each.
  allowed=$((64 * $(grep -c "^$source	" "$work/regions")))
  reached=no
  [[ $bytes_cleaved -le $((least + allowed)) ]] && reached=yes
  # A program that copies nothing, or less than the least bytes, is a mistake of this table.
  [[ $bytes_cleaved -lt $((least - allowed)) ]] && reached="less than the least"
  [[ $is_empty == 1 ]] && ! grep -q 'requires unified_shared_memory' "$here/$source" && reached="no copies"
  row+=" | $bytes_plain | $bytes_cleaved | $least | $reached"
  row+=" | $left_unread to $left_read"
  if [[ $mode == --execute ]]; then
    result "$work/plain" "$work/host.out" - "$size" "$few" >/dev/null
    for form in plain cleaved; do
      compiler=clang
      [[ $form == cleaved ]] && compiler=cleave
      if compile "$compiler" "$source" "$work/$form.gpu" "${gpu[@]}" "--cuda-path=$build/lib/cleave/toolkit"; then
        outcome=$(export LD_LIBRARY_PATH=$build/lib/cleave/simulator CLEAVE_SIMULATOR_EXECUTE=require
          result "$work/$form.gpu" "$work/$form.out" "$work/host.out" "$size" "$few")
      else
        outcome="does not compile"
      fi
      # What clang 19 compiles wrongly, or the simulator does not have (unified shared memory), is no fault of cleave.
      [[ $form == plain ]] && clang_outcome=$outcome
      if [[ $form == cleaved && $outcome != ok ]]; then
        tail -n 3 "$work/$form.out" >&2
        [[ $clang_outcome == ok ]] && wrong=$((wrong + 1))
      fi
      row+=" | $outcome"
    done
  fi
  echo "$row |" >>"$work/results"
done <"$here/programs.txt"

if [[ $mode == --quick || $mode == --gpu ]]; then
  [[ $mode == --quick ]] && echo "| program | cleave, 4 x 4 |" || echo "| program | cleave, GPU code |"
  echo "|---|---|"
elif [[ $mode != --remarks ]]; then
  gpu_columns='' gpu_rule=''
  [[ $mode == --execute ]] && gpu_columns=' GPU: clang | cleave |' gpu_rule='---|---|'
  echo "| program | one team: clang | cleave | 4 x 4: clang | cleave | bytes per step: clang | cleave | least | reached | left by the advice |$gpu_columns"
  echo "|---|---|---|---|---|---|---|---|---|---|$gpu_rule"
fi
cat "$work/results"
echo
echo "| region | function | construct | loops | what cleave did |"
echo "|---|---|---|---|---|"
awk -F'\t' '{ printf "| %s:%s | `%s` | %s | %s | %s |\n", $1, $2, $3, $4, $5, $7 }' "$work/regions"
echo
awk -F'\t' '
  { regions++; if ($5 > 1) { several++; split_ones += $6 == "split" }
    if ($6 == "refused") { refused++; sub(/;.*/, "", $7); sub(/refused /, "", $7); codes[$7]++ } per[$1]++ }
  END {
    printf "%d regions in %d programs; %d regions with several loops, %d of them split (%.0f %%); %d refused", regions, length(per),
      several, split_ones, several ? 100 * split_ones / several : 0, refused
    for (code in codes) printf ", %s: %d", code, codes[code]
    print ""
  }' "$work/regions"
if [[ -z $mode || $mode == --execute ]]; then
  awk -F' *[|] *' '
    FNR == NR { split($0, field, "\t"); sub(/\..*/, "", field[1]); per[field[1]]++; next }
    per[$2] > 1 { several++; reached += $10 == "yes" }
    END { printf "%d programs with several regions; %d of them copy the least bytes per time step (%.0f %%)\n", several, reached,
            several ? 100 * reached / several : 0 }' "$work/regions" "$work/results"
fi
echo "$programs programs, $wrong wrong results of cleave"
[[ $programs -gt 0 && $wrong -eq 0 ]]
