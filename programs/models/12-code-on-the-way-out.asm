; Code on the way out: example 12 of section 12 of docs/semantics.md.
.threads 3
.steps 300
.expect lockstep stop
.expect lockstep var m: 3 3 4
.expect lockstep var k: 7 7 7
.expect stack minpc masks barriers stop
.expect stack minpc masks barriers var m: 7 7 7
.expect stack minpc masks barriers var k: 7 7 7
.expect maximal uniform stop
.expect maximal uniform var m: 1 2 4
.expect maximal uniform var k: 7 7 7
.expect volta stop
.expect volta var m: 1 2 4
.expect volta var k: 1 2 4

        i = 0
l:      c = i < tid
        bz c, x
        i = i + 1
        jump l
x:      m = activemask
        sync
        k = activemask
        stop
