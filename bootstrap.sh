#!/usr/bin/env bash
# Sets up, builds and runs:
#
#   ./bootstrap.sh musimd ARGUMENT…   the program, with any arguments
#   ./bootstrap.sh ctest ARGUMENT…    the test suite
#   ./bootstrap.sh                    builds everything
#
# `musimd` is a small program and parts. Only what the command needs is built, and only the packages that this needs are
# installed: the program first, musimd-kernels with the first `musimd cuda FILE.cu`, and so on (docs/building.md).
#
# Installs missing Debian packages (as root or by sudo) and builds in build/, where it leaves a log of each stage. Reports a
# line per stage on standard error, so that standard output is the command's own. Interrupted, the same command goes on.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build="$root/build"

core_packages=(g++ cmake ninja-build libboost-dev libboost-program-options-dev libfmt-dev nlohmann-json3-dev
               libexpected-dev libmpfr-dev libedit-dev libncurses-dev)
front_end_packages=(clang-19 libclang-19-dev libclang-cpp19-dev llvm-19-dev)
page_packages=(clang-19 lld-19 libc++-19-dev-wasm32 libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 wasi-libc)
test_packages=(libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev dpkg-dev python3 swi-prolog-nox tmux)
python_packages=(python3-dev python3-venv python3-setuptools python3-wheel python3-numpy python3-pytest pybind11-dev)
proof_packages=(coq)

oldest_gcc=12
oldest_clang=16
room_needed=1500  # MiB, of the build folder

say() { echo "bootstrap: $*" >&2; }
fail() { say "$@"; exit 1; }
trap 'echo >&2; say "interrupted; the same command goes on"; exit 130' INT TERM

# ---- stages

# Runs a command with its output in a log; one line says what, and how long it took. If it fails, shows the end of the log.
stage() {  # WHAT LOG COMMAND…
    local what=$1 log=$2 start=$SECONDS
    shift 2
    printf 'bootstrap: %s …' "$what" >&2
    if "$@" >"$log" 2>&1 </dev/null; then
        printf ' %d s\n' $((SECONDS - start)) >&2
        return 0
    fi
    printf ' failed after %d s\n' $((SECONDS - start)) >&2
    if grep -qE 'Failed to fetch|Temporary failure resolving|Could not connect' "$log"; then
        say "the packages cannot be loaded: is there a network?"
    elif grep -q 'No space left on device' "$log"; then
        say "the disk is full; make room, and run the same command again"
    else
        grep -E 'error|FAILED|^E:' "$log" | tail -n 10 >&2 || tail -n 10 "$log" >&2
    fi
    say "the whole log is $log"
    return 1
}

# Nobody else builds in this folder meanwhile.
lock() {
    mkdir -p "$build" 2>/dev/null || fail "$build cannot be written; clone to a folder of your own"
    exec 9>"$build/bootstrap.lock" || fail "$build cannot be written; clone to a folder of your own"
    command -v flock >/dev/null || return 0
    flock -n 9 || { say "another bootstrap.sh builds in $build; waiting for it"; flock 9; }
}

# ---- packages

missing_of() {  # PACKAGE…: those that are not installed
    command -v dpkg-query >/dev/null || return 0
    local installed
    installed=$(dpkg-query -W -f='${Package} ${Status}\n' "$@" 2>/dev/null | sed -n 's/ install ok installed$//p') || true
    comm -23 <(printf '%s\n' "$@" | sort -u) <(printf '%s\n' "$installed" | sort -u)
}

install_missing() {  # PACKAGE…
    command -v dpkg-query >/dev/null || return 0  # not Debian: the user installs the packages
    local missing as_root=()
    mapfile -t missing < <(missing_of "$@")
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null ||
            { say "needs root, or sudo, to install packages; ask for: apt-get install ${missing[*]}"; return 1; }
        as_root=(sudo)
        sudo -v || return 1  # asks for the password before its output goes to a log
    fi
    stage "updating the list of packages" "$build/packages.log" "${as_root[@]}" apt-get update -q ||
        { say "the packages are: ${missing[*]}"; return 1; }
    stage "installing ${#missing[@]} packages" "$build/packages.log" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q -o DPkg::Lock::Timeout=300 --no-install-recommends "${missing[@]}" ||
        { say "the packages are: ${missing[*]}"; return 1; }
    has_new_packages=yes
}

install_optional() {  # what they are for, and the packages
    local what=$1
    shift
    local failed="$build/no-${what// /-}"  # remove it to try again
    command -v dpkg-query >/dev/null && [ -n "$(missing_of "$@")" ] && [ ! -f "$failed" ] || return 0
    (install_missing "$@") || { say "goes on without $what; to try again, remove $failed"; touch "$failed"; }
    has_new_packages=yes
}

# ---- building

check_compiler() {
    local compiler=${CXX:-c++} version
    version=$($compiler -dumpfullversion -dumpversion 2>/dev/null) || fail "the C++ compiler '$compiler' does not run; set CXX to another"
    case "$($compiler --version | head -n 1)" in
        *clang*) [ "${version%%.*}" -ge $oldest_clang ] || fail "'$compiler' is clang $version; musimd needs $oldest_clang or newer: set CXX" ;;
        *) [ "${version%%.*}" -ge $oldest_gcc ] || fail "'$compiler' is g++ $version; musimd needs $oldest_gcc or newer: set CXX" ;;
    esac
}

check_room() {
    local room
    room=$(df -Pm "$build" | awk 'NR == 2 { print $4 }')
    [ -f "$build/build.ninja" ] || [ "${room:-$room_needed}" -ge $room_needed ] ||
        fail "$build has room for $room MiB; a build needs $room_needed MiB"
}

has_new_packages=
configure() {  # CMake options
    local option options=("$@") is_done=yes
    for option in "$@"; do grep -q "^${option#-D}$" <(sed 's/:[A-Z]*=/=/' "$build/CMakeCache.txt" 2>/dev/null) || is_done=; done
    [ -z "$is_done" ] || [ -n "$has_new_packages" ] || [ ! -f "$build/build.ninja" ] || return 0  # Ninja does the rest
    check_compiler
    check_room
    # Fast from nothing. For frequent rebuilds, configure once with -DMUSIMD_FAST_BUILD=OFF.
    [ -f "$build/CMakeCache.txt" ] || options+=(-DMUSIMD_FAST_BUILD=ON)
    stage "configuring" "$build/configure.log" \
        cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release "${options[@]}" || exit 1
}

build_targets() {  # WHAT, the file by which a first build is known, and the targets
    local what=$1 file=$2 start=$SECONDS
    shift 2
    if [ ! -e "$build/$file" ]; then
        what="building $what ($(ninja -C "$build" -t commands "$@" | wc -l) steps)"
        if [ ! -t 2 ]; then stage "$what" "$build/build.log" ninja -C "$build" "$@" || exit 1; return; fi
        say "$what"
    fi
    local steps
    steps=$(ninja -C "$build" -n "$@" 2>/dev/null | grep -c '^\[') || true
    if [ -t 2 ] && [ "$steps" -gt 3 ]; then  # Ninja shows one line of progress; without news there are two steps
        ninja -C "$build" "$@" >&2 || fail "the build failed; the same command goes on where it stopped"
    else
        ninja -C "$build" "$@" >"$build/build.log" 2>&1 || { cat "$build/build.log" >&2; exit 1; }
    fi
    [ $((SECONDS - start)) -lt 3 ] || say "built … $((SECONDS - start)) s"
}

# What a command needs besides the program: sets `part`, and whether it reads C.
needs_of() {  # ARGUMENT…
    part='' reads_c=''
    case "${1:-}" in
        cuda | omp | lockstep | equivalent) part=musimd-kernels reads_c=yes ;;
        spmd) part=musimd-kernels ;;
        compile) case " $* " in *.cu\ *) part=musimd-kernels reads_c=yes ;; esac ;;
        fuzz) part=musimd-fuzz
            case " $* " in *\ --omp* | *\ --cuda* | *\ --lockstep*) reads_c=yes ;; esac ;;
        reduce) part=musimd-fuzz ;;
        test) case " $* " in *\ --impl*) part=musimd-fuzz ;; esac ;;
        web) part=musimd_page reads_c=yes ;;
    esac
}

run_program() {  # ARGUMENT…
    local options=()
    needs_of "$@"
    lock
    install_missing "${core_packages[@]}" || exit 1
    # A build configured with tests stays so; only what is needed is built here.
    [ -f "$build/CMakeCache.txt" ] ||
        options=(-DMUSIMD_TESTS=OFF -DMUSIMD_BENCHMARKS=OFF -DMUSIMD_VECTOR_EXTENSIONS=native)
    [ -z "$reads_c" ] || install_optional "the front end for C" "${front_end_packages[@]}"
    if [ "$part" = musimd_page ]; then
        command -v npm >/dev/null || page_packages+=(nodejs npm)
        install_optional "the page" "${page_packages[@]}"
    fi
    configure "${options[@]}"
    build_targets musimd musimd musimd
    if [ "$part" = musimd_page ] && ! ninja -C "$build" -t query musimd_page >/dev/null 2>&1; then
        say "the page cannot be built: $(sed -n 's/^-- The page of musimd web is left out; missing: /it needs /p' "$build/configure.log")"
    elif [ -n "$part" ]; then
        build_targets "$part" "${part/musimd_page/web/index.html}" "$part"
    fi
    exec 9>&-
    exec "$build/musimd" "$@"
}

build_all() {
    lock
    local optional=("${front_end_packages[@]}" "${page_packages[@]}" nodejs "${python_packages[@]}" "${proof_packages[@]}")
    [ -z "$(missing_of "${optional[@]}" "${core_packages[@]}" "${test_packages[@]}")" ] || has_new_packages=yes
    # All at once, which is faster; if some cannot be installed, without those.
    compgen -G "$build/no-*" >/dev/null || (install_missing "${core_packages[@]}" "${test_packages[@]}" "${optional[@]}") || true
    install_missing "${core_packages[@]}" "${test_packages[@]}" || exit 1
    install_optional "the front end for C" "${front_end_packages[@]}"
    install_optional "the machine for web pages" "${page_packages[@]}"
    install_optional "the tests of the machine for web pages" nodejs
    install_optional "the Python package" "${python_packages[@]}"
    install_optional "the check of the proofs" "${proof_packages[@]}"
    configure -DMUSIMD_TESTS=ON -DMUSIMD_BENCHMARKS=ON -DMUSIMD_VECTOR_EXTENSIONS=all
    build_targets everything tests/musimd_unit_tests all
    exec 9>&-
}

command=${1:-}
[ $# -gt 0 ] && shift
case "$command" in
    musimd) run_program "$@" ;;
    ctest)
        build_all
        exec ctest --test-dir "$build" --output-on-failure -j "$(nproc)" "$@"
        ;;
    "") build_all ;;
    *)
        say "unknown command '$command'; use './bootstrap.sh musimd …' or './bootstrap.sh ctest …'"
        exit 2
        ;;
esac
