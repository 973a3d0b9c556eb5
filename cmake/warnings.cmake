# Warnings are errors in every target of the project; sanitizers on request.
add_library(musimd_warnings INTERFACE)
target_compile_options(musimd_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 reports false alarms about std::optional and std::string + (its bugs 80635 and 105651).
  target_compile_options(musimd_warnings INTERFACE -Wno-maybe-uninitialized -Wno-restrict)
else()
  # Clang's -Wconversion has signs, too, which GCC's leaves out. GCC 12's own headers call a deprecated function (stable_sort).
  target_compile_options(musimd_warnings INTERFACE -Wno-sign-conversion -Wno-deprecated-declarations)
  if(MUSIMD_FAST_BUILD)  # in a unit of several sources, a name hides that of another source
    target_compile_options(musimd_warnings INTERFACE -Wno-shadow)
  endif()
endif()
if(MUSIMD_SANITIZE)
  add_compile_options(-fsanitize=${MUSIMD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(MUSIMD_SANITIZE MATCHES "address.*undefined")
    # A quarter of the time to compile. AddressSanitizer reports accesses through null pointers, too.
    add_compile_options(-fno-sanitize=null,vptr,object-size)
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
      add_compile_options(-fno-sanitize=function)  # CUDA's driver is called by declarations of our own
    endif()
  endif()
  if(MUSIMD_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    add_compile_definitions(__SANITIZE_ADDRESS__=1)  # as GCC
  endif()
  add_link_options(-fsanitize=${MUSIMD_SANITIZE})
endif()
