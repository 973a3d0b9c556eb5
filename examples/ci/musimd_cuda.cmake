# CUDA kernels as tests of CTest, on musimd's machine: no GPU and no CUDA toolkit are needed.
#
#   include(musimd_cuda)
#   musimd_add_cuda_test(NAME FILE
#     [KERNEL NAME] [GRID X[,Y[,Z]]] [BLOCK X[,Y[,Z]]] [SHARED BYTES] [MODEL lockstep|volta|both]
#     [ARGS NAME=VALUE…]       of --arg
#     [SUPPRESS FILE] [BASELINE FILE]
#     [EXPECT KIND]            the test passes if there is such a finding, as in `EXPECT race`
#     [OPTIONS OPTION…])       others of `musimd cuda`
#
# The program is searched for in PATH; -DMUSIMD=FILE names another one.
find_program(MUSIMD musimd DOC "The program musimd" REQUIRED)

function(musimd_add_cuda_test name file)
  set(single KERNEL GRID BLOCK SHARED MODEL SUPPRESS BASELINE)
  cmake_parse_arguments(PARSE_ARGV 2 test "" "${single};EXPECT" "ARGS;OPTIONS")
  if(test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "musimd_add_cuda_test(${name}): unknown arguments: ${test_UNPARSED_ARGUMENTS}")
  endif()
  cmake_path(ABSOLUTE_PATH file NORMALIZE)
  if(NOT EXISTS "${file}")
    message(FATAL_ERROR "musimd_add_cuda_test(${name}): there is no file ${file}")
  endif()
  set(command ${MUSIMD} cuda ${file})
  foreach(option IN LISTS single)
    if(DEFINED test_${option})
      string(TOLOWER ${option} spelled)
      list(APPEND command --${spelled} ${test_${option}})
    endif()
  endforeach()
  foreach(argument IN LISTS test_ARGS)
    list(APPEND command --arg ${argument})
  endforeach()
  # Files are relative to the folder of the CMakeLists.txt.
  add_test(NAME ${name} COMMAND ${command} ${test_OPTIONS} WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  if(DEFINED test_EXPECT)
    set_tests_properties(${name} PROPERTIES PASS_REGULAR_EXPRESSION ": error: ${test_EXPECT}: ")
  endif()
endfunction()
