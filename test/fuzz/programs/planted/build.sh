#!/usr/bin/env bash
# FILE: test/fuzz/programs/planted/build.sh
# WHAT: makes a plugin or a run-time library with a planted bug, to see whether fuzz_programs finds it:
#         missing_map    scalars that the region owns are not mapped on its kernels
#         widened_chunk  loops with a chunk size are widened like any other
#         address_read   objects whose address is taken count as read alone
#         early_back     the engine copies back one stage too early
#         late_stage     the engine does not wait for what the next stage needs
#         no_presence    the engine copies what is on the device already
#         stale_replica  several devices get the host's values of what is on the region's device already
#       of loop nests (--nests):
#         ignored_loop   the dependence test compares no iterations of the innermost mapped loop
#         box_side       a bound with a negative coefficient is limited from the wrong side
#         short_box      the grid has one iteration too few of each inner loop
#         no_inside      iterations outside of a triangle are executed, if the second loop is its side
#         other_bounds   loops with other bounds count as aligned
#         no_guard       the mapped version also runs if objects overlap
#         no_rows        the mapped version also runs if a column leaves its row
#         span_end       a thread executes iterations beyond the last one
#         lane_end       a lane beyond the last iteration executes one
#         last_step      a tile leaves out the last iterations of the inner loop (--with-product --forms shared-tiles)
#         tile_row       a row of a tile beyond the last iteration is executed
#         fused_order    neighboring loops are fused although one needs all of another (--with-neighbor)
#         fused_range    a fused loop also executes the last iterations of a longer one
#       of rows, reductions and scans (--ragged):
#         row_order      lanes share the elements of a row although its sum has to keep the order of the source
#         tile_rest      a reduction leaves out the last iteration of a tile that is not whole
#         scan_overlap   a scan also runs if its arrays overlap
# USE:  build.sh NAME BUILD OUT: patches a copy of lib/ with NAME.patch and links the patched files with
#       the other objects of the build folder BUILD into OUT: the plugin, or, if the patched file is part of
#       libcleave.so, that library. Touches nothing else.
set -euo pipefail
[[ $# -eq 3 ]] || { echo "usage: build.sh NAME BUILD OUT" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
patch=$here/$1.patch build=$2 out=$3
for needed in "$patch" "$build/passes/cleave_plugin.o" "$build/lib/libcleave_core.a"; do
  [[ -f $needed ]] || { echo "build.sh: there is no $needed; build cleave first" >&2; exit 2; }
done
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
cp -r "$root/lib" "$work/lib"
patch -d "$work/lib" -p1 --fuzz=0 --silent --no-backup-if-mismatch <"$patch"
run_time=$build/lib/CMakeFiles/cleave_runtime.dir
objects=() patched_run_time=false
while read -r source; do
  # A file that the patch left alone would be a plugin without the bug.
  ! cmp -s "$root/lib/$source" "$work/lib/$source" || { echo "build.sh: $1.patch changes nothing" >&2; exit 2; }
  [[ ! -f $run_time/$source.o ]] || patched_run_time=true
  objects+=("$work/${source//\//_}.o")
  clang-19 -std=gnu11 -D_GNU_SOURCE -O1 -fPIC -fvisibility=hidden -I"$work/lib" -c "$work/lib/$source" \
    -o "${objects[-1]}"
done < <(sed -n 's|^+++ b/||p' "$patch")
if $patched_run_time; then
  while read -r object; do
    source=${object#"$run_time/"}
    source=${source%.o}
    # Objects of files that were moved or deleted stay in a build folder.
    [[ ! -f $root/lib/$source ]] || grep -qx "+++ b/$source" "$patch" || objects+=("$object")
  done < <(find "$run_time" -name '*.c.o')
  clang-19 -fuse-ld=lld -shared -o "$out" -Wl,-s,-soname,libcleave.so -Wl,-z,nodelete \
    -Wl,--version-script="$root/lib/runtime/libcleave.map" "${objects[@]}" \
    "$build"/lib/libcleave_{image,geometry,transfermodel,device_facts,core}.a -lelf -lisl -lm -ldl -lpthread
else
  # They come before the archive, which is then not asked for what they define.
  clang++-19 -fuse-ld=lld -Wl,-s -shared -o "$out" "$build/passes/cleave_plugin.o" "${objects[@]}" "$build/lib/libcleave_core.a" -lisl -ldl
fi
