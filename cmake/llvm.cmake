# FILE: cmake/llvm.cmake
# WHAT: finds the LLVM and the clang that cleave is built for. Sets
#         CLEAVE_LLVM_CONFIG   path of llvm-config
#         CLEAVE_LLVM_VERSION  e.g. 19.1.7
#         CLEAVE_LLVM_PREFIX   e.g. /usr/lib/llvm-19
#         CLEAVE_CLANG         the clang that the `cleave` command starts
# USE:  to build for an LLVM elsewhere, give -DCLEAVE_LLVM_CONFIG=PATH/bin/llvm-config.
find_program(CLEAVE_LLVM_CONFIG NAMES llvm-config-19)
if(NOT CLEAVE_LLVM_CONFIG)
  message(FATAL_ERROR "cleave: there is no llvm-config-19: run scripts/setup.sh, or give "
                      "-DCLEAVE_LLVM_CONFIG=PATH to the llvm-config of LLVM 19")
endif()
foreach(value IN ITEMS version prefix bindir)
  string(TOUPPER CLEAVE_LLVM_${value} name)
  execute_process(
    COMMAND ${CLEAVE_LLVM_CONFIG} --${value}
    OUTPUT_VARIABLE ${name} OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
if(NOT CLEAVE_LLVM_VERSION MATCHES "^19\\.1\\.")
  message(FATAL_ERROR "cleave: ${CLEAVE_LLVM_CONFIG} belongs to LLVM ${CLEAVE_LLVM_VERSION}, but "
                      "cleave is for LLVM 19.1; give -DCLEAVE_LLVM_CONFIG=PATH")
endif()
find_program(CLEAVE_CLANG NAMES clang-19 clang HINTS ${CLEAVE_LLVM_BINDIR} NO_DEFAULT_PATH)
if(NOT CLEAVE_CLANG)
  message(FATAL_ERROR "cleave: there is no clang in ${CLEAVE_LLVM_BINDIR}: run scripts/setup.sh")
endif()
