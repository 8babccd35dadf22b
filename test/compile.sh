#!/usr/bin/env bash
# FILE: test/compile.sh
# WHAT: checks that cleave compiles whatever plain clang compiles, and gives no error or warning of its own: for a GPU (sm_90) and
#       for the host device, as C and as C++, with -O0 and with -O2, with -Wall -Wextra -Werror.
# USE:  test/compile.sh BUILD [--all] [--jobs N] SOURCE... [-- FLAG...]
#       BUILD: the build folder. SOURCE: a C or C++ file, a folder with such files, or a page (.md), whose examples are compiled.
#       FLAG: further flags of every compilation.
#       Without --all each file has one of the eight combinations, and the next file the next one. A C file that is no C++ is
#       compiled as C.
#       The last line is "N compilations of N files, N that plain clang refuses, N failures". Exit status 1 if any failed.
# ENVIRONMENT: CLEAVE, the command in the place of `cleave cc`; it is split at spaces.
set -euo pipefail
usage() { sed -n 's/^# USE: */usage: /p' "$0" >&2; exit 2; }
[[ -d ${1-} ]] || usage
build=$(realpath "$1") all= jobs=$(nproc)
shift
while [[ ${1-} == --* ]]; do
  case $1 in
  --all) all=1 ;;
  --jobs) jobs=${2-}; shift ;;
  *) usage ;;
  esac
  shift
done
[[ $# -gt 0 && $jobs =~ ^[1-9][0-9]*$ ]] || usage
prefix=$(llvm-config-19 --prefix)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export build prefix folder
export PATH=$prefix/bin:$build/lib/cleave/toolkit/bin:$PATH CLEAVE_CUDA_PATH=none LC_ALL=C
export CLEAVE=${CLEAVE:-$build/bin/cleave cc}

# examples PAGE: writes each example of the page to a folder of its own, with the files that it includes.
examples() {
  awk -v base="$folder/pages/$(basename "$1" .md)" '
    /^```c/ { inside = 1; at = base "-" ++block; system("mkdir -p " at); name = $0 == "```cpp" ? "main.cpp" : "main.c"; next }
    /^```$/ { inside = 0 }
    inside && /^\/\* [a-z.]+ \*\/$/ { name = $2; next }
    inside { print > (at "/" name) }' "$1"
}

while [[ $# -gt 0 && $1 != -- ]]; do
  source=$1
  shift
  if [[ -d $source ]]; then
    find "$source" -name '*.md' | sort | while read -r page; do examples "$page"; done
    find "$(realpath "$source")" \( -name '*.c' -o -name '*.cpp' \) | sort >>"$folder/files"
  elif [[ $source == *.md ]]; then
    examples "$source"
  elif [[ -f $source ]]; then
    realpath "$source" >>"$folder/files"
  else
    echo "$0: $source: there is no such file or folder" >&2
    exit 2
  fi
done
shift || true
export FLAGS="$*"
[[ ! -d $folder/pages ]] || find "$folder/pages" -name 'main.c*' | sort >>"$folder/files"

# of_cleave LOG PLAIN: the first error or warning of LOG that PLAIN does not have; lines and columns may differ. What is said of a
# `#pragma cleave` of the program does not count: plain clang does not know it.
of_cleave() {
  awk '{ line = $0; gsub(/:[0-9]+/, "", line) }
    NR == FNR { plain[line] = 1; next }
    /#pragma cleave/ { next }
    !found && /(error|warning): / && !(line in plain) { print $0; found = 1 }' "$2" "$1"
}

# check NUMBER FILE LANGUAGE LEVEL TARGET: prints "pass", "plain" if plain clang does not compile it either, or "FAIL: ...".
check() {
  local at=$folder/$1 file=$2 language=$3 level=$4 target=$5
  # shellcheck disable=SC2206 # words
  local flags=("$level" -fopenmp -Wall -Wextra -c -o "$at.o" -I"$(dirname "$file")" $FLAGS)
  case $target in
  sm_90) flags+=(--offload-arch=sm_90 --libomptarget-nvptx-bc-path="$prefix/lib/libomptarget-nvptx-sm_90.bc") ;;
  host) flags+=(-fopenmp-targets=x86_64-pc-linux-gnu) ;;
  esac
  flags+=(-x "$language" "$file")
  local said=
  # shellcheck disable=SC2086 # a command and its arguments
  if timeout 300 $CLEAVE -Werror "${flags[@]}" >"$at.log" 2>&1 && ! grep -q 'warning: ' "$at.log"; then
    echo pass
  elif ! timeout 300 clang "${flags[@]}" >"$at.plain" 2>&1; then
    echo plain
  else
    # Plain clang has warnings itself, or cleave is at fault. Without -Werror all is said.
    # shellcheck disable=SC2086
    timeout 300 $CLEAVE "${flags[@]}" >"$at.log" 2>&1 || said="exit status $?, no error"
    [[ -n $said ]] && grep -q 'error: ' "$at.log" && said=
    [[ -n $said ]] || said=$(of_cleave "$at.log" "$at.plain")
    [[ -n $said ]] && echo "FAIL: $file as $language $level for $target: $said" || echo pass
  fi
  rm -f "$at".*
}
export -f check of_cleave

# combinations NUMBER FILE: lines "NUMBER FILE LANGUAGE LEVEL TARGET".
combinations() {
  local number=$1 file=$2 languages=(c++ c++) levels=(-O0 -O2) targets=(host sm_90)
  if [[ $file == *.c ]]; then
    languages=(c c)
    ! clang -fopenmp -fsyntax-only -w -I"$(dirname "$file")" $FLAGS -x c++ "$file" 2>/dev/null || languages=(c c++)
  fi
  local c
  for c in 0 1 2 3 4 5 6 7; do
    [[ -n $all || $c -eq $((number % 8)) ]] || continue
    [[ ${languages[0]} != "${languages[1]}" || -z $all || $c -lt 4 ]] || continue
    echo "$number.$c $file ${languages[c >> 2 & 1]} ${levels[c >> 1 & 1]} ${targets[c & 1]}"
  done
}
export -f combinations
export all

nl -ba -w1 -s' ' "$folder/files" | xargs -P "$jobs" -L 1 bash -c 'combinations "$@"' - >"$folder/combinations"
xargs -P "$jobs" -L 1 bash -c 'check "$@"' - <"$folder/combinations" >"$folder/results"
grep '^FAIL: ' "$folder/results" || true
count() { grep -c "^$1" "$folder/results" || true; }
compiled=$(count '') refused=$(count plain) failed=$(count FAIL)
echo "$compiled compilations of $(wc -l <"$folder/files") files, $refused that plain clang refuses, $failed failures"
[[ $failed -eq 0 && $compiled -gt $refused && $compiled -eq $(wc -l <"$folder/combinations") ]]
