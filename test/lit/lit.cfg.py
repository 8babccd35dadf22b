# FILE: test/lit/lit.cfg.py
# WHAT: how the tests under test/lit are run: substitutions, features, environment.
# USE:  python3 /usr/lib/llvm-19/build/utils/lit/lit.py -v build/test/lit [--filter NAME] [--param toolkit=cuda]
#
# With toolkit=cuda, the installed CUDA toolkit makes the machine code of programs for sm_90, and cleave's adds the PTX that the
# simulator executes. Without it, images hold PTX alone. cuda_toolkit.txt lists the tests that run in both worlds;
# toolkit=cuda-any runs any test.
#
# What a RUN line can use, besides what lit knows itself (%s, %t, %S, ...):
#   %clang, %clangxx        plain clang, without cleave
#   %cleave_cc, %cleave_cxx `cleave cc` and `cleave c++`, which users call: they load the plugin and link libcleave
#   %plugin_cc, %plugin_cxx plain clang with -fplugin= and nothing else: no libcleave, no library folder
#   %cleave                 the tool; `%cleave rewrite` empties the checks in its output (rewrite.sh)
#   %plain_rewrite          `cleave rewrite` with its output as it is
#   %plugin                 path of the plugin
#   %cleave_dump            prints the regions of a source file as the reader sees them
#   %host_offload           flags: OpenMP with the host as the device; also to link with
#   %sm90                   flags: OpenMP, code for an sm_90 device only; needs no CUDA toolkit
#   %link_sm90              flags: OpenMP, a program for an sm_90 device
#   %toolkit                the folder of the stand-in CUDA toolkit
#   %llvm_include           the folder of Clang's headers
#   %libcleave              flags for plain clang: link with the run-time library, as cleave cc does
#   %built_libraries         the folder of libcleave.so
#   %llvm_libraries         the folder of libomp and libomptarget
#   %driver_folder          the folder of the simulated libcuda.so
#   %simulator              runs a program with the simulated CUDA driver (lib/simulator_driver), whose
#                           variables (CLEAVE_SIMULATOR_LOG and others) precede it; kernels execute
#   %gpu                    the same, and a kernel that cannot execute is an error
#   %launches               the same, and no kernel executes: for tests of launches, copies, waits and assumed times, whose
#                           arrays are too large for execution, or whose images have no PTX
#   %examples               the folder of the example programs
#   %mpi_clang, %mpi_cleave mpicc with plain clang and with cleave-cc
#   %mpirun                 runs a program on several ranks of this machine, with Open MPI: -n RANKS PROGRAM
#   %run                    runs a program on the device, with one team as the host device does
#   %run4                   the same with 4 teams of 4 threads
# clang finds the stand-in CUDA toolkit on the PATH, so programs for sm_90 are linked without a CUDA toolkit.
# FileCheck, not, count, diff and the other tools of LLVM are on the PATH.
import os
import subprocess
import sys

sys.path.insert(0, config.source_root)
import labels

config.name = "cleave"
config.test_format = labels.LabelledTests(execute_external=False)
config.label = "fast"  # labels.py says what that means
config.suffixes = [".c", ".cpp", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = config.source_root
config.test_exec_root = config.build_root

llvm_bin = os.path.join(config.llvm_prefix, "bin")
llvm_lib = os.path.join(config.llvm_prefix, "lib")

# The installed CUDA toolkit, or "".
cuda = subprocess.run([os.path.join(config.source_root, "..", "..", "scripts", "cuda_toolkit.sh")], stdout=subprocess.PIPE,
                      text=True).stdout.strip()
world = lit_config.params.get("toolkit", "none")
if world not in ("none", "cuda", "cuda-any"):
    lit_config.fatal(f"--param toolkit={world}: it is none, cuda or cuda-any")
if world != "none":
    if not cuda:
        lit_config.fatal(f"--param toolkit={world}: there is no CUDA toolkit")
    config.name = "cleave with a CUDA toolkit"
    config.test_exec_root = os.path.join(config.build_root, "cuda")
    if world == "cuda":
        config.listed = labels.listed(os.path.join(config.source_root, "cuda_toolkit.txt"), config.source_root, lit_config)

# Nothing of the caller's environment may reach the compiler or the OpenMP run time.
toolkit = os.path.join(config.built_libraries, "cleave", "toolkit")
real_path = os.pathsep.join([llvm_bin, os.environ["PATH"]])
config.environment = {
    "PATH": real_path if world != "none" else os.pathsep.join([llvm_bin, os.path.join(toolkit, "bin"), os.environ["PATH"]]),
    "CLEAVE_CUDA_PATH": cuda if world != "none" else "none",
    "HOME": config.test_exec_root,
    "LC_ALL": "C",
    "LLVM_DISABLE_CRASH_REPORT": "1",
    # Regions are there as they are written, too; what is tested is the split form, unless a test says otherwise.
    "CLEAVE_SPLIT": "always",
    "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
}

# The tests with the second LLVM: test/second_llvm/run.sh, which makes the folder with its OpenMP run time.
device_library = os.path.join(llvm_lib, "libomptarget-nvptx-sm_90.bc")
link_options = ""
if "cleave.so" not in config.plugin:
    openmp = os.path.join(config.test_exec_root, "openmp")
    device_library = os.path.join(openmp, "libomptarget-nvptx-sm_90.bc")
    config.environment |= {"LIBRARY_PATH": openmp, "C_INCLUDE_PATH": openmp, "CPLUS_INCLUDE_PATH": openmp,
                           "CLEAVE_CLANG": os.path.join(llvm_bin, "clang"), "TESTED_PLUGIN": config.plugin}
    config.available_features.add("second-llvm")
    link_options = " -Wno-linker-warnings"  # the libraries for the device are LLVM 19's

if world != "none":
    # clang starts cleave's ptxas and nvlink, and these start the real ones. Debian's clang does not know each version of CUDA,
    # and its OpenMP run time takes images of CUDA 13 only with libcleave.
    link_options += (f" -Wno-unknown-cuda-version --cuda-path={cuda} --start-no-unused-arguments -B{toolkit}/bin"
                     f" -Wl,--cuda-path={toolkit} -L{config.built_libraries} -lcleave -Wl,-rpath,{config.built_libraries}"
                     " --end-no-unused-arguments")

clang = os.path.join(llvm_bin, "clang")
clangxx = os.path.join(llvm_bin, "clang++")
with_plugin = f" -fplugin='{config.plugin}'"
mode_dump = " -fsyntax-only --offload-host-only -fopenmp -fplugin-arg-cleave-mode=dump"
# The time limits keep a program that waits for its device forever from stopping the test run.
offload = "timeout 120 env OMP_TARGET_OFFLOAD=MANDATORY"
with open(os.path.join(config.source_root, "..", "four_teams.env")) as file:
    four_teams = " " + file.read().strip()

# Else the linker reads all libraries that libomptarget.so needs, libLLVM.so among them, to look for undefined symbols: 0.4 s
# of processor time for each program. The scripts of test/ and bench/ have the same option.
quick_link = "-Wl,--allow-shlib-undefined"

# Ranks on this machine alone: no other launcher, and no network. They may be more than processors, and root may start them.
mpirun = ("timeout 120 mpirun --allow-run-as-root --oversubscribe --bind-to none --mca plm isolated --mca btl self,vader"
          " --mca btl_vader_single_copy_mechanism none")

# A substitution is replaced wherever its text stands, so the longer names come first.
config.substitutions += [
    ("%cleave_dump", clang + with_plugin + mode_dump),
    ("%cleave_cxx", config.cleave + " c++"),
    ("%cleave_cc", config.cleave + " cc"),
    ("%plugin_cxx", clangxx + with_plugin),
    ("%plugin_cc", clang + with_plugin),
    ("%examples", os.path.join(config.source_root, "..", "..", "examples")),
    ("%mpi_clang", f"env OMPI_CC={clang} mpicc"),
    ("%mpi_cleave", f"env OMPI_CC={config.cleave}-cc mpicc"),
    ("%mpirun", mpirun),
    ("%cleave rewrite", f"bash {os.path.join(config.source_root, 'rewrite.sh')} {config.cleave}"),
    ("%plain_rewrite", config.cleave + " rewrite"),
    ("%cleave", config.cleave),
    ("%clangxx", clangxx),
    ("%clang", clang),
    ("%plugin", config.plugin),
    ("%host_offload",
     "-fopenmp -fopenmp-targets=x86_64-pc-linux-gnu --start-no-unused-arguments"
     f" -L{llvm_lib} -Wl,-rpath,{llvm_lib} {quick_link} --end-no-unused-arguments"),
    ("%link_sm90",
     f"-fopenmp --offload-arch=sm_90 -L{llvm_lib} -Wl,-rpath,{llvm_lib} {quick_link}"
     f" --libomptarget-nvptx-bc-path={device_library}{link_options}"),
    ("%libcleave",
     f"-L{config.built_libraries} -lcleave -Wl,-rpath,{config.built_libraries}"),
    ("%sm90",
     "-fopenmp -fopenmp-targets=nvptx64-nvidia-cuda -Xopenmp-target=nvptx64-nvidia-cuda"
     " -march=sm_90 -nocudalib --offload-device-only"),
    ("%toolkit", toolkit),
    ("%real_cuda", f"env -u CLEAVE_CUDA_PATH PATH={real_path}"),
    ("%llvm_include", os.path.join(config.llvm_prefix, "include")),
    ("%built_libraries", config.built_libraries),
    ("%llvm_libraries", llvm_lib),
    ("%driver_folder", config.driver_folder),
    ("%simulator", f"timeout 120 env LD_LIBRARY_PATH={config.driver_folder}"),
    ("%launches",
     f"timeout 120 env LD_LIBRARY_PATH={config.driver_folder} CLEAVE_SIMULATOR_EXECUTE=no"),
    ("%gpu",
     f"timeout 120 env LD_LIBRARY_PATH={config.driver_folder} OMP_TARGET_OFFLOAD=MANDATORY"
     " CLEAVE_SIMULATOR_EXECUTE=require"),
    ("%run4", offload + four_teams),
    ("%run", offload),
]

# Machine code, and the registers and shared memory of a kernel, come from NVIDIA's assembler.
if cuda:
    config.available_features.add("cuda-toolkit")
