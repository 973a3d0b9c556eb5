# Writes OUTPUT/musimd-conformance-VERSION.tar.gz: the programs with their results, by the program MUSIMD, and the documents
# that define them. The same sources have the same bytes.
set(name musimd-conformance-${VERSION})
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH source)
set(folder ${OUTPUT}/conformance)

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${source} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${folder})
run(${MUSIMD} suite --statements programs/statements.json --output ${folder}/${name} programs)
foreach(page semantics.md interfaces.md conformance.md errata.md result.schema.json program.schema.json)
  file(COPY ${source}/docs/${page} DESTINATION ${folder}/${name}/docs)
endforeach()
file(COPY ${source}/programs/statements.json DESTINATION ${folder}/${name}/programs)
file(COPY ${source}/semantics/RULES.md DESTINATION ${folder}/${name}/semantics)
file(COPY ${source}/LICENSE DESTINATION ${folder}/${name})
run(tar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=gnu
    -C ${folder} -cf ${folder}/${name}.tar ${name})
run(gzip --best --no-name ${folder}/${name}.tar)
file(RENAME ${folder}/${name}.tar.gz ${OUTPUT}/${name}.tar.gz)
