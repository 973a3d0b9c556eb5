; Figure 2, without the operation: example 67 of section 12 of docs/semantics.md.
.threads 2
.fill 0 2 7
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers memory 0: 1 1

        o = 1 - tid
        u = fetch_exch [tid], 0
        u = fetch_exch [o], 1
        stop
