#!/usr/bin/env bash
# FILE: test/second_llvm/run.sh
# WHAT: builds the plugins for LLVM 22 beside those for LLVM 19, and runs tests with clang 22 and flang 22. All other parts of cleave
#       are the same for both.
# USE:  run.sh BUILD [NAME]             the tests of tests.txt, those whose name matches the regular expression NAME
#       run.sh BUILD --any NAME         any tests; docs/llvm-versions.md says which fail
#       BUILD: the build folder of LLVM 19
set -euo pipefail
cd "$(dirname "$0")/../.."
build=$1 here=test/second_llvm
old=$(llvm-config-19 --prefix) new=$(llvm-config-22 --prefix)
if [[ ${2-} == --any ]]; then
  filter=$3
else
  filter=$(grep -v '^#' $here/tests.txt | grep -E -- "${2:-.}" | paste -sd '|') || true
  [[ -n $filter ]] || exit 0
fi
# Without optimization: the compilation of the plugin takes most of the time.
cmake -S . -B "$build" -DCLEAVE_SECOND_LLVM_CONFIG="$(command -v llvm-config-22)" \
  "-DCLEAVE_SECOND_LLVM_OPTIONS=-O0;-g0" >"$build/second_llvm.log"
ninja -C "$build" --quiet
$here/openmp.sh "$build/test/lit/second/openmp" "$new" "$old"
python3 "$old/build/utils/lit/lit.py" -v --filter "$filter" "$build/test/lit/second"
