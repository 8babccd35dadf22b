/* FILE: tools/toolchain.h
 * WHAT: where the compiler and the parts of cleave are on this machine.
 */
#ifndef CLEAVE_TOOLS_TOOLCHAIN_H
#define CLEAVE_TOOLS_TOOLCHAIN_H

#include <stdbool.h>

/* The path of the clang to run: $CLEAVE_CLANG, or the clang that cleave was built for. NULL after printing an
 * error if it does not exist. The caller frees it. */
char *cleave_toolchain_clang(void);

/* The folder of this program, with links resolved. The caller frees it. */
char *cleave_toolchain_program_folder(void);

/* The path of the plugin, relative to the folder of this program. NULL after printing an error if it does not
 * exist. The caller frees it. */
char *cleave_toolchain_plugin(void);

/* The folder of the stand-in CUDA toolkit. NULL after printing an error if it does not exist. The caller frees it. */
char *cleave_toolchain_toolkit(void);

/* The folder of libcleave.so, for the linker and for the programs. NULL after printing an error if there is none. The caller
 * frees it. */
char *cleave_toolchain_libcleave_folder(void);

/* The folder of AMD's mathematical library that belongs to cleave. NULL if there is none, or if the environment names one. The caller
 * frees it. */
char *cleave_toolchain_rocm(void);

/* Whether CLANG finds its linker for AMD GPUs; if not, prints an error. */
bool cleave_toolchain_has_amd_linker(const char *clang);

/* The folder with the OpenMP run time of CLANG and with its device libraries. The caller frees it. */
char *cleave_toolchain_library_folder(const char *clang);

/* Whether programs for a device can be linked with the libraries in FOLDER; if not, prints an error. */
bool cleave_toolchain_has_run_time(const char *folder);

/* Whether FOLDER contains a device library for NVIDIA GPUs of ARCHITECTURE, e.g. sm_90; NULL: of any architecture. */
bool cleave_toolchain_has_device_library(const char *folder, const char *architecture);

/* Whether the folder of CLANG contains configuration files, which clang reads automatically. */
bool cleave_toolchain_is_configured(const char *clang);

#endif
