; Who leaves runs at a lower pc: example 30 of section 12 of docs/semantics.md.
.threads 2
.memory 0: 0
.steps 300
.expect lockstep stack masks limit
.expect minpc barriers volta stop
.expect minpc barriers volta var u: 0 1
.expect maximal uniform limit
.expect maximal uniform warning side

        jump l
x:      u = fetch_add [0], 1
        sync
        stop
l:      t = fetch_or [0], 0
        c = t != tid
        bz c, x
        jump l
