# Run by the target musimd_slides: installs the packages in WORK, unless the page has done so, and renders the decks from a copy of
# the renderer there, which finds them.
#
#   NODE NPM WEB DECKS WORK OUTPUT
cmake_minimum_required(VERSION 3.23)

file(MAKE_DIRECTORY ${WORK} ${OUTPUT})
include(${WEB}/packages.cmake)
install_packages("The slides of the course are" ${OUTPUT}.stamp)
if(NOT packages_installed)
  return()
endif()

file(COPY ${WEB}/slides ${WEB}/slides.mjs DESTINATION ${WORK})
file(GLOB decks ${DECKS}/session-*.md)
foreach(deck IN LISTS decks)
  get_filename_component(name ${deck} NAME_WE)
  execute_process(COMMAND ${NODE} slides.mjs ${deck} --out ${OUTPUT}/${name}.html
                  WORKING_DIRECTORY ${WORK} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
