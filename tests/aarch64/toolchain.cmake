# For 64-bit Arm, with Debian's cross compiler, which has its own C library; the other libraries are in the folder
# MUSIMD_ARM_LIBRARIES. The output runs under qemu. tests/aarch64/run uses it.
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

# The run path also applies to dependencies of libraries: MPFR needs GMP.
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,--disable-new-dtags)
