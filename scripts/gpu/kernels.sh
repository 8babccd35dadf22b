#!/bin/sh
# FILE: kernels (in the project: scripts/gpu/kernels.sh)
# WHAT: time and hardware counters of the kernels of the benchmark programs, from NVIDIA's profiler ncu.
# USE:  kernels LIST [--seconds N]
#       LIST: a file of lines [NAME=VALUE]... PROGRAM VERSION SIZE[,ARGUMENT]... NAME=VALUE is put in the environment of that run;
#       a colon in an argument stands for a comma.
#       The program is bench/PROGRAM-VERSION-float or bin/PROGRAM-VERSION.
#       After N seconds (default 300) no further run starts.
# Prints one JSON object for each kernel of each run, with the sum of its launches, and one for each run with all kernels.
# Exit status: 0, 1 a program failed, 2 usage or no profiler.
#
# Clocks and caches stay as they are. A launch is repeated for its counters; its time is measured by the first of these passes.
# Of a run, the first 400 launches are measured.
set -u
here=$(cd "$(dirname "$0")/.." && pwd)
[ $# -ge 1 ] && [ -r "$here/$1" ] || { sed -n 's/^# USE:  /usage: /p' "$0" >&2; exit 2; }
list=$here/$1 seconds=300
[ "${2-}" != --seconds ] || seconds=$3
PATH=$PATH:/usr/local/cuda/bin
command -v ncu >/dev/null || { echo "ncu is missing: it is part of the CUDA toolkit" >&2; exit 2; }
metrics=gpu__time_duration.sum,launch__registers_per_thread,launch__grid_size,launch__block_size
metrics=$metrics,sm__warps_active.avg.pct_of_peak_sustained_active,smsp__inst_executed.sum
metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum,l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
metrics=$metrics,lts__t_sectors_op_read.sum,dram__bytes.sum
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
begun=$(date +%s) failures=0
grep -v '^ *#' "$list" | grep . >"$work/list"
while read -r line <&3; do
  [ $(($(date +%s) - begun)) -lt "$seconds" ] || { echo "not run: $line" >&2; continue; }
  # shellcheck disable=SC2086 # variables and words
  set -- $line
  variables=''
  while [ $# -gt 3 ]; do variables="$variables $1"; shift; done
  program=$here/bench/$1-$2-float
  [ -x "$program" ] || program=$here/bin/$1-$2
  # shellcheck disable=SC2086 # variables; a size and a number of steps
  env $variables ncu --clock-control none --cache-control none --csv --page raw --print-units base --print-kernel-base mangled \
    --launch-count 400 --metrics "$metrics" --log-file "$work/log" "$program" $(echo "$3" | tr ,: ' ,') \
    >"$work/output" 2>&1 || { failures=$((failures + 1)); tail -n 3 "$work/output" "$work/log" >&2; continue; }
  awk -v run="$1 $2 $3" -v variables="$variables" '
    function number(name,   text) { text = field[column[name]]; gsub(/[",]/, "", text); return text + 0 }
    function average(sum, count) { return count > 0 ? sum / count : 0 }
    function print_one(name, i) {
      printf "{\"question\": 10, \"name\": \"%s%s %s\", \"unit\": \"us\", \"median\": %.3f, \"launches\": %d", run, variables, name, time[i], launches[i]
      if (i != "all")
        printf ", \"first_us\": %.3f, \"grid\": \"%dx%d\", \"registers\": %d, \"occupancy\": %.1f, \"instructions\": %d, \"load_sectors_per_request\": %.2f, \"store_sectors_per_request\": %.2f, \"l2_read_bytes\": %d, \"dram_bytes\": %d",
          first[i], grid[i], block[i], registers[i], average(occupancy[i], time[i]), instructions[i], average(load_sectors[i], loads[i]), average(store_sectors[i], stores[i]), l2[i], dram[i]
      print "}"
    }
    /^"ID"/ { n = split($0, names, "\",\""); for (i = 1; i <= n; i++) { gsub(/"/, "", names[i]); column[names[i]] = i }; next }
    /^"[0-9]/ {
      split($0, field, "\",\"")
      kernel = field[column["Kernel Name"]]
      sub(/^__omp_offloading_[0-9a-f]*_[0-9a-f]*_/, "", kernel)
      if (!(kernel in launches)) order[++kernels] = kernel
      t = number("gpu__time_duration.sum") / 1000
      if (!launches[kernel]++) { first[kernel] = t; grid[kernel] = number("launch__grid_size"); block[kernel] = number("launch__block_size") }
      time[kernel] += t; time["all"] += t; launches["all"]++
      registers[kernel] = number("launch__registers_per_thread")
      occupancy[kernel] += t * number("sm__warps_active.avg.pct_of_peak_sustained_active")
      instructions[kernel] += number("smsp__inst_executed.sum")
      load_sectors[kernel] += number("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"); loads[kernel] += number("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")
      store_sectors[kernel] += number("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"); stores[kernel] += number("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum")
      l2[kernel] += 32 * number("lts__t_sectors_op_read.sum"); dram[kernel] += number("dram__bytes.sum")
    }
    END { for (i = 1; i <= kernels; i++) print_one(order[i], order[i]); print_one("all kernels", "all") }' "$work/log"
done 3<"$work/list"
[ $failures -eq 0 ]
