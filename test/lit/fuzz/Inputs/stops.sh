#!/bin/sh
# FILE: test/lit/fuzz/Inputs/stops.sh
# WHAT: a clang whose plain program of seed 11 stops, as one does that fails an assertion of the OpenMP run time.
output='' source='' previous=''
for argument; do
  [ "$previous" = -o ] && output=$argument
  case $argument in
  *.c) source=$argument ;;
  -fplugin=*) exec "$CLANG" "$@" ;;
  esac
  previous=$argument
done
"$CLANG" "$@" || exit
grep -q 'f11_0' "$source" || exit 0
printf '#!/bin/sh\nexit 1\n' >"$output"
chmod +x "$output"
