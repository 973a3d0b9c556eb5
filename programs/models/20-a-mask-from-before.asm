; A mask from before: example 20 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var m: 7 7 7 _
.expect volta stop
.expect volta var m: 7 7 7 _
.expect volta warning activemask

        c = tid == 3
        bz c, g
        exit
g:      sync
        m = activemask
        stop
