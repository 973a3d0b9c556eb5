# For scripts that the build runs: install_packages(WHAT STAMP) installs the packages of web/package-lock.json in WORK, from the
# npm registry or the cache of npm, and sets `packages_installed`. If it fails, a message reports that WHAT is left out.
#
#   NPM WEB WORK
function(install_packages what stamp)
  set(packages_installed ON PARENT_SCOPE)
  file(LOCK ${WORK}.lock GUARD FUNCTION)  # the page and the slides may be built at once
  # Installed again only if the list of packages has changed.
  file(SHA256 ${WEB}/package-lock.json wanted)
  set(installed)
  if(EXISTS ${WORK}/installed)
    file(READ ${WORK}/installed installed)
  endif()
  if(installed STREQUAL wanted)
    return()
  endif()
  file(COPY ${WEB}/package.json ${WEB}/package-lock.json DESTINATION ${WORK})
  execute_process(COMMAND ${NPM} ci --no-audit --no-fund --prefer-offline --fetch-retries 1 --fetch-timeout 30000
                  WORKING_DIRECTORY ${WORK} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output TIMEOUT 300)
  if(NOT status EQUAL 0)
    message(STATUS "${what} left out: 'npm ci' fails, perhaps without network. To try again, remove ${stamp}.\n${output}")
    set(packages_installed OFF PARENT_SCOPE)
    return()
  endif()
  file(WRITE ${WORK}/installed ${wanted})
endfunction()
