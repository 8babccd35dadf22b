#!/usr/bin/env bash
# FILE: same_diagnostics.sh
# WHAT: compares what CLANG says of each file without and with PLUGIN.
# USE:  same_diagnostics.sh CLANG PLUGIN FOLDER FILE... -- FLAG...
#       FOLDER takes what they print. Prints each file whose output or exit status differs, with the difference, and
#       last how many files clang warned of.
set -uo pipefail
clang=$1 plugin=$2 folder=$3
shift 3
files=()
while [[ $# -gt 0 && $1 != -- ]]; do
  files+=("$1")
  shift
done
shift
mkdir -p "$folder"
different=0 warned=0
for file in "${files[@]}"; do
  "$clang" "$@" -c "$file" -o "$folder/plain.o" 2>"$folder/plain"
  status=$?
  "$clang" -fplugin="$plugin" "$@" -c "$file" -o "$folder/cleave.o" 2>"$folder/cleave"
  if [[ $? -ne $status ]] || ! cmp -s "$folder/plain" "$folder/cleave"; then
    echo "$file: exit status of clang $status"
    diff "$folder/plain" "$folder/cleave"
    different=1
  fi
  ! grep -q 'warning:' "$folder/plain" || warned=$((warned + 1))
done
echo "$warned files of ${#files[@]} with warnings"
exit "$different"
