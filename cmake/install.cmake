# What `cmake --install` installs beside the rooms and the program: the package config, by which another project
# does find_package(musimd), the documents and the programs.
include(CMakePackageConfigHelpers)

set(musimd_config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/musimd)
configure_package_config_file(cmake/musimd-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/musimd-config.cmake
                              INSTALL_DESTINATION ${musimd_config_folder})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/musimd-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/musimd-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/musimd-config-version.cmake
              cmake/FindMPFR.cmake
        DESTINATION ${musimd_config_folder})
install(EXPORT musimd-targets NAMESPACE musimd:: DESTINATION ${musimd_config_folder})

# The documents keep their places to one another, so that their links hold.
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES semantics/RULES.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/semantics)
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY programs DESTINATION ${CMAKE_INSTALL_DATADIR}/musimd)
