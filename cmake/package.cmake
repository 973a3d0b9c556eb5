# The Debian packages, one for each component of the installation: `cpack -G DEB` in the build folder.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME musimd)
set(CPACK_PACKAGE_CONTACT "The musimd authors <authors@musimd.example>")
set(CPACK_STRIP_FILES ON)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL program kernels development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)

# The first line of a description is its summary.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME musimd)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "${PROJECT_DESCRIPTION}
An executable semantics and simulator of the μ-SIMD abstract machine: a warp of threads in lock step that
diverges at branches, reconverges at synchronisation points, and wakes its dormant threads in everywhere blocks.
The package has the program musimd, its documents, and programs to run.")
# The engine native compiles programs.
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "musimd-kernels, g++")

set(CPACK_DEBIAN_KERNELS_PACKAGE_NAME musimd-kernels)
set(CPACK_DEBIAN_KERNELS_DESCRIPTION "Kernels of CUDA C++, OpenMP, NSIMD's DSL and PMacc on the machine of musimd
Finds races, divergent barriers and other errors in kernels, without a GPU. The package adds the commands cuda, omp,
spmd, lockstep, fuzz, reduce and test --impl to the program musimd.")
# Whole CUDA programs are compiled by clang++-19. NSIMD's kernels are compiled by g++ with the headers of musimd-dev.
set(CPACK_DEBIAN_KERNELS_PACKAGE_RECOMMENDS "clang-19, g++")
set(CPACK_DEBIAN_KERNELS_PACKAGE_SUGGESTS "musimd-dev")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME musimd-dev)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "Libraries and headers of musimd, for projects in C++
The static libraries of the program musimd, their headers, and the files for CMake's find_package(musimd).")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libboost-dev, libexpected-dev, libfmt-dev, libmpfr-dev (>= 4.2)")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS "cmake, g++")
# The package musimd 0.1 had them.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_BREAKS "musimd (<< 0.2)")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_REPLACES "musimd (<< 0.2)")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-musimd)
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "The Python package musimd
Reads, checks, runs and draws programs of the machine of musimd, steps through them forwards and back, and has
variables and memory as NumPy arrays.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "musimd")
# They create and remove compiled Python files.
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    ${CMAKE_CURRENT_LIST_DIR}/python3-musimd/postinst ${CMAKE_CURRENT_LIST_DIR}/python3-musimd/prerm)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# The dependencies are determined when the packages are created (package-dependencies.cmake), from the executables of each.
# CPACK_DEBIAN_PACKAGE_SHLIBDEPS would do that too, but inspects each of a thousand files.
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package-dependencies.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/debian-folders.cmake)
set(CPACK_MUSIMD_VECTOR_EXTENSIONS "${MUSIMD_VECTOR_EXTENSIONS}")
set(CPACK_MUSIMD_BUILD ${CMAKE_CURRENT_BINARY_DIR})
set(CPACK_MUSIMD_PROGRAM_EXECUTABLES ${CMAKE_INSTALL_BINDIR}/musimd)
set(CPACK_MUSIMD_KERNELS_EXECUTABLES
    ${CMAKE_INSTALL_LIBEXECDIR}/musimd/musimd-kernels ${CMAKE_INSTALL_LIBEXECDIR}/musimd/musimd-fuzz)
if(TARGET musimd_clang)
  list(APPEND CPACK_MUSIMD_KERNELS_EXECUTABLES ${CMAKE_INSTALL_LIBEXECDIR}/musimd/musimd_clang.so)
  set(CPACK_MUSIMD_HAS_CLANG TRUE)
endif()
if(TARGET musimd_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
  get_target_property(suffix musimd_python SUFFIX)
  set(CPACK_MUSIMD_PYTHON_EXECUTABLES ${MUSIMD_PYTHON_FOLDER}/musimd/_native${suffix})
  set(CPACK_MUSIMD_PYTHON_VERSION ${MUSIMD_PYTHON_VERSION})
endif()

include(CPack)
