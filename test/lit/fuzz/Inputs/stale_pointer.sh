#!/bin/sh
# FILE: test/lit/fuzz/Inputs/stale_pointer.sh
# WHAT: a compiler that compiles stale_pointer.c in place of any C file.
# USE:  CLANG=COMPILER stale_pointer.sh ARGUMENTS...
for argument; do
  shift
  case $argument in
  *.c | *.cpp) argument=$(dirname "$0")/stale_pointer.c ;;
  esac
  set -- "$@" "$argument"
done
exec "$CLANG" "$@"
