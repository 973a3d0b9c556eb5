# The fast engine's loops over lanes are compiled for several vector extensions, of which one is chosen at run time
# (simulator/vector_extension.hpp). For a first build `native` takes less time.
set(MUSIMD_VECTOR_EXTENSIONS all CACHE STRING
    "Besides the baseline: all vector extensions, native (the widest of this processor) or baseline (none)")
set_property(CACHE MUSIMD_VECTOR_EXTENSIONS PROPERTY STRINGS all native baseline)

# Sets `extensions` to those that MUSIMD_VECTOR_EXTENSIONS stands for, in addition to the baseline.
function(musimd_vector_extensions)
  set(found)
  if(NOT MUSIMD_VECTOR_EXTENSIONS MATCHES "^(all|native|baseline)$")
    message(FATAL_ERROR "MUSIMD_VECTOR_EXTENSIONS is '${MUSIMD_VECTOR_EXTENSIONS}'; possible values: all, native, baseline")
  elseif(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    # Only the baseline.
  elseif(MUSIMD_VECTOR_EXTENSIONS STREQUAL "all")
    set(found avx2 avx512)
  elseif(MUSIMD_VECTOR_EXTENSIONS STREQUAL "native")
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -march=native -dM -E -x c++ /dev/null OUTPUT_VARIABLE macros ERROR_QUIET)
    if(macros MATCHES "__AVX512F__" AND macros MATCHES "__AVX512DQ__" AND macros MATCHES "__AVX512VL__" AND
       macros MATCHES "__AVX512BW__")
      set(found avx512)
    elseif(macros MATCHES "__AVX2__" AND macros MATCHES "__FMA__")
      set(found avx2)
    endif()
  endif()
  set(extensions "${found}" PARENT_SCOPE)
endfunction()

# How those loops, of the sources of `folder` simulator/fast, are compiled. In all of them, a product and a sum stay two
# operations, each rounded, unless a program asks for fma. Without errno and floating-point exceptions the compiler can
# vectorise square roots and conversions.
function(musimd_lane_loops folder)
  set(floats -ffp-contract=off -fno-math-errno -fno-trapping-math)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
    # Whatever CMAKE_CXX_FLAGS says: no features of the processor that builds.
    set(baseline -march=x86-64)
    set(avx2 ${baseline} -mavx2 -mfma)
    set(avx512 ${baseline} -mavx512f -mavx512dq -mavx512vl -mavx512bw)
  endif()
  musimd_vector_extensions()
  foreach(extension baseline avx2 avx512)
    set(files ${folder}/kernels_${extension}.cpp ${folder}/kernels_short_${extension}.cpp ${folder}/typed_${extension}.cpp)
    # Their options are not those with which the room's headers are precompiled.
    set_source_files_properties(${files} PROPERTIES COMPILE_OPTIONS "${floats};${${extension}}"
      SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
    if(NOT extension IN_LIST extensions AND NOT extension STREQUAL "baseline")
      set_source_files_properties(${files} PROPERTIES HEADER_FILE_ONLY ON)  # not compiled
    endif()
  endforeach()
  # What chooses one of them.
  set(chosen_from ${extensions})
  list(TRANSFORM chosen_from TOUPPER)
  list(TRANSFORM chosen_from PREPEND MUSIMD_WITH_)
  cmake_path(GET folder PARENT_PATH room)
  set_source_files_properties(${folder}/kernels.cpp ${room}/vector_extension.cpp PROPERTIES COMPILE_DEFINITIONS "${chosen_from}")
  set_source_files_properties(${folder}/math.cpp ${folder}/fetch.cpp PROPERTIES COMPILE_OPTIONS "-ffp-contract=off")
endfunction()
