# Installs, besides the rooms and the program, the package config for find_package(musimd), the documents and the
# programs. Each install rule of the project has a component, which is a Debian package (package.cmake).
include(CMakePackageConfigHelpers)

set(musimd_config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/musimd)
configure_package_config_file(cmake/musimd-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/musimd-config.cmake
                              INSTALL_DESTINATION ${musimd_config_folder})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/musimd-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/musimd-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/musimd-config-version.cmake
              cmake/FindMPFR.cmake
        DESTINATION ${musimd_config_folder} COMPONENT development)
install(EXPORT musimd-targets NAMESPACE musimd:: DESTINATION ${musimd_config_folder} COMPONENT development)

# The documents keep their relative paths, so that their links resolve. The programs are data; symbolic links lead from
# the documents to them and back.
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(FILES semantics/RULES.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/semantics COMPONENT program)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY programs web/lessons DESTINATION ${CMAKE_INSTALL_DATADIR}/musimd COMPONENT program)

# A symbolic link NAME in FOLDER to NAME in the folder TARGET.
function(musimd_install_link name folder target)
  cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY / OUTPUT_VARIABLE from)
  cmake_path(ABSOLUTE_PATH target BASE_DIRECTORY / OUTPUT_VARIABLE to)
  file(RELATIVE_PATH path ${from} ${to}/${name})
  set(links ${CMAKE_CURRENT_BINARY_DIR}/links)
  file(MAKE_DIRECTORY ${links})
  file(CREATE_LINK ${path} ${links}/${name} SYMBOLIC)
  install(FILES ${links}/${name} DESTINATION ${folder} COMPONENT program)
endfunction()
musimd_install_link(programs ${CMAKE_INSTALL_DOCDIR} ${CMAKE_INSTALL_DATADIR}/musimd)
musimd_install_link(docs ${CMAKE_INSTALL_DATADIR}/musimd ${CMAKE_INSTALL_DOCDIR})
musimd_install_link(semantics ${CMAKE_INSTALL_DATADIR}/musimd ${CMAKE_INSTALL_DOCDIR})

file(GLOB_RECURSE documents RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS
     docs/*.md examples/*.md programs/*.md)
install(CODE "set(musimd_source \"${CMAKE_CURRENT_SOURCE_DIR}\")
set(musimd_documents \"README.md;CHANGELOG.md;semantics/RULES.md;${documents}\")
set(musimd_installed \"LICENSE|docs/|examples/|programs/\")
set(musimd_docdir \"${CMAKE_INSTALL_DOCDIR}\")
cmake_path(ABSOLUTE_PATH musimd_docdir BASE_DIRECTORY \"\${CMAKE_INSTALL_PREFIX}\")" COMPONENT program)
install(SCRIPT cmake/install_linked_files.cmake COMPONENT program)
