#!/usr/bin/env bash
# FILE: test/gcc.sh
# WHAT: the project can be compiled by gcc: configures it with gcc and g++, and lets them check all files of lib/ and tools/ and
#       one file of each plugin. No warning may be an error unless CLEAVE_WERROR says so.
# USE:  test/gcc.sh
set -euo pipefail
source=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake -S "$source" -B "$work" -G Ninja -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ >"$work/log" 2>&1 || {
  cat "$work/log"
  exit 1
}
ninja -C "$work" -t commands all | grep -E '^[^ ]*/(gcc|g\+\+) .* -c ' >"$work/commands"
if grep -e ' -Werror' "$work/commands"; then
  echo "these compilations fail by a warning, and CLEAVE_WERROR is off"
  exit 1
fi
cmake -S "$source" -B "$work" -DCLEAVE_WERROR=ON >/dev/null
if ninja -C "$work" -t commands all | grep -E '^[^ ]*/(gcc|g\+\+) .* -c ' | grep -v -e ' -Werror'; then
  echo "CLEAVE_WERROR is on, and these compilations do not fail by a warning"
  exit 1
fi

# plugin_hash.c is made by the build.
grep -E ' -c [^ ]*/((lib|tools)/[^ ]*\.c|passes/(frontend|device)/(frontend|device)_plugin\.cpp)$' "$work/commands" | grep -v plugin_hash |
  sed -E 's/ -MD -MT [^ ]* -MF [^ ]*//; s/ -o [^ ]* -c / -Werror -fsyntax-only /' >"$work/checks"
[[ $(wc -l <"$work/checks") -gt 100 ]] || { echo "too few compilations were found"; exit 1; }
cd "$work"
xargs -d '\n' -P 2 -n 1 bash -c <"$work/checks"
