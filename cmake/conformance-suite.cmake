# The suite for implementations by others (docs/conformance.md): build/musimd-conformance-VERSION.tar.gz.
add_custom_target(conformance-suite
  COMMAND ${CMAKE_COMMAND} -DMUSIMD=$<TARGET_FILE:musimd> -DVERSION=${PROJECT_VERSION} -DOUTPUT=${CMAKE_CURRENT_BINARY_DIR}
          -P ${CMAKE_CURRENT_SOURCE_DIR}/cmake/pack-conformance-suite.cmake
  DEPENDS musimd VERBATIM)
