; After an if: example 44 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var m: 3 3
.expect volta stop
.expect volta var m: 3 3
.expect volta warning activemask

        bz tid, j
        x = 1
j:      sync
        block_barrier
        m = activemask
        stop
