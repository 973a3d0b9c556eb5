# The program musimd and its parts, which it finds at run time (cli/command/parts.hpp): the folders of cli/. Each is a
# library, which tests link too, and a main function.

# musimd_commands(NAME FOLDERS FOLDER… LINKS LIBRARY…)
function(musimd_commands name)
  cmake_parse_arguments(PARSE_ARGV 1 commands "" "" "FOLDERS;LINKS")
  set(sources)
  foreach(folder ${commands_FOLDERS})
    file(GLOB found CONFIGURE_DEPENDS cli/${folder}/*.cpp)
    list(FILTER found EXCLUDE REGEX "/main[.]cpp$")
    list(APPEND sources ${found})
  endforeach()
  add_library(musimd_${name} STATIC ${sources})
  target_compile_definitions(musimd_${name} PRIVATE MUSIMD_VERSION="${PROJECT_VERSION}")
  target_link_libraries(musimd_${name} PUBLIC ${commands_LINKS} nlohmann_json::nlohmann_json PRIVATE musimd_warnings)
  musimd_position_independent(musimd_${name})
  musimd_optimise_little(musimd_${name})
  musimd_precompile(musimd_${name} REUSE_FROM musimd_headers)
endfunction()

musimd_commands(cli FOLDERS command programs debugger teach declarations
  LINKS musimd_engines musimd_views musimd_checking Boost::program_options LibEdit::LibEdit ${CURSES_LIBRARIES})
musimd_commands(cli_kernels FOLDERS kernels LINKS musimd_cli musimd_kernels musimd_prove)
musimd_commands(cli_fuzz FOLDERS fuzz LINKS musimd_cli_kernels musimd_differential)

# The build information of `musimd --version`.
set(musimd_commit ${CMAKE_CURRENT_BINARY_DIR}/commit.cpp)
find_package(Git QUIET)
add_custom_target(musimd_commit BYPRODUCTS ${musimd_commit}
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_CURRENT_SOURCE_DIR} -DOUTPUT=${musimd_commit} -DGIT=${GIT_EXECUTABLE}
          -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/commit.cmake
  COMMENT "" VERBATIM)
set(musimd_build "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}, ${CMAKE_BUILD_TYPE}")
if(MUSIMD_SANITIZE)
  string(APPEND musimd_build ", sanitizers ${MUSIMD_SANITIZE}")
endif()
set_source_files_properties(cli/command/version.cpp PROPERTIES COMPILE_DEFINITIONS "MUSIMD_BUILD=\"${musimd_build}\"")

# musimd_program(NAME MAIN COMMANDS [LIBRARY…])
function(musimd_program name main commands)
  add_executable(${name} ${main})
  target_link_libraries(${name} PRIVATE musimd_${commands} ${ARGN} musimd_warnings)
endfunction()
musimd_program(musimd cli/main.cpp cli)
target_sources(musimd PRIVATE ${musimd_commit})
install(TARGETS musimd COMPONENT program)

musimd_program(musimd-kernels cli/kernels/main.cpp cli_kernels musimd_recording)
musimd_program(musimd-fuzz cli/fuzz/main.cpp cli_fuzz musimd_recording)
foreach(part musimd-kernels musimd-fuzz)
  target_sources(${part} PRIVATE ${musimd_commit})
  if(TARGET musimd_clang)
    add_dependencies(${part} musimd_clang)  # which it loads
  endif()
endforeach()
install(TARGETS musimd-kernels musimd-fuzz RUNTIME DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/musimd COMPONENT kernels)
# Finds musimd beside it.
configure_file(cli/kernels/musimd-nvcc ${PROJECT_BINARY_DIR}/musimd-nvcc COPYONLY)
install(PROGRAMS cli/kernels/musimd-nvcc DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT kernels)
