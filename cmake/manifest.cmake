# FILE: cmake/manifest.cmake
# WHAT: the record of an installation, lib/cleave-19/manifest.txt, and its removal by the target `uninstall`. The record lists
#       the files, and the folders that did not exist before. Packages of cpack have none.
# USE:  include(manifest) before the first install(), and cleave_install_manifest() after the last one.

# The folders that may exist already, from the prefix on, relative to it.
set(folders .)
foreach(folder IN ITEMS ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/cmake ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
                        ${CMAKE_INSTALL_FULL_INCLUDEDIR}/cleave ${CMAKE_INSTALL_FULL_MANDIR}/man1
                        ${CMAKE_INSTALL_FULL_MANDIR}/man7 ${CMAKE_INSTALL_FULL_DATADIR}/bash-completion/completions
                        ${CMAKE_INSTALL_FULL_DATADIR}/zsh/site-functions ${CMAKE_INSTALL_FULL_DATADIR}/modulefiles/cleave
                        ${CMAKE_INSTALL_FULL_DOCDIR} ${CLEAVE_INSTALL_FULL_LIBDIR} ${CLEAVE_INSTALL_FULL_DATADIR})
  file(RELATIVE_PATH folder ${CMAKE_INSTALL_PREFIX} ${folder})
  while(folder AND NOT folder MATCHES "^\\.\\.(/|$)")
    list(APPEND folders ${folder})
    get_filename_component(folder ${folder} DIRECTORY)
  endwhile()
endforeach()
list(REMOVE_DUPLICATES folders)
install(
  CODE "
  # Which of the folders exist before anything is installed.
  set(cleave_existing)
  foreach(folder IN ITEMS ${folders})
    if(EXISTS \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/\${folder}\")
      list(APPEND cleave_existing \${folder})
    endif()
  endforeach()
  # The folders around the prefix that do not exist, with their whole paths.
  set(cleave_made)
  get_filename_component(folder \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/..\" ABSOLUTE)
  while(NOT EXISTS \"\${folder}\")
    list(APPEND cleave_made \"\${folder}/\")
    get_filename_component(folder \"\${folder}\" DIRECTORY)
  endwhile()"
  COMPONENT manifest)

function(cleave_install_manifest)
  file(RELATIVE_PATH LIBDIR ${CMAKE_INSTALL_PREFIX} ${CLEAVE_INSTALL_FULL_LIBDIR})
  file(RELATIVE_PATH PREFIX ${CLEAVE_INSTALL_FULL_LIBDIR} ${CMAKE_INSTALL_PREFIX})
  configure_file(${CMAKE_SOURCE_DIR}/cmake/package/uninstall.cmake.in ${CMAKE_BINARY_DIR}/package/uninstall.cmake @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/package/uninstall.cmake DESTINATION ${CLEAVE_INSTALL_LIBDIR} COMPONENT manifest)
  configure_file(${CMAKE_SOURCE_DIR}/cmake/package/write_manifest.cmake.in ${CMAKE_BINARY_DIR}/package/write_manifest.cmake
                 @ONLY)
  install(SCRIPT ${CMAKE_BINARY_DIR}/package/write_manifest.cmake COMPONENT manifest)
  add_custom_target(
    uninstall
    COMMAND ${CMAKE_COMMAND} -DINSTALLED=${CMAKE_BINARY_DIR}/install_manifest.txt -P
            ${CMAKE_SOURCE_DIR}/cmake/uninstall_last.cmake VERBATIM)
endfunction()
