#!/usr/bin/env bash
# FILE: test/consumer/run.sh
# WHAT: installs cleave and uses it in a project of its own, as somebody who got the package would:
#       with cleave-cc as the compiler, and with clang and find_package(cleave).
# USE:  test/consumer/run.sh BUILD [NAME]     BUILD: the build folder to install from
#       NAME: only the tests whose full name, consumer/..., matches this regular expression
#       Prints "PASS: name" or "FAIL: name" for each test, for a failed one also what it printed.
# shellcheck disable=SC2317 # the tests are called by their names
set -uo pipefail
[[ $# -ge 1 && $# -le 2 ]] || { echo "usage: run.sh BUILD [NAME]" >&2; exit 2; }
build=$(realpath "$1") wanted=${2-}
source=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Paths with blanks and quotes are where scripts and build systems break first.
prefix="$work/moved to 'here'"
failed=0

# Programs must find the OpenMP run time by themselves.
unset LD_LIBRARY_PATH CFLAGS LDFLAGS CMAKE_PREFIX_PATH

# Whether any of the tests below is wanted; they share one installation.
tests=(install compiler package wrong_compiler simulate segmented)
selected=()
for name in "${tests[@]}"; do
  [[ -z $wanted || consumer/$name =~ $wanted ]] && selected+=("$name")
done
[[ ${#selected[@]} -gt 0 ]] || exit 0

# Configures and builds the project with the arguments of CMake given after NAME, and runs it. Plain
# clang launches one kernel for its region; cleave launches two.
use() { # use NAME ARGUMENTS...
  local folder="$work/build $1"
  shift
  cmake -S "$source" -B "$folder" -G Ninja "$@" || return 1
  cmake --build "$folder" || return 1
  local output
  output=$(OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SPLIT=always LIBOMPTARGET_INFO=16 "$folder/program" 2>&1) || {
    echo "$output"
    return 1
  }
  echo "$output"
  grep -qx 'sum 1000000.0' <<<"$output" || return 1
  [[ $(grep -c 'Launching kernel' <<<"$output") -eq 2 ]] || {
    echo "the region was not split into two kernels"
    return 1
  }
}

test_install() {
  cmake --install "$build" --prefix "$work/first" || return 1
  mv "$work/first" "$prefix"
  local plugin
  plugin=$("$prefix/bin/cleave" cc --dry-run -fopenmp -c x.c) || return 1
  grep -qF "moved to" <<<"$plugin" || { echo "not the installed plugin: $plugin"; return 1; }
  "$prefix/bin/cleave" --version && test -f "$prefix/share/doc/cleave/LICENSE"
}

# A program for a GPU runs on the installed simulator: of cleave, and of clang with the installed toolkit.
test_simulate() {
  local program="$work/simulated" folder output
  folder=$(llvm-config-19 --libdir 2>/dev/null || echo /usr/lib/llvm-19/lib)
  "$prefix/bin/cleave" cc --cleave-keep-ptx -O2 -fopenmp --offload-arch=sm_90 "$source/main.c" -o "$program" || return 1
  output=$("$prefix/bin/cleave" simulate --device=a100 "$program") && echo "$output" || return 1
  grep -qx 'sum 1000000.0' <<<"$output" && grep -q 'on a simulated NVIDIA A100' <<<"$output" || return 1
  clang-19 -O2 -fopenmp --offload-arch=sm_90 --cuda-path="$(find "$prefix" -name toolkit)" \
    -L"$folder" -Wl,-rpath,"$folder" --libomptarget-nvptx-bc-path="$folder/libomptarget-nvptx-sm_90.bc" \
    "$source/main.c" -o "$program-plain" || return 1
  output=$("$prefix/bin/cleave" simulate "$program-plain") && echo "$output" || return 1
  grep -qx 'sum 1000000.0' <<<"$output"
}

# The installed headers compile, also for a project that has no other part of cleave.
test_segmented() {
  local program="$work/segmented" folder
  folder=$(llvm-config-19 --libdir 2>/dev/null || echo /usr/lib/llvm-19/lib)
  clang-19 -std=c11 -O2 -Wall -Wextra -Werror -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -I"$prefix/include" \
    --start-no-unused-arguments -L"$folder" -Wl,-rpath,"$folder" --end-no-unused-arguments "$source/segmented.c" -lm -o "$program" || return 1
  OMP_TARGET_OFFLOAD=MANDATORY "$program"
}

test_compiler() {
  use compiler -DCMAKE_C_COMPILER="$prefix/bin/cleave-cc"
}

clang=$("$build/bin/cleave" cc --dry-run)
test_package() {
  use package -DCMAKE_C_COMPILER="$clang" -DCMAKE_PREFIX_PATH="$prefix" -DCONSUMER_USES_PACKAGE=ON
}

# find_package must say at once that the plugin cannot work in this compiler.
test_wrong_compiler() {
  cmake -DCMAKE_PREFIX_PATH="$prefix" -P "$source/wrong_compiler.cmake"
}

for name in "${tests[@]}"; do
  # The installation is needed by each; it counts as a test only where it is wanted.
  [[ $name == install || " ${selected[*]} " == *" $name "* ]] || continue
  if output=$("test_$name" 2>&1); then
    [[ " ${selected[*]} " == *" $name "* ]] && echo "PASS: $name"
  else
    echo "$output"
    echo "FAIL: $name"
    failed=1
    [[ $name == install ]] && break
  fi
done
exit $failed
