; Example 3 with atomics, and a fence on each side: what thread 0 wrote before its fence is ordered before what thread 1
; does after its own. In lock step no thread gets past the loop.
.steps 300
.threads 2
.memory 0: 0 0
l:      t = fetch_or [0], 0
        w = t != tid
        bz w, in
        jump l
in:     sync
        fence.block
        s = [1]
        s = s + 1
        [1] = s
        fence.block
        u = fetch_add [0], 1
        stop
.expect lockstep limit
.expect volta stop
.expect volta memory 0: 2 2
.expect volta var s: 1 2
.covers FE
