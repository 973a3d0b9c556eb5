; Each takes its turn, before it leaves: example 29 of section 12 of docs/semantics.md.
.threads 2
.memory 0: 0
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta var t: 0 1

        on = 1
l:      bz on, d
        t = fetch_or [0], 0
        c = t == tid
        bz c, s
        t = fetch_add [0], 1
        on = 0
s:      sync
        jump l
d:      sync
        stop
