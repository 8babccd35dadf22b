# FILE: cmake/package.cmake
# WHAT: what an installation holds beside the libraries and the command: their names in bin, the documentation, and the
#       files by which build systems and module systems find cleave (cmake/package/). Each file that names a folder finds
#       it relative to its own place, so that an installation can be moved.
include(CMakePackageConfigHelpers)
set(package ${CMAKE_BINARY_DIR}/package)
set(templates ${CMAKE_CURRENT_LIST_DIR}/package)

if(CLEAVE_PLUGINS_FROM)
  install(FILES $<TARGET_FILE:cleave_plugin> $<TARGET_FILE:cleave_device> DESTINATION ${CLEAVE_INSTALL_LIBDIR})
else()
  install(TARGETS cleave_plugin cleave_device LIBRARY DESTINATION ${CLEAVE_INSTALL_LIBDIR})
endif()
if(CLEAVE_SECOND_LLVM_CONFIG)
  install(TARGETS cleave_plugin_${CLEAVE_SECOND_LLVM_MAJOR} cleave_device_${CLEAVE_SECOND_LLVM_MAJOR}
          LIBRARY DESTINATION ${CLEAVE_INSTALL_LIBDIR})
endif()

# Installs FILE, which is in FOLDER of the installation, as NAME as well, by a link beside it, if names without the version
# are wanted.
function(cleave_install_name file name folder)
  if(CLEAVE_UNVERSIONED_NAMES)
    file(MAKE_DIRECTORY ${package}/names/${folder})
    file(CREATE_LINK ${file} ${package}/names/${folder}/${name} SYMBOLIC)
    install(FILES ${package}/names/${folder}/${name} DESTINATION ${folder} COMPONENT names)
  endif()
endfunction()

# The commands.
file(RELATIVE_PATH commands ${CMAKE_INSTALL_FULL_BINDIR} ${CLEAVE_INSTALL_FULL_LIBDIR}/bin)
file(MAKE_DIRECTORY ${package}/bin)
foreach(name IN ITEMS cleave cleave-cc cleave-c++ cleave-llvm-ar cleave-llvm-ranlib)
  set(versioned ${name}-${CLEAVE_LLVM_MAJOR})
  file(CREATE_LINK ${commands}/${name} ${package}/bin/${versioned} SYMBOLIC)
  install(FILES ${package}/bin/${versioned} DESTINATION ${CMAKE_INSTALL_BINDIR})
  cleave_install_name(${versioned} ${name} ${CMAKE_INSTALL_BINDIR})
endforeach()

# Documentation, and the examples that it names.
cleave_install_tree(${CMAKE_SOURCE_DIR}/docs ${CMAKE_INSTALL_DOCDIR} *.md)
cleave_install_tree(${CMAKE_SOURCE_DIR}/examples ${CMAKE_INSTALL_DOCDIR}/examples CMakeLists.txt *.c)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# find_package(cleave).
set(CLEAVE_PACKAGE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/${CLEAVE_INSTALL_NAME})
set(CLEAVE_INSTALLED_PLUGIN ${CLEAVE_INSTALL_LIBDIR}/cleave.so)
set(CLEAVE_INSTALLED_LIBRARY ${CMAKE_INSTALL_LIBDIR}/libcleave.so)
set(CLEAVE_INSTALLED_HEADERS ${CMAKE_INSTALL_INCLUDEDIR})
configure_package_config_file(
  ${templates}/cleaveConfig.cmake.in ${package}/cleaveConfig.cmake
  INSTALL_DESTINATION ${CLEAVE_PACKAGE_FOLDER}
  PATH_VARS CLEAVE_INSTALLED_PLUGIN CLEAVE_INSTALLED_LIBRARY CLEAVE_INSTALLED_HEADERS
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${package}/cleaveVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(${templates}/cleaveConfigVersion.cmake.in ${package}/cleaveConfigVersion.cmake @ONLY)
install(FILES ${package}/cleaveConfig.cmake ${package}/cleaveConfigVersion.cmake ${package}/cleaveVersion.cmake
        DESTINATION ${CLEAVE_PACKAGE_FOLDER})

# Writes TEMPLATE for the folder FOLDER of the installation into OUTPUT. In it @PREFIX@, @LIBDIR@, @LLVM_LIBDIR@ and so on
# are the folders relative to FOLDER.
function(cleave_configure template folder output)
  GNUInstallDirs_get_absolute_install_dir(here folder LIBDIR)
  file(RELATIVE_PATH PREFIX ${here} ${CMAKE_INSTALL_PREFIX})
  file(RELATIVE_PATH LIBDIR ${here} ${CMAKE_INSTALL_FULL_LIBDIR})
  file(RELATIVE_PATH VERSION_LIBDIR ${here} ${CLEAVE_INSTALL_FULL_LIBDIR})
  file(RELATIVE_PATH INCLUDEDIR ${here} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
  file(RELATIVE_PATH MANDIR ${here} ${CMAKE_INSTALL_FULL_MANDIR})
  string(REGEX REPLACE "/$" "" LIBDIR "${LIBDIR}") # of a folder in it
  configure_file(${templates}/${template} ${package}/${output} @ONLY)
endfunction()

# pkg-config. Beside the names in the common folder there is a cleave.pc of this LLVM, for module files.
set(pkgconfig ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cleave_configure(cleave.pc.in ${pkgconfig} ${CLEAVE_INSTALL_NAME}.pc)
install(FILES ${package}/${CLEAVE_INSTALL_NAME}.pc DESTINATION ${pkgconfig})
cleave_install_name(${CLEAVE_INSTALL_NAME}.pc cleave.pc ${pkgconfig})
cleave_configure(cleave.pc.in ${CLEAVE_INSTALL_LIBDIR}/pkgconfig version/cleave.pc)
install(FILES ${package}/version/cleave.pc DESTINATION ${CLEAVE_INSTALL_LIBDIR}/pkgconfig)

# clang --config=PREFIX/lib/cleave-19/cleave.cfg.
cleave_configure(cleave.cfg.in ${CLEAVE_INSTALL_LIBDIR} cleave.cfg)
install(FILES ${package}/cleave.cfg DESTINATION ${CLEAVE_INSTALL_LIBDIR})

# Module files: cleave/0.1.0-llvm19.lua for Lmod, and the same without .lua for Environment Modules, which ignore the other.
set(modules ${CMAKE_INSTALL_DATADIR}/modulefiles/cleave)
set(module ${PROJECT_VERSION}-llvm${CLEAVE_LLVM_MAJOR})
cleave_configure(modulefile.lua.in ${modules} ${module}.lua)
cleave_configure(modulefile.tcl.in ${modules} ${module})
install(FILES ${package}/${module}.lua ${package}/${module} DESTINATION ${modules})

# Manual pages and completion, which the command prints from its tables.
set(pages ${package}/pages)
set(page_files)
# Adds the page FILE of FOLDER, the output of `cleave help ARGUMENTS`, with NAMES as its names without the version.
function(cleave_add_page file folder arguments)
  add_custom_command(
    OUTPUT ${pages}/${file}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${pages}
    COMMAND sh -c "\"$1\" help ${arguments} >\"$2\"" sh $<TARGET_FILE:cleave> ${pages}/${file}
    DEPENDS cleave VERBATIM)
  set(page_files ${page_files} ${pages}/${file} PARENT_SCOPE)
  install(FILES ${pages}/${file} DESTINATION ${folder})
  foreach(name IN LISTS ARGN)
    cleave_install_name(${file} ${name} ${folder})
  endforeach()
endfunction()
set(m ${CLEAVE_LLVM_MAJOR})
cleave_add_page(cleave-${m}.1 ${CMAKE_INSTALL_MANDIR}/man1 "man cleave" cleave.1)
cleave_add_page(cleave-cc-${m}.1 ${CMAKE_INSTALL_MANDIR}/man1 "man cleave-cc" cleave-cc.1 cleave-c++.1)
cleave_add_page(cleave-${m}.7 ${CMAKE_INSTALL_MANDIR}/man7 "man options" cleave.7)
# bash looks for a file with the name of the command, and zsh reads the names in the first line of each file.
set(bash ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
cleave_add_page(cleave-${m} ${bash} "completion bash" cleave cleave-cc cleave-c++)
foreach(name IN ITEMS cleave-cc-${m} cleave-c++-${m})
  file(CREATE_LINK cleave-${m} ${package}/${name} SYMBOLIC)
  install(FILES ${package}/${name} DESTINATION ${bash})
endforeach()
cleave_add_page(_cleave-${m} ${CMAKE_INSTALL_DATADIR}/zsh/site-functions "completion zsh")
add_custom_target(cleave_pages ALL DEPENDS ${page_files})

cleave_install_manifest()
include(deb)
