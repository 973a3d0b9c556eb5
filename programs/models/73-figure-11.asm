; Figure 11: example 73 of section 12 of docs/semantics.md.
.threads 2
.fill 0 2 5
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta memory 0: 5 5

        o = 1 - tid
        b = fetch_or [tid], 0
        a = shfl.idx 3, b, 0
        u = fetch_exch [o], a
        stop
