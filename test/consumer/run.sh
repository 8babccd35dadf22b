#!/usr/bin/env bash
# FILE: test/consumer/run.sh
# WHAT: installs cleave and uses it in projects of their own, as somebody who got the package would: as the compiler of
#       CMake, make and autotools, by find_package, pkg-config, a configuration file of clang, module files and Debian
#       packages. Then checks what an installation and its removal leave, and what the configuration says of a wrong LLVM.
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
unset LD_LIBRARY_PATH CFLAGS LDFLAGS CMAKE_PREFIX_PATH PKG_CONFIG_PATH DESTDIR

# Whether any of the tests below is wanted; they share one installation.
tests=(install names compiler package package_choice wrong_compiler simulate segmented make make_parallel autotools pkg_config config_file
       header_only mpi modules deb destdir uninstall side_by_side wrong_llvm spack apptainer two_llvms)
selected=()
for name in "${tests[@]}"; do
  [[ -z $wanted || consumer/$name =~ $wanted ]] && selected+=("$name")
done
[[ ${#selected[@]} -gt 0 ]] || exit 0

offload=(-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu)
major=$("$build/bin/cleave" --version | sed -n 's/.* for LLVM \([0-9]*\).*/\1/p')
clang=$("$build/bin/cleave" cc --dry-run)

# Runs a program with KERNELS kernels as cleave compiles it. With plain clang each region is one kernel.
check() { # check KERNELS SUM COMMAND...
  local kernels=$1 sum=$2 output
  shift 2
  output=$(OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SPLIT=always LIBOMPTARGET_INFO=16 "$@" 2>&1) || {
    echo "$output"
    return 1
  }
  echo "$output"
  grep -qx "sum $sum" <<<"$output" || return 1
  [[ $(grep -c 'Launching kernel' <<<"$output") -eq $kernels ]] || {
    echo "the regions were not split into $kernels kernels"
    return 1
  }
}

# Configures and builds the project SOURCE with the arguments of CMake given after NAME, and checks its program.
use() { # use SOURCE KERNELS NAME ARGUMENTS...
  local folder="$work/build $3" from=$1 kernels=$2
  shift 3
  cmake -S "$from" -B "$folder" -G Ninja "$@" || return 1
  cmake --build "$folder" || return 1
  check "$kernels" 1000000.0 "$folder/program"
}

# All files and folders in FOLDER.
list() { (cd "$1" && find . | sort); }

test_install() {
  cmake --install "$build" --prefix "$work/first" || return 1
  mv "$work/first" "$prefix"
  local plugin
  plugin=$("$prefix/bin/cleave" cc --dry-run -fopenmp -c x.c) || return 1
  grep -qF "moved to" <<<"$plugin" || { echo "not the installed plugin: $plugin"; return 1; }
  "$prefix/bin/cleave" --version && test -f "$prefix/share/doc/cleave-$major/LICENSE"
}

# Each name of a command and of its pages, with and without the version.
test_names() {
  local name
  for name in cleave cleave-cc cleave-c++; do
    cmp <("$prefix/bin/$name" --version) <("$prefix/bin/$name-$major" --version) || return 1
    [[ $(readlink "$prefix/share/bash-completion/completions/$name") == cleave-"$major" ]] || return 1
    [[ $("$prefix/bin/cleave" help man "${name/c++/cc}") == "$(<"$prefix/share/man/man1/$name.1")" ]] || return 1
  done
  grep -q '^cleave .* for LLVM' <("$prefix/bin/cleave-$major" --version) || return 1
  grep -q 'clang version' <("$prefix/bin/cleave-cc-$major" --version) || return 1
  "$prefix/bin/cleave-c++-$major" --dry-run | grep -q -- --driver-mode=g++ || return 1
  grep -q CLEAVE_TRACE_CONTENT "$prefix/share/man/man7/cleave.7" || return 1
  "$prefix/bin/cleave" help CLV226 | grep -q CLV226
}

# A program for a GPU runs on the installed simulator: of cleave, and of clang with the installed toolkit.
test_simulate() {
  local program="$work/simulated" folder output
  folder=$(realpath "$(dirname "$clang")/../lib")
  "$prefix/bin/cleave" cc --cleave-keep-ptx -O2 -fopenmp --offload-arch=sm_90 "$source/main.c" -o "$program" || return 1
  output=$("$prefix/bin/cleave" simulate --device=a100 "$program") && echo "$output" || return 1
  grep -qx 'sum 1000000.0' <<<"$output" && grep -q 'on a simulated NVIDIA A100' <<<"$output" || return 1
  "$clang" -O2 -fopenmp --offload-arch=sm_90 --cuda-path="$(find "$prefix" -name toolkit)" \
    -L"$folder" -Wl,-rpath,"$folder" --libomptarget-nvptx-bc-path="$folder/libomptarget-nvptx-sm_90.bc" \
    "$source/main.c" -o "$program-plain" || return 1
  output=$("$prefix/bin/cleave" simulate "$program-plain") && echo "$output" || return 1
  grep -qx 'sum 1000000.0' <<<"$output"
}

# The installed headers compile, also for a project that has no other part of cleave.
test_segmented() {
  local program="$work/segmented" folder
  folder=$(realpath "$(dirname "$clang")/../lib")
  "$clang" -std=c11 -O2 -Wall -Wextra -Werror -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -I"$prefix/include" \
    --start-no-unused-arguments -L"$folder" -Wl,-rpath,"$folder" --end-no-unused-arguments "$source/segmented.c" -lm -o "$program" || return 1
  OMP_TARGET_OFFLOAD=MANDATORY "$program"
}

test_compiler() {
  use "$source" 2 compiler -DCMAKE_C_COMPILER="$prefix/bin/cleave-cc"
}

test_package() {
  use "$source" 2 package -DCMAKE_C_COMPILER="$clang" -DCMAKE_PREFIX_PATH="$prefix" -DCONSUMER_USES_PACKAGE=ON
}

# Of three packages in one prefix, find_package takes that of the compiler. The other two are copies of it for other versions.
test_package_choice() {
  local lib="$work/choice/lib" other
  mkdir -p "$lib/cmake" && cp -r "$prefix/lib/cmake/cleave-$major" "$lib/cmake" || return 1
  ln -s "$prefix/lib/cleave-$major" "$prefix/lib/libcleave.so" "$lib" && ln -s "$prefix/include" "$work/choice" || return 1
  for other in 18 99; do
    mkdir "$lib/cmake/cleave-$other" && touch "$lib/cleave-$other" || return 1
    for file in "$lib/cmake/cleave-$major/"*; do
      sed "s/$major/$other/g" "$file" >"$lib/cmake/cleave-$other/${file##*/}"
    done
  done
  cmake -S "$source" -B "$work/choice/build" -G Ninja -DCMAKE_C_COMPILER="$clang" -DCMAKE_PREFIX_PATH="$work/choice" \
    -DCONSUMER_USES_PACKAGE=ON -DCMAKE_FIND_PACKAGE_SORT_ORDER=NAME -DCMAKE_FIND_PACKAGE_SORT_DIRECTION=DEC || return 1
  grep -qx "cleave_DIR:PATH=$lib/cmake/cleave-$major" "$work/choice/build/CMakeCache.txt"
}

# find_package must say at once that the plugin cannot work in this compiler.
test_wrong_compiler() {
  cmake -DCMAKE_PREFIX_PATH="$prefix" -P "$source/wrong_compiler.cmake"
}

test_header_only() {
  use "$source/header_only" 4 header_only -DCMAKE_CXX_COMPILER="$prefix/bin/cleave-c++-$major"
}

# make with the rules that it has by itself: one file at a time, and all at once. The path of a compiler has no blanks there.
test_make() {
  cp -r "$source/make" "$work/make" && PATH="$prefix/bin:$PATH" make -C "$work/make" CC="cleave cc" || return 1
  check 4 1000000.0 "$work/make/program"
}

test_make_parallel() {
  cp -r "$source/make" "$work/parallel" && PATH="$prefix/bin:$PATH" make -j4 -C "$work/parallel" CC=cleave-cc || return 1
  check 4 1000000.0 "$work/parallel/program"
}

# libtool gives the linker only flags that it knows, so the target is part of the name of the compiler.
test_autotools() {
  cp -r "$source/autotools" "$work/autotools" && cp "$source/make/mirror.c" "$work/autotools" || return 1
  (cd "$work/autotools" && autoreconf -i && PATH="$prefix/bin:$PATH" ./configure CC="cleave-cc ${offload[*]}" \
    --prefix="$work/autotools/installed" && PATH="$prefix/bin:$PATH" make install) || return 1
  nm -D "$work/autotools/installed/lib/libmirror.so" | grep -q __tgt_target_kernel || return 1
  check 2 1000000.0 "$work/autotools/installed/bin/program"
}

# The flags of pkg-config, with blanks for a shell to read; pkg-config drops quotes from a path.
test_pkg_config() {
  local name flags
  ln -s "$prefix" "$work/with blank" && export PKG_CONFIG_PATH="$work/with blank/lib/pkgconfig" || return 1
  for name in cleave "cleave-$major"; do
    flags=$(pkg-config --variable=compiler "$name" && pkg-config --cflags --libs "$name") && echo "$flags" || return 1
    eval "set -- ${flags//$'\n'/ }" && "$@" -Wall -Wextra -Werror "${offload[@]}" "$source/main.c" -o "$work/$name" || return 1
    check 2 1000000.0 "$work/$name" || return 1
  done
}

# The file serves commands that compile, link or do neither.
test_config_file() {
  local file="$prefix/lib/cleave-$major/cleave.cfg"
  "$clang" --config="$file" -Wall -Wextra -Werror "${offload[@]}" -c "$source/main.c" -o "$work/config.o" || return 1
  "$clang" --config="$file" -Werror -x c-header -c "$source/main.c" -o "$work/config.pch" || return 1
  "$clang" --config="$file" -Werror "${offload[@]}" "$work/config.o" -o "$work/config" || return 1
  check 2 1000000.0 "$work/config"
}

# The installed example of MPI, copied and built in both ways of docs/mpi.md. Its results on 1, 2 and 4 ranks have the same bits.
test_mpi() {
  local folder="$work/mpi" program ranks
  # Ranks on this machine alone: no other launcher, and no network. They may be more than processors, and root may start them.
  local launch=(timeout 60 mpirun --allow-run-as-root --oversubscribe --bind-to none --mca plm isolated --mca btl "self,vader"
                --mca btl_vader_single_copy_mechanism none)
  cp -r "$prefix/share/doc/cleave-$major/examples/mpi" "$folder" && cd "$folder" && export PATH="$prefix/bin:$PATH" || return 1
  OMPI_CC=cleave-cc mpicc -O2 -ffp-contract=off "${offload[@]}" heat.c -o heat || return 1
  cmake -S . -B build -G Ninja -DCMAKE_C_COMPILER=cleave-cc -DCMAKE_BUILD_TYPE=Release "-DHEAT_OFFLOAD=${offload[1]}" || return 1
  cmake --build build || return 1
  export OMP_NUM_THREADS=1 OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_SPLIT=always CLEAVE_VERBOSE=1 LIBOMPTARGET_INFO=16
  for program in heat build/heat; do
    for ranks in 1 2 4; do
      "${launch[@]}" -n "$ranks" "$program" 61 40 8 >result 2>log || { cat result log; return 1; }
      cat result && grep -q '^61 rows, .* checksum [0-9a-f]\{16\}$' result || return 1
      # Each rank executes three kernels in each step, and libcleave numbers the ranks of a job.
      [[ $(grep -c 'Launching kernel' log) -eq $((24 * ranks)) ]] || { cat log; return 1; }
      [[ $ranks == 1 || $(grep -c "^cleave: rank [0-9]: job of $ranks ranks" log) -eq $ranks ]] || { cat log; return 1; }
      [[ -f first ]] || cp result first
      diff first result || return 1
    done
  done
}

# Lmod reads module files of its own and of Environment Modules: it takes the first kind if a folder has both.
test_modules() {
  local kind folder
  folder=$(find "$prefix/share/modulefiles" -name '*.lua' -printf '%h\n') || return 1
  mkdir -p "$work/tcl/cleave"
  sed "s|\[file dirname .*\]|{$folder}|" "$folder"/*-llvm"$major" >"$work/tcl/cleave/1" || return 1
  for kind in "$prefix/share/modulefiles" "$work/tcl"; do
    # shellcheck disable=SC1090,SC1091 # a file of the package lmod, in a folder with its version
    (unset CPATH MANPATH
     . /usr/share/lmod/*/init/bash
     module use "$kind" && module load cleave && module list && module help cleave || exit 1
     [[ $(command -v cleave-cc) == "$prefix/lib/cleave-$major/bin/cleave-cc" ]] || exit 1
     [[ $CMAKE_PREFIX_PATH == "$prefix" ]] || exit 1
     [[ -f $CPATH/cleave/segmented.h && -f $MANPATH/man1/cleave.1 ]] || exit 1
     pkg-config --exists cleave && cleave-cc "${offload[@]}" "$source/main.c" -o "$work/module" || exit 1
     module unload cleave
     ! command -v cleave-cc) || return 1
    check 2 1000000.0 "$work/module" || return 1
  done
}

# The packages are unpacked into a folder of their own, with their dependences read but not installed.
test_deb() {
  local root="$work/root" package word
  (cd "$build" && cpack -G DEB -B "$work/packages") || return 1
  mkdir -p "$root/var/lib/dpkg/"{info,updates} && touch "$root/var/lib/dpkg/"{status,available} || return 1
  list "$root" >"$work/root.before"
  dpkg --root="$root" --log=/dev/null --force-depends --force-script-chrootless -i "$work/packages/"*.deb || return 1
  for package in "$work/packages/"*.deb; do
    dpkg-deb -f "$package" Package Depends
    for word in $(dpkg-deb -f "$package" Depends | sed 's/([^)]*)//g; s/|[^,]*//g; s/,//g'); do
      [[ $word == cleave* || $word == libcleave* ]] || dpkg-query -W "$word" || return 1
    done
  done
  [[ "$(dpkg-deb -f "$work/packages/cleave-$major"_*.deb Depends)" == *clang-"$major"*libisl* ]] || return 1
  [[ ! -e $root/usr/lib/cleave-$major/manifest.txt ]] || return 1
  "$root/usr/bin/cleave-cc" "${offload[@]}" "$source/main.c" -o "$work/deb" && check 2 1000000.0 "$work/deb" || return 1
  dpkg --root="$root" --log=/dev/null --force-depends --force-script-chrootless -P cleave cleave-"$major" libcleave1 || return 1
  diff <(grep -v /var "$work/root.before") <(list "$root" | grep -v /var)
}

# DESTDIR is in front of the prefix, and in no file. Its removal leaves nothing.
test_destdir() {
  local stage="$work/stage"
  DESTDIR=$stage cmake --install "$build" --prefix /opt/cleave || return 1
  diff <(list "$stage/opt/cleave") <(list "$prefix") || return 1
  # manifest.txt has the folders that it made around the prefix.
  ! grep -rlF "$stage" "$stage" | grep -v '/manifest.txt$' || return 1
  "$stage/opt/cleave/bin/cleave-cc" "${offload[@]}" "$source/main.c" -o "$work/staged" && check 2 1000000.0 "$work/staged" || return 1
  DESTDIR=$stage ninja -C "$build" uninstall && ! list "$stage"
}

# Files and folders that were there before, also empty ones, stay. A second installation does not change that, and one that
# was moved can be removed by itself.
test_uninstall() {
  local old="$work/old"
  mkdir -p "$old/share/man" "$old/bin" && echo other >"$old/bin/other" && list "$old" >"$work/old.before" || return 1
  cmake --install "$build" --prefix "$old" && cmake --install "$build" --prefix "$old" || return 1
  [[ -x $old/bin/cleave ]] && ninja -C "$build" uninstall && diff "$work/old.before" <(list "$old") || return 1
  ! ninja -C "$build" uninstall || return 1 # there is nothing to remove
  cmake --install "$build" --prefix "$work/before move" && mv "$work/before move" "$work/after move" || return 1
  cmake -P "$work/after move/lib/cleave-$major/uninstall.cmake" && ! list "$work/after move"
}

# What another cleave in the same prefix has installed, by its manifest, stays when this one is removed, and is the only rest.
# Names that both have become that one's. The other one is made up: only its manifest and its own files are there.
test_side_by_side() {
  local both="$work/both" file
  cmake --install "$build" --prefix "$both" || return 1
  mkdir -p "$both/lib/cleave-99/bin" && touch "$both/lib/cleave-99/bin/cleave" && ln -s ../lib/cleave-99/bin/cleave "$both/bin/cleave-99" || return 1
  {
    sed -n "s|cleave-$major|cleave-99|g; /\/$/p" "$both/lib/cleave-$major/manifest.txt"
    printf '%s\n' 'lib/cleave-99/manifest.txt' 'lib/cleave-99/uninstall.cmake' 'lib/cleave-99/bin/cleave' 'bin/cleave-99 -> ../lib/cleave-99/bin/cleave' \
      'bin/cleave -> cleave-99' 'lib/libcleave.so -> libcleave.so.1' lib/libcleave.so.1
  } >"$both/lib/cleave-99/manifest.txt"
  cp "$both/lib/cleave-$major/uninstall.cmake" "$both/lib/cleave-99"
  cmake -P "$both/lib/cleave-$major/uninstall.cmake" || return 1
  [[ $(readlink "$both/bin/cleave") == cleave-99 && -f $both/lib/libcleave.so.1 ]] || return 1
  diff <(cd "$both" && find . ! -type d | sort) - <<<"./bin/cleave
./bin/cleave-99
./lib/cleave-99/bin/cleave
./lib/cleave-99/manifest.txt
./lib/cleave-99/uninstall.cmake
./lib/libcleave.so
./lib/libcleave.so.1" || return 1
  cmake -P "$both/lib/cleave-99/uninstall.cmake" && ! list "$both" || return 1
  # The other one made the folders and goes first: this one then removes them.
  mkdir -p "$both/lib/cleave-99" && printf '%s\n' ./ lib/ lib/cleave-99/ lib/cleave-99/{manifest.txt,uninstall.cmake} >"$both/lib/cleave-99/manifest.txt"
  cmake --install "$build" --prefix "$both" && cp "$both/lib/cleave-$major/uninstall.cmake" "$both/lib/cleave-99" || return 1
  cmake -P "$both/lib/cleave-99/uninstall.cmake" && "$both/bin/cleave" --version || return 1
  cmake -P "$both/lib/cleave-$major/uninstall.cmake" && ! list "$both"
}

# The configuration ends at once if there is no LLVM, or not the right one, and names both versions.
test_wrong_llvm() {
  local fake="$work/fake llvm" output wanted
  wanted=$(sed -n 's/^set(CLEAVE_LLVM_VERSIONS \(.*\))/\1/p' "$source/../../cmake/llvm.cmake") && wanted=${wanted// / or }
  mkdir -p "$fake/lib/cmake/llvm"
  printf 'cmake_minimum_required(VERSION 3.20)\ninclude(%s/cmake/llvm.cmake)\n' "$(realpath "$source/../..")" >"$work/llvm.cmake"
  says() { # says TEXT ARGUMENTS...
    local text=$1
    shift
    output=$(cmake "$@" -P "$work/llvm.cmake" 2>&1) && return 1
    echo "$output"
    tr -s '\n ' ' ' <<<"$output" | grep -qF -- "$text"
  }
  says "there is no LLVM $wanted with CMake files in $fake/lib/cmake/llvm: give -DLLVM_DIR=PREFIX/lib/cmake/llvm" \
    -DLLVM_DIR="$fake/lib/cmake/llvm" || return 1
  printf 'set(LLVM_PACKAGE_VERSION %s)\nset(LLVM_INSTALL_PREFIX "%s")\n' 14.0.6 "$fake" >"$fake/lib/cmake/llvm/LLVMConfig.cmake"
  says "is LLVM 14.0.6, but cleave is for LLVM $wanted:" -DLLVM_DIR="$fake/lib/cmake/llvm" || return 1
  sed -i s/14.0.6/19.1.7/ "$fake/lib/cmake/llvm/LLVMConfig.cmake"
  says "there are no CMake files of clang 19.1.7 in $fake" -DLLVM_DIR="$fake/lib/cmake/llvm" || return 1
  mkdir "$fake/lib/cmake/clang" && echo "set(CLANG_INSTALL_PREFIX \"$fake\")" >"$fake/lib/cmake/clang/ClangConfig.cmake"
  says "there is no clang in $fake/bin: install clang 19.1.7" -DLLVM_DIR="$fake/lib/cmake/llvm" || return 1
  printf '#!/bin/sh\necho 18.1.8\n' >"$work/clang" && chmod +x "$work/clang"
  says "is clang 18.1.8, but $fake/lib/cmake/llvm is LLVM 19.1.7" -DLLVM_DIR="$fake/lib/cmake/llvm" -DCLEAVE_CLANG="$work/clang"
}

# Spack is not installed: its directives are stand-ins that check what the package names.
test_spack() {
  python3 "$source/spack.py" "$build"
}

# Apptainer is not installed: the files of the definition suffice to configure the build with its options.
test_apptainer() {
  python3 "$source/apptainer.py" "$work/apptainer"
}

# cleave for LLVM 19 and for LLVM 22 in one prefix: each is used, and each is removed beside the other. The build for LLVM 22 takes the
# plugins that this build folder has for it. Debian has no development files of LLVM 22's OpenMP beside those of LLVM 19: openmp.sh has them.
test_two_llvms() {
  local two="$work/two" second="$work/second" new=22 openmp="$work/openmp" prefix22
  prefix22=$(llvm-config-22 --prefix) && "$source/../second_llvm/plugins.sh" "$build" || return 1
  "$source/../second_llvm/openmp.sh" "$openmp" "$prefix22" "$(dirname "$(dirname "$(realpath "$clang")")")" || return 1
  cmake -S "$source/../.." -B "$second" -G Ninja -DLLVM_DIR="$prefix22/lib/cmake/llvm" -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_FLAGS=-g0 -DCMAKE_C_COMPILER="$clang" -DCMAKE_CXX_COMPILER="${clang%/*}/clang++" -DCLEAVE_PLUGINS_FROM="$build/lib" || return 1
  ninja -C "$second" --quiet || return 1
  # What a user does with the cleave for LLVM VERSION, after the environment for its OpenMP.
  works() { # works VERSION NAME
    local version=$1 suffix=$2 environment=()
    [[ $version == "$major" ]] || environment=(LIBRARY_PATH="$openmp" C_INCLUDE_PATH="$openmp")
    "$two/bin/cleave$suffix" --version | grep -q "for LLVM $version\." || return 1
    env "${environment[@]}" "$two/bin/cleave-cc$suffix" "${offload[@]}" "$source/main.c" -o "$work/two-$version" || return 1
    readelf -p .comment "$work/two-$version" | grep -q "clang version $version\." && check 2 1000000.0 "$work/two-$version"
  }
  # find_package takes the one of the compiler.
  chooses() { # chooses VERSION COMPILER
    local folder="$work/two build $1"
    env LIBRARY_PATH="$openmp" C_INCLUDE_PATH="$openmp" cmake -S "$source" -B "$folder" -G Ninja -DCMAKE_C_COMPILER="$2" \
      -DCMAKE_PREFIX_PATH="$two" -DCONSUMER_USES_PACKAGE=ON || return 1
    grep -qx "cleave_DIR:PATH=$two/lib/cmake/cleave-$1" "$folder/CMakeCache.txt"
  }
  cmake --install "$build" --prefix "$two" && cmake --install "$second" --prefix "$two" || return 1
  works "$major" "-$major" && works "$new" "-$new" && works "$new" "" || return 1
  chooses "$major" "$clang" && chooses "$new" "$prefix22/bin/clang" || return 1
  LIBRARY_PATH=$openmp "$two/bin/cleave-cc-$new" --cleave-keep-ptx -O2 -fopenmp --offload-arch=sm_90 "$source/main.c" -o "$work/two-simulated" || return 1
  "$two/bin/cleave-$new" simulate "$work/two-simulated" | grep -x 'sum 1000000.0' || return 1
  # The names of the removed one are then the other one's, and programs of the removed one run: libcleave is the same.
  cmake -P "$two/lib/cleave-$new/uninstall.cmake" || return 1
  works "$major" "-$major" && works "$major" "" && check 2 1000000.0 "$work/two-$new" || return 1
  list "$two" | grep -v "/lib/cleave-$major/" | grep -- "-$new\|llvm$new" && return 1
  cmake --install "$second" --prefix "$two" && cmake -P "$two/lib/cleave-$major/uninstall.cmake" || return 1
  works "$new" "-$new" && works "$new" "" || return 1
  list "$two" | grep -- "-$major\|llvm$major" && return 1
  cmake -P "$two/lib/cleave-$new/uninstall.cmake" && ! list "$two"
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
