#!/usr/bin/env bash
# FILE: read_once.sh
# WHAT: compiles a file whose header can be read twice, because it is a pipe: by the host's compilation, and with the options of the
#       device's compilation, whose plan must be the same.
# USE:  read_once.sh PLUGIN CLANG FOLDER    FOLDER: user.c, and once.txt for the header
set -euo pipefail
plugin=$1 clang=$2 folder=$3
mkdir -p "$folder/system"
mkfifo "$folder/system/once.h"
for reader in host device; do
  cat "$folder/once.txt" >"$folder/system/once.h"
  sleep 0.2 # the reader closes the pipe
done &
writer=$!
trap 'kill $writer 2>/dev/null || true' EXIT
timeout 60 "$clang" -fplugin="$plugin" -fopenmp --offload-host-only -fopenmp-targets=x86_64-pc-linux-gnu \
  -isystem "$folder/system" -Rpass=cleave -c "$folder/user.c" -o "$folder/user.o" 2>&1 | grep CLV001 >/dev/null
