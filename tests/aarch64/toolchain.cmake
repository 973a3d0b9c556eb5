# For 64-bit Arm, by Debian's cross compiler, which has a C library of its own; with the other libraries from the folder
# MUSIMD_ARM_LIBRARIES. What was built runs under qemu. tests/aarch64/run uses it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64;-L;/usr/aarch64-linux-gnu)

list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MUSIMD_ARM_LIBRARIES)
set(CMAKE_FIND_ROOT_PATH ${MUSIMD_ARM_LIBRARIES} /usr/aarch64-linux-gnu)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

# The run path is used for what libraries need, too: MPFR needs GMP.
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,--disable-new-dtags)
