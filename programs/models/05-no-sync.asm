; No sync: example 5 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep volta trap stop-while-diverged 12
.expect stack minpc barriers stop
.expect stack minpc barriers var m: 3 3
.expect masks maximal uniform error

        bz tid, j
        x = 1
j:      m = activemask
        stop
