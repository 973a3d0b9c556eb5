# Read by CPack before it creates a package: the packages of the shared libraries that the program uses.
find_program(dpkg_shlibdeps dpkg-shlibdeps)
if(NOT dpkg_shlibdeps)
  message(WARNING "dpkg-shlibdeps (package dpkg-dev) not found: the package will not say what it depends on")
  return()
endif()
set(folder ${CPACK_PACKAGE_DIRECTORY}/_CPack_Packages/dependencies)
file(WRITE ${folder}/debian/control "")  # which dpkg-shlibdeps needs
execute_process(COMMAND ${dpkg_shlibdeps} -O -e${CPACK_MUSIMD_PROGRAM} WORKING_DIRECTORY ${folder}
                OUTPUT_VARIABLE found ERROR_VARIABLE errors RESULT_VARIABLE status)
if(NOT status EQUAL 0 OR NOT found MATCHES "^shlibs:Depends=([^\n]+)")
  message(FATAL_ERROR "dpkg-shlibdeps failed:\n${found}${errors}")
endif()
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${CMAKE_MATCH_1}")
