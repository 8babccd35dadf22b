# FILE: cmake/llvm.cmake
# WHAT: finds the LLVM and the clang that cleave is built for. Sets
#         CLEAVE_LLVM_VERSION       e.g. 19.1.7
#         CLEAVE_LLVM_RELEASE       e.g. 19.1: the versions that load one plugin
#         CLEAVE_LLVM_MAJOR         e.g. 19
#         CLEAVE_LLVM_PREFIX        e.g. /usr/lib/llvm-19
#         CLEAVE_LLVM_INCLUDE_DIRS  the folders of the headers of LLVM and clang
#         CLEAVE_CLANG              the clang that the `cleave` command starts
#         CLEAVE_CLANG_HEADERS      the folder of omp-tools.h, beside other headers that are for clang alone
#         CLEAVE_OPENMP_FOLDER      the folder of libomptarget and its device libraries
# USE:  -DLLVM_DIR=PREFIX/lib/cmake/llvm selects an LLVM, and -DClang_DIR=PREFIX/lib/cmake/clang a clang in another
#       prefix. -DCLEAVE_LLVM_CONFIG=PREFIX/bin/llvm-config is another way to write LLVM_DIR.

# The accepted versions of LLVM, the first one that is found if LLVM_DIR is not given.
set(CLEAVE_LLVM_VERSIONS 19.1 22.1)

list(JOIN CLEAVE_LLVM_VERSIONS " or " CLEAVE_LLVM_WANTED)
set(CLEAVE_LLVM_REMEDY "give -DLLVM_DIR=PREFIX/lib/cmake/llvm (docs/install.md; on Debian 12, scripts/setup.sh installs it)")
if(CLEAVE_LLVM_CONFIG)
  execute_process(
    COMMAND ${CLEAVE_LLVM_CONFIG} --cmakedir
    OUTPUT_VARIABLE LLVM_DIR OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
endif()
set(given "")
if(LLVM_DIR)
  set(given " in ${LLVM_DIR}")
endif()
# LLVM's package looks for libraries that cleave does not need, and says that they are missing.
set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
if(LLVM_DIR)
  # Without a version, because CMake would pass over an LLVM_DIR of another one and take any other LLVM.
  find_package(LLVM CONFIG QUIET PATHS "${LLVM_DIR}" NO_DEFAULT_PATH)
else()
  foreach(version IN LISTS CLEAVE_LLVM_VERSIONS)
    string(REGEX MATCH "^[0-9]+" major ${version})
    # Where distributions keep one LLVM of several.
    find_package(LLVM ${version} CONFIG QUIET
                 HINTS /usr/lib/llvm-${major} /usr/lib/llvm${major} /usr/lib64/llvm${major} /usr/lib/llvm/${major})
    if(LLVM_FOUND)
      break()
    endif()
  endforeach()
endif()
unset(CMAKE_MESSAGE_LOG_LEVEL)
if(NOT LLVM_FOUND)
  set(found "")
  if(LLVM_CONSIDERED_VERSIONS)
    list(REMOVE_DUPLICATES LLVM_CONSIDERED_VERSIONS)
    list(JOIN LLVM_CONSIDERED_VERSIONS ", " found)
    set(found " (found: ${found})")
  endif()
  message(FATAL_ERROR "cleave: there is no LLVM ${CLEAVE_LLVM_WANTED} with CMake files${given}${found}: ${CLEAVE_LLVM_REMEDY}")
endif()
set(CLEAVE_LLVM_VERSION ${LLVM_PACKAGE_VERSION})
string(REGEX MATCH "^[0-9]+\\.[0-9]+" CLEAVE_LLVM_RELEASE ${CLEAVE_LLVM_VERSION})
if(NOT CLEAVE_LLVM_RELEASE IN_LIST CLEAVE_LLVM_VERSIONS)
  message(FATAL_ERROR "cleave: ${LLVM_DIR} is LLVM ${CLEAVE_LLVM_VERSION}, but cleave is for LLVM "
                      "${CLEAVE_LLVM_WANTED}: ${CLEAVE_LLVM_REMEDY}")
endif()
string(REGEX MATCH "^[0-9]+" CLEAVE_LLVM_MAJOR ${CLEAVE_LLVM_VERSION})
string(REPLACE "." "\\\\." CLEAVE_LLVM_RELEASE_PATTERN ${CLEAVE_LLVM_RELEASE})
set(CLEAVE_LLVM_PREFIX ${LLVM_INSTALL_PREFIX})

set(CMAKE_MESSAGE_LOG_LEVEL WARNING)
find_package(Clang CONFIG QUIET PATHS "${LLVM_INSTALL_PREFIX}" "${LLVM_DIR}/../clang" NO_DEFAULT_PATH)
unset(CMAKE_MESSAGE_LOG_LEVEL)
if(NOT Clang_FOUND)
  message(FATAL_ERROR "cleave: there are no CMake files of clang ${CLEAVE_LLVM_VERSION} in ${LLVM_INSTALL_PREFIX}: install "
                      "the development files of clang (Debian: libclang-${CLEAVE_LLVM_MAJOR}-dev), or give "
                      "-DClang_DIR=PREFIX/lib/cmake/clang")
endif()
set(CLEAVE_LLVM_INCLUDE_DIRS ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
list(REMOVE_DUPLICATES CLEAVE_LLVM_INCLUDE_DIRS)

find_program(CLEAVE_CLANG NAMES clang-${CLEAVE_LLVM_MAJOR} clang HINTS ${CLANG_INSTALL_PREFIX}/bin ${LLVM_TOOLS_BINARY_DIR}
             NO_DEFAULT_PATH)
if(NOT CLEAVE_CLANG)
  message(FATAL_ERROR "cleave: there is no clang in ${CLANG_INSTALL_PREFIX}/bin: install clang ${CLEAVE_LLVM_VERSION} "
                      "(Debian: clang-${CLEAVE_LLVM_MAJOR}), or give -DCLEAVE_CLANG=PATH")
endif()
execute_process(
  COMMAND ${CLEAVE_CLANG} -dumpversion
  OUTPUT_VARIABLE clang_version OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
if(NOT clang_version VERSION_EQUAL CLEAVE_LLVM_VERSION)
  message(FATAL_ERROR "cleave: ${CLEAVE_CLANG} is clang ${clang_version}, but ${LLVM_DIR} is LLVM "
                      "${CLEAVE_LLVM_VERSION}: give -DCLEAVE_CLANG=PATH of a clang ${CLEAVE_LLVM_VERSION}")
endif()
execute_process(
  COMMAND ${CLEAVE_CLANG} -print-resource-dir
  OUTPUT_VARIABLE clang_resources OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
# It is the same file in all versions, and Debian installs that of one version only.
file(GLOB others ${LLVM_LIBRARY_DIR}/clang/*/include ${LLVM_INSTALL_PREFIX}/../llvm-*/lib/clang/*/include)
find_path(CLEAVE_CLANG_HEADERS omp-tools.h HINTS ${clang_resources}/include ${others} NO_DEFAULT_PATH)

# A build of LLVM may keep one folder of run-time libraries for each target.
find_path(CLEAVE_OPENMP_FOLDER libomptarget.so
          HINTS ${LLVM_LIBRARY_DIR} ${LLVM_LIBRARY_DIR}/${LLVM_HOST_TRIPLE} ${LLVM_LIBRARY_DIR}/${LLVM_TARGET_TRIPLE}
                ${LLVM_LIBRARY_DIR}/x86_64-unknown-linux-gnu
          NO_DEFAULT_PATH)
if(NOT CLEAVE_OPENMP_FOLDER OR NOT CLEAVE_CLANG_HEADERS)
  message(FATAL_ERROR "cleave: there is no libomptarget.so in ${LLVM_LIBRARY_DIR}, or no omp-tools.h in "
                      "${clang_resources}/include: install the OpenMP run time of LLVM ${CLEAVE_LLVM_VERSION} (Debian: "
                      "libomp-${CLEAVE_LLVM_MAJOR}-dev), or give -DCLEAVE_OPENMP_FOLDER=PATH")
endif()
message(STATUS "cleave: LLVM ${CLEAVE_LLVM_VERSION} (${CLEAVE_LLVM_PREFIX}), ${CLEAVE_CLANG}")

# A second LLVM, whose clang and flang load build/lib/cleave-22.so and build/lib/cleave-device-22.so, e.g.
# -DCLEAVE_SECOND_LLVM_CONFIG=/usr/bin/llvm-config-22. All other parts of cleave are the same. Sets
#   CLEAVE_SECOND_LLVM_MAJOR   e.g. 22
#   CLEAVE_SECOND_LLVM_PREFIX  e.g. /usr/lib/llvm-22
set(CLEAVE_SECOND_LLVM_CONFIG "" CACHE FILEPATH "llvm-config of another LLVM, for which the plugins are built as well")
set(CLEAVE_SECOND_LLVM_OPTIONS "" CACHE STRING "compiler options for these plugins, e.g. -O0")
if(CLEAVE_SECOND_LLVM_CONFIG)
  foreach(value IN ITEMS version prefix includedir)
    string(TOUPPER CLEAVE_SECOND_LLVM_${value} name)
    execute_process(
      COMMAND ${CLEAVE_SECOND_LLVM_CONFIG} --${value}
      OUTPUT_VARIABLE ${name} OUTPUT_STRIP_TRAILING_WHITESPACE
      COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  string(REGEX MATCH "^[0-9]+" CLEAVE_SECOND_LLVM_MAJOR ${CLEAVE_SECOND_LLVM_VERSION})
  if(NOT CLEAVE_SECOND_LLVM_VERSION MATCHES "^(19|22)\\.1\\." OR CLEAVE_LLVM_MAJOR EQUAL CLEAVE_SECOND_LLVM_MAJOR)
    message(FATAL_ERROR "cleave: ${CLEAVE_SECOND_LLVM_CONFIG} belongs to LLVM ${CLEAVE_SECOND_LLVM_VERSION}; give the "
                        "other one of LLVM 19.1 and 22.1 as -DCLEAVE_SECOND_LLVM_CONFIG=PATH")
  endif()
endif()
