; The same, tested at the bottom: example 13 of section 12 of docs/semantics.md.
.threads 3
.steps 300
.expect lockstep maximal uniform stop
.expect lockstep maximal uniform var m: 1 2 4
.expect lockstep maximal uniform var k: 7 7 7
.expect stack minpc masks barriers stop
.expect stack minpc masks barriers var m: 7 7 7
.expect stack minpc masks barriers var k: 7 7 7
.expect volta stop
.expect volta var m: 1 2 4
.expect volta var k: 1 2 4

        i = 0
l:      i = i + 1
        c = i <= tid
        bnz c, l
        m = activemask
        sync
        k = activemask
        stop
