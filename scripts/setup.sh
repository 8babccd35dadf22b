#!/usr/bin/env bash
# FILE: scripts/setup.sh
# WHAT: installs what cleave needs and is missing, then builds it into build/. For Debian 12.
# USE:  scripts/setup.sh            for users: the compiler, the libraries and tools of cleave; builds no test
#       scripts/setup.sh --tests    for developers: also what the tests need; builds the tests. A build without tests is
#                                   continued, not repeated. scripts/test.sh calls this.
#       Needs root, or a sudo that asks for no password, only if a package is missing; without them it prints
#       the command to run instead. A second run changes nothing. A CUDA toolkit is not needed; clang finds it where there is one.
#
# cleave is compiled by clang-19, which its users need anyway, and then warnings are errors; CC and CXX choose another
# compiler. gcc and g++ are needed for tests alone.
set -euo pipefail
cd "$(dirname "$0")/.."
with_tests=
case $*.$# in
.0) ;;
--tests.1) with_tests=yes ;;
*) echo "usage: scripts/setup.sh [--tests]" >&2; exit 2 ;;
esac

# What a user needs to build and to use cleave.
packages=(
  clang-19          # the compiler that cleave works in, and that compiles it
  clang-tools-19    # clang-linker-wrapper, which links device code
  libclang-19-dev   # headers of clang, for the plugin
  llvm-19-dev       # headers of LLVM, llvm-config, and FileCheck, which compares what the demonstration prints
  libomp-19-dev     # the OpenMP run time and its device libraries
  libelf-dev        # reads device images
  libdw-dev         # source lines, for CLEAVE_CHECK=data
  libzydis-dev      # operands of instructions, for CLEAVE_CHECK=data
  libmsgpack-dev    # reads the metadata of images for AMD GPUs
  lld-19            # links device code for AMD GPUs
  rocm-device-libs  # the mathematical library for AMD GPUs
  libjansson-dev    # JSON: reports, traces, compile_commands.json
  libisl-dev        # decides whether iterations of a loop are independent
  cmake
  ninja-build
  diffutils         # cleave rewrite --diff
  patch             # a command of the first page of the guide, which the demonstration runs
)
# What only the tests, the figures and the documentation need.
test_packages=(
  clang-format-19   # the layout of the sources, for a test
  llvm-19-tools     # lit and FileCheck, for the tests
  libclang-rt-19-dev # libFuzzer and AddressSanitizer, for the fuzzed reader of device images
  clang-22          # tests with another LLVM (test/second_llvm); libomp-22-dev is in conflict with libomp-19-dev
  clang-tools-22    # clang-linker-wrapper
  libclang-22-dev   # headers of clang
  llvm-22-dev       # headers of LLVM, and llvm-config
  llvm-22-tools     # FileCheck
  liboffload-22-dev # libomptarget
  flang-22          # Fortran
  libcmocka-dev     # the unit tests
  python3           # lit
  gcc               # another compiler with OpenMP 5, which has to take what cleave rewrite prints
  g++
  gcc-offload-nvptx # another OpenMP compiler for NVIDIA GPUs, to compare with
  ccache            # a compiler cache in front of cleave cc, for a test
  bear              # records the commands of a build, for a test
  clangd-19         # an editor's view of recorded commands, for a test
  gdb               # breakpoints in rewritten files, for a test
  python3-yaml      # opt-viewer of LLVM, which shows optimization records
  python3-pygments  # the same
  locales           # makes a locale with a decimal comma, for a test
  jq                # reports of runs on a GPU machine, figures of the regression guard
  gnuplot-nox       # plots of measurements
  fonts-dejavu-core # their font
  openmpi-bin       # runs the example with MPI on several ranks
  libopenmpi-dev    # its compiler wrapper and headers
  libtool           # a project of autotools that is compiled with the installed cleave, for a test
  autoconf
  automake
  make              # another such project
  pkg-config        # the installed cleave.pc, for a test
  lmod              # the installed module files, for a test
  dpkg-dev          # dependences of Debian packages, for a test
  mandoc            # the manual pages, for a test
  bsdextrautils     # col, for the same
  zsh               # its completion, for a test
  mkdocs-material   # the site of the documentation, with mkdocs
  chromium          # opens the site in a test
  chromium-driver
  curl              # talks to chromium-driver in that test
  busybox-static    # a machine with nothing but a C library, to test what is packed for a GPU machine
)
[[ -z $with_tests ]] || packages+=("${test_packages[@]}")

missing=()
for package in "${packages[@]}"; do
  [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
    missing+=("$package")
done

if [[ ${#missing[@]} -gt 0 ]]; then
  by_hand="sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends ${missing[*]}'"
  give_up() {
    echo "setup.sh: $1; run this, then scripts/setup.sh again:" >&2
    echo "  $by_hand" >&2
    exit 1
  }
  as_root=(env DEBIAN_FRONTEND=noninteractive)
  if [[ $EUID -ne 0 ]]; then
    sudo -n true 2>/dev/null || give_up "packages are missing and this is not root"
    as_root=(sudo -n "${as_root[@]}")
  fi
  echo "setup.sh: installing ${missing[*]}"
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  # The lists of packages that are there may do; if not, fetch new ones.
  install=(apt-get install -y -q --no-install-recommends "${missing[@]}")
  if ! "${as_root[@]}" "${install[@]}" >"$log" 2>&1; then
    if ! { "${as_root[@]}" apt-get update -q && "${as_root[@]}" "${install[@]}"; } >"$log" 2>&1; then
      tail -n 20 "$log" >&2
      ! grep -q 'Unable to locate package .*-22' "$log" ||
        give_up "LLVM 22 is in Debian's security updates (bookworm-security), which this machine's package sources lack; add them"
      give_up "apt-get failed"
    fi
  fi
fi

configure() { # configure ARGUMENTS...: of cmake
  echo "setup.sh: configuring build/"
  local output
  if ! output=$(cmake -S . -B build "$@" 2>&1); then
    echo "$output" >&2
    return 1
  fi
}

# A build folder that was configured with other compilers stays as it is.
if [[ ! -f build/build.ninja ]]; then
  werror=ON
  [[ -z ${CC-}${CXX-} ]] || werror=OFF # another version of a compiler has other warnings
  if ! configure -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCLEAVE_WERROR=$werror -DBUILD_TESTING="${with_tests:-no}" \
    -DCMAKE_C_COMPILER="${CC:-clang-19}" -DCMAKE_CXX_COMPILER="${CXX:-clang++-19}"; then
    # What a failed configuration has found must not mislead the next.
    rm -rf build/CMakeCache.txt build/CMakeFiles
    exit 1
  fi
elif [[ -n $with_tests ]] && grep -qi '^BUILD_TESTING:BOOL=\(no\|off\)$' build/CMakeCache.txt; then
  configure -DBUILD_TESTING=yes
fi
[[ -f build/lib/cleave.so ]] || echo "setup.sh: building"
ninja -C build --quiet | { grep -v '^ninja: no work to do' || true; }
