#!/bin/bash
# FILE: test/lit/amd/Inputs/metadata.sh
# WHAT: compares the numbers of `cleave inspect --json` for the kernels of AMD GPUs with the metadata that llvm-readelf prints.
# USE:  metadata.sh PROGRAM JSON
set -eu
image=$1.image
keys="vgpr_count=registers agpr_count=accumulation_registers sgpr_count=scalar_registers vgpr_spill_count=spilled_registers
  sgpr_spill_count=spilled_scalar_registers group_segment_fixed_size=shared_bytes private_segment_fixed_size=frame_bytes
  max_flat_workgroup_size=thread_limit kernarg_segment_size=argument_bytes"
numbers=0 kernels=0 differences=0
for architecture in gfx90a gfx942; do
  clang-offload-packager "$1" "--image=file=$image,triple=amdgcn-amd-amdhsa,arch=$architecture"
  # Each kernel's map has its keys in alphabetical order.
  llvm-readelf --notes "$image" | sed -nE 's/^ +(- )?\.([a-z_]+): +([^ ]+)$/\2 \3/p' >"$image.notes"
  while read -r name; do
    kernels=$((kernels + 1))
    for pair in $keys; do
      expected=$(awk -v key="${pair%=*}" -v name="$name" '
        $1 == "agpr_count" { delete value; found = 0 }
        { value[$1] = $2 }
        $1 == "name" { found = $2 == name }
        $1 == "wavefront_size" && found { print value[key] }' "$image.notes")
      actual=$(jq --arg a "$architecture" --arg n "$name" \
        ".[0].images[] | select(.architecture == \$a).kernels[] | select(.name == \$n).${pair#*=}" "$2")
      numbers=$((numbers + 1))
      if [[ $expected != "$actual" ]]; then
        differences=$((differences + 1))
        echo "$architecture $name ${pair%=*}: $expected, and inspect prints $actual"
      fi
    done
  done < <(awk '$1 == "name" && $2 ~ /^__omp/ { print $2 }' "$image.notes")
done
echo "$numbers numbers of $kernels kernels, $differences differences"
