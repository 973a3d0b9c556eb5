# Run by the target musimd_page: installs the packages in WORK, and bundles the page from a copy of the sources there, so
# that the source folder stays as it is. If a package cannot be fetched, the page is left out with a message.
#
#   NODE NPM WEB MODULE WORK OUTPUT, and MUSIMD, the program, if it can lower kernels
cmake_minimum_required(VERSION 3.23)

file(MAKE_DIRECTORY ${WORK})
file(COPY ${WEB}/page ${WEB}/machine ${WEB}/build.mjs ${WEB}/kernels.mjs ${WEB}/lessons.mjs ${WEB}/package.json
     ${WEB}/package-lock.json DESTINATION ${WORK})

# Installed again only if the list of packages has changed.
file(SHA256 ${WEB}/package-lock.json wanted)
set(installed)
if(EXISTS ${WORK}/installed)
  file(READ ${WORK}/installed installed)
endif()
if(NOT installed STREQUAL wanted)
  execute_process(COMMAND ${NPM} ci --no-audit --no-fund --prefer-offline --fetch-retries 1 --fetch-timeout 30000
                  WORKING_DIRECTORY ${WORK} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output TIMEOUT 300)
  if(NOT status EQUAL 0)
    message(STATUS "The page of musimd web is left out: 'npm ci' fails, perhaps without network. To try again, remove ${WORK}.stamp.\n${output}")
    return()
  endif()
  file(WRITE ${WORK}/installed ${wanted})
endif()

get_filename_component(source ${WEB} DIRECTORY)
set(lowers)
if(MUSIMD)
  set(lowers --musimd ${MUSIMD})
endif()
execute_process(COMMAND ${NODE} build.mjs --module ${MODULE} --programs ${source}/programs --lessons ${WEB}/lessons
                        --out ${OUTPUT} ${lowers}
                WORKING_DIRECTORY ${WORK} COMMAND_ERROR_IS_FATAL ANY)
