#!/usr/bin/env bash
# FILE: test/format.sh
# WHAT: checks that the layout of all C and C++ sources is that of .clang-format; tests' input programs are not sources.
# USE:  test/format.sh          names the files whose layout differs; exit status 1 if there are any
#       test/format.sh --fix    changes these files
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t files < <(find lib passes tools test/unit test/fuzz test/engine test/simulator_driver test/device \
  -name '*.c' -o -name '*.h' -o -name '*.cpp')
[[ ${#files[@]} -gt 300 ]] || { echo "too few sources were found: ${#files[@]}" >&2; exit 1; }
if [[ ${1-} == --fix ]]; then
  exec clang-format-19 -i "${files[@]}"
fi
exec clang-format-19 --dry-run --Werror "${files[@]}"
