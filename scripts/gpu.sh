#!/usr/bin/env bash
# FILE: scripts/gpu.sh
# WHAT: measures on a GPU machine that has a driver but no compiler: packs a folder to carry there, and
#       makes docs/measurements/gpu.md of what comes back.
# USE:  scripts/gpu.sh pack [--arch sm_XX] [--programs NAME,...] [--irregular NAME,...] [--types float,double] [--simulated] FOLDER
#           FOLDER: new or empty; gets everything and run.sh, which is started there (README.txt)
#           --arch      the GPU's architecture (default sm_90: H100, H200)
#           --programs  of bench/programs.txt (default: all)
#           --irregular of bench/irregular/programs.txt (default: those of kernels-irregular.txt; none: no program)
#           --simulated PTX instead of machine code, for the GPU simulator: to try run.sh. Needs no CUDA toolkit.
#       scripts/gpu.sh report [--allow-simulated] [--output FILE] results.json...
#           --output    default docs/measurements/gpu.md
#       Variable: CLEAVE (default build/bin/cleave).
#       Packing needs a CUDA toolkit (nvcc, ptxas, nvlink) on the PATH or in /usr/local/cuda; reporting needs jq.
set -euo pipefail
export LC_ALL=C
project=$(cd "$(dirname "$0")/.." && pwd)
cleave=${CLEAVE:-$project/build/bin/cleave}
limit_mib=60

fail() { echo "gpu.sh: $*" >&2; exit 1; }
usage() {
  [[ $# -eq 0 ]] || echo "gpu.sh: $*" >&2
  sed -n 's/^# USE: /usage:/p; s/^#\( *scripts\/gpu.sh .*\)/\1/p' "$0" >&2
  exit 2
}

# cuda_folders: -L and the folders of the toolkit's libraries. Asked of nvcc itself: the nvcc on the PATH may be a link or a script outside
# the toolkit.
cuda_folders() { nvcc -dryrun -x cu /dev/null 2>&1 | sed -n 's/^#\$ LIBRARIES=//p' | tr -d '"'; }

# compile_harness FOLDER FLAG...: the harness as FOLDER/common_*.o.
compile_harness() {
  local file
  for file in "$project"/bench/common/*.c "$project"/bench/irregular/common/*.c; do
    clang-19 "${@:2}" "-I$project/bench/irregular/common" -c "$file" -o "$1/common_$(basename "$file" .c).o"
  done
}

# pack_cuda FOLDER ARCHITECTURE LIBRARY TYPE PROGRAMS: FOLDER/bench/PROGRAM-cuda-TYPE and PROGRAM-tuned-TYPE, compiled by nvcc.
pack_cuda() {
  local work name source version cuda_libraries=()
  $simulated || cuda_libraries=($(cuda_folders) -lcudart)
  local flags=(-O2 -ffp-contract=off -std=c11 "-I$project/bench/common" "-I$project/bench/irregular/common" "-DREAL=$4" -fopenmp)
  work=$(mktemp -d)
  # The other headers of bench/cuda stand in for the toolkit's.
  cp "$project"/bench/cuda/*.cuh "$work"
  local gpu=("--offload-arch=$2" "-L$3" "-L$project/build/lib" -lcleave -Wl,--allow-shlib-undefined
    "--libomptarget-nvptx-bc-path=$3/libomptarget-nvptx-$2.bc" -Qunused-arguments)
  # The harness fills the device's memory, and asks whether a region runs there.
  compile_harness "$work" "${flags[@]}" "${gpu[@]}"
  for name in ${5//,/ }; do
    source=$project/bench/$(folder_of "$name")
    clang-19 "${flags[@]}" -c "$source/reference.c" -o "$work/reference.o"
    for version in cuda tuned; do
      if $simulated; then
        env -u CCC_OVERRIDE_OPTIONS ARCHITECTURE="$2" "$project/bench/cuda/compile.sh" "$project/build" "$work/cuda.o" "$source/$version.cu" \
          "-I$project/bench/irregular/common" "-I$source" "-DREAL=$4"
      else
        nvcc -arch="$2" -O3 -fmad=false -std=c++17 "-I$project/bench/common" "-I$project/bench/irregular/common" "-I$work" "-I$source" "-DREAL=$4" \
          -c "$source/$version.cu" -o "$work/cuda.o"
      fi
      clang++-19 -fopenmp "${gpu[@]}" "$work"/*.o "${cuda_libraries[@]}" -lm -ldl -lpthread -lrt \
        -o "$1/bench/$name-$version-$4"
      strip "$1/bench/$name-$version-$4"
    done
  done
  rm -r "$work"
}

# The folder of a benchmark program, in bench.
folder_of() { awk -v name="$1" '$1 == name { print $2 }' "$project"/bench/programs.txt "$project"/bench/irregular/programs.txt; }

# pack_irregular FOLDER ARCHITECTURE LIBRARY TYPE PROGRAMS: FOLDER/bench/PROGRAM-VERSION-TYPE: naive.c by clang (clang), by cleave (cleave), and
# by cleave that may reassociate sums (lanes).
pack_irregular() {
  local work name source version compiler
  local flags=(-O2 -ffp-contract=off -std=c11 "-I$project/bench/common" "-I$project/bench/irregular/common" "-DREAL=$4" -fopenmp)
  local link=("--offload-arch=$2" "-L$3" -Wl,--allow-shlib-undefined "--libomptarget-nvptx-bc-path=$3/libomptarget-nvptx-$2.bc")
  work=$(mktemp -d)
  compile_harness "$work" "${flags[@]}"
  for name in ${5//,/ }; do
    source=$project/bench/$(folder_of "$name")
    clang-19 "${flags[@]}" "-I$source" -c "$source/reference.c" -o "$work/reference.o"
    for version in clang cleave lanes; do
      case $version in
        clang) compiler=(clang-19 "-L$project/build/lib" -lcleave) ;;
        cleave) compiler=("$cleave" cc) ;;
        lanes) compiler=("$cleave" cc -fplugin-arg-cleave-reassociate=on -DBENCH_REASSOCIATES=true) ;;
      esac
      "${compiler[@]}" "${flags[@]}" "$source/naive.c" "$work"/*.o "${link[@]}" -lm -o "$1/bench/$name-$version-$4"
      strip "$1/bench/$name-$version-$4"
    done
  done
  rm -r "$work"
}

# pack_versions FOLDER ARCHITECTURE LIBRARY PROGRAMS: FOLDER/bench/PROGRAM-VERSION-float, a script that sets the version's variables and
# starts .program, for the versions of bench/evidence/versions.txt that cleave compiles with options. Adds them, and the CUDA versions, to
# the list that `cleave bench --from` reads.
pack_versions() {
  local work name source version options variables path flags names
  local link=("--offload-arch=$2" "-L$3" -Wl,--allow-shlib-undefined "--libomptarget-nvptx-bc-path=$3/libomptarget-nvptx-$2.bc" -Qunused-arguments)
  local compile_flags=(-O3 -ffp-contract=off -std=c11 "-I$project/bench/common" -DREAL=float -fopenmp)
  names=$(awk '$3 == "cleave" && $1 ~ /^KW/ { print $1 }' "$project/bench/evidence/versions.txt")
  work=$(mktemp -d)
  compile_harness "$work" "${compile_flags[@]}" "${link[@]}"
  for name in ${4//,/ }; do
    source=$project/bench/$(folder_of "$name")
    clang-19 "${compile_flags[@]}" -c "$source/reference.c" -o "$work/reference.o"
    for version in $names; do
      read -r options variables < <(awk -v name="$version" '$1 == name { print $4, $5 }' "$project/bench/evidence/versions.txt")
      mapfile -t flags < <(tr , '\n' <<<"$options" | sed '/^none$/d; s/^/-fplugin-arg-cleave-/')
      path=$1/bench/$name-$version-float
      "$cleave" cc "${flags[@]}" "${compile_flags[@]}" "$source/naive.c" "$work"/*.o "${link[@]}" -lm -o "$path.program"
      strip "$path.program"
      printf '#!/bin/sh\nexec env %s "$0.program" "$@"\n' "$(sed 's/^none$//; s/,/ /g' <<<"$variables")" >"$path"
      chmod +x "$path"
    done
  done
  sed -i "/^#/!s/\$/,cuda,tuned,$(paste -sd , <<<"$names")/" "$1/bench/programs.txt"
  rm -r "$work"
}

# pack_nests FOLDER ARCHITECTURE LIBRARY: FOLDER/bin/FILE-cleave for the files of nests in bench/nests, as bench/nests.sh builds them.
pack_nests() {
  local work file flags=(-O2 -ffp-contract=off -std=c11 "-I$project/bench/nests")
  work=$(mktemp -d)
  clang-19 "${flags[@]}" -c "$project/bench/nests/driver.c" -o "$work/driver.o"
  for file in nests published; do
    clang-19 "${flags[@]}" -DNESTS_REFERENCE -c "$project/bench/nests/$file.c" -o "$work/reference.o"
    "$cleave" cc "${flags[@]}" -fopenmp "--offload-arch=$2" "-L$3" -Wl,--allow-shlib-undefined \
      "--libomptarget-nvptx-bc-path=$3/libomptarget-nvptx-$2.bc" "$project/bench/nests/$file.c" "$work/reference.o" "$work/driver.o" \
      -lm -o "$1/bin/$file-cleave"
    strip "$1/bin/$file-cleave"
  done
  rm -r "$work"
}

pack() {
  local architecture=sm_90 programs='' irregular='' types=float,double folder='' simulated=false
  while [[ $# -gt 0 ]]; do
    case $1 in
      --arch | --programs | --irregular | --types)
        [[ $# -ge 2 ]] || usage "$1 needs a value"
        case $1 in
          --arch) architecture=$2 ;;
          --programs) programs=$2 ;;
          --irregular) irregular=$2 ;;
          --types) types=$2 ;;
        esac
        shift ;;
      --simulated) simulated=true ;;
      -*) usage "unknown option $1" ;;
      *) [[ -z $folder ]] || usage "one folder only"; folder=$1 ;;
    esac
    shift
  done
  [[ -n $folder ]] || usage "which folder?"
  [[ $architecture =~ ^sm_[0-9]+a?$ ]] || usage "--arch wants something like sm_90, not '$architecture'"
  [[ ! -e $folder || -z $(find "$folder" -mindepth 1 -maxdepth 1 2>/dev/null) ]] ||
    fail "$folder is not empty: choose a new folder"
  PATH=$PATH:/usr/local/cuda/bin
  local tool
  if $simulated; then
    # Clang reads further options from this variable: cleave's stand-in toolkit keeps the PTX.
    export CLEAVE_CUDA_PATH=none CCC_OVERRIDE_OPTIONS="# +--cuda-path=$project/build/lib/cleave/toolkit +-Qunused-arguments"
  fi
  for tool in nvcc ptxas nvlink; do
    $simulated || command -v $tool >/dev/null || fail "$tool is missing: packing needs a CUDA toolkit, on the PATH or in /usr/local/cuda"
  done
  [[ -x $cleave && -e $project/build/lib/libcleave.so ]] ||
    fail "cleave is not built: run scripts/setup.sh"
  mkdir -p "$folder/bin"
  folder=$(cd "$folder" && pwd)

  echo "benchmark programs for $architecture"
  [[ -n $programs ]] || programs=$(sed -n 's/^\([^# ][^ ]*\) .*/\1/p' "$project/bench/programs.txt")
  # shellcheck disable=SC2086 # the names are words
  "$cleave" bench ${programs//,/ } --versions naive,cleave,hand --types "$types" \
    --target "$architecture" --build "$folder/bench"

  local library
  library=$(dirname "$(clang-19 -print-file-name=libomptarget.so)")
  echo "their CUDA versions"
  local type
  for type in ${types//,/ }; do
    pack_cuda "$folder" "$architecture" "$library" "$type" "$programs"
  done
  if [[ ,$types, == *,float,* ]]; then
    echo "their versions of bench/evidence"
    pack_versions "$folder" "$architecture" "$library" "$programs"
  fi
  [[ -n $irregular ]] || irregular=$(sed -n 's/^\([a-z][a-z-]*\) tuned .*/\1/p' "$project/scripts/gpu/kernels-irregular.txt" | sort -u | paste -sd ,)
  if [[ $irregular != none ]]; then
    echo "irregular programs"
    pack_irregular "$folder" "$architecture" "$library" float "$irregular"
    pack_cuda "$folder" "$architecture" "$library" float "$irregular"
  fi

  echo "programs that measure one thing each"
  FLAGS="-fopenmp --offload-arch=$architecture -L$library -L$project/build/lib -lcleave \
    --libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-$architecture.bc" \
    "$project/bench/synthetic/build.sh" "$folder/bin"
  pack_nests "$folder" "$architecture" "$library"
  if ! $simulated; then
    nvcc -arch="$architecture" -O3 "$project/bench/cuda/memory.cu" -o "$folder/bin/micro-memory"
    strip "$folder/bin/micro-memory"
  fi
  cp "$cleave" "$folder/bin"

  echo "run-time libraries"
  # A copy of CUDA's for all programs: in each of them it would be most of its size.
  local glibc cudart=()
  if ! $simulated; then
    read -ra cudart < <(cuda_folders | tr ' ' '\n' | sed -n 's|^-L\(.*\)|\1/libcudart.so|p' | xargs ls 2>/dev/null)
    [[ ${#cudart[@]} -gt 0 ]] || fail "the CUDA toolkit has no libcudart.so"
  fi
  glibc=$("$project/scripts/gpu/libraries.sh" "$folder" ${cudart[0]+"${cudart[0]}"} "$project/build/lib/libcleave.so" "$folder"/bin/* \
    $(find "$folder/bench" -name '*-*' ! -name '*-KW*-float'))
  # What it needs is the machine's driver.
  cp "$project/build/lib/libcleave-cuda.so" "$folder/lib"

  cp "$project"/scripts/gpu/{run.sh,stages.txt,json.awk,README.txt} "$project"/scripts/gpu/kernels*.txt "$folder"
  cp "$project/scripts/gpu/kernels.sh" "$folder/bin/kernels"
  jq -n --arg architecture "$architecture" --arg glibc "$glibc" \
    --arg cleave "$("$cleave" --version | head -n 1)" \
    --arg compiler "$(clang-19 --version | head -n 1)" \
    --arg cuda "$($simulated || ptxas --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')" \
    --arg commit "$(git -C "$project" describe --always --dirty --abbrev=12 2>/dev/null || true)" \
    '$ARGS.named' >"$folder/build.json"

  local bytes
  bytes=$(du -sb "$folder" | cut -f 1)
  [[ $bytes -le $((limit_mib * 1048576)) ]] ||
    fail "$folder has $((bytes / 1048576)) MiB, more than $limit_mib: leave out programs or types"
  echo "$folder: $(((bytes + 1048575) / 1048576)) MiB, needs glibc $glibc; start there: ./run.sh --minutes 30"
}

report() {
  local allow_simulated=false output=$project/docs/measurements/gpu.md
  while [[ ${1-} == -* ]]; do
    case $1 in
      --allow-simulated) allow_simulated=true ;;
      --output) [[ $# -ge 2 ]] || usage "$1 needs a value"; output=$2; shift ;;
      *) usage "unknown option $1" ;;
    esac
    shift
  done
  [[ $# -ge 1 ]] || usage "which results.json?"
  command -v jq >/dev/null || fail "jq is missing: run scripts/setup.sh --tests"
  local file
  for file in "$@"; do
    jq -e '.format == "cleave gpu results 1"' "$file" >/dev/null 2>&1 ||
      fail "$file is no results.json of run.sh"
    $allow_simulated && continue
    jq -e 'any(.. | strings; ascii_downcase | contains("simulated")) | not' "$file" >/dev/null ||
      fail "$file comes from the simulated driver: its times are made up and belong in no document"
    jq -e '.machine.gpu or all(.stages[]; .results == [])' "$file" >/dev/null ||
      fail "$file has figures but does not say of which GPU: run run.sh again"
  done
  jq -rs -f "$project/scripts/gpu/report.jq" "$@" >"$output.new"
  mv "$output.new" "$output"
  echo "$output"
}

command=${1-}
[[ $# -eq 0 ]] || shift
case $command in
  pack | report) "$command" "$@" ;;
  *) usage ;;
esac
