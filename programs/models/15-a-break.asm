; A break: example 15 of section 12 of docs/semantics.md.
.threads 3
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var m: 1 2 4
.expect lockstep stack minpc masks maximal uniform barriers var k: 7 7 7
.expect volta stop
.expect volta var m: 1 2 4
.expect volta var k: 1 2 4

        i = 0
        on = 1
l:      bz on, d
        c = i == tid
        bz c, s
        m = activemask
        on = 0
s:      sync
        i = i + 1
        jump l
d:      sync
        k = activemask
        stop
