#!/usr/bin/env bash
# FILE: bench/evidence/plots.sh
# WHAT: plots of what bench/evidence.sh has measured in the model, as SVG and PNG.
# USE:  bench/evidence/plots.sh [FOLDER]       reads FOLDER/*.jsonl, writes FOLDER/plots (default: docs/measurements/evidence)
#       Needs gnuplot (scripts/setup.sh --tests installs it). A plot whose experiment is missing is left out.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=${1:-$root/docs/measurements/evidence}
[[ $# -le 1 && -d $folder ]] || { echo "usage: bench/evidence/plots.sh [FOLDER], the folder of evidence.sh" >&2; exit 2; }
command -v gnuplot >/dev/null || { echo "plots.sh: gnuplot is missing; scripts/setup.sh --tests installs it" >&2; exit 2; }
mkdir -p "$folder/plots"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
profile() { awk -v key="$2" '$1 == key { print $3 * ($4 == "TB/s" ? 1000 : 1) }' "$root/lib/simulator_driver/devices/$1.profile"; }

# draw NAME WIDTH HEIGHT: the commands on standard input, twice.
draw() {
  cat >"$work/commands"
  for terminal in "svg size $2,$3 font 'DejaVu Sans,12' background '#ffffff'" "pngcairo size $((2 * $2)),$((2 * $3)) font 'DejaVu Sans,12' fontscale 2 linewidth 2"; do
    local type=${terminal%% *}
    {
      echo "set terminal $terminal"
      echo "set output '$folder/plots/$1.${type%cairo}'"
      echo "set border 3 lc '#444444'; set tics nomirror textcolor '#222222'; set grid ytics lc '#dddddd' lt 1 lw 0.5; set key noenhanced"
      cat "$work/commands"
    } | gnuplot
  done
}

before_after() { # before_after DEVICE
  local file=$folder/programs-$1.jsonl
  [[ -s $file ]] || return 0
  jq -r -s '. as $all | ["gemm", "2mm", "3mm", "syrk", "covariance", "atax", "mvt", "bicg", "gesummv", "fdtd-2d", "srad", "lud"][] as $p
    | [$p] + (["base", "hand", "tuned", "ALL"] | map(. as $v | [$all[] | select(.program == $p and .version == $v) | .time_ns / 1e6][0] // "NaN")) | map(tostring) | join(" ")' \
    "$file" >"$work/programs"
  # Versions without a run are left out.
  local version column=1 bars=()
  while read -r version color title; do
    column=$((column + 1))
    ! grep -q "\"version\":\"$version\"" "$file" || bars+=("'$work/programs' using $column:xtic(1) title '$title' lc '$color'")
  done <<<"base #b0b0b0 clang -O3
hand #7fb2d9 OpenMP by hand
tuned #e0a030 tuned CUDA
ALL #1f6f43 cleave"
  draw "programs-$1" 960 420 <<EOF2
set title "Time of a region with its transfers, model of the device $1\nfloat, 9600 rows (srad: 512, lud: 600)" noenhanced
set style data histograms; set style histogram clustered gap 1.2; set style fill solid 0.95 border lc 'white'
set logscale y; set format y "10^{%L}"; set ylabel "ms"; set xtics rotate by -25; set key outside right top
plot $(IFS=,; echo "${bars[*]}")
EOF2
}

occupancy() {
  local file name program plots=()
  for file in "$folder"/occupancy-*.jsonl; do
    [[ -s $file ]] || return 0
    name=$(basename "$file" .jsonl)
    for program in syrk fdtd-2d; do
      jq -r -s --arg program "$program" '[.[] | select(.program == $program)] | ([.[].kernels_ns] | min) as $least
        | sort_by(.setting | rtrimstr(" %") | tonumber)[] | "\(.setting | rtrimstr(" %")) \(.kernels_ns / $least)"' "$file" >"$work/$program-$name"
      plots+=("'$work/$program-$name' using 1:2 with linespoints pt 7 ps 0.7 lw 2 title '$program, ${name#occupancy-}'")
    done
  done
  draw occupancy 720 420 <<EOF2
set title "Time of the kernels by occupancy, model\nSYRK with 4000 rows, FDTD-2D with 15000"
set logscale x 2; set xtics (3.1, 6.25, 12.5, 25, 50, 100); set xlabel "occupancy, %"; set ylabel "multiple of the least time"; set yrange [0:*]
plot $(IFS=,; echo "${plots[*]}")
EOF2
}

sizes() {
  local file program version plots=()
  for file in "$folder"/sizes-*.jsonl; do
    [[ -s $file ]] || return 0
    for program in syrk covariance; do
      for version in KWEG ALL-1; do
        jq -r -s --arg program "$program" --arg version "$version" '[.[] | select(.program == $program)] as $rows
          | [$rows[].rows] | unique[] as $n | ([$rows[] | select(.rows == $n)]) as $at
          | ([$at[] | select(.version == "KWE") | .kernels_ns][0]) as $before | ([$at[] | select(.version == $version) | .kernels_ns][0]) as $after
          | select($before and $after) | "\($n) \($before / $after)"' "$file" >"$work/$program-$version-$(basename "$file")"
        [[ -s $work/$program-$version-$(basename "$file") ]] || continue
        plots+=("'$work/$program-$version-$(basename "$file")' using 1:2 with linespoints pt 7 ps 0.7 lw 2 title '$program, $version, $(basename "$file" .jsonl | sed s/sizes-//)'")
      done
    done
  done
  draw sizes 720 480 <<EOF2
set title "Kernels over those with grids of the compiler, model"
set logscale y; set xlabel "rows"; set ylabel "speedup over KWE"; set key outside bottom center horizontal maxcols 2
plot $(IFS=,; echo "${plots[*]}")
EOF2
}

roofline() { # roofline DEVICE
  local file=$folder/programs-$1.jsonl lanes
  [[ -s $file ]] || return 0
  lanes=$(awk '$1 == "float32_lanes" { l = $3 } $1 == "multiprocessors" { m = $3 } $1 == "clock" { c = $3 } END { print l * m * c / 1e3 }' \
    "$root/lib/simulator_driver/devices/$1.profile") # 10^9 operations per second
  for version in ALL tuned; do
    # The kernels with a tenth of their program's time or more.
    jq -r --arg version "$version" 'select(.version == $version) | . as $row | .kernels[]
      | select(.flops > 0 and .memory_bytes > 0 and .time_ns > 0.1 * $row.kernels_ns)
      | "\(.flops / .memory_bytes) \(.flops / (.time_ns - .launch_ns)) \($row.program)"' "$file" >"$work/$version.points"
  done
  # One label for kernels that are near each other.
  sort -g "$work/ALL.points" | awk '
    function near(a, b) { return a < 1.6 * b && b < 1.6 * a }
    { for (i = 1; i <= n; i++) if (near($1, x[i]) && near($2, y[i])) { if (!(seen[i, $3]++)) label[i] = label[i] (count[i]++ % 3 == 2 ? "\\n" : ", ") $3; next }
      n++; x[n] = $1; y[n] = $2; label[n] = $3; seen[n, $3] = count[n] = 1 }
    END { for (i = 1; i <= n; i++) printf "%s %s \"%s\"\n", x[i], y[i], label[i] }' >"$work/labels"
  draw "roofline-$1" 720 480 <<EOF2
set title "Kernels in the roofline of the device $1, model\noperations of the code, bytes of the memory" noenhanced
set logscale xy; set xlabel "float operations for each byte of the memory"; set ylabel "10^9 operations per second"
set format xy "10^{%L}"; set xrange [0.1:10000]; set yrange [20:100000]; set key bottom right
roof(x) = (x * $(profile "$1" memory_throughput) < $lanes) ? x * $(profile "$1" memory_throughput) : $lanes
plot roof(x) with lines lw 2 lc '#444444' title 'memory, and additions or multiplications', \
  '$work/ALL.points' using 1:2 with points pt 7 ps 1.3 lc '#1f6f43' title 'cleave', \
  '$work/labels' using 1:2:3 with labels left offset 1,-1 font ',9' textcolor '#1f6f43' noenhanced notitle, \
  '$work/tuned.points' using 1:2 with points pt 6 ps 1.3 lw 2 lc '#e0a030' title 'tuned CUDA'
EOF2
}

timeline() { # timeline DEVICE
  local file=$folder/timeline-$1.jsonl
  [[ -s $file ]] || return 0
  jq -r 'def place: {base: 6, KWEG: 3, ALL: 0}[.version]; def track: {"to device": 2, "kernel": 1}[.track] // 0;
    "\(.begin_ns / 1e6) \((.begin_ns + .time_ns) / 1e6) \(place + track) \({"to device": 1, "kernel": 2}[.track] // 3)"' "$file" >"$work/intervals"
  draw "timeline-$1" 960 400 <<EOF2
set title "ATAX with 9600 rows, model of the device $1" noenhanced
set xlabel "ms"; set yrange [-0.6:8.6]; set xrange [0:*]; unset key; unset colorbox; set palette maxcolors 3 defined (1 '#4f81bd', 2 '#1f6f43', 3 '#c0504d')
set ytics ('cleave: from device' 0, 'kernels' 1, 'to device' 2, 'synchronous: from device' 3, 'kernels' 4, 'to device' 5, 'clang -O3: from device' 6, 'kernels' 7, 'to device' 8)
set cbrange [1:3]; set style fill solid noborder
plot '$work/intervals' using 1:3:1:2:(\$3-0.35):(\$3+0.35):4 with boxxyerror lc palette
EOF2
}

for device in h200 titan-x; do
  before_after "$device"
  roofline "$device"
  timeline "$device"
done
occupancy
sizes
ls "$folder/plots"
