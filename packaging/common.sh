# Functions of the scripts in this folder.  shellcheck shell=bash
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
script=${0##*/}

say() { echo "$script: $*" >&2; }
fail() { say "$@"; exit 1; }
skip() { say "not tested: $*"; exit 77; }

# Runs a command with its output in a log; one line says what, and how long it took. If it fails, shows the end of the log.
stage() {  # WHAT LOG COMMAND…
    local what=$1 log=$2 start=$SECONDS
    shift 2
    printf '%s: %s …' "$script" "$what" >&2
    if "$@" >"$log" 2>&1 </dev/null; then
        printf ' %d s\n' $((SECONDS - start)) >&2
        return 0
    fi
    printf ' failed after %d s\n' $((SECONDS - start)) >&2
    tail -n 15 "$log" >&2
    return 1
}

# ---- an empty root: a folder with a minimal Debian 12

mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

# Exits with status 77 and the reason if an empty root cannot be made or entered.
need_root() {
    [ "$(id -u)" -eq 0 ] || skip "chroot needs root; run it with sudo"
    command -v mmdebstrap >/dev/null || command -v debootstrap >/dev/null ||
        skip "neither mmdebstrap nor debootstrap is installed; apt-get install debootstrap"
    command -v unshare >/dev/null || skip "unshare is not installed; apt-get install util-linux"
    unshare --mount --pid --fork --mount-proc true 2>/dev/null ||
        skip "this container must not mount; run it in one that is privileged, or with --here in an empty one"
    is_reachable "$mirror/dists/bookworm/InRelease" || skip "no network: $mirror cannot be read; set DEBIAN_MIRROR to another mirror"
}

is_reachable() {  # URL
    if [ -x /usr/lib/apt/apt-helper ]; then
        /usr/lib/apt/apt-helper -o Acquire::Retries=0 -o Acquire::http::Timeout=20 download-file "$1" "$work/reachable" >/dev/null 2>&1
    else
        wget -q --tries=1 --timeout=20 -O "$work/reachable" "$1" 2>/dev/null || curl -fsS --max-time 20 -o "$work/reachable" "$1" 2>/dev/null
    fi
}

make_root() {  # FOLDER
    local release=bookworm
    if command -v mmdebstrap >/dev/null; then
        mmdebstrap --mode=root --variant=minbase $release "$1" "$mirror" || return 1
    else
        debootstrap --variant=minbase $release "$1" "$mirror" || return 1
    fi
    cat >"$1/etc/apt/sources.list" <<END
deb $mirror $release main
deb $mirror $release-updates main
deb ${DEBIAN_SECURITY_MIRROR:-http://deb.debian.org/debian-security} $release-security main
END
    rm -f "$1/etc/apt/sources.list.d/"*
    rm -f "$1/etc/resolv.conf"
    cp -L /etc/resolv.conf "$1/etc/resolv.conf"
}

# In namespaces of its own: when the command ends, its processes and mounts are gone.
in_root() {  # FOLDER COMMAND…
    local folder=$1
    shift
    unshare --mount --pid --fork --kill-child --mount-proc="$folder/proc" chroot "$folder" \
        /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} "$@"
}

# $work is a temporary folder that is removed at the end.
make_work_folder() {
    work=$(mktemp -d "${TMPDIR:-/var/tmp}/musimd-$script.XXXXXX")
    trap 'rm -rf --one-file-system "$work"' EXIT
    trap 'exit 130' INT TERM
}

# Prints the path of the one file that matches FOLDER/PATTERN, or nothing if no file matches.
one_file() {  # FOLDER PATTERN
    local found
    mapfile -t found < <(compgen -G "$1/$2")
    [ ${#found[@]} -le 1 ] || fail "$1 has several files $2: ${found[*]##*/}"
    echo "${found[0]:-}"
}
