; Two ends: example 7 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep trap stop-while-diverged 12
.expect stack minpc barriers stop
.expect stack minpc barriers var m: 1 2
.expect masks maximal uniform error
.expect volta trap stop-while-diverged 14

        bz tid, e
        m = activemask
        stop
e:      m = activemask
        stop
