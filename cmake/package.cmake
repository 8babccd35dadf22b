# FILE: cmake/package.cmake
# WHAT: what `cmake --install` puts where, apart from the command (tools/CMakeLists.txt): the plugin,
#       the documentation, and the package that find_package(cleave) finds.
include(CMakePackageConfigHelpers)
set(CLEAVE_PACKAGE_FOLDER ${CMAKE_INSTALL_LIBDIR}/cmake/cleave)
set(CLEAVE_INSTALLED_PLUGIN ${CMAKE_INSTALL_LIBDIR}/cleave.so)
set(CLEAVE_INSTALLED_LIBRARY ${CMAKE_INSTALL_LIBDIR}/libcleave.so)
configure_package_config_file(
  ${CMAKE_CURRENT_LIST_DIR}/cleaveConfig.cmake.in ${CMAKE_BINARY_DIR}/cleaveConfig.cmake
  INSTALL_DESTINATION ${CLEAVE_PACKAGE_FOLDER}
  PATH_VARS CLEAVE_INSTALLED_PLUGIN CLEAVE_INSTALLED_LIBRARY
  NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(
  ${CMAKE_BINARY_DIR}/cleaveConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/cleaveConfig.cmake ${CMAKE_BINARY_DIR}/cleaveConfigVersion.cmake
        DESTINATION ${CLEAVE_PACKAGE_FOLDER})
install(TARGETS cleave_plugin cleave_device LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(CLEAVE_SECOND_LLVM_CONFIG)
  install(TARGETS cleave_plugin_${CLEAVE_SECOND_LLVM_MAJOR} cleave_device_${CLEAVE_SECOND_LLVM_MAJOR}
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}
        FILES_MATCHING PATTERN "*.md")
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
