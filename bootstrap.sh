#!/usr/bin/env bash
# Sets up, builds and runs:
#
#   ./bootstrap.sh musimd ARGUMENT…   the program, with any arguments
#   ./bootstrap.sh ctest ARGUMENT…    the test suite
#   ./bootstrap.sh                    builds only
#
# Clang's libraries are optional: without them, there is no front end for C. So are the packages for WebAssembly: without them,
# the machine for web pages is not built, and without those for Python, there is no Python package. Without Coq, the
# proofs are not checked.
#
# Installs missing Debian packages (as root or by sudo) and builds in build/. Reports on standard error, so that
# standard output is the command's own.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build="$root/build"

run_packages=(g++ cmake ninja-build libboost-dev libboost-program-options-dev libfmt-dev nlohmann-json3-dev
              libexpected-dev libmpfr-dev libedit-dev libncurses-dev)
test_packages=(libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev dpkg-dev python3 swi-prolog-nox tmux)

front_end_packages=(clang-19 libclang-19-dev libclang-cpp19-dev llvm-19-dev)
web_packages=(clang-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc)
web_test_packages=(nodejs)
python_packages=(python3-dev python3-venv python3-setuptools python3-wheel python3-numpy python3-pytest pybind11-dev)
proof_packages=(coq)

say() { echo "bootstrap: $*" >&2; }

install_missing() {
    local missing=()
    command -v dpkg-query >/dev/null || return 0  # not Debian: the user installs the packages
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    say "installing ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || { say "need root, or sudo, to install: ${missing[*]}"; exit 1; }
        as_root=(sudo)
    fi
    "${as_root[@]}" apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends \
        "${missing[@]}" >&2
}

install_optional() {  # what they are for, and the packages
    local what=$1
    shift
    local failed="$build/optional-packages-failed-${what// /-}"  # remove it to try again
    [ ! -f "$failed" ] || return 0
    (install_missing "$@") && return 0
    say "could not install ${*}: goes on without $what"
    touch "$failed"
}

configure_and_build() {  # CMake options, then -- and the targets
    local options=()
    while [ "$1" != -- ]; do options+=("$1"); shift; done
    shift
    # Fast from nothing. For frequent rebuilds, configure once with -DMUSIMD_FAST_BUILD=OFF.
    [ -f "$build/CMakeCache.txt" ] || options+=(-DMUSIMD_FAST_BUILD=ON)
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "${options[@]}" >"$build/configure.log" 2>&1 ||
        { cat "$build/configure.log" >&2; say "cmake failed"; exit 1; }
    # Ninja shows one line of progress on a terminal, and nothing if there is nothing to build.
    if [ -t 2 ]; then cmake --build "$build" "$@" >&2; else
        cmake --build "$build" "$@" >"$build/build.log" 2>&1 || { cat "$build/build.log" >&2; exit 1; }
    fi
}

command=${1:-}
[ $# -gt 0 ] && shift
mkdir -p "$build"
case "$command" in
    musimd)
        install_missing "${run_packages[@]}"
        install_optional "the front end for C" "${front_end_packages[@]}"
        # A build configured with tests stays so; only the program is built here.
        if [ -f "$build/CMakeCache.txt" ]; then configure_and_build -- --target musimd
        else configure_and_build -DMUSIMD_TESTS=OFF -DMUSIMD_BENCHMARKS=OFF -- --target musimd; fi
        exec "$build/musimd" "$@"
        ;;
    ctest | "")
        install_missing "${run_packages[@]}" "${test_packages[@]}"
        install_optional "the front end for C" "${front_end_packages[@]}"
        install_optional "the machine for web pages" "${web_packages[@]}"
        install_optional "the tests of the machine for web pages" "${web_test_packages[@]}"
        install_optional "the Python package" "${python_packages[@]}"
        install_optional "the check of the proofs" "${proof_packages[@]}"
        configure_and_build -DMUSIMD_TESTS=ON -DMUSIMD_BENCHMARKS=ON --
        [ "$command" = ctest ] || exit 0
        exec ctest --test-dir "$build" --output-on-failure -j "$(nproc)" "$@"
        ;;
    *)
        say "unknown command '$command'; use './bootstrap.sh musimd …' or './bootstrap.sh ctest …'"
        exit 2
        ;;
esac
