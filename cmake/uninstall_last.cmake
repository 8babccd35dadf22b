# FILE: cmake/uninstall_last.cmake
# WHAT: the target `uninstall`: removes what was last installed from this build folder, below $DESTDIR if that is set.
# USE:  cmake -DINSTALLED=BUILD/install_manifest.txt -P uninstall_last.cmake
cmake_policy(VERSION 3.20)
if(NOT EXISTS ${INSTALLED})
  message(FATAL_ERROR "cleave: nothing was installed from this build folder: ${INSTALLED} does not exist")
endif()
file(STRINGS ${INSTALLED} script REGEX "/uninstall\\.cmake$")
if(NOT EXISTS "$ENV{DESTDIR}${script}")
  message(FATAL_ERROR "cleave: there is no installation to remove: $ENV{DESTDIR}${script} does not exist")
endif()
include("$ENV{DESTDIR}${script}")
