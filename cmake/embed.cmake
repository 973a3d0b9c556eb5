# Generates a C++ source with the texts of files, which become part of the program.
#
#   musimd_embed(TARGET NAMESPACE FILE…), with files of the project: as NAMESPACE::texts(), which is declared as in simulator/codegen/texts.hpp
#
# As a script (-P), it writes OUTPUT from FILES, which are named relative to FOLDER.
if(CMAKE_SCRIPT_MODE_FILE)
  string(REPLACE "|" ";" FILES "${FILES}")
  set(rows "")
  foreach(file ${FILES})
    file(READ ${FOLDER}/${file} text)
    string(APPEND rows "    {\"${file}\", R\"embedded(${text})embedded\"},\n")
  endforeach()
  file(WRITE ${OUTPUT} "#include \"simulator/codegen/texts.hpp\"

namespace ${NAMESPACE} {
namespace {

constexpr musimd::codegen::Text kTexts[] = {
${rows}};

}  // namespace

std::span<const musimd::codegen::Text> texts() {
    return kTexts;
}

}  // namespace ${NAMESPACE}
")
  return()
endif()

set(musimd_embed_script ${CMAKE_CURRENT_LIST_FILE})
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH musimd_embed_folder)
function(musimd_embed target namespace)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${target}_texts.cpp)
  list(JOIN ARGN "|" files)
  set(sources ${ARGN})
  list(TRANSFORM sources PREPEND ${musimd_embed_folder}/)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DNAMESPACE=${namespace} -DFOLDER=${musimd_embed_folder} "-DFILES=${files}" -P ${musimd_embed_script}
    DEPENDS ${sources} ${musimd_embed_script} VERBATIM)
  musimd_compile_alone(${output})
  target_sources(${target} PRIVATE ${output})
endfunction()
