# Functions of the checks that run in the empty root.
export DEBIAN_FRONTEND=noninteractive
count=0

fail() { echo "  failed: $*"; exit 1; }

# Runs a command; its exit status and its output (both streams) must be as expected.
expect() {  # STATUS PATTERN COMMAND…
    local status=$1 pattern=$2 found=0 output
    shift 2
    output=$("$@" 2>&1 </dev/null) || found=$?
    [ "$found" -eq "$status" ] || fail "$*: exit status $found, expected $status; it printed:
$output"
    grep -qE -- "$pattern" <<<"$output" || fail "$*: expected '$pattern' in:
$output"
    count=$((count + 1))
    echo "  passed: $*"
}

# Runs a command that must succeed, and prints how long it took.
timed() {  # WHAT COMMAND…
    local what=$1 start=$EPOCHREALTIME output
    shift
    output=$("$@" 2>&1 </dev/null) || fail "$*:
$(tail -n 20 <<<"$output")"
    awk -v what="$what" -v from="$start" -v to="$EPOCHREALTIME" 'BEGIN { printf "  %s: %.2f s\n", what, to - from }'
}

install() { apt-get install -y -q --no-install-recommends "$@"; }
