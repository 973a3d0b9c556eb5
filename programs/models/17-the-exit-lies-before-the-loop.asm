; The exit lies before the loop: example 17 of section 12 of docs/semantics.md.
.threads 3
.steps 300
.expect lockstep stop
.expect lockstep var m: 3 3 4
.expect stack masks barriers stop
.expect stack masks barriers var m: 7 7 7
.expect minpc maximal uniform volta stop
.expect minpc maximal uniform volta var m: 1 2 4

        i = 0
        jump l
x:      m = activemask
        sync
        stop
l:      c = i < tid
        bz c, x
        i = i + 1
        jump l
