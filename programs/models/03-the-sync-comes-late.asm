; The sync comes late: example 3 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep masks maximal uniform stop
.expect lockstep masks maximal uniform var m: 7 7 7 8
.expect stack minpc barriers stop
.expect stack minpc barriers var m: 15 15 15 15
.expect volta stop
.expect volta var m: 15 15 15 15
.expect volta warning activemask

        c = tid < 3
        bz c, e
        x = 1
        jump j
e:      x = 2
j:      m = activemask
        sync
        stop
