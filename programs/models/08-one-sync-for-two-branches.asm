; One sync for two branches: example 8 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep volta trap stop-while-diverged 17
.expect stack minpc barriers stop
.expect stack minpc barriers var k: 1 1
.expect masks maximal uniform error

        k = 0
        bz k, e
        bz tid, j
        jump j
e:      bz tid, j
        x = 1
j:      sync
        k = k + 1
        stop
