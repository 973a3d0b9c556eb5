; Figure 2, with it: example 68 of section 12 of docs/semantics.md.
.threads 2
.fill 0 2 7
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta memory 0: 1 1

        o = 1 - tid
        u = fetch_exch [tid], 0
        v = vote.any 3, 0
        u = fetch_exch [o], 1
        stop
