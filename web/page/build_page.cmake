# Run by the target musimd_page: installs the packages in WORK, and bundles the page from a copy of the sources there, so
# that the source folder stays as it is. If a package cannot be fetched, the page is left out with a message.
#
#   NODE NPM WEB MODULE WORK OUTPUT, and MUSIMD, the program, if it can lower kernels
cmake_minimum_required(VERSION 3.23)

file(MAKE_DIRECTORY ${WORK})
file(COPY ${WEB}/page ${WEB}/machine ${WEB}/build.mjs ${WEB}/kernels.mjs ${WEB}/lessons.mjs DESTINATION ${WORK})

include(${WEB}/packages.cmake)
install_packages("The page of musimd web is" ${WORK}.stamp)
if(NOT packages_installed)
  return()
endif()

get_filename_component(source ${WEB} DIRECTORY)
set(lowers)
if(MUSIMD)
  set(lowers --musimd ${MUSIMD})
endif()
execute_process(COMMAND ${NODE} build.mjs --module ${MODULE} --programs ${source}/programs --lessons ${WEB}/lessons
                        --out ${OUTPUT} ${lowers}
                WORKING_DIRECTORY ${WORK} COMMAND_ERROR_IS_FATAL ANY)
