# FILE: cmake/layout.cmake
# WHAT: the folders of an installation; docs/install.md describes them. What depends on the version of LLVM has folders
#       with its major version in their names, so that one prefix can hold a cleave for each LLVM. Sets
#         CLEAVE_INSTALL_NAME     cleave-19: the name of these folders, of the command and of its pages
#         CLEAVE_INSTALL_LIBDIR   lib/cleave-19: the plugin, the commands, the simulator, the stand-in toolkit
#         CLEAVE_INSTALL_DATADIR  share/cleave-19: remarks, device profiles, benchmarks
#         CLEAVE_INSTALL_FULL_LIBDIR, CLEAVE_INSTALL_FULL_DATADIR: with the prefix
#       libcleave.so and the headers are the same for each LLVM, and have no such folder.
# USE:  -DCLEAVE_UNVERSIONED_NAMES=OFF leaves out `cleave`, `cleave-cc` and `cleave-c++`, so that only the names with the
#       major version are installed.
include(GNUInstallDirs)
option(CLEAVE_UNVERSIONED_NAMES "Install cleave, cleave-cc and cleave-c++ beside the names with the version of LLVM" ON)
set(CLEAVE_INSTALL_NAME cleave-${CLEAVE_LLVM_MAJOR})
set(CLEAVE_INSTALL_LIBDIR ${CMAKE_INSTALL_LIBDIR}/${CLEAVE_INSTALL_NAME})
set(CLEAVE_INSTALL_DATADIR ${CMAKE_INSTALL_DATADIR}/${CLEAVE_INSTALL_NAME})
set(CLEAVE_INSTALL_FULL_LIBDIR ${CMAKE_INSTALL_FULL_LIBDIR}/${CLEAVE_INSTALL_NAME})
set(CLEAVE_INSTALL_FULL_DATADIR ${CMAKE_INSTALL_FULL_DATADIR}/${CLEAVE_INSTALL_NAME})
if("$CACHE{CMAKE_INSTALL_DOCDIR}" STREQUAL "")
  set(CMAKE_INSTALL_DOCDIR ${CMAKE_INSTALL_DATAROOTDIR}/doc/${CLEAVE_INSTALL_NAME})
  GNUInstallDirs_get_absolute_install_dir(CMAKE_INSTALL_FULL_DOCDIR CMAKE_INSTALL_DOCDIR DOCDIR)
endif()

# Libraries that are not in the system's folders, such as an isl of Spack, are found where they were linked.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

# The packages of cpack: `library` is what each LLVM shares, `names` are the names without a version, `manifest` is for
# installations without a package, and the rest belongs to one LLVM.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME version)

# Installs the files of FOLDER that match the PATTERNS after DESTINATION, without those in folders named synthetic, in folders
# as they are there. install(DIRECTORY) would make empty folders as well.
function(cleave_install_tree folder destination)
  list(TRANSFORM ARGN PREPEND ${folder}/)
  file(GLOB_RECURSE files RELATIVE ${folder} CONFIGURE_DEPENDS ${ARGN})
  list(FILTER files EXCLUDE REGEX "(^|/)synthetic/")
  foreach(file IN LISTS files)
    get_filename_component(place ${file} DIRECTORY)
    install(FILES ${folder}/${file} DESTINATION ${destination}/${place})
  endforeach()
endfunction()
