#!/usr/bin/env bash
# sanitizers.sh FOLDER SOURCE CLANG CLEAVE FLAG...: for each sanitizer of clang 19, what plain clang (the command CLANG)
# compiles, CLEAVE compiles; and what links as an offload program prints the same. FLAGs: of both, with those to link.
set -eu
folder=$1 source=$2 clang=$3 cleave=$4
shift 4
mkdir -p "$folder"
cd "$folder"
failed=0 run=0

compile() { # what is compiled once more, and whether the two programs do the same
  local name=$1
  shift
  if ! $clang -w -O1 "$@" "$source" -o plain >plain.log 2>&1; then
    return 1
  fi
  if ! $cleave -w -O1 "$@" "$source" -o cleaved >cleaved.log 2>&1; then
    echo "$name: not compiled with cleave: $(grep -m1 error cleaved.log)"
    failed=1
    return 0
  fi
  OMP_TARGET_OFFLOAD=MANDATORY timeout 120 ./plain >plain.out 2>&1 && status=0 || status=$?
  OMP_TARGET_OFFLOAD=MANDATORY timeout 120 ./cleaved >cleaved.out 2>&1 && other=0 || other=$?
  if [[ $status != "$other" ]] || ! cmp -s plain.out cleaved.out; then
    echo "$name: plain clang's program ended with $status, cleave's with $other"
    failed=1
  fi
  run=$((run + 1))
}

# Programs.
trap=-fsanitize-trap=all
conversions=integer,implicit-conversion,nullability,local-bounds,float-divide-by-zero
while read -r options; do
  compile "$options" $options "$@" || { echo "$options: plain clang does not compile it"; failed=1; }
done <<END
-fsanitize=undefined $trap
-fsanitize=undefined -fno-sanitize=pointer-overflow $trap
-fsanitize=$conversions $trap
-fsanitize=undefined,$conversions -fno-sanitize=pointer-overflow $trap -O0
-fsanitize=kcfi
-fsanitize=shadow-call-stack
END

# What a device image of the host cannot be linked with is compiled alone.
for sanitizer in address thread memory leak safe-stack dataflow undefined $conversions; do
  if ! $cleave -w -O1 -fsanitize=$sanitizer "$@" -c "$source" -o object.o >object.log 2>&1; then
    echo "$sanitizer: not compiled with cleave: $(grep -m1 -i error object.log)"
    failed=1
  fi
done
echo "$run programs"
exit $failed
