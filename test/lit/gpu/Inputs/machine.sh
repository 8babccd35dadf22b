#!/usr/bin/env bash
# FILE: test/lit/gpu/Inputs/machine.sh
# WHAT: a machine with nothing but glibc and the basic tools, for the tests of run.sh.
# USE:  machine.sh make ROOT [DRIVER]      DRIVER becomes /usr/local/nvidia/lib64/libcuda.so.1
#       machine.sh run ROOT COMMAND...     runs COMMAND there, with no other file in sight
set -euo pipefail
task=$1 root=$2
shift 2

make() {
  mkdir -p "$root"/{bin,dev,lib64,lib/x86_64-linux-gnu,proc,tmp,usr/local/nvidia/lib64}
  # The list names busybox, too: it must not become a link to itself.
  busybox --list | while read -r tool; do ln -sf busybox "$root/bin/$tool"; done
  cp --remove-destination /bin/busybox "$root/bin"
  cp -L /lib64/ld-linux-x86-64.so.2 "$root/lib64"
  local name
  for name in libc.so.6 libm.so.6 libpthread.so.0 libdl.so.2 librt.so.1; do
    cp -L "/lib/x86_64-linux-gnu/$name" "$root/lib/x86_64-linux-gnu"
  done
  # Neither can be mounted everywhere: copies of what is read and written there.
  cp /proc/cpuinfo /proc/meminfo "$root/proc"
  cp -a /dev/null "$root/dev/null" 2>/dev/null || : >"$root/dev/null"
  [[ $# -eq 0 ]] || cp -L "$1" "$root/usr/local/nvidia/lib64/libcuda.so.1"
}

# In namespaces of its own where that is allowed: with them, /proc is there, and root is not needed.
# Without them nothing is mounted, for nothing would unmount it.
run() {
  local enter=() mount=:
  if unshare --mount true 2>/dev/null; then
    enter=(unshare --mount)
  elif unshare --mount --map-root-user true 2>/dev/null; then
    enter=(unshare --mount --map-root-user)
  fi
  # shellcheck disable=SC2016 # $0 and $@ are those of the inner shell
  [[ ${#enter[@]} -eq 0 ]] || mount='mount --rbind /proc "$0/proc" 2>/dev/null'
  # shellcheck disable=SC2016
  exec env -i --default-signal=INT,TERM PATH="$PATH:/usr/sbin:/sbin" "${enter[@]}" \
    sh -c "$mount"'; exec chroot "$0" "$@"' "$root" \
    env -i PATH=/bin TMPDIR=/tmp "$@"
}

"$task" "$@"
