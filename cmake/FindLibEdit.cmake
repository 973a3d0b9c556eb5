# libedit, as the imported target LibEdit::LibEdit: history and completion of the debugger's command line.
find_path(LibEdit_INCLUDE_DIR histedit.h)
find_library(LibEdit_LIBRARY edit)
mark_as_advanced(LibEdit_INCLUDE_DIR LibEdit_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibEdit REQUIRED_VARS LibEdit_LIBRARY LibEdit_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "the debugger needs libedit: Debian's package libedit-dev")

if(LibEdit_FOUND AND NOT TARGET LibEdit::LibEdit)
  add_library(LibEdit::LibEdit UNKNOWN IMPORTED)
  set_target_properties(LibEdit::LibEdit PROPERTIES
    IMPORTED_LOCATION "${LibEdit_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${LibEdit_INCLUDE_DIR}")
endif()
