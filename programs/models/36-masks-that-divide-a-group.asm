; Masks that divide a group: example 36 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta var s: 2 4 2 4

        k = tid & 1
        g = match.any 15, k
        s = reduce.add g, tid
        stop
