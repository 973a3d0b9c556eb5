# Makes a build from nothing faster.

# Uses a compiler cache if one is installed, unless the caller chose a launcher. It may reuse results of sources that
# include a precompiled header.
if(NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(MUSIMD_COMPILER_CACHE NAMES ccache sccache)
  mark_as_advanced(MUSIMD_COMPILER_CACHE)
  if(MUSIMD_COMPILER_CACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${MUSIMD_COMPILER_CACHE})
  endif()
endif()

# bootstrap.sh turns it on. The presets do not: there, every file is compiled on its own, so that a missing include is an
# error, and a change rebuilds little.
option(MUSIMD_FAST_BUILD "Precompile headers, and compile several sources of a library in one unit" OFF)
set(CMAKE_UNITY_BUILD ${MUSIMD_FAST_BUILD})
set(CMAKE_UNITY_BUILD_BATCH_SIZE 6)

# musimd_compile_alone(FILE…): sources that share the name of a local function, type or constant with another one, or that
# programs link without the rest of the library.
function(musimd_compile_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# Headers that most sources include.
set(musimd_common_headers <algorithm> <array> <filesystem> <functional> <map> <memory> <optional> <ranges> <set> <sstream>
  <string> <string_view> <variant> <vector> <fmt/format.h> <tl/expected.hpp>)

# musimd_headers(NAME HEADER…): a target with these headers, compiled once for all targets that reuse them.
function(musimd_headers name)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE fmt::fmt tl::expected musimd_warnings)
  musimd_precompile(${name} ${ARGN})
endfunction()

# musimd_precompile(TARGET HEADER…): each source of the target includes the headers, compiled once.
# musimd_precompile(TARGET REUSE_FROM OTHER): those of another target, which has the same options.
function(musimd_precompile target)
  if(MUSIMD_FAST_BUILD)
    if(ARGV1 STREQUAL "REUSE_FROM")
      target_precompile_headers(${target} REUSE_FROM ${ARGV2})
    else()
      target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # For ccache. With precompiled headers GCC 12 reports false alarms about std::string + (its bug 105651).
      target_compile_options(${target} PRIVATE -fpch-preprocess -Wno-array-bounds -Wno-stringop-overflow)
    endif()
  endif()
endfunction()
