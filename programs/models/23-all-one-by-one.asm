; All, one by one: example 23 of section 12 of docs/semantics.md.
.threads 3
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta var i: 0 1 2

        i = 0
l:      c = i == tid
        bz c, o
        exit
o:      sync
        i = i + 1
        jump l
