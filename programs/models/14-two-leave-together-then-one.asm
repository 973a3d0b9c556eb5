; Two leave together, then one: example 14 of section 12 of docs/semantics.md.
.threads 3
.steps 300
.expect lockstep maximal uniform stop
.expect lockstep maximal uniform var m: 3 3 4
.expect stack minpc masks barriers stop
.expect stack minpc masks barriers var m: 7 7 7
.expect volta stop
.expect volta var m: 3 3 4
.expect volta warning activemask

        i = 0
        n = tid / 2
l:      c = i < n
        bz c, x
        i = i + 1
        jump l
x:      m = activemask
        sync
        stop
