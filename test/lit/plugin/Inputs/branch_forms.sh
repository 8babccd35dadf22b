#!/usr/bin/env bash
# FILE: branch_forms.sh
# WHAT: compiles each FOLDER/*.c, with region.inc in the place of its line `//REGION`, plain and by the compiler under test.
#       The region has to be split, and programs and warnings have to be the same.
# USE:  branch_forms.sh COMPILER FOLDER FLAG...    COMPILER: `PATH/cleave cc` and options
set -euo pipefail
read -ra compiler <<<"$1"
folder=$2
shift 2
plain=(clang)
[[ ${compiler[1]} != c++ ]] || plain=(clang++)
plain+=("${compiler[@]:2}")
for file in "$folder"/*.c; do
  form=$folder/$(basename "$file" .c)
  mkdir -p "$form"
  cp "$folder"/*.h "$form"
  sed -e "/^\/\/REGION/{r $folder/region.inc
    d}" "$file" >"$form/form.c"
  flags=("$form/form.c" -O1 -Wall -Wextra "$@")
  "${plain[@]}" "${flags[@]}" -o "$form/plain" 2>"$form/plain.said"
  "${compiler[@]}" "${flags[@]}" -o "$form/cleave" 2>"$form/cleave.said"
  diff "$form/plain.said" "$form/cleave.said"
  "${compiler[@]}" "${flags[@]}" -w -Rpass=cleave --offload-host-only -c -o "$form/form.o" 2>&1 | grep CLV001 >/dev/null ||
    { echo "$file: not split"; exit 1; }
  for program in plain cleave; do
    OMP_TARGET_OFFLOAD=MANDATORY "$form/$program" >"$form/$program.printed"
  done
  diff "$form/plain.printed" "$form/cleave.printed"
done
