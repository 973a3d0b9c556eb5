; Each takes its turn, after the loop: example 28 of section 12 of docs/semantics.md.
.threads 2
.memory 0: 0
.steps 300
.expect lockstep stack minpc masks maximal uniform limit
.expect barriers volta stop
.expect barriers volta var u: 0 1

l:      t = fetch_or [0], 0
        c = t != tid
        bnz c, l
        sync
        u = fetch_add [0], 1
        stop
