# FILE: cmake/deb.cmake
# WHAT: Debian packages by `cpack -G DEB` in the build folder: libcleave, which each LLVM shares, cleave-19, and cleave, which
#       has the names without the version. cleave-19 depends on what it calls at run time: clang and its tools, and the
#       OpenMP run time. Dependences on libraries are read from the files (dpkg-shlibdeps of the package dpkg-dev).
set(CPACK_PACKAGE_NAME cleave)
set(CPACK_PACKAGE_VENDOR "cleave")
set(CPACK_PACKAGE_CONTACT "the administrators who built this package <root@localhost>" CACHE STRING
    "Maintainer of the Debian packages")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "OpenMP target regions as one GPU kernel per loop")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL version library names)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# libcleave-cuda.so needs the driver of NVIDIA, libcuda.so.1, which no package of Debian itself has.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/cleave/simulator)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libcleave${CLEAVE_ABI_VERSION})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "run-time library and headers for programs that cleave compiled")
set(CPACK_DEBIAN_VERSION_PACKAGE_NAME ${CLEAVE_INSTALL_NAME})
set(CPACK_COMPONENT_VERSION_DESCRIPTION "plugin and commands for clang ${CLEAVE_LLVM_RELEASE}")
set(CPACK_DEBIAN_VERSION_PACKAGE_DEPENDS
    "${CPACK_DEBIAN_LIBRARY_PACKAGE_NAME} (= ${PROJECT_VERSION}), clang-${CLEAVE_LLVM_MAJOR} (>= 1:${CLEAVE_LLVM_RELEASE}), clang-tools-${CLEAVE_LLVM_MAJOR}, libomp-${CLEAVE_LLVM_MAJOR}-dev")
set(CPACK_DEBIAN_NAMES_PACKAGE_NAME cleave)
set(CPACK_COMPONENT_NAMES_DESCRIPTION "the commands cleave, cleave-cc and cleave-c++, for clang ${CLEAVE_LLVM_RELEASE}")
set(CPACK_DEBIAN_NAMES_PACKAGE_DEPENDS "${CLEAVE_INSTALL_NAME} (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_NAMES_PACKAGE_SHLIBDEPS OFF)
include(CPack)
