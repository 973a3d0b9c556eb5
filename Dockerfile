# The program musimd with its kernels:
#
#   docker build -t musimd .
#   docker run --rm -v "$PWD:/work" musimd cuda FILE.cu
#
# The first stage builds the Debian packages, without tests, and the second installs them.
FROM debian:12 AS build
RUN apt-get update -q && \
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        g++ cmake ninja-build dpkg-dev libboost-dev libboost-program-options-dev libfmt-dev nlohmann-json3-dev \
        libexpected-dev libmpfr-dev libedit-dev libncurses-dev clang-19 libclang-19-dev libclang-cpp19-dev llvm-19-dev && \
    rm -rf /var/lib/apt/lists/*
COPY . /musimd
WORKDIR /musimd
# For all processors, not only for that of the machine that builds.
RUN cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DMUSIMD_FAST_BUILD=ON -DMUSIMD_VECTOR_EXTENSIONS=all \
        -DMUSIMD_TESTS=OFF -DMUSIMD_BENCHMARKS=OFF && \
    cmake --build build --target musimd musimd-kernels musimd-fuzz musimd_pages && \
    cd build && cpack -G DEB -D CPACK_COMPONENTS_ALL="program;kernels" -B /packages

# With the packages that musimd-kernels recommends: clang-19 compiles whole CUDA programs, and g++ has the headers of C and
# C++ that kernels include.
FROM debian:12-slim
COPY --from=build /packages/*.deb /packages/
RUN apt-get update -q && \
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends /packages/*.deb clang-19 g++ && \
    rm -rf /var/lib/apt/lists/* /packages
WORKDIR /work
ENTRYPOINT ["musimd"]
CMD ["--help"]
