#!/bin/sh
# FILE: run.sh (in the project: scripts/gpu/run.sh)
# WHAT: measures on a GPU machine what scripts/gpu.sh packed into this folder. Needs an NVIDIA driver,
#       glibc, a shell and the basic tools; no compiler, no CUDA toolkit, no network, no root.
# USE:  run.sh --minutes M [--out FOLDER] [--only QUESTION,...] [--no-kernels]
#       --minutes M   ends after M minutes; stages.txt says what comes first
#       --out FOLDER  where the results go (default: results in the current folder)
#       --only LIST   only the stages of these questions, such as 1,3
#       --no-kernels  to try this script with a driver that runs no kernels: the proof may fail, and the
#                     programs do not check what kernels compute. Figures are worth nothing then.
#       FOLDER/results.json  figures, and what became of each stage; whole after every stage
#       FOLDER/table.txt     the same to read; also printed
#       FOLDER/log.txt       commands, times, messages
#       Exit status: 0 all well, 1 a stage failed or no GPU is used, 2 usage, 130 or 143 interrupted.
# Clocks and settings of the card stay as they are.
set -u
LC_ALL=C
export LC_ALL
now() { date +%s; }
started=$(now)
here=$(cd "$(dirname "$0")" && pwd) || exit 1

usage() {
  [ $# -eq 0 ] || echo "run.sh: $*" >&2
  echo "usage: run.sh --minutes M [--out FOLDER] [--only QUESTION,...] [--no-kernels]" >&2
  exit 2
}

minutes='' out=results only='' no_kernels=''
while [ $# -gt 0 ]; do
  case $1 in
    --minutes | --out | --only) [ $# -ge 2 ] || usage "$1 needs a value" ;;
  esac
  case $1 in
    --minutes) minutes=$2; shift ;;
    --out) out=$2; shift ;;
    --only) only=$2; shift ;;
    --no-kernels) no_kernels=--no-kernels ;;
    *) usage "unknown option $1" ;;
  esac
  shift
done
case $minutes in
  '') usage "say with --minutes how long it may take" ;;
  *[!0-9.]* | *.*.* | .) usage "--minutes wants a number, not '$minutes'" ;;
esac
case $only in *[!0-9,]*) usage "--only wants numbers of questions, such as 1,3, not '$only'" ;; esac
budget=$(awk -v minutes="$minutes" 'BEGIN { printf "%d", minutes * 60 }')
[ "$budget" -gt 0 ] || usage "--minutes must be more than 0"
deadline=$((started + budget))

# --- where things are written ------------------------------------------------------------------------

mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 1
parts=$out/parts # what results.json and table.txt are put together from, as the stages left it
if [ -e "$out/results.json" ] || [ -e "$parts" ]; then
  echo "run.sh: $out holds the results of another run: choose another folder with --out" >&2
  exit 2
fi
mkdir -p "$parts/lib" && : >"$out/log.txt" || exit 1

say() {
  echo "$*"
  log "$*"
}
log() { echo "[$(($(now) - started)) s] $*" >>"$out/log.txt"; }
quote() { printf '"%s"' "$(printf %s "$1" | tr -d '\000-\037' | sed 's/[\\"]/\\&/g')"; }

# The stages, one per line of stages.txt, numbered in their order.
grep -v '^ *#' "$here/stages.txt" | grep . >"$parts/stages" || exit 1

# record NUMBER NAME QUESTION STATUS SECONDS REASON COMMAND: what became of a stage. Its results are
# what stands in NUMBER.results, if there is one.
record() {
  {
    printf '{"name":%s,"question":%d,"status":%s,"seconds":%d' "$(quote "$2")" "$3" "$(quote "$4")" "$5"
    [ -z "$6" ] || printf ',"reason":%s' "$(quote "$6")"
    printf ',"command":%s,"results":[' "$(quote "$7")"
    [ ! -s "$parts/$1.results" ] || { echo; cat "$parts/$1.results"; }
    printf ']}'
  } >"$parts/$1.record"
}

write_results() {
  {
    printf '{"format":"cleave gpu results 1",\n"machine":%s,\n"stages":[' "$(cat "$parts/machine")"
    separator=''
    for file in "$parts"/*.record; do
      printf '%s\n' "$separator"
      cat "$file"
      separator=,
    done
    printf '\n]}\n'
  } >"$out/results.new" && mv "$out/results.new" "$out/results.json"
}

write_table() {
  cat "$parts"/*.table >"$out/table.txt"
}

show_table() {
  write_table
  echo
  cat "$out/table.txt"
  echo "results.json, table.txt and log.txt are in $out"
}

# --- the machine ---------------------------------------------------------------------------------------

fact() { # fact NAME VALUE: adds a string, if there is one
  [ -z "$2" ] || printf ',%s:%s' "$(quote "$1")" "$(quote "$2")" >>"$parts/facts"
}

# What the programs found out about the GPU: the first value of a key in their results.
found() {
  cat "$parts"/*.results 2>/dev/null |
    sed -n 's/.*"'"$1"'": *"\([^"\\]*\)".*/\1/p; s/.*"'"$1"'": *\([0-9][0-9]*\).*/\1/p' | head -n 1
}

# A suffix of the GPU's name if the driver is the simulated one, whose times are modelled.
simulated=''

smi() { nvidia-smi --query-gpu="$1" --format=csv,noheader 2>/dev/null | head -n 1; }

describe_machine() {
  printf '{"minutes":%s' "$(quote "$minutes")" >"$parts/facts"
  gpu=$(found gpu)
  case $gpu in '' | *simulated*) fact gpu "$gpu" ;; *) fact gpu "$gpu$simulated" ;; esac
  value=$(smi memory.total)
  fact gpu_memory "${value:-$(found gpu_memory_bytes | awk '{ printf "%d MiB", $1 / 1048576 }')}"
  value=$(smi compute_cap)
  fact compute_capability "${value:-$(found compute_capability)}"
  value=$(smi driver_version)
  fact driver "${value:-$(sed -n '1s/.* \([0-9][0-9]*\.[0-9.]*\) .*/\1/p' /proc/driver/nvidia/version 2>/dev/null)}"
  # The micro programs print the driver's own number: 13020 is CUDA 13.2.
  value=$(found cuda_driver)
  fact driver_cuda "${value:-$(found driver_version | awk '{ printf "%d.%d", $1 / 1000, $1 % 1000 / 10 }')}"
  fact cpu "$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)"
  fact cores "$(grep -c '^processor' /proc/cpuinfo 2>/dev/null)"
  fact memory "$(awk '$1 == "MemTotal:" { printf "%.0f GiB", $2 / 1048576 }' /proc/meminfo 2>/dev/null)"
  fact kernel "$(uname -sr)"
  fact glibc "$glibc"
  printf ',"build":%s}' "$(cat "$here/build.json")" >>"$parts/facts"
  mv "$parts/facts" "$parts/machine"
}

# --- the libraries and the driver --------------------------------------------------------------------

loader=/lib64/ld-linux-x86-64.so.2
glibc=$("$loader" --version 2>/dev/null | sed -n '1s/.*version \([0-9.]*[0-9]\).*/\1/p')

check_glibc() {
  needed=$(sed -n 's/.*"glibc": *"\([0-9.]*\)".*/\1/p' "$here/build.json")
  [ -n "$glibc" ] || { trouble="this is no x86-64 machine with glibc ($loader does not run)"; return 1; }
  awk -v have="$glibc" -v needed="$needed" 'BEGIN {
    split(have, h, "."); split(needed, n, ".")
    exit !(h[1] > n[1] || h[1] == n[1] && h[2] + 0 >= n[2] + 0)
  }' || { trouble="glibc $needed or newer is needed, this machine has $glibc"; return 1; }
}

# In the order in which the loader itself would look.
find_driver() {
  for folder in $(echo "${LD_LIBRARY_PATH-}" | tr : ' ') \
    $({ ldconfig -p || /sbin/ldconfig -p; } 2>/dev/null |
      sed -n 's,.*libcuda\.so\.1 .*x86-64.* => \(.*\)/[^/]*$,\1,p') \
    /usr/local/nvidia/lib64 /usr/local/nvidia/lib /usr/lib/x86_64-linux-gnu /usr/lib64 /usr/lib \
    /usr/lib/wsl/lib /run/opengl-driver/lib; do
    if [ -e "$folder/libcuda.so.1" ]; then
      log "driver: $folder/libcuda.so.1"
      if grep -q 'cleave simulator' "$folder/libcuda.so.1"; then simulated=' (simulated)'; fi
      # libomptarget opens it under the name without a number; all must get the same one.
      ln -s "$folder/libcuda.so.1" "$parts/lib/libcuda.so"
      ln -s "$folder/libcuda.so.1" "$parts/lib/libcuda.so.1"
      LD_LIBRARY_PATH=$parts/lib:$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}:$folder
      export LD_LIBRARY_PATH
      return 0
    fi
  done
  trouble="no NVIDIA driver: libcuda.so.1 is neither known to the loader nor in LD_LIBRARY_PATH,"
  trouble="$trouble /usr/local/nvidia/lib64 or the usual folders; run this on a machine with a GPU"
  return 1
}

# Takes from extra/ what the machine lacks, or has in too old a version, and nothing else: a carried
# libstdc++ must not come before a newer one. The loader says what is missing, again after each round.
complete_libraries() {
  while :; do
    for file in "$here"/lib/*.so* "$here"/bin/*; do
      LD_TRACE_LOADED_OBJECTS=1 LD_WARN=yes "$loader" "$file" 2>&1 # names all, where --list stops at the first
    done >"$parts/needs"
    wanted=$(sed -n 's/^[[:space:]]*\([^ /]*\) => not found.*/\1/p
      s/.*\/\([^ /]*\): version .* not found.*/\1/p' "$parts/needs" | sort -u)
    added=0
    for name in $wanted; do
      if [ -e "$here/extra/$name" ] && [ ! -e "$parts/lib/$name" ]; then
        ln -s "$here/extra/$name" "$parts/lib/$name"
        log "library taken along: $name"
        added=1
      fi
    done
    [ $added = 1 ] || break
  done
  grep 'not found' "$parts/needs" >>"$out/log.txt" || return 0
  trouble="libraries are missing: $(grep 'not found' "$parts/needs" | head -n 1 | sed 's/^[[:space:]]*//')"
  return 1
}

# --- running a stage --------------------------------------------------------------------------------

# A stage gets a session of its own, so that all its processes can be stopped together.
session='' group=''
if command -v setsid >/dev/null; then session=setsid group=-; fi
tick=1
if sleep 0.1 2>/dev/null; then tick=0.2; fi
child=''

stop_child() {
  [ -n "$child" ] || return 0
  kill -TERM "$group$child" 2>/dev/null
  end=$(($(now) + 3))
  while kill -0 "$child" 2>/dev/null && [ "$(now)" -lt $end ]; do sleep $tick; done
  kill -KILL "$group$child" 2>/dev/null
}

# run_limited SECONDS COMMAND...: output in parts/NUMBER.out, messages in the log; sets `code`, and
# `in_time` to 0 if it was stopped.
run_limited() {
  end_of_stage=$(($(now) + $1))
  shift
  in_time=1
  $session "$@" >"$parts/$number.out" 2>"$parts/$number.err" </dev/null &
  child=$!
  while kill -0 "$child" 2>/dev/null; do
    if [ "$(now)" -ge $end_of_stage ]; then
      in_time=0
      stop_child
      break
    fi
    sleep $tick
  done
  wait "$child" 2>/dev/null
  code=$?
  # What it started must not disturb the next stage.
  [ -z "$group" ] || kill -KILL "$group$child" 2>/dev/null
  child=''
}

# Turns what the stage NUMBER left behind into its results and its part of the table.
collect() {
  if [ -s "$parts/$number.json" ]; then
    awk -v whole=1 -f "$here/json.awk" "$parts/$number.json"
  elif [ "$program" != bench ] && [ -e "$parts/$number.out" ]; then
    awk -f "$here/json.awk" "$parts/$number.out"
  fi >"$parts/$number.results" 2>>"$parts/$number.err"
  cat "$parts/$number.err" >>"$out/log.txt"
}

tabulate() {
  echo "$name (question $question): $status${reason:+, $reason}"
  if [ "$program" = bench ]; then
    [ ! -e "$parts/$number.out" ] || sed 's/^/  /' "$parts/$number.out"
  else
    sed -n 's/.*"name": *"\([^"]*\)".*"unit": *"\([^"]*\)".*"median": *\([-+0-9.eE]*\).*/\3|\2|\1/p' \
      "$parts/$number.results" 2>/dev/null |
      awk -F '|' '{ printf "  %10.4g %-5s %s\n", $1, $2, $3 }'
  fi
}

finish_stage() {
  collect
  log "$name: $status${reason:+, $reason}"
  record "$number" "$name" "$question" "$status" "$(($(now) - stage_started))" "$reason" "$program${options:+ $options}"
  tabulate >"$parts/$number.table"
}

# What became of the cases of cleave bench, from its file. A stage that ran out of time has not failed.
judge_cases() {
  counts='' bad=0
  for kind in wrong failed timeout 'not run'; do
    cases=$(grep -c "\"status\": \"$kind\"" "$parts/$number.json")
    [ "$cases" = 0 ] || counts="$counts${counts:+, }$cases $kind"
    case $kind in wrong | failed) bad=$((bad + cases)) ;; esac
  done
  [ -n "$counts" ] || return 0
  reason="of $(grep -c '"status": ' "$parts/$number.json") cases $counts; $(tail -n 1 "$parts/$number.err")"
  [ $bad -gt 0 ] || status='out of time'
}

# The command line of a stage: $program and $options of stages.txt, with the seconds it may take.
run_stage() {
  seconds=$1
  # shellcheck disable=SC2086 # options are words
  if [ "$program" = bench ]; then
    # Ten seconds for the case that is under way, and for the table.
    set -- "$here/bin/cleave" bench $options --from "$here/bench" \
      --minutes "$(awk -v s="$seconds" 'BEGIN { printf "%.2f", (s > 20 ? s - 10 : s / 2) / 60 }')" \
      --json "$parts/$number.json"
  else
    # Half for what the program measures within, half for its start and its end.
    set -- "$here/bin/$program" $options --seconds $(((seconds + 1) / 2))
    if [ -n "$no_kernels" ] && "$1" --help 2>&1 | grep -q -e "$no_kernels"; then set -- "$@" "$no_kernels"; fi
  fi
  log "$*"
  run_limited "$seconds" "$@"
  status=ok reason=''
  if [ $in_time = 0 ]; then
    status='out of time' reason="stopped after $seconds s"
  elif [ $code -ne 0 ]; then
    status=failed reason=$(tail -n 1 "$parts/$number.err")
    reason="exit status $code${reason:+: $reason}"
    [ ! -s "$parts/$number.json" ] || judge_cases
  fi
}

interrupted() {
  trap '' INT TERM HUP
  if [ -n "$child" ]; then
    stop_child
    status=failed reason='interrupted'
    finish_stage
  fi
  write_results
  say "run.sh: interrupted; what was measured is kept"
  show_table
  exit "$1"
}

# --- the run -------------------------------------------------------------------------------------------

count=0
while read -r name question seconds program options; do
  count=$((count + 1))
  number=$(printf %02d $count)
  record "$number" "$name" "$question" 'not run' 0 '' "$program${options:+ $options}"
  echo "$name (question $question): not run" >"$parts/$number.table"
done <"$parts/stages"
describe_machine
write_results
trap 'interrupted 130' INT
trap 'interrupted 143' TERM HUP

# Without a GPU nothing is measured.
give_up() {
  write_results
  write_table
  say "run.sh: the GPU is not used: $1" >&2
  exit 1
}

trouble=''
no_proof() {
  record 01 proof 1 failed 0 "$trouble" micro-proof
  echo "proof (question 1): failed, $trouble" >"$parts/01.table"
  give_up "$trouble"
}
check_glibc || no_proof
find_driver || no_proof
complete_libraries || no_proof

PATH=$PATH:/usr/local/nvidia/bin
if command -v nvidia-smi >/dev/null; then nvidia-smi >"$out/nvidia-smi.txt" 2>&1; fi
# A device that is not used is an error, not a run on the host.
OMP_TARGET_OFFLOAD=MANDATORY
export OMP_TARGET_OFFLOAD

failures=0
# The stages are read on another descriptor, which no stage can eat from.
exec 3<"$parts/stages"
count=0
while read -r name question seconds program options <&3; do
  count=$((count + 1))
  number=$(printf %02d $count)
  left=$((deadline - $(now)))
  reason=''
  case $count,,$only, in
    1,* | *,,, | *,"$question",*) [ "$left" -ge 5 ] || reason='no time left' ;;
    *) reason='left out by --only' ;;
  esac
  if [ -n "$reason" ]; then
    record "$number" "$name" "$question" 'not run' 0 "$reason" "$program${options:+ $options}"
    echo "$name (question $question): not run, $reason" >"$parts/$number.table"
    continue
  fi
  [ "$seconds" -le "$left" ] || seconds=$left
  say "$name (question $question), at most $seconds s, $left s left"
  stage_started=$(now)
  run_stage "$seconds"
  finish_stage
  say "  $status${reason:+, $reason}"
  [ "$status" != failed ] || failures=$((failures + 1))
  describe_machine
  [ "$number$no_kernels" != 01 ] || [ "$status" = ok ] || give_up "the proof ended with: $reason"
  write_results
done
exec 3<&-
write_results
show_table
[ $failures -eq 0 ]
