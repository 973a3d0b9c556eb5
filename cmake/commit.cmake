# cmake -DSOURCE=FOLDER -DOUTPUT=FILE [-DGIT=PROGRAM] -P commit.cmake
#
# Writes a source with the commit of the tree in FOLDER, with `-dirty` if files differ from it; empty if FOLDER is not a
# clone, as that of a tarball. Runs at each build and writes FILE only if it changes, so that a commit compiles one file.
set(commit "")
if(GIT)
  execute_process(COMMAND ${GIT} rev-parse --show-toplevel WORKING_DIRECTORY ${SOURCE}
                  OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  file(REAL_PATH "${SOURCE}" source)
  if(top)  # a tarball may lie inside of a clone of something else
    file(REAL_PATH "${top}" top)
  endif()
  if(top STREQUAL source)
    execute_process(COMMAND ${GIT} describe --always --dirty --abbrev=12 --exclude=* WORKING_DIRECTORY ${SOURCE}
                    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[// Written by cmake/commit.cmake.

namespace musimd::cli {

extern const char* const kCommit;
const char* const kCommit = "@commit@";

}  // namespace musimd::cli
]])
