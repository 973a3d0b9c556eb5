# The manual pages and the completion scripts, which the program prints from the declarations of its options. They are
# omitted if the program cannot run: when it is cross-compiled and there is no emulator.
if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
  message(STATUS "No manual pages and completion scripts: CMAKE_CROSSCOMPILING_EMULATOR is not set")
  return()
endif()
set(MUSIMD_ZSH_FOLDER ${CMAKE_INSTALL_DATADIR}/zsh/site-functions CACHE STRING
    "Where zsh's completion script is installed; Debian's packages use share/zsh/vendor-completions")

set(musimd_pages ${CMAKE_CURRENT_BINARY_DIR}/pages)
add_custom_command(
  OUTPUT ${musimd_pages}/man1/musimd.1 ${musimd_pages}/musimd ${musimd_pages}/_musimd ${musimd_pages}/musimd.fish
  COMMAND musimd man --out ${musimd_pages}/man1
  COMMAND musimd completion bash --out ${musimd_pages}/musimd
  COMMAND musimd completion zsh --out ${musimd_pages}/_musimd
  COMMAND musimd completion fish --out ${musimd_pages}/musimd.fish
  DEPENDS musimd COMMENT "Manual pages and completion scripts" VERBATIM)
add_custom_target(musimd_pages ALL DEPENDS ${musimd_pages}/man1/musimd.1)

# Optional: a build of some targets only need not have them.
install(DIRECTORY ${musimd_pages}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program OPTIONAL)
install(FILES ${musimd_pages}/musimd DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        COMPONENT program OPTIONAL)
install(FILES ${musimd_pages}/_musimd DESTINATION ${MUSIMD_ZSH_FOLDER} COMPONENT program OPTIONAL)
install(FILES ${musimd_pages}/musimd.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        COMPONENT program OPTIONAL)
