# How the fast engine's loops over lanes, which are the sources of `folder` simulator/fast, are compiled: once for each
# instruction set, of which the best there is is chosen when they run. In all of them, a product and a sum stay two
# operations, each rounded, unless a program asks for fma. That roots set no errno and that nobody looks for exceptions of
# floats lets the compiler make vectors of them.
function(musimd_lane_loops folder)
  set(floats -ffp-contract=off -fno-math-errno -fno-trapping-math)
  set(avx2 -mavx2 -mfma)
  set(avx512 -mavx512f -mavx512dq -mavx512vl -mavx512bw)
  foreach(family kernels typed)
    set_source_files_properties(${folder}/${family}_baseline.cpp PROPERTIES COMPILE_OPTIONS "${floats}")
    set_source_files_properties(${folder}/${family}_avx2.cpp PROPERTIES COMPILE_OPTIONS "${floats};${avx2}")
    set_source_files_properties(${folder}/${family}_avx512.cpp PROPERTIES COMPILE_OPTIONS "${floats};${avx512}")
  endforeach()
  set_source_files_properties(${folder}/math.cpp PROPERTIES COMPILE_OPTIONS "-ffp-contract=off")
endfunction()
