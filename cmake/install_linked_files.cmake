# Run by `cmake --install`: installs the files that the documents link to and that nothing else installs there (sources,
# tests), at the same relative path, so that every link of an installed document resolves.
#
#   musimd_source     the source folder
#   musimd_documents  the documents, relative to it
#   musimd_installed  a regular expression: what is installed anyway or reached by a symbolic link
#   musimd_docdir     where the documents are installed
cmake_minimum_required(VERSION 3.23)

set(seen ${musimd_documents})
set(queue ${musimd_documents})
while(queue)
  list(POP_FRONT queue document)
  file(READ ${musimd_source}/${document} text)
  # CMake treats square brackets in lists specially: `](target` becomes `<target`.
  string(REPLACE "](" "\n<" text "${text}")
  string(REGEX MATCHALL "\n<[^]()#;\n ]+" links "${text}")
  foreach(link IN LISTS links)
    string(SUBSTRING "${link}" 2 -1 link)
    cmake_path(GET document PARENT_PATH folder)
    cmake_path(APPEND folder "${link}" OUTPUT_VARIABLE file)
    cmake_path(NORMAL_PATH file)
    if(file IN_LIST seen OR file MATCHES "^(${musimd_installed})" OR NOT EXISTS ${musimd_source}/${file}
       OR IS_DIRECTORY ${musimd_source}/${file})
      continue()
    endif()
    list(APPEND seen ${file})
    cmake_path(GET file PARENT_PATH folder)
    file(INSTALL ${musimd_source}/${file} DESTINATION ${musimd_docdir}/${folder})
    if(file MATCHES "\\.md$")
      list(APPEND queue ${file})
    endif()
  endforeach()
endwhile()
