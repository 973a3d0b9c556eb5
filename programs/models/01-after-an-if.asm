; After an if: example 1 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var m: 15 15 15 15
.expect volta stop
.expect volta var m: 5 10 5 10
.expect volta warning activemask

        c = tid & 1
        bz c, j
        x = 1
j:      sync
        m = activemask
        stop
