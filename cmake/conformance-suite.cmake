# The suite for implementations by others (docs/conformance.md) as a tarball: the programs with their results, and the documents
# that define them. The same sources have the same bytes.
set(suite musimd-conformance-${PROJECT_VERSION})
set(suite_folder ${CMAKE_CURRENT_BINARY_DIR}/conformance)
set(suite_documents semantics.md interfaces.md conformance.md statements.md errata.md result.schema.json program.schema.json)
list(TRANSFORM suite_documents PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/docs/)
add_custom_target(conformance-suite
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${suite_folder}
  COMMAND musimd suite --statements programs/statements.json -o ${suite_folder}/${suite} programs
  COMMAND ${CMAKE_COMMAND} -E make_directory ${suite_folder}/${suite}/docs ${suite_folder}/${suite}/semantics
  COMMAND ${CMAKE_COMMAND} -E copy ${suite_documents} ${suite_folder}/${suite}/docs
  COMMAND ${CMAKE_COMMAND} -E copy semantics/RULES.md ${suite_folder}/${suite}/semantics
  COMMAND ${CMAKE_COMMAND} -E copy LICENSE ${suite_folder}/${suite}
  COMMAND tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=gnu
          -C ${suite_folder} -cf ${suite_folder}/${suite}.tar ${suite}
  COMMAND gzip --best --no-name --force ${suite_folder}/${suite}.tar
  COMMAND ${CMAKE_COMMAND} -E rename ${suite_folder}/${suite}.tar.gz ${CMAKE_CURRENT_BINARY_DIR}/${suite}.tar.gz
  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
  DEPENDS musimd COMMENT "${suite}.tar.gz" VERBATIM)
