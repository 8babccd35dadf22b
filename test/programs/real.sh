#!/usr/bin/env bash
# FILE: test/programs/real.sh
# WHAT: downloads five programs with OpenMP target regions from Debian's source packages, builds each by plain clang and by cleave
#       with its own build files, runs its own tests by both, and prints a table: what cleave does with each region; results.
# USE:  real.sh BUILD FOLDER              BUILD: a build folder of cleave; FOLDER: sources, builds and logs; 3 GiB
#       PROGRAMS="sundials hypre" real.sh BUILD FOLDER      only these: sundials hypre kokkos offload libgomp
#       STEPS="explain table" real.sh BUILD FOLDER          only these steps: fetch build run explain table
#       STEPS="fetch simulate" PROGRAMS=sundials real.sh BUILD FOLDER      sundials' test of its vector as code for sm_90 on the simulator
#       JOBS=8 real.sh BUILD FOLDER                         parallel jobs (all processors)
#
# Needs apt-get, cmake, ninja, jq, make and the packages of scripts/setup.sh --tests, and the Debian mirror of this machine; no root. The
# device is the host (x86_64-pc-linux-gnu). A step that has been done is not repeated. Exit status 1: a result of cleave differs.
set -uo pipefail
[[ $# -eq 2 ]] || { sed -n '5,9s/^# *//p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd) && mkdir -p "$2" && folder=$(cd "$2" && pwd) || exit 2
here=$(cd "$(dirname "$0")" && pwd)
programs=(${PROGRAMS:-sundials hypre kokkos offload libgomp})
steps=" ${STEPS:-fetch build run explain table} "
jobs=${JOBS:-$(nproc)}
library=$(llvm-config-19 --libdir)
export PATH=$build/bin:$PATH OMP_TARGET_OFFLOAD=MANDATORY CLEAVE_QUIET=on
# Some linker commands of these builds leave out the rpath; threads that wait must not delay others on a busy machine.
export LD_LIBRARY_PATH=$library KMP_BLOCKTIME=0
host="-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu"
link="-L$library -Wl,-rpath,$library"

# program: source package, version, part of its archive that is extracted
packages=(
  "sundials  sundials           6.4.1+dfsg1-3      *"
  "hypre     hypre              2.26.0-3           *"
  "kokkos    trilinos           13.2.0-4           */packages/kokkos/*"
  "offload   llvm-toolchain-19  1:19.1.7-3~deb12u1 */offload/test/*"
  "libgomp   gcc-12             12.2.0-14+deb12u1  */libgomp/*"
)

is_wanted() { [[ " ${programs[*]} " == *" $1 "* ]]; }
has_step() { [[ $steps == *" $1 "* ]]; }
compiler() { # FORM c|c++
  case $1$2 in plainc) echo clang-19 ;; plainc++) echo clang++-19 ;; *) echo "cleave-${2/#c/c}" ;; esac | sed 's/cleave-c$/cleave-cc/'
}

# ---- Sources ---------------------------------------------------------------------------------------

# Source lists of this machine's mirrors, in a folder of their own: the lists of the machine stay as they are.
prepare_apt() {
  mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache/archives/partial" "$folder/download"
  local file
  for file in /etc/apt/sources.list.d/*.sources; do
    [[ -f $file ]] && sed 's/^Types:.*/Types: deb-src/' "$file" >"$folder/apt/$(basename "$file")"
  done
  [[ -f /etc/apt/sources.list ]] && sed 's/^deb /deb-src /' /etc/apt/sources.list >"$folder/apt/sources.list"
  apt=(apt-get -q -o "Dir::Etc::SourceList=$folder/apt/sources.list" -o "Dir::Etc::SourceParts=$folder/apt"
    -o "Dir::State::Lists=$folder/apt/lists" -o "Dir::Cache=$folder/apt/cache" -o APT::Sandbox::User=)
  "${apt[@]}" update >"$folder/apt/log" 2>&1 || { cat "$folder/apt/log" >&2; exit 2; }
}

fetch() { # PROGRAM PACKAGE VERSION PART
  local source=$folder/$1/source archive inner
  [[ -d $source ]] && return
  [[ ${#apt[@]} -gt 0 ]] || prepare_apt
  (cd "$folder/download" && "${apt[@]}" source --download-only "$2=$3") >"$folder/apt/log" 2>&1 ||
    { cat "$folder/apt/log" >&2; exit 2; }
  mkdir -p "$source.part"
  archive=$(ls "$folder/download/$2"_*.orig.tar.*)
  if [[ $1 == libgomp ]]; then # an archive in an archive
    inner=$(tar -tf "$archive" | grep -m1 "gcc-.*-dfsg.tar")
    tar -xOf "$archive" "$inner" | tar -xJ -C "$source.part" --strip-components=1 --wildcards "$4"
  else
    tar -xf "$archive" -C "$source.part" --strip-components=1 --wildcards "$4"
  fi || exit 2
  if [[ $1 == sundials ]]; then
    # These files have not been compiled since their functions received a context: declarations and calls differ from the header.
    sed -i 's/N_VNew_OpenMPDEV(sunindextype length)/N_VNew_OpenMPDEV(sunindextype length, SUNContext sunctx)/
      s/v = N_VNewEmpty_OpenMPDEV(length);/v = N_VNewEmpty_OpenMPDEV(length, sunctx);/
      /^N_Vector N_VMake_OpenMPDEV/,/)$/s/realtype \*d_vdata)/realtype *d_vdata, SUNContext sunctx)/
      s/N_VDotProdMultiLocal_OpenMPDEV/N_VDotProdMulti_OpenMPDEV/' \
      "$source.part/src/nvector/openmpdev/nvector_openmpdev.c"
    sed -i 's/N_VMake_OpenMPDEV(length, \([^)]*\));/N_VMake_OpenMPDEV(length, \1, sunctx);/' \
      "$source.part/examples/nvector/openmpdev/test_nvector_openmpdev.c"
  fi
  mv "$source.part" "$source"
}

# ---- Builds ----------------------------------------------------------------------------------------

build_sundials() { # FORM
  cmake -S "$folder/sundials/source" -B "$folder/sundials/$1" -G Ninja "-DCMAKE_C_COMPILER=$(compiler "$1" c)" \
    -DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS=$host" "-DCMAKE_EXE_LINKER_FLAGS=$link" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON \
    -DENABLE_OPENMP=ON -DENABLE_OPENMP_DEVICE=ON -DOPENMP_DEVICE_WORKS=ON -DBUILD_SHARED_LIBS=OFF &&
    ninja -C "$folder/sundials/$1" -j "$jobs" ark_analytic_nonlin_ompdev ark_heat1D_ompdev ark_heat1D_adapt_ompdev \
      cvAdvDiff_kry_ompdev test_nvector_openmpdev
}

build_hypre() {
  local c
  c=$(compiler "$1" c)
  [[ -d $folder/hypre/$1 ]] || cp -r "$folder/hypre/source" "$folder/hypre/$1"
  cd "$folder/hypre/$1/src" &&
    CC=$c CXX=$(compiler "$1" c++) CUCC=$c CFLAGS="-O1 $host" CXXFLAGS="-O1 $host" CUFLAGS="-O1 $host" \
      LDFLAGS="$host $link" ./configure --without-MPI --disable-fortran --with-device-openmp &&
    make -j "$jobs" && make -C test struct && hypre_commands <"$folder/hypre/$1.log" >compile_commands.json
}

# The commands of a log of make, as JSON: hypre's build does not write them.
hypre_commands() {
  awk -v q='"' '
    /Entering directory/ { gsub(/.*directory .|.$/, ""); folder = $0 }
    match($0, / -c [^ ]+\.c(xx)?( |$)/) {
      file = substr($0, RSTART + 4, RLENGTH - 4); sub(/ $/, "", file); gsub(/\\|"/, "\\\\&")
      all = all (all == "" ? "" : ",\n") \
        "{" q "directory" q ":" q folder q "," q "file" q ":" q file q "," q "command" q ":" q $0 q "}"
    }
    END { print "[" all "]" }'
}

build_kokkos() {
  cmake -S "$folder/kokkos/source/packages/kokkos" -B "$folder/kokkos/$1" -G Ninja "-DCMAKE_CXX_COMPILER=$(compiler "$1" c++)" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_STANDARD=17 "-DCMAKE_CXX_FLAGS=$host" "-DCMAKE_EXE_LINKER_FLAGS=$link" \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DKokkos_ENABLE_OPENMPTARGET=ON -DKokkos_ENABLE_SERIAL=ON -DKokkos_ENABLE_EXAMPLES=ON &&
    ninja -C "$folder/kokkos/$1" -j "$jobs" -k 0
}

# The tests of LLVM configure themselves from this file, which CMake writes in LLVM's own build.
build_offload() {
  mkdir -p "$folder/offload/$1"
  cat >"$folder/offload/$1/lit.site.cfg" <<EOF
config.bin_llvm_tools_dir = "$library/../bin"
config.test_c_compiler = "$(compiler "$1" c)"
config.test_cxx_compiler = "$(compiler "$1" c++)"
config.test_fortran_compiler = ""
config.test_compiler_features = ["clang", "clang-19"]
config.test_openmp_flags = "-fopenmp"
config.test_extra_flags = "-w"
config.cuda_path = config.cuda_libdir = config.cuda_test_arch = config.amdgpu_test_arch = ""
config.libomptarget_obj_root = "$folder/offload/$1/tests"
config.library_dir = config.llvm_library_dir = config.llvm_library_intdir = "$library"
config.omp_host_rtl_directory = config.llvm_lib_directory = "$library"
config.omp_header_directory = "$library/clang/19/include"
config.operating_system = "Linux"
config.libomptarget_current_target = "x86_64-pc-linux-gnu"
targets = "aarch64-unknown-linux-gnu amdgcn-amd-amdhsa nvptx64-nvidia-cuda powerpc64le-ibm-linux-gnu " \\
          "powerpc64-ibm-linux-gnu s390x-ibm-linux-gnu x86_64-pc-linux-gnu"
config.libomptarget_all_targets = [t + s for t in targets.split() for s in ("-LTO", "-JIT-LTO", "")]
config.libomptarget_filecheck = "$library/../bin/FileCheck"
config.libomptarget_not = "$library/../bin/not"
config.libomptarget_debug = config.libomptarget_has_libc = False
config.has_libomptarget_ompt = True
config.environment["PATH"] = "$PATH"
config.environment["LIBOMPTARGET_NEXTGEN_PLUGINS"] = "1"
lit_config.load_config(config, "$folder/offload/source/offload/test/lit.cfg")
EOF
}

build_libgomp() { :; }

# ---- Runs ------------------------------------------------------------------------------------------

# compare NAME PLAIN CLEAVE ARGUMENTS...: runs two programs; the words and numbers that they print must agree to 4 digits.
compare() {
  local name=$1 plain=$2 cleaved=$3 form program
  shift 3
  [[ -x $plain && -x $cleaved ]] || { echo "$name: no program"; return; }
  for form in plain cleaved; do
    program=${!form}
    { (cd "$(dirname "$program")" && timeout 600 "$program" "$@") </dev/null >"$work/$form" 2>&1; } 2>/dev/null
    echo "ends with $?" >>"$work/$form"
    # Times and addresses differ in each run.
    sed -i -E '/wall clock|cpu clock|MFLOPS|time|seconds|GB\/s/Id; s/0x[0-9a-f]+//g; s/(Left|Right)\/(Left|Right) [0-9.]+//g' "$work/$form"
  done
  if awk -f "$here/../alike.awk" "$work/plain" "$work/cleaved"; then
    [[ $(tail -n 1 "$work/plain") == "ends with 0" ]] && echo "$name $*: ok" || echo "$name $*: both: $(tail -n 1 "$work/plain")"
  else
    echo "$name $*: DIFFERS"
    diff "$work/plain" "$work/cleaved" | head -n 10
  fi
}

pair() { # PROGRAM RELATIVE-PATH ARGUMENTS...
  local program=$1 path=$2
  shift 2
  compare "$(basename "$path")" "$folder/$program/plain/$path" "$folder/$program/cleave/$path" "$@"
}

run_sundials() {
  pair sundials examples/nvector/openmpdev/test_nvector_openmpdev 1000 0
  pair sundials examples/nvector/openmpdev/test_nvector_openmpdev 10000 0
  pair sundials examples/arkode/C_openmpdev/ark_analytic_nonlin_ompdev
  pair sundials examples/arkode/C_openmpdev/ark_heat1D_ompdev
  # All threads write 'to_add' in N_VLinearCombination; with several, this example does not end, by plain clang either.
  OMP_NUM_THREADS=1 pair sundials examples/arkode/C_openmpdev/ark_heat1D_adapt_ompdev
  pair sundials examples/cvode/C_openmpdev/cvAdvDiff_kry_ompdev
}

# The jobs with one process of hypre's own tests of its structured solvers.
run_hypre() {
  local line
  sed -e ':a' -e '/\\$/N; s/\\\n//; ta' "$folder"/hypre/source/src/test/TEST_struct/*.jobs | grep 'mpirun -np 1 ./struct ' |
    sed 's/.*struct \(.*\)>.*/\1/' | sort -u | while read -r line; do
    # shellcheck disable=SC2086 # a list of arguments
    pair hypre src/test/struct $line
  done
}

run_kokkos() {
  local program
  (cd "$folder/kokkos/plain" && find example -type f -perm -u+x ! -name '*.so*' | sort) | while read -r program; do
    pair kokkos "$program"
  done
}

run_offload() {
  local form
  for form in plain cleave; do
    python3 "$(llvm-config-19 --prefix)/build/utils/lit/lit.py" -j "$jobs" -v "$folder/offload/$form" >"$folder/offload/$form.run" 2>&1
    sed -nE 's/^([A-Z]+): libomptarget :: x86_64-pc-linux-gnu :: ([^ ]+) .*/\2 \1/p' "$folder/offload/$form.run" | sort >"$work/$form"
  done
  # This test counts the copies of two regions; cleave keeps the arrays on the device in between (CLV014).
  join "$work/plain" "$work/cleave" | awk -v fewer_copies=ompt/veccopy_no_device_init.c '
    $2 == "UNSUPPORTED" { next }
    $1 == fewer_copies && $2 == "PASS" && $3 == "FAIL" { print $1 ": expected: fewer copies"; next }
    { print $1 ": " ($2 == $3 ? ($2 ~ /PASS|XFAIL/ ? "ok" : "both: " $2) : "DIFFERS: plain " $2 ", cleave " $3) }'
}

gomp_flags=(-O2 -w $host $link -lm)

# Tests of libgomp that run and have target regions, with the files that they are compiled with.
gomp_tests() {
  local source extra file
  cd "$folder/libgomp/source/libgomp/testsuite" || exit 2
  for source in libgomp.c/*.c libgomp.c/examples-4/*.c libgomp.c-c++-common/*.c libgomp.c++/*.C libgomp.c++/examples-4/*.C; do
    grep -qE 'omp +target' "$source" && ! grep -qE 'dg-do (compile|link)|dg-skip|dg-shouldfail' "$source" || continue
    [[ $source == *-aux.* || $source == *-[ab].[cC] ]] && continue
    extra=
    for file in $(sed -nE 's/.*dg-additional-sources "?([^"}]*)"?.*/\1/p' "$source"); do
      extra+=" $PWD/$(dirname "$source")/$file"
    done
    echo "$PWD/$source$extra"
  done
}

run_libgomp() {
  local i
  gomp_tests >"$work/list"
  for ((i = 0; i < jobs; i++)); do
    awk -v i="$i" -v n="$jobs" 'NR % n == i' "$work/list" >"$work/list.$i"
    KEEP="$folder/libgomp/differences" "$here/suite.sh" "$work/programs.$i" "$work/list.$i" \
      "${gomp_flags[@]}" "-I$folder/libgomp/source/libgomp" >"$work/result.$i" &
  done
  wait
  cat "$work"/result.*
}

# The test of the vector of sundials, compiled for sm_90 by its own build files; the simulator executes it.
simulate_sundials() {
  local form gpu="-fopenmp --offload-arch=sm_90 --cuda-path=$build/lib/cleave/toolkit"
  gpu+=" --libomptarget-nvptx-bc-path=$library/libomptarget-nvptx-sm_90.bc"
  export CLEAVE_CUDA_PATH=none
  for form in plain cleave; do
    cmake -S "$folder/sundials/source" -B "$folder/sundials/$form-gpu" -G Ninja "-DCMAKE_C_COMPILER=$(compiler "$form" c)" \
      -DCMAKE_BUILD_TYPE=Release "-DCMAKE_C_FLAGS=$gpu" "-DCMAKE_EXE_LINKER_FLAGS=$link -Wl,--allow-shlib-undefined" \
      -DENABLE_OPENMP=ON -DENABLE_OPENMP_DEVICE=ON -DOPENMP_DEVICE_WORKS=ON -DBUILD_SHARED_LIBS=OFF &&
      ninja -C "$folder/sundials/$form-gpu" -j "$jobs" test_nvector_openmpdev || return 1
  done >"$folder/sundials/simulate.log" 2>&1
  export LD_LIBRARY_PATH=$build/lib/cleave/simulator:$library CLEAVE_SIMULATOR_EXECUTE=require
  compare "test_nvector_openmpdev for sm_90" "$folder"/sundials/{plain,cleave}-gpu/examples/nvector/openmpdev/test_nvector_openmpdev \
    200 0
}

# ---- What cleave does with the regions -------------------------------------------------------------

explain_files() { # FILES...: of a test suite; a file that clang does not compile has no regions
  local file
  for file in "$@"; do
    cleave explain --json "$file" -- "${gomp_flags[@]}" "-I$folder/libgomp/source/libgomp" 2>/dev/null
  done
}

explain() {
  case $1 in
    offload)
      mapfile -t files < <(grep -rlE 'omp +target' "$folder/offload/source/offload/test" --include='*.c' --include='*.cpp')
      explain_files "${files[@]}"
      ;;
    libgomp) mapfile -t files < <(gomp_tests | cut -d' ' -f1) && explain_files "${files[@]}" ;;
    hypre) cleave explain --json -p "$folder/hypre/plain/src" ;;
    *) cleave explain --json -p "$folder/$1/plain" ;;
  esac 2>"$folder/$1/explain.log" | jq -s 'add // []'
}

# The regions of a report, each once: place, verdict, codes. Of a region in a header, a file with an instance of its template counts.
regions() {
  jq -r '[.. | objects | select(has("regions")) | .file as $file | .regions[] |
      {at: "\($file):\(.line)", verdict, codes: [.remarks[].code]}] | group_by(.at)[] |
    (map(select(.codes | index("CLV203") | not)) + .)[0] |
    [.at, .verdict, (.codes | unique | join(" "))] | @tsv' "$folder/$1/explain.json"
}

row() { # PROGRAM NAME
  regions "$1" >"$folder/$1/regions.tsv"
  awk -F'\t' -v name="$2" -v results="$(results "$1")" '
    { total++; verdict[$2]++; mapped += $3 ~ /CLV043/; widened += $3 ~ /CLV0(02|10|20)/
      if ($2 == "refused") { match($3, /CLV2[0-9][0-9]/); why[substr($3, RSTART, 6)]++ } }
    END {
      for (code in why) reasons = reasons sprintf("%s%s: %d", reasons == "" ? "" : ", ", code, why[code])
      printf "| %s | %d | %d (%.0f %%) | %d | %d | %d | %d | %d (%.0f %%) | %s | %s |\n", name, total, verdict["split"],
        total ? 100 * verdict["split"] / total : 0, widened, mapped, verdict["distributed"] + verdict["adjusted"], verdict["unchanged"],
        verdict["refused"], total ? 100 * verdict["refused"] / total : 0, reasons == "" ? "-" : reasons, results
    }' "$folder/$1/regions.tsv"
}

results() {
  awk '/: ok/ { ok++ } /: both/ { both++ } /: expected/ { fewer++ } /DIFFERS|: plain |: no program/ { wrong++ }
    END { printf "%d alike%s, %s different", ok, both ? sprintf(", %d that clang fails", both) : "",
      (fewer ? sprintf("%d with fewer copies, ", fewer) : "") (wrong + 0) }' "$folder/$1/results.txt"
}

apt=()
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
: >"$folder/table.md"
for line in "${packages[@]}"; do
  set -f
  read -r program package version part <<<"$line"
  set +f
  is_wanted "$program" || continue
  mkdir -p "$folder/$program"
  has_step fetch && fetch "$program" "$package" "$version" "$part"
  if has_step build; then
    for form in plain cleave; do
      [[ -f $folder/$program/$form.done ]] && continue
      echo "$program: builds by $form" >&2
      (build_"$program" "$form") >"$folder/$program/$form.log" 2>&1 && touch "$folder/$program/$form.done" ||
        echo "$program: the build by $form fails: $folder/$program/$form.log" >&2
    done
  fi
  has_step run && { echo "$program: runs" >&2; (run_"$program") >"$folder/$program/results.txt"; }
  has_step simulate && [[ $program == sundials ]] && { (simulate_sundials) | tee "$folder/sundials/simulated.txt"; }
  has_step explain && { echo "$program: explains" >&2; (explain "$program") >"$folder/$program/explain.json"; }
  has_step table && row "$program" "$package $version" >>"$folder/table.md"
done
has_step table || exit 0
echo "| package | regions | split | with loops widened | with nests mapped | one kernel, changed | unchanged | refused | reasons | results |"
echo "|---|---|---|---|---|---|---|---|---|---|"
cat "$folder/table.md"
! grep -qE '[1-9][0-9]* different' "$folder/table.md"
