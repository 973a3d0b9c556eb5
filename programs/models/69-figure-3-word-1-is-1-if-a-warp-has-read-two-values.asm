; Figure 3: word 1 is 1 if a warp has read two values: example 69 of section 12 of docs/semantics.md.
.threads 2
.warps 2
.fill 0 2 0
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers memory 1: 0

        g = wid * 2
        g = g + tid
        u = fetch_exch [0], g
        r = fetch_or [0], 0
        e = match.all 3, r
        bnz e, k
        u = fetch_or [1], 1
k:      sync
        stop
