; On the way out of a loop: example 59 of section 12 of docs/semantics.md.
.threads 3
.steps 300
.expect lockstep stop
.expect lockstep var n: 0 1 2
.expect lockstep var m: 3 3 4
.expect stack minpc masks barriers stop
.expect stack minpc masks barriers var n: 0 1 2
.expect stack minpc masks barriers var m: 7 7 7
.expect maximal uniform stop
.expect maximal uniform var n: 0 1 2
.expect maximal uniform var m: 1 2 4
.expect volta error

        i = 0
l:      c = i < tid
        bz c, x
        i = i + 1
        jump l
x:      everywhere
        n = i
        end_everywhere
        m = activemask
        sync
        stop
