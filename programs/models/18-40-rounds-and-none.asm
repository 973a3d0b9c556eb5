; 40 rounds, and none: example 18 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform stop
.expect lockstep stack minpc masks maximal uniform var m: 3 3
.expect barriers volta stop
.expect barriers volta var m: 1 2

        n = tid * 40
l:      n = n - 1
        c = n > 0
        bnz c, l
        sync
        m = activemask
        stop
