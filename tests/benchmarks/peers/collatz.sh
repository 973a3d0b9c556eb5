#!/usr/bin/env bash
# Collatz trajectories of 1 … 16384, side by side: musimd and the peers that are installed, as whole processes, in
# turn, RUNS times (default 5). Prints the median time of each, its iterations a second, and how many times as fast
# as Oclgrind it is. The fast engine has one processor to run on, and so one thread. A peer that is not there is reported as skipped.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
musimd=${MUSIMD:-$root/build/musimd}
runs=${RUNS:-5}
iterations=1467643
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for ((a = 0; a < 16384; a += 16)); do echo "$a: $(seq -s ' ' $((a + 1)) $((a + 16)))"; done >"$work/numbers"

declare -A command
names=()
add() { names+=("$1"); command[$1]=$2; }
add "musimd-rules" "$musimd run $root/programs/bench/collatz.asm --memory $work/numbers --engine rules --json"
add "musimd-fast" "taskset -c 0 $musimd run $root/programs/bench/collatz.asm --memory $work/numbers --engine fast --json"
if command -v oclgrind-kernel >/dev/null; then
    add "oclgrind" "oclgrind-kernel --num-threads 1 collatz.sim"
    add "oclgrind-checks" "oclgrind-kernel --num-threads 1 --uninitialized collatz.sim"
else
    echo "oclgrind: skipped, oclgrind-kernel is not installed"
fi

seconds() { local t0 t1; t0=$(date +%s%N); (cd "$here" && $1 >/dev/null); t1=$(date +%s%N); echo "$((t1 - t0))"; }
for ((run = 0; run < runs; ++run)); do
    for name in "${names[@]}"; do seconds "${command[$name]}" >>"$work/$name"; done
done

median() { sort -n "$1" | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'; }
base=""
[ -f "$work/oclgrind" ] && base=$(median "$work/oclgrind")
for name in "${names[@]}"; do
    awk -v name="$name" -v ns="$(median "$work/$name")" -v n="$iterations" -v base="$base" 'BEGIN {
        printf "%-18s %8.3f s  %9.3g iterations/s", name, ns / 1e9, n * 1e9 / ns
        if (base != "") printf "  %6.2f × oclgrind", base / ns
        print ""
    }'
done
