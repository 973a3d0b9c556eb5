# Labels of tests: the rooms that a test exercises, `quick` (docs/testing.md, Before each commit) and `once`, for tests of files
# *_slow.cpp, which a build with sanitizers leaves out.

# musimd_suites_in(RESULT FILE…): the test suites in these sources, as a filter of GoogleTest. A suite that is added later has
# no label until CMake runs again.
function(musimd_suites_in result)
  set(filter)
  foreach(file ${ARGN})
    file(STRINGS ${file} lines REGEX "^(TEST|RC_GTEST)[A-Z_]*[(] *[A-Za-z0-9_]+")
    foreach(line ${lines})
      string(REGEX REPLACE "^[A-Z_]+[(] *([A-Za-z0-9_]+).*" "\\1" suite "${line}")
      list(APPEND filter "${suite}.*" "*/${suite}.*")
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES filter)
  list(JOIN filter ":" filter)
  set(${result} "${filter}" PARENT_SCOPE)
endfunction()

# musimd_slow_suites(RESULT FILE…): the test suites in the files *_slow.cpp, as a filter. No other file may have tests of them:
# they would get the label `once`, too.
function(musimd_slow_suites result)
  set(slow ${ARGN})
  list(FILTER slow INCLUDE REGEX "_slow[.]cpp$")
  set(others ${ARGN})
  list(FILTER others EXCLUDE REGEX "_slow[.]cpp$")
  musimd_suites_in(filter ${slow})
  musimd_suites_in(quick ${others})
  string(REPLACE ":" ";" suites "${filter}")
  string(REPLACE ":" ";" quick "${quick}")
  foreach(suite ${suites})
    if(suite IN_LIST quick)
      message(FATAL_ERROR "A file *_slow.cpp and another file have tests ${suite}: the label `once` is given by test suite")
    endif()
  endforeach()
  set(${result} "${filter}" PARENT_SCOPE)
endfunction()

# musimd_filter(RESULT WANTED UNWANTED…): a filter for the tests of WANTED (all if it is empty) that no other filter matches.
function(musimd_filter result wanted)
  set(unwanted ${ARGN})
  list(FILTER unwanted EXCLUDE REGEX "^$")
  list(JOIN unwanted ":" unwanted)
  if(unwanted)
    string(PREPEND unwanted "-")
  endif()
  set(${result} "${wanted}${unwanted}" PARENT_SCOPE)
endfunction()

# musimd_discover(FOLDER NAME LABELS FILTER [PROPERTY VALUE…]): each test of the suite that the filter matches as a test of ctest.
# Labels are set when ctest reads the tests: gtest_discover_tests takes one label only.
function(musimd_discover folder name labels filter)
  gtest_discover_tests(musimd_${folder}_tests DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 600
    TEST_FILTER "${filter}" TEST_LIST ${folder}_${name} PROPERTIES ${ARGN})
  set(script ${CMAKE_CURRENT_BINARY_DIR}/labels_${folder}_${name}.cmake)
  file(CONFIGURE OUTPUT ${script} @ONLY CONTENT [[
if(@folder@_@name@)
  set_tests_properties(${@folder@_@name@} PROPERTIES LABELS "@labels@")
endif()
]])
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${script})
endfunction()

# musimd_rooms_of_suite(FOLDER RESULT): for each folder of the suite, which is a room, one quick test instead of hundreds of
# short processes. Sets RESULT to the filter of these tests. The rooms `kernels` and `differential` are left out: their tests run
# compilers.
function(musimd_rooms_of_suite folder result)
  file(GLOB rooms RELATIVE ${CMAKE_CURRENT_SOURCE_DIR}/${folder} ${folder}/*)
  set(all)
  foreach(room ${rooms})
    file(GLOB sources ${folder}/${room}/*.cpp)
    list(FILTER sources EXCLUDE REGEX "_slow[.]cpp$")
    if(room MATCHES "^(kernels|differential)$" OR NOT sources)
      continue()
    endif()
    musimd_suites_in(suites ${sources})
    add_test(NAME ${folder}.${room} COMMAND musimd_${folder}_tests "--gtest_filter=${suites}" --gtest_brief=1)
    set_tests_properties(${folder}.${room} PROPERTIES LABELS "quick;${room}" ENVIRONMENT "${seed}")
    list(APPEND all "${suites}")
  endforeach()
  list(JOIN all ":" all)
  set(${result} "${all}" PARENT_SCOPE)
endfunction()
