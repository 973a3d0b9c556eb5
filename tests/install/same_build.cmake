# What the install suite needs from this build: its tools and, as an initial cache (`cmake -C`), its compiler options,
# so that a test's project is compatible with the installed libraries, including sanitizers.
set(flags "${CMAKE_CXX_FLAGS}")
if(MUSIMD_SANITIZE)
  string(APPEND flags " -fsanitize=${MUSIMD_SANITIZE} -fno-sanitize-recover=all")
endif()
set(cache "")
foreach(variable IN ITEMS CMAKE_BUILD_TYPE CMAKE_CXX_COMPILER CMAKE_CXX_COMPILER_LAUNCHER CMAKE_EXE_LINKER_FLAGS
                          CMAKE_MAKE_PROGRAM CMAKE_PREFIX_PATH)
  string(APPEND cache "set(${variable} [==[${${variable}}]==] CACHE STRING \"\")\n")
endforeach()
string(APPEND cache "set(CMAKE_CXX_FLAGS [==[${flags}]==] CACHE STRING \"\")\n")
file(CONFIGURE OUTPUT same_build_cache.cmake CONTENT "${cache}" @ONLY)

find_program(MUSIMD_DPKG_DEB dpkg-deb)
find_program(MUSIMD_DPKG_SHLIBDEPS dpkg-shlibdeps)
mark_as_advanced(MUSIMD_DPKG_DEB MUSIMD_DPKG_SHLIBDEPS)
# A missing tool is …-NOTFOUND: the tests that need it are skipped with a message.
target_compile_definitions(musimd_install_tests PRIVATE
  MUSIMD_BUILD_DIR="${PROJECT_BINARY_DIR}"
  MUSIMD_BUILD_CACHE="${CMAKE_CURRENT_BINARY_DIR}/same_build_cache.cmake"
  MUSIMD_GENERATOR="${CMAKE_GENERATOR}"
  MUSIMD_CMAKE="${CMAKE_COMMAND}"
  MUSIMD_CPACK="${CMAKE_CPACK_COMMAND}"
  MUSIMD_GIT="${GIT_EXECUTABLE}"
  MUSIMD_DPKG_DEB="${MUSIMD_DPKG_DEB}"
  MUSIMD_DPKG_SHLIBDEPS="${MUSIMD_DPKG_SHLIBDEPS}")
