; In the halves: example 2 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var m: 7 7 7 8
.expect volta stop
.expect volta var m: 7 7 7 8
.expect volta warning activemask

        c = tid < 3
        bz c, e
        m = activemask
        jump j
e:      m = activemask
j:      sync
        stop
