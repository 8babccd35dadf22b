#!/usr/bin/env bash
# FILE: test/second_llvm/run.sh
# WHAT: runs tests with clang 22 and flang 22, after plugins.sh has built the plugins for LLVM 22.
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
$here/plugins.sh "$build"
$here/openmp.sh "$build/test/lit/second/openmp" "$new" "$old"
python3 "$old/build/utils/lit/lit.py" -v --filter "$filter" "$build/test/lit/second"
