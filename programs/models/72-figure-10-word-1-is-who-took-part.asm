; Figure 10: word 1 is who took part: example 72 of section 12 of docs/semantics.md.
.threads 2
.fill 0 2 0
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta memory 0: 1 3

        c = fetch_or [0], 0
        bnz c, j
        b = vote.ballot 3, 1
        u = fetch_or [1], b
        u = fetch_exch [0], 1
j:      sync
        stop
