#!/usr/bin/env bash
# errors.sh FOLDER CLEAVE PLUGIN LIBRARIES LLVM_LIBRARIES DRIVER INPUTS: provokes each message of docs/errors.md; the file out/CASE
# in FOLDER gets what is printed.
set -u
cleave=$2 plugin=$3 libraries=$4 llvm=$5 driver=$6 inputs=$7
clang=$llvm/../bin/clang
mkdir -p "$1/out" "$1/none" "$1/alone/bin" "$1/copy" "$1/second" "$1/old" "$1/only" && cd "$1" || exit 1
cp "$inputs/two_loops.c" main.c
gpu=(-O1 -fopenmp --offload-arch=sm_90)
on() { # CASE COMMAND...: runs COMMAND
  local name=$1
  shift
  timeout 60 "$@" >/dev/null 2>"out/$name"
}
# A program with the simulated driver, and with the driver in a folder.
# PROGRAM is the program.
program=./program
simulated() { on "$1" env LD_LIBRARY_PATH="$driver" CLEAVE_SIMULATOR_EXECUTE=no "${@:2}" $program; }
with_driver() { on "$1" env LD_LIBRARY_PATH="$2" CLEAVE_SPIN=off CLEAVE_WAITS=kernel "${@:3}" $program; }

# Compiling.
$clang++ -shared -fPIC -DVERSION='"clang version 20.1.0"' "$inputs/../../plugin/Inputs/version.cpp" -o version.so
on wrong_clang env LD_PRELOAD="$PWD/version.so" "$cleave" cc -fopenmp -c main.c -o main.o
cp "$plugin" copy/cleave.so
on plugin_twice "$cleave" cc -fplugin="$PWD/copy/cleave.so" "${gpu[@]}" -c main.c -o main.o
on plugin_twice_by_clang "$clang" -fplugin="$plugin" -fplugin="$PWD/copy/cleave.so" -fopenmp -c main.c -o main.o
on no_clang env CLEAVE_CLANG=/nowhere/clang "$cleave" cc -c main.c
cp "$cleave" alone/bin/cleave
on no_plugin alone/bin/cleave cc -fopenmp -c main.c
on no_openmp "$cleave" cc -c main.c -o main.o
on no_device_library "$cleave" cc -fopenmp --offload-arch=sm_32 -c main.c -o main.o
on option "$cleave" cc -fopenmp -fplugin-arg-cleave-spilt=off -c main.c -o main.o

# Linking.
"$cleave" cc "${gpu[@]}" -c main.c -o main.o || exit 1
on no_target "$cleave" cc -fopenmp main.o -o bad
on static "$cleave" cc "${gpu[@]}" -static main.o -o bad
# A command that was built for another folder, and a clang that is a script elsewhere.
mkdir -p other/bin other/lib && ln -sf "$plugin" "$libraries/libcleave.so" other/lib
sed "s|$llvm|${llvm%?}X|g" "$cleave" >other/bin/cleave && chmod +x other/bin/cleave
printf '#!/bin/sh\nexec %s "$@"\n' "$clang" >other/bin/clang && chmod +x other/bin/clang
on no_run_time env CLEAVE_CLANG="$PWD/other/bin/clang" other/bin/cleave cc "${gpu[@]}" main.o -o bad
"$cleave" cc "${gpu[@]}" main.o -o program || exit 1

# Starting.
"$clang" "${gpu[@]}" --libomptarget-nvptx-bc-path="$llvm" main.o -L"$llvm" -Wl,-rpath,"$llvm" -L"$libraries" -lcleave -o no_path
on loader ./no_path
sed 's/libomptarget[.]so[.]19[.]1/libomptarget.so.00.0/g' "$libraries/libcleave.so" >none/libcleave.so.1
"$cleave" cc "${gpu[@]}" -Wl,--as-needed main.o -o needed
on no_omptarget env LD_LIBRARY_PATH="$PWD/none" ./needed
"$clang" -fopenmp main.o -L"$libraries" -lcleave -Wl,-rpath,"$libraries" -L"$llvm" -Wl,-rpath,"$llvm" -o bare
on bare ./bare
on mandatory env OMP_TARGET_OFFLOAD=mandatory ./bare
on late env LD_PRELOAD="$llvm/libomptarget.so.19.1 $libraries/libcleave.so.1" /bin/true
sed 's/libcleave[.]so[.]1/libcleave.so.9/' "$libraries/libcleave.so.1" >second/libcleave.so.9
on two_versions env LD_PRELOAD="$libraries/libcleave.so.1 $PWD/second/libcleave.so.9" /bin/true
simulated variable CLEAVE_PINN=off
simulated value CLEAVE_PIN=perhaps
simulated trace CLEAVE_TRACE=/nowhere/trace.json
simulated nvtx NVTX_INJECTION64_PATH=/nowhere/profiler.so

# Devices.
with_driver no_driver "$PWD/none-such"
cp "$driver/libcuda.so" only/libcuda.so.1
with_driver only_1 "$PWD/only"
"$clang" -shared -fPIC "$inputs/old_driver.c" -o old/libcuda.so
with_driver old_driver "$PWD/old"
python3 - <<'END'
import re
program = bytearray(open("program", "rb").read())
for image in re.finditer(b"\x7fELF\x02\x01\x01\x33\x07", bytes(program)):  # the layout of CUDA 12
    at = image.start()
    program[at + 7 : at + 9] = b"\x41\x08"
    program[at + 48 : at + 52] = (0x6005A04).to_bytes(4, "little")
open("program13", "wb").write(program)
END
chmod +x program13
program=./program13
simulated cuda_13 CLEAVE_REPAIR=off
program=./program
simulated cuinit CLEAVE_SIMULATOR_FAULTS=cuInit=803
simulated no_gpu CLEAVE_SIMULATOR_DEVICES=0
simulated other_gpu CLEAVE_SIMULATOR_PROFILE=a100
simulated start CLEAVE_SIMULATOR_FAULTS=cuDevicePrimaryCtxRetain=2
simulated old_for_ptx CLEAVE_SIMULATOR_FAULTS=cuModuleLoadDataEx=222
simulated old_for_image CLEAVE_SIMULATOR_FAULTS=cuModuleLoadDataEx=200
simulated no_code CLEAVE_SIMULATOR_FAULTS=cuModuleLoadDataEx=209
simulated other_error CLEAVE_SIMULATOR_FAULTS=cuModuleLoadDataEx=999
true
