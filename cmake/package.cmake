# The Debian package of everything that is installed: `cpack -G DEB` in the build folder.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME musimd)
set(CPACK_PACKAGE_CONTACT "The musimd authors <authors@musimd.example>")
set(CPACK_PACKAGE_DESCRIPTION
    "An executable semantics and simulator of the μ-SIMD abstract machine: a warp of threads in lock step that
diverges at branches, reconverges at synchronisation points, and wakes its dormant threads in everywhere blocks.
The package has the program musimd, its libraries and headers for C++ projects, the documents, and programs to run.")
set(CPACK_STRIP_FILES ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# Needed by projects that link the libraries, not by the program.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, g++, libboost-dev, libexpected-dev, libfmt-dev, libmpfr-dev")
# The dependencies are determined when the package is created. CPACK_DEBIAN_PACKAGE_SHLIBDEPS would do that too, but
# inspects each of a thousand files although only one is a program.
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package-dependencies.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian-folders.cmake)
set(CPACK_MUSIMD_PROGRAM ${CMAKE_CURRENT_BINARY_DIR}/musimd)

include(CPack)
