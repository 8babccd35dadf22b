#!/usr/bin/env bash
# FILE: test/second_llvm/plugins.sh
# WHAT: builds the plugins for LLVM 22 in the build folder of LLVM 19. All other parts of cleave are the same for both.
# USE:  plugins.sh BUILD
set -euo pipefail
build=$1
# Without optimization: the compilation of the plugin takes most of the time.
cmake -S "$(dirname "$0")/../.." -B "$build" -DCLEAVE_SECOND_LLVM_CONFIG="$(command -v llvm-config-22)" \
  "-DCLEAVE_SECOND_LLVM_OPTIONS=-O0;-g0" >"$build/second_llvm.log"
ninja -C "$build" --quiet
