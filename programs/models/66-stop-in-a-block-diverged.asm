; Stop in a block, diverged: example 66 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep minpc trap stop-while-diverged 11
.expect stack barriers trap stop-while-diverged 11
.expect stack barriers warning side
.expect masks maximal uniform volta error

        everywhere
        bz tid, e
        stop
e:      stop
