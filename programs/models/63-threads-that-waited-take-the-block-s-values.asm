; Threads that waited take the block’s values: example 63 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var x: 9 9
.expect volta error

        x = tid
        bz tid, j
        everywhere
        x = 9
        end_everywhere
j:      sync
        stop
