# Run by CPack on what it installed, before it creates the Debian package: Debian's zsh reads the completion of packages
# from a folder of its own.
set(zsh ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share/zsh)
if(EXISTS ${zsh}/site-functions)
  file(RENAME ${zsh}/site-functions ${zsh}/vendor-completions)
endif()
