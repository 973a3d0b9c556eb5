; Neighbours, with syncwarp: example 52 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta var x: 1 0

        [tid] = tid
        syncwarp 3
        o = 1 - tid
        x = [o]
        stop
