# Read by CPack before it creates the packages: what each depends on.
cmake_policy(VERSION 3.25)
if(CPACK_MUSIMD_VECTOR_EXTENSIONS STREQUAL "native")
  message(FATAL_ERROR "this build runs on processors like this machine's only; build with -DMUSIMD_VECTOR_EXTENSIONS=all")
endif()
unset(CPACK_PACKAGE_DESCRIPTION_SUMMARY)  # each description has its own

set(version "(= ${CPACK_PACKAGE_VERSION})")
list(APPEND CPACK_DEBIAN_KERNELS_PACKAGE_DEPENDS "musimd ${version}")
if(CPACK_MUSIMD_HAS_CLANG)  # the front end reads Clang's own headers
  list(APPEND CPACK_DEBIAN_KERNELS_PACKAGE_DEPENDS libclang-common-19-dev)
endif()
if(CPACK_MUSIMD_PYTHON_VERSION MATCHES "^3[.]([0-9]+)")
  math(EXPR next "${CMAKE_MATCH_1} + 1")
  list(APPEND CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
       "python3 (>= 3.${CMAKE_MATCH_1})" "python3 (<< 3.${next})" python3-numpy)
endif()

# The packages of the shared libraries that the executables use, as installed: without the search paths of the build.
find_program(dpkg_shlibdeps dpkg-shlibdeps)
if(NOT dpkg_shlibdeps)
  message(WARNING "dpkg-shlibdeps (package dpkg-dev) not found: the packages will not say which libraries they depend on")
endif()
set(folder ${CPACK_PACKAGE_DIRECTORY}/_CPack_Packages/dependencies)
file(WRITE ${folder}/debian/control "")  # which dpkg-shlibdeps needs
foreach(component PROGRAM KERNELS PYTHON)
  set(executables ${CPACK_MUSIMD_${component}_EXECUTABLES})
  string(TOLOWER ${component} name)
  if(dpkg_shlibdeps AND executables AND name IN_LIST CPACK_COMPONENTS_ALL)
    execute_process(COMMAND ${CMAKE_COMMAND} --install ${CPACK_MUSIMD_BUILD} --component ${name} --prefix ${folder}/${name}
                    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    list(TRANSFORM executables PREPEND -e${name}/)
    execute_process(COMMAND ${dpkg_shlibdeps} -O ${executables} WORKING_DIRECTORY ${folder}
                    OUTPUT_VARIABLE found ERROR_VARIABLE errors RESULT_VARIABLE status)
    if(NOT status EQUAL 0 OR NOT found MATCHES "^shlibs:Depends=([^\n]+)")
      message(FATAL_ERROR "dpkg-shlibdeps failed:\n${found}${errors}")
    endif()
    list(APPEND CPACK_DEBIAN_${component}_PACKAGE_DEPENDS "${CMAKE_MATCH_1}")
  endif()
  list(JOIN CPACK_DEBIAN_${component}_PACKAGE_DEPENDS ", " CPACK_DEBIAN_${component}_PACKAGE_DEPENDS)
endforeach()
