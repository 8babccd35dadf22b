#!/usr/bin/env bash
# FILE: test/engine/threads.sh
# WHAT: ThreadSanitizer on the transfer engine: threads.c with the engine as it is, which must be clean and
#       lose nothing, and with errors planted in copies of it, which must be found.
# USE:  test/engine/threads.sh [REGIONS]   (100; of each thread)
set -uo pipefail
regions=${1-100}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# build NAME [FILE SED-PROGRAM]: the program NAME; of the engine's FILE a copy that SED-PROGRAM changed.
build() {
  local sources=()
  for file in "$root"/lib/engine/*.c; do
    case ${file##*/} in
      cuda_device.c | device_kinds.c | pinning.c | staging.c) continue ;; # test/engine/device.c in their place
      "${2-}".c)
        sed "$3" "$file" >"$work/$2.c"
        ! cmp -s "$work/$2.c" "$file" || { echo "$1: nothing planted"; return 1; }
        sources+=("$work/$2.c") ;;
      *) sources+=("$file") ;;
    esac
  done
  clang-19 -std=c11 -D_GNU_SOURCE -g -O1 -fsanitize=thread -I"$root/lib" "${sources[@]}" \
    "$root"/lib/{transfermodel/transfer_way,transfermodel/tile_model,device/rates,device/architectures,process/threads,process/job,runtime/data}.c \
    "$root"/test/engine/{device,threads}.c -lpthread -lm -o "$work/$1"
}

# find NAME ARGUMENTS: what is wrong with the program when it runs, in one word.
find_wrong() {
  TSAN_OPTIONS="exitcode=66 halt_on_error=0" timeout 100 "$work/$1" "${@:2}" >"$work/log" 2>&1
  case $? in
  0) grep -q '^all additions are there$' "$work/log" && echo nothing || echo nothing-said ;;
  1) echo lost ;;
  66) echo race ;;
  124) echo hang ;;
  *) echo crash ;;
  esac
}

expect_nothing() {
  build "$1" || { failures=$((failures + 1)); return; }
  for arguments in "8 $regions 256" "4 $regions 32768" "3 $regions 3000000"; do
    wrong=$(find_wrong "$1" $arguments)
    echo "$1, $arguments: $wrong, expected nothing"
    [[ $wrong == nothing ]] || { cat "$work/log"; failures=$((failures + 1)); }
  done
}

# Some planted errors show only if threads meet by chance, so there are several attempts.
expect_something() {
  build "$@" || { failures=$((failures + 1)); return; }
  for bytes in 256 1000000 256 3000000; do
    wrong=$(find_wrong "$1" 4 "$regions" $bytes)
    [[ $wrong == nothing ]] || break
  done
  echo "$1: $wrong, expected something"
  [[ $wrong == race || $wrong == lost ]] || failures=$((failures + 1))
}

expect_nothing engine
expect_something not_waiting_for_arrival presence 's/cleave_chunks_pending(object, CLEAVE_TO_DEVICE)/false/'
expect_something not_waiting_for_return presence \
  's/cleave_chunks_pending(object, CLEAVE_FROM_DEVICE)/false/; s/cleave_chunks_partly_back(object)/false/'
expect_something not_waiting_for_begin presence 's/object->region->changing \&\& !own/false/'
expect_something not_touched presence 's/object->touched = true/object->touched = false/'
expect_something blind presence 's/is_named(&region->objects\[i\], call)/false/'
expect_something early_stage copies \
  's/if (region->objects\[i\].last_write < stage)/if (region->objects[i].last_write <= stage)/'
expect_something result_before_kernel multi_device \
  's/    partition->enter(partition->loop, slot, tile \/ partition->used);/&\n    partition->leave(partition->loop, slot, tile \/ partition->used);/'
expect_something not_waiting_for_replicas multi_device 's/await_replicated(partition, slot);/;/'
expect_something not_waiting_for_tiles streaming_buffer 's/  finish(object, chunk);$/  ;/'
exit $((failures > 0))
