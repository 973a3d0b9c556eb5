# How the fast engine's loops over lanes, which are the sources of `folder` simulator/fast, are compiled: once for each
# vector extension, of which one is chosen at run time (simulator/vector_extension.hpp). In all of them, a product and a sum stay two
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
  foreach(family kernels typed)
    set_source_files_properties(${folder}/${family}_baseline.cpp PROPERTIES COMPILE_OPTIONS "${floats};${baseline}")
    set_source_files_properties(${folder}/${family}_avx2.cpp PROPERTIES COMPILE_OPTIONS "${floats};${avx2}")
    set_source_files_properties(${folder}/${family}_avx512.cpp PROPERTIES COMPILE_OPTIONS "${floats};${avx512}")
  endforeach()
  # Their options are not those with which the room's headers are precompiled.
  file(GLOB loops ${folder}/kernels_*.cpp ${folder}/typed_*.cpp)
  set_source_files_properties(${loops} PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
  set_source_files_properties(${folder}/math.cpp ${folder}/fetch.cpp PROPERTIES COMPILE_OPTIONS "-ffp-contract=off")
endfunction()
