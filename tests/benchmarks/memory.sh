#!/usr/bin/env bash
# Peak memory of the fast engine against lanes × variables: whole processes, by GNU time. The second figure of a line is
# what each lane × variable takes, beyond what a grid of one lane takes.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
musimd=${MUSIMD:-$root/build/musimd}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

program() { # VARIABLES
    for ((v = 0; v < $1; ++v)); do echo "        v$v = tid + $v"; done
    echo "        stop"
}
peak() { # THREADS WARPS VARIABLES: KiB
    program "$3" >"$work/p.asm"
    /usr/bin/time -f %M -o "$work/peak" "$musimd" run "$work/p.asm" --engine fast --threads "$1" --warps "$2" >/dev/null
    cat "$work/peak"
}

least=$(peak 1 1 1)
for shape in "65536 1 4" "65536 1 64" "65536 16 8" "32 10000 4" "32 10000 32" "32 100000 8"; do
    read -r threads warps variables <<<"$shape"
    awk -v n="$threads" -v w="$warps" -v v="$variables" -v k="$(peak "$threads" "$warps" "$variables")" -v l="$least" 'BEGIN {
        printf "%6d lanes × %6d warps × %2d variables: %8.1f MiB, %5.1f bytes each\n",
            n, w, v, k / 1024, (k - l) * 1024 / (n * w * v) }'
done
