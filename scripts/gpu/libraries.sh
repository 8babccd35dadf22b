#!/usr/bin/env bash
# FILE: scripts/gpu/libraries.sh
# WHAT: collects the shared libraries that a program built by clang-19 with OpenMP offloading needs at
#       run time, so that it can be carried to a machine that has a GPU driver and a C library only.
# USE:  scripts/gpu/libraries.sh FOLDER [MORE...]
#       MORE: further libraries or programs whose needs are to be met (libcleave.so).
#       Variables: LLVM_ROOT (default /usr/lib/llvm-19), CXX (default clang++-19).
#       FOLDER/lib    used always: the OpenMP run time, a small libLLVM, MORE's libraries
#       FOLDER/extra  used only where the machine lacks them: its own are newer, and a driver may need that
#       Prints the version of glibc that all of it needs. glibc itself is never carried: it belongs to
#       the machine's kernel and driver.
#
# The installed libLLVM is 120 MiB and needs many more libraries. libomptarget wants a few functions of
# it (it reads ELF images and parses its options), so another one is linked from the same version's
# static archives, with the same name and symbol version, holding just that. It serves libomptarget
# only. What both libraries define (inline functions and their data) is exported too, so that there
# is one copy of it in the process, as with the installed library.
set -euo pipefail
export LC_ALL=C
llvm=${LLVM_ROOT:-/usr/lib/llvm-19}
cxx=${CXX:-clang++-19}

fail() { echo "libraries.sh: $*" >&2; exit 1; }
[[ $# -ge 1 && $1 != -* ]] || { echo "usage: scripts/gpu/libraries.sh FOLDER [MORE...]" >&2; exit 2; }
folder=$1
shift
[[ $(uname -m) == x86_64 ]] || fail "only x86-64 machines are supported"
for tool in "$cxx" ldd nm readelf strip; do
  command -v "$tool" >/dev/null || fail "$tool is missing: run scripts/setup.sh"
done
for file in libomp.so.5 libomptarget.so.19.1 libLLVM.so.19.1 libLLVMSupport.a; do
  [[ -e $llvm/lib/$file ]] || fail "$llvm/lib/$file is missing: run scripts/setup.sh"
done

mkdir -p "$folder/lib" "$folder/extra"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -L "$llvm/lib/libomp.so.5" "$llvm/lib/libomptarget.so.19.1" "$folder/lib"

names() { nm -D "$@" | awk '{sub(/@.*/, "", $NF); print $NF}' | sort -u; }
nm -D --undefined-only "$llvm/lib/libomptarget.so.19.1" | sed -n 's/.* \(.*\)@LLVM_.*/\1/p' |
  sort -u >"$work/wanted"
comm -12 <(names "$llvm/lib/libomptarget.so.19.1") \
  <(names --defined-only "$llvm/lib/libLLVM.so.19.1") | grep -v '^LLVM_' >"$work/exported"
{ echo 'LLVM_19.1 { global:'; sed 's/$/;/' "$work/exported"; echo 'local: *; };'; } >"$work/versions"
{
  sed 's/^/-Wl,-u,/' "$work/wanted"
  echo -Wl,--start-group
  # The archives of BOLT and of LLVM's own unit tests are no part of libLLVM.
  find "$llvm/lib" -maxdepth 1 -name 'libLLVM*.a' ! -name '*BOLT*' ! -name '*Testing*' | sort
  echo -Wl,--end-group
} >"$work/arguments"
linker=()
[[ ! -x $llvm/bin/ld.lld ]] || linker=(-fuse-ld=lld) # the other linker takes a minute
"$cxx" -shared "${linker[@]}" -o "$folder/lib/libLLVM.so.19.1" -Wl,-soname,libLLVM.so.19.1 \
  -Wl,--version-script="$work/versions" -Wl,--gc-sections -Wl,-z,defs -Wl,--as-needed \
  "@$work/arguments" -l:libz.so.1 -l:libzstd.so.1 -l:libtinfo.so.6
names --defined-only "$folder/lib/libLLVM.so.19.1" >"$work/defined"
missing=$(comm -23 "$work/wanted" "$work/defined" | tr '\n' ' ')
[[ -z $missing ]] || fail "the archives in $llvm/lib lack what libomptarget needs: $missing"

for file in "$@"; do
  # A program finds a library by its soname.
  case $file in
    *.so | *.so.*)
      soname=$(readelf -dW "$file" | sed -n 's/.*SONAME.*\[\(.*\)\]$/\1/p')
      cp -L "$file" "$folder/lib/${soname:-${file##*/}}" ;;
  esac
done

# ldd looks at everything that lies there already, so the needs of needs are met as well.
LD_LIBRARY_PATH=$folder/lib ldd "$folder"/lib/* "$@" >"$work/needs"
! grep 'not found' "$work/needs" >&2 || fail "a library is missing on this machine"
while read -r name path; do
  case $name in
    libc.so.* | libm.so.* | libmvec.so.* | libpthread.so.* | libdl.so.* | librt.so.* | libutil.so.* | \
      libresolv.so.* | libanl.so.* | ld-linux*) continue ;;
  esac
  [[ -e $folder/lib/$name ]] || cp -L "$path" "$folder/extra/$name"
done < <(awk '$2 == "=>" && $3 ~ /^\// {print $1, $3}' "$work/needs" | sort -u)

chmod 644 "$folder"/lib/* "$folder"/extra/*
strip --strip-unneeded "$folder"/lib/* "$folder"/extra/*
readelf -VW "$folder"/lib/* "$folder"/extra/* "$@" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1 |
  sed 's/GLIBC_//'
