# MPFR, as the imported target MPFR::MPFR. The rules compute floats with it (semantics/typed): mpfr_sinpi and others
# exist from version 4.2 on. Installed beside musimd-config.cmake, which needs it too.
find_path(MPFR_INCLUDE_DIR mpfr.h)
find_path(GMP_INCLUDE_DIR gmp.h)  # which mpfr.h includes
find_library(MPFR_LIBRARY mpfr)
find_library(GMP_LIBRARY gmp)
mark_as_advanced(MPFR_INCLUDE_DIR GMP_INCLUDE_DIR MPFR_LIBRARY GMP_LIBRARY)
if(MPFR_INCLUDE_DIR)
  file(STRINGS ${MPFR_INCLUDE_DIR}/mpfr.h MPFR_VERSION REGEX "^#define MPFR_VERSION_STRING ")
  string(REGEX REPLACE ".*\"([0-9.]+).*" "\\1" MPFR_VERSION "${MPFR_VERSION}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MPFR
  REQUIRED_VARS MPFR_LIBRARY GMP_LIBRARY MPFR_INCLUDE_DIR GMP_INCLUDE_DIR VERSION_VAR MPFR_VERSION
  REASON_FAILURE_MESSAGE "the rules of typed words need MPFR 4.2 and GMP: Debian's package libmpfr-dev")

if(MPFR_FOUND AND NOT TARGET MPFR::MPFR)
  add_library(MPFR::MPFR UNKNOWN IMPORTED)
  set_target_properties(MPFR::MPFR PROPERTIES
    IMPORTED_LOCATION "${MPFR_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${MPFR_INCLUDE_DIR};${GMP_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${GMP_LIBRARY}")
endif()
