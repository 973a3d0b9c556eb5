#!/usr/bin/env bash
# Collatz trajectories of 1 … 16384, side by side: musimd and the peers that are installed, as whole processes, in
# turn, RUNS times (default 5). Prints the median processor time of each, its iterations a second, and how many times
# as fast as Oclgrind it is. The fast engine also does the work twenty times over, so that starting, reading and
# printing do not count for much. A peer that is not there is reported as skipped.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
musimd=${MUSIMD:-$root/build/musimd}
runs=${RUNS:-5}
iterations=1467643
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for ((a = 0; a < 16384; a += 16)); do echo "$a: $(seq -s ' ' $((a + 1)) $((a + 16)))"; done >"$work/numbers"

declare -A command times
names=()
add() { names+=("$1"); times[$1]=$2; command[$1]=$3; } # NAME, how many times over it does the work, COMMAND
collatz="$musimd run $root/programs/bench/collatz.asm --memory $work/numbers --json"
add "musimd-rules" 1 "$collatz --engine rules"
add "musimd-fast" 1 "$collatz --engine fast"
add "musimd-fast-x20" 20 "$collatz --engine fast --define R=20"
if command -v oclgrind-kernel >/dev/null; then
    add "oclgrind" 1 "oclgrind-kernel --num-threads 1 collatz.sim"
    add "oclgrind-checks" 1 "oclgrind-kernel --num-threads 1 --uninitialized collatz.sim"
else
    echo "oclgrind: skipped, oclgrind-kernel is not installed"
fi

# Processor time, in seconds: threads of several processors count together, so all figures are those of one.
TIMEFORMAT='%U %S'
seconds() { { time (cd "$here" && $1 >/dev/null); } 2>&1 | awk '{print $1 + $2}'; }
for ((run = 0; run < runs; ++run)); do
    for name in "${names[@]}"; do seconds "${command[$name]}" >>"$work/$name"; done
done

rate() { sort -n "$work/$1" | awk -v n="$((iterations * times[$1]))" '{v[NR] = $1} END {print v[int((NR + 1) / 2)], n / v[int((NR + 1) / 2)]}'; }
base=""
[ -f "$work/oclgrind" ] && base=$(rate oclgrind)
for name in "${names[@]}"; do
    echo "$name $(rate "$name") $base" | awk '{
        printf "%-18s %8.3f s  %9.3g iterations/s", $1, $2, $3
        if (NF == 5) printf "  %6.2f × oclgrind", $3 / $5
        print ""
    }'
done
