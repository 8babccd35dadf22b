# FILE: cmake/llvm.cmake
# WHAT: finds the LLVM and the clang that cleave is built for. Sets
#         CLEAVE_LLVM_CONFIG   path of llvm-config
#         CLEAVE_LLVM_VERSION  e.g. 19.1.7
#         CLEAVE_LLVM_PREFIX   e.g. /usr/lib/llvm-19
#         CLEAVE_CLANG         the clang that the `cleave` command starts
# USE:  to build for an LLVM elsewhere, give -DCLEAVE_LLVM_CONFIG=PATH/bin/llvm-config.
find_program(CLEAVE_LLVM_CONFIG NAMES llvm-config-19 llvm-config-22)
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
if(NOT CLEAVE_LLVM_VERSION MATCHES "^(19|22)\\.1\\.")
  message(FATAL_ERROR "cleave: ${CLEAVE_LLVM_CONFIG} belongs to LLVM ${CLEAVE_LLVM_VERSION}, but "
                      "cleave is for LLVM 19.1 and 22.1; give -DCLEAVE_LLVM_CONFIG=PATH")
endif()
find_program(CLEAVE_CLANG NAMES clang-19 clang-22 clang HINTS ${CLEAVE_LLVM_BINDIR} NO_DEFAULT_PATH)
if(NOT CLEAVE_CLANG)
  message(FATAL_ERROR "cleave: there is no clang in ${CLEAVE_LLVM_BINDIR}: run scripts/setup.sh")
endif()

# A second LLVM, whose clang and flang load build/lib/cleave-22.so and build/lib/cleave-device-22.so, e.g.
# -DCLEAVE_SECOND_LLVM_CONFIG=/usr/bin/llvm-config-22. All other parts of cleave are the same. Sets
#   CLEAVE_SECOND_LLVM_MAJOR   e.g. 22
#   CLEAVE_SECOND_LLVM_PREFIX  e.g. /usr/lib/llvm-22
set(CLEAVE_SECOND_LLVM_CONFIG "" CACHE FILEPATH "llvm-config of another LLVM, for which the plugins are built as well")
set(CLEAVE_SECOND_LLVM_OPTIONS "" CACHE STRING "compiler options for these plugins, e.g. -O0")
if(CLEAVE_SECOND_LLVM_CONFIG)
  foreach(value IN ITEMS version prefix)
    string(TOUPPER CLEAVE_SECOND_LLVM_${value} name)
    execute_process(
      COMMAND ${CLEAVE_SECOND_LLVM_CONFIG} --${value}
      OUTPUT_VARIABLE ${name} OUTPUT_STRIP_TRAILING_WHITESPACE
      COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  string(REGEX MATCH "^[0-9]+" CLEAVE_SECOND_LLVM_MAJOR ${CLEAVE_SECOND_LLVM_VERSION})
  if(NOT CLEAVE_SECOND_LLVM_VERSION MATCHES "^(19|22)\\.1\\." OR CLEAVE_LLVM_VERSION MATCHES "^${CLEAVE_SECOND_LLVM_MAJOR}\\.")
    message(FATAL_ERROR "cleave: ${CLEAVE_SECOND_LLVM_CONFIG} belongs to LLVM ${CLEAVE_SECOND_LLVM_VERSION}; give the "
                        "other one of LLVM 19.1 and 22.1 as -DCLEAVE_SECOND_LLVM_CONFIG=PATH")
  endif()
endif()
