# FILE: test/consumer/wrong_compiler.cmake
# WHAT: checks what find_package(cleave) says in a project that is not compiled with clang 19.1.
# USE:  cmake -DCMAKE_PREFIX_PATH=PREFIX -P wrong_compiler.cmake
set(CMAKE_C_COMPILER_LOADED 1)
foreach(compiler IN ITEMS "GNU 12.2.0" "Clang 14.0.6" "Clang 19.0.0" "Clang 20.1.0")
  string(REPLACE " " ";" words ${compiler})
  list(GET words 0 CMAKE_C_COMPILER_ID)
  list(GET words 1 CMAKE_C_COMPILER_VERSION)
  unset(cleave_DIR CACHE)
  find_package(cleave QUIET)
  set(expected "works inside clang 19.1, but CMAKE_C_COMPILER is ${compiler}; configure with -DCMAKE_C_COMPILER=/")
  string(FIND "${cleave_NOT_FOUND_MESSAGE}" "${expected}" place)
  if(cleave_FOUND OR place EQUAL -1)
    message(FATAL_ERROR "${compiler}: found: ${cleave_FOUND}, message: ${cleave_NOT_FOUND_MESSAGE}")
  endif()
endforeach()
