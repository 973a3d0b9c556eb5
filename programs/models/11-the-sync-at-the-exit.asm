; The sync at the exit: example 11 of section 12 of docs/semantics.md.
.threads 3
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var m: 7 7 7
.expect volta stop
.expect volta var m: 1 2 4

        i = 0
l:      c = i < tid
        bz c, x
        i = i + 1
        jump l
x:      sync
        m = activemask
        stop
