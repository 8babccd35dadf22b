#!/bin/bash
# FILE: test/lit/bench/Inputs/programs.sh
# WHAT: makes a folder of benchmark programs for the tests: gemm, with versions that go wrong.
# USE:  programs.sh BENCH-FOLDER NEW-FOLDER
set -eu
rm -rf "$2"
mkdir -p "$2/gemm"
cp -r "$1/common" "$2"
cp "$1"/polybench/gemm/* "$(dirname "$0")"/gemm/*.c "$2/gemm"
echo "gemm gemm $(cd "$2/gemm" && ls | sed -n '/reference/d; s/\.c$//p' | paste -sd,)" >"$2/programs.txt"
